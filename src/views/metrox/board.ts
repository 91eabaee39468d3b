import { emptyBoard } from '../../games/metrox/read.ts';
import { sumOf } from '../../games/metrox/score.ts';
import { type Board, type Card, EMPTY, type MetroxMap, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { BOLD, type Brush, brushOf, type Surface, surface, widthOf, write } from '../canvas.ts';
import { nameOf, wholeName } from '../names.ts';
import type { Palette } from '../png.ts';
import type { BoardOptions, Scene, Theme } from '../presenter.ts';
import { COLORS } from '../theme.ts';
import { cardWords, countCards, drawCardWords, drawTracker, paintCard } from './cards.ts';
import { bonusState, drawCar } from './cars.ts';
import { lineIndex, shownBoard, stationName } from './facts.ts';
import { type Plan, planOf, WIDTH } from './frame.ts';
import { type Drawing, drawing, layer, paletteOf } from './layers.ts';
import { drawLegend } from './legend.ts';
import { type Life, lives, outlookOf, stranded } from './life.ts';
import { drawMedal } from './medal.ts';
import { slotOf, style } from './slots.ts';
import { drawNamed, drawStation, type Fresh } from './stations.ts';
import { drawPreview, drawSum, STRIP } from './strip.ts';

/** Everything about a board that its picture shows, read off a view. */
export interface Sight {
  readonly map: MetroxMap;
  readonly board: Board;
  readonly life: readonly Life[];
  /** How the newest change is shown. */
  readonly fresh: Fresh;
  /** By line: somebody has its first bonus. */
  readonly taken: readonly boolean[];
  /** Lines whose empty stations bear their names: those of one, of all, of none. */
  readonly named: number | 'all' | null;
}

/** How the board of a seat looks in a view, or, with `after`, what a choice would make of it. */
export function sightOf(view: View, seat: number, after?: View, name?: string): Sight {
  const { map } = view;
  const board = shownBoard(after ?? view, seat);
  const pending = after !== undefined || (view.seat === seat && view.choice !== null);
  const taken = map.lines.map((_, line) => view.taken[line]! > 0);
  return {
    map,
    board,
    life: lives(map, board, outlookOf(view, pending)),
    fresh: pending ? 'pending' : view.over ? 'old' : 'last',
    taken,
    named: name === '*' ? 'all' : name === undefined ? null : lineIndex(map, name),
  };
}

const chosenLine = (sight: Sight): number[] => {
  const action = sight.fresh === 'pending' ? sight.board.last?.action : undefined;
  return action && 'line' in action ? [action.line] : [];
};

/** Draws stations and, unless `bare`, the cars of a board over its lines. */
export function drawMarks(brush: Brush, sight: Sight, plan: Plan, theme: Theme, bare = false): void {
  const { map, board, life } = sight;
  const last = board.last;
  const lost = stranded(map, board, life);
  const isNew = new Set(last?.stations);
  const draw = (index: number) => {
    const [x, y] = plan.at(index);
    const fresh = isNew.has(index) ? sight.fresh : 'old';
    const value = board.stations[index]!;
    const lines = map.stations[index]!.lines.length;
    drawStation(brush, { x, y, lines, value, fresh, stranded: lost[index]! }, theme);
  };
  map.stations.forEach((_, i) => {
    if (!isNew.has(i)) draw(i);
  });
  for (const i of isNew) draw(i);
  if (bare) return;
  const chosen = chosenLine(sight);
  const newWindow = last && 'line' in last.action ? last.action.line : null;
  map.lines.forEach((_, line) => {
    const state = bonusState(board.done[line]!, sight.taken[line]!);
    drawCar(
      brush,
      map,
      line,
      plan.cars[line]!,
      {
        life: life[line]!,
        bonus: state,
        windows: board.windows[line]!,
        fresh: newWindow === line ? sight.fresh : 'old',
        chosen: chosen.includes(line),
      },
      theme,
    );
  });
  drawNames(brush, sight, plan, theme);
}

function drawNames(brush: Brush, sight: Sight, plan: Plan, theme: Theme): void {
  const { map, board, named } = sight;
  if (named === null) return;
  map.stations.forEach((station, i) => {
    const line = named === 'all' ? station.lines[0]! : named;
    if (board.stations[i] !== EMPTY || !station.lines.includes(line)) return;
    drawNamed(brush, map, plan, i, stationName(map, i, line), style(slotOf(map, line), theme).color);
  });
}

/** Puts the lines of a board on the picture, from the kept layer. */
function drawNetwork(brush: Brush, sight: Sight, plan: Plan, height: number, theme: Theme): void {
  brush.drawImage(
    layer(sight.map, plan, height, theme, { life: sight.life, chosen: chosenLine(sight) }),
    0,
    0,
  );
}

interface Head {
  readonly title: string;
  readonly under: string;
  /** What stands there if `under` is too long to be read in the room there is. */
  readonly short?: string;
  /** Null: still face down. Undefined: no card lies here. */
  readonly card: Card | null | undefined;
  readonly deck: readonly Card[] | null;
}

const TRACKER = { pitch: 58, size: 38, pip: 11 } as const;
const CARD_X = 1042;
const RIGHT = 1018;

/** Title, the line under it, the card and the cards still to come. */
function drawHead(brush: Brush, map: MetroxMap, head: Head, theme: Theme, t: Translate): void {
  const colors = COLORS[theme];
  const faceDown = { name: t('picture.flip'), effect: t('picture.flipSoon') };
  const words = head.card ? cardWords(t, head.card) : faceDown;
  const full = head.deck ? 470 : 900;
  write(brush, head.title, 40, 112, { size: 96, weight: BOLD, color: colors.ink, fit: 560 });
  const fits = widthOf(brush, head.under, 38) <= full;
  write(brush, fits ? head.under : (head.short ?? head.under), 43, 172, {
    size: 38,
    color: colors.soft,
    fit: full,
  });
  if (head.card !== undefined) {
    paintCard(brush, head.card, CARD_X, 40, 122, theme);
    drawCardWords(brush, words, RIGHT, theme, 440);
  }
  if (head.deck) {
    const counts = countCards(map, head.deck);
    const right = head.card !== undefined ? RIGHT - 18 : WIDTH - 58;
    drawTracker(brush, counts, right, 158, TRACKER, theme);
  }
}

/** Samples for a map's palette: boards in every state, with every sign. */
function samples(map: MetroxMap, theme: Theme): Surface[] {
  const plan = planOf(map);
  const height = plan.bottom + STRIP;
  const t: Translate = () => '0';
  const scene: Scene = { t, theme, names: [], spoken: [], plain: [] };
  const kinds: readonly Life[] = ['open', 'lit', 'dead'];
  return [0, 1, 2].map((turn) => {
    const life = map.lines.map((_, line) => kinds[(line + turn) % 3]!);
    const value = (i: number) => ((i + turn) % 3 === 0 ? 0 : (i + turn) % 3 === 1 ? -1 : 4);
    const board: Board = {
      stations: map.stations.map((_, i) => value(i)),
      windows: map.lines.map((line) => (['S2', 'N4', 'T', 'N5'] as const).slice(0, line.windows - 1)),
      done: map.lines.map((_, line) => (line + turn) % 3),
      last: {
        card: 'N4',
        action: { kind: 'line', id: '', line: turn, n: 4 },
        stations: map.stations.flatMap((_, i) => (i % 9 === 1 ? [i] : [])),
        lines: [0, 1],
      },
    };
    const fresh = (['old', 'last', 'pending'] as const)[turn]!;
    const sight: Sight = { map, board, life, fresh, taken: life.map((_, i) => i % 2 === 0), named: null };
    const on = surface(WIDTH, height, COLORS[theme].paper);
    const brush = brushOf(on);
    drawNetwork(brush, sight, plan, height, theme);
    drawMarks(brush, sight, plan, theme);
    drawHead(brush, map, { title: 'Metro', under: 'abc', card: 'S2', deck: map.deck.slice(turn) }, theme, t);
    if (turn === 2) drawPreview(brush, map, board.last!, { before: 1, after: 2 }, plan.bottom, scene);
    else drawSum(brush, map, sumOf(map, board), plan.bottom, scene, turn === 1);
    return on;
  });
}

/** The palette of all pictures of a map in a theme. */
export const boardPalette = (map: MetroxMap, theme: Theme): Palette =>
  paletteOf(map, theme, () => samples(map, theme));

/**
 * One player's board: 1200 pixels wide, as high as the map needs. With `after` (the view after a choice that is not
 * final) it is shown ghosted with what the choice would change. `name` is a line whose empty stations bear their
 * names, or `*` for every empty station.
 */
export function drawBoard(view: View, scene: Scene, options: BoardOptions<View>): Drawing {
  const { seat, name, after } = options;
  const { map } = view;
  const plan = planOf(map);
  const { t, theme } = scene;
  const height = plan.bottom + STRIP;
  const sight = sightOf(view, seat, after, name);
  const paint = async (brush: Brush) => {
    drawNetwork(brush, sight, plan, height, theme);
    const who = wholeName(await nameOf(scene, seat));
    const when = view.over ? t('picture.final') : t('picture.round', { n: view.round, of: view.rounds });
    const under = view.boards.length > 1 || scene.plain[seat] ? `${who}  ·  ${when}` : when;
    const short = view.over ? who : `${who}  ·  ${t('picture.short', { n: view.round, of: view.rounds })}`;
    const deck = view.over ? null : view.deck;
    drawHead(
      brush,
      map,
      { title: map.title, under, short, card: view.over ? undefined : view.card, deck },
      theme,
      t,
    );
    if (view.over && view.boards.length > 1 && !view.dropped.includes(seat))
      drawMedal(brush, view, seat, scene);
    drawMarks(brush, sight, plan, theme);
    const sum = sumOf(map, sight.board);
    const change = after ? sight.board.last : null;
    if (change) {
      const before = sumOf(map, view.boards[seat]!).score;
      drawPreview(brush, map, change, { before, after: sum.score }, plan.bottom, scene);
    } else drawSum(brush, map, sum, plan.bottom, scene, view.over && view.scores[seat]!.rank === 1);
  };
  return drawing(WIDTH, height, () => boardPalette(map, theme), paint, COLORS[theme].paper);
}

/** The empty map for the lobby: lines, cars with bonuses, the edition's deck. */
export function drawMap(map: MetroxMap, scene: Scene): Drawing {
  const plan = planOf(map);
  const { t, theme } = scene;
  const height = plan.bottom + 93;
  const board = emptyBoard(map);
  const life = map.lines.map(() => 'open' as const);
  const sight: Sight = { map, board, life, fresh: 'old', taken: life.map(() => false), named: null };
  const paint = (brush: Brush) => {
    drawNetwork(brush, sight, plan, height, theme);
    const under = t('picture.about', { lines: map.lines.length, stations: map.stations.length });
    drawHead(brush, map, { title: map.title, under, card: undefined, deck: map.deck }, theme, t);
    drawMarks(brush, sight, plan, theme);
    drawLegend(brush, height - 40, scene);
  };
  return drawing(WIDTH, height, () => boardPalette(map, theme), paint, COLORS[theme].paper);
}
