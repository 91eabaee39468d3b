import { stepsIn } from '../../src/app/ids.ts';
import type { CommandRequest, PressRequest } from '../../src/app/request.ts';
import { pick, type Roll } from '../lib/chance.ts';
import type { Deed, Hush, Move, Word } from './deeds.ts';
import { type Meant, type Pressed, refuses, saysOver, sentence } from './ledger.ts';
import type { Answer, Lives } from './lives.ts';
import { idsOf, type Outside, type Posted, partsOf, wordsOf } from './outside.ts';

/** People who press what they see, and press again whatever was not answered. */

export interface Club {
  readonly lives: Lives;
  readonly outside: Outside;
  readonly roll: Roll;
  readonly presses: Pressed[];
  readonly deeds: Deed[];
  readonly moves: Move[];
  readonly hushes: Hush[];
  /** Lobbies that nobody is to start. */
  readonly forsaken: Set<number>;
  /** Who was told to sit at which table, or to have left it. */
  readonly sat: Map<string, boolean>;
  /** Ids of the interactions that open a match each. */
  readonly openings: Set<string>;
  /** No new games. */
  finishing(): boolean;
}

export interface Reply {
  readonly body: object;
  readonly words: string;
  readonly refused: boolean;
  readonly again: boolean;
}

interface At {
  readonly message?: Posted;
  readonly values?: string[];
  /** The same interaction is delivered again instead of a new one. */
  readonly once?: boolean;
  /** Where a private message stands. */
  readonly channel?: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  /** Presses what bears an id on a public message, or on a private one (no message). */
  press(customId: string, at: At): Promise<Reply>;
  /** Runs the command that opens a lobby for a game; the message that shows it. */
  open(channel: string, game: string, options: Record<string, unknown>): Promise<Posted>;
}

const GUILD = '700';
const EVERYTHING = 0xff_ff_ff_ff_ff_ffn;
let people = 0;
let interactions = 0;

export function person(club: Club, name: string): Person {
  const { lives, outside, roll } = club;
  const id = String(9000 + ++people);
  const origin = (channel: string) => ({
    id: `i${++interactions}`,
    user: { id, name },
    guild: GUILD,
    channel,
    inThread: outside.isThread(channel),
    secret: false,
    voice: false,
    locale: 'en-GB',
    theme: null,
    asks: true,
    warns: true,
    permissions: EVERYTHING,
    parent: null,
    sees: true,
    roles: [],
    manages: false,
  });

  /** Until it is answered. With `once` the same interaction is delivered again instead of a new one. */
  async function insist<T extends PressRequest | CommandRequest>(
    make: () => T,
    once: boolean,
  ): Promise<{ answer: Exclude<Answer, { lost: true }>; again: boolean }> {
    let request = make();
    for (let again = false; ; again = true) {
      const answer = await lives.press(request);
      if (!answer.lost) return { answer, again };
      if (!once) request = make();
    }
  }

  return {
    id,
    name,
    async press(customId, { message, values = [], once = false, channel = '1' }) {
      const make = (): PressRequest => ({
        ...origin(message?.channel ?? channel),
        kind: 'press',
        message: message?.id ?? null,
        personal: message === undefined,
        customId,
        values,
      });
      const first = make();
      if (once) club.openings.add(first.id);
      const one = () => insist(once ? () => first : make, once);
      // Fingers press twice.
      const [a, b] = await (roll(8) === 0 ? Promise.all([one(), one()]) : Promise.all([one()]));
      const replies = [a!, ...(b ? [b] : [])].map(({ answer }) => {
        const body = answer.screen ?? answer.whisper ?? {};
        return { body, words: wordsOf(body), refused: refuses(wordsOf(body)) };
      });
      const taken = replies.find((reply) => !reply.refused) ?? replies[0]!;
      return { ...taken, again: b !== undefined || a!.again };
    },
    async open(channel, game, options) {
      const message = outside.promise(channel);
      const request: CommandRequest = {
        ...origin(channel),
        kind: 'command',
        name: `${game} new`,
        options: options as CommandRequest['options'],
        users: new Map(),
        message: message.id,
        personal: false,
      };
      club.openings.add(request.id);
      // Delivered again where it was not answered, and now and then although it was.
      const deliver = () => insist(() => request, true);
      const [{ answer }] = await Promise.all([deliver(), ...(roll(3) === 0 ? [deliver()] : [])]);
      message.body = { ...message.body, ...answer.screen };
      outside.changed();
      return message;
    },
  };
}

