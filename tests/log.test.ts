import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';

test('an error of Discord is logged without the token in its address and without what was sent', () => {
  let said = '';
  const log = createLog('info', { write: (line) => void (said += line) });
  const error = new DiscordAPIError(
    { code: 50027, message: 'Invalid Webhook Token' },
    50027,
    401,
    'PATCH',
    'https://discord.com/api/v10/webhooks/1/SECRETTOKEN/messages/@original',
    { body: { content: 'PRIVATE WORDS' } },
  );
  log.error({ err: error, token: 'SECRETTOKEN', request: { token: 'SECRETTOKEN' } }, 'answering failed');
  expect(said).toContain('50027');
  expect(said).not.toContain('SECRETTOKEN');
  expect(said).not.toContain('PRIVATE WORDS');
});
