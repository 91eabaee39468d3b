import { readFileSync } from 'node:fs';
import { emptyBoard } from '../../../src/games/metro/board.ts';
import { placedLines } from '../../../src/games/metro/legal.ts';
import { readMap } from '../../../src/games/metro/map.ts';
import type { Open, Placed, Setting, Turns, View } from '../../../src/games/metro/state.ts';
import { follow, squareAt } from '../../../src/games/metro/tracks.ts';
import { translator } from '../../../src/locales.ts';
import type { Scene, Theme } from '../../../src/views/presenter.ts';

/** Boards of Metro set up by hand for tests of pictures and words. */

const FILE = new URL('../../../maps/metro/paris.json', import.meta.url);

export const map = readMap(JSON.parse(readFileSync(FILE, 'utf8')), 'maps/metro/paris.json');

/** All types of tile. */
export const CODES = map.tiles.map(({ tile }) => tile);

/** The number of a square by its name. */
export const at = (name: string): number => squareAt(Number(name[1]) - 1, name.charCodeAt(0) - 65);

/** Squares from "E4 aacb" or "E4 aacb 1", the turns last. */
export function squaresOf(tiles: readonly string[]): (Placed | null)[] {
  const squares: (Placed | null)[] = Array.from({ length: 64 }, () => null);
  for (const text of tiles) {
    const [name, tile, turns] = text.split(' ');
    squares[at(name!)] = { tile: tile!, turns: Number(turns ?? 0) as Turns, seat: 0 };
  }
  return squares;
}

/** What a seat sees, or a watcher (null), of a board where the stations belong to the seats in turn. */
export function viewOf(
  tiles: readonly string[],
  more: Partial<Omit<View, 'setting'>> & { setting?: Partial<Setting> } = {},
): View {
  const setting: Setting = { seats: 2, returns: 'none', arrow: true, hand: 1, ...more.setting };
  const squares = squaresOf(tiles);
  const lines = emptyBoard(map).lines.map((line) =>
    follow(map, squares, { ...line, owner: (line.station - 1) % setting.seats }),
  );
  const open: Open = {
    map,
    setting,
    squares,
    lines,
    left: 60 - tiles.length - setting.seats,
    mover: 0,
    held: Array.from({ length: setting.seats }, () => 1),
    last: null,
    turn: tiles.length,
    over: false,
  };
  return { ...open, seat: 0, hand: ['acba'], drawn: null, drew: false, legal: [], ...more, setting };
}

/** After a placement, as the game has it: what follows from it is not worked out here once more. */
export function placing(view: View, square: string, tile: string, turns: Turns = 0): View {
  const squares = view.squares.slice();
  squares[at(square)] = { tile, turns, seat: view.mover };
  const changed = placedLines(view, tile, { square: at(square), turns });
  const lines = view.lines.map((line) => changed.find(({ station }) => station === line.station) ?? line);
  return { ...view, squares, lines };
}

/** A board with a tile on every square but for some. */
export const crowded = (gaps: readonly string[] = []): string[] =>
  Array.from({ length: 64 }, (_, i) => `${'ABCDEFGH'[i % 8]}${(i >> 3) + 1}`)
    .filter((name) => !['D4', 'E4', 'D5', 'E5', ...gaps].includes(name))
    .map((name, i) => `${name} ${CODES[(i * 7) % CODES.length]}`);

export const NAMES = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay'];

export const sceneOf = (theme: Theme = 'dark', plain: readonly string[] = NAMES): Scene => ({
  t: translator('en'),
  theme,
  names: plain,
  spoken: plain,
  plain,
});
