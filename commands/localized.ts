import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';
import {
  discordLocales,
  FALLBACK,
  keyOf,
  LOCALES,
  type Locale,
  type Translate,
  translator,
} from '../src/locales.ts';
import { GAMES } from '../src/modules.ts';
import { commandData } from './index.ts';

/** The commands with their names and descriptions in every language, as Discord shows each person their own. */

type Body = RESTPostAPIChatInputApplicationCommandsJSONBody;

interface Choice {
  readonly name: string;
}

interface Part extends Choice {
  readonly type?: number;
  readonly description?: string;
  readonly options?: readonly Part[];
  readonly choices?: readonly Choice[];
}

/** Games are called the same in every language, and so are their commands. */
const isGame = (name: string): boolean => GAMES.some(({ id }) => id === name);

/** Types of options below which commands go on; all others are filled in. */
const SUBCOMMANDS: readonly (number | undefined)[] = [1, 2];

/** `last-turn` stands in the catalogue as `lastTurn`. */
const idOf = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function nameOf({ name, type }: Part, below: boolean, t: Translate): string {
  if (!below && isGame(name)) return name;
  const kind = below && !SUBCOMMANDS.includes(type) ? 'option' : 'command';
  return t(keyOf(`name.${kind}.${idOf(name)}`));
}

/** By Discord's locales, those that differ from what stands there for everybody else. */
function others(own: string, texts: ReadonlyMap<Locale, string>): Record<string, string> | undefined {
  const found = [...texts].filter(([, text]) => text !== own);
  if (found.length === 0) return undefined;
  return Object.fromEntries(
    found.flatMap(([locale, text]) => discordLocales(locale).map((one) => [one, text] as const)),
  );
}

/** One command or option of all languages put together; `parts` are the same one in each of them. */
function merged(own: Part, parts: ReadonlyMap<Locale, Part>, below = false): Part {
  const each = (say: (part: Part, t: Translate) => string) =>
    new Map([...parts].map(([locale, part]) => [locale, say(part, translator(locale))]));
  return {
    ...own,
    ...only(
      'name_localizations',
      others(
        own.name,
        each((part, t) => nameOf(part, below, t)),
      ),
    ),
    ...only(
      'description_localizations',
      others(
        own.description ?? '',
        each((part) => part.description ?? ''),
      ),
    ),
    ...(own.choices && {
      choices: own.choices.map((choice, at) => ({
        ...choice,
        ...only(
          'name_localizations',
          others(
            choice.name,
            each((part) => part.choices![at]!.name),
          ),
        ),
      })),
    }),
    ...(own.options && {
      options: own.options.map((option, at) =>
        merged(option, new Map([...parts].map(([locale, part]) => [locale, part.options![at]!])), true),
      ),
    }),
  };
}

const only = (field: string, texts: Record<string, string> | undefined) => (texts ? { [field]: texts } : {});

/** What Discord is told of the commands: English for everybody, the other languages beside it. */
export function localizedCommands(): Body[] {
  const all = new Map(
    LOCALES.filter((locale) => locale !== FALLBACK).map((locale) => [
      locale,
      commandData(translator(locale)),
    ]),
  );
  return commandData(translator(FALLBACK)).map(
    (own, at) =>
      merged(own as Part, new Map([...all].map(([locale, data]) => [locale, data[at] as Part]))) as Body,
  );
}
