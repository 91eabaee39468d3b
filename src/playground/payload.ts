import { refused } from './errors.ts';
import { choiceFaults, commandListFaults } from './payload/commands.ts';
import { brokenText, type Complaint, type Fault, fault, invalid, required } from './payload/faults.ts';
import { foreignFaults } from './payload/imitated.ts';
import { messageFaults, type Surroundings } from './payload/message.ts';
import { modalFaults } from './payload/modal.ts';
import { CALLBACK_TYPES, isFields, type Kind, plain, published } from './payload/schema.ts';
import { EPHEMERAL } from './shapes.ts';

export { published };

/**
 * What the check of a request needs beside its body: `fileSizes` are the bytes of the files, in their order;
 * `interaction` is what an answer answers.
 */
export type Context = Surroundings & {
  fileSizes?: readonly number[];
  interaction?: 'command' | 'component' | 'modal' | 'autocomplete';
};

const MEBIBYTE = 1024 * 1024;
const FILE_SIZE = 10 * MEBIBYTE;
const REQUEST_SIZE = 25 * MEBIBYTE;

const EMPTY: Complaint = { code: 50006, message: 'Cannot send an empty message' };
const TOO_LARGE: Complaint = { code: 40005, message: 'Request entity too large' };

const REPLY = 4;
const DEFERRED_REPLY = 5;
const DEFERRED_UPDATE = 6;
const UPDATE = 7;
const CHOICES = 8;
const MODAL = 9;

/** Which answers an interaction takes. A form sent from a command has no message to update. */
function answers({ interaction, previous }: Context): readonly number[] {
  switch (interaction) {
    case 'command':
      return [REPLY, DEFERRED_REPLY, MODAL];
    case 'component':
      return [REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, MODAL];
    case 'modal':
      return previous ? [REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE] : [REPLY, DEFERRED_REPLY];
    case 'autocomplete':
      return [CHOICES];
    default:
      return CALLBACK_TYPES;
  }
}

/** A deferred answer may have the flag for ephemeral messages, and nothing else. */
function deferredFaults(type: number, data: unknown): Fault[] {
  if (!isFields(data)) return [];
  return Object.entries(data).flatMap(([field, value]) => {
    if (value === undefined || value === null) return [];
    if (type === DEFERRED_REPLY && field === 'flags' && (Number(value) & ~EPHEMERAL) === 0) return [];
    const message =
      field === 'flags' && type === DEFERRED_REPLY
        ? 'Only MessageFlags.EPHEMERAL can be set on a deferred response'
        : 'A deferred response cannot carry a message';
    return [fault(['data', field], 'INTERACTION_DEFERRED_RESPONSE_DATA_INVALID', message)];
  });
}

function callback(body: unknown, context: Context): Complaint | null {
  const { type, data } = body as { type: number; data?: unknown };
  const allowed = answers(context);
  if (!allowed.includes(type))
    return invalid([fault(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`)]);
  const missing = data === undefined || data === null;
  switch (type) {
    case REPLY:
      return missing ? invalid([required(['data'])]) : message(data, context, false, ['data']);
    case UPDATE:
      return missing ? null : message(data, context, true, ['data']);
    case DEFERRED_REPLY:
    case DEFERRED_UPDATE:
      return invalid(deferredFaults(type, data));
    case CHOICES:
      if (missing) return invalid([required(['data'])]);
      return invalid(
        choiceFaults((data as { choices?: Parameters<typeof choiceFaults>[0] }).choices ?? [], [
          'data',
          'choices',
        ]),
      );
    case MODAL:
      return invalid(modalFaults(data, ['data']));
    default:
      return null;
  }
}

function message(body: unknown, context: Context, edit: boolean, path: string[]): Complaint | null {
  const { faults, empty } = messageFaults(body, context, edit, path);
  return invalid(faults) ?? (empty ? EMPTY : null);
}

function thread(body: unknown): Complaint | null {
  return (body as { name: string }).name.trim() ? null : invalid([required(['name'])]);
}

function commands(body: unknown): Complaint | null {
  const faults = commandListFaults(body);
  return Array.isArray(faults) ? invalid(faults) : faults;
}

/**
 * Checks a request's body: against Discord's published schema, against what is imitated, and against the limits that
 * the schema leaves out.
 * @param body the parsed JSON, of a multipart request its `payload_json`
 * @returns null when Discord would take it, else the error's code, message and, for 50035, the tree of
 *   faults. A body over the size limits is 40005, a message with nothing in it 50006.
 */
export function check(kind: Kind, body: unknown, context: Context): Complaint | null {
  const sizes = context.fileSizes ?? [];
  if (sizes.some((size) => size > FILE_SIZE) || sizes.reduce((sum, size) => sum + size, 0) > REQUEST_SIZE)
    return TOO_LARGE;
  const wrong = [...brokenText(body), ...published(kind, body)];
  if (wrong.length > 0) return invalid(wrong);
  const value = plain(kind, body);
  const foreign = foreignFaults(kind, value);
  if (foreign.length > 0) return invalid(foreign);
  switch (kind) {
    case 'create':
    case 'webhook-create':
      return message(value, context, false, []);
    case 'edit':
    case 'webhook-edit':
      return message(value, context, true, []);
    case 'callback':
      return callback(value, context);
    case 'commands':
      return commands(value);
    case 'thread':
      return thread(value);
    case 'thread-edit':
      return null;
  }
}

/** Throws what `check` says against a body. */
export function demand(kind: Kind, body: unknown, context: Context = { files: [] }): void {
  const complaint = check(kind, body, context);
  if (complaint) throw refused(complaint);
}
