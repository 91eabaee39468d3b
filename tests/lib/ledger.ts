import { readFileSync } from 'node:fs';
import { type AnyAction, type AnyState, type AnyView, TABLE } from '../../src/games/game.ts';
import type { Match } from '../../src/match/match.ts';
import { GAMES } from '../../src/modules.ts';
import { presenterOf } from '../../src/presenters.ts';
import { leads, reached } from '../../src/views/menus.ts';
import type { Choices } from '../../src/views/presenter.ts';

/** What people did, to be held against the log when all is over. */

/**
 * A press that may write rows: a way through the menus, or the text of an action, with the steps of the same turn that
 * are kept with it.
 */
export type Meant =
  | { readonly path: readonly string[] }
  | { readonly code: string; readonly before?: readonly string[] };

export interface Pressed {
  readonly match: number;
  readonly user: string;
  readonly turn: number;
  readonly meant: Meant;
  /** It was answered, and not with a refusal. */
  readonly taken: boolean;
  /** It was sent more than once, so one of the others may have been taken. */
  readonly again: boolean;
}

const CATALOGUE = JSON.parse(readFileSync(new URL('../../src/locales/en.json', import.meta.url), 'utf8')) as {
  refuse: Record<string, string>;
};

const at = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], CATALOGUE);

/** What finds a sentence of the catalogue in words, whatever it names; `key` as in "life.refuse.left". */
export function sentence(key: string): RegExp {
  const found = at(key);
  if (typeof found !== 'string') throw new Error(`There is no sentence "${key}".`);
  return pattern(found);
}

/** Those right below a key. */
export const sentencesIn = (key: string): RegExp[] =>
  Object.keys(at(key) as object).map((name) => sentence(`${key}.${name}`));

const pattern = (sentence: string): RegExp => {
  const parts = sentence.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.*?'));
};
const STALE = GAMES.map(({ id }) => sentence(`${id}.table.stale`));
/** What is played for the table is somebody's, and somebody else may have it by now. */
const OTHERS = GAMES.flatMap(({ id, tableAction }) =>
  tableAction ? ['refused', 'nobody'].map((why) => sentence(`${id}.tableAction.${why}`)) : [],
);
const REFUSALS = [
  ...Object.values(CATALOGUE.refuse).map(pattern),
  ...STALE,
  ...OTHERS,
  sentence('problem.busy'),
];
const OVER = pattern(CATALOGUE.refuse.over!);

/** Whether an answer begins by saying why the press changed nothing. */
export const refuses = (words: string): boolean => REFUSALS.some((sentence) => sentence.test(words));

/** The answer to the choice that ends a game is the same as to one that came too late. */
export const saysOver = (words: string): boolean => OVER.test(words);

/** Words of the log that people write by one press each. */
export const WORDS = [
  'leave',
  'back',
  'host',
  'pause',
  'go',
  'ask',
  'agree',
  'playon',
  'kick',
  'sit',
] as const;
export type Word = (typeof WORDS)[number];

interface Asked {
  readonly match: number;
  readonly user: string;
  /** They were told that it is so. */
  readonly taken: boolean;
  /** It was sent more than once, or nobody knows what became of it. */
  readonly again: boolean;
}

/** Somebody did something that the log has a word for. */
export interface Deed extends Asked {
  readonly word: Word;
}

/** A table was brought to a channel. */
export interface Move extends Asked {
  readonly channel: string;
}

/** Somebody wants no more reminders in a phase. */
export interface Hush extends Asked {
  readonly phase: string;
}

/** What people did, and what they were told. */
export interface Book {
  readonly presses: Pressed[];
  readonly deeds: Deed[];
  readonly moves: Move[];
  readonly hushes: Hush[];
  /** Who was told to sit in which lobby, or to have left it, by match and person. */
  readonly sat: Map<string, boolean>;
  /** Interactions that open a match each. */
  readonly openings: Set<string>;
  /** Lobbies that nobody starts. */
  readonly forsaken: Set<number>;
  /** What was answered to choices, and in no turn to deeds, for whoever reads a finding. */
  readonly said: (Pick<Pressed, 'match' | 'user' | 'turn'> & { readonly words: string })[];
}

/** The turn of deeds, which are of none. */
export const NO_TURN = -1;

export const emptyBook = (): Book => ({
  presses: [],
  deeds: [],
  moves: [],
  hushes: [],
  sat: new Map(),
  openings: new Set(),
  forsaken: new Set(),
  said: [],
});

/** What was found wrong: in which part, and what. */
export interface Finding {
  readonly part: 'log' | 'choices' | 'rows' | 'jobs' | 'chat' | 'program' | 'traffic' | 'memory' | 'players';
  readonly words: string;
}

export const finding = (part: Finding['part'], words: string): Finding => ({ part, words });

interface Wanted {
  readonly code: string;
  readonly must: boolean;
}

/**
 * Holds the rows that people made in a match against what they pressed: nothing that was taken is lost, nothing
 * stands there twice or without a press.
 */
