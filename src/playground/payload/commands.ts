import { AvailableLocalesEnumSchema } from 'discord-api-spec/zod';
import {
  badLength,
  type Complaint,
  type Fault,
  fault,
  type Path,
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
};

type Command = Omit<Option, 'type' | 'description'> & {
  description?: string | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
};

const SUBCOMMAND = 1;
const COMMANDS = 100;
const CHARACTERS = 8000;
const CHOICE_VALUE = 100;
const DESCRIPTION = 100;

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

function localized(part: Command | Option | Choice, path: Path, strictNames = true): Fault[] {
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
    ...localized(option, path),
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
  if (typeof option.min_value === 'number' && option.min_value > (option.max_value ?? Infinity))
    faults.push(
      fault(
        [...path, 'min_value'],
        'APPLICATION_COMMAND_OPTION_RANGE_INVALID',
        'min_value must not be above max_value',
      ),
    );
  return faults;
}

function optionListFaults(options: readonly Option[], path: Path): Fault[] {
  const faults = options.flatMap((option, index) => optionFaults(option, [...path, index]));
  const nests = ({ type }: Option) => type === SUBCOMMAND;
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
  const { description } = command;
  return [
    ...nameFaults(command.name, [...path, 'name']),
    ...localized(command, path),
    ...(description === undefined || description === null
      ? [required([...path, 'description'])]
      : description.trim()
        ? []
        : [badLength([...path, 'description'], 1, DESCRIPTION)]),
    ...optionListFaults(command.options ?? [], [...path, 'options']),
    ...(['contexts', 'integration_types'] as const).flatMap((field) =>
      repeated(
        command[field] ?? [],
        (value) => value,
        (index) =>
          fault(
            [...path, field, index],
            'SET_TYPE_ALREADY_CONTAINS_VALUE',
            'The set already contains this value',
          ),
      ),
    ),
    ...(characters(command) > CHARACTERS
      ? [fault(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${CHARACTERS})`)]
      : []),
  ];
}

/**
 * What the published schema misses in the registration of commands.
 * @param value the list, passed by the schema
 * @returns the faults, or the refusal when there are too many commands (30032)
 */
export function commandListFaults(value: unknown): Fault[] | Complaint {
  const commands = value as Command[];
  if (commands.length > COMMANDS)
    return { code: 30032, message: `Maximum number of application commands reached (${COMMANDS})` };
  return [
    ...commands.flatMap((command, index) => commandFaults(command, [index])),
    ...repeated(
      commands,
      (command) => command.name,
      (index) =>
        fault(
          [index, 'name'],
          'APPLICATION_COMMANDS_DUPLICATE_NAME',
          'Application command names must be unique',
        ),
    ),
  ];
}
