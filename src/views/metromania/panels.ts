import type { Company } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, fill, REGULAR, stroke, sunburst, textWidth } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { type Shown, WIDTH } from './ground.ts';
import { layBadge, linesOf, pointsOf, type Who } from './players.ts';
import { straightWay } from './ribbon.ts';
import { layMarker } from './signs.ts';
import { along, drawCore, isLadder } from './strokes.ts';

/** The panels above the city, side by side: a company's name, points, lines and the markers in its hand. */

/** Height of the panels, from the upper edge of the picture. */
export const PANELS = 206;

const BOX = { edge: 6, gap: 6, top: 6, round: 16, inset: 12 } as const;
/** Middles of a panel's rows. */
const ROWS = { name: 40, points: 100, hand: 166 } as const;
const NAME = { badge: 27, from: 64, size: 45 } as const;
const POINTS = 56;
const GAIN = 43;
const LINE = { width: 64, pitch: 80, size: 43, track: 125 } as const;
const HAND = { size: 29, pitch: 66 } as const;
const WIN = 22;

interface Panel {
  readonly left: number;
  readonly width: number;
}

/** Where the panel of a company stands. */
export function panelOf(company: Company, companies: number): Panel {
  const width = (WIDTH - 2 * BOX.edge - (companies - 1) * BOX.gap) / companies;
  return { left: BOX.edge + company * (width + BOX.gap), width };
}

export interface PanelNews {
  readonly view: Shown;
  /** After choices that are only thought of; the same when there are none. */
  readonly after: Shown;
  readonly who: Who;
}

/** Draws the panel of every company. */
export function drawPanels(stage: Stage, news: PanelNews, scene: Scene): void {
  const { companies } = news.view.setting;
  for (let company = 0; company < companies; company++)
    drawPanel(stage, news, company, panelOf(company, companies), scene);
}

const wins = ({ ranks, setting }: Shown, company: Company): boolean => ranks[setting.owners[company]!] === 1;

function drawPanel(
  stage: Stage,
  news: PanelNews,
  company: Company,
  { left, width }: Panel,
  scene: Scene,
): void {
  const { view, after, who } = news;
  const paper = PAPERS[scene.theme];
  const style = styleOf(scene.theme, company);
  const won = wins(view, company);
  const lit = view.over ? won : view.mover === company;
  if (lit || view.setting.owners[company] === view.seat) {
    const high = PANELS - BOX.top;
    stage.stamp(`panel ${width} ${lit} ${company}`, left, BOX.top, [-3, -3, width + 3, high + 3], (brush) => {
      box(brush, 0, 0, width, high, BOX.round);
      if (lit) fill(brush, style.tint);
      stroke(brush, lit ? paper.ink : style.color, lit ? 4 : 3);
    });
  }
  const [from, to] = [left + BOX.inset, left + width - BOX.inset];
  layBadge(stage, who, company, [from + NAME.badge, ROWS.name], NAME.badge, scene.theme);
  let room = to - from - NAME.from;
  if (won) {
    stage.stamp('winner', to - WIN, ROWS.name, around([0, 0], WIN + 3), (brush) => {
      sunburst(brush, 0, 0, WIN);
      fill(brush, paper.gold);
      stroke(brush, paper.rim, 2);
    });
    room -= 2 * WIN + 8;
  }
  writeName(stage, who.names[company]!, from + NAME.from, ROWS.name + 16, {
    size: NAME.size,
    weight: lit ? BOLD : REGULAR,
    color: paper.ink,
    room,
  });
  const own = linesOf(after, company);
  drawPoints(stage, news, company, from, to - from - own.length * LINE.pitch, paper);
  own.forEach(([line], i) => {
    const x = to - LINE.width - (own.length - 1 - i) * LINE.pitch;
    drawLine(stage, after, line, x, style, paper);
  });
  drawHand(stage, after, company, from, paper);
  if (view.setting.advanced)
    stage.write(
      scene.t(`metromania.picture.${who.second[company] ? 'second' : 'first'}`),
      to,
      ROWS.hand + 12,
      {
        size: 33,
        color: paper.soft,
        align: 'right',
      },
    );
}

/** Points of a company, with what choices that are only thought of would bring; their sum where there is no room for both. */
function drawPoints(
  stage: Stage,
  { view, after }: PanelNews,
  company: Company,
  x: number,
  room: number,
  paper: Paper,
): void {
  const y = ROWS.points + POINTS * 0.364;
  const how = { size: POINTS, weight: BOLD, color: paper.ink } as const;
  const [now, then] = [pointsOf(view, company), pointsOf(after, company)];
  const gain = `+${then - now}`;
  const wide = textWidth(signed(now), POINTS, BOLD) + 4 + textWidth(gain, GAIN, BOLD);
  const both = then > now && wide <= room;
  const step = stage.write(signed(both ? now : then), x, y, how);
  if (both) stage.write(gain, x + step + 4, y, { ...how, size: GAIN, color: paper.soft });
}

/** The number of a line's tunnels, or how it ended; beneath it a bar as long as the line, of all that it may have. */
function drawLine(stage: Stage, view: Shown, line: number, x: number, style: Style, paper: Paper): void {
  const { tunnels, done } = view.lines[line]!;
  const { width, size, track } = LINE;
  const length = (width * tunnels.length) / view.box.tunnels;
  const stuck = view.blocked[line] === true && !done;
  const ladder = isLadder(line);
  const bar = `length ${style.color} ${ladder} ${length} ${stuck}`;
  stage.stamp(bar, x, track, [-2, -14, width + 10, 14], (brush) => {
    along(brush, straightWay([0, 0], [width, 0]), paper.mute, 4);
    if (length > 0) drawCore(brush, straightWay([0, 0], [length, 0]), style, ladder);
    if (!stuck) return;
    brush.lineCap = 'round';
    along(brush, straightWay([length + 4, -9], [length + 4, 9]), paper.ink, 7);
    brush.lineCap = 'butt';
  });
  const middle = ROWS.points - 8;
  if (done)
    stage.stamp(`check ${style.color}`, x + width / 2, middle, around([0, 0], 20), (brush) =>
      drawCheck(brush, 0, 0, style),
    );
  else
    stage.write(String(tunnels.length), x + width / 2, middle + size * 0.364, {
      size,
      weight: BOLD,
      color: tunnels.length === 0 ? paper.soft : paper.ink,
      align: 'center',
    });
}

/** A line that has come to its end. */
function drawCheck(brush: Brush, x: number, y: number, style: Style): void {
  box(brush, x - 19, y - 19, 38, 38, 8);
  fill(brush, style.color);
  brush.beginPath();
  brush.moveTo(x - 10, y);
  brush.lineTo(x - 2.5, y + 8);
  brush.lineTo(x + 10, y - 8);
  brush.lineCap = 'round';
  stroke(brush, style.text, 6);
  brush.lineCap = 'butt';
}

/** The markers in a hand: their letters, or what is not known of them. */
function drawHand(stage: Stage, view: Shown, company: Company, left: number, paper: Paper): void {
  const hand = view.hands[company] ?? [];
  hand.forEach(({ letter, kind }, i) => {
    layMarker(stage, left + HAND.size * 1.1 + i * HAND.pitch, ROWS.hand, {
      kind,
      letter: letter ?? '?',
      size: HAND.size,
      color: letter === null ? paper.mute : paper.ink,
      text: letter === null ? paper.ink : paper.onInk,
      rim: [paper.bg, 0.01],
    });
  });
}
