import { describe, expect, test } from 'vitest';
import { CORNERS, LABELS } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import { boardAlt } from '../../../src/views/metromania/boardalt.ts';
import { companyLines } from '../../../src/views/metromania/facts.ts';
import { metromaniaPresenter } from '../../../src/views/metromania/index.ts';
import { laid } from '../../games/metromania/position.ts';
import { sceneOf } from '../boards.ts';
import { botGame, box, momentOf, numbered, sightOf, TABLES, wildGame } from './games.ts';

const scene = sceneOf('dark');
const NAMES = scene.plain;
/** As long as names may be. */
const LONG = sceneOf('dark', [
  'Alexandria-Maria',
  'Bartholomew-Finn',
  'Christopher-John',
  'Domenica-Lucilla',
]);

/** Every placeholder filled, every key found. */
const whole = (text: string): void => expect(text).not.toMatch(/\{\{|metromania\.|undefined|NaN/);

describe('the board in words', () => {
  test('before the first turn: everything that may be started, and no letter of others', () => {
    const view = sightOf(botGame(TABLES[3])[0]!);
    const text = boardAlt(view, scene, { legal: numbered(view) });
    expect(text).toMatch(
      /^MetroMania, Ann to move, 30 stations left\. Scores: Ann 0, Ben 0, Cleo 0, Dia 0\. A line may start at 1: /,
    );
    const hands = /In hand: Ann ([^.]*), Ben ([^.]*)\./.exec(text)!;
    for (const { letter } of view.hands[0]!)
      expect(hands[1]).toMatch(new RegExp(`\\b${letter} (home|shop|show)`));
    expect(hands[2]).toMatch(/home/);
    expect(hands[2]).not.toMatch(/\b[A-F] /);
    whole(text);
  });

  test('mover, scores and every choice at every moment of a game', () => {
    for (const table of TABLES)
      for (const state of botGame(table)) {
        const view = sightOf(state);
        const legal = numbered(view);
        const text = boardAlt(view, scene, { legal });
        whole(text);
        expect(text.length).toBeLessThanOrEqual(1024);
        if (state.over) {
          expect(text).toMatch(/^MetroMania, the game is over\. Final scores: /);
          for (const [seat, { score }] of metromania.score(state).entries())
            expect(text).toContain(`${NAMES[seat]} ${score < 0 ? `−${-score}` : score}`);
          continue;
        }
        const mover = state.setting.owners[state.mover]!;
        const letters = state.setting.advanced ? (state.mover % 2 === 0 ? ' (A–C)' : ' (D–F)') : '';
        expect(text.startsWith(`MetroMania, ${NAMES[mover]}${letters} to move, `)).toBe(true);
        for (const [company, points] of state.points.entries())
          expect(text).toMatch(
            new RegExp(`${NAMES[state.setting.owners[company]!]}( \\([A-F]–[A-F]\\))? ${points}[,.]`),
          );
        for (const { n } of legal) expect(text).toContain(` ${n}: `);
      }
  });

  test('where a line is, how long, and that it is completed or blocked', () => {
    const end = botGame(TABLES[3]).at(-1)!;
    const text = boardAlt(metromania.view(end), scene);
    for (const [i, line] of end.lines.entries()) {
      if (line.tunnels.length === 0) continue;
      const from = LABELS[line.vertices[0]!];
      const to = LABELS[line.vertices.at(-1)!];
      const how = line.done ? ', completed' : end.blocked[i] ? ', blocked' : '';
      const tunnels = line.tunnels.length === 1 ? '1 tunnel' : `${line.tunnels.length} tunnels`;
      expect(text).toMatch(
        new RegExp(`line ${line.number} from ${from}( by [^.]*?)? to ${to}, ${tunnels}${how}[,.]`),
      );
    }
  });

  test('the newest turn, one under way, and one that is only thought of', () => {
    const game = botGame(TABLES[3]);
    const from = game.findIndex(({ turn, doing }) => turn > 6 && doing.tunnels.length === 0);
    const view = sightOf(game[from]!);
    const next = metromania.view(game[from + 1]!, view.seat!);
    const name = NAMES[view.setting.owners[view.last!.company]!];
    expect(boardAlt(view, scene)).toContain(`Last turn by ${name}: `);
    const thought = boardAlt(view, scene, { after: next });
    expect(thought).toMatch(/Preview, not final yet: line \d: \d+ → \d+ tunnels?, to /);
    const line = next.lines[next.doing.tunnels[0]!.line]!;
    const long = line.tunnels.length;
    expect(thought).toContain(
      `line ${line.number}: ${long - 1} → ${long} tunnel${long === 1 ? '' : 's'}, to ${LABELS[line.vertices.at(-1)!]}`,
    );
    expect(boardAlt(next, scene)).toContain(`Done so far in this turn by ${NAMES[view.mover]}: line `);
  });

  test('a watcher is told no letter that lies in a hand', () => {
    const state = momentOf(botGame(TABLES[3]), 0.3);
    const text = boardAlt(metromania.view(state), scene);
    const hands = /In hand: ([^.]*)\./.exec(text)![1]!;
    expect(hands).not.toMatch(/\b[A-F] (home|shop|show)/);
    const open = boardAlt({ ...metromania.view(state), hands: state.hands }, scene);
    const [held] = state.hands.flat();
    expect(open).toMatch(new RegExp(`In hand: [^.]*\\b${held!.letter} (home|shop|show)`));
  });

  test('never too long, and the head always stays', () => {
    const endless = sceneOf(
      'dark',
      ['Ann', 'Ben', 'Cleo', 'Dia'].map((name) => `${name} ${'long'.repeat(14)}`),
    );
    for (const table of TABLES)
      for (const state of wildGame(table, 'long')) {
        const view = sightOf(state);
        const text = boardAlt(view, endless, { legal: numbered(view) });
        expect(text.length).toBeLessThanOrEqual(1024);
        expect(text).toMatch(/cores: (Ann|Ben|Cleo|Dia) long/);
      }
    const odd = boardAlt(sightOf(botGame(TABLES[0])[0]!), sceneOf('dark', ['', 'x'.repeat(65)]));
    expect(odd).toContain('seat 1 to move, 30 stations left. Scores: seat 1 0, seat 2 0.');
  });

  test('others’ lines are shortened and left out before stations and markers are', () => {
    let short = 0;
    for (const table of TABLES)
      for (const state of wildGame(table, 'long')) {
        if (state.over || state.stations.length === 0) continue;
        const view = sightOf(state);
        const text = boardAlt(view, LONG, { legal: numbered(view) });
        const others = [...text.matchAll(/line \d from/g)].length > 2;
        if (others) continue;
        short++;
        if (/ line \d (to|[A-K]\d+-)/.test(text)) {
          expect(text).toContain('Stations at ');
          expect(text.includes('Placed: ')).toBe(state.marked.length > 0);
        }
      }
    expect(short).toBeGreaterThan(50);
  });

  test('a line by the vertices where it bends, in full and in short', () => {
    const view = metromania.view(laid({ lines: { 0: 'F10 W-L W-L SW-L SW-R W-L', 2: 'A3 SW-R' } }));
    expect(companyLines(view, 0, 'way', scene)).toBe(
      'Ann: line 1 from F10 by F8 and H6 to H5, 5 tunnels, line 2 not started.',
    );
    expect(companyLines(view, 0, 'course', scene)).toBe('Ann: line 1 F10-F8-H6-H5.');
    expect(companyLines(view, 0, 'reach', scene)).toBe('Ann: line 1 to H5.');
    expect(companyLines(view, 1, 'way', scene)).toBe(
      'Ben: line 1 from A3 to B3, 1 tunnel, line 2 not started.',
    );
  });
});

describe('the city in words', () => {
  test('of none in particular: how places are named, and where arrows are', () => {
    const text = metromaniaPresenter.pictures.map(box, scene).alt;
    expect(text).toMatch(
      /^An example of a city of MetroMania in play, with 8 lines of four players, 17 stations/,
    );
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text).toContain('6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6 points');
    // Clockwise from the lower right, the second and the fourth of five; for black ones the first and the fifth.
    expect(text).toContain('hollow arrows between G10-H9, I8-J7, K5-K4, ');
    expect(text).toContain('filled ones between F11-G10, J7-K6, K6-K5, ');
    whole(text);
  });

  test('homes, shops, shows, lake, park and arrows that are free, and what was built', () => {
    const state = laid({
      lines: { 0: 'G10 W-L W-L', 2: 'A3 SW-R' },
      signs: { 'D4 E4 E5': 'residential', 'F8 G7 G8': 'commercial', 'C4 C5 D5': 'lake', 'H4 H5 I4': 'park' },
      marked: [['B.C', 'G8 G9 H8', 0]],
      stations: ['G9'],
    });
    const text = metromaniaPresenter.pictures.sheet(metromania.view(state), scene).alt;
    expect(text).toContain(' Free homes: D4-E4-E5. Free shops: F8-G7-G8. Lake C4-C5-D5, park H4-H5-I4. ');
    // The one at G10-H9 is dug, and that at A2-A3 by the other line; all black ones are free.
    expect(text).toContain(
      'Free hollow arrows: I8-J7, K5-K4, K3-K2, J1-I1, H1-G1, E1-D1, C1-B1, A4-A5, B7-C8, D9-E10.',
    );
    expect(text.split('Free filled arrows: ')[1]!.split('.')[0]!.split(', ')).toHaveLength(12);
    expect(text).toContain(
      ' Placed: Ann B shop at G8-G9-H8. Stations at G9. Ann: line 1 from G10 to G8, 2 tunnels',
    );
  });

  test('tells where all is that is free, whatever else there is no room for; at the end it is the board', () => {
    for (const table of TABLES)
      for (const state of wildGame(table, 'long')) {
        const view = metromania.view(state);
        const text = metromaniaPresenter.pictures.sheet(view, LONG).alt;
        whole(text);
        expect(text.length).toBeLessThanOrEqual(1024);
        if (state.over) {
          expect(text).toBe(boardAlt(view, LONG));
          continue;
        }
        const free = view.signs.flatMap((sign, triangle) =>
          sign && view.dug[triangle] === null ? [triangle] : [],
        );
        for (const triangle of free)
          expect(text).toContain(CORNERS[triangle]!.map((corner) => LABELS[corner]).join('-'));
        for (const { vertex } of view.stations) expect(text).toMatch(new RegExp(`\\b${LABELS[vertex]}[,.]`));
        for (const { marker } of view.marked) expect(text).toContain(` ${marker.letter} `);
      }
  });
});
