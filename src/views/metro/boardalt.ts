import { toPlace } from '../../games/metro/board.ts';
import { isCentral, linesOf, partsOf, scoreOf } from '../../games/metro/score.ts';
import type { Code, Line, Open, Square, View } from '../../games/metro/state.ts';
import { colOf, rowOf, squareAt, squareName } from '../../games/metro/tracks.ts';
import type { Translate } from '../../locales.ts';
import { and, commas, ladder, sentences, spans } from '../lists.ts';
import type { Scene } from '../presenter.ts';
import { ALT, playerName } from '../spoken.ts';
import type { Candidate } from './candidates.ts';
import { effectsOf } from './effects.ts';
import { newSquares } from './ground.ts';
import { draftOf } from './lines.ts';
import type { Lit } from './longest.ts';
import { hasSeveral, type Target } from './paths.ts';
import { tracksOf } from './tracks.ts';

/** The board in words that can be played from. */

/** What stands on a board besides the position. */
export interface BoardOptions {
  /** Where tiles may go. */
  readonly legal?: readonly Target[];
  /** The squares to choose from, as they are drawn; those with numbers are told with them. */
  readonly candidates?: readonly Candidate[];
  /** Whether a part of the board is to be chosen first: their names stand on them. */
  readonly quarters?: boolean;
  /** The squares between which the picture is cut out of the board. */
  readonly part?: readonly [from: Square, to: Square];
  /** Whether neither players nor tiles stand beneath the board. */
  readonly bare?: boolean;
  /** The tile of the hand that is being placed. */
  readonly tile?: Code | undefined;
  /** After a placement that is only thought of: it is drawn with a dashed outline, and with all that it would do. */
  readonly after?: Open;
  /** All that was placed from then on is new, and not only the last tile. */
  readonly since?: Open | undefined;
  /** At the end: the lines that the picture is about. */
  readonly lit?: Lit | undefined;
}

type Speech = Pick<Scene, 't' | 'spoken'>;

const SIDES = ['above', 'right', 'below', 'left'] as const;
const ROW = 9;

/** What the board shows, the least needed of it left out first; at most 1,024 characters. */
export function boardAlt(open: Open | View, scene: Speech, options: BoardOptions = {}): string {
  const { t } = scene;
  const { after, since } = options;
  const view = 'seat' in open ? open : null;
  const of = view?.seat ?? open.mover;
  const head = [
    turnWords(open, view, scene),
    scoreWords(open, scene),
    after ? draftWords(open, after, scene) : null,
    lastWords(open, scene),
    since ? earlierWords(open, since, scene) : null,
  ];
  if (open.over) {
    const lit = options.lit ? litWords(options.lit, scene) : null;
    const centre = centreWords(open, scene);
    return ladder(ALT, [
      () => sentences(t, [...head.slice(0, 2), centre, lit, ...head.slice(2)]),
      () => sentences(t, [...head.slice(0, 2), centre, lit]),
      () => sentences(t, [...head.slice(0, 2), centre]),
      () => sentences(t, head.slice(0, 2)),
    ]);
  }
  const hand = view === null ? null : handWords(view, t, tileWords);
  const named = view === null ? null : handWords(view, t, (code) => code);
  const squares = [...partWords(options.part, t), ...choiceWords(view, options, t)];
  const own = openWords(open, of, scene);
  const fresh = newWords(open, of, t);
  // Those who move next are the last to be left out.
  const others = open.held
    .map((_, i) => (of + 1 + i) % open.held.length)
    .filter((seat) => seat !== of && begun(open, seat).length > 0)
    .map((seat) => openWords(open, seat, scene));
  const whole = (tiles: string | null, most: number): string =>
    sentences(t, [...head, tiles, own, fresh, ...squares, ...others.slice(0, most)]);
  return ladder(ALT, [
    () => whole(hand, others.length),
    // What a tile does follows from its letters, where a line goes on does not.
    () => whole(sentences(t, [named, t('metro.alt.letters')]), others.length),
    () => whole(named, others.length),
    ...[...others.keys()].reverse().map((most) => () => whole(hand, most)),
    () => sentences(t, [...head, hand, own, ...squares]),
    () => sentences(t, [...head, hand, own]),
    () => sentences(t, [...head, hand]),
    () => sentences(t, head.slice(0, 2)),
  ]);
}

/** Whose turn it is and how many tiles are still to be placed. */
function turnWords(open: Open, view: View | null, scene: Speech): string {
  if (open.over) return scene.t('metro.alt.over');
  const key = view?.drew ? 'drew' : 'move';
  return scene.t(`metro.alt.${key}`, { name: playerName(scene, open.mover), count: toPlace(open) });
}

