import { privacyFor, REQUESTS } from '../src/app/privacy.ts';
import type { Translate } from '../src/locales.ts';
import type { Command } from './command.ts';

/** What is kept about a person: to be seen, taken along, deleted. */
export const privacy: readonly (readonly [name: string, command: Command])[] = REQUESTS.map((request) => [
  `privacy ${request}`,
  { ack: 'private', run: (app, origin) => privacyFor(app, origin, request) },
]);

export const privacyVerbs = (t: Translate): { readonly name: string; readonly description: string }[] =>
  REQUESTS.map((name) => ({ name, description: t(`command.privacy.${name}`) }));
