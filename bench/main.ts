import type { Part } from './measure.ts';

/**
 * `npm run bench`: how fast it is, beside what it is measured against, in one run; `npm run bench -- <part>…` for some parts
 * alone, and `npm run bench -- players` for how well computers play. Ends with one line of JSON. docs/PERFORMANCE.md says how to read it.
 */

const PARTS: Readonly<Record<string, () => Promise<{ readonly part: Part }>>> = {
  pictures: () => import('./pictures.ts'),
  rules: () => import('./rules.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  store: () => import('./store.ts'),
  games: () => import('./games.ts'),
  clicks: () => import('./clicks.ts'),
  overload: () => import('./overload.ts'),
  players: () => import('./players.ts'),
};

/** All of it is measured in ten minutes; this takes hours, so it has to be named. */
const NAMED = ['players'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}. Parts of the bench: ${Object.keys(PARTS).join(', ')}.\n`,
  );
  process.exit(2);
}

const figures: Record<string, unknown> = {};
const usual = Object.keys(PARTS).filter((name) => !NAMED.includes(name));
for (const name of asked.length > 0 ? asked : usual) {
  const { part } = await PARTS[name]!();
  const measured = await part.run();
  process.stdout.write(`${name}\n${measured.lines.map((line) => `  ${line}\n`).join('')}\n`);
  figures[name] = measured.figures;
}
process.stdout.write(`${JSON.stringify(figures)}\n`);
