import { pick, shuffled } from '../lib/chance.ts';
import type { Shown } from '../lib/chat.ts';
import { sentence } from '../lib/ledger.ts';
import { choose, deed, partFor, pressOld, type Sitter, tap, walk } from '../lib/person.ts';
import { present, sitter, stranger, type Table } from './town.ts';

/** What happens at a table beside its game: people leave and come back, stop the clocks, move, end it. */

const MOVING = sentence('life.moved');
const SILENT = sentence('metrox.table.hushed');

/** The host, or one who manages the server, brings a table to another channel. */
export async function bringElsewhere(table: Table): Promise<void> {
  const { town, guild, match, roll, sitters } = table;
  const { world, book } = town;
  const places = world.places().filter((one) => one.guild === guild);
  const place = pick(places, roll);
  const who =
    roll(2) === 0 ? world.people(guild).find((one) => world.manages(guild, one))! : pick(sitters, roll).who;
  const { message } = await world.client.command(who, place, 'games');
  const menu = message && partFor(message, 'movehere');
  if (!message || !menu?.options?.some(({ value }) => value === String(match))) return;
  const answer = await world.client.press(who, message, menu, [String(match)]);
  const taken = answer.sure && MOVING.test(answer.words);
  const again = !!answer.again || !answer.sure || answer.state === 'silent';
  book.moves.push({ match, user: who.id, channel: place.channel, taken, again });
}

/** What may happen; a table's people come to it in turn, so that nothing is left out. */
const ACTS: Readonly<Record<string, (table: Table, one: Sitter, message: Shown, turn: number) => unknown>> = {
  leave: async (table, one, message) => {
    if (table.sitters.length > 2 && (await quit(one, message))) table.tempers.set(one.who.id, 'gone');
  },
  kick: async (table, _one, message) => {
    for (const each of shuffled(present(table), table.roll)) {
      const sure = await walk(each, message, ['more', 'kick', 'kickask']);
      const part = sure && partFor(sure, 'kicknow');
      if (!sure || !part) continue;
      if (part.custom_id?.endsWith('|ask')) await deed(each, sure, ['kicknow'], 'ask', 'life.kickAsked');
      else await deed(each, sure, ['kicknow'], 'kick', 'life.kicked');
      return;
    }
  },
  crown: (_table, one, message) => deed(one, message, ['more', 'crown', 'crownnow'], 'host', 'life.crowned'),
  pause: async (table, _one, message) => {
    for (const each of shuffled(present(table), table.roll))
      if (await deed(each, message, ['more', 'pause'], 'pause', 'life.paused.host')) return;
  },
  ask: async (table, one, message) => {
    await deed(one, message, ['more', 'askend'], 'ask', 'life.asked');
    if (table.roll(3) > 0) await settleQuestion(table, 'playon');
  },
  move: bringElsewhere,
  old: (_table, one) => pressOld(one),
  stranger: async (table, _one, message, turn) => {
    const who = stranger(table);
    if (who) await choose(sitter(table.town, table.match, who, table.roll, table.turns), message, turn);
  },
  quiet: ({ town, match }, one) => {
    const reminder = town.world.chat
      .of(match)
      .findLast((each) => !each.gone && partFor(each, 'quiet', match));
    return reminder && hush(one, reminder);
  },
  back: async (table, _one, message) => {
    const { sitters, tempers, match } = table;
    const gone = sitters.find(({ who }) => ['gone', 'idle'].includes(tempers.get(who.id) ?? ''));
    const mine = gone && (await walk(gone, message, ['mine']));
    if (!gone || !mine) return;
    if (partFor(mine, 'back', match)) await deed(gone, mine, ['back'], 'back', 'life.returned');
    tempers.set(gone.who.id, 'flaky');
  },
  look: (table, one, message) => walk(one, message, [pick(['boards', 'more', 'mine'], table.roll)]),
};

