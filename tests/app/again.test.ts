import { describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import type { CommandRequest } from '../../src/app/request.ts';
import { requestId } from '../../src/app/tablerequest.ts';
import { now } from '../../src/clock.ts';
import { expire } from '../../src/match/lobby.ts';
import { kick } from '../../src/match/people.ts';
import { LOBBY_LASTS } from '../../src/store/deadlines.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { rows } from '../lib/rows.ts';
import { loaded } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import { ANN, BEN, CLEO, gathered, picksOf, pressed, said, settle, stand, store, table } from './crowd.ts';
import { wordsOf } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** The next game of people who have played one, and which of several is meant. */

gathered();

/** Plays until it is over; whoever is not there any more is played by the clock. */
async function over(id: number): Promise<void> {
  for (let match = await loaded(store, id); match.row.status === 'running'; match = await loaded(store, id)) {
    const waits = match.game.toAct(match.state).filter((seat) => match.standing[seat] === 'here');
    for (const seat of waits) await chooses(store, id, match.seats[seat]!.player!, now());
  }
  stand.app.refresh(id);
  await settle();
}

const lobbies = () =>
  rows<{ id: number; host: string; channel: string; thread: number; rematchOf: number | null }>(
    store,
    "SELECT m.id, m.host, m.channel, m.thread, m.rematch_of AS rematchOf FROM matches m WHERE status = 'lobby' ORDER BY id",
  );

/** Runs a command; `more` says where. */
async function commanded(name: string, user: string, more: Partial<CommandRequest> = {}) {
  const request: CommandRequest = {
    ...origin(user),
    kind: 'command',
    name,
    options: {},
    users: new Map(),
    ...more,
  };
  return COMMANDS.get(name)!.run(stand.app, request);
}

describe('in the thread of a game', () => {
  /** A finished game, and where it was played. */
  async function played() {
    const id = await table(2);
    stand.app.refresh(id);
    await settle();
    await over(id);
    const { channel, threaded } = (await standingTable(store, id))!;
    expect(threaded).toBe(true);
    return { id, there: { channel: channel!, inThread: true, parent: '88' } };
  }

  test('a rematch is opened in the channel above, with a thread of its own, and the thread stays put away', async () => {
    const { id, there } = await played();
    expect(stand.chat.archived.has(there.channel)).toBe(true);
    expect(await said(BEN, `rematch|${id}|0`, [], there)).toBe('The table is open in <#88>.');
    await settle();
    expect(await lobbies()).toMatchObject([{ host: BEN, channel: '88', thread: 1, rematchOf: id }]);
    expect(
      stand.chat
        .read('88')
        .map(({ screen }) => wordsOf(screen))
        .join('\n'),
    ).toContain('would like a rematch');
    expect(stand.chat.archived.has(there.channel)).toBe(true);
  });

  test('a new table as well, by button and by command', async () => {
    const { there } = await played();
    expect(await said(CLEO, 'newtable|0|0|metro', [], there)).toBe('The table is open in <#88>.');
    const answer = await commanded('metromania new', CLEO, there);
    expect(wordsOf(answer.screen!)).toBe('The table is open in <#88>.');
    await settle();
    expect((await lobbies()).map(({ channel, thread }) => [channel, thread])).toEqual([
      ['88', 1],
      ['88', 1],
    ]);
  });

  test('a thread that people opened themselves is a place like others', async () => {
    const there = { channel: '8800', inThread: true, parent: '88' };
    expect(await said(CLEO, 'newtable|0|0|metro', [], there)).toBe('The table is open in this channel.');
    await settle();
    expect(await lobbies()).toMatchObject([{ channel: '8800', thread: 0 }]);
  });
});

describe('a rematch that nobody started', () => {
  test('is opened anew by whoever asks for it again', async () => {
    const id = await table(2);
    await over(id);
    // Also by the button under a refusal for want of rights, which opens it as it was asked for.
    const wish = requestId({ game: 'metrox', rematchOf: id });
    for (const press of [`rematch|${id}|0`, wish, `rematch|${id}|0`]) {
      await stand.press(ANN, press);
      await settle();
      const [first, ...others] = await lobbies();
      expect(others, press).toEqual([]);
      for (const again of [`rematch|${id}|0`, wish])
        expect(await said(BEN, again), press).toContain('The rematch is open already');
      await vi.advanceTimersByTimeAsync(LOBBY_LASTS);
      expect(await expire(store, first!.id, now())).toBe(true);
      stand.app.refresh(first!.id);
      await settle();
      expect(await lobbies(), press).toEqual([]);
    }
  });
});

describe('whoever was taken off the table', () => {
  test('has no part in the rematch, and no place is theirs', async () => {
    const id = await table(3);
    stand.app.refresh(id);
    await settle();
    await kick(store, { match: id, user: ANN, at: now(), to: 2, manages: false });
    await over(id);
    expect(await said(CLEO, `rematch|${id}|0`)).toBe('Only those who played can ask for a rematch.');
    expect(await stand.press(ANN, `rematch|${id}|0`)).toEqual({});
    await settle();
    const invite = [...stand.chat.messages.values()].find(({ purpose }) => purpose?.endsWith('.invite'))!;
    expect(invite.screen.body.allowed_mentions).toMatchObject({ users: [BEN] });
    const [end] = [...stand.chat.messages.values()].filter(({ purpose }) => purpose?.includes('.over'));
    const match = await loaded(store, id);
    const first = match.game.score(match.state).findIndex(({ rank }) => rank === 1);
    const winner = ['Ann wins', 'Ben wins', "Cleo's seat wins"][first]!;
    expect(wordsOf(end!.screen)).toContain(winner);
    expect(first).toBe(2);
  });
});

describe('a command that names no game', () => {
  test('where one sits at several tables here it asks which; at one it is that', async () => {
    const first = await table(2, { channel: '88', thread: false });
    stand.app.refresh(first);
    await settle();
    expect(wordsOf((await commanded('metrox board', ANN)).screen!)).toContain(`#${first} · round 1`);
    const second = await table(2, { channel: '88', thread: false, origin: 'second' });
    stand.app.refresh(second);
    await settle();
    for (const name of ['metrox board', 'metrox flip']) {
      const asked = (await commanded(name, ANN)).screen!;
      expect(wordsOf(asked), name).toMatch(/^You sit at several tables here\. Which one\?/);
      expect(picksOf(asked), name).toEqual(expect.arrayContaining([`${first}`, `${second}`]));
    }
    // Elsewhere those of the server are meant, and here only those that stand here.
    const third = await table(2, { channel: '99', thread: false, origin: 'third' });
    stand.app.refresh(third);
    await settle();
    expect(wordsOf((await commanded('metrox board', ANN, { channel: '99' })).screen!)).toContain(
      `#${third} · round 1`,
    );
  });
});

describe('a table that moves', () => {
  test('puts the thread that it leaves away, and opens it again when it comes back', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const old = (await standingTable(store, id))!.channel!;
    await runsOut(store, id);
    stand.app.refresh(id);
    await settle();
    await pressed(ANN, `movehere|${id}|0`, [], { channel: '55' });
    await settle();
    expect(stand.chat.archived.has(old)).toBe(true);
    expect(await standingTable(store, id)).toMatchObject({ channel: '55', others: [] });
    await pressed(ANN, `movehere|${id}|0`, [], { channel: old, inThread: true, parent: '88' });
    await settle();
    expect(stand.chat.archived.has(old)).toBe(false);
    expect(await standingTable(store, id)).toMatchObject({ channel: old, others: [] });
  });
});
