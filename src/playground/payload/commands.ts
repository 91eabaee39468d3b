import { AvailableLocalesEnumSchema } from 'discord-api-spec/zod';
import {
  badLength,
  type Fault,
  fault,
  type Path,
  type Refusal,
  repeated,
  required,
  tooLong,
} from './faults.ts';

type Localized = Record<string, string> | null;

type Choice = { name: string; name_localizations?: Localized; value: string | number };

type Option = {
  type: number;
  name: string;
  name_localizations?: Localized;
  description: string;
  description_localizations?: Localized;
  required?: boolean | null;
  autocomplete?: boolean | null;
  choices?: Choice[] | null;
  options?: Option[] | null;
  min_value?: number | null;
  max_value?: number | null;
  min_length?: number | null;
  max_length?: number | null;
};

type Command = Omit<Option, 'type' | 'description'> & {
  type?: number | null;
  description?: string | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
};

const CHAT = 1;
const ENTRY_POINT = 4;
const SUBCOMMAND = 1;
const GROUP = 2;
const CHARACTERS = 8000;
const CHOICE_VALUE = 100;
const DESCRIPTION = 100;

/** How many commands of a type an application may have. */
const MOST: Record<number, number> = { 1: 100, 2: 15, 3: 15, 4: 1 };

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

