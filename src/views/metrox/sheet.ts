import { sumOf } from '../../games/metrox/score.ts';
import { OPEN, type View } from '../../games/metrox/state.ts';
import { BOLD, box, circle, fill, stroke } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import type { Stage } from '../kit/stage.ts';
import { COUNTED, READ } from '../legible.ts';
import { nameOf, writeName } from '../names.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { COLORS, INK } from '../theme.ts';
import { boardPalette, drawEmpty, drawMarks, type Sight } from './board.ts';
import { drawBadge, LETTER } from './cars.ts';
import { seatsOnSheet } from './facts.ts';
import { CORNER, type Plan, planOf, WIDTH } from './frame.ts';
import { lives, outlookOf } from './life.ts';
import { drawLines } from './lines.ts';
import { slotOf, style } from './slots.ts';

const EDGE = 40;
const TITLE = 150;
const PAD = 8;
/** Around the outermost stations, in pixels of a full board. */
const AROUND = 44;
/** Seats up to which two boards stand side by side; with more, three. */
const TWO_ACROSS = 6;

interface Grid {
  readonly across: number;
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  /** Height of a cell's head, which has a row of its own for the name where three stand side by side, and of what is below. */
  readonly head: number;
  readonly foot: number;
  /** Size of the boards against a full one. */
  readonly scale: number;
}

function gridOf(view: View, plan: Plan): Grid {
  const { cols, rows } = view.map.grid;
  const across = view.boards.length > TWO_ACROSS ? 3 : 2;
  const gap = across === 3 ? 22 : 32;
  const width = Math.floor((WIDTH - 2 * EDGE - gap * (across - 1)) / across);
  const scale = (width - 2 * PAD) / ((cols - 1) * plan.frame.unit + 2 * AROUND);
  const head = across === 3 ? 132 : 92;
  const foot = across === 3 ? PAD : 76;
  const map = ((rows - 1) * plan.frame.unit + 2 * AROUND) * scale;
  return { across, gap, width, scale, head, foot, height: Math.round(head + map + foot) };
}

function sightOf(view: View, seat: number): Sight {
  const { map } = view;
  const board = view.boards[seat]!;
  const life = lives(map, board, outlookOf(view, false));
  return { map, board, life, fresh: 'old', taken: [], named: null };
}

/** One seat's cell: rank, name and score, the board, the lines it has completed where there is room for them. */
async function drawCell(
  stage: Stage,
  view: View,
  seat: number,
  at: { x: number; y: number },
  grid: Grid,
  scene: Scene,
): Promise<void> {
  const { theme } = scene;
  const { map } = view;
  const colors = COLORS[theme];
  const plan = planOf(map);
  const sight = sightOf(view, seat);
  const { rank } = view.scores[seat]!;
  const out = view.dropped.includes(seat);
  const won = view.over && rank === 1 && !out;
  const { width, height, head } = grid;
  stage.stamp(`cell ${won} ${width} ${height}`, at.x, at.y, [-3, -3, width + 3, height + 3], (brush) => {
    box(brush, 0, 0, width, height, 22);
    if (!won) return stroke(brush, colors.hair, 3);
    fill(brush, colors.gold);
    box(brush, 7, head, width - 14, height - head - 7, [0, 0, 15, 15]);
    fill(brush, colors.paper);
  });

  const small = grid.across === 3;
  const base = at.y + grid.head - 28;
  const ink = won ? INK : out ? colors.muted : colors.ink;
  const inset = small ? 18 : 26;
  const score = signed(sumOf(map, sight.board).score);
  const scoreWidth = stage.write(score, at.x + grid.width - inset, base + (small ? 10 : 6), {
    size: small ? 64 : 74,
    weight: BOLD,
    color: ink,
    align: 'right',
  });
  const size = COUNTED + 1;
  const place = stage.write(out ? '–' : String(rank), at.x + inset, base + (small ? 6 : 0), {
    size,
    color: won ? INK : colors.soft,
  });
  const name = await nameOf(scene, seat);
  const how = { size, weight: BOLD, color: ink, least: 1 } as const;
  const left = small ? inset : inset + place + 20;
  const room = grid.width - left - inset - (small ? 0 : scoreWidth + 16);
  writeName(stage, name, at.x + left, small ? at.y + 56 : base, { ...how, room });

  const field = [
    plan.frame.x - AROUND,
    plan.frame.y - AROUND,
    plan.frame.x + (map.grid.cols - 1) * plan.frame.unit + AROUND,
    plan.frame.y + (map.grid.rows - 1) * plan.frame.unit + AROUND,
  ] as const;
  const { scale } = grid;
  const inside = stage.within(at.x + PAD - field[0] * scale, at.y + head - field[1] * scale, scale, field);
  drawLines(inside, map, plan, theme, { life: sight.life, chosen: [] }, true);
  drawEmpty(inside, sight, plan, theme, { small: true });
  drawMarks(inside, sight, plan, theme, { small: true });

  // Where letters could not be read the lit lines alone tell which are complete.
  if (small) return;
  const pitch = Math.min(57, (grid.width - 2 * inset) / map.lines.length);
  const r = pitch * 0.41;
  const y = at.y + grid.height - grid.foot / 2 - 4;
  const letter = (id: string) => (r * LETTER >= READ ? id : '');
  map.lines.forEach((line, i) => {
    const x = at.x + grid.width / 2 + (i - (map.lines.length - 1) / 2) * pitch;
    const done = sight.board.done[i] !== OPEN;
    stage.stamp(`done ${i} ${done} ${r}`, x, y, [-r - 1, -r - 1, r + 1, r + 1], (brush) => {
      const look = style(slotOf(map, i), theme);
      if (done) return drawBadge(brush, letter(line.id), 0, 0, r, look.color, look.letter);
      drawBadge(brush, letter(line.id), 0, 0, r, colors.paper, colors.muted);
      circle(brush, 0, 0, r - 1.25);
      stroke(brush, colors.ghost, 2.5);
    });
  });
}

/** Boards as everybody knows them on one sheet, best first; `page` is 0-based. */
export function drawSheet(view: View, scene: Scene, page?: number): Composition {
  const { t, theme } = scene;
  const colors = COLORS[theme];
  const grid = gridOf(view, planOf(view.map));
  const order = seatsOnSheet(view, page);
  const rows = Math.ceil(order.length / grid.across);
  const height = TITLE + rows * (grid.height + grid.gap) - grid.gap + CORNER.height + 6;
  const compose = async (stage: Stage) => {
    stage.layer('sheet', colors.paper, () => {});
    stage.write(view.map.title, EDGE, 110, { size: 92, weight: BOLD, color: colors.ink, fit: 520 });
    const when = view.over
      ? `${t('picture.final')}  ·  ${t('picture.rounds', { count: view.round })}`
      : t('picture.round', { n: view.round, of: view.rounds });
    const players = t('picture.players', { count: view.boards.length });
    stage.write(`${when}  ·  ${players}`, WIDTH - EDGE, 108, {
      size: 37,
      color: colors.soft,
      align: 'right',
      fit: 600,
    });
    for (const [i, seat] of order.entries()) {
      const x = EDGE + (i % grid.across) * (grid.width + grid.gap);
      const y = TITLE + Math.floor(i / grid.across) * (grid.height + grid.gap);
      await drawCell(stage, view, seat, { x, y }, grid, scene);
    }
  };
  return composition({ width: WIDTH, height, palette: () => boardPalette(view.map, theme), compose });
}
