import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { languageName } from '../../src/app/settings.ts';
import { LOCALES, type Translate, translator } from '../../src/locales.ts';
import { MODULES } from '../../src/modules.ts';
import type { Person } from '../e2e/person.ts';
import { type Component, parts } from '../lib/message.ts';
import { type Pack, pack } from '../pack.ts';

/** A bot that speaks a language which nobody speaks: whatever it says in plain letters is not from the catalogue. */

const FAR = { upper: 'ДБСГЕФЖЫИЈКЛМЙОРҀЯЅТЦѴШХУЗ', lower: 'дбсгефжыијклмйорҁяѕтцѵшхуз' };

const far = (letters: string): string =>
  letters.replace(/[A-Za-z]/g, (letter) => {
    const at = (letter.toLowerCase().codePointAt(0) ?? 97) - 97;
    return (letter < 'a' ? FAR.upper : FAR.lower)[at]!;
  });

/** Every letter of a sentence becomes one of no Latin kind; placeholders and what Discord reads stay. */
export const translated = (text: string): string =>
  text
    .split(/(\{\{\w+\}\}|<[^>]*>|https?:\S+)/)
    .map((part, i) => (i % 2 ? part : far(part)))
    .join('');

/** The same within this process: what is put in stays as it is. */
export const foreign: Translate = Object.assign(
  (key: Parameters<Translate>[0], values: Parameters<Translate>[1] = {}): string => {
    const { count } = values;
    const bare = translator('en')(key, count === undefined ? {} : { count: Number(count) });
    const text = bare.split(PLACED).map((part, at) => (at % 2 ? `${values[part] ?? ''}` : translated(part)));
    return text.join('');
  },
  // Lists are joined without a word there.
  { locale: 'ja' as const },
);

/** What was not filled in. */
const PLACED = /\{\{(\w+)\}\}/;

type Tree = { [key: string]: string | Tree };

const each = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? translated(value) : each(value),
    ]),
  );

const replacing: Plugin = {
  name: 'foreign',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/locales\/en\.json$/ }, ({ path }) => ({
      loader: 'json',
      contents: JSON.stringify(each(JSON.parse(readFileSync(path, 'utf8')) as Tree)),
    }));
  },
};

/** The bot in that language. */
export const packForeign = (folder: string): Promise<Pack> =>
  pack(
    'tests/bot',
    {
      DISCORD_TOKEN: 'x.y.z',
      DATABASE_FILE: join(folder, 'packing.db'),
    },
    [replacing],
  );

/** What is called by its own name in every language: people, maps, lines, stations and languages. */
function proper(people: readonly string[]): string[] {
  const found = new Set(people);
  const walk = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && /^(id|name|title|letter)$/.test(key)) found.add(value);
    else if (value && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? key : name);
  };
  walk(MODULES.map((module) => module.maps()));
  // A language is offered by its own name.
  for (const locale of LOCALES) found.add(languageName(locale));
  return [...found].filter((name) => /[A-Za-z]{2}/.test(name)).sort((a, b) => b.length - a.length);
}

/** Words in a text that no catalogue gave. */
export function leaks(text: string, people: readonly string[]): string[] {
  // Mentions, links, places on boards, tiles.
  let rest = text.replace(/<[^>]*>|https?:[^\s)]+|\b[A-Z]{1,2}\d{1,2}\b|\b[a-d]{4}\b/g, ' ');
  for (const name of proper(people)) rest = rest.replaceAll(name, ' ');
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

const kindOf = (part: Component): string => {
  const [act, , , first = ''] = part.custom_id!.split('|');
  // What is played is one thing, wherever.
  return `${part.type} ${act} ${/^[a-z]{3,}$/.test(first) ? first : ''}`;
};

/** These take away what else could be pressed there. */
const LAST = /^2 (?:leave|cancel|close|start|solo|join|flip) /;

/** Presses one of each kind of button and menu on whatever a person sees, until there is none left. */
export async function pressAll(person: Person, pressed: Set<string>): Promise<void> {
  for (let n = 0; n < 200; n++) {
    const open = [...person.messages.values()]
      .reverse()
      .flatMap((message) => parts(message).map((part) => ({ message, part })))
      .filter(({ part }) => part.custom_id && !part.disabled && !pressed.has(kindOf(part)));
    const found = open.find(({ part }) => !LAST.test(kindOf(part))) ?? open[0];
    if (!found) return;
    const { message, part } = found;
    pressed.add(kindOf(part));
    const place = part.type === 5 ? person.id : message.channel_id;
    const values = part.type === 2 ? undefined : [part.options?.[0]?.value ?? place];
    await person.send(message, part.custom_id!, values);
  }
  throw new Error('There is always one more button.');
}
