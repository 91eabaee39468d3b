import { fileURLToPath } from 'node:url';

/** What the parts of the bench share: figures are ratios of things that were measured in turns in one run. */

/** What threads of the bot run where it runs from its sources. */
export const THREAD = { file: fileURLToPath(new URL('../tests/lib/thread.mjs', import.meta.url)) };

/** A part of the bench, as `npm run bench -- <name>` runs it. */
export interface Part {
  readonly name: string;
  run(): Promise<Measured>;
}

export interface Measured {
  /** A table for people, a line each. */
  readonly lines: readonly string[];
  /** The same for programs: plain data. */
  readonly figures: unknown;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The value below which that share of all lie, as in `quantile(delays, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** CPU time of this process so far in ms, of all its threads. */
export function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of one call of each, measured in turns: medians of so many rounds of `calls` calls each. */
export async function interleaved<K extends string>(
  rounds: number,
  calls: number,
  work: Readonly<Record<K, (call: number) => unknown>>,
): Promise<Record<K, number>> {
  const names = Object.keys(work) as K[];
  const spent = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const from = cpu();
      for (let call = 0; call < calls; call++) await work[name](round * calls + call);
      spent.get(name)!.push((cpu() - from) / calls);
    }
  return Object.fromEntries(names.map((name) => [name, median(spent.get(name)!)])) as Record<K, number>;
}

/** Lines of a table: cells of a column are as wide as the widest. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}
