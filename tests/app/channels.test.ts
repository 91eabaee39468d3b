import { describe, expect, test } from 'vitest';
import { type Place, rightsIn } from '../../src/app/channels.ts';
import { inChannel, PERMISSION } from '../../src/playground/permissions.ts';
import type { Channel } from '../../src/playground/shapes.ts';
import type { World } from '../../src/playground/world.ts';
import { dice } from '../lib/chance.ts';

/** What a member may do in a channel, worked out from roles and overwrites. */

const { Administrator, ManageThreads, ViewChannel } = PERMISSION;
const GUILD = '10';
const USER = '1';

const place = (
  roles: Record<string, bigint>,
  overwrites: Record<string, [allow: bigint, deny: bigint]>,
): Place => ({
  owner: '2',
  roles: new Map(Object.entries(roles)),
  overwrites: new Map(
    Object.entries(overwrites).map(([id, [allow, deny]]) => [id, { allow, deny }] as const),
  ),
  secret: false,
});
const sees = (where: Place, roles: string[], user = USER): boolean =>
  (rightsIn(where, GUILD, user, roles) & ViewChannel) !== 0n;

describe('a channel', () => {
  const V = ViewChannel;
  test.each<[what: string, Place, roles: string[], boolean]>([
    ['of a server in which everybody sees everything', place({ [GUILD]: V }, {}), [], true],
    ['of a server in which nobody sees anything', place({ [GUILD]: 0n }, {}), [], false],
    ['that a role lets see', place({ [GUILD]: 0n, 20: V }, {}), ['20'], true],
    ['that somebody else’s role lets see', place({ [GUILD]: 0n, 20: V }, {}), [], false],
    ['that is hidden from everybody', place({ [GUILD]: V }, { [GUILD]: [0n, V] }), [], false],
    [
      'that is hidden but for a role',
      place({ [GUILD]: V, 20: 0n }, { [GUILD]: [0n, V], 20: [V, 0n] }),
      ['20'],
      true,
    ],
    ['that is hidden from a role', place({ [GUILD]: V, 20: 0n }, { 20: [0n, V] }), ['20'], false],
    [
      'that one role hides and another shows',
      place({ [GUILD]: V }, { 20: [0n, V], 21: [V, 0n] }),
      ['20', '21'],
      true,
    ],
    [
      'that a role shows but not to that person',
      place({ [GUILD]: 0n }, { 20: [V, 0n], [USER]: [0n, V] }),
      ['20'],
      false,
    ],
    [
      'that is shown to that person alone',
      place({ [GUILD]: V }, { [GUILD]: [0n, V], [USER]: [V, 0n] }),
      [],
      true,
    ],
    [
      'that is hidden from who administers',
      place({ [GUILD]: V, 20: Administrator }, { [USER]: [0n, V] }),
      ['20'],
      true,
    ],
    ['with a role that is not known (any more)', place({ [GUILD]: 0n }, {}), ['99'], false],
  ])('%s', (_, where, roles, expected) => {
    expect(sees(where, roles)).toBe(expected);
  });

  test('is always seen by who owns the server', () => {
    expect(sees(place({ [GUILD]: 0n }, { [GUILD]: [0n, V], 2: [0n, V] }), [], '2')).toBe(true);
  });

  test('is seen by the same people as in the local Discord, whatever is said of it', () => {
    const roll = dice(7);
    const bits = [ViewChannel, ManageThreads, PERMISSION.SendMessages];
    const some = (): bigint => bits.reduce((sum, bit) => (roll(2) === 0 ? sum | bit : sum), 0n);
    for (let time = 0; time < 2000; time++) {
      const roles = Object.fromEntries(
        ['20', '21', '22'].map((id) => [id, some() | (roll(20) === 0 ? Administrator : 0n)]),
      );
      const said = [GUILD, '20', '21', '22', USER, '3'].filter(() => roll(2) === 0);
      const where = place(
        { [GUILD]: some(), ...roles },
        Object.fromEntries(said.map((id) => [id, [some(), some()]])),
      );
      const held = Object.keys(roles).filter(() => roll(2) === 0);
      const stores = {
        guilds: new Map([
          [
            GUILD,
            {
              id: GUILD,
              owner_id: '2',
              roles: [...where.roles].map(([id, permissions]) => ({ id, permissions: String(permissions) })),
            },
          ],
        ]),
        members: new Map([[`${GUILD}:${USER}`, { roles: held }]]),
      };
      const channel = {
        id: '30',
        type: 0,
        guild_id: GUILD,
        overwrites: [...where.overwrites].map(([id, { allow, deny }]) => ({
          id,
          type: id === USER || id === '3' ? 1 : 0,
          allow: String(allow),
          deny: String(deny),
        })),
      } as unknown as Channel;
      const theirs = inChannel({ store: stores } as unknown as World, USER, channel);
      expect(sees(where, held), JSON.stringify(channel)).toBe((theirs & ViewChannel) !== 0n);
      if (theirs & ViewChannel)
        expect((rightsIn(where, GUILD, USER, held) & ManageThreads) !== 0n).toBe(
          (theirs & ManageThreads) !== 0n,
        );
    }
  });
});
