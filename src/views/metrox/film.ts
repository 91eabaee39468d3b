import { type Card, type MetroxMap, OPEN, type View } from '../../games/metrox/state.ts';
import { BOLD, type Brush, box, fill, sunburst, write } from '../canvas.ts';
import { filmOf } from '../film.ts';
import { type Ended, filmAlt } from '../filmalt.ts';
import { drawTimeline, pitchOf, stopAt, type Timeline, writeRow } from '../filmline.ts';
import { commas } from '../lists.ts';
import { type Name, nameOf } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Picture, Scene } from '../presenter.ts';
import { playerName } from '../spoken.ts';
import { COLORS, INK } from '../theme.ts';
import { boardPalette, drawEmpty, drawMarks, sightOf } from './board.ts';
import { sign } from './cards.ts';
import { drawBadge } from './cars.ts';
import { doneLines, kindOf } from './facts.ts';
import { HEADER, planOf, WIDTH } from './frame.ts';
import { drawLines } from './lines.ts';
import { slotOf, style } from './slots.ts';

/** A board of Metro X round by round, with the cards that came along the line of time. */

/** What of a board's own head is left out above its cars. */
const CUT = HEADER - 24;
const STRIP = 226;
const SCALE = 0.8;
const ROW = { from: 212, y: 196, name: 72, words: 50, score: 104, right: WIDTH - 40 } as const;
/** Cards that stand closer than `pitch` are left out, as the one before the newest where that would touch it. */
const SIGN = { y: 37, size: 42, now: 48, ring: 41, pitch: 46, plate: 52 } as const;
const BADGE = { r: 23, step: 30 } as const;

/** By round, counted from 1: the card, and the lines that were completed on the board. */
interface Round {
  readonly card: Card | null;
  readonly lines: readonly number[];
}

const roundsOf = (views: readonly View[], seat: number): Round[] =>
  views.slice(1).map((view, i) => ({
    card: views[i]!.card,
    lines: doneLines(view.boards[seat]!).filter((line) => views[i]!.boards[seat]!.done[line] === OPEN),
  }));

/** The cards over their rounds, the newest on gold, and the lines on the rounds in which they were completed. */
function drawRounds(
  brush: Brush,
  map: MetroxMap,
  rounds: readonly Round[],
  line: Timeline,
  theme: Scene['theme'],
): void {
  const colors = COLORS.dark;
  drawTimeline(brush, line, {
    line: colors.gold,
    next: colors.bandBar,
    now: colors.bandInk,
    ground: colors.band,
    of: () => colors.gold,
  });
  const pitch = pitchOf(line);
  rounds.slice(0, line.now).forEach(({ card, lines }, i) => {
    const x = stopAt(line, i + 1);
    const now = i + 1 === line.now;
    if (now) {
      box(brush, x - 30, SIGN.y - 30, 60, 60, 10);
      fill(brush, colors.gold);
    }
    const shown = now || pitch >= (i + 2 === line.now ? SIGN.plate : SIGN.pitch);
    // The ring of a skip takes room, too.
    const size = !now ? SIGN.size : card && kindOf(card) === 'skip' ? SIGN.ring : SIGN.now;
    if (card && shown) sign(brush, card, x, SIGN.y, size, now ? INK : colors.bandInk);
    lines.forEach((one, n) => {
      const look = style(slotOf(map, one), theme);
      const at = x - (lines.length - 1 - n) * BADGE.step;
      drawBadge(brush, '', at, line.y, BADGE.r + 4, colors.band, INK);
      drawBadge(brush, map.lines[one]!.id, at, line.y, BADGE.r, look.color, look.letter);
    });
  });
}

const endOf = (view: View): Ended => ({
  over: view.over,
  scores: view.scores.map(({ score }) => score),
  winners: view.scores.flatMap(({ rank }, seat) =>
    rank === 1 && !view.dropped.includes(seat) ? [seat] : [],
  ),
});

/** Whose board it is, how far it has come, and what it is worth. */
function drawWords(
  brush: Brush,
  view: View,
  seat: number,
  round: number,
  name: Name | string,
  scene: Scene,
): void {
  const { t } = scene;
  const colors = COLORS.dark;
  const { y } = ROW;
  const { over, winners } = endOf(view);
  const won = over && view.boards.length > 1 && winners.includes(seat);
  const wide = write(brush, signed(view.scores[seat]!.score), ROW.right, y + 6, {
    size: ROW.score,
    weight: BOLD,
    color: won ? colors.gold : colors.bandInk,
    align: 'right',
  });
  let x: number = ROW.from;
  if (won) {
    sunburst(brush, x + 26, y - 26, 30);
    fill(brush, colors.gold);
    x += 70;
  }
  const done = t('metrox.film.lines', {
    count: doneLines(view.boards[seat]!).length,
    of: view.map.lines.length,
  });
  const soft = { size: ROW.words, color: colors.bandSoft } as const;
  writeRow(
    brush,
    [
      { text: name, size: ROW.name, color: colors.bandInk, bold: true, cut: true },
      ...(round > 0 ? [{ text: t('metrox.film.round', { n: round }), ...soft, spare: true }] : []),
      { text: done, ...soft },
    ],
    x,
    y,
    ROW.right - wide - 30 - x,
    26,
  );
}

/** The film of a seat's board. */
export function film(views: readonly View[], scene: Scene, seat: number): Picture {
  const last = views.at(-1)!;
  const { map } = last;
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const plan = planOf(map);
  const top = plan.bottom - CUT;
  const rounds = roundsOf(views, seat);
  const completed = rounds.flatMap(({ lines }, i) =>
    lines.map((line) => t('metrox.film.done', { line: map.lines[line]!.id, n: i + 1 })),
  );
  const head = t('metrox.film.alt', {
    map: map.title,
    count: rounds.length,
    name: playerName(scene, seat),
  });
  const story = completed.length > 0 ? [t('metrox.film.completed', { lines: commas(t, completed) })] : [];
  return filmOf(filmAlt(head, endOf(last), story, scene), {
    width: WIDTH,
    height: top + STRIP,
    scale: SCALE,
    frames: views.length,
    palette: () => boardPalette(map, theme),
    async compose(stage, at) {
      const view = views[at]!;
      const sight = sightOf(view, seat);
      const name = views[0]!.boards.length === 1 ? map.title : await nameOf(scene, seat);
      const board = stage.within(0, -CUT, 1);
      stage.layer(sight.life.join(), colors.paper, () => {
        drawLines(board, map, plan, theme, { life: sight.life, chosen: [] });
        drawEmpty(board, sight, plan, theme);
      });
      drawMarks(board, sight, plan, theme);
      // The last row of a film is that of the strip, however it is rounded.
      stage.rect(0, top, WIDTH, 2 * STRIP, COLORS.dark.band);
      stage.stamp(`strip ${at}`, 0, top, [0, 0, WIDTH, STRIP], (brush) => {
        const line = { left: 44, right: WIDTH - 44, y: 86, steps: rounds.length, now: at };
        drawRounds(brush, map, rounds, line, theme);
        drawWords(brush, view, seat, at, name, scene);
      });
    },
  });
}
