import { rulesFor } from '../src/app/rules.ts';
import type { Verb } from './command.ts';

/** The rules in one minute. */
export const rules: Verb = {
  name: 'rules',
  data: (_game, t) => ({ description: t('command.rules'), options: [] }),
  command: (game) => ({ ack: 'private', run: (_app, request) => rulesFor(request, game) }),
};