export function choiceFindings(match: Match, presses: readonly Pressed[]): Finding[] {
  const found: Finding[] = [];
  const judge = (what: string, wanted: readonly Wanted[], rows: readonly string[]): void => {
    if (fits(wanted, rows)) return;
    found.push(
      finding('choices', `Match ${match.id}, ${what}: ${told(wanted)} pressed, ${told(rows)} written.`),
    );
  };
  const written = rowsOfPeople(match);
  for (const { turn, state, from, to } of rounds(match)) {
    const now = presses.filter((one) => one.turn === turn && !isOfTable(one));
    const rows = written.get(turn) ?? [];
    for (const user of new Set([...now, ...rows].map((one) => one.user))) {
      const seat = heldBy(match, user, from, to);
      if (seat === undefined) continue;
      // What the clock had chosen for the seat a moment before stands already: the same again writes nothing.
      const clock = match.log.slice(from, to).filter((row) => row.seat === seat && row.by === 'clock');
      const wanted = now
        .filter((one) => one.user === user)
        .flatMap((one) => wantedOf(match, state, seat, one))
        .map((one) => (clock.some(({ code }) => code === one.code) ? { ...one, must: false } : one));
      const codes = rows.filter((row) => row.user === user).map((row) => row.code);
      judge(`turn ${turn}, ${nameOf(match, user)}`, wanted, codes);
    }
  }
  const hands = presses
    .filter((one) => isOfTable(one) && (one.taken || one.again))
    .map(({ meant, taken }) => ({ code: (meant as { code: string }).code, must: taken }));
  const handed = match.log
    .filter((row) => row.code.startsWith('/flipper.') && row.by === 'player')
    .map((row) => row.code);
  judge('flipping', hands, handed);
  return found;
}

const isOfTable = ({ meant }: Pressed): boolean => 'code' in meant && meant.code.startsWith('/');

const nameOf = (match: Match, user: string): string =>
  match.seats.find(({ player }) => player === user)?.name ?? user;

const told = (list: readonly (string | Wanted)[]): string =>
  `[${list.map((one) => (typeof one === 'string' ? one : one.must ? one.code : `${one.code}?`)).join(' ')}]`;

interface Round {
  readonly turn: number;
  /** As it began. */
  readonly state: AnyState;
  /** Rows of the log from its beginning to its end. */
  readonly from: number;
  readonly to: number;
}

/** The turns in which people choose; one that was interrupted is one. */
function rounds({ phases, log }: Match): Round[] {
  const open = phases.filter(({ kind }) => kind === 'round');
  return [...new Set(open.map(({ turn }) => turn))].map((turn) => {
    const { from, state } = open.find((one) => one.turn === turn)!;
    const next = phases.find((one) => one.turn > turn);
    return { turn, state, from, to: next?.from ?? log.length };
  });
}

/** The seat that somebody held at some time between two rows of the log. */
function heldBy({ seats, former }: Match, user: string, from: number, to: number): number | undefined {
  return seats.find(({ seat, player }) => {
    let since = 0;
    const before = former.filter((one) => one.seat === seat).sort((a, b) => a.seq - b.seq);
    return [...before, { player, seq: Number.POSITIVE_INFINITY }].some((one) => {
      const during = since <= to && one.seq >= from;
      since = one.seq;
      return during && one.player === user;
    });
  })?.seat;
}

/** Rows that people made for seats, by turn. */
function rowsOfPeople(match: Match): Map<number, { user: string; code: string }[]> {
  const { game } = match;
  let state = match.phases[0]!.state;
  const rows = new Map<number, { user: string; code: string }[]>();
  for (const row of match.log) {
    if (row.seat === TABLE && row.code.startsWith('/')) {
      if (row.code.startsWith('/drop.')) state = game.drop!(state, Number(row.code.slice('/drop.'.length)));
      continue;
    }
    if (row.seat !== TABLE && row.by === 'player') {
      const turn = game.turn(state);
      rows.set(turn, [...(rows.get(turn) ?? []), { user: row.user!, code: row.code }]);
    }
    state = game.apply(state, row.seat, game.parse(state, row.seat, row.code)!);
  }
  return rows;
}

/** What a press would have written in the round's first state; nothing when it only leads further. */
function wantedOf(match: Match, state: AnyState, seat: number, pressed: Pressed): Wanted[] {
  if (!pressed.taken && !pressed.again) return [];
  const { game } = match;
  if (game.over(state) || game.toAct(state).includes(TABLE)) return [];
  const { meant, taken } = pressed;
  if ('code' in meant) return [...(meant.before ?? []), meant.code].map((code) => ({ code, must: taken }));
  const presenter = presenterOf(match.module);
  // In turns a pick only shows what it would do, wherever somebody came from.
  if (game.pace === 'turns') return [];
  const view = game.view(state, seat);
  const hand: Choices<AnyView, AnyAction> = { view, actions: game.actions(state, seat), foresee: () => view };
  if (leads(presenter.menus, hand, meant.path)) return [];
  const [action] = reached(presenter.menus, hand, meant.path);
  return action === undefined ? [] : [{ code: game.code(action), must: taken }];
}

/** Whether the rows are what was wanted, in that order; the same again after itself writes nothing. */
function fits(wanted: readonly Wanted[], rows: readonly string[]): boolean {
  // Every number of rows that what came so far may have written.
  let reach = new Set([0]);
  for (const { code, must } of wanted) {
    const next = new Set<number>();
    for (const n of reach) {
      if (rows[n] === code) next.add(n + 1);
      if (rows[n - 1] === code || !must) next.add(n);
    }
    reach = next;
  }
  return reach.has(rows.length);
}
