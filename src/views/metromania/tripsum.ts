import { companiesOf } from '../../games/metromania/state.ts';
import { BOLD, type Brush, box, center, circle, fill, stroke, textWidth } from '../canvas.ts';
import type { Stage } from '../kit/stage.ts';
import { nameOf, writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Scene, Theme } from '../presenter.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import type { Shown } from './ground.ts';
import { totalOf, type Who, whoPlays } from './players.ts';
import { drawTrees } from './signs.ts';
import { SHEET } from './tripcells.ts';

/** What everybody's score is made of: a row each, the winner first. */

const ROW = 64;
const HEAD = 36;
const SIZE = 44;
const PLATE = 48;
/** Right ends of the columns, from the left edge of the sum: stations, trips, park, what is taken off; the total. */
const COLUMNS = [296, 388, 466, 560] as const;
const WIDTH = 2 * SHEET.cell + SHEET.gap;
const TOTAL = WIDTH - 16;

/** What stands over the columns: a station, two joined stops, the park, a cross. */
function drawSigns(brush: Brush, paper: Paper): void {
  const y = 0;
  const [stations, trips, park, off] = COLUMNS.map((right) => right - 16) as [number, number, number, number];
  circle(brush, stations, y, 15);
  fill(brush, paper.plate);
  stroke(brush, paper.soft, 5);
  brush.beginPath();
  brush.moveTo(trips - 24, y);
  brush.lineTo(trips + 24, y);
  stroke(brush, paper.ink, 5);
  for (const dx of [-24, 24]) {
    circle(brush, trips + dx, y, 11);
    fill(brush, paper.bg);
    stroke(brush, paper.ink, 5);
  }
  drawTrees(brush, park, y + 3, paper.tree, 0.88);
  brush.lineCap = 'round';
  brush.beginPath();
  for (const way of [-1, 1]) {
    brush.moveTo(off - 12, y - 12 * way);
    brush.lineTo(off + 12, y + 12 * way);
  }
  stroke(brush, paper.soft, 6);
  brush.lineCap = 'butt';
}

/** The colours of a seat, with its initial: half and half where it plays two companies. */
function layPlate(
  stage: Stage,
  who: Who,
  companies: readonly number[],
  x: number,
  y: number,
  theme: Theme,
): void {
  const [first = 0, second = first] = companies;
  const initial = who.initials[first]!;
  stage.stamp(`plate ${first} ${second} ${initial}`, x, y - PLATE / 2, [0, 0, PLATE, PLATE], (brush) => {
    box(brush, 0, 0, PLATE, PLATE, 10);
    brush.clip();
    brush.fillStyle = styleOf(theme, first).color;
    brush.fillRect(0, 0, PLATE, PLATE);
    brush.fillStyle = styleOf(theme, second).color;
    brush.fillRect(second === first ? 0 : PLATE / 2, 0, PLATE, PLATE);
    brush.translate(PLATE / 2, PLATE / 2);
    brush.scale(Math.min(1, (PLATE * 0.9) / textWidth(initial, 43, BOLD)), 1);
    center(brush, initial, 0, 0, { size: 43, color: styleOf(theme, first).text });
  });
}

/** Draws the sum with its upper left corner at a point. */
export async function drawSum(stage: Stage, view: Shown, x: number, y: number, scene: Scene): Promise<void> {
  const { t, theme } = scene;
  const paper = PAPERS[theme];
  const who = await whoPlays(view, scene);
  const { setting, ranks } = view;
  const seats = [...ranks.keys()].sort((a, b) => ranks[a]! - ranks[b]! || a - b);
  stage.stamp('sum', x, y + HEAD - 4, [0, -40, WIDTH, 40], (brush) => drawSigns(brush, paper));
  for (const [i, seat] of seats.entries()) {
    const top = y + 2 * HEAD + i * ROW;
    const middle = top + ROW / 2;
    const base = middle + SIZE * 0.364;
    const companies = companiesOf(setting, seat);
    const wins = ranks[seat] === 1;
    if (wins) {
      stage.stamp(`sum won ${companies[0]}`, x, top, [0, 0, WIDTH, ROW], (brush) => {
        box(brush, 2, 2, WIDTH - 4, ROW - 4, 14);
        fill(brush, styleOf(theme, companies[0]!).tint);
        stroke(brush, paper.ink, 3);
      });
    } else stage.rect(x + 14, top + ROW - 1, WIDTH - 28, 2, paper.mute);
    layPlate(stage, who, companies, x + 12, middle, theme);
    writeName(stage, await nameOf(scene, seat), x + 74, base, {
      size: SIZE,
      weight: wins ? BOLD : 500,
      color: paper.ink,
      room: COLUMNS[0] - 74 - 62,
    });
    const sum = (part: keyof Shown['parts'][number]): number =>
      companies.reduce((all, company) => all + view.parts[company]![part], 0);
    const values = [sum('stations'), sum('trips'), sum('park'), -(sum('unfinished') + sum('faults'))];
    values.forEach((value, column) => {
      stage.write(value === 0 ? '·' : signed(value), x + COLUMNS[column]!, base, {
        size: SIZE,
        color: paper.soft,
        align: 'right',
      });
    });
    stage.write(signed(totalOf(view, seat)), x + TOTAL, middle + 54 * 0.364, {
      size: 54,
      weight: BOLD,
      color: paper.ink,
      align: 'right',
    });
  }
  stage.write(t('metromania.picture.rules'), x + WIDTH - 16, y + 400, {
    size: SIZE,
    color: paper.soft,
    align: 'right',
    fit: WIDTH - 190,
  });
}
