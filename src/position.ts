import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDisplay } from './config.ts';
import { translator } from './locales.ts';
import { faultWords, type Played, playUntil, positionOf } from './match/record.ts';
import { presenterOf } from './presenters.ts';
import { readRecord } from './recordfile.ts';
import type { Scene } from './views/presenter.ts';

/**
 * `npm run position -- RECORD [TURN]`: a position of a recorded game as plain text and as a picture, for whoever looks into
 * the rules. TURN is counted as the game does, and what is shown is its beginning; without it, the last position.
 */

const USAGE =
  'Usage: npm run --silent position -- RECORD [TURN] [--no-open]   (- reads standard input; --no-open opens no picture)';

/** Ends with 2, as `replay` does, once this has been read. */
function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

/** Names may hold anything, also what a terminal would obey. */
const shown = (name: string): string => name.replace(/\p{C}/gu, '?').slice(0, 40);

function headOf({ module, map, names, state }: Played): string {
  const { game, over, round, toAct, seats } = positionOf(module, map, names, state);
  const lines = seats.map(({ score, rank, parts }, seat) => {
    const acts = toAct.includes(seat) ? ', to act' : '';
    return `seat ${seat} ${shown(names[seat]!)}: score ${score} ${JSON.stringify(parts)}, rank ${rank}${acts}`;
  });
  return [`${game} on ${map.id}, turn ${round}${over ? ', over' : ''}`, ...lines].join('\n');
}

/** As everybody sees it: all boards of a game in which each has one. */
function drawn({ module, names, state }: Played): Promise<Buffer> {
  const { rules: game } = module;
  const view = game.view(state);
  const scene: Scene = { t: translator('en'), theme: 'dark', names, spoken: names, plain: names };
  const { pictures } = presenterOf(module);
  const alone = game.pace === 'together' && names.length === 1;
  return (alone ? pictures.board(view, scene, { seat: 0 }) : pictures.sheet(view, scene)).draw();
}

/** Has the system show a file, where it can. */
function open(file: string): void {
  const viewers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  if (!hasDisplay()) return;
  const viewer = spawn(viewers[process.platform] ?? 'xdg-open', [file], { detached: true, stdio: 'ignore' });
  // The file is named above.
  viewer.on('error', () => {});
  viewer.unref();
}

async function show(file: string, turn: number | undefined, opening: boolean): Promise<void> {
  const read = await readRecord(file);
  if ('error' in read) return complain(read.error);
  const played = playUntil(read.record, turn);
  if (!('state' in played)) return complain(played.error);
  const { module, state, fault } = played;
  const at = module.rules.turn(state);
  if (turn !== undefined && at > turn)
    return complain(`There is no turn ${turn}: the record begins at turn ${at}.`);
  process.stdout.write(`${headOf(played)}\n\n${module.notation.draw(state)}\n\n`);
  if (turn !== undefined && at < turn) complain(`There is no turn ${turn}: the record comes to turn ${at}.`);
  if (fault) complain(faultWords(fault));
  const picture = join(mkdtempSync(join(tmpdir(), 'metrox-position-')), 'position.png');
  writeFileSync(picture, await drawn(played));
  process.stdout.write(`Picture: ${picture}\n`);
  if (opening) open(picture);
}

export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const named = words.filter((word) => word !== '--no-open');
  const [file, turn] = named;
  const wrong = named.some((word) => word !== '-' && word.startsWith('-')) || named.length > 2;
  if (!file || wrong || (turn !== undefined && !/^\d{1,6}$/.test(turn))) complain(USAGE);
  else await show(file, turn === undefined ? undefined : Number(turn), !words.includes('--no-open'));
}
