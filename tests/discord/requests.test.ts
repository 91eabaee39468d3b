import type {
  APIApplicationCommandInteraction,
  APIInteraction,
  APIMessageComponentInteraction,
} from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { obstacle } from '../../src/app/tablerequest.ts';
import { commandOf, pressOf } from '../../src/discord/requests.ts';
import { wordsOf } from '../app/sound.ts';
import { emptyStore } from '../lib/store.ts';
import { command, press } from './interactions.ts';

/** A press by somebody with these roles, in a place of this type below another. */
function pressed(type: number, parent: string | undefined, roles?: readonly string[]) {
  const interaction = press('games|0|0') as unknown as Record<string, object>;
  const channel = { ...interaction.channel, type, ...(parent === undefined ? {} : { parent_id: parent }) };
  const member = { ...interaction.member, roles: roles ?? [] };
  return pressOf({ ...interaction, channel, member } as unknown as APIMessageComponentInteraction);
}

describe('where something is asked', () => {
  test.each([10, 11, 12])('in a thread (type %i) its channel is known', (type) => {
    expect(pressed(type, '70')).toMatchObject({ inThread: true, parent: '70' });
    expect(pressed(type, undefined)).toMatchObject({ inThread: true, parent: null });
  });

  test('what a channel stands below is its category, which is nothing to us', () => {
    expect(pressed(0, '70')).toMatchObject({ inThread: false, parent: null });
  });

  test.each([2, 13])('the chat of a channel to talk in (type %i) is one without threads', (type) => {
    expect(pressed(type, '70')).toMatchObject({ voice: true, inThread: false, secret: false, parent: null });
    expect(pressed(0, '70').voice).toBe(false);
  });

  test('a private thread is told from those that all see', () => {
    expect([11, 12].map((type) => pressed(type, '70').secret)).toEqual([false, true]);
  });

  test('a message of a group is not for one person, as one in direct messages is', () => {
    const at = (context: number) => {
      const interaction = press('games|0|0', undefined, 0, { guild: null });
      return pressOf({ ...interaction, context } as APIMessageComponentInteraction).personal;
    };
    expect([at(1), at(2)]).toEqual([true, false]);
  });

  test('the roles of who asks are those in the server; in direct messages there are none', () => {
    expect(pressed(0, '70', ['501', '502']).roles).toEqual(['501', '502']);
    const direct = press('games|0|0', undefined, 0, { guild: null });
    expect(pressOf(direct as APIMessageComponentInteraction)).toMatchObject({ roles: [], parent: null });
  });
});

describe('what somebody is called', () => {
  const ann = { id: '1000', username: 'ann.99', global_name: 'Ann' };
  const called = (member: object, owners: object = { '0': '77' }, user: object = ann) => {
    const interaction = press('games|0|0') as unknown as Record<string, object>;
    return pressOf({
      ...interaction,
      authorizing_integration_owners: owners,
      member: { ...interaction.member, ...member, user },
    } as unknown as APIMessageComponentInteraction).user;
  };

  test('is the name of their account, and apart from it the nickname in the server', () => {
    expect(called({ nick: 'Queen' })).toEqual({ id: '1000', name: 'Ann', username: 'ann.99', nick: 'Queen' });
    expect(called({ nick: null }).nick).toBeNull();
    expect(called({}, {}, { ...ann, global_name: null }).name).toBe('ann.99');
  });

  test('a nickname of a server that the bot is no part of is not taken along', () => {
    expect(called({ nick: 'Queen' }, { '1': '1000' })).toMatchObject({ name: 'Ann', nick: null });
  });

  test('whoever a command names is called as in the server', () => {
    const asked = command('metrox stats', [{ name: 'player', type: 6, value: '1001' }]) as unknown as {
      data: object;
    };
    const resolved = {
      users: { '1001': { id: '1001', username: 'ben', global_name: 'Ben' } },
      members: { '1001': { nick: 'King' } },
    };
    const named = commandOf({
      ...asked,
      data: { ...asked.data, resolved },
    } as unknown as APIApplicationCommandInteraction);
    expect(named.users).toEqual(new Map([['1001', 'King']]));
  });
});

describe('a server', () => {
  const ANN = '1000';
  const MANAGE = { rights: 1n << 5n };
  const owned = <T>(interaction: APIInteraction, authorizing_integration_owners: object): T =>
    ({ ...interaction, authorizing_integration_owners }) as T;
  const asked = (owners: object) =>
    commandOf(owned<APIApplicationCommandInteraction>(command('metrox new', [], MANAGE), owners));
  const refused = async (owners: object): Promise<string | undefined> => {
    const store = emptyStore();
    const stop = await obstacle({ store }, asked(owners), { game: 'metrox' });
    await store.close();
    return stop?.screen && wordsOf(stop.screen);
  };

  test('that the bot is part of is one, also for those who have it on their own account', async () => {
    for (const owners of [{ '0': '77' }, { '0': '77', '1': ANN }, {}]) {
      expect(asked(owners), JSON.stringify(owners)).toMatchObject({ guild: '77', manages: true });
      expect(await refused(owners), JSON.stringify(owners)).toBeUndefined();
    }
  });

  test('to which somebody only brought the bot along is none: no table is opened there', async () => {
    for (const owners of [{ '1': ANN }, { '0': '66', '1': ANN }]) {
      expect(asked(owners), JSON.stringify(owners)).toMatchObject({ guild: null, manages: false });
      expect(await refused(owners)).toBe(
        'A table needs a server that I am a member of. Here you can play solo.',
      );
    }
    // The chat is no direct message for all that: what all see is not edited as if one person saw it.
    const pressed = pressOf(owned<APIMessageComponentInteraction>(press('games|0|0'), { '1': ANN }));
    expect(pressed).toMatchObject({ guild: null, personal: false });
  });
});
