import { type REST, Routes } from 'discord.js';
import type { APIGuildMember } from 'discord-api-types/v10';
import { type MemberOf, type Membership, MINUTE } from '../app/membership.ts';
import { createMemory } from './memory.ts';
import { refusal } from './outbound.ts';

/** Members of servers. None are kept: whoever presses something brings what is to be known, others are asked for. */

/** Nobody of that id is in the server, or at Discord at all. */
const NOBODY: readonly number[] = [10007, 10013];
const REMEMBERED = 5000;

/** Asks for members, one request each; what cannot be told is not remembered. */
export function createMembers(rest: Pick<REST, 'get'>): MemberOf {
  const memory = createMemory<Membership>(REMEMBERED, ({ is }) => is !== 'unknown');
  async function asked(guild: string, user: string): Promise<Membership> {
    try {
      const { roles } = (await rest.get(Routes.guildMember(guild, user))) as APIGuildMember;
      return { is: 'member', roles };
    } catch (error) {
      return { is: NOBODY.includes(refusal(error).code) ? 'none' : 'unknown' };
    }
  }
  return (guild, user, within = MINUTE) => memory(`${guild} ${user}`, within, () => asked(guild, user));
}
