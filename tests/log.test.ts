import { spawn, spawnSync } from 'node:child_process';
import { DiscordAPIError } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { hideSecrets, keepSecret } from '../src/secrets.ts';

const OWN = 'the-token-of-this-bot';
afterEach(() => keepSecret(''));

/** What is logged by `work`. */
function logged(work: (log: ReturnType<typeof createLog>) => void): string {
  let said = '';
  work(createLog('debug', { write: (line) => void (said += line) }));
  return said;
}

const ADDRESS = 'https://discord.com/api/v10/webhooks/1/SECRETTOKEN/messages/@original';
const refused = (url = ADDRESS) =>
  new DiscordAPIError({ code: 50027, message: 'Invalid Webhook Token' }, 50027, 401, 'PATCH', url, {
    body: { content: 'PRIVATE WORDS' },
  });

test('an error of Discord is logged without the token in its address and without what was sent', () => {
  const said = logged((log) =>
    log.error(
      { err: refused(), token: 'SECRETTOKEN', request: { token: 'SECRETTOKEN' } },
      'answering failed',
    ),
  );
  expect(said).toContain('50027');
  expect(said).toContain('/webhooks/1/[hidden]/messages/@original');
  expect(said).not.toContain('SECRETTOKEN');
  expect(said).not.toContain('PRIVATE WORDS');
});

describe('no token is in any line, however deep it lies', () => {
  const CALLBACK = '/interactions/99/aW50ZXJhY3Rpb246MTIz/callback';
  // Of the shape of a real one; made up.
  const REAL = [Buffer.from('123456789012345678').toString('base64'), 'GabcDE', 'z'.repeat(38)].join('.');
  const SECRETS = /SECRETTOKEN|aW50ZXJhY3Rpb246MTIz|the-token-of-this-bot|zzzz|PRIVATE WORDS/;
  const cause = new Error(`POST ${CALLBACK} failed`, { cause: refused() });
  const loose = Object.assign(new Error('first'), {
    inner: { list: [{ deep: { url: ADDRESS, headers: { authorization: `Bot ${OWN}` } } }] },
  });
  const stacked = new Error('x');
  stacked.stack = `Error: x\n    at https://discord.com${CALLBACK}\n    with Bot ${REAL}`;

  const CASES: [string, object, string?][] = [
    ['in the message', { err: new Error(`Request to ${ADDRESS} with Bot ${REAL}`) }],
    ['in a stack', { err: stacked }],
    ['in a cause of a cause', { err: new Error('outer', { cause: new Error('middle', { cause }) }) }],
    ['in one of many errors', { err: new AggregateError([loose, cause, refused()], 'many') }],
    ['in a property far below', { err: loose }],
    ['in an error under another name', { error: refused(), reason: { error: cause, of: [refused()] } }],
    ['in plain values', { a: { b: { c: { d: { token: 'SECRETTOKEN' } } } }, list: [[{ url: ADDRESS }]] }],
    ['in JSON within a text', { said: JSON.stringify({ token: 'SECRETTOKEN', more: { url: ADDRESS } }) }],
    ['in an address', { url: `https://x/?access_token=SECRETTOKEN&a=1`, other: `wss://x?token=SECRETTOKEN` }],
    ['in the words of the line', {}, `sent ${CALLBACK} as ${REAL}`],
    ['as it is', { list: [OWN, `(${OWN})`, `\n${OWN}\n`, encodeURI(`x=${OWN}`)] }, OWN],
    ['as a name', { [OWN]: 1 }],
  ];

  test.each(CASES)('%s', (_, object, words = 'what happened') => {
    keepSecret(OWN);
    const said = logged((log) => log.warn(object, words));
    expect(said).not.toMatch(SECRETS);
    expect(said).toContain('[hidden]');
    // It is a line of JSON still, and one only.
    expect(said.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(said)).toMatchObject({ level: 40 });
  });

  test('what is no token stays', () => {
    keepSecret('x');
    const said = logged((log) => log.info({ what: 'play.12.3', api: 'https://x/api' }, 'next x: a token'));
    expect(said).toContain('"what":"play.12.3","api":"https://x/api","msg":"next x: a token"');
    expect(hideSecrets('/webhooks/:id/:token/messages')).toBe('/webhooks/:id/:token/messages');
  });
});

test('the times are those of ISO 8601', () => {
  const { time } = JSON.parse(logged((log) => log.info('now')));
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
});

describe('a program', () => {
  const LOGGING = `
    import { createLog } from './src/log.ts';
    const log = createLog('debug');
    log.info({ port: 7, url: 'https://x/api/webhooks/1/SECRETTOKEN' }, 'something is told');
    log.error({ err: new Error('it broke') }, 'something failed');
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', LOGGING];
  const root = new URL('..', import.meta.url);
  const TIME = String.raw`\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\]`;

  test('logs JSON where nobody looks', () => {
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ level: 30, port: 7, msg: 'something is told' });
    expect(second).toMatchObject({ level: 50, err: { message: 'it broke' } });
  });

  test('logs readable lines on a terminal', async () => {
    // `script` lends it one.
    const quoted = [process.execPath, ...args].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
    const child = spawn('script', ['-qec', quoted, '/dev/null'], {
      cwd: root,
      env: { PATH: process.env.PATH, TERM: 'dumb' },
    });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    await new Promise((done) => child.once('close', done));
    said = said.replaceAll('\r', '');
    const lines = said.split('\n');
    expect(lines[0]).toMatch(
      new RegExp(
        `^${TIME} INFO: something is told {"port":7,"url":"https://x/api/webhooks/1/\\[hidden\\]"}$`,
      ),
    );
    expect(lines[1]).toMatch(new RegExp(`^${TIME} ERROR: something failed`));
    expect(said).toMatch(/"stack":\s+Error: it broke\n\s+at /);
    expect(said).not.toMatch(/"level"|hostname/);
  });
});
