import type { Issue, Schema } from 'discord-api-spec/zod';
import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  ApplicationCommandUpdateRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  CreateTextThreadWithoutMessageRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
  MessageEditRequestPartialSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
  UpdateThreadRequestPartialSchema,
} from 'discord-api-spec/zod';
import { badLength, type Fault, fault, type Path, required, tooLong } from './faults.ts';

/** Which request a body belongs to. `commands` is the list of a bulk registration. */
export type Kind =
  | 'create'
  | 'edit'
  | 'callback'
  | 'webhook-create'
  | 'webhook-edit'
  | 'commands'
  | 'thread'
  | 'thread-edit';

type Fields = Record<string, unknown>;

const CALLBACKS: Record<number, Schema> = {
  4: CreateMessageInteractionCallbackRequestSchema,
  5: CreateMessageInteractionCallbackRequestSchema,
  6: UpdateMessageInteractionCallbackRequestSchema,
  7: UpdateMessageInteractionCallbackRequestSchema,
  8: ApplicationCommandAutocompleteCallbackRequestSchema,
  9: ModalInteractionCallbackRequestSchema,
};

const BODIES: Record<Exclude<Kind, 'callback' | 'commands'>, Schema> = {
  create: MessageCreateRequestSchema,
  edit: MessageEditRequestPartialSchema,
  'webhook-create': IncomingWebhookRequestPartialSchema,
  'webhook-edit': IncomingWebhookUpdateRequestPartialSchema,
  thread: CreateTextThreadWithoutMessageRequestSchema,
  'thread-edit': UpdateThreadRequestPartialSchema,
};

/** Lengths that have a lower limit too, so that the message can name both; a command's options have none. */
const BOTH_ENDS: Record<string, number> = { custom_id: 100, options: 25, items: 10, components: 5 };

/** The kinds of answer to an interaction Discord knows. */
export const CALLBACK_TYPES = Object.keys(CALLBACKS).map(Number);

/** Whether a value is an object with fields rather than a list, null or a plain value. */
export function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function number(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function message(body: unknown): unknown {
  if (!isFields(body)) return body;
  const plain: Fields = { ...body };
  if ('flags' in plain) plain.flags = number(plain.flags);
  if (Array.isArray(plain.attachments))
    plain.attachments = plain.attachments.map((item: unknown) =>
      isFields(item) && Number.isInteger(item.id) ? { ...item, id: String(item.id) } : item,
    );
  return plain;
}

function command(body: unknown): unknown {
  return isFields(body) && 'default_member_permissions' in body
    ? { ...body, default_member_permissions: number(body.default_member_permissions) }
    : body;
}

/**
 * The body with the spellings Discord takes as the same thing made one: attachment ids as text, flags and
 * permissions as numbers.
 */
export function plain(kind: Kind, body: unknown): unknown {
  if (kind === 'commands') return Array.isArray(body) ? body.map(command) : body;
  if (kind === 'callback')
    return isFields(body) && isFields(body.data) ? { ...body, data: message(body.data) } : body;
  return message(body);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function notOfType(path: Path, expected: string | undefined, input: unknown): Fault {
  if (input === undefined || input === null) return required(path);
  switch (expected) {
    case 'string':
      return fault(path, 'STRING_TYPE_CONVERT', `Could not interpret ${shown(input)} as string.`);
    case 'array':
      return fault(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    case 'object':
    case 'record':
      return fault(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
    case 'boolean':
      return fault(path, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.');
    default:
      return fault(path, 'NUMBER_TYPE_COERCE', `Value ${shown(input)} is not int.`);
  }
}

function wrongSize(issue: Issue, path: Path): Fault {
  const key = String(path.at(-1));
  const both = key in BOTH_ENDS && (key !== 'options' || path.includes('components'));
  const { maximum, minimum } = issue;
  if (issue.origin !== 'string' && issue.origin !== 'array')
    return issue.code === 'too_big'
      ? fault(path, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${maximum}.`)
      : fault(path, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${minimum}.`);
  if (issue.code === 'too_big')
    return both ? badLength(path, 1, Number(maximum)) : tooLong(path, Number(maximum));
  const upper = BOTH_ENDS[key];
  return upper === undefined ? required(path) : badLength(path, Number(minimum), upper);
}

/** A union as Discord reads it: the field `type` picks the alternative, and only its faults are named. */
function ofUnion(issue: Issue, path: Path): Fault[] {
  const alternatives = (issue.errors ?? []).filter((issues) => issues.length > 0);
  const wrongType = (issues: Issue[]) =>
    issues.find(({ path, code }) => path.length === 1 && path[0] === 'type' && code === 'invalid_value');
  const chosen = alternatives.filter((issues) => !wrongType(issues));
  if (chosen.length === 0 && alternatives.length > 0) {
    const types = alternatives.flatMap((issues) => wrongType(issues)?.values ?? []);
    const choices = types.map(Number).sort((a, b) => a - b);
    return [
      fault(path, 'UNION_TYPE_CHOICES', `Value of field "type" must be one of (${choices.join(', ')}).`),
    ];
  }
  const depth = (issues: Issue[]) => Math.max(...issues.map(({ path }) => path.length));
  const best = chosen.sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
  return best.flatMap((inner) => translated(inner, path));
}

function translated(issue: Issue, before: Path): Fault[] {
  const path = [...before, ...(issue.path as (string | number)[])];
  switch (issue.code) {
    case 'invalid_union':
      return ofUnion(issue, path);
    case 'invalid_type':
      return [notOfType(path, issue.expected, issue.input)];
    case 'too_big':
    case 'too_small':
      return [wrongSize(issue, path)];
    case 'invalid_value':
      if (issue.input === undefined) return [required(path)];
      return [
        fault(
          path,
          'BASE_TYPE_CHOICES',
          `Value must be one of {${(issue.values ?? []).map(shown).join(', ')}}.`,
        ),
      ];
    case 'invalid_format':
      if (issue.format === 'url') return [fault(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')];
      return [fault(path, 'NUMBER_TYPE_COERCE', `Value ${shown(issue.input)} is not snowflake.`)];
    default:
      return [fault(path, 'BASE_TYPE_INVALID', issue.message)];
  }
}

function held(schema: Schema, body: unknown, path: Path = []): Fault[] {
  const result = schema.safeParse(body, { reportInput: true });
  return result.success ? [] : result.error.issues.flatMap((issue) => translated(issue, path));
}

/**
 * What Discord's published schema says against a body, and nothing else: an empty list when it agrees.
 * For recorded requests, where the context a full check wants is gone.
 */
export function published(kind: Kind, body: unknown): Fault[] {
  const value = plain(kind, body);
  if (kind === 'commands')
    return Array.isArray(value)
      ? value.flatMap((one, index) => held(ApplicationCommandUpdateRequestSchema, one, [index]))
      : [notOfType([], 'array', value)];
  if (kind !== 'callback') return held(BODIES[kind], value);
  if (!isFields(value)) return [notOfType([], 'object', value)];
  const schema = CALLBACKS[Number(value.type)];
  if (typeof value.type === 'number' && schema) return held(schema, value);
  return [
    value.type === undefined
      ? required(['type'])
      : fault(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${CALLBACK_TYPES.join(', ')}}.`),
  ];
}
