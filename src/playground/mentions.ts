import { partsOf } from './payload/components.ts';
import { may } from './permissions.ts';
import type { Channel, Component, Message } from './shapes.ts';
import type { World } from './world.ts';

/** All texts of a message in which a mention can stand: the content and the text components. */
export function textsOf(content: string, components: Component[]): string[] {
  return [content, ...partsOf(components).flatMap((part) => part.content ?? [])];
}

/**
 * The people that a message mentions, and so pings if it is new. With `allowed` only those that it lists, without it all
 * that the texts name. Nothing inside code counts. For @everyone and @here the author needs a permission.
 */
export function findMentions(
  world: World,
  channel: Channel,
  author: string,
  texts: string[],
  allowed: { users?: string[] } | null | undefined,
): Pick<Message, 'mentions' | 'mention_everyone'> {
  const text = texts.join('\n').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const users = new Set([...text.matchAll(/<@!?(\d{15,20})>/g)].map((match) => match[1] as string));
  return {
    mentions: [...users].filter(
      (id) => (!allowed || allowed.users?.includes(id)) && world.store.people.get(id),
    ),
    mention_everyone:
      !allowed && /@(everyone|here)\b/.test(text) && may(world, author, channel, 'MentionEveryone'),
  };
}
