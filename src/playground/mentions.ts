import { may } from './permissions.ts';
import type { Channel, Component } from './shapes.ts';
import type { World } from './world.ts';

export interface AllowedMentions {
  parse?: string[];
  users?: string[];
  roles?: string[];
  replied_user?: boolean;
}

export interface Mentions {
  mentions: string[];
  mention_roles: string[];
  mention_everyone: boolean;
}

/** All texts of a message in which a mention can stand: the content and the text components. */
export function textsOf(content: string, components: Component[]): string[] {
  const inside = (c: Component): string[] => [
    ...(c.type === 10 && c.content ? [c.content] : []),
    ...[
      ...(c.components ?? []),
      ...(c.component ? [c.component] : []),
      ...(c.accessory ? [c.accessory] : []),
    ].flatMap(inside),
  ];
  return [content, ...components.flatMap(inside)];
}

/**
 * Who is mentioned, and so pinged if the message is new. Without `allowed` everything in the texts counts;
 * with it only the kinds in `parse` and the ids listed. Nothing inside code counts; @everyone and @here need
 * the author's permission.
 */
export function findMentions(
  world: World,
  channel: Channel,
  author: string,
  texts: string[],
  allowed: AllowedMentions | null | undefined,
  replied?: string,
): Mentions {
  const text = texts.join('\n').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const parse = (kind: string) => !allowed || (allowed.parse ?? []).includes(kind);
  const ids = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((m) => m[1] as string))];
  const roles = world.store.guilds.get(channel.guild_id ?? '')?.roles ?? [];
  const users = ids(/<@!?(\d{15,20})>/g).filter((id) => parse('users') || allowed?.users?.includes(id));
  const pinged =
    replied && replied !== author && (allowed ? allowed.replied_user === true : true) ? [replied] : [];
  return {
    mentions: [...new Set([...users, ...pinged])].filter((id) => world.store.people.get(id)),
    mention_roles: ids(/<@&(\d{15,20})>/g).filter(
      (id) => (parse('roles') || allowed?.roles?.includes(id)) && roles.some((role) => role.id === id),
    ),
    mention_everyone:
      /@(everyone|here)\b/.test(text) && parse('everyone') && may(world, author, channel, 'MentionEveryone'),
  };
}
