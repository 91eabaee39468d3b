import type { Company } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, center, fill, REGULAR, stroke, sunburst, write } from '../canvas.ts';
import { writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, type Paper, type Style, styleOf } from './colors.ts';
import { HEIGHT, type Shown, type Spot, WIDTH } from './ground.ts';
import { drawBadge, linesOf, pointsOf, type Who } from './players.ts';
import { along, drawCore, isLadder, straightWay } from './ribbon.ts';
import { drawMarker } from './signs.ts';

/** The panels in the four corners: a company's name, points, lines and the markers in its hand. */

export interface Corner {
  readonly right: boolean;
  readonly bottom: boolean;
}

const TOP_LEFT: Corner = { right: false, bottom: false };
const TOP_RIGHT: Corner = { right: true, bottom: false };
const LOW_RIGHT: Corner = { right: true, bottom: true };
const LOW_LEFT: Corner = { right: false, bottom: true };

/** Clockwise from the upper left; two face each other. */
export const cornersOf = (companies: number): readonly Corner[] =>
  companies === 2 ? [TOP_LEFT, LOW_RIGHT] : [TOP_LEFT, TOP_RIGHT, LOW_RIGHT, LOW_LEFT].slice(0, companies);

/**
 * Heights of a panel's parts at the top and at the bottom, from the edge of the picture. The lower left corner of the picture stays
 * empty for Discord's sign, so the lower panels keep their distance.
 */
const AT = {
  top: { box: 8, lines: [125, 153], hand: [200, 242] },
  bottom: { box: HEIGHT - 194, lines: [921, 949], hand: [872, 830] },
} as const;
const BOX = { x: 8, w: 212, h: 92, round: 14 } as const;
const MARGIN = 22;
/** How much shorter a lower panel is at its upper edge, and its name with it: lines have the signs of their ends there. */
const SLANT = { edge: 42, name: 28 } as const;
/** Room of a line's bar, from the left edge, and where its count ends. */
const BAR = { from: 42, to: 122, count: 158 } as const;
const TRACK = 11;
const WIN = { r: 16, room: 38 } as const;
const HAND = { size: 15, pitch: 34, first: 38 } as const;

/** The corners of a panel's box. The inner side of a lower one is parallel to the city limit. */
export function outlineOf({ right, bottom }: Corner): readonly Spot[] {
  const { x, w, h } = BOX;
  const top = bottom ? AT.bottom.box : AT.top.box;
  const put = (off: number, y: number): Spot => [right ? WIDTH - off : off, y];
  const inner = x + w;
  return [
    put(x, top + h),
    put(x, top),
    ...(bottom
      ? [put(inner - SLANT.edge, top), put(inner, top + SLANT.edge * Math.sqrt(3))]
      : [put(inner, top)]),
    put(inner, top + h),
  ];
}

/** A panel's box as the present path. */
function traceBox(brush: Brush, corner: Corner): void {
  const [first, second, ...rest] = outlineOf(corner) as [Spot, Spot, ...Spot[]];
  const round = [second, ...rest, first, second];
  brush.beginPath();
  brush.moveTo(first[0], (first[1] + second[1]) / 2);
  for (const [i, spot] of round.slice(1).entries()) brush.arcTo(...round[i]!, ...spot, BOX.round);
  brush.closePath();
}

export interface PanelNews {
  readonly view: Shown;
  /** After choices that are only thought of; the same when there are none. */
  readonly after: Shown;
  readonly who: Who;
}

/** Draws the panel of every company. */
export function drawPanels(brush: Brush, news: PanelNews, scene: Scene): void {
  cornersOf(news.view.setting.companies).forEach((corner, company) => {
    drawPanel(brush, news, company, corner, scene);
  });
}

const wins = ({ ranks, setting }: Shown, company: Company): boolean => ranks[setting.owners[company]!] === 1;

