import type { Letter } from '../../games/metromania/state.ts';
import { BOLD, circle, fill, stroke } from '../canvas.ts';
import { around, type Stage } from '../kit/stage.ts';
import type { Scene } from '../presenter.ts';
import { linesIn } from '../wrap.ts';
import { drawArrow } from './city.ts';
import { PAPERS, type Paper, styleOf } from './colors.ts';
import type { Shown } from './ground.ts';
import { layGreen, layMarker } from './signs.ts';

/** Beside the city the stations that are left and what arrows mean, beneath it the trips. */

/** In the corners above the city. */
const STOCK = { left: 22, y: 262, ring: 17, size: 56, words: 31, line: 38 } as const;
const LEGEND = { right: 1084, y: 250, row: 50, size: 33 } as const;

/** A station that stands for all that are left. */
export function layRing(stage: Stage, x: number, y: number, r: number, paper: Paper): void {
  stage.stamp(`ring ${r}`, x, y, around([0, 0], r + 4), (brush) => {
    circle(brush, 0, 0, r);
    fill(brush, paper.plate);
    stroke(brush, paper.rim === paper.onInk ? paper.limit : paper.rim, 6);
  });
}

/** The stations that are left, at the left above the city; at the right what its arrows mean. */
export function drawStock(stage: Stage, after: Shown, scene: Scene): void {
  const paper = PAPERS[scene.theme];
  const { t } = scene;
  const left = after.box.stations - after.stations.length;
  const { y, ring } = STOCK;
  layRing(stage, STOCK.left + ring + 3, y, ring, paper);
  stage.write(String(left), STOCK.left + 2 * ring + 18, y + STOCK.size * 0.364, {
    size: STOCK.size,
    weight: BOLD,
    color: paper.ink,
  });
  const words = t('metromania.picture.left', { count: left });
  linesIn(words, STOCK.words, 150).forEach((line, i) => {
    stage.write(line, STOCK.left, y + 62 + i * STOCK.line, { size: STOCK.words, color: paper.soft });
  });
  (['start', 'end'] as const).forEach((one, i) => {
    const middle = LEGEND.y + i * LEGEND.row;
    const how = { size: LEGEND.size, color: paper.soft, align: 'right' } as const;
    const wide = stage.write(t(`metromania.picture.${one}`), LEGEND.right, middle + 12, how);
    stage.stamp(`legend ${one}`, LEGEND.right - wide - 30, middle, around([0, 0], 20), (brush) =>
      drawArrow(brush, [0, 0], [1, 0], one === 'start', paper),
    );
  });
}

const ROW = { y: 1276, below: 1348, from: 205, to: 1092 } as const;
/** Of a marker: half its width. */
const SIZE = 21;

/** The six letters with both of their markers and the minutes of their trips so far; at the end that from park to lake, too. */
export function drawTrips(stage: Stage, view: Shown, after: Shown, scene: Scene): void {
  const paper = PAPERS[scene.theme];
  const letters = Object.entries(view.box.markers) as [Letter, (typeof view.box.markers)[Letter]][];
  const ended = view.over && view.trips.length > 0;
  const count = letters.length + (ended ? 1 : 0);
  const pitch = (ROW.to - ROW.from) / count;
  const size = SIZE;
  const { y } = ROW;
  letters.forEach(([letter, { left, right }], i) => {
    const x = ROW.from + (i + 0.5) * pitch;
    for (const [at, kind] of [left, right].entries()) {
      const found = after.marked.find(({ marker }) => marker.letter === letter && marker.kind === kind);
      const style = found ? styleOf(scene.theme, found.company) : null;
      layMarker(stage, x + (at - 0.5) * (size * 2.2 + 8), y, {
        kind,
        letter,
        size,
        color: style?.color ?? paper.bg,
        text: style?.text ?? paper.soft,
        rim: style ? [paper.bg, 0.01] : [paper.mute, 2],
        ...(style ? { hem: style.pattern } : {}),
      });
    }
  });
  const minutes = ended
    ? view.trips.map((trip) => trip.minutes)
    : letters.map((_, i) => after.minutes[i] ?? null);
  minutes.forEach((one, i) => {
    writeMinutes(stage, one, ROW.from + (i + 0.5) * pitch, scene, paper);
  });
  if (!ended) return;
  const trees = ROW.from + (count - 0.5) * pitch;
  layGreen(stage, 'park', trees - 28, y - 1, paper, 0.72);
  layGreen(stage, 'lake', trees + 28, y, paper, 0.82);
}

function writeMinutes(stage: Stage, minutes: number | null, x: number, { t }: Scene, paper: Paper): void {
  const text = minutes === null ? t('metromania.picture.none') : t('metromania.picture.minutes', { minutes });
  stage.write(text, x, ROW.below, {
    size: 43,
    weight: BOLD,
    color: minutes === null ? paper.soft : paper.ink,
    align: 'center',
  });
}
