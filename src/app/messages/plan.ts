import { createHash } from 'node:crypto';
import type { MessageRow } from '../../store/messages.ts';
import type { Draft, Screen } from '../outbound.ts';

/** What is to be done about the messages of an owner: pure, one step at a time. */

/**
 * So long (ms) a message that was sent without an answer can be found by its nonce: Discord says "a few minutes". Later it
 * would be posted a second time.
 */
export const NONCE_HOLDS = 3 * 60_000;

/** What a message shows. */
export interface Show {
  readonly show: Draft;
  /** How it is posted, where that differs: it is edited at once. */
  readonly first?: Draft;
  /** Once it stands so nothing more becomes of it, and its row goes. */
  readonly last?: boolean;
  /** It is never edited. */
  readonly fixed?: boolean;
  /** When to look at it again, in ms. */
  readonly until?: number;
  /** What its words hang on, where they are not worth an edit of their own: such as the place that they lead to. */
  readonly same?: string;
  /** Where an edit is refused for good it is let be as it stands. */
  readonly lenient?: boolean;
  /** When somebody deleted it: post it again, or let it be. */
  readonly gone: 'again' | 'drop';
  /** When it is too old to be edited once more: post it again and delete the old one, or wait. */
  readonly old: 'again' | 'wait';
  /** When nobody can tell whether it was posted: post it again, or never. */
  readonly unsure: 'again' | 'never';
}

/**
 * What is to become of a message. "nothing": it is deleted, or never sent. "as it is": it stays, and nobody looks after it
 * any more. "not yet": it waits for another one.
 */
export type Target = 'nothing' | 'as it is' | 'not yet' | Show;

/** What has to be done next about one row. */
export type Step =
  | { readonly do: 'drop' | 'remove'; readonly row: MessageRow }
  | { readonly do: 'note'; readonly row: MessageRow; readonly set: Partial<MessageRow> }
  | { readonly do: 'post'; readonly row: MessageRow; readonly target: 'nothing' | Show }
  | { readonly do: 'edit'; readonly row: MessageRow; readonly target: Show };

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Of bodies, which are held against what stands there again and again. */
const digests = new WeakMap<Screen['body'], string>();

function digestOf(body: Screen['body']): string {
  // Whom an edit may ping changes with the hour, and nobody sees it; nor that words are taken away where there are none.
  const found =
    digests.get(body) ?? digest({ ...body, allowed_mentions: undefined, content: body.content ?? undefined });
  digests.set(body, found);
  return found;
}

/**
 * What stands where a draft was sent: a hash of its words and one of the names of its files, which, in an edit that brings
 * none, are those of before.
 */
export function shownBy({ body, files }: Draft, before: string | null = null): string {
  const names = files ? digest(files.map(({ name }) => name)) : (before?.split('.')[1] ?? '');
  return `${digestOf(body)}.${names}`;
}

/** The hash of a message that stands as it should, whatever that is: as an earlier version left it. */
const AS_LEFT = '*';

/** The hash of what stands there once a target is shown. */
export const hashOf = ({ show, same }: Show, before: string | null = null): string =>
  same === undefined ? shownBy(show, before) : digest(same);

/** Whether a row is known to show a target. */
const isShown = ({ shown }: Pick<MessageRow, 'shown'>, target: Show): boolean =>
  shown !== null && (shown === AS_LEFT || shown === hashOf(target, shown));

/** Whether a message that was sent without an answer cannot be found any more. */
export const isPast = ({ at }: Pick<MessageRow, 'at'>, time: number): boolean =>
  Math.abs(time - at) > NONCE_HOLDS;

/** What a target asks of a row, if it asks anything now. */
export function stepOf(row: MessageRow, target: Target, at: number): Step | undefined {
  if (target === 'not yet') return undefined;
  const over = target === 'nothing' || target === 'as it is';
  if (row.state === 'sending') {
    if (target === 'as it is') return { do: 'drop', row };
    if (!isPast(row, at)) return { do: 'post', row, target };
    if (over) return { do: 'drop', row };
    return target.unsure === 'again'
      ? { do: 'note', row, set: again(row) }
      : { do: 'note', row, set: { state: 'unsure', due: target.until ?? null } };
  }
  if (row.state === 'planned') return over ? { do: 'drop', row } : { do: 'post', row, target };
  if (target === 'as it is') return { do: 'drop', row };
  if (row.state === 'unsure') return over || target.last ? { do: 'drop', row } : resting(row, target);
  if (target === 'nothing') return { do: 'remove', row };
  if (target.fixed || isShown(row, target)) return target.last ? { do: 'drop', row } : resting(row, target);
  return { do: 'edit', row, target };
}

function resting(row: MessageRow, { until }: Show): Step | undefined {
  const due = until ?? null;
  return row.due === due ? undefined : { do: 'note', row, set: { due } };
}

/** A row whose message has to be posted under another nonce. */
export const again = ({ attempt }: MessageRow): Partial<MessageRow> => ({
  state: 'planned',
  attempt: attempt + 1,
  nonce: null,
  message: null,
  shown: null,
});

/**
 * The order of steps. First what may be on its way already, the oldest first; then what is new, in the order of `slots`;
 * edits of what goes on; and in the end last edits and removals, which can wait.
 */
function rank({ do: what, row, ...step }: Step): number {
  if (what === 'post') return row.state === 'sending' ? 0 : 1;
  if (what === 'edit') return 'target' in step && (step.target as Show).last ? 3 : 2;
  return what === 'remove' ? 3 : -1;
}

/**
 * The steps that an owner's rows ask for, the next one first; none when all is as it should be. `slots`: in the order in
 * which their messages stand in the channel; `left`: rows that have to wait.
 */
export function stepsOf(
  rows: readonly MessageRow[],
  slots: readonly string[],
  targetOf: (row: MessageRow) => Target,
  at: number,
  left: ReadonlySet<number> = new Set(),
): Step[] {
  const place = ({ row }: Step) => (row.state === 'planned' ? slots.indexOf(row.slot) : -1);
  return rows
    .filter(({ id }) => !left.has(id))
    .flatMap((row) => stepOf(row, targetOf(row), at) ?? [])
    .sort((a, b) => rank(a) - rank(b) || place(a) - place(b) || a.row.id - b.row.id);
}

/** A nonce has at most 25 characters; so many of a hash tell apart whatever a bot ever sends. */
const LENGTH = 24;

/**
 * The nonce under which a message is sent: Discord answers a second one of the same author and nonce, for some minutes
 * and in whatever channel, with the first. So it hangs on the channel, on what the message is for, and on how often
 * that was gone already: 24 characters of base64url(SHA-256).
 */
export const nonceOf = (channel: string, purpose: string, attempt = 0): string =>
  createHash('sha256')
    .update(JSON.stringify([channel, purpose, attempt]))
    .digest('base64url')
    .slice(0, LENGTH);

/** What a message is for, in words. */
export const purposeOf = ({ match, guild, slot }: Pick<MessageRow, 'match' | 'guild' | 'slot'>): string =>
  match === null ? `${slot}.${guild}` : `${match}.${slot}`;

/**
 * The nonce of a message's next try. It hangs on the row, too: a table that comes back to a channel within minutes must not
 * be answered with its own old message.
 */
export const nonceOfRow = (
  row: Pick<MessageRow, 'id' | 'match' | 'guild' | 'slot' | 'channel' | 'attempt'>,
): string => nonceOf(row.channel, `${purposeOf(row)}#${row.id}`, row.attempt);
