import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { plain } from '../../src/app/components.ts';
import { now } from '../../src/clock.ts';
import { pause, voidMatch } from '../../src/match/ending.ts';
import { join as joinLobby } from '../../src/match/lobby.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { messagesOf } from '../../src/store/messages.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { behind } from '../../src/store/tables.ts';
import { idsOf, wordsOf } from '../app/sound.ts';
import { errorsOf, openStand, type Posted, type Stand } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standing, standingTable } from '../lib/messages.ts';
import { choose, ids, loaded, lobbyOf, over, peopled, running, some } from '../match/people.ts';
import { backdated, before, earlier, scratch } from './folders.ts';

usePictures('blank');

/**
 * Lobbies and tables of before each message had a row go on: each stands once, nothing that was noted is posted anew, what
 * was on its way is found under the nonce under which the program of then had sent it, and its buttons answer.
 */

/** The messages of such a chat are numbered from here; a thread bears the number of its lobby's message. */
const FIRST = 9000;
const LOBBY = String(FIRST);
const HOME = '88';
const OTHER = '55';

let stand: Stand;
let store: Store;
afterEach(async () => {
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  await store.close();
});

interface Then {
  /** What stood in the chat, in that order: where, and what it was for. */
  readonly stood: readonly (readonly [channel: string, purpose: string])[];
  /** What the program of then had noted of the table. */
  readonly noted: Readonly<Record<string, unknown>>;
}

/** A match of today as the program of then would have left it, opened by the program of now; how many messages stood. */
async function update(made: Store, id: number, { stood, noted }: Then): Promise<number> {
  const file = join(scratch(), 'metrox.db');
  const old = backdated(made, file, earlier(before('fair')));
  await made.close();
  const revision = connectionOf(old).prepare('SELECT revision FROM matches WHERE id = ?').pluck().get(id);
  const change = { old: '[]', lobby_channel: HOME, shown: revision, ...noted };
  connectionOf(old)
    .prepare(`UPDATE tables SET ${Object.keys(change).map((name) => `"${name}" = ?`)} WHERE "match" = ?`)
    .run(...Object.values(change), id);
  await old.close();
  store = openStore(file);
  expect(connectionOf(store).pragma('foreign_key_check')).toEqual([]);
  stand = openStand(store);
  for (const [channel, purpose] of stood) {
    const nonce = `${id}.${purpose}`.slice(-25);
    await stand.chat.outbound.post(channel, plain('of then'), `${id}.${purpose}`, nonce);
  }
  return stood.length;
}

async function settled(): Promise<void> {
  for (const match of await behind(store, now())) stand.app.refresh(match);
  await stand.tables.settled();
  expect(await behind(store, now())).toEqual([]);
}

/** Messages that were posted since, in their order. */
const news = (from: number): Posted[] =>
  [...stand.chat.messages.values()].filter(({ id }) => Number(id) >= FIRST + from);

const message = (n: number): Posted => stand.chat.messages.get(String(FIRST + n))!;
const acts = (n: number): string[] => idsOf(message(n).screen).map((id) => id.split('|')[0]!);

async function round(made: Store, id: number): Promise<void> {
  const match = await loaded(made, id);
  for (const [seat, user] of ids(2).entries()) await choose(made, id, user, some(match, seat));
}

/** A game of two in its round `turn`, in a thread. */
async function inRound(turn: number): Promise<[Store, number]> {
  const made = await peopled(3);
  const id = await running(made, 2, { at: now(), limit: 43_200 });
  for (let n = 1; n < turn; n++) await round(made, id);
  return [made, id];
}

/** A lobby, and what was posted in the thread of its message. */
const inThread = (...purposes: string[]): (readonly [string, string])[] => [
  [HOME, 'lobby'],
  ...purposes.map((purpose) => [LOBBY, purpose] as const),
];

/** What is noted of a table in its thread. */
const threaded = { lobby_message: LOBBY, lobby_done: 1, channel: LOBBY, threaded: 1 };

describe('a lobby', () => {
  test('that is open stays where it is, and shows who joins', async () => {
    const made = await peopled(3);
    const id = await lobbyOf(made, 2, { at: now() });
    const from = await update(made, id, { stood: [[HOME, 'lobby']], noted: { lobby_message: LOBBY } });
    await settled();
    await joinLobby(store, id, '1002', now());
    stand.app.refresh(id);
    await stand.tables.settled();
    expect(news(from)).toEqual([]);
    expect(wordsOf(message(0).screen)).toContain('3 of 25');
    expect(acts(0)).toContain('join');
  });

  test('that was posted and not noted is found', async () => {
    const made = await peopled(3);
    const id = await lobbyOf(made, 2, { at: now() });
    const from = await update(made, id, { stood: [[HOME, 'lobby']], noted: { shown: -1 } });
    await settled();
    expect(news(from)).toEqual([]);
    expect((await standingTable(store, id))!.lobbyMessage).toBe(LOBBY);
    expect(acts(0)).toContain('join');
  });
});