function drawPanel(brush: Brush, news: PanelNews, company: Company, corner: Corner, scene: Scene): void {
  const { view, after, who } = news;
  const paper = PAPERS[scene.theme];
  const style = styleOf(scene.theme, company);
  const at = corner.bottom ? AT.bottom : AT.top;
  /** From the outer edge to a place in the picture. */
  const put = (x: number) => (corner.right ? WIDTH - x : x);
  const align = corner.right ? 'right' : 'left';
  const lit = view.over ? wins(view, company) : view.mover === company;
  if (lit || view.setting.owners[company] === view.seat) {
    traceBox(brush, corner);
    if (lit) fill(brush, style.tint);
    stroke(brush, lit ? paper.ink : style.color, lit ? 3.5 : 2.5);
  }
  const { advanced } = view.setting;
  const won = wins(view, company);
  const slant = corner.bottom ? SLANT.name : 0;
  writeName(brush, who.names[company]!, put(MARGIN), at.box + 34, {
    size: 27,
    weight: lit ? BOLD : REGULAR,
    color: paper.ink,
    room: BOX.w - 24 - slant - (won && advanced ? WIN.room : 0),
    align,
  });
  const middle = at.box + 66;
  drawBadge(brush, who, company, [put(MARGIN + 19), middle - 1], 18, scene.theme);
  let x = MARGIN + 48;
  const put2 = (text: string, size: number, color: string) => {
    x += write(brush, text, put(x), middle + size * 0.364, { size, weight: BOLD, color, align }) + 8;
  };
  put2(signed(pointsOf(view, company)), 44, paper.ink);
  const gain = pointsOf(after, company) - pointsOf(view, company);
  if (gain > 0) put2(`+${gain}`, 28, paper.ink);
  if (won) {
    // Beside the points where no letters stand, else above these.
    const [from, y] = advanced ? [BOX.w - WIN.r - slant, at.box + 26] : [x + 17, middle - 1];
    sunburst(brush, put(from), y, WIN.r);
    fill(brush, paper.gold);
    stroke(brush, paper.rim, 2);
  }
  if (advanced) {
    const letters = scene.t(`metromania.picture.${who.second[company] ? 'second' : 'first'}`);
    const inner = corner.right ? 'left' : 'right';
    write(brush, letters, put(BOX.w - 4), middle + 8, { size: 22, color: paper.soft, align: inner });
  }
  linesOf(after, company).forEach(([line], i) => {
    drawLine(brush, after, line, at.lines[i as 0 | 1], put, style, paper);
  });
  drawHand(brush, after, company, at.hand, put, paper);
}

/** A bar as long as the line, of all that it may have; the number of its tunnels, or how it ended. */
function drawLine(
  brush: Brush,
  view: Shown,
  line: number,
  y: number,
  put: (x: number) => number,
  style: Style,
  paper: Paper,
): void {
  const { tunnels, done, number } = view.lines[line]!;
  const { from, to, count } = BAR;
  center(brush, String(number), put(MARGIN + 6), y, { size: 19, color: paper.soft });
  along(brush, straightWay([put(from), y], [put(to), y]), paper.mute, 2.5);
  const length = ((to - from) * tunnels.length) / view.box.tunnels;
  if (length > 0)
    drawCore(brush, straightWay([put(from), y], [put(from + length), y]), style, isLadder(line), TRACK / 12);
  const blocked = view.blocked[line] === true && !done;
  if (done) drawCheck(brush, put(count - 12), y, style);
  else if (blocked) {
    brush.lineCap = 'round';
    along(
      brush,
      straightWay([put(from + length + 4), y - 10], [put(from + length + 4), y + 10]),
      paper.ink,
      6,
    );
    brush.lineCap = 'butt';
  }
  if (!done)
    write(brush, String(tunnels.length), put(count - 11), y + 8, {
      size: 22,
      weight: BOLD,
      color: tunnels.length === 0 ? paper.soft : paper.ink,
      align: 'center',
    });
}

/** A line that has come to its end. */
function drawCheck(brush: Brush, x: number, y: number, style: Style): void {
  box(brush, x - 12, y - 12, 24, 24, 5);
  fill(brush, style.color);
  brush.beginPath();
  brush.moveTo(x - 6, y);
  brush.lineTo(x - 1.5, y + 5);
  brush.lineTo(x + 6.5, y - 5);
  brush.lineCap = 'round';
  stroke(brush, style.text, 3.6);
  brush.lineCap = 'butt';
}

/** The markers in a hand: their letters, or what is not known of them. */
function drawHand(
  brush: Brush,
  view: Shown,
  company: Company,
  rows: readonly [number, number],
  put: (x: number) => number,
  paper: Paper,
): void {
  const hand = view.hands[company] ?? [];
  hand.forEach(({ letter, kind }, i) => {
    const x = put(HAND.first + (i % 3) * HAND.pitch);
    drawMarker(brush, x, rows[i < 3 ? 0 : 1], {
      kind,
      letter: letter ?? '?',
      size: HAND.size,
      color: letter === null ? paper.mute : paper.ink,
      text: letter === null ? paper.ink : paper.onInk,
      rim: [paper.bg, 0.01],
    });
  });
}
