import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedOf } from '../../src/daily/maps.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { metaOf } from '../../src/store/tables.ts';
import { leaveSeeds } from '../seeds.ts';

leaveSeeds();

let folder: string;
let stores: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-seed-'));
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function opened(name = 'one.db'): Store {
  const store = openStore(join(folder, name));
  stores.push(store);
  return store;
}

test('is the HMAC-SHA-256 of game and day under a secret of 256 bits', async () => {
  const store = opened();
  const seed = await seedOf(store, 'metrox', 332);
  const secret = (await metaOf(store, 'secret'))!;
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(seed).toBe(createHmac('sha256', secret).update('metrox 332').digest('base64url'));
});

test('is another for every day and every game, and no part of it leads to the next', async () => {
  const store = opened();
  const seeds = await Promise.all(
    ['metrox', 'metro'].flatMap((game) =>
      Array.from({ length: 200 }, (_, day) => seedOf(store, game, day + 1)),
    ),
  );
  expect(new Set(seeds).size).toBe(400);
  expect(new Set(seeds.map((seed) => seed.slice(0, 8))).size).toBe(400);
});

test('stays the same when the database is opened again, also by another process at the first use', async () => {
  const [one, two] = [opened(), opened()];
  const [first, second] = await Promise.all([seedOf(one, 'metrox', 5), seedOf(two, 'metrox', 5)]);
  expect(second).toBe(first);
  expect(await seedOf(opened(), 'metrox', 5)).toBe(first);
});

test('is another for every bot', async () => {
  const [one, two] = [opened('one.db'), opened('two.db')];
  expect(await seedOf(one, 'metrox', 5)).not.toBe(await seedOf(two, 'metrox', 5));
});
