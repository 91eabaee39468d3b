import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encode } from '../../src/app/ids.ts';
import { TABLE } from '../../src/games/game.ts';
import { legal, type Match, phaseKey, present } from '../../src/match/match.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { AT, acquaint, loaded, opening, running } from '../match/people.ts';
import { pass } from './hall.ts';
import { errorsOf, openStand, type Stand } from './stand.ts';

usePictures('blank');

/** What stands in a log and would not be legal today is shown like everything else: no screen fails over it. */

let store: Store;
let stand: Stand;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(AT);
  store = emptyStore();
  await acquaint(store, 3);
  stand = openStand(store);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

async function settle(): Promise<void> {
  await pass(stand, 10_000);
}

/** Texts that may be chosen at some time of a match. */
function textsOf({ phases, game, seats }: Match): string[] {
  return phases.flatMap(({ state }) =>
    seats.flatMap(({ seat }) => game.actions(state, seat).map((action) => game.code(action))),
  );
}

/** Changes a row to a text that is no legal one there; false where none can be found. */
async function bend(match: Match, seq: number, texts: readonly string[]): Promise<boolean> {
  const row = match.log[seq]!;
  const state = match.phases.findLast(({ from }) => from <= seq)!.state;
  const fits = (text: string): boolean =>
    match.game.parse(state, row.seat, text) !== undefined &&
    legal(match.game, state, row.seat, text) === undefined;
  const text = texts.find(fits);
  if (text === undefined || row.seat === TABLE) return false;
  await change(store, 'UPDATE actions SET code = ? WHERE match = ? AND seq = ?', text, match.id, seq);
  return true;
}

test.each([
  ['metrox', 'tokyo'],
  ['metrox', 'tube-town'],
  ['metro', 'paris'],
  ['metromania', 'six-quarters'],
])('%s on %s', async (game, map) => {
  const roll = dice(7);
  const id = await running(store, 3, { ...opening(), game, map, options: {}, thread: false });
  stand.app.refresh(id);
  await settle();
  let bent = 0;
  for (let turns = 0; turns < amount(10, 40); turns++) {
    const match = await loaded(store, id);
    if (match.row.status === 'over') break;
    const seats = match.game.toAct(match.state);
    const seat = seats[roll(seats.length)]!;
    const all = match.game.actions(match.state, seat);
    const user = match.seats[seat]!.player!;
    const turn = match.game.turn(match.state);
    const codes = [match.game.code(all[roll(all.length)]!)];
    expect(await play(store, { match: id, user, turn, codes, at: Date.now() })).toMatchObject({ ok: true });
    const then = await loaded(store, id);
    const texts = textsOf(then);
    const from = roll(texts.length);
    if (await bend(then, then.log.length - 1, [...texts.slice(from), ...texts.slice(0, from)])) bent++;
    // A log that cannot be replayed is put aside; of this one every screen can be shown.
    const now = await loaded(store, id);
    for (const one of ['1000', '1001', '1002'])
      for (const act of ['mine', 'boards', 'more', 'fewer', 'replay', 'film', 'ask'])
        await stand.press(one, encode(act, id, now.game.turn(now.state)), [], { personal: true });
    stand.app.refresh(id);
    await settle();
    expect([errorsOf(stand), stand.chat.faults], phaseKey(present(now))).toEqual([[], []]);
  }
  expect(bent).toBeGreaterThan(5);
});