/** "Scores: Ann 4, Ben 11.", at the end best first. */
function scoreWords(open: Open, scene: Speech): string {
  const { t } = scene;
  const scores = open.held.map((_, seat) => ({ seat, points: scoreOf(open, seat) }));
  const shown = open.over ? scores.toSorted((a, b) => b.points - a.points) : scores;
  const each = shown.map(({ seat, points }) =>
    t('metro.alt.score', { name: playerName(scene, seat), points }),
  );
  return t(open.over ? 'metro.alt.final' : 'metro.alt.scores', { scores: commas(t, each) });
}

function lastWords(open: Open, scene: Speech): string | null {
  const { last } = open;
  if (last === null) return null;
  const { t } = scene;
  const tile = open.squares[last.square]?.tile ?? '';
  const values = { tile, square: squareName(last.square), name: playerName(scene, last.seat) };
  const arrived = last.arrived
    .map((station) => open.lines[station - 1]!)
    .filter(({ owner }) => owner !== null)
    .map((line) => arrivedWords(line, scene));
  return arrived.length === 0
    ? t('metro.alt.last', values)
    : t('metro.alt.lastArrived', { ...values, lines: and(t, arrived) });
}

/** "In the centre: Ann 48, Ben 0.": what lines that ended there brought. */
function centreWords(open: Open, scene: Speech): string | null {
  const brought = open.held.map((_, seat) => partsOf(open, seat).centre);
  if (brought.every((points) => points === 0)) return null;
  const each = brought.map((points, seat) =>
    scene.t('metro.alt.score', { name: playerName(scene, seat), points }),
  );
  return scene.t('metro.alt.centre', { scores: commas(scene.t, each) });
}

/** "The longest lines shine: Ben's line 14, from A3 to the centre, 24 tiles, 48 points." */
function litWords({ lines, named }: Lit, scene: Speech): string | null {
  const { t } = scene;
  const told = lines.map((line) =>
    t(`metro.alt.${isCentral(line) ? 'litCentre' : 'lit'}`, {
      name: playerName(scene, line.owner!),
      station: line.station,
      count: line.length,
      points: line.points,
    }),
  );
  return told.length === 0 ? null : t(`metro.alt.${named ? 'longest' : 'shine'}`, { lines: commas(t, told) });
}

/** What was placed before the last tile, but after `since`. */
function earlierWords(open: Open, since: Open, scene: Speech): string | null {
  const { t } = scene;
  const tiles = newSquares(open, since).flatMap((square) => {
    const placed = open.squares[square]!;
    const name = playerName(scene, placed.seat);
    return square === open.last?.square
      ? []
      : [t('metro.alt.placedBy', { tile: placed.tile, square: squareName(square), name })];
  });
  if (tiles.length === 0) return null;
  const arrived = open.lines
    .filter(({ station, owner, arrival }, i) => {
      const fresh = arrival !== null && since.lines[i]!.arrival === null;
      return fresh && owner !== null && !open.last?.arrived.includes(station);
    })
    .map((line) => arrivedWords(line, scene));
  const values = { tiles: and(t, tiles), lines: and(t, arrived) };
  return t(arrived.length === 0 ? 'metro.alt.earlier' : 'metro.alt.earlierArrived', values);
}

/** "line 14 of Ben for 4 points". */
const arrivedWords = (line: Line, scene: Speech): string =>
  scene.t('metro.alt.arrived', {
    station: line.station,
    name: playerName(scene, line.owner!),
    count: line.points,
  });

/** Where a line goes on: the square it enters next, and from which side. */
const headWords = ({ head }: Line, t: Translate) => ({
  square: squareName(head!.square),
  side: t(`metro.alt.${SIDES[(head!.connector >> 1) as 0 | 1 | 2 | 3]}`),
});

/** What a tile that is only thought of would extend and finish. */
function draftWords(open: Open, after: Open, scene: Speech): string | null {
  const { t } = scene;
  const draft = draftOf(open, after);
  if (!draft) return null;
  const changes = effectsOf(open, after, open.mover).map((effect) => {
    const { station, length, points } = effect.after;
    const change = {
      name: playerName(scene, effect.owner),
      station,
      from: effect.before.length,
      count: length,
    };
    return effect.arrived
      ? t('metro.alt.ends', { ...change, points })
      : t('metro.alt.grows', { ...change, ...headWords(effect.after, t) });
  });
  const place = { tile: draft.tile, square: squareName(draft.square), count: draft.turns };
  const what = t(draft.turns === 0 ? 'metro.alt.placed' : 'metro.alt.turned', place);
  return changes.length === 0
    ? t('metro.alt.draftNothing', { what })
    : t('metro.alt.draft', { what, lines: changes.join(t('metro.alt.then')) });
}

