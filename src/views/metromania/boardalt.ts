import type { Action, Company, Turn } from '../../games/metromania/state.ts';
import { and, commas, ladder, sentences } from '../lists.ts';
import { ALT } from '../spoken.ts';
import { whereto } from './effects.ts';
import {
  companyLines,
  companyWords,
  type Detail,
  handWords,
  markWords,
  type Speech,
  scoreWords,
  stationWords,
  turnWords,
} from './facts.ts';
import { drafted, newestOf, type Shown } from './ground.ts';
import { vertexName } from './near.ts';
import { newsSince } from './network.ts';

/** The board in words that can be played from. */

/** What stands on a board besides the position. */
export interface BoardOptions {
  /** What may be done, after what is thought of if anything is, numbered as in the menu. */
  readonly legal?: readonly { readonly n: number; readonly label?: string; readonly action: Action }[];
  /** After choices that are only thought of: what is new in it is drawn with broken lines. */
  readonly after?: Shown;
  /** All that was built from then on is new, and not only by the last turn. */
  readonly since?: Shown | undefined;
  /** Which part of the city is seen, in a sentence. */
  readonly part?: string;
}

/** What the board shows, the least needed of it left out first; at most 1,024 characters. */
export function boardAlt(view: Shown, scene: Speech, options: BoardOptions = {}): string {
  const { after, since, part = null, legal = [] } = options;
  const { owners } = view.setting;
  const now = drafted(view, after);
  const turn = [turnWords(view, scene), scoreWords(view, scene)];
  const draft = after ? draftWords(view, after, scene) : null;
  const head = [
    ...turn,
    part,
    draft,
    newestWords(view, scene),
    since ? earlierWords(view, since, scene) : null,
  ];
  const choices = legal.length > 0 ? legalWords(now, legal, scene) : null;
  const own = view.over ? [] : [view.mover];
  const others = [...owners.keys()].filter((company) => !own.includes(company));
  const lines = (of: readonly Company[], detail: Detail) =>
    of.map((company) => companyLines(now, company, detail, scene));
  const hands = handWords(now, scene);
  const hand = handWords(now, scene, (company) => owners[company] === owners[view.mover]);
  const marks = markWords(now, scene);
  const stations = stationWords(now, scene);
  const trips = tripWords(now, scene);
  const { t } = scene;
  const first = [...head, choices, ...lines(own, 'way')];
  // The city itself is told elsewhere: there is no room for both.
  const more = view.over || after ? null : t('metromania.alt.more');
  return ladder(ALT, [
    () => sentences(t, [...first, hands, marks, trips, stations, ...lines(others, 'way'), more]),
    () => sentences(t, [...first, hands, marks, trips, stations, ...lines(others, 'way')]),
    () => sentences(t, [...first, hands, marks, trips, stations, ...lines(others, 'course')]),
    () => sentences(t, [...first, hands, marks, trips, stations, ...lines(others, 'reach')]),
    () => sentences(t, [...first, hands, marks, stations, ...lines(others, 'reach')]),
    () => sentences(t, [...first, hand, marks, stations, ...lines(others, 'reach')]),
    () => sentences(t, [...first, hand, marks, stations]),
    () => sentences(t, [...first, hand, stations]),
    () => sentences(t, [...first, hand]),
    () => sentences(t, first),
    () => sentences(t, [...head, choices]),
    () => sentences(t, [...turn, part, draft, choices]),
    () => sentences(t, [...turn, draft, choices]),
    () => sentences(t, head),
    () => sentences(t, turn),
  ]);
}

/** "Trips: A 8 minutes, E no route.": of all letters whose markers are both placed. */
function tripWords({ box, marked, minutes }: Shown, { t }: Speech): string | null {
  const trips = Object.keys(box.markers).flatMap((letter, i) => {
    if (marked.filter(({ marker }) => marker.letter === letter).length < 2) return [];
    const count = minutes[i] ?? null;
    return [
      count === null
        ? t('metromania.alt.tripNone', { letter })
        : t('metromania.alt.tripNow', { letter, count }),
    ];
  });
  return trips.length === 0 ? null : t('metromania.alt.trips', { trips: commas(t, trips) });
}

