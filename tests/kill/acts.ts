import { GAMES } from '../../src/modules.ts';
import { bare } from '../bare.ts';
import { pick, shuffled } from '../lib/chance.ts';
import { sentence } from './ledger.ts';
import { idsOf, type Posted, partsOf } from './outside.ts';
import { act, bars, type Club, type Person } from './people.ts';

/** What people do at a table besides playing. */

/** One game at a table, as its people know it. */
export interface Sitting {
  readonly club: Club;
  readonly match: number;
  /** Who holds seats now. */
  readonly people: Person[];
  /** Who may sit down on a free seat, once. */
  watcher: Person | undefined;
  /** Who has left and will come back. */
  gone: Person | undefined;
  /** Whether somebody would like to end the game. */
  asked: boolean;
  /** What is to be done next at this table, so that nothing is left out. */
  readonly acts: Act[];
  /** One plays after the other. */
  readonly turns: boolean;
  /** All agreed to end it. */
  ended: boolean;
  /** Channels that the table has not been brought to. */
  readonly elsewhere: string[];
  /** Whoever is late or leaves is struck. */
  readonly strict: boolean;
}

const ACTS = { crown, pauseAndGo, askOnce, leave, kick, move } as const;
export type Act = keyof typeof ACTS;

const ALONE = sentence('life.endAlone');
const HERE = sentence('life.moved');
const SEATED = sentence('refuse.seated');
const SILENT = GAMES.map(({ id }) => sentence(`${id}.table.hushed`));

/** The people who are at the table, in some order. */
const here = ({ people, gone, club }: Sitting): Person[] =>
  shuffled(people, club.roll).filter((who) => who !== gone);

/** Somebody does something that concerns them all, now and then. */
export async function between(sitting: Sitting, message: Posted, turn: number): Promise<void> {
  const { club, asked, elsewhere, watcher, strict } = sitting;
  const { roll } = club;
  if (watcher && roll(2) === 0) await takeOver(sitting);
  if (sitting.gone) return back(sitting, turn);
  if (asked) return playOn(sitting, turn);
  if (roll(3) > 0) return;
  const can = (name: Act): boolean =>
    !(name === 'leave' && strict) &&
    !(name === 'kick' && !watcher) &&
    !(name === 'move' && elsewhere.length === 0);
  if (!sitting.acts.some(can)) sitting.acts.push(...shuffled(Object.keys(ACTS) as Act[], roll));
  const at = sitting.acts.findIndex(can);
  const [name] = sitting.acts.splice(at, 1);
  await ACTS[name!](sitting, turn, message);
}

async function leave(sitting: Sitting, turn: number): Promise<void> {
  const { club, match } = sitting;
  const who = here(sitting)[0]!;
  const { taken } = await act(club, match, who, 'leave', `quitnow|${match}|${turn}`);
  if (!taken) return;
  sitting.gone = who;
  // Otherwise later.
  if (club.roll(2) === 0) await back(sitting, turn);
}

async function back(sitting: Sitting, turn: number): Promise<void> {
  const { club, match, gone } = sitting;
  await act(club, match, gone!, 'back', `back|${match}|${turn}`);
  sitting.gone = undefined;
}

async function crown(sitting: Sitting, turn: number): Promise<void> {
  const { club, match } = sitting;
  for (const who of here(sitting)) {
    const asked = await who.press(`crown|${match}|${turn}`, {});
    const menu = partsOf(asked.body).find((part) => part.custom_id?.startsWith('crownnow|'));
    if (!menu) continue;
    const to = pick(menu.options!, club.roll).value;
    await act(club, match, who, 'host', menu.custom_id!, { values: [to] });
    return;
  }
}

async function pauseAndGo(sitting: Sitting, turn: number, message: Posted): Promise<void> {
  const { club, match } = sitting;
  for (const who of here(sitting)) {
    const { taken } = await act(club, match, who, 'pause', `pause|${match}|${turn}`);
    if (!taken) continue;
    for (const next of here(sitting)) {
      const on = await act(club, match, next, 'go', `go|${match}|${turn}`, { message });
      if (on.taken) return;
    }
    return;
  }
}

/** The host would like to end it. */
async function ask(sitting: Sitting, turn: number): Promise<void> {
  const { club, match } = sitting;
  for (const who of here(sitting)) {
    const more = await who.press(`more|${match}|${turn}`, {});
    const id = idsOf(more.body).find((one) => one.startsWith('askend|'));
    if (!id) continue;
    const reply = await who.press(id, {});
    // Nobody else is here to be asked, so that nothing has happened.
    if (ALONE.test(reply.words)) return;
    const taken = !reply.refused && !bars(reply.words);
    club.deeds.push({ match, user: who.id, word: 'ask', taken, again: reply.again });
    sitting.asked = taken;
    return;
  }
}

/** Asks, and somebody answers now or later. */
async function askOnce(sitting: Sitting, turn: number): Promise<void> {
  await ask(sitting, turn);
  if (sitting.asked && sitting.club.roll(2) === 0) await playOn(sitting, turn);
}

