import type { Action, Company, Held, Turn } from '../../games/metromania/state.ts';
import { and, commas, ladder } from '../lists.ts';
import type { Scene } from '../look.ts';
import { signed } from '../numbers.ts';
import { ALT, playerName } from '../spoken.ts';
import type { BoardOptions } from './board.ts';
import { newestOf, type Shown } from './ground.ts';
import { linesOf, pointsOf, totalOf } from './players.ts';

/** The board in words that can be played from. */

type Speech = Pick<Scene, 't' | 'plain'>;

/** What the board shows, the least needed of it left out first; at most 1,024 characters. */
export function boardAlt(view: Shown, scene: Speech, options: BoardOptions = {}): string {
  const { after, legal = [] } = options;
  if (view.setting.companies === 0) return scene.t('metromania.alt.map');
  const head = [
    turnWords(view, scene),
    scoreWords(view, scene),
    after ? draftWords(view, after, scene) : null,
    newestWords(view, scene),
  ];
  const now = after ?? view;
  const choices = legal.length > 0 ? legalWords(view, legal, scene) : null;
  const companies = view.setting.owners.map((_, company) => company);
  const own = view.over ? [] : [view.mover];
  const lines = (of: readonly Company[]) => of.map((company) => companyLines(now, company, scene));
  const others = companies.filter((company) => !own.includes(company));
  const hands = handWords(now, scene);
  const marks = markWords(now, scene);
  const stations = stationWords(now, scene);
  return ladder(ALT, [
    () => sentences([...head, choices, ...lines(own), hands, ...lines(others), marks, stations]),
    () => sentences([...head, choices, ...lines(own), hands, ...lines(others), marks]),
    () => sentences([...head, choices, ...lines(own), hands, ...lines(others)]),
    () => sentences([...head, choices, ...lines(own), hands]),
    () => sentences([...head, choices, ...lines(own)]),
    () => sentences([...head, choices]),
    () => sentences([head[0]!, head[1]!, head[2]!, choices]),
    () => sentences(head),
    () => sentences(head.slice(0, 2)),
  ]);
}

const sentences = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ');

const label = ({ box }: Pick<Shown, 'box'>, vertex: number): string => box.grid.labels[vertex]!;

/** A company by the name of its player; one of two by its letters, too. */
export function companyWords({ setting }: Pick<Shown, 'setting'>, company: Company, scene: Speech): string {
  const name = playerName(scene, setting.owners[company]!);
  if (!setting.advanced) return name;
  return scene.t(`metromania.company.${company % 2 === 0 ? 'first' : 'second'}`, { name });
}

/** "line 2 of Ann"; numbers go on over both companies of one player. */
export const lineWords = (view: Shown, line: number, scene: Speech): string =>
  scene.t('metromania.alt.lineOf', {
    line: view.lines[line]!.number,
    name: playerName(scene, view.setting.owners[view.lines[line]!.company]!),
  });

/** Whose turn it is and how many stations are left. */
function turnWords(view: Shown, scene: Speech): string {
  if (view.over) return scene.t('metromania.alt.over');
  const count = view.box.stations - view.stations.length;
  return scene.t('metromania.alt.move', { name: companyWords(view, view.mover, scene), count });
}

/** "Scores: Ann 4, Ben 11.", at the end best first and by player. */
function scoreWords(view: Shown, scene: Speech): string {
  const { t } = scene;
  const { seats, owners } = view.setting;
  const each = view.over
    ? Array.from({ length: seats }, (_, seat) => ({
        name: playerName(scene, seat),
        points: totalOf(view, seat),
      })).sort((a, b) => b.points - a.points)
    : owners.map((_, company) => ({
        name: companyWords(view, company, scene),
        points: pointsOf(view, company),
      }));
  const scores = each.map(({ name, points }) => t('metromania.alt.score', { name, points: signed(points) }));
  return t(view.over ? 'metromania.alt.final' : 'metromania.alt.scores', { scores: commas(t, scores) });
}

