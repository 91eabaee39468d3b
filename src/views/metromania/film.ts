import { companiesOf, type View } from '../../games/metromania/state.ts';
import { BOLD, type Brush, fill, sunburst, write } from '../canvas.ts';
import { filmOf } from '../film.ts';
import { type Ended, filmAlt } from '../filmalt.ts';
import {
  drawGains,
  drawTimeline,
  type Gain,
  stopAt,
  type Timeline,
  writeCut,
  writeRow,
} from '../filmline.ts';
import { canvasStage } from '../kit/stage.ts';
import { and, commas } from '../lists.ts';
import { wholeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Picture, Scene } from '../presenter.ts';
import { boardPalette } from './board.ts';
import { drawArrows, drawGround } from './city.ts';
import { PAPERS, styleOf } from './colors.ts';
import { pointsOf as gainedBy } from './effects.ts';
import { WIDTH } from './ground.ts';
import { drawDug, drawHeads, drawLines, drawMarkers, drawStations, newsOf } from './network.ts';
import { mostDone } from './news.ts';
import { drawBadge, pointsOf, totalOf, type Who, whoPlays } from './players.ts';
import { companyName } from './words.ts';

/** The city of MetroMania turn by turn: who dug, built and placed what, and how all stand. */

/** How much of the board's picture is cut off above the city, and where the city ends beneath it. */
const CUT = 52;
const CITY = 1140;
const TOP = CITY - CUT;
const HEIGHT = TOP + 200;
const SCALE = 0.75;
const EDGE = 30;
const PLATE = { y: 52, low: TOP - 104, r: 36, name: 43, score: 64, room: 190, lowRoom: 250 } as const;
const LINE = { y: TOP + 88, bars: 58 } as const;
const ROW = { from: 196, y: TOP + 172, size: 50 } as const;
/** Of the badge that stands on the turn in which a line was completed. */
const BADGE = 29;

const endOf = (view: View): Ended => {
  const { seats } = view.setting;
  const scores = Array.from({ length: seats }, (_, seat) => totalOf(view, seat));
  return {
    over: view.over,
    scores,
    winners: view.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
  };
};

/** The corners of companies, clockwise from the upper left; two face each other. */
const CORNERS = [
  { right: false, bottom: false },
  { right: true, bottom: false },
  { right: true, bottom: true },
  { right: false, bottom: true },
] as const;

const cornersOf = (companies: number) =>
  companies === 2 ? [CORNERS[0], CORNERS[2]] : CORNERS.slice(0, companies);

/** In the corners around the city: whose company it is, and its points. */
function drawPlates(brush: Brush, view: View, who: Who, winners: readonly number[], theme: Scene['theme']) {
  const paper = PAPERS[theme];
  const { owners } = view.setting;
  cornersOf(owners.length).forEach(({ right, bottom }, company) => {
    const y = bottom ? PLATE.low : PLATE.y;
    const x = right ? WIDTH - EDGE - PLATE.r : EDGE + PLATE.r;
    drawBadge(brush, who, company, [x, y], PLATE.r, theme);
    const won = view.over && winners.includes(owners[company]!);
    if (won) {
      sunburst(brush, x + (right ? -1 : 1) * (PLATE.r + 160), y - 2, 30);
      fill(brush, paper.gold);
    }
    write(brush, signed(pointsOf(view, company)), x + (right ? -1 : 1) * (PLATE.r + 14), y + 23, {
      size: PLATE.score,
      weight: BOLD,
      color: paper.ink,
      align: right ? 'right' : 'left',
    });
    const name = { size: PLATE.name, color: paper.soft, room: bottom ? PLATE.lowRoom : PLATE.room, right };
    writeCut(brush, who.names[company]!, right ? WIDTH - EDGE : EDGE, y + 88, name);
  });
}

