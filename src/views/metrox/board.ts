import { emptyBoard } from '../../games/metrox/read.ts';
import { sumOf } from '../../games/metrox/score.ts';
import { type Board, type Card, EMPTY, type MetroxMap, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { BOLD, type Brush, brushOf, type Surface, surface, widthOf, write } from '../canvas.ts';
import { type Name, nameOf, wholeName, writeName } from '../names.ts';
import type { Palette } from '../png.ts';
import type { BoardOptions, Scene, Theme } from '../presenter.ts';
import { COLORS } from '../theme.ts';
import { cardWords, countCards, drawTracker, paintCard } from './cards.ts';
import { bonusState, drawCar } from './cars.ts';
import { lineIndex, shownBoard, stationName } from './facts.ts';
import { type Part, type Plan, partOf, planOf, WIDTH } from './frame.ts';
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
    named: name === '*' ? 'all' : lineIndex(map, name) < 0 ? null : lineIndex(map, name),
  };
}

const chosenLine = (sight: Sight): number[] => {
  const action = sight.fresh === 'pending' ? sight.board.last?.action : undefined;
  return action && 'line' in action ? [action.line] : [];
};

/** What a picture of a board has less than the board itself: numbers that nobody could read, and cars. */
interface Less {
  readonly small?: boolean;
  readonly bare?: boolean;
}