/** What was built: "3 tunnels of line 1 to F5, station at E4 for 2 points". */
function builtWords(view: Shown, turn: Pick<Turn, 'tunnels' | 'stations'>, { t }: Speech): string[] {
  const lines = [...new Set(turn.tunnels.map(({ line }) => line))];
  return [
    ...lines.map((line) => {
      const own = view.lines[line]!;
      return t(`metromania.alt.${own.done ? 'dugDone' : 'dug'}`, {
        count: turn.tunnels.filter((one) => one.line === line).length,
        line: own.number,
        vertex: label(view, own.vertices.at(-1)!),
      });
    }),
    ...turn.stations.map(({ vertex, points }) =>
      t('metromania.alt.built', { vertex: label(view, vertex), count: points }),
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
  const list = (words: readonly string[], key: string, more: Record<string, string | number> = {}) =>
    words.length === 0 ? null : t(`metromania.alt.${key}`, { choices: commas(t, words), ...more });
  const digs = [...view.lines.entries()].map(([line, { number, vertices }]) =>
    list(
      of('dig').flatMap(({ n, action }) =>
        action.kind !== 'dig' || action.line !== line
          ? []
          : [
              t(`metromania.alt.${action.letter === null ? 'dig' : 'digPut'}`, {
                n,
                heading: t(`metromania.heading.${action.heading}`),
                side: t(`metromania.alt.side.${action.side}`),
                letter: action.letter ?? '',
              }),
            ],
      ),
      'digs',
      { line: number, vertex: vertices.length > 0 ? label(view, vertices.at(-1)!) : '' },
    ),
  );
  const places = (kind: 'station' | 'bonus' | 'start') =>
    of(kind).flatMap(({ n, action }) => {
      if (action.kind === 'start')
        return [t('metromania.alt.place', { n, vertex: label(view, action.from) })];
      if (action.kind === 'dig') return [];
      return [
        action.vertex === null
          ? t('metromania.alt.noBonus', { n })
          : t('metromania.alt.place', { n, vertex: label(view, action.vertex) }),
      ];
    });
  return sentences([
    list(places('start'), 'starts'),
    ...digs,
    list(places('station'), 'builds'),
    list(places('bonus'), 'bonuses'),
  ]);
}

/** Each line of a company: from where to where, its tunnels, and how it stands. */
function companyLines(view: Shown, company: Company, scene: Speech): string {
  const { t } = scene;
  const lines = linesOf(view, company).map(([i, { number, vertices, tunnels, done }]) => {
    if (tunnels.length === 0)
      return t(`metromania.alt.${view.blocked[i] ? 'neverStarts' : 'notStarted'}`, { line: number });
    return t(`metromania.alt.line.${done ? 'done' : view.blocked[i] ? 'blocked' : 'open'}`, {
      line: number,
      from: label(view, vertices[0]!),
      to: label(view, vertices.at(-1)!),
      count: tunnels.length,
    });
  });
  return t('metromania.alt.lines', { name: companyWords(view, company, scene), lines: commas(t, lines) });
}

const heldWords = ({ letter, kind }: Held, { t }: Speech): string =>
  letter === null
    ? t(`metromania.kind.${kind}`)
    : t('metromania.alt.marker', { letter, kind: t(`metromania.kind.${kind}`) });

/** The markers in all hands, with the letters that are known. */
function handWords(view: Shown, scene: Speech): string | null {
  const { t } = scene;
  const hands = view.hands.flatMap((hand, company) =>
    hand.length === 0
      ? []
      : [
          t('metromania.alt.hand', {
            name: companyWords(view, company, scene),
            markers: and(
              t,
              hand.map((held) => heldWords(held, scene)),
            ),
          }),
        ],
  );
  return hands.length === 0 ? null : t('metromania.alt.hands', { hands: commas(t, hands) });
}

/** The markers on the board, by the corners of their triangles. */
function markWords(view: Shown, scene: Speech): string | null {
  const { t } = scene;
  const marks = view.marked.map(({ triangle, company, marker: { letter, kind } }) =>
    t('metromania.alt.mark', {
      letter,
      kind: t(`metromania.kind.${kind}`),
      where: view.box.grid.corners[triangle]!.map((corner) => label(view, corner)).join('-'),
      name: companyWords(view, company, scene),
    }),
  );
  return marks.length === 0 ? null : t('metromania.alt.marks', { marks: commas(t, marks) });
}

function stationWords(view: Shown, { t }: Speech): string | null {
  const at = view.stations.map(({ vertex }) => vertex).sort((a, b) => a - b);
  const names = at.map((vertex) => label(view, vertex));
  return names.length === 0 ? null : t('metromania.alt.stations', { stations: commas(t, names) });
}
