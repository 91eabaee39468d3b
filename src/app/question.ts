import type { Translate } from '../locales.ts';
import type { Match } from '../match/match.ts';
import type { MessageRow } from '../store/messages.ts';
import type { Target } from './messages/plan.ts';
import type { Draft } from './outbound.ts';
import { settledScreen } from './standstill.ts';

/**
 * The message that asks something at a table (to end the match, to take somebody off): one that pings while it is open, one
 * line when it is settled.
 */

const QUESTION = 'question:';

/** The slot of the question that the row `seq` of the log asks. */
export const questionSlot = (seq: number): string => `${QUESTION}${seq}`;

/** The row of the log that a message asks for; undefined for any other message. */
const askedIn = ({ slot }: Pick<MessageRow, 'slot'>): number | undefined =>
  slot.startsWith(QUESTION) ? Number(slot.slice(QUESTION.length)) : undefined;

/** What is to become of the message of a question; undefined for any other message. `open`: how the open one reads. */
export function questionTarget(
  row: MessageRow,
  match: Match,
  open: Draft | undefined,
  t: Translate,
): Target | undefined {
  const seq = askedIn(row);
  if (seq === undefined) return undefined;
  if (open && match.question?.seq === seq) return { show: open, gone: 'again', old: 'wait', unsure: 'again' };
  // Nobody has read it, so nobody need hear what came of it.
  if (row.state === 'planned') return 'nothing';
  return { show: settledScreen(match, seq, t), last: true, gone: 'drop', old: 'wait', unsure: 'again' };
}
