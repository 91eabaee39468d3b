import { type REST, Routes } from 'discord.js';
import type { APIGuildMember } from 'discord-api-types/v10';
import { type MemberOf, type Membership, MINUTE } from '../app/channels.ts';
import { createMemory } from './memory.ts';
import { refusal, saysNo } from './outbound.ts';

/** Members of servers. None are kept: whoever presses something brings what is to be known, others are asked for. */

/** Nobody of that id is in the server, or at Discord at all. */
const NOBODY: readonly number[] = [10007, 10013];
const REMEMBERED = 5000;

interface Answer {
  readonly found: Membership;
  /** Discord has answered, if only that it does not tell: that holds for a while. */
  readonly told: boolean;
}

/** Asks for members, one request each; where Discord did not answer that is not remembered. */
export function createMembers(rest: Pick<REST, 'get'>): MemberOf {
  const memory = createMemory<Answer>(REMEMBERED, ({ told }) => told);
  async function asked(guild: string, user: string): Promise<Answer> {
    try {
      const { roles } = (await rest.get(Routes.guildMember(guild, user))) as APIGuildMember;
      return { found: { is: 'member', roles }, told: true };
    } catch (error) {
      const { code, status } = refusal(error);
      const is = NOBODY.includes(code) ? 'none' : 'unknown';
      return { found: { is }, told: saysNo(status) };
    }
  }
  return async (guild, user, within = MINUTE) =>
    (await memory(`${guild} ${user}`, within, () => asked(guild, user))).found;
}
