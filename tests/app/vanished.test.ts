import { describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { kick } from '../../src/match/people.ts';
import { load } from '../../src/store/matches.ts';
import { noteSeen } from '../../src/store/players.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { change } from '../lib/rows.ts';
import { loaded, lobbyOf } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  CLEO,
  DIA,
  gathered,
  picksOf,
  pressed,
  rows,
  STRANGER,
  said,
  table as seated,
  settle,
  stand,
  store,
} from './crowd.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** People who have vanished: nobody needs a kick to get on. */

gathered();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A table without a limit that stands in its channel. */
async function table(count = 3, more: Parameters<typeof seated>[1] = {}): Promise<number> {
  const id = await seated(count, { limit: 0, ...more, at: now() });
  await change(store, 'UPDATE matches SET started_at = ?, turn_at = ? WHERE id = ?', now(), now(), id);
  stand.app.refresh(id);
  await settle();
  return id;
}

const later = (time: number) => vi.setSystemTime(now() + time);
const seen = (user: string) => noteSeen(store, { id: user, seenAt: null }, now());
/** What the table's message says. */
const shown = async (id: number): Promise<string> => {
  await settle();
  return wordsOf(stand.chat.messages.get((await standingTable(store, id))!.message!)!.screen);
};

describe('somebody who keeps the others waiting for three days', () => {
  test('is set away by a button in More, after a question, and the table says who did it', async () => {
    const id = await table(2);
    await chooses(store, id, ANN, now());
    later(3 * DAY - HOUR);
    expect(actsOf(await pressed(ANN, `more|${id}|1`))).not.toContain('away');
    expect(await said(ANN, `away|${id}|1`)).toBe('Nobody here has kept the others waiting for three days.');
    later(HOUR);
    const more = await pressed(ANN, `more|${id}|1`);
    expect(idsOf(more)).toContain(`away|${id}|1`);
    const asked = await pressed(ANN, `away|${id}|1`);
    expect(wordsOf(asked)).toMatch(/^Play on without Ben\? The clock plays that seat until Ben presses/);
    expect(await rows(id)).not.toContain('/away.1');
    expect(await said(ANN, idsOf(asked)[0]!)).toContain('Nobody waits for Ben any longer.');
    expect(await shown(id)).toContain('Ben kept us waiting for three days; Ann has us go on.');
    // Any press of theirs brings them back.
    await pressed(BEN, `mine|${id}|2`);
    expect(await rows(id)).toContain('/back.1');
  });

  test('is picked from a menu, where there are several', async () => {
    const id = await table(3);
    await chooses(store, id, ANN, now());
    later(3 * DAY);
    const asked = await pressed(ANN, `away|${id}|1`);
    expect(picksOf(asked)).toEqual(['1', '2']);
    const question = await pressed(ANN, `awayask|${id}|1`, ['2']);
    expect(idsOf(question)).toContain(`awaynow|${id}|1|2`);
  });

  test('is nothing for who does not play there', async () => {
    const id = await table(2);
    later(3 * DAY);
    for (const press of [`away|${id}|1`, `awayask|${id}|1|1`, `awaynow|${id}|1|1`])
      await pressed(STRANGER, press);
    expect(await rows(id)).toEqual([]);
    expect(actsOf(await pressed(STRANGER, `more|${id}|1`))).not.toContain('away');
  });
});

describe('somebody who has left the server', () => {
  test('is asked about at More when they are waited for longer than a day, and waited for no more', async () => {
    const id = await table(2);
    await chooses(store, id, ANN, now());
    stand.absent.set(BEN, 'none');
    later(DAY - HOUR);
    await pressed(ANN, `more|${id}|1`);
    expect(stand.asked).not.toContain(BEN);
    later(HOUR);
    const more = await pressed(STRANGER, `more|${id}|1`);
    expect(stand.asked).toContain(BEN);
    expect(idsOf(more)).toContain(`take|${id}|2|1`);
    expect(await rows(id)).toEqual(['0', '/away.1', '1']);
    expect(await shown(id)).toContain('Ben is not in this server any more; we go on without waiting.');
  });

  test('is asked about at Take over, too', async () => {
    const id = await table(3);
    for (const user of [ANN, CLEO]) await chooses(store, id, user, now());
    stand.absent.set(BEN, 'none');
    later(DAY);
    expect(actsOf(await pressed(STRANGER, `take|${id}|1|1`))).toContain('sit');
  });

  test.each(['unknown', undefined] as const)('%s: nothing follows', async (is) => {
    const id = await table(2);
    if (is) stand.absent.set(BEN, is);
    later(DAY);
    expect(actsOf(await pressed(STRANGER, `more|${id}|1`))).not.toContain('take');
    expect(stand.asked).toContain(BEN);
    expect(await rows(id)).toEqual([]);
  });

  test('is not asked about when they pressed something in the last hour; five are at most, others every hour', async () => {
    const id = await table(8);
    later(DAY);
    await seen(BEN);
    const all = new Set<string>();
    for (let hour = 0; hour < 8; hour++) {
      stand.asked.length = 0;
      await pressed(STRANGER, `more|${id}|1`);
      if (hour === 0) expect(stand.asked).not.toContain(BEN);
      expect(stand.asked.length).toBeLessThanOrEqual(5);
      for (const user of stand.asked) all.add(user);
      later(HOUR);
    }
    expect(all.size).toBe(8);
  });
});

