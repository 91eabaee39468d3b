import { afterEach, beforeEach, expect } from 'vitest';
import type { Screen } from '../../src/app/outbound.ts';
import type { Match } from '../../src/match/match.ts';
import type { Store } from '../../src/store/open.ts';
import { choose, loaded, peopled, some } from '../match/people.ts';
import { positions, type Setting } from './positions.ts';
import { unsound } from './sound.ts';
import { errorsOf, openStand, type Stand } from './stand.ts';

/** What is looked at once a match is over: how it comes to that, and private answers to who asks. */

/** A whole game, of which only its end is kept. */
export const ended = (setting: Setting): Match => [...positions(setting, () => false)].at(-1)!;

export interface Archive {
  readonly store: Store;
  readonly stand: Stand;
  /** The private message that answers a press on one; anything but a screen that Discord takes is an error. */
  press(user: string, id: string, values?: readonly string[]): Promise<Screen>;
  /** Plays a match to its end, or to the end of a turn. */
  playOut(id: number, until?: number): Promise<Match>;
}

/** Opens a database of six people and an app before each test; nothing that was sent or logged may have been faulty then. */
export function useArchive(): Archive {
  let store: Store;
  let stand: Stand;
  beforeEach(async () => {
    store = await peopled(6);
    stand = openStand(store);
  });
  afterEach(() => {
    expect(stand.chat.faults).toEqual([]);
    expect(errorsOf(stand)).toEqual([]);
  });
  return {
    get store() {
      return store;
    },
    get stand() {
      return stand;
    },
    async press(user, id, values = []) {
      const { screen } = await stand.press(user, id, values, { personal: true });
      if (!screen) throw new Error('Nothing was answered.');
      expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
      return screen;
    },
    async playOut(id, until = 99) {
      for (;;) {
        const match = await loaded(store, id);
        const [seat] = match.game.toAct(match.state);
        if (seat === undefined || match.game.turn(match.state) > until) return match;
        await choose(store, id, match.seats[seat]!.player!, some(match, seat, match.log.length));
      }
    },
  };
}
