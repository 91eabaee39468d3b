import { beforeEach, describe, expect, test } from 'vitest';
import type { Screen } from '../../src/app/outbound.ts';
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
import { loaded, lobbyOf, over, running } from '../match/people.ts';
import { wholeTurn } from '../match/table.ts';
import { pass, useHall } from './hall.ts';
import { idsOf, pieces, textsOf, unsound } from './sound.ts';
import { ackOf, origin, type Stand } from './stand.ts';

usePictures('blank');

/** Presses of everything that can be reached, by everybody: none of them leads nowhere. */

const hall = useHall(12, 20_000);
let store: Store;
let stand: Stand;
beforeEach(() => {
  ({ store, stand } = hall);
});

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
    const add = (screen: Screen, personal: boolean): void => {
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

  test.each(PEOPLE)('of %s', async (_who, user, more) => {
    const lobby = await lobbyOf(store, 3);
    const auto = await running(store, 3);
    const manual = await running(store, 2, { options: { flip: 'manual' } });
    const ended = await over(store, 2);
    const { id: mine } = await openSolo(store, {
      game: 'metrox',
      map: 'tube-town',
      host: user,
      guild: null,
      origin: null,
      at: now(),
    });
    const first = [`mine|${mine}|1`, 'games|0|0', 'practice|0|0|metrox'];
    await wanders(user, more, [lobby, auto, manual, ended], first);
    expect((await tableOf(store, auto))!.discordError).toBeNull();
  });

  const TURNS = [
    { game: 'metro', map: 'paris' },
    { game: 'metromania', map: 'six-quarters' },
  ];
  test.each(PEOPLE.flatMap(([who, user, more]) => TURNS.map((wish) => ({ who, user, more, ...wish }))))(
    'of $who in $game',
    async ({ user, more, ...wish }) => {
      const opened = { ...wish, options: {}, capacity: 4 };
      const alone = await lobbyOf(store, 1, opened);
      const lobby = await lobbyOf(store, 3, opened);
      const begun = await running(store, 3, opened);
      const ended = await running(store, 2, opened);
      for (let match = await loaded(store, ended); match.row.status === 'running'; ) {
        await play(store, { match: ended, ...(await wholeTurn(store, ended)), at: now() });
        match = await loaded(store, ended);
      }
      const own = ['new', 'practice', 'practise', 'rules'].map((act) =>
        act === 'new'
          ? `newtable|0|0|${wish.game}`
          : `${act}|0|0|${act === 'rules' ? 'minute|' : ''}${wish.game}`,
      );
      await wanders(user, more, [alone, lobby, begun, ended], [...own, 'games|0|0', `solo|${alone}|0`]);
      expect((await tableOf(store, begun))!.discordError).toBeNull();
    },
  );

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