describe('a table', () => {
  test('in the middle of a round stays where it is, and its buttons answer', async () => {
    const [made, id] = await inRound(1);
    const stood = inThread('1.round');
    const noted = { ...threaded, message: '9001', phase: '1.round' };
    const from = await update(made, id, { stood, noted });
    await settled();
    const reply = await stand.press('1000', `mine|${id}|1`, [], { channel: LOBBY, message: '9001' });
    expect(wordsOf(reply.screen!)).toContain('Number');
    await choose(store, id, '1000', some(await loaded(store, id), 0));
    stand.app.refresh(id);
    await stand.tables.settled();
    expect(news(from)).toEqual([]);
    expect(acts(1)).toContain('mine');
    expect(message(1).screen.body.content).toContain('<@1001>');
    expect((await standingTable(store, id))!.threaded).toBe(true);
  });

  test.each([
    ['was posted and not noted', [{ message: null, phase: '2.round' }]],
    ['was posted in the place of another, and not noted', [{ message: null, phase: '2.round.7' }]],
  ])('that %s is found', async (_what, old) => {
    const [made, id] = await inRound(2);
    const stood = inThread('1.round', old[0]!.phase);
    const noted = { ...threaded, message: '9001', phase: '1.round', old: JSON.stringify(old) };
    const from = await update(made, id, { stood, noted });
    await settled();
    expect(news(from)).toEqual([]);
    expect(acts(1)).toEqual([]);
    expect(wordsOf(message(1).screen)).toMatch(/^Round 1/);
    expect(acts(2)).toContain('mine');
    expect((await standingTable(store, id))!.message).toBe('9002');
  });

  test('that nobody looked after for two rounds has a line for each, in their order', async () => {
    const [made, id] = await inRound(4);
    const stood = inThread('1.round');
    const from = await update(made, id, {
      stood,
      noted: { ...threaded, message: '9001', phase: '1.round', shown: 1 },
    });
    await settled();
    expect([message(1), ...news(from)].map(({ screen }) => wordsOf(screen).slice(0, 7))).toEqual([
      'Round 1',
      'Round 2',
      'Round 3',
      expect.anything(),
    ]);
    expect(idsOf(news(from).at(-1)!.screen).length).toBeGreaterThan(0);
    expect((await standingTable(store, id))!.others).toEqual([]);
  });

  test('of which lines were on their way when it died has each once', async () => {
    const [made, id] = await inRound(4);
    const old = ['2.round', '3.round', '4.round'].map((phase) => ({ message: null, phase }));
    const stood = inThread('1.round', '2.round', '3.round');
    const noted = { ...threaded, message: '9001', phase: '1.round', old: JSON.stringify(old) };
    const from = await update(made, id, { stood, noted });
    await settled();
    expect(news(from)).toHaveLength(1);
    expect([1, 2, 3].map((n) => wordsOf(message(n).screen).slice(0, 7))).toEqual([
      'Round 1',
      'Round 2',
      'Round 3',
    ]);
    expect(idsOf(news(from)[0]!.screen).length).toBeGreaterThan(0);
  });

  test('that moved is posted where it went; what it left says so, and its thread is put away', async () => {
    const [made, id] = await inRound(1);
    const stood = inThread('1.round');
    const old = [{ message: '9001', phase: 'moved', channel: LOBBY }];
    const noted = {
      ...{ ...threaded, channel: OTHER, threaded: 0, told: 'moved', phase: '1.round' },
      old: JSON.stringify(old),
    };
    const from = await update(made, id, { stood, noted });
    await settled();
    expect(news(from).map(({ channel }) => channel)).toEqual([OTHER]);
    expect(wordsOf(news(from)[0]!.screen)).toMatch(/^This game moved here|moved here/);
    expect(JSON.stringify(message(1).screen.body)).toContain(`/${OTHER}/${news(from)[0]!.id}`);
    expect(stand.chat.archived.has(LOBBY)).toBe(true);
  });

  test('of which something was on its way where it left stands once, where it went', async () => {
    const [made, id] = await inRound(1);
    const stood = inThread('1.round');
    const old = [
      { message: null, phase: '1.round' },
      { message: null, phase: '1.round', channel: LOBBY },
    ];
    const noted = {
      ...{ ...threaded, channel: OTHER, threaded: 0, told: 'moved', phase: '1.round' },
      old: JSON.stringify(old),
    };
    const from = await update(made, id, { stood, noted });
    // Discord tells messages apart by channel as well.
    await settled();
    const pressable = [...stand.chat.messages.values()].filter(({ screen }) =>
      idsOf(screen).includes(`mine|${id}|1`),
    );
    expect(pressable).toHaveLength(1);
    expect(from).toBe(2);
    expect((await standingTable(store, id))!.message).toBe(pressable[0]!.id);
  });

  test('that came back to its thread is posted there, and what it left elsewhere says so', async () => {
    const [made, id] = await inRound(1);
    const stood = [
      [HOME, 'lobby'],
      [OTHER, '1.round'],
    ] as const;
    const old = [{ message: '9001', phase: 'moved', channel: OTHER }];
    const noted = { ...threaded, told: 'moved', phase: '1.round', old: JSON.stringify(old) };
    const from = await update(made, id, { stood, noted });
    await settled();
    expect(news(from).map(({ channel }) => channel)).toEqual([LOBBY]);
    expect(acts(1)).toEqual([]);
    expect(JSON.stringify(message(1).screen.body)).toContain(`/${LOBBY}/${news(from)[0]!.id}`);
    expect(stand.chat.archived.size).toBe(0);
  });

  test('whose thread is gone stands above it, and says so', async () => {
    const [made, id] = await inRound(1);
    const noted = {
      ...{
        lobby_message: LOBBY,
        lobby_done: 0,
        channel: HOME,
        threaded: 0,
        told: 'thread',
        phase: '1.round',
      },
    };
    const from = await update(made, id, { stood: [[HOME, 'lobby']], noted });
    await settled();
    expect(news(from).map(({ channel }) => channel)).toEqual([HOME]);
    expect(wordsOf(news(from)[0]!.screen)).toContain(`The thread of #${id} is gone`);
    expect(JSON.stringify(message(0).screen.body)).toContain(`/${HOME}/${news(from)[0]!.id}`);
  });

  test('that is paused stays so, and goes on', async () => {
    const [made, id] = await inRound(1);
    await pause(made, { match: id, user: '1000', at: now() });
    const stood = inThread('1.pause-1');
    const from = await update(made, id, {
      stood,
      noted: { ...threaded, message: '9001', phase: '1.pause-1' },
    });
    await settled();
    expect(news(from)).toEqual([]);
    await stand.press('1000', `go|${id}|1`, [], { channel: LOBBY, message: '9001' });
    await stand.tables.settled();
    expect(news(from)).toHaveLength(1);
    expect(idsOf(news(from)[0]!.screen).length).toBeGreaterThan(0);
    expect(stand.chat.messages.has('9001')).toBe(false);
  });

  test('that is over and shows it is left alone; the line of its lobby tells it where it did not', async () => {
    const made = await peopled(3);
    const id = await over(made, 2);
    const last = `${(await loaded(made, id)).row.turn}.over`;
    const stood = inThread(last);
    const from = await update(made, id, { stood, noted: { ...threaded, message: '9001', phase: last } });
    await settled();
    expect(news(from)).toEqual([]);
    expect(stand.chat.calls.filter(({ message: one }) => one === '9001')).toEqual([]);
    expect(acts(0)).toEqual(['rematch', 'replay', 'film']);
    expect(stand.chat.archived.has(LOBBY)).toBe(true);
    const calls = stand.chat.calls.length;
    stand.app.refresh(id);
    await stand.tables.settled();
    expect(stand.chat.calls).toHaveLength(calls);
  });

  test('that is over and put away is not touched, nor is its lobby', async () => {
    const made = await peopled(3);
    const id = await over(made, 2);
    const last = `${(await loaded(made, id)).row.turn}.over`;
    const stood = inThread(last);
    await update(made, id, { stood, noted: { ...threaded, message: '9001', phase: last, archived: 1 } });
    const calls = stand.chat.calls.length;
    stand.app.refresh(id);
    await stand.tables.settled();
    expect(stand.chat.calls).toHaveLength(calls);
  });

  test('that ended without a winner is left alone as well', async () => {
    const [made, id] = await inRound(1);
    await voidMatch(made, { match: id, user: '1009', at: now(), manages: true });
    const stood = inThread('1.over');
    const noted = { ...threaded, message: '9001', phase: '1.over', archived: 1 };
    await update(made, id, { stood, noted });
    const calls = stand.chat.calls.length;
    stand.app.refresh(id);
    await stand.tables.settled();
    expect(stand.chat.calls).toHaveLength(calls);
    expect(await standing(store, { match: id }, 'phase:')).toMatchObject([
      { message: '9001', state: 'stands' },
    ]);
  });

  test('with forty messages to see to has none afterwards', async () => {
    const [made, id] = await inRound(2);
    const left = Array.from({ length: 40 }, (_, n) => String(FIRST + 2 + n));
    const stood = [[HOME, 'lobby'], [LOBBY, '2.round'], ...left.map((one) => [LOBBY, one] as const)] as const;
    const old = left.map((one) => ({ message: one, phase: 'replaced' }));
    const noted = { ...threaded, message: '9001', phase: '2.round', old: JSON.stringify(old) };
    const from = await update(made, id, { stood, noted });
    await settled();
    expect(news(from)).toEqual([]);
    expect([...stand.chat.messages.keys()]).toEqual([LOBBY, '9001']);
    expect((await messagesOf(store, { match: id })).map(({ slot }) => slot)).toEqual([
      'lobby',
      'phase:2.round',
    ]);
  });
});
