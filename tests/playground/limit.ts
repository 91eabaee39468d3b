import { expect, test } from 'vitest';
import type { Kind } from '../../src/playground/payload/schema.ts';
import { type Context, check } from '../../src/playground/payload.ts';

type Tree = { [key: string]: unknown };

/** The faults of a refusal as `path CODE` lines, and other refusals as their number. */
export function faults(kind: Kind, body: unknown, context: Partial<Context> = {}): string[] {
  const refusal = check(kind, body, { files: [], ...context });
  if (refusal === null) return [];
  if (refusal.code !== 50035) return [String(refusal.code)];
  expect(refusal.message).toBe('Invalid Form Body');
  const lines: string[] = [];
  const walk = (tree: Tree, path: string[]) => {
    for (const [key, value] of Object.entries(tree)) {
      if (key !== '_errors') walk(value as Tree, [...path, key]);
      else
        for (const error of value as { code: string; message: string }[]) {
          expect(error.message).not.toBe('');
          lines.push(`${path.join('.')} ${error.code}`);
        }
    }
  };
  walk(refusal.errors as Tree, []);
  expect(lines).not.toEqual([]);
  return lines;
}

/** A limit with a body just inside it and one just outside, and what is said of the latter. */
export type Limit = {
  kind: Kind;
  inside: unknown;
  outside: unknown;
  says: string | string[];
  context?: Partial<Context>;
  outsideContext?: Partial<Context>;
};

/** One test for a limit: the body inside passes, the one outside is refused for exactly that. */
export function limit(name: string, limit: Limit): void {
  test(name, () => {
    expect(faults(limit.kind, limit.inside, limit.context)).toEqual([]);
    expect(faults(limit.kind, limit.outside, limit.outsideContext ?? limit.context)).toEqual(
      [limit.says].flat(),
    );
  });
}

/** `count` things made from their number. */
export function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export const V2 = 1 << 15;

export function button(id: string, more: object = {}) {
  return { type: 2, style: 2, label: 'Play', custom_id: id, ...more };
}

export function row(...components: unknown[]) {
  return { type: 1, components };
}

export function text(content: string) {
  return { type: 10, content };
}

export function options(count: number) {
  return many(count, (index) => ({ label: `Line ${index}`, value: `line-${index}` }));
}

export function menu(id: string, more: object = {}) {
  return { type: 3, custom_id: id, options: options(3), ...more };
}

export function gallery(...urls: string[]) {
  return { type: 12, items: urls.map((url) => ({ media: { url } })) };
}

export function container(...components: unknown[]) {
  return { type: 17, components };
}

/** A plain message with these rows. */
export function rows(...components: unknown[]) {
  return { content: 'Round 7', components };
}

/** A message made of components of the second kind. */
export function layout(...components: unknown[]) {
  return { flags: V2, components };
}
