import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { now, playLine, round } from './private.ts';
import { openGame } from './table.ts';
import { createBot, startWorld, type World } from './world.ts';

/** The token, and whether Discord is there at all: what is waited for, and what only a person can mend. */

let world: World;

const WELL = { heartbeat: true, gateway: true, rest: true };
const REFUSED = /^DISCORD_TOKEN is refused by Discord: .+\.$/m;

describe('at the start', () => {
  afterEach(() => world?.close());

  test('a token that Discord does not know ends the bot with a sentence and 78, before any login', async () => {
    world = await startWorld({ start: false });
    const bot = createBot({
      DISCORD_TOKEN: 'a-token.of-nobody.at-all',
      DISCORD_API: `${world.url}/api`,
      DATABASE_FILE: `${world.folder}/other.db`,
      LOG_LEVEL: 'info',
    });
    await expect(bot.start()).rejects.toThrow('The bot ended (78)');
    expect(bot.output()).toMatch(REFUSED);
    expect(bot.output()).not.toMatch(/of-nobody|\n\s+at /);
    expect((await world.requests()).map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/gateway/bot 401',
      '/gateway/bot 401',
    ]);
  });

  test('an outage at the start is waited for; whoever watches is told', async () => {
    world = await startWorld({ start: false });
    await world.control('POST', '/faults', { route: '/gateway/bot', status: 503, times: 9 });
    const starting = world.bot.start();
    await expect.poll(() => world.bot.output()).toContain('health is told');
    await expect
      .poll(() => world.health())
      .toEqual({ status: 503, checks: { heartbeat: false, gateway: false, rest: true } });
    await expect.poll(() => world.bot.output()).toContain('Discord is not to be had');
    await world.control('DELETE', '/faults');
    await starting;
    await expect.poll(() => world.health()).toEqual({ status: 200, checks: WELL });
  });

  test('SIGTERM ends a bot that waits for Discord', async () => {
    world = await startWorld({ start: false });
    await world.control('POST', '/faults', { route: '/gateway/bot', status: 503, times: 999 });
    const starting = world.bot.start().catch(() => {});
    await expect.poll(() => world.bot.output()).toContain('Discord is not to be had');
    expect(await world.bot.stop('SIGTERM')).toBe(0);
    await starting;
  });
});

describe('while it runs', () => {
  beforeAll(async () => {
    world = await startWorld({ blank: true });
  });
  afterAll(() => world?.close());

  test('a token that is revoked while the bot runs ends it with a sentence and 78; the game goes on after', async () => {
    const [ann, ben] = await Promise.all(['Ann', 'Ben'].map((name) => world.person(name)));
    const game = await openGame([ann!, ben!], world.place('general'), { map: 'osaka', flip: 'auto' });
    const first = await round(ann!, game.place, 1);
    await playLine(ann!, first, /^T /);
    await world.control('DELETE', '/tokens/playground');
    await expect.poll(() => world.bot.output()).toContain('The bot ended by itself (78)');
    expect(world.bot.output()).toMatch(REFUSED);
    // Given back, it starts as ever.
    await world.control('PUT', '/tokens/playground');
    await world.bot.start();
    await expect.poll(() => world.health()).toEqual({ status: 200, checks: WELL });
    await playLine(ben!, first, /^T /);
    await round(ann!, game.place, 2);
  });

  test('one refusal of the token loses nothing', async () => {
    const people = await Promise.all(['Ann', 'Ben'].map((name) => world.person(name)));
    const game = await openGame(people, world.place('metro'), { map: 'tokyo', flip: 'auto' });
    const [ann, ben] = people;
    const table = await round(ann!, game.place, 1);
    await world.control('POST', '/faults', {
      method: 'PATCH',
      route: '/channels/:id/messages/:id',
      status: 401,
      times: 1,
    });
    await ann!.tap(table, 'My board');
    const { id, channel_id } = table;
    await ben!.choose(table, /./, /Play a line/);
    await now(
      ann!,
      { id },
      (m) => m.content.includes('Only') || m.channel_id !== channel_id,
      'who is waited for',
    );
    const statuses = (await world.requests())
      .filter(({ method }) => method === 'PATCH')
      .map(({ status }) => status);
    expect(statuses).toContain(401);
    await expect.poll(() => world.health()).toEqual({ status: 200, checks: WELL });
  });

  test('a session that is lost is begun anew only when Discord was asked', async () => {
    const before = world.bot.output().length;
    const said = () => world.bot.output().slice(before);
    await world.control('POST', '/faults', { route: '/gateway/bot', status: 503, times: 99 });
    await world.control('POST', '/gateway', { do: 'invalid' });
    await expect.poll(said).toContain('Discord is not to be had');
    expect((await world.health()).checks.gateway).toBe(false);
    await world.control('DELETE', '/faults');
    await expect.poll(() => world.health()).toEqual({ status: 200, checks: WELL });
    // Refused then, it is not tried at all.
    await world.control('POST', '/faults', { route: '/gateway/bot', status: 401, times: 99 });
    await world.control('POST', '/gateway', { do: 'invalid' });
    await expect.poll(said).toContain('The bot ended by itself (78)');
    expect(said()).toMatch(REFUSED);
    expect(said()).not.toContain('"code":4004');
  });
});
