import { type Pressed, refuses, sentence } from '../kill/ledger.ts';
import { INTO, meaning } from '../kill/people.ts';
import { chance, pick, type Roll } from '../lib/chance.ts';
import { type Component, parts } from '../lib/message.ts';
import type { Shown } from './chat.ts';
import { type Answer, type Person, partFor } from './person.ts';
import type { World } from './world.ts';

/** What people do with one screen, and the book of what they were told. */

/** A word of the log that somebody caused beside the game, such as "leave"; `must`: they were told that it is so. */
export interface Deed {
  readonly match: number;
  readonly user: string;
  readonly word: string;
  readonly must: boolean;
}

interface Said {
  readonly match: number;
  readonly user: string;
  readonly turn: number;
  readonly words: string;
}

export interface Town {
  readonly world: World;
  readonly seed: string;
  readonly presses: Pressed[];
  /** What people were told after presses, for whoever reads a finding. */
  readonly said: Said[];
  readonly deeds: Deed[];
  readonly counts: Counts;
  /** Tables that came to no end, and what they were waiting for. */
  readonly stuck: string[];
  /** A table waits for nothing but its time: so many milliseconds. */
  wishes(time: number): void;
  /** No new tables. */
  closing(): boolean;
  /** Everybody goes home. */
  closed(): boolean;
}

export interface Counts {
  opened: number;
  begun: number;
  /** Of these, games in which one plays after the other. */
  turns: number;
  ended: number;
  left: number;
  stuck: number;
}

/**
 * Answers to a choice after which it may stand in the log or not: the game had moved on when the answer was made, or all
 * that got through was an apology.
 */
const MOVED_ON = [
  'refuse.over',
  'life.paused.host',
  'life.paused.clock',
  'life.paused.bot',
  'problem.fault',
].map(sentence);
const ELSE = ['life.refuse.left', 'life.refuse.dropped'].map(sentence);

/** Somebody at a table of a match. */
export interface Sitter {
  readonly town: Town;
  readonly match: number;
  readonly who: Person;
  readonly roll: Roll;
  /** Screens of earlier rounds that are still open at their client. */
  readonly old: Shown[];
  /** One plays after the other, from one's own board. */
  readonly turns: boolean;
  /** A choice is shown before it counts: in turns, and alone. */
  readonly asks: boolean;
}

export const tableRoll = (town: Town, n: number): Roll => chance(`${town.seed}/${n}`);

/** Presses a part of a message; fingers press twice. */
async function press(
  sitter: Sitter,
  message: Shown,
  part: Component,
  open = false,
): Promise<{ answer: Answer; values: string[]; twice: boolean }> {
  const { town, who, roll } = sitter;
  const values = part.options ? [pick(part.options, roll).value] : [];
  const given = part.options ? values : undefined;
  const twice = roll(12) === 0;
  await town.world.keeper.up();
  const one = () => town.world.crowd.press(who, message, part, given, open);
  const answers = await (twice ? Promise.all([one(), one()]) : Promise.all([one()]));
  const best =
    answers.find(({ state, words }) => state === 'answered' && !refuses(words)) ??
    answers.find(({ state }) => state === 'answered' || state === 'done') ??
    answers.find(({ state }) => state === 'silent') ??
    answers[0]!;
  return { answer: best, values, twice };
}

/** Notes a press that may write a choice. */
function note(
  sitter: Sitter,
  customId: string,
  values: readonly string[],
  answer: Answer,
  twice: boolean,
): void {
  const { town, who, asks } = sitter;
  const meant = meaning(customId, values, asks);
  if (!meant || answer.state === 'unseen' || answer.state === 'failed') return;
  const { state, words } = answer;
  const moved = MOVED_ON.some((one) => one.test(words));
  const taken =
    state === 'answered' && answer.sure && !moved && !refuses(words) && !ELSE.some((one) => one.test(words));
  const [, match, turn] = customId.split('|').map(Number) as [number, number, number];
  town.said.push({
    match,
    user: who.id,
    turn,
    words: `${customId} ${values}: ${state}, ${words.slice(0, 600)}`,
  });
  town.presses.push({
    match,
    user: who.id,
    turn,
    meant,
    taken,
    again: twice || state === 'silent' || !answer.sure || moved,
  });
}

