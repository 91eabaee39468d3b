import { emptyBoard } from '../../games/metrox/read.ts';
import { sumOf } from '../../games/metrox/score.ts';
import { type Board, type Card, EMPTY, type MetroxMap, type View } from '../../games/metrox/state.ts';
import type { Translate } from '../../locales.ts';
import { BOLD, brushOf, type Surface, surface, textWidth } from '../canvas.ts';
import { type Composition, composition } from '../kit/drawing.ts';
import { canvasStage, type Stage } from '../kit/stage.ts';
import { anyWords } from '../lists.ts';
import { type Name, nameOf, wholeName, writeName } from '../names.ts';
import type { Palette } from '../png.ts';
import type { BoardOptions, Scene, Theme } from '../presenter.ts';
import { COLORS } from '../theme.ts';
import { cardWords, countCards, drawTracker, paintCard } from './cards.ts';
import { bonusState, drawCar, drawLoad } from './cars.ts';
import { lineIndex, shownBoard, stationName } from './facts.ts';
import { type Plan, partOf, planOf, WIDTH } from './frame.ts';
import { paletteOf } from './layers.ts';
import { drawLegend } from './legend.ts';
import { type Life, lives, outlookOf, stranded } from './life.ts';
import { drawLines } from './lines.ts';
import { drawMedal } from './medal.ts';
import { slotOf, style } from './slots.ts';
import { drawNamed, drawStation, type Fresh, type StationLook } from './stations.ts';
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
  /** What is filled on dead lines alone steps back with them. */
  readonly dim?: boolean;
}

/** Around a station with what shines around it. */
const STATION = [-46, -40, 46, 40] as const;

function stamp(stage: Stage, plan: Plan, index: number, look: Omit<StationLook, 'x' | 'y'>, theme: Theme) {
  const { lines, value, fresh, stranded: lost, small = false } = look;
  const [x, y] = plan.at(index);
  stage.stamp(`station ${lines} ${value} ${fresh} ${lost} ${small}`, x, y, STATION, (brush) =>
    drawStation(brush, { ...look, x: 0, y: 0 }, theme),
  );
}

/** Draws the cars and the stations of a map over its lines, all empty. */
export function drawEmpty(
  stage: Stage,
  sight: Sight,
  plan: Plan,
  theme: Theme,
  { small = false, bare = small }: Less = {},
): void {
  const { map, life } = sight;
  const chosen = chosenLine(sight);
  map.stations.forEach(({ lines }, i) => {
    const look = { lines: lines.length, value: EMPTY, fresh: 'old', stranded: false, small } as const;
    stamp(stage, plan, i, look, theme);
  });
  if (bare) return;
  map.lines.forEach((_, line) => {
    const look = { life: life[line]!, chosen: chosen.includes(line) };
    drawCar(stage, map, line, plan.cars[line]!, look, theme);
  });
}

/** Draws what a board has over the empty stations and cars: marks and numbers, windows and bonuses. */
export function drawMarks(
  stage: Stage,
  sight: Sight,
  plan: Plan,
  theme: Theme,
  { small = false, bare = small, dim = false }: Less = {},
): void {
  const { map, board, life } = sight;
  const last = board.last;
  const lost = stranded(map, board, life);
  const isNew = new Set(last?.stations);
  const draw = (index: number) => {
    const value = board.stations[index]!;
    if (value === EMPTY && !lost[index]) return;
    const fresh = isNew.has(index) ? sight.fresh : 'old';
    const { lines } = map.stations[index]!;
    const back = lost[index]! || (dim && lines.every((line) => life[line] === 'dead'));
    stamp(stage, plan, index, { lines: lines.length, value, fresh, stranded: back, small }, theme);
  };
  map.stations.forEach((_, i) => {
    if (!isNew.has(i)) draw(i);
  });
  for (const i of isNew) draw(i);
  if (bare) return;
  const chosen = chosenLine(sight);
  const newWindow = last && 'line' in last.action ? last.action.line : null;
  map.lines.forEach((_, line) => {
    drawLoad(
      stage,
      map,
      line,
      plan.cars[line]!,
      {
        life: life[line]!,
        bonus: bonusState(board.done[line]!, sight.taken[line]!),
        windows: board.windows[line]!,
        fresh: newWindow === line ? sight.fresh : 'old',
        chosen: chosen.includes(line),
      },
      theme,
    );
  });
}

/** Names of the stations that may be picked, over the marks of a board in a picture of that scale. */
function drawNames(stage: Stage, sight: Sight, plan: Plan, scale: number, theme: Theme): void {
  const { map, board, named } = sight;
  if (named === null) return;
  map.stations.forEach((station, i) => {
    const line = named === 'all' ? station.lines[0]! : named;
    if (board.stations[i] !== EMPTY || !station.lines.includes(line)) return;
    const [x, y] = plan.at(i);
    const unit = plan.frame.unit;
    const name = stationName(map, i, line);
    stage.stamp(`named ${name} ${line} ${scale}`, x, y, [-unit, -40, unit, 40], (brush) =>
      drawNamed(brush, unit, name, style(slotOf(map, line), theme).color, scale),
    );
  });
}

