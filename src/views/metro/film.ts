import { TILES } from '../../games/metro/board.ts';
import { scoreOf, scoresOf } from '../../games/metro/score.ts';
import type { View } from '../../games/metro/state.ts';
import { squareName } from '../../games/metro/tracks.ts';
import { BOLD, type Brush, box, fill, stroke, sunburst, write } from '../canvas.ts';
import { filmOf } from '../film.ts';
import { type Ended, filmAlt } from '../filmalt.ts';
import { drawGains, drawTimeline, type Gain, type Timeline, writeCut, writeRow } from '../filmline.ts';
import { canvasStage } from '../kit/stage.ts';
import { and } from '../lists.ts';
import { type Name, nameOf, wholeName } from '../names.ts';
import type { Picture, Scene, Theme } from '../presenter.ts';
import { playerName } from '../spoken.ts';
import { boardPalette } from './board.ts';
import { PAPERS, styleOf } from './colors.ts';
import { drawField, drawGround } from './field.ts';
import { drawSwatch } from './ribbon.ts';
import { TILE } from './tracks.ts';

/** The board of Metro tile by tile: who laid it where, what it brought to whom, and how all stand. */

const WIDTH = 1000;
const HEIGHT = 1316;
/** A tile has whole pixels: else seams would show. */
const SCALE = 82 / TILE;
/** What is below the board is drawn anew for each picture. */
const BELOW = 1000;
const EDGE = 28;
const PLAYERS = { y: 1006, h: 104, gap: 10, pad: 14, name: 40, score: 54 } as const;
/** From here on a player's name has room beside the points. */
const WIDE = 300;
const LINE = { y: 1216, bars: 78 } as const;
const ROW = { from: 172, y: 1294, size: 50 } as const;

/** By tile: what it brought, by whom. */
const gainsOf = (views: readonly View[]): { readonly seat: number; readonly points: number }[][] =>
  views.slice(1).map((view, i) =>
    view.held.flatMap((_, seat) => {
      const points = scoreOf(view, seat) - scoreOf(views[i]!, seat);
      return points > 0 ? [{ seat, points }] : [];
    }),
  );

const endOf = (view: View): Ended => {
  const scores = scoresOf(view);
  return {
    over: view.over,
    scores: scores.map(({ score }) => score),
    winners: scores.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : [])),
  };
};

function drawPlayers(
  brush: Brush,
  view: View,
  winners: readonly number[],
  names: readonly Name[],
  theme: Theme,
): void {
  const paper = PAPERS[theme];
  const { y, h, gap, pad, name, score } = PLAYERS;
  const seats = view.setting.seats;
  const w = (WIDTH - 2 * EDGE - (seats - 1) * gap) / seats;
  for (const [seat] of view.held.entries()) {
    const x = EDGE + seat * (w + gap);
    const style = styleOf(theme, seat);
    const lit = view.over ? winners.includes(seat) : view.last?.seat === seat;
    box(brush, x, y, w, h, 10);
    if (lit) fill(brush, style.tint);
    stroke(brush, lit ? paper.ink : paper.grid, lit ? 4 : 2);
    const right = x + w - pad;
    const points = String(scoreOf(view, seat));
    const figure = { size: score, weight: BOLD, color: paper.ink, align: 'right' } as const;
    const wide = write(brush, points, right, y + (w >= WIDE ? 60 : h - 14), figure);
    let left = x + pad;
    if (view.over && lit) {
      sunburst(brush, left + 16, y + 30, 18);
      fill(brush, paper.gold);
      left += 42;
    }
    const room = (w >= WIDE ? right - wide - 14 : right) - left;
    writeCut(brush, names[seat]!, left, y + 44, { size: name, color: paper.ink, room });
    drawSwatch(canvasStage(brush), x + pad, w >= WIDE ? right : right - wide - 12, y + h - 24, style, paper);
  }
}

