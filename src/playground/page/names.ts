import { markdown } from './markdown.ts';
import type { Block, Inline } from './markup.ts';
import { nameOf, placeOf, titleOf, type World } from './world.ts';

/** A text in one line, without its marks and with names in place of ids: as a quotation shows it. */
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
/** Somebody who can be named in a message. */
interface Named {
  readonly id: string;
  /** As they are called where it is written. */
  readonly name: string;
}

/** What somebody writes, with every "@Name" of `people` as the mention that it stands for; the longest name wins. */
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