function handWords(
  { hand, drawn }: View,
  t: Translate,
  words: (code: Code, t: Translate) => string,
): string | null {
  if (drawn !== null) {
    const tile = words(drawn, t);
    return hand.length === 0
      ? t('metro.alt.drawn', { tile })
      : t('metro.alt.drawnKept', { tile, tiles: commas(t, hand) });
  }
  const tiles = hand.map((code, i) => {
    const tile = words(code, t);
    return hand.length === 1 ? tile : t('metro.alt.numbered', { n: i + 1, tile });
  });
  return hand.length === 0 ? null : t('metro.alt.hand', { tiles: tiles.join(t('metro.alt.then')) });
}

/** "acba (from above down, …)": where a tile with its arrow up takes the trains of each side. */
const tileWords = (code: Code, t: Translate): string =>
  t('metro.alt.tile', {
    tile: code,
    ways: commas(
      t,
      tracksOf(code).map(({ shape, from, to }) =>
        t('metro.alt.way', {
          from: t(`metro.alt.${SIDES[(from >> 1) as 0 | 1 | 2 | 3]}`),
          to: t(`metro.alt.to.${shape === 'd' ? 'back' : SIDES[(to >> 1) as 0 | 1 | 2 | 3]}`),
        }),
      ),
    ),
  });

/** Which part of the board is shown. */
const partWords = (part: BoardOptions['part'], t: Translate): string[] =>
  part ? [t('metro.alt.part', { from: squareName(part[0]), to: squareName(part[1]) })] : [];

/** What may be chosen: squares by their numbers where they have some. */
function choiceWords(
  view: View | null,
  { legal = [], candidates = [] }: BoardOptions,
  t: Translate,
): string[] {
  if (view === null) return [];
  const numbered = candidates.flatMap(({ n, square }) =>
    n === null ? [] : [t('metro.alt.choice', { n, square: squareName(square) })],
  );
  return numbered.length > 0
    ? [t('metro.alt.choices', { squares: commas(t, numbered) })]
    : legalWords(view, legal, t);
}

/** Where tiles may go: of several each square once, with the numbers of the tiles, squares of the most tiles first. */
function legalWords(view: View, legal: readonly Target[], t: Translate): string[] {
  if (!hasSeveral(view)) {
    const [only] = legal;
    return only ? [t('metro.alt.legal', { squares: squareWords(only.squares, t) })] : [];
  }
  const groups = new Map<string, { numbers: number[]; squares: Square[] }>();
  const all = new Set(legal.flatMap(({ squares }) => squares));
  for (const square of [...all].sort((a, b) => a - b)) {
    const fits = legal.filter(({ squares }) => squares.includes(square)).map(({ tile }) => tile);
    const numbers = view.hand.flatMap((code, i) => (fits.includes(code) ? [i + 1] : []));
    const group = groups.get(numbers.join());
    if (group) group.squares.push(square);
    else groups.set(numbers.join(), { numbers, squares: [square] });
  }
  const told = new Set<number>();
  return [...groups.values()]
    .sort((a, b) => b.numbers.length - a.numbers.length)
    .map(({ numbers, squares }) => {
      const key = numbers.some((n) => told.has(n)) ? 'alsoTiles' : 'legalTiles';
      for (const n of numbers) told.add(n);
      return t(`metro.alt.${key}`, {
        count: numbers.length,
        tiles: and(t, numbers.map(String)),
        squares: squareWords(squares, t),
      });
    });
}

/**
 * "A1, C1 to F1": squares in reading order, three or more neighbours of a row together. A row has a number to spare, so
 * that none runs on.
 */
export const squareWords = (squares: readonly Square[], t: Translate): string =>
  spans(
    t,
    squares.map((square) => rowOf(square) * ROW + colOf(square)),
    (place) => squareName(squareAt(Math.floor(place / ROW), place % ROW)),
    commas,
  );

const begun = (open: Open, seat: number): Line[] =>
  linesOf(open, seat).filter(({ head, length }) => head !== null && length > 0);

/** Every line of a seat that is under way: how long, and where it goes on. */
function openWords(open: Open, seat: number, scene: Speech): string {
  const { t } = scene;
  const name = playerName(scene, seat);
  const lines = begun(open, seat).map((line) =>
    t('metro.alt.line', { station: line.station, length: line.length, ...headWords(line, t) }),
  );
  return lines.length === 0
    ? t('metro.alt.openNone', { name })
    : t('metro.alt.open', { name, lines: commas(t, lines) });
}

/** The lines of a seat that no tile lies before yet. */
function newWords(open: Open, seat: number, t: Translate): string | null {
  const lines = linesOf(open, seat).filter(({ head, length }) => head !== null && length === 0);
  return lines.length === 0
    ? null
    : t('metro.alt.new', {
        lines: commas(
          t,
          lines.map(({ station }) => String(station)),
        ),
      });
}
