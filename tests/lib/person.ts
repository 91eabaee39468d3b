import { stepsIn } from '../../src/app/ids.ts';
import { pick, type Roll } from './chance.ts';
import type { Shown } from './chat.ts';
import {
  type Book,
  type Meant,
  NO_TURN,
  refuses,
  saysOver,
  sentence,
  sentencesIn,
  type Word,
} from './ledger.ts';
import { type Component, parts } from './message.ts';

/** People who play by what stands in the chat, and the book of what they did and were told. */

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface Place {
  readonly guild: string;
  readonly channel: string;
}

/**
 * What became of a press. `unseen`: Discord did not take it (the message, or the right to press, is gone); `failed`: the
 * bot did not acknowledge it; `silent`: it did, and no answer came; `done`: it did, and that was the answer.
 */
export interface Answer {
  readonly state: 'unseen' | 'failed' | 'silent' | 'done' | 'answered';
  /** The screen that answers. */
  readonly message?: Shown;
  readonly words: string;
  /** Whether it can only be the answer to this press, and not to one before on the same message. */
  readonly sure: boolean;
  /** It was sent more than once. */
  readonly again?: boolean;
}

/** How people reach the bot. */
export interface Client {
  /** Presses a component of a message. `open`: what answers is the public message, at most with a private line. */
  press(
    who: Person,
    message: Shown,
    part: Component,
    values?: readonly string[],
    open?: boolean,
  ): Promise<Answer>;
  /** Runs a command such as "metrox new". */
  command(who: Person, place: Place, name: string, options?: Record<string, unknown>): Promise<Answer>;
}

/** Somebody at the table of a match. */
export interface Sitter {
  readonly client: Client;
  readonly book: Book;
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

/**
 * Answers to a choice after which it may stand in the log or not: the game had moved on when the answer was made, or all
 * that got through was an apology.
 */
const MOVED_ON = ['life.paused.host', 'life.paused.clock', 'life.paused.bot', 'problem.fault'].map(sentence);
const NOT_HERE = ['life.refuse.left', 'life.refuse.dropped'].map(sentence);
/** What bars somebody from what they would do at a table. */
const BARRED = sentencesIn('life.refuse');

const says = (sentences: readonly RegExp[], words: string): boolean =>
  sentences.some((one) => one.test(words));

/** Custom ids by which a choice is made. */
const PLAYS = /^(pick|play|try|table)\|(\d+)\|(\d+)/;

/** The first part of a message whose custom id begins with an act, for a match when one is named. */
export function partFor(message: Shown, act: string, match?: number): Component | undefined {
  return parts(message).find((part) => {
    const [does, of] = (part.custom_id ?? '').split('|');
    return !part.disabled && does === act && (match === undefined || Number(of) === match);
  });
}

/** What a press would write; nothing where it only shows what a choice would do (`asks`). */
export function meaning(customId: string, values: readonly string[], asks: boolean): Meant | undefined {
  const [act, , , ...rest] = customId.split('|');
  if (act === 'pick' && asks) return undefined;
  if (act === 'pick') return { path: [...rest, ...values] };
  if (act === 'table') return { path: values };
  if (act === 'handto') return { code: `/flipper.${values[0]}` };
  if (act !== 'play') return undefined;
  const { steps, rest: last } = stepsIn({ parts: rest });
  return { code: values[0] ?? last[0]!, ...(steps.length > 0 ? { before: steps } : {}) };
}

interface Pressed {
  readonly answer: Answer;
  readonly values: readonly string[];
  /** It may have been carried out more than once, or nobody knows whether it was. */
  readonly again: boolean;
}

/** Presses a part of a message, and notes what may be a choice; fingers press twice. */
async function press(sitter: Sitter, message: Shown, part: Component, open = false): Promise<Pressed> {
  const { client, who, roll } = sitter;
  const values = part.options ? [pick(part.options, roll).value] : [];
  const twice = roll(12) === 0;
  const one = () => client.press(who, message, part, part.options ? values : undefined, open);
  const answers = await Promise.all(twice ? [one(), one()] : [one()]);
  const answer =
    answers.find(({ state, words }) => state === 'answered' && !refuses(words)) ??
    answers.find(({ state }) => state === 'answered' || state === 'done') ??
    answers.find(({ state }) => state === 'silent') ??
    answers[0]!;
  const again = twice || !!answer.again || answer.state === 'silent' || !answer.sure;
  note(sitter, part.custom_id!, values, answer, again);
  return { answer, values, again };
}

function note(
  { book, who, asks }: Sitter,
  customId: string,
  values: readonly string[],
  answer: Answer,
  again: boolean,
): void {
  const meant = meaning(customId, values, asks);
  if (!meant || answer.state === 'unseen' || answer.state === 'failed') return;
  const { state, words, sure } = answer;
  const [, match, turn] = customId.split('|').map(Number) as [number, number, number];
  const about = { match, user: who.id, turn };
  const moved = says(MOVED_ON, words) || saysOver(words);
  const answered = state === 'answered' || (state === 'done' && sure);
  const taken = answered && sure && !moved && !refuses(words) && !says(NOT_HERE, words);
  book.said.push({ ...about, words: `${customId} ${values}: ${state}, ${words.slice(0, 600)}` });
  book.presses.push({ ...about, meant, taken, again: again || moved });
}

/** Longer than any turn: tunnels with their angles, sides and markers, each from a menu of menus, back and forth. */
const MOST_STEPS = 60;

/** Plays from a screen until it offers no choice of that turn any more; the screen that is left, if all was answered. */
export async function playFrom(sitter: Sitter, screen: Shown, turn: number): Promise<Shown | undefined> {
  const { match, roll } = sitter;
  let message = screen;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const open = parts(message).filter((part) => {
      const [, act, of, at] = PLAYS.exec(part.custom_id ?? '') ?? [];
      return act && !part.disabled && Number(of) === match && Number(at) === turn;
    });
    if (open.length === 0) return message;
    const keep = open.find((part) => part.type === 2 && part.custom_id?.startsWith('play|'));
    const part = keep && roll(5) > 0 ? keep : pick(open, roll);
    const { answer } = await press(sitter, message, part);
    if (!answer.message) return answer.state === 'done' && answer.sure ? message : undefined;
    if ((steps === 0 || part.custom_id!.startsWith('play|')) && roll(6) === 0) sitter.old.push(message);
    message = answer.message;
  }
  return undefined;
}

