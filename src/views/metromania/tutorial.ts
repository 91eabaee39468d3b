import type { Kind } from '../../games/metromania/state.ts';
import { type Brush, brushOf, circle, fill, stroke, surface } from '../canvas.ts';
import { flat } from '../flat.ts';
import type { Drawing } from '../kit/drawing.ts';
import { around, canvasStage, type Stage } from '../kit/stage.ts';
import type { Scene, Theme } from '../presenter.ts';
import { drawLegal } from './board.ts';
import { drawArrows, drawGround } from './city.ts';
import { flatColors, PAPERS, styleOf } from './colors.ts';
import { type Disc, drawDiscs, tunnelOf } from './discs.ts';
import { EDGE, middleOf, onEdge, pointOf, type Shown, type Spot, WIDTH } from './ground.ts';
import { BOARDS, CHOICES, type Choice, type Dig, TRIPS, type TutorialPicture } from './lessons.ts';
import { drawDug, drawHeads, drawLines, drawMarkers, drawStations, type News } from './network.ts';
import { type Who, whoPlays } from './players.ts';
import { layMarker, MARKER } from './signs.ts';
import { drawMarks, drawRest, drawRoute } from './trip.ts';

/** The pictures of the tutorial: a part of the city with two choices, A and B. */

/** A part of the city in a picture. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What of the city stands in its middle, and how much larger than on a board. */
  readonly on: Spot;
  readonly scale: number;
}

/** Around a picture. */
const MARGIN = 20;

const ROUND = 20;

/** The lower left corner that stays empty, of the whole picture: Discord lays a sign over it. */
const CORNER = { width: 180, height: 108 } as const;

/** A rectangle as the present path; `open`: without its lower left corner. */
function outline(brush: Brush, { left, top, width, height }: Part, open: boolean): void {
  const [right, bottom] = [left + width, top + height];
  const [inner, upper] = [CORNER.width, bottom + MARGIN - CORNER.height];
  const corners: Spot[] = [
    [left, top],
    [right, top],
    [right, bottom],
    ...(open
      ? ([
          [inner, bottom],
          [inner, upper],
          [left, upper],
        ] as Spot[])
      : ([[left, bottom]] as Spot[])),
  ];
  brush.beginPath();
  brush.moveTo(left + ROUND, top);
  for (const [i, corner] of corners.slice(1).entries())
    brush.arcTo(...corner, ...(corners[i + 2] ?? corners[0]!), ROUND);
  brush.arcTo(...corners[0]!, ...corners[1]!, ROUND);
  brush.closePath();
}

/** Paints in the measures of a board what a part shows. */
export function through(brush: Brush, part: Part, open: boolean, paint: (stage: Stage) => void): void {
  const { left, top, width, height, on, scale } = part;
  brush.save();
  outline(brush, part, open);
  brush.clip();
  brush.translate(left + width / 2, top + height / 2);
  brush.scale(scale, scale);
  brush.translate(-on[0], -on[1]);
  paint(canvasStage(brush));
  brush.restore();
}

/** The city with all that was built; `paint` comes before the lines. */
export function drawPlace(
  stage: Stage,
  view: Shown,
  { news = [], who, theme }: { news?: readonly News[]; who: Who; theme: Theme },
  paint: () => void = () => {},
): void {
  drawGround(stage, view, theme);
  drawDug(stage, view, news, theme);
  paint();
  drawArrows(stage, view, PAPERS[theme]);
  drawLines(stage, view, news, who, theme);
  drawStations(stage, view, news, theme);
  drawMarkers(stage, view, news, theme);
  drawHeads(stage, view, theme);
}

interface Layout {
  readonly height: number;
  readonly on: Spot;
  readonly scale: number;
}

const LAYOUTS: Readonly<Record<TutorialPicture, Layout>> = {
  bend: { height: 620, on: [302, 488], scale: 1.6 },
  station: { height: 660, on: [778, 590], scale: 1.6 },
  marker: { height: 722, on: [684, 372], scale: 1.65 },
  route: { height: 900, on: [590, 527], scale: 1.6 },
};

const LETTERS = ['A', 'B'] as const;

/** Where the letters of the two rides stand: beside the lines, away from each other. */
const BESIDE: readonly { at: Spot; anchor: Spot }[] = [
  { at: [520, 520], anchor: [566, 534] },
  { at: [738, 548], anchor: [690, 534] },
];

