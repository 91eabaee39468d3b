import type { Line, Open, View } from '../../games/metro/state.ts';
import { and, commas, ladder } from '../lists.ts';
import type { Scene, Translate } from '../look.ts';
import { ALT, playerName } from '../spoken.ts';
import type { BoardOptions } from './board.ts';
import { squareName } from './ground.ts';
import { draftOf, linesOf, scoreOf } from './lines.ts';

/** The board in words that can be played from. */

type Speech = Pick<Scene, 't' | 'plain'>;

const SIDES = ['above', 'right', 'below', 'left'] as const;

/** What the board shows, the least needed of it left out first; at most 1,024 characters. */
export function boardAlt(open: Open | View, scene: Speech, options: BoardOptions = {}): string {
  const { t } = scene;
  const { after, legal = [] } = options;
  const view = 'seat' in open ? open : null;
  const of = view?.seat ?? open.mover;
  const head = [
    turnWords(open, view, scene),
    scoreWords(open, scene),
    after ? draftWords(open, after, scene) : null,
    lastWords(open, scene),
  ];
  if (open.over) return ladder(ALT, [() => sentences(head), () => sentences(head.slice(0, 2))]);
  const hand = view === null ? null : handWords(view, t);
  const squares =
    legal.length > 0 ? t('metro.alt.legal', { squares: commas(t, legal.map(squareName)) }) : null;
  const own = () => [openWords(open, of, scene), newWords(open, of, t)];
  const others = () =>
    open.held.flatMap((_, seat) =>
      seat === of || begun(open, seat).length === 0 ? [] : [openWords(open, seat, scene)],
    );
  return ladder(ALT, [
    () => sentences([...head, hand, ...own(), squares, ...others()]),
    () => sentences([...head, hand, ...own(), squares]),
    () => sentences([...head, hand, ...own()]),
    () => sentences([...head, hand, own()[0]!]),
    () => sentences([...head, hand]),
    () => sentences(head.slice(0, 2)),
  ]);
}

const sentences = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

/** Whose turn it is and how many tiles are left. */
function turnWords(open: Open, view: View | null, scene: Speech): string {
  if (open.over) return scene.t('metro.alt.over');
  const key = view?.drew ? 'drew' : 'move';
  return scene.t(`metro.alt.${key}`, { name: playerName(scene, open.mover), count: open.left });
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

/** "line 14 of Ben for 4 points". */
const arrivedWords = (line: Line, scene: Speech): string =>
  scene.t('metro.alt.arrived', {
    station: line.station,
    name: playerName(scene, line.owner!),
    count: line.points,
  });

/** What a tile that is only thought of would extend and finish. */
function draftWords(open: Open, after: Open, scene: Speech): string | null {
  const { t } = scene;
  const draft = draftOf(open, after);
  if (!draft) return null;
  const changes = after.lines.flatMap((line, i) => {
    if (line.owner === null || line.length === open.lines[i]!.length) return [];
    if (line.arrival !== null) return [arrivedWords(line, scene)];
    const name = playerName(scene, line.owner);
    return [t('metro.alt.grows', { station: line.station, name, length: line.length })];
  });
  const place = { tile: draft.tile, square: squareName(draft.square), count: draft.turns };
  const what = t(draft.turns === 0 ? 'metro.alt.placed' : 'metro.alt.turned', place);
  return changes.length === 0
    ? t('metro.alt.draftNothing', { what })
    : t('metro.alt.draft', { what, lines: and(t, changes) });
}

function handWords(view: View, t: Translate): string | null {
  const tiles = commas(t, view.hand);
  if (view.drawn !== null)
    return view.hand.length === 0
      ? t('metro.alt.drawn', { tile: view.drawn })
      : t('metro.alt.drawnKept', { tile: view.drawn, tiles });
  return view.hand.length === 0 ? null : t('metro.alt.hand', { tiles });
}

const begun = (open: Open, seat: number): Line[] =>
  linesOf(open, seat).filter(({ head, length }) => head !== null && length > 0);

/** Every line of a seat that is under way: how long, and where it goes on. */
function openWords(open: Open, seat: number, scene: Speech): string {
  const { t } = scene;
  const name = playerName(scene, seat);
  const lines = begun(open, seat).map(({ station, length, head }) =>
    t('metro.alt.line', {
      station,
      length,
      square: squareName(head!.square),
      side: t(`metro.alt.${SIDES[(head!.connector >> 1) as 0 | 1 | 2 | 3]}`),
    }),
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
