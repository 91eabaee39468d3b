import type { APIMessageComponentInteraction } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { pressOf } from '../../src/discord/requests.ts';
import { press } from './interactions.ts';

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

  test('the roles of who asks are those in the server; in direct messages there are none', () => {
    expect(pressed(0, '70', ['501', '502']).roles).toEqual(['501', '502']);
    const direct = press('games|0|0', undefined, 0, { guild: null });
    expect(pressOf(direct as APIMessageComponentInteraction)).toMatchObject({ roles: [], parent: null });
  });
});