/** A marker where it would be put. */
function drawGhost(stage: Stage, view: Shown, action: Dig, theme: Theme): void {
  const { inside } = tunnelOf(view, action)!.edge;
  const [x, y] = middleOf(action.triangle);
  const { color, text } = styleOf(theme, 0);
  layMarker(stage, x + inside[0] * 6, y + inside[1] * 6, {
    kind: view.signs[action.triangle] as Kind,
    letter: action.letter,
    size: MARKER,
    color,
    text,
    rim: [PAPERS[theme].ink, 2],
  });
}

/** The letter of a tunnel: inside its triangle, or across the edge from its marker. */
function discOf(view: Shown, action: Dig, i: number): Disc {
  const { edge } = tunnelOf(view, action)!;
  const [x, y] = onEdge(edge, EDGE / 2, action.letter === null ? 32 : -24);
  return { x, y, half: 0, label: LETTERS[i]!, anchor: [x, y] };
}

function drawDigs(stage: Stage, view: Shown, digs: readonly Dig[], who: Who, theme: Theme): void {
  const legal = digs.map((action, i) => ({ n: i + 1, action }));
  // A ghost stands for the sign beneath it.
  const covered = digs.flatMap(({ letter, triangle }) => (letter === null ? [] : [triangle]));
  const signs = view.signs.map((sign, triangle) => (covered.includes(triangle) ? null : sign));
  drawPlace(stage, { ...view, signs }, { who, theme }, () =>
    drawLegal(stage, { ...view, signs }, legal, theme),
  );
  for (const action of digs) if (action.letter !== null) drawGhost(stage, view, action, theme);
  drawDiscs(
    stage,
    digs.map((action, i) => discOf(view, action, i)),
    PAPERS[theme],
  );
}

const PLATE = { r: 16, rim: 5 } as const;

function drawRides(stage: Stage, view: Shown, rides: Choice['rides'], theme: Theme): void {
  const paper = PAPERS[theme];
  drawGround(stage, view, theme, true);
  drawRest(stage, view, TRIPS.route, theme);
  for (const route of rides) drawRoute(stage, view, { route }, theme);
  drawMarks(stage, view, TRIPS.route, theme);
  // As large as the stops of a trip, or the routes would end before them.
  for (const vertex of new Set(rides.flat().flatMap(({ from, to }) => [from, to]))) {
    const at = pointOf(vertex);
    stage.stamp('stop of a lesson', ...at, around([0, 0], PLATE.r + PLATE.rim), (brush) => {
      circle(brush, 0, 0, PLATE.r + 4);
      fill(brush, paper.casing);
      circle(brush, 0, 0, PLATE.r);
      fill(brush, paper.plate);
      stroke(brush, paper.rim, PLATE.rim);
    });
  }
  const discs = BESIDE.map(
    ({ at: [x, y], anchor }, i): Disc => ({ x, y, half: 0, label: LETTERS[i]!, anchor }),
  );
  drawDiscs(stage, discs, paper);
}

/** A picture as wide as a board's; `paint` learns who plays. */
export function drawing(
  height: number,
  scene: Scene,
  view: Shown,
  paint: (brush: Brush, who: Who) => void,
): Drawing {
  const { theme } = scene;
  return {
    width: WIDTH,
    height,
    png: async () => {
      const made = surface(WIDTH, height, PAPERS[theme].bg);
      paint(brushOf(made), await whoPlays(view, scene));
      return flat(made, flatColors(theme));
    },
  };
}

/** The picture of a question, without the answer. */
export function drawTutorial(scene: Scene, step: TutorialPicture): Drawing {
  const { theme } = scene;
  const { height, on, scale } = LAYOUTS[step];
  const { digs, rides } = CHOICES[step];
  const view = BOARDS[step];
  const size = { width: WIDTH - 2 * MARGIN, height: height - 2 * MARGIN };
  const part = { left: MARGIN, top: MARGIN, ...size, on, scale };
  return drawing(height, scene, view, (brush, who) =>
    through(brush, part, true, (stage) => {
      if (rides.length > 0) drawRides(stage, view, rides, theme);
      else drawDigs(stage, view, digs, who, theme);
    }),
  );
}
