import { now } from '../../clock.ts';
import { beginMessage, endMessage, type Fresh, type MessageRow, type Owner } from '../../store/messages.ts';
import type { Store } from '../../store/open.ts';
import { passing, UNKNOWN_MESSAGE } from '../discorderror.ts';
import { type Draft, drawn, type Outbound, type Sent } from '../outbound.ts';
import { isPast, nonceOfRow, purposeOf, shownBy } from './plan.ts';

/** Messages that are posted once: written down, posted, noted. Nobody looks after them. */

/** Whether a message stands, as far as anybody can tell: what was sent and cannot be found any more counts as standing. */
export const isPosted = (row: Pick<MessageRow, 'state' | 'at'>): boolean =>
  row.state !== 'sending' || isPast(row, now());

/**
 * Posts a message, unless its slot has one already; a refusal is a value. Where no answer came it may be posted all the same:
 * whoever comes again within minutes finds it, and later it counts as posted, so that it never comes twice.
 */
export async function stand(
  { store, outbound }: { readonly store: Store; readonly outbound: Outbound },
  owner: Owner,
  fresh: Fresh,
  draft: Draft,
): Promise<Sent> {
  const screen = await drawn(draft);
  const row = await beginMessage(store, owner, fresh, now(), (one) => ({
    nonce: nonceOfRow(one),
    shown: shownBy(draft),
  }));
  if (isPosted(row)) return { ok: true };
  const sent = await outbound.post(row.channel, screen, purposeOf(row), row.nonce ?? undefined);
  if (sent.ok) await endMessage(store, row, { state: 'stands', message: sent.message });
  // Somebody has deleted it, so it was posted.
  else if (sent.code === UNKNOWN_MESSAGE) await endMessage(store, row, { state: 'unsure' });
  else if (!passing(sent)) await endMessage(store, row, null);
  return !sent.ok && sent.code === UNKNOWN_MESSAGE ? { ok: true } : sent;
}
