import { writeFile } from 'node:fs/promises';
import { translator } from './locales.ts';
import { faultWords, type Outcome, play, turnsOf } from './match/record.ts';
import { readRecord, reasonOf } from './recordfile.ts';
import type { Scene } from './views/presenter.ts';

/**
 * `npm run replay -- FILE...`: one recorded game a file (`-` is standard input), one line of JSON each. `npm run replay --
 * --animate FILE OUT`: the film of one, written to OUT.
 */

const USAGE = [
  'Usage: npm run --silent replay -- FILE...   (- reads standard input)',
  '       npm run --silent replay -- --animate FILE OUT   (writes its film to OUT, a GIF)',
].join('\n');

/** Ends with 2, once this has been read. */
function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

async function outcome(file: string): Promise<Outcome> {
  const read = await readRecord(file);
  return 'error' in read ? read : play(read.record);
}

async function animate(file: string, out: string): Promise<void> {
  const read = await readRecord(file);
  if ('error' in read) return complain(read.error);
  const found = turnsOf(read.record);
  if (!('state' in found)) return complain(found.error);
  const { module, names, turns, state, fault } = found;
  if (fault) return complain(`There is no film of a record with a fault. ${faultWords(fault)}`);
  if (turns.length < 2)
    return complain('No turn of this record is played to its end: there is nothing to see.');
  // Whoever only plays needs nothing that draws.
  const { presenterOf } = await import('./presenters.ts');
  const { rules: game } = module;
  const over = game.over(state);
  const views = turns.map((turn) => (over && game.revealed ? game.revealed(turn) : game.view(turn)));
  const scene: Scene = { t: translator('en'), theme: 'dark', names, spoken: names, plain: names };
  const winner = Math.max(
    0,
    game.score(state).findIndex(({ rank }) => rank === 1),
  );
  const film = presenterOf(module).pictures.film(views, scene, winner);
  const data = await film.draw();
  try {
    await writeFile(out, data);
  } catch (error) {
    return complain(`${out} cannot be written: ${reasonOf(error, 'there is no such folder')}.`);
  }
  process.stdout.write(`Film: ${out} (${Math.ceil(data.length / 1000)} kB). ${film.alt}\n`);
}

export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const files = words.filter((word) => word !== '--animate');
  const animated = files.length < words.length;
  const [file, out] = files;
  if (files.length === 0 || files.some((word) => word !== '-' && word.startsWith('-'))) complain(USAGE);
  else if (!animated)
    for (const one of files) {
      const line = await outcome(one);
      process.stdout.write(`${JSON.stringify(line)}\n`);
      if ('error' in line) process.exitCode = 2;
    }
  else if (!file || !out || out === '-' || files.length > 2) complain(USAGE);
  else await animate(file, out);
}
