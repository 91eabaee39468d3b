import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAKERS, type Maker } from './schema.ts';

/**
 * A finished match's log as one small blob. Nobody's id is in it: a row names its maker by where that person stands among the
 * people of the match, which the caller keeps elsewhere.
 *
 * The first byte is the version; then come the times, each as its distance from the one before, which no compression makes
 * smaller; then, compressed, a column after the other. Numbers have seven bits a byte, the lowest first.
 */

/** Whoever made a row happen: by their place among the match's people, somebody who is none of them, or nobody. */
export type Who = number | 'other' | null;

export interface PackedRow {
  readonly seat: number;
  readonly code: string;
  readonly by: Maker;
  readonly who: Who;
  readonly at: number;
}

/** What is kept of a finished match beside its log, as JSON. */
export interface Beside {
  /** Of each entry its seat, its place, and its own place. */
  readonly entries: readonly (readonly [seat: number, place: number, own: number | null])[];
  /** The names of what scores consist of, and each result's seat and figures. */
  readonly parts: readonly (readonly [names: readonly string[], ...(readonly number[])[]])[];
}

export interface Packed extends Beside {
  readonly rows: readonly PackedRow[];
}

const VERSION = 1;
const [NOBODY, OTHER, PEOPLE] = [0, 1, 2] as const;

const whoIn = (who: Who): number => (who === null ? NOBODY : who === 'other' ? OTHER : PEOPLE + who);

/** Whom a row of a seat is nearly always made by: so most of that column is zeros. */
const expected = (seat: number): number => (seat < 0 ? NOBODY : PEOPLE + seat);

/** The same match always becomes the same bytes. */
export function pack({ rows, entries, parts }: Packed): Buffer {
  const [times, columns] = [[] as number[], [] as number[]];
  let last = 0;
  put(columns, rows.length);
  for (const { at } of rows) {
    put(times, at - last);
    last = at;
  }
  for (const { seat } of rows) put(columns, seat);
  for (const { by } of rows) put(columns, MAKERS.indexOf(by));
  for (const { seat, who } of rows) put(columns, whoIn(who) - expected(seat));
  const text = JSON.stringify([rows.map(({ code }) => code).join('\n'), entries, parts]);
  if (rows.some(({ code }) => code.includes('\n'))) throw new Error('A code has more than one line.');
  const body = deflateRawSync(Buffer.concat([Buffer.from(columns), Buffer.from(text)]), { level: 9 });
  const head: number[] = [];
  put(head, times.length);
  return Buffer.concat([Buffer.from([VERSION, ...head, ...times]), body]);
}

/** Throws for what `pack` of no version made. */
export function unpack(blob: Buffer): Packed {
  if (blob[0] !== VERSION) throw new Error(`No program of this version packed a log as ${blob[0]}.`);
  const outer = reader(blob, 1);
  const length = outer.next();
  const from = outer.at();
  const times = reader(blob, from);
  const columns = reader(inflateRawSync(blob.subarray(from + length)), 0);
  const count = columns.next();
  const column = (): number[] => Array.from({ length: count }, () => columns.next());
  const [seats, makers, whos] = [column(), column(), column()];
  const [codes, entries, parts] = JSON.parse(columns.rest()) as [string, Beside['entries'], Beside['parts']];
  const texts = codes.split('\n');
  let at = 0;
  const rows = seats.map((seat, i): PackedRow => {
    at += times.next();
    const who = whos[i]! + expected(seat);
    return {
      seat,
      code: texts[i]!,
      by: MAKERS[makers[i]!]!,
      who: who === NOBODY ? null : who === OTHER ? 'other' : who - PEOPLE,
      at,
    };
  });
  return { rows, entries, parts };
}

/** Small numbers of either sign take one byte. */
function put(bytes: number[], value: number): void {
  let left = value < 0 ? -2 * value - 1 : 2 * value;
  // Times have more bits than whole numbers of bitwise operators.
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

function reader(bytes: Buffer, from: number) {
  let at = from;
  return {
    next(): number {
      let [value, scale] = [0, 1];
      for (;;) {
        const byte = bytes[at++];
        if (byte === undefined) throw new Error('A packed log ends too early.');
        value += (byte % 128) * scale;
        if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
        scale *= 128;
      }
    },
    at: () => at,
    rest: () => bytes.toString('utf8', at),
  };
}