async function playOn(sitting: Sitting, turn: number): Promise<void> {
  const { club, match } = sitting;
  for (const who of here(sitting)) {
    const { taken } = await act(club, match, who, 'playon', `playon|${match}|${turn}`, question(sitting));
    if (!taken) continue;
    sitting.asked = false;
    return;
  }
}

/** All agree that the game ends now. */
export async function endTogether(sitting: Sitting, turn: number): Promise<void> {
  const { club, match } = sitting;
  if (sitting.gone) await back(sitting, turn);
  if (!sitting.asked) await ask(sitting, turn);
  const { user } = club.deeds.findLast((deed) => deed.match === match && deed.word === 'ask') ?? {};
  for (const who of here(sitting).filter(({ id }) => id !== user)) {
    const { taken } = await act(club, match, who, 'agree', `agree|${match}|${turn}`, question(sitting));
    if (taken) sitting.ended = true;
  }
}

/** The message that asks whether to end the game; where it is on its way, the press comes from elsewhere. */
function question({ club, match }: Sitting): { message?: Posted } {
  const message = standing(club, match, 'agree');
  return message ? { message } : {};
}

const standing = (club: Club, match: number, does: string): Posted | undefined =>
  club.outside.messages.findLast(
    (message) => !message.gone && idsOf(message.body).some((id) => id.startsWith(`${does}|${match}|`)),
  );

/** The host takes somebody off, and somebody else sits down there. */
async function kick(sitting: Sitting, turn: number): Promise<void> {
  const { club, match, people } = sitting;
  for (const who of here(sitting)) {
    const asked = await who.press(`kick|${match}|${turn}`, {});
    const menu = partsOf(asked.body).find((part) => part.custom_id?.startsWith('kickask|'));
    if (!menu) continue;
    const { value, label } = pick(menu.options!, club.roll);
    const sure = await who.press(menu.custom_id!, { values: [value] });
    // Once everybody has had a turn there are too few to be asked.
    const yes = idsOf(sure.body).find((id) => id.startsWith('kicknow|') && id.endsWith('|alone'));
    if (!yes) return;
    const { taken } = await act(club, match, who, 'kick', yes);
    if (!taken) return;
    // "2 · Ann"
    const off = people.findIndex(({ name }) => bare(label!).endsWith(` ${name}`));
    if (off < 0) throw new Error(`Nobody at match ${match} is called "${label}".`);
    if (people[off] === sitting.gone) sitting.gone = undefined;
    people.splice(off, 1);
    const free = `take|${match}|`;
    await club.outside.wait('a free seat', ({ body }) =>
      idsOf(body).some((id) => id.startsWith(free) || id === `rematch|${match}|0`),
    );
    return takeOver(sitting);
  }
}

/** The watcher sits down where a seat is free. */
export async function takeOver(sitting: Sitting): Promise<void> {
  const { club, match, people, watcher } = sitting;
  const message = standing(club, match, 'take');
  if (!message || !watcher) return;
  const asked = await watcher.press(idsOf(message.body).find((id) => id.startsWith('take|'))!, { message });
  const yes = idsOf(asked.body).find((id) => id.startsWith('sit|'));
  if (!yes) return;
  const { taken, words } = await act(club, match, watcher, 'sit', yes);
  if (!taken && !SEATED.test(words)) return;
  const before = people.findIndex(({ name }) => new RegExp(`\\b${name}\\b`).test(asked.words));
  if (before >= 0) {
    if (people[before] === sitting.gone) sitting.gone = undefined;
    people.splice(before, 1);
  }
  people.push(watcher);
  sitting.watcher = undefined;
}

/** The host brings the table to another channel. */
async function move(sitting: Sitting, turn: number): Promise<void> {
  const { club, match, elsewhere } = sitting;
  const channel = elsewhere.shift()!;
  for (const who of here(sitting)) {
    const { words, again } = await who.press(`movehere|${match}|${turn}`, { channel });
    const taken = HERE.test(words);
    club.moves.push({ match, user: who.id, channel, taken, again });
    if (taken) return;
  }
}

/** Whoever takes their time wants to hear no more of it in this turn; or the turn is over before that. */
export async function hush(sitting: Sitting, who: Person, turn: number): Promise<void> {
  const { club, match } = sitting;
  const of = (message: Posted, act: string): string | undefined =>
    idsOf(message.body).find((id) => id.startsWith(`${act}|${match}|`));
  const message = await club.outside.wait('a reminder', (one) => {
    const [id] = ['table', 'mine', 'flip', 'go'].flatMap((act) => of(one, act) ?? []);
    const passed = id !== undefined && (id.startsWith('go|') || isAfter(id, turn));
    return of(one, 'quiet') !== undefined || of(one, 'rematch') !== undefined || passed;
  });
  const id = of(message, 'quiet');
  if (!id) return;
  const { words, again } = await who.press(id, { message });
  const phase = id.split('|')[3]!;
  club.hushes.push({ match, user: who.id, phase, taken: SILENT.some((one) => one.test(words)), again });
}

/** Whether an id belongs to something that came after the choices of a turn. */
function isAfter(id: string, turn: number): boolean {
  const [act, , at] = id.split('|');
  return act === 'flip' ? Number(at) >= turn : Number(at) > turn;
}