/** Draws stations and cars of a board over its lines. */
export function drawMarks(
  brush: Brush,
  sight: Sight,
  plan: Plan,
  theme: Theme,
  { small = false, bare = small }: Less = {},
): void {
  const { map, board, life } = sight;
  const last = board.last;
  const lost = stranded(map, board, life);
  const isNew = new Set(last?.stations);
  const draw = (index: number) => {
    const [x, y] = plan.at(index);
    const fresh = isNew.has(index) ? sight.fresh : 'old';
    const value = board.stations[index]!;
    const lines = map.stations[index]!.lines.length;
    drawStation(brush, { x, y, lines, value, fresh, stranded: lost[index]!, small }, theme);
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
}

/** Names of the stations that may be picked, over the marks of a board in a picture of that scale. */
function drawNames(brush: Brush, sight: Sight, plan: Plan, scale: number, theme: Theme): void {
  const { map, board, named } = sight;
  if (named === null) return;
  map.stations.forEach((station, i) => {
    const line = named === 'all' ? station.lines[0]! : named;
    if (board.stations[i] !== EMPTY || !station.lines.includes(line)) return;
    drawNamed(brush, plan, i, stationName(map, i, line), style(slotOf(map, line), theme).color, scale);
  });
}

/** Puts the lines of a board on the picture, from the kept layer. */
function drawNetwork(
  brush: Brush,
  sight: Sight,
  plan: Plan,
  height: number,
  theme: Theme,
  part?: Part,
): void {
  brush.drawImage(
    layer(sight.map, plan, height, theme, { life: sight.life, chosen: chosenLine(sight) }, part),
    0,
    0,
  );
}

/** Draws lines, stations and cars; where stations are named the map alone, as large as the picture is wide. */
function drawAll(brush: Brush, sight: Sight, plan: Plan, height: number, theme: Theme): void {
  if (sight.named === null) {
    drawNetwork(brush, sight, plan, height, theme);
    drawMarks(brush, sight, plan, theme);
    return;
  }
  const part = partOf(sight.map, plan);
  drawNetwork(brush, sight, { ...plan, tracks: plan.own }, height, theme, part);
  brush.save();
  brush.translate(part.x, part.y);
  brush.scale(part.scale, part.scale);
  drawMarks(brush, sight, plan, theme, { bare: true });
  drawNames(brush, sight, plan, part.scale, theme);
  brush.restore();
}

interface Head {
  readonly title: string;
  /** Whose board it is, where that has to be said. */
  readonly who: Name | null;
  readonly when: string;
  /** What stands there if `when` beside the name is too long for the room there is. */
  readonly short?: string;
  /** Null: still face down. Undefined: no card lies here. */
  readonly card: Card | null | undefined;
  readonly deck: readonly Card[] | null;
}

const TRACKER = { pitch: 68, size: 47, pip: 12 } as const;
/** Left edge of the card, and right edge of what stands beside it. */
const CARD_X = 1042;
const RIGHT = 1016;
const LEFT = 40;
const UNDER = { size: 47, y: 186 } as const;

/** Title, the cards still to come and the card; under them whose board it is, the round and what the card does. */
function drawHead(brush: Brush, map: MetroxMap, head: Head, theme: Theme, t: Translate): void {
  const colors = COLORS[theme];
  const edge = head.card === undefined ? WIDTH - LEFT : RIGHT;
  let room = head.card === undefined && !head.deck ? 560 : edge - LEFT;
  if (head.deck) {
    const counts = countCards(map, head.deck);
    const right = edge - TRACKER.pitch / 2;
    drawTracker(brush, counts, right, 76, TRACKER, theme);
    room -= counts.length * TRACKER.pitch + 24;
  }
  const title = { size: 96, weight: BOLD, color: colors.ink, room, least: 0.5 } as const;
  writeName(brush, head.title, LEFT, 112, title);

  let wide = 560;
  if (head.card !== undefined) {
    paintCard(brush, head.card, CARD_X, 40, 122, theme);
    const words = head.card ? cardWords(t, head.card).effect : t('picture.flipSoon');
    const how = { size: 38, color: colors.soft, align: 'right', fit: 430 } as const;
    wide = RIGHT - LEFT - 30 - write(brush, words, RIGHT, UNDER.y - 2, how);
  }
  const how = { size: UNDER.size, color: colors.soft } as const;
  if (!head.who) {
    write(brush, head.when, LEFT + 3, UNDER.y, how);
    return;
  }
  const dot = '  ·  ';
  const whole = widthOf(brush, `${wholeName(head.who)}${dot}${head.when}`, UNDER.size);
  const when = `${dot}${whole <= wide ? head.when : (head.short ?? head.when)}`;
  const left = Math.max(120, wide - widthOf(brush, when, UNDER.size));
  const name = writeName(brush, head.who, LEFT + 3, UNDER.y, { ...how, room: left, least: 0.75 });
  write(brush, when, LEFT + 3 + name, UNDER.y, how);
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
    const head: Head = { title: 'Metro', who: null, when: 'abc', card: 'S2', deck: map.deck.slice(turn) };
    drawHead(brush, map, head, theme, t);
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
 * names, or `*` for every empty station; the map then takes the place of the cars.
 */
export function drawBoard(view: View, scene: Scene, options: BoardOptions<View>): Drawing {
  const { seat, name, after } = options;
  const { map } = view;
  const plan = planOf(map);
  const { t, theme } = scene;
  const sight = sightOf(view, seat, after, name);
  const bottom = sight.named === null ? plan.bottom : partOf(map, plan).bottom;
  const height = bottom + STRIP;
  const paint = async (brush: Brush) => {
    drawAll(brush, sight, plan, height, theme);
    const named = view.boards.length > 1 || scene.plain[seat] !== undefined;
    const head: Head = {
      title: map.title,
      who: named ? await nameOf(scene, seat) : null,
      when: view.over ? t('picture.final') : t('picture.round', { n: view.round, of: view.rounds }),
      ...(view.over ? {} : { short: t('picture.short', { n: view.round, of: view.rounds }) }),
      card: view.over ? undefined : view.card,
      deck: view.over ? null : view.deck,
    };
    drawHead(brush, map, head, theme, t);
    if (view.over && view.boards.length > 1 && !view.dropped.includes(seat))
      drawMedal(brush, view, seat, scene);
    const sum = sumOf(map, sight.board);
    const change = after ? sight.board.last : null;
    if (change) {
      const before = sumOf(map, view.boards[seat]!).score;
      drawPreview(brush, map, change, { before, after: sum.score }, bottom, scene);
    } else drawSum(brush, map, sum, bottom, scene, view.over && view.scores[seat]!.rank === 1);
  };
  return drawing(WIDTH, height, () => boardPalette(map, theme), paint, COLORS[theme].paper);
}

/** The empty map for the lobby: lines, cars with bonuses, the edition's deck. */
export function drawMap(map: MetroxMap, scene: Scene): Drawing {
  const plan = planOf(map);
  const { t, theme } = scene;
  const height = plan.bottom + 100;
  const board = emptyBoard(map);
  const life = map.lines.map(() => 'open' as const);
  const sight: Sight = { map, board, life, fresh: 'old', taken: life.map(() => false), named: null };
  const paint = (brush: Brush) => {
    drawAll(brush, sight, plan, height, theme);
    const when = t('picture.about', { lines: map.lines.length, stations: map.stations.length });
    drawHead(brush, map, { title: map.title, who: null, when, card: undefined, deck: map.deck }, theme, t);
    drawLegend(brush, height - 40, scene);
  };
  return drawing(WIDTH, height, () => boardPalette(map, theme), paint, COLORS[theme].paper);
}
