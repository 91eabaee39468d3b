import { markdown } from './markdown.ts';
import type { Block, Inline } from './markup.ts';
import { nameOf, placeOf, titleOf, type World } from './world.ts';

/** A message's text as one line without marks, with names for ids: so it stands in the quotation above an answer. */
export function plain(text: string, world: World): string {
  const inlines = (nodes: readonly Inline[]): string => nodes.map(inline).join('');
  const inline = (node: Inline): string => {
    switch (node.type) {
      case 'text':
      case 'code':
        return node.text;
      case 'break':
        return ' ';
      case 'user': {
        const user = world.users[node.id];
        return `@${user === undefined ? 'unknown-user' : nameOf(user)}`;
      }
      case 'role':
        return '@role';
      case 'channel': {
        const place = placeOf(world, node.id);
        return `#${place === null ? 'unknown' : titleOf(place)}`;
      }
      case 'everyone':
        return `@${node.name}`;
      case 'time':
        return new Date(node.at * 1000).toLocaleString();
      case 'emoji':
        return `:${node.name}:`;
      case 'command':
        return `/${node.name}`;
      case 'spoiler':
        return '█████';
      default:
        return inlines(node.children);
    }
  };
  const blocks = (all: readonly Block[]): string => all.map(block).join(' ');
  const block = (each: Block): string => {
    if (each.type === 'fence') return each.text;
    if (each.type === 'quote') return blocks(each.children);
    if (each.type === 'list') return each.items.map(blocks).join(' ');
    return inlines(each.children);
  };
  return blocks(markdown(text)).replace(/\s+/g, ' ').trim();
}
/** A person whom a message can mention. */
interface Named {
  readonly id: string;
  /** What they are called in this channel. */
  readonly name: string;
}

/** Replaces each "@Name" of `people` in a text by the mention of that person; of several names the longest counts. */
export function withMentions(written: string, people: readonly Named[]): string {
  const byName = new Map(people.map(({ id, name }) => [name.toLowerCase(), id]));
  const names = [...byName.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (names.length === 0) return written;
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return written.replace(
    new RegExp(`(?<![\\w<])@(${any})(?![\\p{L}\\p{N}_])`, 'giu'),
    (_, name: string) => `<@${byName.get(name.toLowerCase())}>`,
  );
}
