import { OPEN, type View } from '../../games/metrox/state.ts';
import { BOLD, box, stroke, textWidth } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import { ladder } from '../lists.ts';
import { signed, whole } from '../numbers.ts';
import type { Judged, Review, Scene, Theme } from '../presenter.ts';
import { ALT, unbolded } from '../spoken.ts';
import { COLORS } from '../theme.ts';
import { boardPalette, drawEmpty, drawMarks, type Sight } from './board.ts';
import { paintCard, sign } from './cards.ts';
import { drawBadge } from './cars.ts';
import { shownBoard } from './facts.ts';
import { CORNER, planOf, WIDTH } from './frame.ts';
import { lives, outlookOf } from './life.ts';
import { drawLines } from './lines.ts';
import { label } from './moves.ts';
import { slotOf, style } from './slots.ts';
import { headline } from './words.ts';

/**
 * A choice that cost something beside the better one: two boards on which only those lines are bright that the choice is about,
 * and what could be expected at the end.
 */

const EDGE = 40;
const CARD = { y: 27, width: 96 } as const;
const TITLE = 164;
/** Room between the title and what was lost. */
const BESIDE = 40;
const TOP = 176;
/** Left edge, width and rounding of the two boards' cells. */
const CELLS = [24, 608] as const;
const CELL = { w: 568, round: 18, pad: 8 } as const;
/** From the cells' lower edge to the picture's. */
const BELOW = 20;
/** Around the outermost stations, in pixels of a full board. */
const AROUND = 40;
/** Below a board: its line's badge, what it is, and the points; the left one begins beside Discord's corner. */
const FOOT = { height: CORNER.height, left: 200, r: 36, word: 48, points: 70 } as const;

/** How large the boards stand, and how high they and the picture are. */
function layoutOf({ map }: View) {
  const { unit } = planOf(map).frame;
  const [wide, high] = [
    (map.grid.cols - 1) * unit + 2 * AROUND,
    (map.grid.rows - 1) * unit + 2 * AROUND,
  ] as const;
  const scale = (CELL.w - 2 * CELL.pad) / wide;
  const board = Math.round(high * scale);
  return { wide, high, scale, board, height: TOP + CELL.pad + board + FOOT.height + BELOW };
}

/** The lines that a choice was about: the one that was played, or all at the station of a free card, and those it completed. */
function concerned(view: View, seat: number): number[] {
  const { map } = view;
  const { last } = shownBoard(view, seat);
  if (!last) throw new Error('A view after a choice holds none.');
  const { action, lines } = last;
  if (action.kind === 'line' || action.kind === 'transfer') return [...new Set([action.line, ...lines])];
  return action.kind === 'free' && action.station !== null ? [...map.stations[action.station]!.lines] : [];
}

function drawBoard(stage: Stage, after: View, seat: number, x: number, y: number, theme: Theme): void {
  const { map } = after;
  const plan = planOf(map);
  const board = shownBoard(after, seat);
  const bright = concerned(after, seat);
  const real = lives(map, board, outlookOf(after, true));
  const life = real.map((own, line) =>
    !bright.includes(line) ? ('dead' as const) : own === 'lit' ? ('lit' as const) : ('open' as const),
  );
  const sight: Sight = { map, board, life, fresh: 'last', taken: [], named: null };
  const { wide, high, scale } = layoutOf(after);
  const [left, top] = [plan.frame.x - AROUND, plan.frame.y - AROUND];
  const inside = stage.within(x - left * scale, y - top * scale, scale, [left, top, left + wide, top + high]);
  const chosen = bright.filter((line) => board.done[line] === OPEN);
  drawLines(inside, map, plan, theme, { life, chosen }, true);
  drawEmpty(inside, sight, plan, theme, { small: true });
  drawMarks(inside, sight, plan, theme, { small: true, dim: true });
}

/** The badge of the line that was played; of a free card its sign. */
function drawSign(stage: Stage, after: View, seat: number, x: number, y: number, theme: Theme): void {
  const { map } = after;
  const { r } = FOOT;
  const { card, action } = shownBoard(after, seat).last!;
  const line = action.kind === 'line' || action.kind === 'transfer' ? action.line : null;
  stage.stamp(`review sign ${line} ${card}`, x, y, [-r - 2, -r - 2, r + 2, r + 2], (brush) => {
    if (line === null) return sign(brush, card, 0, 0, 2 * r * 0.8, COLORS[theme].ink);
    const look = style(slotOf(map, line), theme);
    drawBadge(brush, map.lines[line]!.id, 0, 0, r, look.color, look.letter);
  });
}