function drawWords(
  brush: Brush,
  view: View,
  gains: readonly { readonly seat: number; readonly points: number }[],
  winners: readonly number[],
  called: readonly Name[],
  scene: Scene,
): void {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const { size, y, from } = ROW;
  const { last } = view;
  if (!last) {
    write(brush, t('game.metro'), from, y, { size: 60, weight: BOLD, color: paper.ink });
    return;
  }
  if (view.over) {
    const names = winners.map((seat) => wholeName(called[seat]!));
    sunburst(brush, from + 24, y - 18, 28);
    fill(brush, paper.gold);
    const word = { text: and(t, names), size: 60, color: paper.ink, bold: true, cut: true };
    const score = { size: 72, weight: BOLD, color: paper.ink, align: 'right' } as const;
    const points = winners.map((seat) => String(scoreOf(view, seat)))[0] ?? '';
    const wide = write(brush, points, WIDTH - EDGE, y + 2, score);
    writeRow(brush, [word], from + 66, y, WIDTH - EDGE - wide - 24 - from - 66);
    return;
  }
  let right = WIDTH - EDGE;
  for (const { seat, points } of [...gains].reverse()) {
    const wide = write(brush, `+${points}`, right, y, {
      size: 60,
      weight: BOLD,
      color: paper.ink,
      align: 'right',
    });
    brush.fillStyle = styleOf(theme, seat).color;
    brush.fillRect(right - wide, y + 8, wide, 8);
    right -= wide + 24;
  }
  writeRow(
    brush,
    [
      { text: t('metro.film.tile', { n: view.turn }), size, color: paper.soft },
      { text: called[last.seat]!, size, color: paper.ink, bold: true, cut: true },
      { text: squareName(last.square), size, color: paper.ink },
    ],
    from,
    y,
    right - from,
  );
}

/** The film of a game. */
export function film(views: readonly View[], scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const end = views.at(-1)!;
  const ended = endOf(end);
  const gains = gainsOf(views);
  const bars = gains.map((step) =>
    step.map(({ seat, points }): Gain => ({ color: styleOf(theme, seat).color, points })),
  );
  const sumOf = (step: (typeof gains)[number]) => step.reduce((sum, { points }) => sum + points, 0);
  const sums = gains.map(sumOf);
  const best = sums.indexOf(Math.max(...sums));
  const { last = null, turn = 0 } = views[best + 1] ?? {};
  const story =
    last && sums[best]! > 0
      ? [
          t('metro.film.best', {
            name: playerName(scene, last.seat),
            square: squareName(last.square),
            n: turn,
            count: sums[best]!,
          }),
        ]
      : [];
  return filmOf(filmAlt(t('metro.film.alt', { count: gains.length }), ended, story, scene), {
    width: WIDTH,
    height: HEIGHT,
    scale: SCALE,
    frames: views.length,
    palette: () => boardPalette(end.map, theme),
    async compose(stage, at) {
      const view = views[at]!;
      const names = await Promise.all(view.held.map((_, seat) => nameOf(scene, seat)));
      stage.layer('film', paper.bg, () => drawGround(stage, theme));
      drawField(stage, { open: view, after: view, draft: null }, () => {}, theme);
      const line: Timeline = {
        left: EDGE + 16,
        right: WIDTH - EDGE - 16,
        y: LINE.y,
        steps: Math.max(TILES, gains.length),
        now: at,
      };
      stage.stamp(`below ${at}`, 0, BELOW, [0, 0, WIDTH, HEIGHT - BELOW], (brush) => {
        brush.translate(0, -BELOW);
        drawPlayers(brush, view, ended.winners, names, theme);
        drawGains(brush, line, bars, LINE.bars);
        drawTimeline(brush, line, {
          line: paper.grid,
          next: paper.grid,
          now: paper.ink,
          ground: paper.bg,
          of: (step) => styleOf(theme, views[step]!.last!.seat).color,
        });
        drawWords(brush, view, gains[at - 1] ?? [], ended.winners, names, scene);
      });
    },
  });
}
