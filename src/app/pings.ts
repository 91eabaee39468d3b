import { canDrop } from '../match/timeline.ts';
import { moduleOf } from '../modules.ts';
import { mutedBy } from '../store/mutes.ts';
import type { Store } from '../store/open.ts';
import { settingsOf } from '../store/players.ts';
import { type Reader, readersOf } from '../store/reminders.ts';
import type { MatchRow } from '../store/rows.ts';
import { restingOf } from '../store/vacations.ts';
import { quietUntil } from './quiethours.ts';

/**
 * Whom a message pings: the one place that decides it, by what each of them chose. Who is not pinged is named all the
 * same. A pause pings nobody; a table that has moved asks for the same turn in another place.
 */

declare const judged: unique symbol;

/** Ids of people whom a message may ping; only this file makes such lists. */
export type Pinged = readonly string[] & { readonly [judged]: true };

const judgedSo = (ids: readonly string[]) => ids as Pinged;

export const NOBODY = judgedSo([]);

/** Decides whom of some people a message pings. */
export type Pings = (people: readonly string[]) => Pinged;

/**
 * What a message is about: a turn that is new (a card to be turned, too), its reminder at half time and the last one,
 * the end of a game, a question to the table, an invitation to play again.
 */
export type What = 'turn' | 'first' | 'last' | 'end' | 'question' | 'invite';

export interface Occasion {
  readonly what: What;
  /** The match that it is about. */
  readonly match: number;
  /** Seconds a turn of it may take; 0: no limit. */
  readonly limit: number;
}

export const occasion = (what: What, { id, limit }: Pick<MatchRow, 'id' | 'limit'>): Occasion => ({
  what,
  match: id,
  limit,
});

/** Seconds from one digest to the next. */
const DIGESTED = 24 * 3600;

/**
 * Whether turns last so long that a digest, which comes once a day, tells of them well before their end. Where they are
 * shorter, its readers are pinged like others are, since it would come too late; but no reminder is sent to them.
 */
const calmly = (limit: number): boolean => limit === 0 || limit > DIGESTED;

/** Whether somebody's setting lets a message ping them. Who cannot be sent a digest is reminded near the end instead. */
function wants({ pings, closed }: Reader, { what, limit }: Occasion): boolean {
  const level = pings === 'digest' && closed ? 'last' : pings;
  if (level === 'none') return false;
  if (what === 'first') return level === 'both';
  if (what === 'last') return level === 'both' || level === 'last';
  return level !== 'digest' || !calmly(limit);
}

/** When somebody may be pinged (ms): at once, or when their vacation and their quiet hours have ended. */
export interface Verdict {
  readonly player: string;
  readonly due: number;
}

/** Those of some people whom a message is to ping, now or later, in the order in which they were named. */
export async function judge(
  store: Store,
  people: readonly string[],
  about: Occasion,
  at: number,
): Promise<Verdict[]> {
  if (people.length === 0) return [];
  const all = await readersOf(store, people);
  const readers = new Map(all.map((reader) => [reader.id, reader]));
  const muted = all.some(({ mutes }) => mutes) ? await mutedBy(store, about.match, people) : [];
  const away = all.some(({ rests }) => rests) ? await restingOf(store, people, at) : [];
  const resting = new Map(away.map(({ player, to }) => [player, to]));
  return people.flatMap((player) => {
    const reader = readers.get(player);
    if (!reader || muted.includes(player) || !wants(reader, about)) return [];
    const back = resting.get(player) ?? at;
    return [{ player, due: quietUntil(reader, back) ?? back }];
  });
}

/** Those who may be pinged by `at` (ms), each once. */
export const pingable = (verdicts: readonly Verdict[], at: number): Pinged =>
  judgedSo([...new Set(verdicts.filter(({ due }) => due <= at).map(({ player }) => player))]);

/** Whom of some people a message pings at a moment (ms). */
export const pingedBy = async (
  store: Store,
  people: readonly string[],
  about: Occasion,
  at: number,
): Promise<Pinged> => pingable(await judge(store, people, about, at), at);

/** Decides whom of some people a message pings at a moment (ms), among all whom it may concern. */
export async function pingsAmong(
  store: Store,
  everybody: readonly string[],
  about: Occasion,
  at: number,
): Promise<Pings> {
  const pinged = await pingedBy(store, everybody, about, at);
  return (people) => judgedSo([...new Set(people)].filter((player) => pinged.includes(player)));
}

/** The same without some people, whom another message pings. */
export const without = (pinged: Pinged, others: readonly string[]): Pinged =>
  judgedSo(pinged.filter((player) => !others.includes(player)));

/** Whether somebody whom nothing pings sits where the late are struck: they are told so. */
export const isRisky = async (
  { store }: { readonly store: Store },
  { game, limit, onTimeout }: Pick<MatchRow, 'game' | 'limit' | 'onTimeout'>,
  player: string,
): Promise<boolean> =>
  limit > 0 &&
  onTimeout === 'drop' &&
  canDrop(moduleOf(game).rules) &&
  (await settingsOf(store, player)).pings === 'none';