interface Cell {
  readonly judged: Judged<View>;
  readonly left: number;
  /** Left edge of what stands below the board. */
  readonly foot: number;
  readonly word: string;
  readonly better: boolean;
}

function drawCell(stage: Stage, seat: number, { judged, left, foot, word, better }: Cell, theme: Theme) {
  const colors = COLORS[theme];
  const { after, expected } = judged;
  const { board } = layoutOf(after);
  drawBoard(stage, after, seat, left + CELL.pad, TOP + CELL.pad, theme);
  const middle = TOP + CELL.pad + board + FOOT.height / 2;
  drawSign(stage, after, seat, foot + FOOT.r, middle, theme);
  const right = left + CELL.w - 24;
  const points = stage.write(signed(whole(expected)), right, middle + FOOT.points * 0.364, {
    size: FOOT.points,
    weight: BOLD,
    color: colors.ink,
    align: 'right',
  });
  const from = foot + 2 * FOOT.r + 16;
  stage.write(word, from, middle + FOOT.word * 0.364, {
    size: FOOT.word,
    weight: better ? BOLD : 500,
    color: better ? colors.ink : colors.soft,
    fit: right - points - 16 - from,
  });
}

/** Draws a page of a review, 1200 pixels wide; the lower left corner stays empty. */
export function drawReview(view: View, scene: Scene, { seat, chosen, better }: Review<View>): Composition {
  const { t, theme } = scene;
  const { map } = view;
  const colors = COLORS[theme];
  const { board, height } = layoutOf(view);
  const compose = (stage: Stage) => {
    stage.layer('review', colors.paper, () => {});
    paintCard(stage, view.card, EDGE, CARD.y, CARD.width, theme);
    const lost = signed(whole(chosen.expected) - whole(better.expected));
    const figure = { size: 124, weight: BOLD, color: colors.loss, align: 'right' } as const;
    stage.write(lost, WIDTH - EDGE, 134, figure);
    const fit = WIDTH - EDGE - textWidth(lost, figure.size, BOLD) - BESIDE - TITLE;
    stage.write(headline(view, scene), TITLE, 84, { size: 60, weight: BOLD, color: colors.ink, fit });
    stage.write(t('picture.review.expected'), TITLE, 142, { size: 47, color: colors.soft, fit });
    const tall = CELL.pad + board + FOOT.height;
    stage.stamp(`review frame ${tall}`, CELLS[1], TOP, [-3, -3, CELL.w + 3, tall + 3], (brush) => {
      box(brush, 0, 0, CELL.w, tall, CELL.round);
      stroke(brush, colors.gold, 6);
    });
    drawCell(
      stage,
      seat,
      {
        judged: chosen,
        left: CELLS[0],
        foot: FOOT.left,
        word: t('picture.review.chosen'),
        better: false,
      },
      theme,
    );
    const word = t('picture.review.better');
    drawCell(stage, seat, { judged: better, left: CELLS[1], foot: CELLS[1] + 24, word, better: true }, theme);
  };
  return composition({ width: WIDTH, height, palette: () => boardPalette(map, theme), compose });
}

/** The page in words: what was chosen and what it did, what was better and what that does. */
export function reviewAlt(view: View, scene: Scene, { seat, chosen, better }: Review<View>): string {
  const { t } = scene;
  const told = (key: 'chosen' | 'better', { after, expected }: Judged<View>) => {
    const { action } = shownBoard(after, seat).last!;
    const does = label(view, action, after, scene);
    const what = t(`review.${key}`, { what: does.label, n: signed(whole(expected)) });
    return { what: unbolded(what), does: does.description };
  };
  const [one, other] = [told('chosen', chosen), told('better', better)];
  const head = headline(view, scene);
  const lost = unbolded(t('review.lost', { count: whole(better.expected) - whole(chosen.expected) }));
  return ladder(ALT, [
    () => [head, one.what, one.does, other.what, other.does, lost].join(' · '),
    () => [head, one.what, other.what, lost].join(' · '),
  ]);
}
