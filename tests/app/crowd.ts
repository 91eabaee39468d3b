import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Draft } from '../../src/app/outbound.ts';
import type { Origin, Reply } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { kick, leaveSeat } from '../../src/match/people.ts';
import type { Store } from '../../src/store/open.ts';
import { loaded, peopled, running } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import { pass } from './hall.ts';
import { idsOf, pieces, unsound, wordsOf } from './sound.ts';
import { errorsOf, openStand, type Stand } from './stand.ts';

/** The people around a table and what they press, see and read. Ann, who is 1000, is the host. */

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay'];
export const [ANN, BEN, CLEO, DIA, ELI] = ['1000', '1001', '1002', '1003', '1004'] as const;
export const STRANGER = '1010';

export let store: Store;
export let stand: Stand;

/** Another bot that knows so many people. */
export async function gather(count: number, names?: readonly string[]): Promise<void> {
  store = await peopled(count, names);
  stand = named(openStand(store));
}

/** Each test of the file has a table of its own, and nothing may have gone wrong at its end. */
export function gathered(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
    await gather(12, NAMES);
  });
  afterEach(async () => {
    await settle();
    expect(stand.chat.faults).toEqual([]);
    expect(errorsOf(stand)).toEqual([]);
    vi.useRealTimers();
  });
}

/** People go by their names. */
const named = (bare: Stand): Stand => ({
  ...bare,
  press: (user, id, values, more) => {
    const name = NAMES[Number(user) - 1000] ?? `P${user}`;
    return bare.press(user, id, values, { user: { id: user, name }, ...more });
  },
});

export async function settle(): Promise<void> {
  await pass(stand, 20_000);
}

export const table = (count = 3, more: Parameters<typeof running>[2] = {}): Promise<number> =>
  running(store, count, { limit: 12 * 3600, ...more });

const screenOf = (reply: Reply): Draft => {
  const screen = reply.screen ?? reply.whisper;
  if (!screen) throw new Error('Nothing was answered.');
  expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
  return screen;
};
export const pressed = async (user: string, id: string, values: string[] = [], more: Partial<Origin> = {}) =>
  screenOf(await stand.press(user, id, values, more));
export const said = async (...press: Parameters<typeof pressed>): Promise<string> =>
  wordsOf(await pressed(...press));
export const actsOf = (screen: Draft): string[] => idsOf(screen).map((id) => id.split('|')[0]!);
export const rows = async (id: number): Promise<string[]> =>
  (await loaded(store, id)).log.map(({ seat, code }) => (seat < 0 ? code : `${seat}`));
export const picksOf = (screen: Draft): string[] =>
  pieces(screen).flatMap((piece) => (piece.options ?? []).map(({ value }) => value));

/** A seat is late until it is not waited for any more. */
export async function becomesAway(id: number, user: string): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const { seats, standing } = await loaded(store, id);
    for (const { seat, player } of seats)
      if (player !== user && standing[seat] === 'here') await chooses(store, id, player!, now());
    await runsOut(store, id);
  }
}

/** Six at a table: Ann is the host, Ben plays, Cleo has left, Dia is away, Eli was taken off. Fay plays. */
export async function mixed(more: Parameters<typeof running>[2] = {}): Promise<number> {
  const id = await table(6, more);
  await leaveSeat(store, { match: id, user: CLEO, at: now() });
  await kick(store, { match: id, user: ANN, at: now(), to: 4, manages: false });
  await becomesAway(id, DIA);
  return id;
}

export const EVERYBODY: Readonly<Record<string, [user: string, more: Partial<Origin>]>> = {
  host: [ANN, {}],
  player: [BEN, {}],
  left: [CLEO, {}],
  away: [DIA, {}],
  kicked: [ELI, {}],
  stranger: [STRANGER, {}],
  manager: ['1011', { manages: true }],
  'manager elsewhere': ['1011', { manages: true, guild: '66' }],
};
