import { now } from '../../clock.ts';
import type { Fresh, MessageRow } from '../../store/messages.ts';
import { plain } from '../components.ts';
import { type Draft, drawn, type Screen } from '../outbound.ts';
import type { Feature } from './feature.ts';
import { hashOf, nonceOfRow, type Show, shownBy, stepsOf } from './plan.ts';

/** How a message is posted: what of it is drawn, and noted, before it is sent. */

/** What takes the place of a message that may be on its way and is not wanted any more, until it is removed. */
const BLANK: Draft = plain('…');

/** A message that is drawn, to be posted first. */
export interface First {
  readonly slot: string;
  readonly hash: string;
  readonly screen: Screen;
}

/** The message that is posted first; undefined where that is none that may come twice rather than never. */
export function firstPost<C>(
  feature: Feature<C>,
  c: C,
  rows: readonly MessageRow[],
  at: number,
): { readonly row: MessageRow; readonly target: Show } | undefined {
  const slots = feature.slots(c, rows).map(({ slot }) => slot);
  const [step] = stepsOf(rows, slots, (row) => feature.screenOf(row, c, rows), at);
  if (step?.do !== 'post' || step.row.state !== 'planned' || step.target === 'nothing') return undefined;
  return step.target.unsure === 'again' ? { row: step.row, target: step.target } : undefined;
}

/** Draws it before anybody is kept from the owner's messages: of those that are to be `added` nothing is noted yet. */
export async function drawFirst<C>(
  feature: Feature<C>,
  c: C,
  known: readonly MessageRow[],
  added: readonly Fresh[],
): Promise<First | undefined> {
  const rows = [...known, ...added.map((fresh, n): MessageRow => ({ ...UNBORN, id: -1 - n, ...fresh }))];
  const first = firstPost(feature, c, rows, now());
  if (!first) return undefined;
  const { row, target } = first;
  return { slot: row.slot, hash: hashOfPost(target), screen: await drawn(draftOf(target)) };
}

const UNBORN: Omit<MessageRow, 'id' | 'slot' | 'channel'> = {
  ...{ match: null, guild: null, message: null, nonce: null, shown: null, data: null },
  ...{ wanted: 'screen', state: 'planned', attempt: 0, at: 0, due: 0 },
};

/** The message that was noted as being sent as the right to do so was taken. */
export interface Begun {
  readonly id: number;
  readonly screen: Screen;
}

/** What is noted of a message before it is sent. */
export const underWay = (row: MessageRow, target: 'nothing' | Show, at: number): Partial<MessageRow> => ({
  state: 'sending',
  nonce: row.nonce ?? nonceOfRow(row),
  at,
  shown: hashOfPost(target),
  due: at,
});

export const draftOf = (target: 'nothing' | Show): Draft =>
  target === 'nothing' ? BLANK : (target.first ?? target.show);

export const hashOfPost = (target: 'nothing' | Show): string =>
  target === 'nothing' || target.first ? shownBy(draftOf(target)) : hashOf(target);
