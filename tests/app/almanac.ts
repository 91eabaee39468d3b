import { afterEach, beforeEach, expect, vi } from 'vitest';
import { encode } from '../../src/app/ids.ts';
import type { Draft } from '../../src/app/outbound.ts';
import type { Reply } from '../../src/app/request.ts';
import type { Store } from '../../src/store/open.ts';
import { GAME, NOON } from '../daily/world.ts';
import { emptyStore } from '../lib/store.ts';
import { EPHEMERAL, V2 } from './shown.ts';
import { idsOf, unsound } from './sound.ts';
import { errorsOf, openStand, type Stand } from './stand.ts';

/** A bot at noon of the day that is today, whose rows the tests write, and its tables as people ask for them. */

export const GUILD = '77';

export let store: Store;
export let stand: Stand;

/** Each test of the file has a bot of its own, and nothing may have gone wrong at its end. */
export function useStand(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    store = emptyStore();
    stand = openStand(store);
  });
  afterEach(async () => {
    expect(stand.chat.faults).toEqual([]);
    expect(errorsOf(stand)).toEqual([]);
    await store.close();
    vi.useRealTimers();
  });
}

export const leaders = (user: string, more: Parameters<Stand['press']>[3] = {}, ...parts: string[]) =>
  stand.press(user, encode('leaders', 0, 0, GAME, ...parts), [], more);

/** What was answered; Discord would take it as a new private message and in the place of one. */
export function sound(reply: Reply): Draft {
  const screen = (reply.screen ?? reply.whisper)!;
  expect(unsound(screen, 'webhook-edit', { flags: EPHEMERAL })).toEqual([]);
  expect(
    unsound(screen, 'webhook-edit', { flags: EPHEMERAL | V2, components: [{ type: 17, components: [] }] }),
  ).toEqual([]);
  expect(new Set(idsOf(screen)).size).toBe(idsOf(screen).length);
  return screen;
}
