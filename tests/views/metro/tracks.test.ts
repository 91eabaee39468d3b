import { describe, expect, test } from 'vitest';
import { scoreOf } from '../../../src/games/metro/score.ts';
import { departureOf, neighbour, run, squareName, turned } from '../../../src/games/metro/tracks.ts';
import { brushOf, pixels, surface } from '../../../src/views/canvas.ts';
import { canvasStage } from '../../../src/views/kit/stage.ts';
import { PAPERS, styleOf } from '../../../src/views/metro/colors.ts';
import { coloured, draftOf, trackKey } from '../../../src/views/metro/lines.ts';
import { drawTracks } from '../../../src/views/metro/tiles.ts';
import { connectorAt, TILE, tracksOf, wayOf } from '../../../src/views/metro/tracks.ts';
import { rgb } from '../../../src/views/theme.ts';
import { at, CODES, map, placing, viewOf } from './positions.ts';

const TURNS = [0, 1, 2, 3] as const;

const joins = (code: string, turns: 0 | 1 | 2 | 3 = 0) =>
  tracksOf(code, turns).map(({ from, to }) => `${from}-${to}`);

describe('tracks', () => {
  test('a letter joins the even connector of its side to an odd one', () => {
    expect(joins('aacb')).toEqual(['0-5', '2-7', '4-3', '6-1']);
    expect(joins('dbcd')).toEqual(['0-1', '2-5', '4-3', '6-7']);
  });

  test('a quarter turn clockwise moves the last letter to the front', () => {
    expect(turned('dacc', 1)).toBe('cdac');
    expect(turned('dacc', 3)).toBe('accd');
    expect(joins('dacc', 1)).toEqual(['0-7', '2-3', '4-1', '6-5']);
  });

  test.each(CODES)('%s: every track runs squarely from connector to connector, however it lies', (code) => {
    for (const turns of TURNS) {
      const tracks = tracksOf(code, turns);
      expect(new Set(tracks.map(({ to }) => to))).toEqual(new Set([1, 3, 5, 7]));
      for (const track of tracks) {
        const way = wayOf(track);
        for (const [connector, along, sign] of [
          [track.from, 0, -1],
          [track.to, way.length, 1],
        ] as const) {
          const [x, y, dx, dy] = connectorAt(connector);
          const [wx, wy, angle] = way.at(along);
          expect(Math.hypot(wx - x, wy - y)).toBeLessThan(1e-6);
          expect(Math.cos(angle) - sign * dx).toBeCloseTo(0);
          expect(Math.sin(angle) - sign * dy).toBeCloseTo(0);
        }
        for (const share of [0.2, 0.5, 0.8]) {
          const [x, y] = way.at(way.length * share);
          expect(Math.min(x, y, TILE - x, TILE - y)).toBeGreaterThan(0);
        }
      }
    }
  });

  test('a length is the length of what is drawn', () => {
    for (const track of tracksOf('abcd')) {
      const way = wayOf(track);
      let sum = 0;
      for (let i = 0; i < 400; i++) {
        const [x, y] = way.at((way.length * i) / 400);
        const [nx, ny] = way.at((way.length * (i + 1)) / 400);
        sum += Math.hypot(nx - x, ny - y);
      }
      expect(sum / way.length).toBeCloseTo(1, 3);
    }
  });

  test('connectors of neighbours lie on each other', () => {
    const square = at('D6');
    const [left, top] = [3 * TILE, 5 * TILE];
    for (const connector of [1, 3, 5, 7]) {
      const next = { square: neighbour(square, connector >> 1)!, connector: (connector + 3) % 8 };
      const [x, y, dx, dy] = connectorAt(connector);
      const [nx, ny, ndx, ndy] = connectorAt(next.connector);
      expect(next.connector % 2).toBe(0);
      expect([(next.square % 8) * TILE + nx, (next.square >> 3) * TILE + ny]).toEqual([left + x, top + y]);
      expect([dx + ndx, dy + ndy]).toEqual([0, 0]);
    }
  });

  test.each(CODES)('%s is drawn: a rail reaches each connector', (code) => {
    const paper = PAPERS.light;
    const on = surface(TILE, TILE, paper.card);
    const bed = { card: paper.card, rail: paper.rail, inside: paper.rail };
    drawTracks(canvasStage(brushOf(on)), { tile: code, turns: 0 }, 0, 0, paper, bed, () => undefined);
    const data = pixels(on);
    for (let connector = 0; connector < 8; connector++) {
      const [x, y, dx, dy] = connectorAt(connector);
      const from =
        (Math.floor(y - 2 * dy - (dy ? 0.5 : 0)) * TILE + Math.floor(x - 2 * dx - (dx ? 0.5 : 0))) * 4;
      expect([...data.subarray(from, from + 3)]).toEqual([...rgb(paper.rail)]);
    }
  });
});

