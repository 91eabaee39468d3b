import { settingsFor } from '../src/app/settings.ts';
import type { Command } from './command.ts';

/** What players set for themselves. */
export const settings: Command = {
  ack: 'private',
  run: (app, request) => settingsFor(app, request),
};
