import { afterEach, expect, test } from 'vitest';
import { words } from '../lib/message.ts';
import { type Asked, startWorld, type World } from './world.ts';

/** The bot is asked to end: it takes nothing new, finishes what it began, and loses nothing. */

const ORIGINAL = '/webhooks/:id/:token/messages/@original';

let world: World;
afterEach(() => world.close());

/** Waits until the bot has asked something. */
async function until(fits: (asked: Asked) => boolean): Promise<void> {
  while (!(await world.requests()).some(fits)) await new Promise((done) => setTimeout(done, 20));
}

test('what is being answered is answered, and the end is in order', async () => {
  world = await startWorld({ blank: true });
  const ann = await world.person('Ann');
  await world.control('POST', '/faults', { method: 'PATCH', route: ORIGINAL, delay: 1_500, times: 1 });
  const answering = ann.command(world.place('metro'), 'metrox new', { map: 'tokyo' });
  await until(({ path }) => path.endsWith('@original'));
  const [code, lobby] = await Promise.all([world.bot.stop('SIGTERM'), answering]);
  expect(code).toBe(0);
  expect(words(lobby)).toContain('Ann');
  expect(world.bot.output()).not.toMatch(/"level":(?:50|60)/);
  await world.bot.start();
  const ben = await world.person('Ben');
  await ben.tap(lobby, 'Join');
  await ann.wait((m) => m.id === lobby.id && words(m).includes('Ben'), 'Ben at the table');
});

test('what takes longer than ten seconds is not waited for; what was done stays done', async () => {
  world = await startWorld({ blank: true });
  const ann = await world.person('Ann');
  const ben = await world.person('Ben');
  const lobby = await ann.command(world.place('metro'), 'metrox new', { map: 'tokyo' });
  // The answer that shows Ben at the table hangs.
  await world.control('POST', '/faults', { method: 'PATCH', delay: 14_000, times: 1 });
  await ben.tap(lobby, 'Join');
  await until(({ method, path }) => method === 'PATCH' && path.endsWith(lobby.id));
  const begun = Date.now();
  expect(await world.bot.stop('SIGTERM')).toBe(0);
  expect(Date.now() - begun).toBeGreaterThan(8_000);
  expect(Date.now() - begun).toBeLessThan(12_000);
  await world.control('DELETE', '/faults');
  await world.bot.start();
  await ann.wait((m) => m.id === lobby.id && words(m).includes('Ben'), 'Ben at the table');
  expect(world.bot.output()).not.toMatch(/"level":(?:50|60)/);
});