function nameFaults(name: string, path: Path): Fault[] {
  return NAME.test(name) && name === name.toLowerCase()
    ? []
    : [fault(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')];
}

/** The longest spelling of a text in any language, which is the one that is counted. */
function longest(text: string | null | undefined, others: Localized | undefined): number {
  return Math.max(text?.length ?? 0, ...Object.values(others ?? {}).map((other) => other.length));
}

/** Characters of a command as its limit counts them: names, descriptions and values, options included. */
function characters(part: Command | Option): number {
  const choices = (part.choices ?? []).reduce(
    (sum, { name, name_localizations, value }) =>
      sum + longest(name, name_localizations) + (typeof value === 'string' ? value.length : 0),
    0,
  );
  return (
    longest(part.name, part.name_localizations) +
    longest(part.description, part.description_localizations) +
    choices +
    (part.options ?? []).reduce((sum, option) => sum + characters(option), 0)
  );
}

function localized(part: Command | Option | Choice, path: Path, strictNames: boolean): Fault[] {
  return (['name_localizations', 'description_localizations'] as const).flatMap((field) =>
    Object.entries((part as Option)[field] ?? {}).flatMap(([locale, text]) => {
      const at = [...path, field, locale];
      if (!AvailableLocalesEnumSchema.safeParse(locale).success)
        return [fault(at, 'BASE_TYPE_CHOICES', 'Value must be one of the locales of Discord.')];
      return strictNames && field === 'name_localizations' ? nameFaults(text, at) : [];
    }),
  );
}

/** Faults of the choices of an option or of an autocomplete answer. */
export function choiceFaults(choices: readonly (Choice | null)[], path: Path): Fault[] {
  return choices.flatMap((choice, index) => [
    ...(typeof choice?.value === 'string' && choice.value.length > CHOICE_VALUE
      ? [tooLong([...path, index, 'value'], CHOICE_VALUE)]
      : []),
    ...(choice && !choice.name.trim() ? [required([...path, index, 'name'])] : []),
    ...(choice ? localized(choice, [...path, index], false) : []),
  ]);
}

function optionFaults(option: Option, path: Path): Fault[] {
  const faults = [
    ...nameFaults(option.name, [...path, 'name']),
    ...localized(option, path, true),
    ...(option.description.trim() ? [] : [required([...path, 'description'])]),
    ...choiceFaults(option.choices ?? [], [...path, 'choices']),
    ...repeated(
      option.choices ?? [],
      (choice) => choice.name,
      (index) =>
        fault(
          [...path, 'choices', index, 'name'],
          'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
          'Choice name already exists',
        ),
    ),
    ...optionListFaults(option.options ?? [], [...path, 'options']),
  ];
  if (option.autocomplete && option.choices?.length)
    faults.push(
      fault(
        [...path, 'autocomplete'],
        'APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES',
        'Autocomplete and choices are mutually exclusive',
      ),
    );
  for (const [low, high] of [
    ['min_value', 'max_value'],
    ['min_length', 'max_length'],
  ] as const) {
    const least = option[low];
    const most = option[high];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      faults.push(
        fault([...path, low], 'APPLICATION_COMMAND_OPTION_RANGE_INVALID', `${low} must not be above ${high}`),
      );
  }
  return faults;
}

function optionListFaults(options: readonly Option[], path: Path): Fault[] {
  const faults = options.flatMap((option, index) => optionFaults(option, [...path, index]));
  const nests = (option: Option) => option.type === SUBCOMMAND || option.type === GROUP;
  const mixed = options.findIndex((option) => nests(option) !== nests(options[0]!));
  if (mixed > 0)
    faults.push(
      fault(
        [...path, mixed],
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command and sub-command group option types are mutually exclusive to all other types',
      ),
    );
  let optional = false;
  options.forEach((option, index) => {
    if (option.required && optional)
      faults.push(
        fault(
          [...path, index],
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        ),
      );
    optional ||= !option.required;
  });
  return [
    ...faults,
    ...repeated(
      options,
      (option) => option.name,
      (index) =>
        fault(
          [...path, index, 'name'],
          'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
          'Option name already exists',
        ),
    ),
  ];
}

function commandFaults(command: Command, path: Path): Fault[] {
  const type = command.type ?? CHAT;
  const faults: Fault[] = [];
  if (type === CHAT) {
    faults.push(...nameFaults(command.name, [...path, 'name']), ...localized(command, path, true));
    if (command.description === undefined || command.description === null)
      faults.push(required([...path, 'description']));
    else if (!command.description.trim()) faults.push(badLength([...path, 'description'], 1, DESCRIPTION));
    faults.push(...optionListFaults(command.options ?? [], [...path, 'options']));
  } else {
    faults.push(...localized(command, path, false));
    if (!command.name.trim()) faults.push(required([...path, 'name']));
    if (type !== ENTRY_POINT && command.description)
      faults.push(
        fault(
          [...path, 'description'],
          'APPLICATION_COMMAND_DESCRIPTION_INVALID',
          'Context menu commands cannot have description',
        ),
      );
    if (command.options?.length)
      faults.push(
        fault(
          [...path, 'options'],
          'APPLICATION_COMMAND_OPTIONS_INVALID',
          'Context menu commands cannot have options',
        ),
      );
  }
  for (const field of ['contexts', 'integration_types'] as const)
    faults.push(
      ...repeated(
        command[field] ?? [],
        (value) => value,
        (index) =>
          fault(
            [...path, field, index],
            'SET_TYPE_ALREADY_CONTAINS_VALUE',
            'The set already contains this value',
          ),
      ),
    );
  if (characters(command) > CHARACTERS)
    faults.push(fault(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${CHARACTERS})`));
  return faults;
}

/**
 * What the published schema misses in the registration of commands.
 * @param value the list of a bulk registration or one command, passed by the schema
 * @returns the faults, or the refusal when there are too many commands of a type (30032)
 */
export function commandListFaults(value: unknown): Fault[] | Refusal {
  if (!Array.isArray(value)) return commandFaults(value as Command, []);
  const commands = value as Command[];
  for (const [type, most] of Object.entries(MOST))
    if (commands.filter((command) => (command.type ?? CHAT) === Number(type)).length > most)
      return { code: 30032, message: `Maximum number of application commands reached (${most})` };
  return [
    ...commands.flatMap((command, index) => commandFaults(command, [index])),
    ...repeated(
      commands,
      (command) => `${command.type ?? CHAT} ${command.name}`,
      (index) =>
        fault(
          [index, 'name'],
          'APPLICATION_COMMANDS_DUPLICATE_NAME',
          'Application command names must be unique',
        ),
    ),
  ];
}
