import { expect, test, vi } from 'vitest';
import { labels } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { HOUR, MINUTE, moveTo } from './days.ts';
import { openLedger } from './ledger.ts';
import { faultsOf } from './payloads.ts';
import type { Message } from './person.ts';
import { matchOf } from './private.ts';
import { openGame } from './table.ts';
import { type Asked, startWorld } from './world.ts';

/** A game that is begun and then forgotten, from its first reminder to the day it is put away. */

const DAY = 24 * HOUR;

test('a table at which nobody acts', async () => {
  const world = await startWorld({ blank: true });
  const ledger = openLedger(world);
  try {
    const people = await Promise.all(['Ann', 'Ben'].map((name) => world.person(name)));
    const [ann, ben] = people as [(typeof people)[0], (typeof people)[0]];
    const { lobby, place } = await openGame(people, world.place('metro'), {
      map: 'tokyo',
      flip: 'auto',
      deadline: 43_200,
    });
    const id = matchOf(lobby);
    const start = (await ledger.match(id)).row.startedAt!;
    /** Hours after the start. */
    const at = (hours: number) => moveTo(world, start + hours * HOUR + 1000);
    const row = async () => (await ledger.match(id)).row;
    const late = async () =>
      (await ledger.match(id)).log.filter(({ code }) => code.startsWith('/late.')).length;
    const reminder = (round: number, when: string, other?: Message) =>
      ben.wait(
        (m) =>
          m.content.includes(`⏳ **Round ${round} ·`) && m.channel_id === place.channel && m.id !== other?.id,
        `the reminder ${when}`,
      );
    const gone = (message: Message) =>
      vi.waitFor(() => expect(ben.messages.has(message.id)).toBe(false), PATIENCE);
    const posts = async (): Promise<Asked[]> =>
      (await world.requests()).filter(({ method, path }) => method === 'POST' && /\/messages$/.test(path));

    // Each deadline is half a day after the last one was served.
    let from = start;
    for (let round = 1; round <= 3; round++) {
      moveTo(world, from + 6 * HOUR + 1000);
      const half = await reminder(round, 'at half time');
      expect(half.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
      expect(labels(half)).toEqual(['My board', 'Quiet this round', 'Mute this table']);
      moveTo(world, from + 11 * HOUR);
      const end = await reminder(round, 'near the end', half);
      await gone(half);
      moveTo(world, from + 12 * HOUR + 1000);
      await vi.waitFor(async () => expect(await late()).toBe(2 * round), PATIENCE);
      await gone(end);
      from = (await row()).deadline === null ? from : (await row()).deadline! - 12 * HOUR;
    }
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ paused: true, deadline: null }),
      PATIENCE,
    );
    await ben.wait((m) => m.channel_id === place.channel && /⏸/.test(m.content), 'the pause');
    // The round that was only interrupted is taken away once the pause stands there.
    const texts = () => [...ben.messages.values()].map(({ content }) => content);
    await vi.waitFor(() => expect(texts().join()).not.toContain('**Round 3 ·'), PATIENCE);
    await expect.poll(() => texts().filter((text) => text.includes('⏳'))).toEqual([]);

    const before = (await posts()).length;
    const seen = ben.messages.size;
    for (let days = 3; days <= 30; days += 3) {
      at(36 + days * 24);
      await new Promise((done) => setTimeout(done, 400));
    }
    expect((await posts()).length).toBe(before);
    expect(ben.messages.size).toBe(seen);
    expect(await row()).toMatchObject({ status: 'running', paused: true });
    // The thread was kept open meanwhile.
    const revived = (await world.requests()).filter(
      ({ method, path, body }) =>
        method === 'PATCH' && path.endsWith(`/channels/${place.channel}`) && body?.archived === false,
    );
    expect(revived.length).toBeGreaterThanOrEqual(3);

    moveTo(world, start + 60 * DAY - MINUTE);
    await new Promise((done) => setTimeout(done, 1_000));
    expect((await row()).status).toBe('running');
    moveTo(world, start + 60 * DAY + MINUTE);
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ status: 'over', voided: 'slept' }),
      PATIENCE,
    );
    await ben.wait((m) => m.channel_id === place.channel && /📦/.test(JSON.stringify(m)), 'the last word');
    expect((await faultsOf(world)).faults).toEqual([]);
    expect(world.bot.output()).not.toMatch(/"level":50/);
  } finally {
    await ledger.close();
    await world.close();
  }
});