/** What was built: "line 1: 0 → 3 tunnels, to F5, station at E4 for 2 points". */
function builtWords(view: Shown, turn: Pick<Turn, 'tunnels' | 'stations'>, { t }: Speech): string[] {
  const lines = [...new Set(turn.tunnels.map(({ line }) => line))];
  return [
    ...lines.map((line) => {
      const own = view.lines[line]!;
      const dug = turn.tunnels.filter((one) => one.line === line).length;
      return t(`metromania.alt.${own.done ? 'dugDone' : 'dug'}`, {
        from: own.tunnels.length - dug,
        count: own.tunnels.length,
        line: own.number,
        vertex: vertexName(own.vertices.at(-1)!),
      });
    }),
    ...turn.stations.map(({ vertex, points }) =>
      t('metromania.alt.built', { vertex: vertexName(vertex), count: points }),
    ),
    ...view.marked
      .filter(({ triangle }) => turn.tunnels.some((one) => one.triangle === triangle))
      .map(({ marker: { letter, kind } }) =>
        t('metromania.alt.put', { letter, kind: t(`metromania.kind.${kind}`) }),
      ),
  ];
}

function newestWords(view: Shown, scene: Speech): string | null {
  const turn = newestOf(view);
  if (!turn || view.over) return null;
  const name = companyWords(view, turn.company, scene);
  const what = builtWords(view, turn, scene);
  if (what.length === 0) return null;
  const key = turn === view.doing ? 'now' : 'last';
  return scene.t(`metromania.alt.${key}`, { name, what: and(scene.t, what) });
}

/** What others had dug just before the last turn, but after `since`. */
function earlierWords(view: Shown, since: Shown, scene: Speech): string | null {
  const { t } = scene;
  const newest = newestOf(view)?.company;
  const told = newsSince(view, since)
    .filter(({ company }) => company !== newest)
    .flatMap(({ company, triangles }) => {
      const tunnels = [...triangles].map((triangle) => ({ line: view.dug[triangle]!, triangle }));
      const what = builtWords(view, { tunnels, stations: [] }, scene);
      const name = companyWords(view, company, scene);
      return what.length > 0 ? [t('metromania.alt.earlier', { name, what: and(t, what) })] : [];
    });
  return told.length > 0 && !view.over ? sentences(t, told) : null;
}

/** What a turn that is only thought of would build. */
function draftWords(view: Shown, after: Shown, scene: Speech): string | null {
  const tunnels = after.dug.flatMap((line, triangle) =>
    line !== null && view.dug[triangle] === null ? [{ line, triangle }] : [],
  );
  const was = view.stations.length;
  const turn = after.turn > view.turn ? after.last : after.doing;
  const stations = after.stations.slice(was).map(({ vertex }) => ({
    vertex,
    points: turn?.stations.find((one) => one.vertex === vertex)?.points ?? 0,
  }));
  const what = builtWords(after, { tunnels, stations }, scene);
  return what.length === 0
    ? scene.t('metromania.alt.draftNothing')
    : scene.t('metromania.alt.draft', { what: and(scene.t, what) });
}

/** "Line 1 from F5: 3 south-east right, 4 south-east left with B." and so on: numbers are those of the picture. */
function legalWords(view: Shown, legal: NonNullable<BoardOptions['legal']>, { t }: Speech): string {
  const of = (kind: Action['kind']) => legal.filter(({ action }) => action.kind === kind);
  type List = 'starts' | 'digs' | 'builds' | 'bonuses';
  const list = (words: readonly string[], key: List, more: Record<string, string | number> = {}) =>
    words.length === 0 ? null : t(`metromania.alt.${key}`, { choices: commas(t, words), ...more });
  const digs = [...view.lines.entries()].map(([line, { number, vertices }]) =>
    list(
      of('dig').flatMap(({ n, label = n, action }) =>
        action.kind !== 'dig' || action.line !== line
          ? []
          : [
              t(`metromania.alt.${action.letter === null ? 'dig' : 'digPut'}`, {
                n: label,
                where: whereto(view, action, { t }),
                letter: action.letter ?? '',
              }),
            ],
      ),
      'digs',
      { line: number, vertex: vertices.length > 0 ? vertexName(vertices.at(-1)!) : '' },
    ),
  );
  const places = (kind: 'station' | 'bonus' | 'start') =>
    of(kind).flatMap(({ n, action }) => {
      if (action.kind === 'start') return [t('metromania.alt.place', { n, vertex: vertexName(action.from) })];
      if (action.kind === 'dig') return [];
      return [
        action.vertex === null
          ? t('metromania.alt.noBonus', { n })
          : t('metromania.alt.place', { n, vertex: vertexName(action.vertex) }),
      ];
    });
  return sentences(t, [
    list(places('start'), 'starts'),
    ...digs,
    list(places('station'), 'builds'),
    list(places('bonus'), 'bonuses'),
  ]);
}
