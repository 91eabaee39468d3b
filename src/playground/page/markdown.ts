import { inline } from './inline.ts';
import type { Block } from './markup.ts';

const deepest = 8;

const heading = /^(#{1,3}) +(.*\S.*)$/;
const small = /^-# +(.*\S.*)$/;
const item = /^( *)(?:[-*]|(\d{1,9})\.) +(.*\S.*)$/;
const quote = /^> (.*)$|^>$/;
const restQuote = /^>>> /;
const fence = /(?<![\\`])```(?:([\w+#.-]{1,30})\n)?([\s\S]*?[^\n`][\s\S]*?)```/g;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const lineAt = (text: string, start: number): Line => {
  const stop = text.indexOf('\n', start);
  const end = stop < 0 ? text.length : stop;
  return { start, end, text: text.slice(start, end) };
};

/** Parses a list: its items, with the lines that are indented below them. */
function list(text: string, start: number, place: Place): { block: Block; end: number } | null {
  const first = item.exec(lineAt(text, start).text);
  if (first === null) return null;
  const indent = first[1]!.length;
  const ordered = first[2] !== undefined;
  const items: string[] = [];
  let end = start;
  for (let at = start; at <= text.length; ) {
    const line = lineAt(text, at);
    const match = item.exec(line.text);
    const deeper = line.text.startsWith(' '.repeat(indent + 1)) && line.text.trim() !== '';
    if (match !== null && match[1]!.length <= indent) {
      if (match[1]!.length < indent || (match[2] !== undefined) !== ordered) break;
      items.push(match[3]!);
    } else if (deeper && items.length > 0) {
      items[items.length - 1] += `\n${line.text}`;
    } else break;
    end = line.end;
    at = line.end + 1;
    if (line.end >= text.length) break;
  }
  const block: Block = {
    type: 'list',
    start: ordered ? Number(first[2]) : null,
    items: items.map((each) => blocks(undent(each), { ...place, depth: place.depth + 1 })),
  };
  return { block, end };
}

/** Removes the indentation that the lines below an item share. */
function undent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const shared = Math.min(...rest.map((line) => line.length - line.trimStart().length));
  return [first, ...rest.map((line) => line.slice(shared))].join('\n');
}

function quotedLines(text: string, start: number): { inside: string; end: number } | null {
  const lines: string[] = [];
  let end = start;
  for (let at = start; at <= text.length; ) {
    const line = lineAt(text, at);
    const match = quote.exec(line.text);
    if (match === null) break;
    lines.push(match[1] ?? '');
    end = line.end;
    at = line.end + 1;
    if (line.end >= text.length) break;
  }
  return lines.length === 0 ? null : { inside: lines.join('\n'), end };
}

interface Place {
  readonly depth: number;
  /** Whether the text lies within a quote: quotes do not nest, so there `>` is a character. */
  readonly quoted: boolean;
}

/**
 * Parses a message's text as Discord's client does: headings (`#` to `###`), small print (`-#`), quotes (`>` and
 * `>>>`), lists, fenced code, and paragraphs. Never fails: what is none of these is text.
 */
export function markdown(text: string): readonly Block[] {
  return blocks(text, { depth: 0, quoted: false });
}

function blocks(text: string, place: Place): readonly Block[] {
  const found: Block[] = [];
  let pending = '';
  const flush = () => {
    if (pending !== '') found.push({ type: 'paragraph', children: inline(pending) });
    pending = '';
  };
  const push = (block: Block) => {
    pending = pending.replace(/\n$/, '');
    flush();
    found.push(block);
  };
  for (let at = 0; at < text.length; ) {
    const line = lineAt(text, at);
    const begins = at === 0 || text[at - 1] === '\n';
    const block = begins && place.depth < deepest ? blockAt(text, line, place) : null;
    if (block !== null) {
      push(block.block);
      at = block.end + 1;
      continue;
    }
    fence.lastIndex = at;
    const match = fence.exec(text);
    if (match !== null && match.index < line.end) {
      pending += text.slice(at, match.index);
      push({ type: 'fence', language: match[1] ?? '', text: match[2]!.replace(/^\n+|\n+$/g, '') });
      at = match.index + match[0].length;
      if (text[at] === '\n') at++;
    } else {
      pending += text.slice(at, line.end + 1);
      at = line.end + 1;
    }
  }
  flush();
  return found;
}

function blockAt(text: string, line: Line, place: Place): { block: Block; end: number } | null {
  if (!place.quoted) {
    const within = { depth: place.depth + 1, quoted: true };
    if (restQuote.test(line.text)) {
      const children = blocks(text.slice(line.start + 4), within);
      return { block: { type: 'quote', children }, end: text.length };
    }
    const quotation = quotedLines(text, line.start);
    if (quotation !== null) {
      return { block: { type: 'quote', children: blocks(quotation.inside, within) }, end: quotation.end };
    }
  }
  const title = heading.exec(line.text);
  if (title !== null) {
    const level = title[1]!.length as 1 | 2 | 3;
    return { block: { type: 'heading', level, children: inline(title[2]!.trim()) }, end: line.end };
  }
  const print = small.exec(line.text);
  if (print !== null) return { block: { type: 'small', children: inline(print[1]!) }, end: line.end };
  return list(text, line.start, place);
}
