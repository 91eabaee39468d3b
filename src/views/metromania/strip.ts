import type { Letter } from '../../games/metromania/state.ts';
import { BOLD, type Brush, circle, fill, stroke, widthOf, write } from '../canvas.ts';
import type { Scene } from '../presenter.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import { CENTRE, type Shown } from './ground.ts';
import { drawMarker, drawTrees, drawWaves } from './signs.ts';

/** Above the city the stations that are left, beneath it the trips. */

const DOTS = { across: 15, pitch: 22, r: 7.5, top: 19, row: 22 } as const;

/** A ring for each station that is left, a dot for each that was built. */
export function drawStock(brush: Brush, view: Shown, after: Shown, scene: Scene): void {
  const paper = PAPERS[scene.theme];
  const { stations } = view.box;
  const left = stations - after.stations.length;
  const from = CENTRE[0] - ((DOTS.across - 1) * DOTS.pitch) / 2;
  for (let i = 0; i < stations; i++) {
    const x = from + (i % DOTS.across) * DOTS.pitch;
    const y = DOTS.top + Math.floor(i / DOTS.across) * DOTS.row;
    circle(brush, x, y, i < left ? DOTS.r : 3);
    fill(brush, i < left ? paper.plate : paper.mute);
    if (i < left) stroke(brush, paper.rim === paper.onInk ? paper.limit : paper.rim, 2.6);
  }
  const words = scene.t('metromania.picture.left', { count: left });
  const figure = { size: 27, weight: BOLD, color: paper.ink } as const;
  const text = { size: 23, color: paper.soft } as const;
  const wide = widthOf(brush, String(left), figure.size, BOLD) + 8 + widthOf(brush, words, text.size);
  const x = CENTRE[0] - wide / 2;
  const step = write(brush, String(left), x, 73, figure);
  write(brush, words, x + step + 8, 73, text);
}

const ROW = { y: 1109, below: 1151, from: 205, to: 895 } as const;
/** Of a marker, by how many trips share the row. */
const SIZE = { six: 17, seven: 15.5 } as const;

/** The six letters with both of their markers and the minutes of their trips so far; at the end that from park to lake, too. */
export function drawTrips(brush: Brush, view: Shown, after: Shown, scene: Scene): void {
  const paper = PAPERS[scene.theme];
  const letters = Object.entries(view.box.markers) as [Letter, (typeof view.box.markers)[Letter]][];
  const ended = view.over && view.trips.length > 0;
  const count = letters.length + (ended ? 1 : 0);
  const pitch = (ROW.to - ROW.from) / count;
  const size = ended ? SIZE.seven : SIZE.six;
  const { y } = ROW;
  letters.forEach(([letter, { left, right }], i) => {
    const x = ROW.from + (i + 0.5) * pitch;
    for (const [at, kind] of [left, right].entries()) {
      const found = after.marked.find(({ marker }) => marker.letter === letter && marker.kind === kind);
      const style = found ? styleOf(scene.theme, found.company) : null;
      drawMarker(brush, x + (at - 0.5) * (size * 2.2 + 10.4), y, {
        kind,
        letter,
        size,
        color: style?.color ?? paper.bg,
        text: style?.text ?? paper.soft,
        rim: style ? [paper.bg, 0.01] : [paper.mute, 1.2],
        ...(style ? { hem: style.pattern } : {}),
      });
    }
  });
  const minutes = ended
    ? view.trips.map((trip) => trip.minutes)
    : letters.map((_, i) => after.minutes[i] ?? null);
  minutes.forEach((one, i) => {
    writeMinutes(brush, one, ROW.from + (i + 0.5) * pitch, scene, paper);
  });
  if (!ended) return;
  const trees = ROW.from + (count - 0.5) * pitch;
  drawTrees(brush, trees - 23, y - 1, paper.tree, 0.62);
  drawWaves(brush, trees + 24, y, paper.wave, 0.72);
}

function writeMinutes(brush: Brush, minutes: number | null, x: number, { t }: Scene, paper: Paper): void {
  const text = minutes === null ? t('metromania.picture.none') : t('metromania.picture.minutes', { minutes });
  write(brush, text, x, ROW.below, {
    size: 25,
    weight: BOLD,
    color: minutes === null ? paper.soft : paper.ink,
    align: 'center',
  });
}
