import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '../../src/app/outbound.ts';
import type { Origin, PressRequest } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { openSolo } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { tableOf } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { column } from '../lib/rows.ts';
import { type Image, imageOf, storeFrom } from '../lib/store.ts';
import { loaded, lobbyOf, over, peopled, running } from '../match/people.ts';
import { wholeTurn } from '../match/table.ts';
import { pass, useHall } from './hall.ts';
import { idsOf, pieces, textsOf, unsound } from './sound.ts';
import { ackOf, origin, type Stand } from './stand.ts';

usePictures('blank');

/** Presses of everything that can be reached, by everybody: none of them leads nowhere. */

let store: Store;
let stand: Stand;

/** Tables at which everybody presses: they are played once, and each test has a copy of them. Gives their numbers. */
function useTables(play: (made: Store) => Promise<readonly number[]>): () => readonly number[] {
  let image: Image | undefined;
  let tables: readonly number[] = [];
  const hall = useHall(async () => {
    if (!image) {
      const made = await peopled(12);
      tables = await play(made);
      image = await imageOf(made);
    }
    return storeFrom(image);
  }, 20_000);
  beforeEach(() => {
    ({ store, stand } = hall);
  });
  return () => tables;
}

const STRANGER = '1011';

describe('a tap never dead-ends', () => {
  /** Presses of one person, from what stands in public; every answer's own buttons are pressed in turn. */
  async function wander(
    user: string,
    first: readonly string[],
    more: Partial<Origin>,
    most: number,
  ): Promise<number> {
    const roll = dice(Number(user));
    const seen = new Set<string>();
    const open: { customId: string; values: string[]; personal: boolean }[] = [];
    const add = (screen: Draft, personal: boolean): void => {
      for (const piece of pieces(screen)) {
        if (!piece.custom_id || piece.disabled) continue;
        const { options } = piece;
        const picks = options
          ? [options[0]!, options[roll(options.length)]!].map((one) => [one.value])
          : [[]];
        for (const values of picks) {
          const key = `${piece.custom_id} ${values}`;
          if (!seen.has(key)) open.push({ customId: piece.custom_id, values, personal });
          seen.add(key);
        }
      }
    };
    for (const customId of first) open.push({ customId, values: [], personal: false });
    let pressed = 0;
    while (open.length > 0 && pressed < most) {
      const [next] = open.splice(roll(open.length), 1);
      pressed++;
      const reply = await stand.press(user, next!.customId, next!.values, {
        ...more,
        personal: next!.personal,
      });
      const ack = ackOf({
        ...origin(user, { personal: next!.personal }),
        ...next!,
        kind: 'press',
      } as PressRequest);
      const what = `${user} ${next!.customId} [${next!.values}]`;
      for (const screen of [reply.screen, reply.whisper]) {
        if (!screen) continue;
        expect(unsound(screen, 'webhook-edit', { flags: 64 }), what).toEqual([]);
        expect(textsOf(screen).join(''), what).not.toBe('');
        add(screen, true);
      }
      // Only what the public message itself will show may be answered with nothing.
      if (!reply.screen && !reply.whisper) expect([ack, next!.personal], what).toEqual(['update', false]);
      await reply.after?.();
    }
    return pressed;
  }

  const PEOPLE = [
    ['the host', '1000', {}],
    ['a player', '1001', {}],
    ['a watcher', STRANGER, {}],
    ['a moderator who watches', STRANGER, { manages: true }],
    ['a player in a direct message', '1001', { guild: null, personal: true }],
  ] as const;

  describe('of Metro X', () => {
    const tables = useTables(async (made) => [
      await lobbyOf(made, 3),
      await running(made, 3),
      await running(made, 2, { options: { flip: 'manual' } }),
      await over(made, 2),
    ]);

    test.each(PEOPLE)('of %s', async (_who, user, more) => {
      const { id: mine } = await openSolo(store, {
        game: 'metrox',
        map: 'tube-town',
        host: user,
        guild: null,
        origin: null,
        at: now(),
      });
      const first = [`mine|${mine}|1`, 'games|0|0', 'practice|0|0|metrox'];
      await wanders(user, more, tables(), first);
      expect((await tableOf(store, tables()[1]!))!.discordError).toBeNull();
    });
  });

  describe.each([
    { game: 'metro', map: 'paris' },
    { game: 'metromania', map: 'six-quarters' },
  ])('of $game', (wish) => {
    const tables = useTables(async (made) => {
      const opened = { ...wish, options: {}, capacity: 4 };
      const alone = await lobbyOf(made, 1, opened);
      const lobby = await lobbyOf(made, 3, opened);
      const begun = await running(made, 3, opened);
      const ended = await running(made, 2, opened);
      for (let match = await loaded(made, ended); match.row.status === 'running'; ) {
        await play(made, { match: ended, ...(await wholeTurn(made, ended)), at: now() });
        match = await loaded(made, ended);
      }
      return [alone, lobby, begun, ended];
    });

    test.each(PEOPLE)('of %s', async (_who, user, more) => {
      const [alone, , begun] = tables();
      const own = ['new', 'practice', 'practise', 'rules'].map((act) =>
        act === 'new'
          ? `newtable|0|0|${wish.game}`
          : `${act}|0|0|${act === 'rules' ? 'minute|' : ''}${wish.game}`,
      );
      await wanders(user, more, tables(), [...own, 'games|0|0', `solo|${alone}|0`]);
      expect((await tableOf(store, begun!))!.discordError).toBeNull();
    });
  });

  /** All that can be pressed at such tables, from what they show in public and from `first`. */
  async function wanders(
    user: string,
    more: Partial<Origin>,
    tables: readonly number[],
    first: readonly string[],
  ): Promise<void> {
    for (const id of tables) stand.app.refresh(id);
    await pass(stand, 20_000);
    const standing = [...stand.chat.messages.values()].flatMap(({ screen }) => idsOf(screen));
    expect(standing.length).toBeGreaterThan(10);
    const pressed = await wander(user, [...standing, ...first], more, amount(50, 150));
    expect(pressed).toBeGreaterThan(40);
    // Whatever was pressed: every match can still be played from its log.
    const all = await column(store, "SELECT id FROM matches WHERE status IN ('running', 'over')");
    for (const id of all as number[]) {
      const match = await loaded(store, id);
      expect(match.row.turn).toBe(match.game.turn(match.state));
    }
    await pass(stand, 20_000);
  }
});
