import { moduleOf } from '../../src/modules.ts';
import { pick, shuffled } from '../lib/chance.ts';
import { type Act, between, endTogether, hush, type Sitting } from './acts.ts';
import { sentence } from './ledger.ts';
import { idsOf, type Posted, partsOf, wordsOf } from './outside.ts';
import { bars, type Club, choose, type Person, playFrom } from './people.ts';

/** What goes on at a table until the club closes: a lobby, its rounds, a rematch, and so on. */

export interface Wish {
  /** Metro X when not given. */
  readonly game?: string;
  readonly map: string;
  readonly options: Readonly<Record<string, string>>;
  readonly thread: boolean;
  /** Seconds for a turn. */
  readonly limit?: number;
  readonly late?: 'clock' | 'drop';
  /** The last game is ended by those who play it. */
  readonly voids?: boolean;
}

const STOPPED = sentence('table.pausedByClock');
/** Longer than any turn's time, by the real clock. */
const LOOK_AGAIN = 45_000;

const asksSeveral = ({ body }: Posted): boolean => new Set(wordsOf(body).match(/<@\d+>/g)).size > 1;

const idIn = (message: Posted, act: string): string | undefined =>
  idsOf(message.body).find((id) => id.startsWith(`${act}|`));

const matchIn = (message: Posted, act: string): number => Number(idIn(message, act)?.split('|')[1]);

/** A table whose people play one game after the other, each in another's place; somebody else may sit down there. */
export async function table(
  club: Club,
  channel: string,
  people: readonly Person[],
  wish: Wish,
  watcher?: Person,
): Promise<void> {
  const { outside } = club;
  const late = lateness(club, wish, people);
  const { voids: _, game = 'metrox', ...options } = wish;
  const turns = moduleOf(game).rules.pace === 'turns';
  const acts: Act[] = [];
  let lobby = await people[0]!.open(channel, game, options);
  for (;;) {
    const shown = await outside.wait(
      'the lobby',
      (message) => message.id === lobby.id && !!idIn(message, 'join'),
    );
    const match = matchIn(shown, 'join');
    await gather(club, shown, match, people);
    const sitting: Sitting = {
      club,
      match,
      people: [...people],
      watcher,
      gone: undefined,
      asked: false,
      acts,
      turns,
      ended: false,
      elsewhere: [`7${match}1`, `7${match}2`],
      strict: wish.late === 'drop',
    };
    const end = await rounds(sitting, wish, late);
    if (club.finishing() && (sitting.ended || !wish.voids)) return;
    const holders = sitting.people.filter((who) => people.includes(who));
    lobby = await again(club, end, match, holders);
  }
}

/** A lobby that nobody will start. */
export async function forsake(club: Club, channel: string, who: Person): Promise<void> {
  const lobby = await who.open(channel, 'metrox', { map: 'tokyo' });
  club.forsaken.add(matchIn(lobby, 'join'));
}

/** A table that nobody touches once it has begun. */
export async function abandon(club: Club, channel: string, people: readonly Person[]): Promise<void> {
  const lobby = await people[0]!.open(channel, 'metrox', { map: 'osaka', thread: true });
  const shown = await club.outside.wait(
    'the lobby',
    (message) => message.id === lobby.id && !!idIn(message, 'join'),
  );
  await gather(club, shown, matchIn(shown, 'join'), people);
}

/** Who takes their time, where time is limited. */
interface Late {
  /** Whoever does not choose in this turn. */
  of(people: readonly Person[]): Person | undefined;
  /** Whether somebody is late so often in a row for the first time: all others only play. */
  first(): boolean;
  /** Whether a card is left for so long that whoever sits there may turn it. */
  withCard(): boolean;
}

function lateness(club: Club, { limit }: Wish, people: readonly Person[]): Late {
  const { roll, finishing } = club;
  const may = (): boolean => limit !== undefined && !finishing();
  // At first somebody so often in a row that they are not waited for any more.
  let first = limit !== undefined;
  let [who, left] = [people.at(-1), 4];
  return {
    first: () => first,
    of(now) {
      if (!first && !may()) return undefined;
      if (left === 0 && roll(5) > 0) return undefined;
      if (left === 0) [who, left] = [pick(now, roll), roll(3) === 0 ? 4 : 1];
      left--;
      if (left === 0) first = false;
      return now.find((one) => one === who);
    },
    withCard: () => !first && may() && roll(8) === 0,
  };
}

/** Everybody sits down, somebody thinks twice, and whoever may starts. */
async function gather(club: Club, lobby: Posted, match: number, people: readonly Person[]): Promise<void> {
  const { roll, sat } = club;
  const join = async (who: Person): Promise<void> => {
    await who.press(`join|${match}|0`, { message: lobby });
    sat.set(`${match} ${who.id}`, true);
  };
  await Promise.all(people.map(join));
  const fickle = pick(people, roll);
  if (roll(3) === 0) {
    await fickle.press(`leave|${match}|0`, { message: lobby });
    sat.set(`${match} ${fickle.id}`, false);
    await join(fickle);
  }
  for (const who of shuffled(people, roll)) {
    const { words, refused } = await who.press(`start|${match}|0`, { message: lobby });
    if (!refused || /has begun/.test(words)) return;
  }
  throw new Error(`Nobody could start match ${match}.`);
}