/** Ends a table as its fate has it, or does something else that happens now and then. */
export async function happen(table: Table, message: Shown, turn: number, ends: boolean): Promise<void> {
  const { town, match, roll, fate, sitters, tempers, guild } = table;
  const { world, acts } = town;
  if (fate === 'agreed' && ends) return endTogether(table, message);
  if (fate === 'deserted' && ends) {
    for (const each of sitters) if (await quit(each, message)) tempers.set(each.who.id, 'gone');
    return;
  }
  if (fate === 'shelved' && ends) return void (await ACTS.pause!(table, sitters[0]!, message, turn));
  if (fate === 'moderated' && ends) {
    const moderator = world.people(guild).find((who) => world.manages(guild, who))!;
    await walk(sitter(town, match, moderator, roll, table.turns), message, ['more', 'endall', 'endnow']);
    return;
  }
  if (partFor(message, 'take', match) && roll(2) === 0) return takeOver(table, message);
  if (acts.length === 0) acts.push(...shuffled(Object.keys(ACTS), roll));
  await ACTS[acts.pop()!]!(table, pick(present(table), roll), message, turn);
}

async function quit(one: Sitter, message: Shown): Promise<boolean> {
  const said = ['life.refuse.left', 'life.leftLast', 'life.refuse.dropped'];
  return deed(one, message, ['more', 'quit', 'quitnow'], 'leave', ...said);
}

/** Somebody wants to hear no more reminders in this turn. */
async function hush({ client, book, match, who }: Sitter, reminder: Shown): Promise<void> {
  const part = partFor(reminder, 'quiet', match)!;
  const { words, sure, state, again = false } = await client.press(who, reminder, part);
  const phase = part.custom_id!.split('|')[3]!;
  const taken = sure && SILENT.test(words);
  book.hushes.push({ match, user: who.id, phase, taken, again: again || !sure || state === 'silent' });
}

/** Somebody new plays on for one who is not waited for any more. */
async function takeOver(table: Table, message: Shown): Promise<void> {
  const { town, match, roll, sitters, tempers } = table;
  const next = stranger(table);
  if (!next) return;
  const heir = sitter(town, match, next, roll, table.turns);
  const asked = await walk(heir, message, ['take']);
  if (!asked || !(await deed(heir, asked, ['sit'], 'sit', 'life.sat', 'refuse.seated'))) return;
  sitters.push(heir);
  tempers.set(next.id, roll(3) === 0 ? 'flaky' : 'steady');
}

/** The host asks to end it, and the others agree. */
async function endTogether(table: Table, message: Shown): Promise<void> {
  for (const one of shuffled(present(table), table.roll))
    if (await deed(one, message, ['more', 'askend'], 'ask', 'life.asked')) break;
  await settleQuestion(table, 'agree');
}

async function settleQuestion(table: Table, how: 'agree' | 'playon'): Promise<void> {
  const { town, match, roll } = table;
  const { chat } = town.world;
  const open = () => chat.of(match).findLast((one) => !one.gone && partFor(one, 'agree', match));
  for (let tries = 0; tries < 4 && !open(); tries++) await chat.change(match, 700);
  const asker = town.book.deeds.findLast((one) => one.match === match && one.word === 'ask')?.user;
  for (const one of shuffled(present(table), roll)) {
    const question = open();
    if (!question) return;
    const word = how === 'playon' && roll(2) === 0 ? 'agree' : how;
    // Whoever asks agrees already.
    if (word === 'agree' && asker === one.who.id) continue;
    await deed(one, question, [word], word);
  }
}

/** Stopped clocks go on: who stopped them is not needed, and where nobody was left to wait for any press will do. */
export async function goOn(table: Table, message: Shown): Promise<void> {
  const one = pick(present(table), table.roll);
  if (isByClock(message)) await tap(one, message, 'go');
  else await deed(one, message, ['go'], 'go');
}

const BY_CLOCK = sentence('table.pausedByClock');

/** Whether a table stands still since nobody was left to wait for. */
export const isByClock = ({ content }: Shown): boolean => BY_CLOCK.test(content);

/** Whoever turns the card first hands that on. */
export async function handOn(table: Table, message: Shown): Promise<void> {
  for (const one of shuffled(present(table), table.roll))
    if (await walk(one, message, ['hand', 'handto'])) return;
}
