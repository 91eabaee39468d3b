import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { placeBest, shouldDraw } from '../src/bots/metro/placing.ts';
import { CELLS, cellOf, type Judge, judgeOf, tableOf, type Values } from '../src/bots/metro/worth.ts';
import { ARRIVED, CENTRE, type Compact, compactOf, DRAW, setBack } from '../src/games/metro/compact.ts';
import { choose, chooseAny, dealAnew, isOver } from '../src/games/metro/playout.ts';
import { metroModule } from '../src/modules.ts';

/**
 * `node --import tsx bench/fit.ts`: makes `src/bots/metro/values.json` anew, in a minute. Players that draw and place by the table
 * play each other; of each line under way in each position it is noted what it brought in the end. A cell gets the straight line through
 * what was noted there, drawn to what its parents say, and a third of the way from the old table to the new one is gone at
 * each step: the whole way makes tables that swing.
 */

const STEPS = 10;
const GAMES = 3000;
/** Of all placements so many are left to chance, so that tables know of positions that they would not choose. */
const STRAY = 0.2;
/** So many notes the parent's opinion weighs. */
const PULL = 60;
const PART = 1 / 3;
const FILE = fileURLToPath(new URL('../src/bots/metro/values.json', import.meta.url));

const random = xoroshiro128plus(1);
const chance = (): number => (random.next() >>> 0) / 2 ** 32;

/** By cell, one list after the other: how many notes, and the sums of lengths, their squares, points, and lengths times points. */
const SUMS = 5;

function played(seats: number, values: Values, games: number): Float64Array {
  const map = metroModule.maps()[0]!;
  const { rules } = metroModule;
  const state = rules.setup({ map, seats, options: {}, chance: { seed: 'fit' }, rules: rules.rules });
  const [start, game] = [compactOf(state), compactOf(state)];
  const judge = judgeOf(start, tableOf(values));
  const sums = new Float64Array(CELLS * SUMS);
  for (let n = 0; n < games; n += 1) {
    setBack(game, start);
    // The first seat's hand is dealt anew, too.
    shuffleAll(game);
    const notes: number[] = [];
    while (!isOver(game)) {
      step(game, judge);
      for (let at = 0; at < game.goings; at += 1) {
        const line = game.going[at]!;
        const head = game.heads[line]!;
        notes.push(line, cellOf(game.turn, head, game.beside[head >> 2]!), game.lengths[line]!);
      }
    }
    for (let at = 0; at < notes.length; at += 3) {
      const [line, cell, length] = [notes[at]!, notes[at + 1]!, notes[at + 2]!];
      if (game.owners[line]! < 0) continue;
      const head = game.heads[line]!;
      const points = game.lengths[line]! * (head >= ARRIVED && head < CENTRE ? 1 : 2);
      note(sums, cell, 1, length, length * length, points, length * points);
    }
  }
  return sums;
}

function shuffleAll(game: Compact): void {
  dealAnew(game, 0, random);
  // Whoever knows another hand sees to the first.
  dealAnew(game, 1, random);
}

function step(game: Compact, judge: Judge): void {
  if (chance() < STRAY) chooseAny(game, random);
  else {
    if (shouldDraw(judge, game)) choose(game, DRAW);
    placeBest(judge, game);
  }
}

function note(sums: Float64Array, cell: number, ...more: readonly number[]): void {
  for (const [at, value] of more.entries()) sums[cell * SUMS + at]! += value;
}

/** A straight line through points, and where they are: means of lengths and of their squares. */
interface Fit {
  readonly slope: number;
  readonly base: number;
  readonly mean: number;
  readonly square: number;
}

/** The line through what was noted, and as much as `PULL` notes that lie where the parent's do and as it says. */
function fitted(sums: readonly number[], parent: Fit): Fit {
  const [n, l, ll, y, ly] = sums as [number, number, number, number, number];
  const { slope, base, mean, square } = parent;
  const count = n + PULL;
  const length = l + PULL * mean;
  const squares = ll + PULL * square;
  const points = y + PULL * (slope * mean + base);
  const product = ly + PULL * (slope * square + base * mean);
  const spread = squares - (length * length) / count;
  const at = spread < 1 ? slope : (product - (length * points) / count) / spread;
  return {
    slope: at,
    base: (points - at * length) / count,
    mean: n > 0 ? l / n : mean,
    square: n > 0 ? ll / n : square,
  };
}

const ALL: Fit = { slope: 1, base: 8, mean: 3, square: 15 };

function valuesFrom(sums: Float64Array): { lengths: number[]; hopes: number[] } {
  const lengths: number[] = [];
  const hopes: number[] = [];
  const sumOf = (from: number, cells: number): number[] =>
    Array.from({ length: SUMS }, (_, at) => {
      let sum = 0;
      for (let cell = from; cell < from + cells; cell += 1) sum += sums[cell * SUMS + at]!;
      return sum;
    });
  for (let phase = 0; phase < CELLS; phase += 512) {
    const whole = fitted(sumOf(phase, 512), ALL);
    for (let place = phase; place < phase + 512; place += 8) {
      const here = fitted(sumOf(place, 8), whole);
      for (let cell = place; cell < place + 8; cell += 1) {
        const { slope, base } = fitted(sumOf(cell, 1), here);
        lengths.push(100 * slope);
        hopes.push(100 * base);
      }
    }
  }
  return { lengths, hopes };
}

const mixed = (old: readonly number[], fresh: readonly number[]): number[] =>
  old.map((value, at) => (1 - PART) * value + PART * fresh[at]!);

function valuesFor(seats: number): Values {
  let values: Values = {
    lengths: Array<number>(CELLS).fill(100),
    hopes: Array<number>(CELLS).fill(800),
  };
  for (let at = 0; at < STEPS; at += 1) {
    const { lengths, hopes } = valuesFrom(played(seats, values, GAMES));
    values = { lengths: mixed(values.lengths, lengths), hopes: mixed(values.hopes, hopes) };
    process.stderr.write(`${seats} seats, step ${at + 1} of ${STEPS}\n`);
  }
  return { lengths: values.lengths.map(Math.round), hopes: values.hopes.map(Math.round) };
}

writeFileSync(FILE, `${JSON.stringify({ two: valuesFor(2), more: valuesFor(4) })}\n`);
