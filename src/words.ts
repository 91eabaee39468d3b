import { existsSync, readFileSync } from 'node:fs';
import { CONFIG } from './exit.ts';
import { type Catalogue, catalogueOf, FALLBACK, LOCALES } from './locales.ts';
import { settable } from './views/fonts.ts';
import { type Finding, findings, isSpoken, textsOf } from './wording.ts';

/** `npm run words -- check [LANGUAGE]`: what is wrong with the words of a language, or of all of them. */

const USAGE = `Usage: npm run --silent words -- check [LANGUAGE]
       LANGUAGE: the name of a file in src/locales without its ending, such as fr; without it, all of them`;

function catalogue(locale: string): Catalogue | string {
  const file = new URL(`./locales/${locale}.json`, import.meta.url);
  if (!existsSync(file)) return `There is no src/locales/${locale}.json: copy src/locales/en.json to it.`;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  } catch (error) {
    return `src/locales/${locale}.json is not JSON: ${(error as Error).message}`;
  }
}

/** Letters that no font of the pictures has, but for signs that English has as well: those stand in chat alone. */
async function undrawn(words: Catalogue, english: Catalogue): Promise<Finding[]> {
  const found: Finding[] = [];
  const signs = new Set([...textsOf(english).values()].join(''));
  for (const [key, text] of textsOf(words))
    for (const letter of new Set(text.replace(/\s/g, '')))
      if (!signs.has(letter) && !(await settable(letter)))
        found.push({ key, what: `has ${JSON.stringify(letter)}, which no font of the pictures has` });
  return found;
}

/** Says what was found; resolves with how much that is. */
async function checked(locale: string): Promise<number> {
  const words = catalogue(locale);
  if (typeof words === 'string') {
    console.log(words);
    return 1;
  }
  const english = catalogueOf(FALLBACK);
  const found = [...findings(locale, words, english), ...(await undrawn(words, english))];
  for (const { key, what } of found) console.log(`${locale}  ${key} ${what}`);
  const spoken = isSpoken(locale) ? '' : ' It is not spoken yet: give it a line in src/locales.ts.';
  console.log(`${locale}: ${found.length === 0 ? 'nothing is wrong' : `${found.length} findings`}.${spoken}`);
  return found.length;
}

export async function main(): Promise<void> {
  const [what, ...locales] = process.argv.slice(2);
  if (what !== 'check' || locales.some((one) => !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(one))) {
    console.error(USAGE);
    process.exitCode = CONFIG;
    return;
  }
  let count = 0;
  for (const locale of locales.length > 0 ? locales : LOCALES) count += await checked(locale);
  if (count > 0) process.exitCode = 1;
}
