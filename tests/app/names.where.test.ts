import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leadersFor } from '../../src/app/leaderboard.ts';
import { lobbyScreen } from '../../src/app/lobby.ts';
import { drawn } from '../../src/app/outbound.ts';
import { statsFor } from '../../src/app/statistics.ts';
import { countFinished } from '../../src/daily/count.ts';
import { endEarly } from '../../src/match/ending.ts';
import { playedHere } from '../../src/store/announcements.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { setServer } from '../../src/store/guilds.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { meet, setSettings } from '../../src/store/players.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { change } from '../lib/rows.ts';
import { AT, choose, loaded, lobbyOf, over, peopled, running, some } from '../match/people.ts';
import { t } from './shown.ts';
import { idsOf, textsOf, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';

usePictures('blank');

/** Ann is the Queen in one server and has another nickname in another; nobody of one is to learn of the other. */

const ANN = '1000';
const HERE = '77';
const THERE = '66';

let store: Store;
let stand: Stand;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT });
  store = await peopled(3, ['Ann', 'Ben', 'Cleo']);
  await meet(store, ANN, 'Ann', HERE, { nick: 'Queen', username: 'ann.99' });
  await meet(store, ANN, 'Ann', THERE, { nick: 'Spy', username: 'ann.99' });
  for (const id of ['1001', '1002']) await meet(store, id, id === '1001' ? 'Ben' : 'Cleo', HERE);
  stand = openStand(store);
});

afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

test('at a table it is the name of the table’s server, whoever looks, and wherever they ask', async () => {
  const [here, there] = [await lobbyOf(store, 2), await lobbyOf(store, 2, { guild: THERE, channel: '99' })];
  const names = async (id: number) => (await load(store, id))!.seats.map(({ name }) => name);
  expect(await names(here)).toEqual(['Queen', 'Ben']);
  expect(await names(there)).toEqual(['Spy', 'Ben']);
  const shown = wordsOf(await drawn(lobbyScreen((await load(store, here))!, t)));
  expect(shown).toContain('👑 Queen');
  expect(shown).not.toMatch(/Spy|ann\.99/);
});

test('what waits for whom is told with the names of each table', async () => {
  await running(store, 2);
  const other = await running(store, 2, { guild: THERE, channel: '99' });
  await choose(store, other, '1001', some(await loaded(store, other), 1));
  const { screen } = await stand.press('1001', 'games|0|0', [], { guild: null, personal: true });
  const lines = wordsOf(screen!).split('\n');
  expect(lines.find((line) => line.includes(`#${other}`))).toContain('waiting for Spy');
});

test('a name is renewed by a press in its server alone, and the account’s by any', async () => {
  const id = await lobbyOf(store, 2);
  const name = async () => (await load(store, id))!.seats[0]!.name;
  await meet(store, ANN, 'Anna', null, {});
  await meet(store, ANN, 'Anna', THERE, { nick: 'Mole' });
  expect(await name()).toBe('Queen');
  await meet(store, ANN, 'Anna', HERE, { nick: null });
  expect(await name()).toBe('Anna');
  const writes = connectionOf(store).prepare('SELECT total_changes()').pluck();
  const before = writes.get();
  await meet(store, ANN, 'Anna', HERE, { nick: null });
  await meet(store, ANN, 'Anna', THERE, { nick: 'Mole' });
  expect(writes.get()).toBe(before);
});

async function table(scope: 'server' | 'world', user = '1001', guild: string | null = HERE) {
  return wordsOf(
    await leadersFor(stand.app, origin(user, { guild }), 'metrox', { scope, by: 'wins', period: 'all' }),
  );
}

async function played(): Promise<void> {
  await over(store, 2);
  await countFinished(store, AT);
}

test('a server’s table has its names, the world’s those of accounts', async () => {
  await played();
  await change(store, 'UPDATE tallies SET wins = 1');
  expect(await table('server')).toContain('Queen');
  expect(await table('server', '1001', THERE)).toContain('Spy');
  for (const guild of [HERE, THERE, null]) {
    expect(await table('world', '1001', guild)).toMatch(/\bAnn\b/);
    expect(await table('world', '1001', guild)).not.toMatch(/Queen|Spy|ann\.99/);
  }
});

test('who would rather be someone to the world is, also on their own row, and has a name in their servers', async () => {
  await played();
  await change(store, 'UPDATE tallies SET wins = 1');
  await setSettings(store, ANN, { listed: 'someone' });
  expect(await table('server')).toContain('Queen');
  expect(await table('world')).toMatch(/someone · [*~]/);
  expect(await table('world', ANN)).toMatch(/someone · .*you/);
  for (const user of [ANN, '1001']) expect(await table('world', user)).not.toMatch(/\bAnn\b|Queen|Spy/);
});

test('statistics have the name of the server in which they are asked for', async () => {
  await played();
  const title = async (user: string, guild: string | null) =>
    wordsOf(await statsFor(stand.app, origin(user, { guild }), 'metrox', ANN)).split('\n')[0];
  expect(await title('1001', HERE)).toBe('## Queen · Metro X');
  expect(await title('1001', THERE)).toBe('## Spy · Metro X');
  expect(await title('1001', '55')).toBe('## Ann · Metro X');
  await setSettings(store, ANN, { listed: 'someone' });
  expect(await title('1001', HERE)).toBe('## Queen · Metro X');
  expect(await title('1001', '55')).toBe('## someone · Metro X');
  expect(await title('1001', null)).toBe('## someone · Metro X');
});

test('the podium of a server has its names', async () => {
  const id = await running(store, 2);
  await endEarly(store, id, AT);
  await change(
    store,
    "INSERT INTO daily (game, day, player, match, state, score, at) VALUES ('metrox', 5, ?, ?, 'finished', 40, 0)",
    ANN,
    id,
  );
  const names = async (guild: string) =>
    (await playedHere(store, 'metrox', 5, guild)).map(({ name }) => name);
  expect(await Promise.all([HERE, THERE, '55'].map(names))).toEqual([['Queen'], ['Spy'], []]);
});

test('a server’s settings name who changed them as it knows them', async () => {
  await setServer(store, HERE, { limit: 3600 }, ANN, AT);
  const { screen } = await stand.press('1001', 'server|0|0|test', [], { manages: true });
  expect(wordsOf(screen!)).toContain('Queen changed these settings');
});

test('the switch in the settings says what it does, and does it', async () => {
  const { screen } = await stand.press(ANN, 'settings|0|0');
  const id = idsOf(screen!).find((one) => one.includes('|listed|'))!;
  const { screen: then } = await stand.press(ANN, id);
  expect(wordsOf(then!)).toContain('to people of other servers you are *someone*');
  expect(bare(textsOf(then!))).toContain('In world tables: someone');
});
