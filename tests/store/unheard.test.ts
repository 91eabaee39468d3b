import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/open.ts';
import { meet, noteHeard, noteUnheard } from '../../src/store/players.ts';
import { peopled } from '../match/people.ts';

/** Which answer did not reach somebody. */

let store: Store;
beforeEach(async () => {
  store = await peopled(1);
});
const unheard = async () => (await meet(store, '1000', 'P1000')).unheard;

test('one about a match is not forgotten for one about none', async () => {
  await noteUnheard(store, '1000', 0);
  expect(await unheard()).toBe(0);
  await noteUnheard(store, '1000', 7);
  await noteUnheard(store, '1000', 0);
  expect(await unheard()).toBe(7);
});

test('one that was lost while another was told of is still to be told', async () => {
  await noteUnheard(store, '1000', 7);
  await noteUnheard(store, '1000', 8);
  await noteHeard(store, '1000', 7);
  expect(await unheard()).toBe(8);
  await noteHeard(store, '1000', 8);
  expect(await unheard()).toBeNull();
});
