import { createHash } from 'node:crypto';
import type { MessageRow } from '../../store/messages.ts';

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