/** Draws lines, stations and cars; where stations are named the map alone, as large as the picture is wide. */
function drawAll(stage: Stage, sight: Sight, plan: Plan, theme: Theme): void {
  const { map, life } = sight;
  const state = { life, chosen: chosenLine(sight) };
  const key = `${sight.named !== null} ${life.join()} ${state.chosen.join()}`;
  const ground = COLORS[theme].paper;
  if (sight.named === null) {
    stage.layer(key, ground, () => {
      drawLines(stage, map, plan, theme, state);
      drawEmpty(stage, sight, plan, theme);
    });
    drawMarks(stage, sight, plan, theme);
    return;
  }
  const part = partOf(map, plan);
  const large = stage.within(part.x, part.y, part.scale);
  stage.layer(key, ground, () => {
    drawLines(large, map, plan, theme, state, true);
    drawEmpty(large, sight, plan, theme, { bare: true });
  });
  drawMarks(large, sight, plan, theme, { bare: true });
  drawNames(large, sight, plan, part.scale, theme);
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
function drawHead(stage: Stage, map: MetroxMap, head: Head, theme: Theme, t: Translate): void {
  const colors = COLORS[theme];
  const edge = head.card === undefined ? WIDTH - LEFT : RIGHT;
  let room = head.card === undefined && !head.deck ? 560 : edge - LEFT;
  if (head.deck) {
    const counts = countCards(map, head.deck);
    const right = edge - TRACKER.pitch / 2;
    drawTracker(stage, counts, right, 76, TRACKER, theme);
    room -= counts.length * TRACKER.pitch + 24;
  }
  const title = { size: 96, weight: BOLD, color: colors.ink, room, least: 0.5 } as const;
  writeName(stage, head.title, LEFT, 112, title);

  let wide = 560;
  if (head.card !== undefined) {
    paintCard(stage, head.card, CARD_X, 40, 122, theme);
    const words = head.card ? cardWords(t, head.card).effect : t('picture.flipSoon');
    const how = { size: 38, color: colors.soft, align: 'right', fit: 430 } as const;
    wide = RIGHT - LEFT - 30 - stage.write(words, RIGHT, UNDER.y - 2, how);
  }
  const how = { size: UNDER.size, color: colors.soft } as const;
  if (!head.who) {
    stage.write(head.when, LEFT + 3, UNDER.y, how);
    return;
  }
  const dot = '  ·  ';
  const whole = textWidth(`${wholeName(head.who)}${dot}${head.when}`, UNDER.size);
  const when = `${dot}${whole <= wide ? head.when : (head.short ?? head.when)}`;
  const left = Math.max(120, wide - textWidth(when, UNDER.size));
  const name = writeName(stage, head.who, LEFT + 3, UNDER.y, { ...how, room: left, least: 0.75 });
  stage.write(when, LEFT + 3 + name, UNDER.y, how);
}

/** Size of samples: what edges mix is the same when everything is small. */
const SAMPLE = 0.25;

/** Samples for a map's palette: boards in every state, with every sign. */
function samples(map: MetroxMap, theme: Theme): Surface[] {
  const plan = planOf(map);
  const height = plan.bottom + STRIP;
  const scene: Scene = { t: anyWords, theme, names: [], spoken: [], plain: [] };
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
    const on = surface(WIDTH * SAMPLE, height * SAMPLE, COLORS[theme].paper);
    const brush = brushOf(on);
    brush.scale(SAMPLE, SAMPLE);
    const stage = canvasStage(brush);
    drawAll(stage, sight, plan, theme);
    const head: Head = { title: 'Metro', who: null, when: 'abc', card: 'S2', deck: map.deck.slice(turn) };
    drawHead(stage, map, head, theme, scene.t);
    if (turn === 2) drawPreview(stage, map, board.last!, { before: 1, after: 2 }, plan.bottom, scene);
    else drawSum(stage, map, sumOf(map, board), plan.bottom, scene, turn === 1);
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
export function drawBoard(view: View, scene: Scene, options: BoardOptions<View>): Composition {
  const { seat, name, after } = options;
  const { map } = view;
  const plan = planOf(map);
  const { t, theme } = scene;
  const sight = sightOf(view, seat, after, name);
  const bottom = sight.named === null ? plan.bottom : partOf(map, plan).bottom;
  const height = bottom + STRIP;
  const compose = async (stage: Stage) => {
    drawAll(stage, sight, plan, theme);
    const named = view.boards.length > 1 || scene.plain[seat] !== undefined;
    const head: Head = {
      title: map.title,
      who: named ? await nameOf(scene, seat) : null,
      when: view.over ? t('picture.final') : t('picture.round', { n: view.round, of: view.rounds }),
      ...(view.over ? {} : { short: t('picture.short', { n: view.round, of: view.rounds }) }),
      card: view.over ? undefined : view.card,
      deck: view.over ? null : view.deck,
    };
    drawHead(stage, map, head, theme, t);
    if (view.over && view.boards.length > 1 && !view.dropped.includes(seat))
      drawMedal(stage, view, seat, scene);
    const sum = sumOf(map, sight.board);
    const change = after ? sight.board.last : null;
    if (change) {
      const before = sumOf(map, view.boards[seat]!).score;
      drawPreview(stage, map, change, { before, after: sum.score }, bottom, scene);
    } else drawSum(stage, map, sum, bottom, scene, view.over && view.scores[seat]!.rank === 1);
  };
  return composition({ width: WIDTH, height, palette: () => boardPalette(map, theme), compose });
}

/** The empty map for the lobby: lines, cars with bonuses, the edition's deck. */
export function drawMap(map: MetroxMap, scene: Scene): Composition {
  const plan = planOf(map);
  const { t, theme } = scene;
  const height = plan.bottom + 100;
  const board = emptyBoard(map);
  const life = map.lines.map(() => 'open' as const);
  const sight: Sight = { map, board, life, fresh: 'old', taken: life.map(() => false), named: null };
  const compose = (stage: Stage) => {
    drawAll(stage, sight, plan, theme);
    const when = t('picture.about', { lines: map.lines.length, stations: map.stations.length });
    drawHead(stage, map, { title: map.title, who: null, when, card: undefined, deck: map.deck }, theme, t);
    drawLegend(stage, height - 40, scene);
  };
  return composition({ width: WIDTH, height, palette: () => boardPalette(map, theme), compose });
}