describe('lines', () => {
  test('a line colours every track that it passes, also two of one tile', () => {
    const view = viewOf(['E1 aaaa', 'E2 dddd']);
    const { passes } = run(view.squares, departureOf(map, 4));
    expect(passes.map(({ square }) => squareName(square))).toEqual(['E1', 'E2', 'E1']);
    const runs = coloured(view);
    const stations = passes.map(({ square, from }) => {
      const track = tracksOf(view.squares[square]!.tile)[from >> 1]!;
      return runs.get(trackKey(square, track))!.station;
    });
    expect(stations).toEqual([4, 4, 4]);
  });

  test.each([1, 2, 3, 4, 5])('the pattern of seat %i begins anew at both ends of every track', (seat) => {
    const [paper, style] = [PAPERS.light, styleOf('light', seat)];
    // Whether the pattern lies on the middle of the track just behind its beginning, and just before its end.
    const ends = { dash: [true, false], ties: [true, false], twin: [true, true] } as const;
    const expected = ends[style.pattern as keyof typeof ends] ?? [false, false];
    for (const track of CODES.flatMap((code) => [0, 1].flatMap((turns) => tracksOf(code, turns as 0 | 1)))) {
      for (const arrived of [false, true]) {
        const on = surface(TILE, TILE, paper.card);
        const way = wayOf(track);
        const stage = canvasStage(brushOf(on));
        const bed = { card: paper.card, rail: paper.rail, inside: paper.rail };
        // Of a tile with only this track in use, which lies on top.
        const tile = { tile: track.shape.repeat(4), turns: 0 } as const;
        drawTracks(stage, tile, 0, 0, paper, bed, ({ from }) =>
          from === track.from ? { style, arrived } : undefined,
        );
        const data = pixels(on);
        const color = rgb(arrived ? style.paleInlay : style.inlay);
        const shown = [1.5, way.length - 1.5].map((along) => {
          const [x, y] = way.at(along);
          const at = (Math.floor(y) * TILE + Math.floor(x)) * 4;
          const off = color.map((c, i) => Math.abs(c - data[at + i]!));
          return Math.max(...off) < 60;
        });
        expect(shown, `${track.shape} from ${track.from}, ${style.pattern}`).toEqual(expected);
      }
    }
  });

  test('a draft is what lies between two views', () => {
    const view = viewOf(['D1 aaaa', 'D2 aaaa']);
    const after = placing(view, 'D3', 'dada', 1);
    // Station 5 belongs to the first seat; turned once, the tile has its straight ones upright.
    expect(after.lines[4]).toMatchObject({ length: 3, head: null, arrival: { central: 0 }, points: 6 });
    expect(scoreOf(after, 0)).toBe(6);
    expect(scoreOf(view, 0)).toBe(0);
    expect(view.squares[at('D3')]).toBeNull();
    expect(draftOf(view, after)).toEqual({ square: at('D3'), tile: 'dada', turns: 1 });
    expect(draftOf(view, view)).toBeNull();
  });

  test('tracks have the colour of the departure they are reached from, and no other', () => {
    const view = viewOf(['A1 aaaa']);
    const runs = coloured(view);
    const owner = (from: number) => {
      const track = tracksOf('aaaa').find((one) => one.from === from)!;
      return runs.get(trackKey(at('A1'), track))?.station;
    };
    expect([0, 2, 4, 6].map(owner)).toEqual([8, undefined, undefined, 9]);
  });
});