/** Whose turn it was, what was done, and what it brought at once; at the end the winners. */
function drawWords(brush: Brush, view: View, who: Who, winners: readonly number[], scene: Scene) {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const { size, y, from } = ROW;
  const { last } = view;
  if (!last) {
    write(brush, t('game.metromania'), from, y, { size: 64, weight: BOLD, color: paper.ink });
    return;
  }
  if (view.over) {
    sunburst(brush, from + 26, y - 18, 30);
    fill(brush, paper.gold);
    const names = winners.map((seat) => wholeName(who.names[companiesOf(view.setting, seat)[0]!]!));
    const word = { text: and(t, names), size: 64, color: paper.ink, bold: true, cut: true };
    const score = { size: 68, weight: BOLD, color: paper.ink, align: 'right' } as const;
    const points = winners.map((seat) => signed(totalOf(view, seat)))[0] ?? '';
    const wide = write(brush, points, WIDTH - EDGE, y + 3, score);
    writeRow(brush, [word], from + 72, y, WIDTH - EDGE - wide - 24 - from - 72);
    return;
  }
  const points = gainedBy(last);
  const wide =
    points > 0
      ? write(brush, `+${points}`, WIDTH - EDGE, y, {
          size: 64,
          weight: BOLD,
          color: paper.ink,
          align: 'right',
        }) + 24
      : 0;
  drawBadge(brush, who, last.company, [from + 32, y - 17], 32, theme);
  writeRow(
    brush,
    [
      { text: t('metromania.film.turn', { n: view.turn }), size, color: paper.soft },
      { text: mostDone(view, last, scene), size, color: paper.ink, bold: true, cut: true },
    ],
    from + 80,
    y,
    WIDTH - EDGE - wide - from - 80,
  );
}

/** What a turn brought its company; at the end, what the trips bring, stands in the points alone. */
const gainsOf = (views: readonly View[], theme: Scene['theme']): Gain[][] =>
  views.slice(1).map(({ last }) => {
    const points = last ? gainedBy(last) : 0;
    return last && points > 0 ? [{ color: styleOf(theme, last.company).color, points }] : [];
  });

/** "Ann completed line 2 in turn 14", and how many of the trips there was a way for. */
function storyOf(views: readonly View[], scene: Scene): string[] {
  const { t, spoken } = scene;
  const end = views.at(-1)!;
  const done = views.slice(1).flatMap((view) =>
    (view.last?.ended ?? []).map((line) =>
      t('metromania.film.done', {
        name: companyName(view, view.last!.company, scene, spoken),
        line: end.lines[line]!.number,
        n: view.turn,
      }),
    ),
  );
  const ways = end.trips.filter(({ minutes }) => minutes !== null).length;
  return [
    ...(end.over ? [t('metromania.film.trips', { count: ways, of: end.trips.length })] : []),
    ...(done.length > 0 ? [t('metromania.film.completed', { lines: commas(t, done) })] : []),
  ];
}

/** The film of a game. */
export function film(views: readonly View[], scene: Scene): Picture {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const end = views.at(-1)!;
  const { winners, ...ended } = endOf(end);
  const gains = gainsOf(views, theme);
  const head = t('metromania.film.alt', { count: gains.length });
  return filmOf(filmAlt(head, { winners, ...ended }, storyOf(views, scene), scene), {
    width: WIDTH,
    height: HEIGHT,
    scale: SCALE,
    frames: views.length,
    palette: () => boardPalette(end.box, theme),
    ground(brush) {
      brush.fillStyle = paper.bg;
      brush.fillRect(0, 0, WIDTH, HEIGHT);
      drawGround(canvasStage(brush).within(0, -CUT, 1), end, theme);
    },
    async paint(brush, at) {
      const view = views[at]!;
      const who = await whoPlays(view, scene);
      const fresh = newsOf(view, false);
      const news = fresh ? [fresh] : [];
      const city = canvasStage(brush).within(0, -CUT, 1);
      drawDug(city, view, news, theme);
      drawArrows(city, view, paper);
      drawLines(city, view, news, who, theme);
      drawStations(city, view, news, theme);
      drawMarkers(city, view, news, theme);
      drawHeads(city, view, theme);
      drawPlates(brush, view, who, winners, theme);
      const steps = gains.length;
      const line: Timeline = { left: EDGE + 16, right: WIDTH - EDGE - 16, y: LINE.y, steps, now: at };
      drawGains(brush, line, gains, LINE.bars);
      drawTimeline(brush, line, {
        line: paper.mute,
        next: paper.mute,
        now: paper.ink,
        ground: paper.bg,
        of: (step) => styleOf(theme, views[step]!.last?.company ?? 0).color,
      });
      views.slice(1, at + 1).forEach(({ last }, i) => {
        if (last && last.ended.length > 0)
          drawBadge(brush, who, last.company, [stopAt(line, i + 1), line.y], BADGE, theme);
      });
      drawWords(brush, view, who, winners, scene);
    },
  });
}