/** Three tunnels with their angles, sides and markers, each from a menu of menus. */
const MOST_STEPS = 16;

/** Plays from a screen until it offers no choice of that turn any more; whether all was answered. */
async function playFrom(sitter: Sitter, screen: Shown, turn: number): Promise<Shown | undefined> {
  const { match, roll } = sitter;
  let message = screen;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const open = parts(message).filter((part) => {
      const [, act, of, at] = INTO.exec(part.custom_id ?? '') ?? [];
      return act && !part.disabled && Number(of) === match && Number(at) === turn;
    });
    if (open.length === 0) return message;
    const part = pick(open, roll);
    const { answer, values, twice } = await press(sitter, message, part);
    note(sitter, part.custom_id!, values, answer, twice);
    if (!answer.message) return undefined;
    if ((steps === 0 || part.custom_id!.startsWith('play|')) && roll(6) === 0) sitter.old.push(message);
    message = answer.message;
  }
  return undefined;
}

/** Chooses in a round: from the table's menu or from the own board, sometimes thinking better of it. */
export async function choose(sitter: Sitter, table: Shown, turn: number): Promise<boolean> {
  const { match, roll, turns } = sitter;
  let screen: Shown | undefined = table;
  if (turns || roll(6) === 0) screen = await walk(sitter, table, ['mine']);
  let left = screen && (await playFrom(sitter, screen, turn));
  if (!left) return false;
  if (roll(8) === 0 && partFor(left, 'ask', match)?.custom_id === `ask|${match}|${turn}`) {
    const again = await walk(sitter, left, ['ask']);
    left = again && (await playFrom(sitter, again, turn));
  }
  return left !== undefined;
}

/** Presses something of an earlier round that is still on the screen. */
export async function pressOld(sitter: Sitter): Promise<void> {
  const message = sitter.old.shift();
  const open = parts(message ?? {}).filter((part) => !part.disabled && INTO.test(part.custom_id ?? ''));
  if (!message || open.length === 0) return;
  const part = pick(open, sitter.roll);
  const { answer, values, twice } = await press(sitter, message, part);
  note(sitter, part.custom_id!, values, answer, twice);
}

/** Presses one thing after the other, each on the screen that the one before led to; the last screen. */
export async function walk(sitter: Sitter, from: Shown, acts: readonly string[]): Promise<Shown | undefined> {
  let message: Shown | undefined = from;
  for (const act of acts) {
    const part = partFor(message, act);
    if (!part) return undefined;
    const { answer, values, twice } = await press(sitter, message, part);
    note(sitter, part.custom_id!, values, answer, twice);
    message = answer.message;
    if (!message) return undefined;
  }
  return message;
}

/** Presses what the public message itself answers: join, start, flip, go on. */
export async function tap(sitter: Sitter, message: Shown, act: string): Promise<Answer | undefined> {
  const part = partFor(message, act, sitter.match);
  return part && (await press(sitter, message, part, true)).answer;
}

/** Does something that shows in the log as a word, and notes what was said about it. */
export async function deed(
  sitter: Sitter,
  from: Shown,
  acts: readonly string[],
  word: string,
  ...said: readonly string[]
): Promise<boolean> {
  const { town, match, who } = sitter;
  const part = partFor(from, acts[0]!);
  if (!part) return false;
  const before = acts.length > 1 ? await walk(sitter, from, acts.slice(0, -1)) : from;
  const last = before && partFor(before, acts.at(-1)!);
  if (!before || !last) return false;
  const { answer, twice } = await press(sitter, before, last);
  if (answer.state === 'unseen' || answer.state === 'failed') return false;
  const must = said.map(sentence).some((one) => one.test(answer.words));
  town.deeds.push({ match, user: who.id, word, must });
  if (twice) town.deeds.push({ match, user: who.id, word, must: false });
  return must;
}
