import { COMPONENTS_V2, EPHEMERAL } from '../shapes.ts';
import { type Fault, fault, type Path } from './faults.ts';
import { isFields, type Kind } from './schema.ts';

/**
 * What the stand-in imitates of what Discord takes. Everything else is refused, so that nobody sends what would be
 * neither stored nor shown here.
 */

const FLAGS = EPHEMERAL | COMPONENTS_V2;
const MESSAGE = [
  'content',
  'components',
  'flags',
  'attachments',
  'allowed_mentions',
  'nonce',
  'enforce_nonce',
];
const NAMES = ['name', 'name_localizations', 'description', 'description_localizations'];
const COMMAND = [...NAMES, 'type', 'options', 'default_member_permissions', 'contexts', 'integration_types'];
const OPTION = [...NAMES, 'type', 'required', 'autocomplete', 'choices', 'options', 'min_value', 'max_value'];
const MENU = ['custom_id', 'placeholder', 'min_values', 'max_values', 'disabled'];

/** The fields of each type of component of a message, beside `type` and `id`. */
const COMPONENTS: Readonly<Record<number, readonly string[]>> = {
  1: ['components'],
  2: ['custom_id', 'style', 'label', 'disabled', 'url'],
  3: [...MENU, 'options'],
  5: [...MENU, 'default_values'],
  6: [...MENU, 'default_values'],
  8: [...MENU, 'default_values', 'channel_types'],
  10: ['content'],
  12: ['items'],
  13: ['file'],
  17: ['accent_color', 'components'],
};

const LABEL = 18;
const TEXT_INPUT = 4;
const INPUT = ['custom_id', 'style', 'value', 'placeholder', 'required', 'min_length', 'max_length'];

/** A slash command (1), and of its options a subcommand (1), a text (3), an integer (4), a yes or no (5), a user (6). */
const COMMAND_TYPES = [1];
const OPTION_TYPES = [1, 3, 4, 5, 6];
/** Primary, secondary, success, danger, link. */
const BUTTON_STYLES = [1, 2, 3, 4, 5];

function foreign(path: Path): Fault {
  return fault(path, 'NOT_IMITATED', 'Discord takes this, but the playground does not imitate it.');
}

/** Null, false and what is empty say nothing, so they may stand anywhere. */
const saysSomething = (value: unknown): boolean =>
  Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** The fields of `value` that say something and are none of `known`. */
function fields(value: unknown, known: readonly string[], path: Path): Fault[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([field, given]) =>
    saysSomething(given) && !known.includes(field) ? [foreign([...path, field])] : [],
  );
}

/** A field that is none of the numbers imitated; one that is not given is. */
function number(value: unknown, known: readonly number[], path: Path): Fault[] {
  return value === undefined || value === null || known.includes(Number(value)) ? [] : [foreign(path)];
}

function each(list: unknown, path: Path, of: (one: Record<string, unknown>, path: Path) => Fault[]): Fault[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one, index) => (isFields(one) ? of(one, [...path, index]) : []));
}

function component(one: Record<string, unknown>, path: Path): Fault[] {
  const known = COMPONENTS[Number(one.type)];
  if (!known) return [foreign([...path, 'type'])];
  return [
    ...fields(one, ['type', 'id', ...known], path),
    ...(one.type === 2 ? number(one.style, BUTTON_STYLES, [...path, 'style']) : []),
    ...each(one.options, [...path, 'options'], (option, at) =>
      fields(option, ['label', 'value', 'description', 'default'], at),
    ),
    ...each(one.items, [...path, 'items'], (item, at) => fields(item, ['media', 'description'], at)),
    ...each(one.components, [...path, 'components'], component),
  ];
}

/** A form is made of labelled text inputs alone. */
function label(one: Record<string, unknown>, path: Path): Fault[] {
  const { type, component: input } = one;
  if (type !== LABEL) return [foreign([...path, 'type'])];
  if (!isFields(input)) return [];
  const at = [...path, 'component'];
  return [
    ...fields(one, ['type', 'id', 'label', 'component'], path),
    ...(input.type === TEXT_INPUT ? fields(input, ['type', 'id', ...INPUT], at) : [foreign([...at, 'type'])]),
  ];
}

function message(body: Record<string, unknown>, path: Path): Fault[] {
  return [
    ...fields(body, MESSAGE, path),
    ...(Number(body.flags ?? 0) & ~FLAGS ? [foreign([...path, 'flags'])] : []),
    ...fields(body.allowed_mentions, ['users'], [...path, 'allowed_mentions']),
    ...each(body.attachments, [...path, 'attachments'], (one, at) =>
      fields(one, ['id', 'filename', 'description'], at),
    ),
    ...each(body.components, [...path, 'components'], component),
  ];
}

function option(one: Record<string, unknown>, path: Path): Fault[] {
  return [
    ...fields(one, OPTION, path),
    ...number(one.type, OPTION_TYPES, [...path, 'type']),
    ...each(one.options, [...path, 'options'], option),
  ];
}

function command(one: Record<string, unknown>, path: Path): Fault[] {
  return [
    ...fields(one, COMMAND, path),
    ...number(one.type, COMMAND_TYPES, [...path, 'type']),
    ...each(one.options, [...path, 'options'], option),
  ];
}

/** Faults (`NOT_IMITATED`) for all that a body says, or asks for, and the stand-in leaves out. */
export function foreignFaults(kind: Kind, body: unknown): Fault[] {
  if (kind === 'commands') return each(body, [], command);
  if (!isFields(body)) return [];
  if (kind === 'thread') return fields(body, ['name', 'auto_archive_duration', 'type'], []);
  if (kind === 'thread-edit') return fields(body, ['archived', 'locked'], []);
  if (kind !== 'callback') return message(body, []);
  const { type, data } = body;
  if (!isFields(data)) return [];
  if (type === 8) return fields(data, ['choices'], ['data']);
  if (type !== 9) return message(data, ['data']);
  return [
    ...fields(data, ['custom_id', 'title', 'components'], ['data']),
    ...each(data.components, ['data', 'components'], label),
  ];
}
