import { type Complaint, fault, nested } from './payload/faults.ts';

/** Discord's error codes that the stand-in gives, with their HTTP status and text. */
const KNOWN = {
  10002: [404, 'Unknown Application'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later.'],
  40003: [403, 'You are opening direct messages too fast'],
  40005: [413, 'Request entity too large'],
  40060: [400, 'Interaction has already been acknowledged.'],
  40094: [400, 'This interaction has reached max follow ups'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50024: [400, 'Cannot execute action on this channel type'],
  50027: [401, 'Invalid Webhook Token'],
  50035: [400, 'Invalid Form Body'],
  50083: [403, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  160004: [400, 'A thread has already been created for this message'],
  160005: [403, 'Thread is locked'],
} as const;

export type Code = keyof typeof KNOWN;

/** An error to answer with; `retry_after` in seconds. */
export interface Refusal extends Error {
  status: number;
  body: Complaint & { retry_after?: number };
}

/** Status and text of one of Discord's codes; undefined for those that the stand-in does not know. */
export const known = (code: number | undefined): readonly [status: number, message: string] | undefined =>
  KNOWN[code as Code];

/** The error to throw for a code with its words, and whatever else its body says; 400 where the code is not known. */
export function refused(body: Refusal['body'], status = known(body.code)?.[0] ?? 400): Refusal {
  return Object.assign(new Error(body.message), { status, body });
}

/** The error to throw for one of Discord's codes. */
export function refusal(code: Code, more: Partial<Refusal['body']> = {}): Refusal {
  return refused({ code, message: KNOWN[code][1], ...more });
}

/** 50035 with one fault at a path such as `data.options`. */
export function invalid(path: string, code: string, message: string): Refusal {
  return refusal(50035, { errors: nested([fault(path.split('.'), code, message)]) });
}

/** An error without a code of its own, such as 401. */
export function plain(status: number, message: string): Refusal {
  return refused({ code: 0, message: `${status}: ${message}` }, status);
}

/** Whether an error is one to answer with. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'status' in error && 'body' in error;
}
