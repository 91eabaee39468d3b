import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MemberOf } from '../../src/app/channels.ts';
import { createMembers } from '../../src/discord/members.ts';
import { createMemory } from '../../src/discord/memory.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type Club, openClub } from '../playground/club.ts';

/** What the bot asks about people, against a Discord on this machine. */

let club: Club;
let guild: string;
beforeAll(async () => {
  club = await openClub();
  guild = (await club.as('ann')('GET', '/users/@me/guilds')).body[0].id;
});
afterAll(() => club.close());

describe('members of a server', () => {
  let memberOf: MemberOf;
  beforeEach(() => {
    memberOf = createMembers(createRest(`${club.discord.url}/api`, club.discord.token));
  });
  afterEach(() => club.control('DELETE', '/faults'));

  const idOf = async (name: string): Promise<string> => (await club.as(name)('GET', '/users/@me')).body.id;
  const asked = async (): Promise<number> =>
    (await club.control('GET', '/requests')).body.filter(({ route }: { route: string }) =>
      route.includes('/members/'),
    ).length;

  test('are told with their roles, in one request for all who ask within the time', async () => {
    const ann = await idOf('ann');
    const role = (await club.control('POST', `/guilds/${guild}/roles`, { name: 'Drivers', members: [ann] }))
      .body.id;
    const before = await asked();
    const all = await Promise.all([1, 2, 3].map(() => memberOf(guild, ann)));
    expect(all).toEqual([1, 2, 3].map(() => ({ is: 'member', roles: [role] })));
    await memberOf(guild, ann, 3_600_000);
    expect(await asked()).toBe(before + 1);
    await memberOf(guild, ann, 0);
    expect(await asked()).toBe(before + 2);
  });

  test('are none when they have left, and nobody when there is no such person', async () => {
    const fay = await idOf('fay');
    await club.control('DELETE', `/guilds/${guild}/members/${fay}`);
    expect(await memberOf(guild, fay)).toEqual({ is: 'none' });
    expect(await memberOf(guild, '123')).toEqual({ is: 'none' });
    const before = await asked();
    await memberOf(guild, fay);
    expect(await asked()).toBe(before);
  });

  test('cannot be told of a server where the bot is not, which is asked once', async () => {
    const ben = await idOf('ben');
    const before = await asked();
    for (let time = 0; time < 3; time++) expect(await memberOf('123', ben)).toEqual({ is: 'unknown' });
    expect(await asked()).toBe(before + 1);
  });

  test('cannot be told when Discord fails, which is not remembered', async () => {
    const ben = await idOf('ben');
    const route = '/guilds/:id/members/:id';
    await club.control('POST', '/faults', { method: 'GET', route, status: 500, times: 3 });
    expect(await memberOf(guild, ben)).toEqual({ is: 'unknown' });
    expect(await memberOf(guild, ben)).toMatchObject({ is: 'member' });
  });
});

describe('what is remembered', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const counted = () => {
    let asked = 0;
    return { ask: async () => ++asked, times: () => asked };
  };

  test('holds for so long and no longer', async () => {
    const memory = createMemory<number>(10, () => true);
    const { ask } = counted();
    expect(await memory('a', 60, ask)).toBe(1);
    vi.setSystemTime(Date.now() + 59);
    expect(await memory('a', 60, ask)).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await memory('a', 60, ask)).toBe(2);
  });

  test('does not hold longer because the clock is set back', async () => {
    const memory = createMemory<number>(10, () => true);
    const { ask } = counted();
    await memory('a', 60, ask);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await memory('a', 60, ask)).toBe(2);
  });

  test('are so many answers, the oldest go first', async () => {
    const memory = createMemory<number>(2, () => true);
    const { ask, times } = counted();
    for (const key of ['a', 'b', 'c', 'b', 'c']) await memory(key, 60, ask);
    expect(times()).toBe(3);
    await memory('a', 60, ask);
    expect(times()).toBe(4);
  });

  test('is nothing that does not last, and no failure', async () => {
    const memory = createMemory<number>(2, (answer) => answer > 1);
    const { ask, times } = counted();
    for (let time = 0; time < 4; time++) await memory('a', 60, ask);
    expect(times()).toBe(2);
    const broken = createMemory<number>(2, () => true);
    await expect(broken('a', 60, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await broken('a', 60, ask)).toBe(3);
  });
});
