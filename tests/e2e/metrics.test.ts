import { afterEach, expect, test, vi } from 'vitest';
import { words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { startWorld, type World } from './world.ts';

/** What the real bot tells Prometheus of a story, and until it ends. */

let world: World;
afterEach(() => world.close());

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function samplesOf(body: string): Sample[] {
  return body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

const scrape = async (): Promise<Sample[]> => samplesOf(await (await world.told('/metrics')).text());

/** All samples of a name whose labels are these, added. */
const sum = (samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number =>
  samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([key, text]) => one.labels[key] === text))
    .reduce((all, { value }) => all + value, 0);

test('a round at a table moves what it should, and nobody can be told from it', async () => {
  world = await startWorld({ metrics: true });
  const [ann, ben] = [await world.person('Ann'), await world.person('Ben')];
  const lobby = await ann.command(world.place('metro'), 'metrox new', { map: 'tokyo' });
  await ben.wait((m) => m.id === lobby.id && m.components.length > 0, 'the lobby');
  await ben.tap(lobby, 'Join');
  await ann.wait((m) => m.id === lobby.id && words(m).includes('Ben'), 'Ben at the table');
  await ann.tap(lobby, /Start/);
  await ann.command(world.place('metro'), 'metrox board');
  const INTERACTIONS = 'metrox_interactions_total';
  await vi.waitFor(async () => expect(sum(await scrape(), INTERACTIONS)).toBe(4), PATIENCE);
  const found = await scrape();
  expect(
    found
      .filter(({ name }) => name === 'metrox_acts_total')
      .map(({ labels, value }) => [labels.kind, labels.name, value])
      .sort(),
  ).toEqual([
    ['button', 'join', 1],
    ['button', 'start', 1],
    ['command', 'metrox board', 1],
    ['command', 'metrox new', 1],
  ]);
  expect(sum(found, INTERACTIONS, { outcome: 'answered' })).toBe(4);
  for (const name of ['metrox_acknowledgement_seconds', 'metrox_answer_seconds']) {
    expect(sum(found, `${name}_count`), name).toBe(4);
    expect(sum(found, `${name}_sum`), name).toBeGreaterThan(0);
  }
  // Each request that Discord had of the bot is there, under its route.
  const requests = await world.requests();
  const callback = '/interactions/:id/:token/callback';
  expect(sum(found, 'metrox_rest_requests_total', { route: callback })).toBe(
    requests.filter(({ route }) => route === callback).length,
  );
  const routes = new Set(found.filter(({ name }) => /_rest_/.test(name)).map(({ labels }) => labels.route));
  expect(routes.size).toBeGreaterThan(4);
  expect([...routes].filter((route) => !requests.some((one) => one.route === route))).toEqual([]);
  expect(sum(found, 'metrox_picture_seconds_count', { game: 'metrox' })).toBeGreaterThan(0);
  expect(sum(found, 'metrox_picture_failures_total')).toBe(0);
  expect(sum(found, 'metrox_commit_seconds_count', { about: 'match' })).toBeGreaterThan(2);
  expect(sum(found, 'metrox_gateway_connected')).toBe(1);
  expect(sum(found, 'metrox_gateway_changes_total', { change: 'ready' })).toBe(1);
  for (const check of ['heartbeat', 'gateway', 'rest'])
    expect(sum(found, 'metrox_health', { check }), check).toBe(1);
  expect(sum(found, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  // What is read from the database is as it was some seconds ago.
  await vi.waitFor(async () => {
    const state = 'running';
    expect(sum(await scrape(), 'metrox_games', { game: 'metrox', state })).toBe(1);
  }, PATIENCE);
  const told = found.flatMap(({ labels }) => Object.values(labels));
  expect(told.filter((text) => /\d{5}|\b(?:ann|ben)\b/i.test(text))).toEqual([]);
});

test('it is told on this machine alone, beside health, and only where somebody wants it', async () => {
  world = await startWorld({ metrics: true, blank: true });
  expect((await world.health()).status).toBe(200);
  expect((await world.told('/metrics')).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  if (process.platform === 'linux') await expect(world.told('/metrics', '127.0.0.2')).rejects.toThrow();
  await world.close();
  world = await startWorld({ blank: true });
  expect((await world.told('/metrics')).status).toBe(404);
});

test('whoever asks while the bot ends is answered until it is gone, and holds nothing up', async () => {
  world = await startWorld({ metrics: true, blank: true });
  const ann = await world.person('Ann');
  const ORIGINAL = '/webhooks/:id/:token/messages/@original';
  await world.control('POST', '/faults', { method: 'PATCH', route: ORIGINAL, delay: 1_500, times: 1 });
  const answering = ann.command(world.place('metro'), 'metrox new', { map: 'tokyo' });
  await vi.waitFor(
    async () => expect((await world.requests()).some(({ route }) => route === ORIGINAL)).toBe(true),
    PATIENCE,
  );
  const ending = world.bot.stop('SIGTERM');
  const statuses: number[] = [];
  let connected: number | undefined;
  try {
    for (;;) {
      const answer = await world.told('/metrics');
      const found = samplesOf(await answer.text());
      statuses.push(answer.status);
      connected = sum(found, 'metrox_health', { check: 'gateway' });
    }
  } catch {
    // It is gone.
  }
  expect(await ending).toBe(0);
  await answering;
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(connected).toBe(0);
  expect(world.bot.output()).not.toMatch(/"level":(?:50|60)/);
});
