import { describe, expect, test, vi } from 'vitest';
import { now } from '../../src/clock.ts';
import { startRepairs } from '../../src/jobs/job.ts';
import { cancel, join, leave } from '../../src/match/lobby.ts';
import { playForTable } from '../../src/match/play.ts';
import { HOLDER } from '../../src/store/lease.ts';
import { takeMessages } from '../../src/store/messages.ts';
import { setTable } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { dice } from '../lib/chance.ts';
import { standingTable } from '../lib/messages.ts';
import { column } from '../lib/rows.ts';
import { acquaint, choose, ids, loaded, lobbyOf, some } from '../match/people.ts';
import { useHall } from './hall.ts';
import { pieces, wordsOf } from './sound.ts';

usePictures('blank');

/** The public messages of a match: what is posted, edited and shrunk. */

/** The process table of this machine, whose numbers mean something here. */
const [HERE] = HOLDER.split(':');

/** Somebody else brings the messages of a match up to date, for so long (ms). */
async function held(match: number, holder: string, time: number): Promise<void> {
  const claim = { holder, at: now(), until: now() + time, alive: () => true };
  await takeMessages(hall.store, { match }, claim, [], async () => undefined);
}

const hall = useHall(25);
const { settle, refresh, done, lobby, started, shown, round } = hall;

describe('a lobby', () => {
  test('is posted once, and left alone while nothing changes', async () => {
    const id = await lobby(2);
    expect(hall.stand.chat.read('88')).toHaveLength(1);
    const calls = hall.stand.chat.calls.length;
    await refresh(id);
    await refresh(id);
    expect(hall.stand.chat.calls).toHaveLength(calls);
    expect(done('post').map(({ purpose }) => purpose)).toEqual([`${id}.lobby`]);
    expect(await standingTable(hall.store, id)).toMatchObject({
      shown: 1,
      lobbyMessage: hall.stand.chat.read('88')[0]!.id,
    });
    expect(wordsOf(hall.stand.chat.read('88')[0]!.screen)).toContain('P1001');
  });

  test('of twenty who join at once is edited a few times, and shows all of them in the end', async () => {
    const id = await lobby(1);
    const before = hall.stand.chat.calls.length;
    for (const user of ids(21).slice(1)) {
      await join(hall.store, id, user, now());
      hall.stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(50);
    }
    await settle();
    const edits = hall.stand.chat.calls.slice(before);
    expect(edits.every(({ what }) => what === 'edit')).toBe(true);
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.length).toBeLessThanOrEqual(3);
    const words = wordsOf(hall.stand.chat.read('88')[0]!.screen);
    for (const user of ids(21)) expect(words).toContain(`P${user}`);
  });

  test('that is closed keeps a line, but neither picture nor rows of the game', async () => {
    const id = await lobby(3);
    await cancel(hall.store, id, '1000', false, now());
    await refresh(id);
    const [message] = hall.stand.chat.read('88');
    expect(message!.screen.files).toEqual([]);
    expect(pieces(message!.screen).filter(({ custom_id }) => custom_id?.startsWith('join'))).toEqual([]);
    const calls = hall.stand.chat.calls.length;
    await refresh(id);
    expect(hall.stand.chat.calls).toHaveLength(calls);
  });

  test('that everybody has left is closed too', async () => {
    const id = await lobby(1);
    await leave(hall.store, id, '1000', now());
    await refresh(id);
    expect(pieces(hall.stand.chat.read('88')[0]!.screen).map(({ custom_id }) => custom_id)).toContain(
      `reopen|${id}|0`,
    );
  });

  test('that somebody deleted is posted again', async () => {
    const id = await lobby(2);
    const [first] = hall.stand.chat.read('88');
    hall.stand.chat.vanish(first!.id);
    await join(hall.store, id, '1002', now());
    await refresh(id);
    const [again, ...others] = hall.stand.chat.read('88');
    expect(others).toEqual([]);
    expect(again!.id).not.toBe(first!.id);
    expect(wordsOf(again!.screen)).toContain('P1002');
    expect((await standingTable(hall.store, id))!.lobbyMessage).toBe(again!.id);
  });
});