/** What is said instead of a board where somebody cannot choose, whatever they pressed. */
const ELSE = [
  'life.paused.host',
  'life.paused.clock',
  'life.paused.bot',
  'life.refuse.left',
  'life.refuse.dropped',
].map(sentence);
const BARRED = [
  'left',
  'dropped',
  'taken',
  'running',
  'manager',
  'heldQuestion',
  'heldQuestionTurn',
  'heldPause',
  'gaveUp',
].map((key) => sentence(`life.refuse.${key}`));
/** Whoever leaves last ends the game. */
const LEFT = ['life.refuse.left', 'life.leftLast'].map(sentence);

/** Whether an answer says that somebody may not do that at this table. */
export const bars = (words: string): boolean => BARRED.some((sentence) => sentence.test(words));

/** Presses what writes a row of the table; whether it was answered as done. */
export async function act(
  club: Club,
  match: number,
  who: Person,
  word: Word,
  customId: string,
  at: At = {},
): Promise<Reply & { readonly taken: boolean }> {
  const reply = await who.press(customId, at);
  const { words, refused, again } = reply;
  const taken = word === 'leave' ? LEFT.some((one) => one.test(words)) : !refused && !bars(words);
  club.deeds.push({ match, user: who.id, word, taken, again });
  return { ...reply, taken };
}

export const INTO = /^(pick|play|try|table)\|(\d+)\|(\d+)/;

/**
 * Plays from a screen until it offers no choice of that turn any more; the screen that is left. `asks`: a choice is
 * shown before it counts.
 */
export async function playFrom(
  club: Club,
  who: Person,
  screen: { body: object; message?: Posted },
  match: number,
  turn: number,
  asks = false,
): Promise<object> {
  const { roll } = club;
  let { body, message } = screen;
  // Wherever chance leads them, back and forth: it is about what is written, not about how soon.
  for (let steps = 0; steps < 200; steps++) {
    const parts = partsOf(body).filter((part) => {
      const [, act, of, at] = INTO.exec(part.custom_id ?? '') ?? [];
      return act && !part.disabled && Number(of) === match && Number(at) === turn;
    });
    if (parts.length === 0) return body;
    const keep = parts.find((part) => part.type === 2 && part.custom_id?.startsWith('play|'));
    const part = keep && roll(5) > 0 ? keep : pick(parts, roll);
    const values = part.options ? [pick(part.options, roll).value] : [];
    const customId = part.custom_id!;
    const reply = await who.press(customId, { message, values });
    const meant = meaning(customId, values, asks);
    if (meant) {
      const again = reply.again || saysOver(reply.words);
      const taken = !reply.refused && !ELSE.some((sentence) => sentence.test(reply.words));
      club.presses.push({ match, user: who.id, turn, meant, taken, again });
    }
    body = reply.body;
    message = undefined;
  }
  throw new Error(`${who.name} found no way to choose in turn ${turn} of ${match}: ${wordsOf(body)}`);
}

/** What a press would write; nothing where it only shows what a choice would do (`asks`). */
export function meaning(customId: string, values: readonly string[], asks: boolean): Meant | undefined {
  const [act, , , ...parts] = customId.split('|');
  if (act === 'pick' && asks) return undefined;
  if (act === 'pick') return { path: [...parts, ...values] };
  if (act === 'table') return { path: values };
  if (act !== 'play') return undefined;
  const { steps, rest } = stepsIn({ parts });
  return { code: values[0] ?? rest[0]!, ...(steps.length > 0 ? { before: steps } : {}) };
}

/**
 * One player's part of a round: from the table's menu or the own board, sometimes thinking better of it. `turns`: one plays
 * after the other, from one's own board, and a choice is shown before it counts.
 */
export async function choose(
  club: Club,
  who: Person,
  table: Posted,
  match: number,
  turn: number,
  turns: boolean,
): Promise<void> {
  const { roll } = club;
  const own = async (): Promise<{ body: object }> => who.press(`mine|${match}|${turn}`, { message: table });
  const from = !turns && roll(2) === 0 ? { body: table.body, message: table } : await own();
  let left = await playFrom(club, who, from, match, turn, turns);
  while (roll(6) === 0 && idsOf(left).includes(`ask|${match}|${turn}`)) {
    const asked = await who.press(`ask|${match}|${turn}`, {});
    if (asked.refused) return;
    left = await playFrom(club, who, asked, match, turn, turns);
  }
}