describe('what only the host may do', () => {
  const ACTS = ['kick', 'crown', 'pause', 'askend'] as const;
  const isHost = async (id: number, user: string): Promise<boolean> => {
    const match = await loaded(store, id);
    return match.seats[match.host]!.player === user;
  };

  test.each([...ACTS, 'movehere'])('%s makes who asks the host when the host has vanished', async (act) => {
    const id = await table(3);
    await seen(ANN);
    later(3 * DAY - 1);
    expect(await said(BEN, `${act}|${id}|1`)).toMatch(/^Only the host, Ann, can do that\./);
    expect(actsOf(await pressed(BEN, `more|${id}|1`))).not.toContain('pause');
    later(1);
    const more = await pressed(BEN, `more|${id}|1`);
    expect(wordsOf(more)).toContain(
      "Ann has vanished: if you use one of the host's buttons, you are the host.",
    );
    expect(actsOf(more)).toEqual(expect.arrayContaining([...ACTS]));
    expect(await isHost(id, BEN)).toBe(false);
    await pressed(BEN, `${act}|${id}|1`);
    expect(await isHost(id, BEN)).toBe(true);
    expect((await loaded(store, id)).log[0]).toMatchObject({ code: '/host.1', by: 'player', user: BEN });
    expect(await shown(id)).toContain('👑 Ben is the host now.');
  });

  test('also when the host is not in the server any more, which is asked at that press', async () => {
    const id = await table(3);
    stand.absent.set(ANN, 'none');
    expect(await said(STRANGER, `pause|${id}|1`)).toMatch(/^Only the host|^You don't sit/);
    expect(stand.asked).toEqual([]);
    await pressed(BEN, `pause|${id}|1`);
    expect(stand.asked).toEqual([ANN]);
    expect(await isHost(id, BEN)).toBe(true);
  });

  test('is not asked about who pressed something in the last hour, and without an answer nothing changes', async () => {
    const id = await table(3);
    stand.absent.set(ANN, 'none');
    await seen(ANN);
    await pressed(BEN, `pause|${id}|1`);
    expect(stand.asked).toEqual([]);
    later(HOUR);
    stand.absent.set(ANN, 'unknown');
    await pressed(BEN, `pause|${id}|1`);
    expect(stand.asked).toEqual([ANN]);
    expect(await isHost(id, ANN)).toBe(true);
  });

  test('is not for who has left or was taken off; who manages the server leaves the crown where it is', async () => {
    const id = await table(4);
    await pressed(CLEO, `quitnow|${id}|1`);
    await kick(store, { match: id, user: ANN, at: now(), to: 3, manages: false });
    later(3 * DAY);
    for (const user of [CLEO, DIA, STRANGER]) await pressed(user, `pause|${id}|1`);
    await pressed('1011', `kick|${id}|1`, [], { manages: true });
    await pressed(BEN, `movehere|${id}|1`, [], { manages: true });
    expect(await isHost(id, ANN)).toBe(true);
  });
});

describe('the host of a lobby', () => {
  const status = async (id: number) => (await load(store, id))!.row.status;
  async function lobby(): Promise<number> {
    const id = await lobbyOf(store, 3, { at: now() });
    stand.app.refresh(id);
    await settle();
    await seen(ANN);
    return id;
  }

  test('has pressed nothing for 12 hours: anybody who sits there may start it; the host stays the host', async () => {
    const id = await lobby();
    later(12 * HOUR - 1);
    expect(await said(BEN, `start|${id}|0`)).toBe(
      'Only the host, Ann, can start it. When they have pressed nothing for 12 hours, anybody who sits here can.',
    );
    later(1);
    expect(await said(STRANGER, `start|${id}|0`)).toBe('Only the host, Ann, can do that.');
    expect(await status(id)).toBe('lobby');
    await stand.press(BEN, `start|${id}|0`);
    expect(await status(id)).toBe('running');
    expect((await loaded(store, id)).host).toBe(0);
  });

  test('has left the server: the same', async () => {
    const id = await lobby();
    later(HOUR);
    stand.absent.set(ANN, 'unknown');
    await stand.press(BEN, `start|${id}|0`);
    expect(await status(id)).toBe('lobby');
    stand.absent.set(ANN, 'none');
    await stand.press(BEN, `start|${id}|0`);
    expect(await status(id)).toBe('running');
  });

  test('cannot be passed over in anything else', async () => {
    const id = await lobby();
    later(12 * HOUR);
    for (const press of [`set|${id}|0|limit`, `thread|${id}|0|off`, `close|${id}|0`])
      expect(await said(BEN, press, ['300'])).toMatch(/^Only the host/);
    expect(await status(id)).toBe('lobby');
  });
});

describe('what is held back', () => {
  test('says until when, privately, and pings nobody', async () => {
    const id = await table(3);
    await pressed(ANN, `askend|${id}|1`);
    await settle();
    await stand.press(BEN, `playon|${id}|1`);
    await settle();
    const posts = stand.chat.calls.filter(({ what }) => what === 'post').length;
    const at = (await loaded(store, id)).log.at(-1)!.at + HOUR;
    for (let time = 0; time < 5; time++)
      expect(await said(ANN, `askend|${id}|1`)).toContain(
        `It can be asked again <t:${Math.floor(at / 1000)}:R>.`,
      );
    later(HOUR);
    expect(await said(ANN, `askend|${id}|1`)).toContain('It can be asked again when more has been played.');
    await pressed(ANN, `pause|${id}|1`);
    await stand.press(BEN, `go|${id}|1`);
    await settle();
    const calls = () => stand.chat.calls.filter(({ what }) => what === 'post').length;
    const paused = calls();
    expect(await said(ANN, `pause|${id}|1`)).toContain('You can pause again when this turn has ended.');
    await settle();
    expect(calls()).toBe(paused);
    expect(paused).toBeGreaterThan(posts);
  });
});