describe('a match', () => {
  test('begins in a thread: the lobby says so, and the first round pings everybody', async () => {
    const id = await started(3);
    const lobbyMessage = (await standingTable(hall.store, id))!.lobbyMessage!;
    const begun = done().slice(done().findIndex(({ what }) => what === 'thread'));
    expect(begun.map(({ what, channel }) => [what, channel])).toEqual([
      ['thread', '88'],
      ['post', lobbyMessage],
      ['edit', '88'],
    ]);
    expect((await shown(id)).screen.body.allowed_mentions?.users).toEqual(ids(3));
    expect((await shown(id)).purpose).toBe(`${id}.phase:1.round`);
    const lobbied = hall.stand.chat.messages.get(lobbyMessage)!.screen;
    expect(lobbied.files).toEqual([]);
    expect(pieces(lobbied).flatMap(({ custom_id }) => custom_id ?? [])).toEqual([]);
    expect(pieces(lobbied).flatMap(({ url }) => url ?? [])).toEqual([
      `https://discord.com/channels/77/${lobbyMessage}/${(await shown(id)).id}`,
    ]);
  });

  test('where there may be no thread goes on in the channel, and names itself', async () => {
    const one = await started(2, { thread: false });
    expect(done('thread')).toEqual([]);
    expect((await shown(one)).channel).toBe('88');
    expect(wordsOf((await shown(one)).screen)).toContain(`#${one}`);
    hall.stand.chat.refuse({ code: 50013, status: 403 }, ({ what }) => what === 'thread');
    const two = await started(2);
    expect((await shown(two)).channel).toBe('88');
    expect((await standingTable(hall.store, two))!.channel).toBe('88');
  });

  test('edits its table at most every two seconds, and in the end names only who is waited for', async () => {
    const id = await started(12);
    const match = await loaded(hall.store, id);
    const before = hall.stand.chat.calls.length;
    for (const [seat, user] of ids(11).entries()) {
      await choose(hall.store, id, user, some(match, seat));
      hall.stand.app.refresh(id);
      await vi.advanceTimersByTimeAsync(300);
    }
    await settle();
    const made = hall.stand.chat.calls.slice(before);
    expect(made.every(({ what }) => what === 'edit')).toBe(true);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(4);
    expect((await shown(id)).screen.body.allowed_mentions?.users).toEqual(['1011']);
    // The picture is not sent again for an edit.
    expect(made.every(({ screen }) => screen?.files === undefined)).toBe(true);
  });

  test('posts each round once, and shrinks the one before to a line', async () => {
    const id = await started(3);
    const first = await shown(id);
    await round(id, 3);
    await refresh(id);
    const second = await shown(id);
    expect(second.id).not.toBe(first.id);
    expect(second.purpose).toBe(`${id}.phase:2.round`);
    const old = hall.stand.chat.messages.get(first.id)!.screen;
    expect([old.files, old.body.components, old.body.allowed_mentions?.users]).toEqual([[], [], []]);
    expect((old.body.content as string).split('\n')).toHaveLength(1);
    expect((await standingTable(hall.store, id))!.others).toEqual([]);
    await refresh(id);
    expect(done('post').map(({ purpose }) => purpose)).toEqual([
      `${id}.lobby`,
      `${id}.phase:1.round`,
      `${id}.phase:2.round`,
    ]);
  });

  test('of cards turned by hand pings the operator alone; what asked for a flip goes', async () => {
    const id = await started(3, { options: { flip: 'manual' } });
    const asked = await shown(id);
    expect(asked.purpose).toBe(`${id}.phase:0.flip`);
    expect(asked.screen.body.allowed_mentions?.users).toEqual(['1000']);
    await playForTable(hall.store, { match: id, user: '1000', turn: 0, at: now() });
    await refresh(id);
    expect(hall.stand.chat.messages.has(asked.id)).toBe(false);
    expect((await shown(id)).purpose).toBe(`${id}.phase:1.round`);
  });

  test('that went on while nobody looked posts what is open now; of what passed a line each stays', async () => {
    const id = await started(2);
    for (let n = 0; n < 4; n++) await round(id, 2);
    await refresh(id);
    const standing = hall.stand.chat.read((await shown(id)).channel);
    expect(standing.map(({ purpose }) => purpose)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${id}.phase:${n}.round`),
    );
    expect((await shown(id)).purpose).toBe(`${id}.phase:5.round`);
    for (const { screen } of standing.slice(0, -1)) {
      expect(screen.body.components).toEqual([]);
      expect((screen.body.content as string).split('\n')).toHaveLength(1);
      expect(screen.body.allowed_mentions?.users).toEqual([]);
    }
    expect(pieces((await shown(id)).screen).length).toBeGreaterThan(0);
  });

  test('played to its end: one message a phase, and the last becomes the result with the record', async () => {
    const id = await started(2);
    const roll = dice(5);
    for (
      let match = await loaded(hall.store, id);
      match.row.status === 'running';
      match = await loaded(hall.store, id)
    ) {
      for (const [seat, user] of ids(2).entries())
        await choose(hall.store, id, user, some(match, seat, roll(99)));
      await refresh(id);
    }
    const match = await loaded(hall.store, id);
    const keys = match.phases.map(({ turn, kind }) => `${id}.phase:${turn}.${kind}`);
    expect(done('post').map(({ purpose }) => purpose)).toEqual([`${id}.lobby`, ...keys]);
    const end = (await shown(id)).screen;
    expect(end.files!.map(({ name }) => name)).toContain(`metrox-${id}.json`);
    expect(
      JSON.parse(String(end.files!.find(({ name }) => name.endsWith('.json'))!.data)).actions,
    ).toHaveLength(match.log.length);
    expect(pieces(end).map(({ custom_id }) => custom_id)).toContain(`rematch|${id}|0`);
    const last = await shown(id);
    const buttons = hall.stand.chat
      .read(last.channel)
      .filter((posted) => posted.id !== last.id)
      .flatMap((posted) => pieces(posted.screen).filter(({ custom_id }) => custom_id));
    expect(buttons).toEqual([]);
    const calls = hall.stand.chat.calls.length;
    await refresh(id);
    expect(hall.stand.chat.calls).toHaveLength(calls);
  });
});

describe('the lease', () => {
  test('while another living process holds it nothing is sent; when it runs out this one goes on', async () => {
    const id = await lobbyOf(hall.store, 2, { at: now() });
    const other = `${HERE}:abc:${process.ppid}`;
    await held(id, other, 15_000);
    hall.stand.app.refresh(id);
    await settle(5000);
    expect(hall.stand.chat.calls).toEqual([]);
    await settle(11_000);
    await refresh(id);
    expect(done('post')).toHaveLength(1);
  });

  test('of a process that died is taken over at once', async () => {
    const id = await lobbyOf(hall.store, 2, { at: now() });
    await held(id, `${HERE}:abc:999999999`, 15_000);
    await refresh(id);
    expect(done('post')).toHaveLength(1);
    expect(await column(hall.store, 'SELECT owner FROM leases')).toEqual([]);
  });
});

describe('repairs', () => {
  test('find at the start what another process left undone', async () => {
    const id = await started(2);
    await round(id, 2);
    const dead = `${HERE}:abc:999999999`;
    await setTable(hall.store, id, { retryAt: 0 });
    await held(id, dead, 15_000);
    const repairs = startRepairs(hall.stand.app);
    await settle(0);
    expect((await shown(id)).purpose).toBe(`${id}.phase:2.round`);
    repairs.stop();
  });

  test('look into nothing when nothing is behind', async () => {
    await acquaint(hall.store, 25);
    await started(2);
    const before = hall.stand.chat.calls.length;
    const repairs = startRepairs(hall.stand.app);
    await settle(10 * 60_000);
    expect(hall.stand.chat.calls).toHaveLength(before);
    repairs.stop();
  });
});
