import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import { boardAlt } from '../../../src/views/metromania/boardalt.ts';
import { emptyCity } from '../../../src/views/metromania/empty.ts';
import { sceneOf } from '../boards.ts';
import { botGame, box, momentOf, numbered, sightOf, TABLES, wildGame } from './games.ts';

const scene = sceneOf('dark');
const NAMES = scene.plain;

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
      const from = box.grid.labels[line.vertices[0]!];
      const to = box.grid.labels[line.vertices.at(-1)!];
      const how = line.done ? ', completed' : end.blocked[i] ? ', blocked' : '';
      const tunnels = line.tunnels.length === 1 ? '1 tunnel' : `${line.tunnels.length} tunnels`;
      expect(text).toMatch(new RegExp(`line ${line.number} from ${from} to ${to}, ${tunnels}${how}[,.]`));
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
    expect(thought).toContain('Preview, not final yet: 1 tunnel of line ');
    const line = next.lines[next.doing.tunnels[0]!.line]!;
    expect(thought).toContain(`of line ${line.number} to ${box.grid.labels[line.vertices.at(-1)!]}`);
    expect(boardAlt(next, scene)).toContain(`Done so far in this turn by ${NAMES[view.mover]}: 1 tunnel`);
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
    const long = sceneOf(
      'dark',
      ['Ann', 'Ben', 'Cleo', 'Dia'].map((name) => `${name} ${'long'.repeat(14)}`),
    );
    for (const table of TABLES)
      for (const state of wildGame(table, 'long')) {
        const view = sightOf(state);
        const text = boardAlt(view, long, { legal: numbered(view) });
        expect(text.length).toBeLessThanOrEqual(1024);
        expect(text).toMatch(/cores: (Ann|Ben|Cleo|Dia) long/);
      }
    const odd = boardAlt(sightOf(botGame(TABLES[0])[0]!), sceneOf('dark', ['', 'x'.repeat(65)]));
    expect(odd).toContain('seat 1 to move, 30 stations left. Scores: seat 1 0, seat 2 0.');
  });

  test('an empty city', () => {
    expect(boardAlt(emptyCity(box), scene)).toMatch(/^An empty city of MetroMania/);
  });
});
