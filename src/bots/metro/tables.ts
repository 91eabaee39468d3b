import type { Compact } from '../../games/metro/compact.ts';
import values from './values.json' with { type: 'json' };
import { type Judge, judgeOf, type Table, tableOf } from './worth.ts';

/** The tables that `bench/fit.ts` made, by how many play. */

let tables: { readonly two: Table; readonly more: Table } | undefined;

/** Judges games of as many as sit at a table. */
export function judgeFor(game: Compact): Judge {
  tables ??= { two: tableOf(values.two), more: tableOf(values.more) };
  return judgeOf(game, game.setting.seats === 2 ? tables.two : tables.more);
}