/** From the first card to the result, whose message comes back. */
async function rounds(sitting: Sitting, wish: Wish, late: Late): Promise<Posted> {
  const { club, match, people, turns } = sitting;
  const { outside, roll } = club;
  // Cards are counted from one, turns from none.
  let [turn, flipped] = [turns ? -1 : 0, -1];
  let last: Posted | undefined;
  for (;;) {
    const news = (message: Posted): string | undefined =>
      idsOf(message.body).find((id) => {
        const [act, of, at] = id.split('|');
        if (Number(of) !== match) return false;
        if (act === 'rematch') return true;
        if (act === 'go') return STOPPED.test(wordsOf(message.body));
        if (act === (turns ? 'mine' : 'table')) return Number(at) > turn;
        return act === 'flip' && Number(at) > flipped;
      });
    const after = `what comes after turn ${turn} of match ${match}`;
    const next = (patience?: number) => outside.wait(after, (one) => !!news(one), patience);
    const waited = last && (await next(LOOK_AGAIN).catch(() => undefined));
    if (last && !waited) console.warn(`Nothing came after turn ${turn} of match ${match} for long.`);
    // Where nothing happens for long, people look whether it is for them to choose.
    if (last && !waited)
      for (const who of people.filter((one) => one !== sitting.gone))
        await choose(club, who, last, match, turn, turns);
    const message = waited ?? (await next());
    const [act, , at] = news(message)!.split('|');
    if (act === 'rematch') return message;
    if (act === 'go') {
      // Nobody was waited for any more; whoever presses anything is back.
      for (const who of people) await who.press(`mine|${match}|${turn}`, {});
      await outside.wait('that it goes on', () => message.gone);
    } else if (act === 'flip') {
      flipped = Number(at);
      if (late.withCard())
        await outside.wait(`card ${flipped + 1}`, (one) =>
          one.id === message.id ? asksSeveral(one) : !!news(one),
        );
      await turnCard(club, message, match, flipped, people);
    } else {
      turn = Number(at);
      last = message;
      if (club.finishing() && wish.voids) await endTogether(sitting, turn);
      else if (!club.finishing() && !late.first()) await between(sitting, message, turn);
      const lazy = late.of(people);
      const others = shuffled(people, roll).filter((who) => who !== lazy && who !== sitting.gone);
      await Promise.all(others.map((who) => choose(club, who, message, match, turn, turns)));
      if (lazy && roll(2) === 0) await hush(sitting, lazy, turn);
    }
  }
}

/** Whoever may turns the card, or first hands that on. */
async function turnCard(
  club: Club,
  message: Posted,
  match: number,
  turn: number,
  people: readonly Person[],
): Promise<void> {
  const { roll } = club;
  const handing = turn === 0 || roll(5) === 0;
  for (const who of handing ? shuffled(people, roll) : []) {
    const asked = await who.press(`hand|${match}|${turn}`, { message });
    const menu = partsOf(asked.body).find((part) => part.custom_id?.startsWith('handto|'));
    if (!menu) continue;
    const to = pick(menu.options!, roll).value;
    const { refused, again } = await who.press(menu.custom_id!, { values: [to] });
    club.presses.push({
      match,
      user: who.id,
      turn,
      meant: { code: `/flipper.${to}` },
      taken: !refused,
      again,
    });
    break;
  }
  for (const who of shuffled(people, roll)) {
    const { words, refused } = await who.press(`flip|${match}|${turn}`, { message });
    if ((!refused && !bars(words)) || /earlier round|game ended/.test(words)) return;
  }
  throw new Error(`Nobody could turn card ${turn + 1} of match ${match}.`);
}

/** Several ask for a rematch at once; the one lobby that comes of it. */
async function again(club: Club, end: Posted, match: number, people: readonly Person[]): Promise<Posted> {
  const asking = shuffled(people, club.roll).slice(0, 2);
  await Promise.all(asking.map((who) => who.press(`rematch|${match}|0`, { message: end })));
  return club.outside.wait(
    `the rematch of ${match}`,
    (message) =>
      message.channel === end.channel &&
      Number(message.id) > Number(end.id) &&
      matchIn(message, 'join') > match,
  );
}

/** One practice after the other, for one person. */
export async function solo(club: Club, who: Person, maps: readonly string[]): Promise<void> {
  do {
    const map = pick(maps, club.roll);
    let { body } = await who.press('practise|0|0|metrox', { values: [map], once: true });
    for (let card = 0; card < 100; card++) {
      const place = idsOf(body).find((id) => /^(pick|try)\|/.test(id));
      if (!place) break;
      const [, match, turn] = place.split('|').map(Number);
      body = await playFrom(club, who, { body }, match!, turn!, true);
    }
    if (!idsOf(body).some((id) => id.startsWith('anew|')))
      throw new Error(`A practice stopped before its end: ${JSON.stringify(body)}`);
  } while (!club.finishing());
}
