import type { Inline, TimeStyle } from './markup.ts';

const deepest = 24;

interface Found {
  readonly node: Inline;
  readonly end: number;
}

const tokens: readonly [RegExp, (match: RegExpExecArray) => Inline | null][] = [
  [/<@!?(\d{1,20})>/y, (match) => ({ type: 'user', id: match[1]! })],
  [/<@&(\d{1,20})>/y, (match) => ({ type: 'role', id: match[1]! })],
  [/<#(\d{1,20})>/y, (match) => ({ type: 'channel', id: match[1]! })],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y,
    (match) =>
      Math.abs(Number(match[1])) <= 8_640_000_000_000
        ? { type: 'time', at: Number(match[1]), style: (match[2] ?? 'f') as TimeStyle }
        : null,
  ],
  [
    /<(a?):(\w{2,32}):(\d{1,20})>/y,
    (match) => ({ type: 'emoji', animated: match[1] === 'a', name: match[2]!, id: match[3]! }),
  ],
  [
    /<\/([-\w\p{L}]{1,32}(?: [-\w\p{L}]{1,32}){0,2}):(\d{1,20})>/uy,
    (match) => ({ type: 'command', name: match[1]!, id: match[2]! }),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (match) => link(match[1]!)],
  [/@(everyone|here)\b/y, (match) => ({ type: 'everyone', name: match[1] as 'everyone' | 'here' })],
];

const marks = [
  ['**', 'strong'],
  ['__', 'underline'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
  ['*', 'em'],
  ['_', 'em'],
] as const;

const address = (text: string): string | null => {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
};

const link = (text: string): Inline | null => {
  const href = address(text);
  return href === null ? null : { type: 'link', href, children: [{ type: 'text', text }] };
};

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

const runLength = (text: string, at: number): number => {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
};

/** Code: n backticks at `at`, and all until the next n backticks. */
function code(text: string, at: number): Found | null {
  const run = runLength(text, at);
  for (let end = at + run; end < text.length; end++) {
    if (text[end] !== '`') continue;
    const closing = runLength(text, end);
    if (closing === run) {
      const inside = text.slice(at + run, end);
      const padded = /^ .*[^ ].* $/s.test(inside) && (inside[1] === '`' || inside.at(-2) === '`');
      return { node: { type: 'code', text: padded ? inside.slice(1, -1) : inside }, end: end + closing };
    }
    end += closing - 1;
  }
  return null;
}

/** An address in the text. Punctuation at its end is no part of it, nor is a closing bracket that it did not open. */
function bare(text: string, at: number): Found | null {
  const match = /^https?:\/\/[^\s<[\]]+/.exec(text.slice(at));
  if (match === null) return null;
  let found = match[0].replace(/[.,:;"'*|!?]+$/, '');
  while (found.endsWith(')') && count(found, ')') > count(found, '(')) {
    found = found.slice(0, -1).replace(/[.,:;"'!?]+$/, '');
  }
  const node = link(found);
  return node === null ? null : { node, end: at + found.length };
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/** A link with words of its own, `[words](https://…)`. Words that look like another address would deceive: no link. */
function masked(text: string, at: number, depth: number): Found | null {
  let level = 0;
  let close = -1;
  for (let i = at; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (character === '[') level++;
    else if (character === ']' && --level === 0) {
      close = i;
      break;
    }
  }
  if (close < 0 || text[close + 1] !== '(') return null;
  const rest = text.slice(close + 2);
  const match =
    /^<(https?:\/\/[^\s<>]+)>(?: +"[^"\n]*")?\)/.exec(rest) ??
    /^(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)(?: +"[^"\n]*")?\)/.exec(rest);
  const words = text.slice(at + 1, close);
  if (match === null || words.trim() === '' || /https?:\/\//i.test(words)) return null;
  const href = address(match[1]!);
  if (href === null) return null;
  const children = inline(words, depth + 1);
  return { node: { type: 'link', href, children }, end: close + 2 + match[0].length };
}

/** The index at which the mark that was opened before `from` closes, or -1. Skips escapes, code and `<…>` tokens. */
function closing(text: string, from: number, mark: string): number {
  const single = mark.length === 1;
  for (let i = from; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (character === '`') {
      const found = code(text, i);
      if (found !== null) i = found.end - 1;
    } else if (character === '<') {
      const token = /^<[@#:/at][^\s<>]*>|^<https?:[^\s<>]+>/.exec(text.slice(i, i + 400));
      if (token !== null) i += token[0].length - 1;
    } else if (character === mark[0]) {
      const run = runLength(text, i);
      if (single) {
        // Two of them close the bold mark; three close both.
        if (run !== 2 && i > from && !/\s/.test(text[i - 1]!) && !(mark === '_' && isWord(text[i + run])))
          return i + run - 1;
      } else if (run >= 2 && i + run - 2 >= from) {
        const end = i + run - 2;
        if (end > from) return end;
      }
      i += run - 1;
    }
  }
  return -1;
}

function styled(text: string, at: number, depth: number): Found | null {
  for (const [mark, type] of marks) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    if (mark.length === 1) {
      if (/\s/.test(text[from] ?? ' ')) continue;
      if (mark === '_' && isWord(text[at - 1])) continue;
    }
    const end = closing(text, from, mark);
    if (end < 0) continue;
    const inside = text.slice(from, end);
    if (inside.trim() === '') continue;
    return { node: { type, children: inline(inside, depth + 1) }, end: end + mark.length };
  }
  return null;
}

function token(text: string, at: number): Found | null {
  for (const [pattern, make] of tokens) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match === null ? null : make(match);
    if (match !== null && node !== null) return { node, end: at + match[0].length };
  }
  return null;
}

function next(text: string, at: number, depth: number): Found | null {
  switch (text[at]) {
    case '\\': {
      const escaped = text[at + 1];
      if (escaped === undefined || /[\p{L}\p{N}\s]/u.test(escaped)) return null;
      return { node: { type: 'text', text: escaped }, end: at + 2 };
    }
    case '\n':
      return { node: { type: 'break' }, end: at + 1 };
    case '`':
      return code(text, at);
    case '<':
    case '@':
      return token(text, at);
    case '[':
      return depth < deepest ? masked(text, at, depth) : null;
    case 'h':
      return bare(text, at);
    case '*':
    case '_':
    case '~':
    case '|':
      return depth < deepest ? styled(text, at, depth) : null;
    default:
      return null;
  }
}

/**
 * Parses text within a line: bold and other marks, code, links, mentions, times, escapes. What is none of these is
 * text. `depth` is how deep the text lies within marks; from `deepest` on, marks are text.
 */
export function inline(text: string, depth = 0): readonly Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') nodes.push({ type: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = next(text, at, depth);
    if (found === null) {
      const run = '*_~|`'.includes(text[at]!) ? runLength(text, at) : 1;
      plain += text.slice(at, at + run);
      at += run;
    } else {
      if (found.node.type === 'text') plain += found.node.text;
      else {
        flush();
        nodes.push(found.node);
      }
      at = found.end;
    }
  }
  flush();
  return nodes;
}
