import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandInteractionDataOption,
  APIApplicationCommandOptionChoice,
} from 'discord-api-types/v10';
import type { Command } from './world.ts';

/** A command that can be typed: one without subcommands, or one of the subcommands. */
export interface Leaf {
  readonly command: Command;
  readonly subcommand: string | null;
  /** The whole name, such as `metrox new`. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly LeafOption[];
}

/** An option, called as in the language of whoever sees it; `sent` is what Discord calls it. */
export type LeafOption = APIApplicationCommandBasicOption & { readonly sent: string };

/** An option as it is sent; the one being typed is `focused`. */
export type Option = APIApplicationCommandInteractionDataOption;

/** What was typed for each option, by the option's name. It is checked, and turned into values, when it is sent. */
export type Entries = Readonly<Record<string, string>>;

interface Part {
  readonly name: string;
  readonly description: string;
  readonly name_localizations?: Readonly<Record<string, string>> | null;
  readonly description_localizations?: Readonly<Record<string, string>> | null;
}

/** A command or option as a client shows it in a language of Discord. */
const shown = <P extends Part>(part: P, locale: string): P => ({
  ...part,
  name: part.name_localizations?.[locale] ?? part.name,
  description: part.description_localizations?.[locale] ?? part.description,
});

const optionsIn = (options: readonly APIApplicationCommandBasicOption[], locale: string): LeafOption[] =>
  options.map((option) => {
    const called = shown(option as Part, locale) as APIApplicationCommandBasicOption;
    const choices = choicesOf(option).map((choice) => ({
      ...choice,
      name: choice.name_localizations?.[locale as 'de'] ?? choice.name,
    }));
    return { ...called, ...(choices.length > 0 ? { choices } : {}), sent: option.name } as LeafOption;
  });

/** All commands that can be typed, sorted by name, as a client shows them in a language of Discord. */
export function leaves(commands: readonly Command[], locale = 'en-US'): readonly Leaf[] {
  return commands
    .flatMap((command): Leaf[] => {
      const { options = [] } = command;
      const { name, description } = shown(command as Part, locale);
      const inner = options.filter((each) => each.type === 1);
      if (inner.length === 0)
        return [
          {
            command,
            subcommand: null,
            name,
            description,
            options: optionsIn(options as APIApplicationCommandBasicOption[], locale),
          },
        ];
      return inner.map((each) => {
        const called = shown(each as Part, locale);
        return {
          command,
          subcommand: each.name,
          name: `${name} ${called.name}`,
          description: called.description,
          options: optionsIn(each.options ?? [], locale),
        };
      });
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The commands that match what was typed after the slash: first names that begin with it, then names that have it. */
export function matching(all: readonly Leaf[], typed: string): readonly Leaf[] {
  const text = typed.toLowerCase().replace(/\s+/g, ' ');
  const words = text.trim();
  const begins = all.filter((leaf) => leaf.name.startsWith(words) || text.startsWith(`${leaf.name} `));
  const holds = all.filter((leaf) => !begins.includes(leaf) && words !== '' && leaf.name.includes(words));
  return [...begins, ...holds];
}

/** Reads options typed after a command's name, as `map:Tokyo players:4`. A value ends where the next option begins. */
export function entriesOf(leaf: Leaf, typed: string): Entries {
  const rest = typed.slice(leaf.name.length);
  const names = leaf.options.map((option) => option.name);
  if (names.length === 0 || !typed.startsWith(leaf.name)) return {};
  const marks = [...rest.matchAll(/(?:^|\s)([-\w\p{L}]+):/gu)].filter((match) => names.includes(match[1]!));
  return Object.fromEntries(
    marks.map((match, index) => {
      const end = marks[index + 1]?.index ?? rest.length;
      return [match[1]!, rest.slice(match.index + match[0].length, end).trim()];
    }),
  );
}

const choicesOf = (option: APIApplicationCommandBasicOption): readonly APIApplicationCommandOptionChoice[] =>
  ('choices' in option && option.choices) || [];

/** The fixed choices of an option, a yes or no included; empty where any value may be typed. */
export const fixedChoices = (
  option: APIApplicationCommandBasicOption,
): readonly { name: string; value: string }[] =>
  option.type === 5
    ? [
        { name: 'True', value: 'true' },
        { name: 'False', value: 'false' },
      ]
    : choicesOf(option).map((choice) => ({ name: choice.name, value: String(choice.value) }));

export const isSuggested = (option: APIApplicationCommandBasicOption): boolean =>
  'autocomplete' in option && option.autocomplete === true;

/** Turns an entry into a value for Discord, or into the sentence that says what is wrong with it. */
export function readEntry(
  option: APIApplicationCommandBasicOption,
  entry: string,
): { readonly value: string | number | boolean } | { readonly problem: string } {
  const text = entry.trim();
  const fixed = fixedChoices(option);
  if (fixed.length > 0) {
    const found = fixed.find(
      (choice) => choice.value === text || choice.name.toLowerCase() === text.toLowerCase(),
    );
    if (found === undefined) return { problem: `${option.name}: pick one of the choices.` };
    if (option.type === 5) return { value: found.value === 'true' };
    return { value: option.type === 4 ? Number(found.value) : found.value };
  }
  if (option.type === 4) {
    const number = Number(text);
    if (!Number.isInteger(number)) return { problem: `${option.name}: enter a whole number.` };
    const { min_value: min, max_value: max } = option as { min_value?: number; max_value?: number };
    if (min !== undefined && number < min) return { problem: `${option.name}: at least ${min}.` };
    if (max !== undefined && number > max) return { problem: `${option.name}: at most ${max}.` };
    return { value: number };
  }
  return { value: text };
}

/** The options as Discord takes them, or the first problem: its sentence and the option that has it. */
export function filled(
  leaf: Leaf,
  entries: Entries,
): { readonly options: readonly Option[] } | { readonly problem: string; readonly option: string } {
  const values: Option[] = [];
  for (const option of leaf.options) {
    const entry = entries[option.name];
    if (entry === undefined || entry.trim() === '') {
      if (option.required)
        return { problem: `${option.name}: this option is required.`, option: option.name };
      continue;
    }
    const read = readEntry(option, entry);
    if ('problem' in read) return { problem: read.problem, option: option.name };
    values.push({ type: option.type, name: option.sent, value: read.value } as Option);
  }
  return { options: nested(leaf, values) };
}

/** The options while one of them is typed, for autocomplete. Entries that are wrong are left out. */
export function half(leaf: Leaf, entries: Entries, focused: string): readonly Option[] {
  const values = leaf.options.flatMap((option) => {
    const entry = entries[option.name] ?? '';
    if (option.name === focused)
      return [{ type: option.type, name: option.sent, value: entry, focused: true } as Option];
    if (entry.trim() === '') return [];
    const read = readEntry(option, entry);
    return 'problem' in read ? [] : [{ type: option.type, name: option.sent, value: read.value } as Option];
  });
  return nested(leaf, values);
}

function nested({ subcommand }: Leaf, values: readonly Option[]): readonly Option[] {
  return subcommand === null ? values : [{ type: 1, name: subcommand, options: [...values] } as Option];
}