/** Chooses in a round: from the table's menu or from the own board, sometimes thinking better of it. */
export async function choose(sitter: Sitter, table: Shown, turn: number): Promise<boolean> {
  const { match, roll, turns } = sitter;
  const from = turns || roll(3) === 0 ? await walk(sitter, table, ['mine']) : table;
  let left = from && (await playFrom(sitter, from, turn));
  while (left && roll(8) === 0 && partFor(left, 'ask', match)?.custom_id === `ask|${match}|${turn}`) {
    const again = await walk(sitter, left, ['ask']);
    left = again && (await playFrom(sitter, again, turn));
  }
  return left !== undefined;
}

/** Presses something of an earlier round that is still on the screen. */
export async function pressOld(sitter: Sitter): Promise<void> {
  const message = sitter.old.shift();
  const open = parts(message ?? {}).filter((part) => !part.disabled && PLAYS.test(part.custom_id ?? ''));
  if (message && open.length > 0) await press(sitter, message, pick(open, sitter.roll));
}

/** Presses one thing after the other, each on the screen that the one before led to; the last screen. */
export async function walk(sitter: Sitter, from: Shown, acts: readonly string[]): Promise<Shown | undefined> {
  let message: Shown | undefined = from;
  for (const act of acts) {
    const part: Component | undefined = message && partFor(message, act);
    if (!message || !part) return undefined;
    message = (await press(sitter, message, part)).answer.message;
  }
  return message;
}

/** Presses what the public message itself answers: join, start, flip, go on. */
export async function tap(sitter: Sitter, message: Shown, act: string): Promise<Answer | undefined> {
  const part = partFor(message, act, sitter.match);
  return part && (await press(sitter, message, part, true)).answer;
}

/**
 * Does something that shows in the log as a word, and notes what was said about it; whether it is done. `said`: keys of the
 * sentences that tell so; without any the public message itself does.
 */
export async function deed(
  sitter: Sitter,
  from: Shown,
  acts: readonly string[],
  word: Word,
  ...said: readonly string[]
): Promise<boolean> {
  const { book, match, who } = sitter;
  const before = await walk(sitter, from, acts.slice(0, -1));
  const last = before && partFor(before, acts.at(-1)!);
  if (!before || !last) return false;
  const { answer, again } = await press(sitter, before, last, said.length === 0);
  const { state, words, sure } = answer;
  const told = `/${word}: ${state}${sure ? '' : ', not sure'}, ${words.slice(0, 600)}`;
  book.said.push({ match, user: who.id, turn: NO_TURN, words: told });
  if (state === 'unseen' || state === 'failed') return false;
  const done = said.length > 0 ? says(said.map(sentence), words) : !refuses(words) && !says(BARRED, words);
  const taken = sure && done && state !== 'silent';
  book.deeds.push({ match, user: who.id, word, taken, again: again || says(MOVED_ON, words) });
  return taken;
}
