import { POINTS } from '../../games/metromania/grid.ts';
import type { Company, Held, Line } from '../../games/metromania/state.ts';
import { and, commas } from '../lists.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { playerName } from '../spoken.ts';
import type { Shown } from './ground.ts';
import { triangleName, vertexName } from './near.ts';
import { linesOf, pointsOf, totalOf } from './players.ts';

/** Sentences on single facts of a position, for all texts that stand for pictures. */

export type Speech = Pick<Scene, 't' | 'spoken'>;

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
export function turnWords(view: Shown, scene: Speech): string {
  if (view.over) return scene.t('metromania.alt.over');
  const count = view.box.stations - view.stations.length;
  return scene.t('metromania.alt.move', { name: companyWords(view, view.mover, scene), count });
}

/** "Scores: Ann 4, Ben 11.", at the end best first and by player. */
export function scoreWords(view: Shown, scene: Speech): string {
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

/**
 * How much is said of a line: its way from bend to bend and how many tunnels it has, the same in few signs, or only where it has
 * come to.
 */
export type Detail = 'way' | 'course' | 'reach';

/** Each line of a company, and how it stands; in short those alone that are started, or cannot be any more. */
export function companyLines(view: Shown, company: Company, detail: Detail, scene: Speech): string {
  const { t } = scene;
  const lines = linesOf(view, company).flatMap(([i, line]) => {
    const { number, tunnels, done } = line;
    const state = done ? 'done' : view.blocked[i] ? 'blocked' : 'open';
    if (tunnels.length === 0) {
      if (state === 'open' && detail !== 'way') return [];
      return [t(`metromania.alt.notStarted.${state === 'done' ? 'open' : state}`, { line: number })];
    }
    const course = courseOf(line);
    const [from, to] = [course[0]!, course.at(-1)!];
    const bends = and(t, course.slice(1, -1));
    return [
      t(`metromania.alt.${detail}.${state}`, {
        line: number,
        from: bends === '' ? from : t('metromania.alt.by', { from, bends }),
        to,
        course: course.join('-'),
        count: tunnels.length,
      }),
    ];
  });
  return t('metromania.alt.lines', {
    name: companyWords(view, company, scene),
    lines: commas(t, lines) || t('metromania.alt.notStarted.none'),
  });
}

/** Where a line starts, bends and ends. */
function courseOf({ vertices }: Line): string[] {
  const way = (i: number): string => {
    const [one, other] = [POINTS[vertices[i]!]!, POINTS[vertices[i + 1]!]!];
    return `${other.q - one.q},${other.r - one.r}`;
  };
  const last = vertices.length - 1;
  return vertices.filter((_, i) => i === 0 || i === last || way(i - 1) !== way(i)).map(vertexName);
}

const heldWords = ({ letter, kind }: Held, { t }: Speech): string =>
  letter === null
    ? t(`metromania.kind.${kind}`)
    : t('metromania.alt.marker', { letter, kind: t(`metromania.kind.${kind}`) });

/** "Ann A home and B shop, Ben show": lists of some companies; those that have nothing are left out. */
function byCompany(view: Shown, lists: readonly (readonly string[])[], scene: Speech): string {
  const { t } = scene;
  const each = lists.flatMap((list, company) =>
    list.length === 0
      ? []
      : [t('metromania.alt.hand', { name: companyWords(view, company, scene), markers: and(t, list) })],
  );
  return commas(t, each);
}

/** The markers in hand, with the letters that are known: those of some companies, or all. */
export function handWords(
  view: Shown,
  scene: Speech,
  of: (company: Company) => boolean = () => true,
): string | null {
  const lists = view.hands.map((hand, company) =>
    of(company) ? hand.map((held) => heldWords(held, scene)) : [],
  );
  const hands = byCompany(view, lists, scene);
  return hands === '' ? null : scene.t('metromania.alt.hands', { hands });
}

/** The markers on the board, by the corners of their triangles. */
export function markWords(view: Shown, scene: Speech): string | null {
  const lists = view.hands.map((_, company) =>
    view.marked
      .filter((one) => one.company === company)
      .map(({ triangle, marker: { letter, kind } }) =>
        scene.t('metromania.alt.mark', {
          letter,
          kind: scene.t(`metromania.kind.${kind}`),
          where: triangleName(triangle),
        }),
      ),
  );
  const marks = byCompany(view, lists, scene);
  return marks === '' ? null : scene.t('metromania.alt.marks', { marks });
}

/** All stations, in reading order. */
export function stationWords(view: Shown, { t }: Speech): string | null {
  const at = view.stations.map(({ vertex }) => vertex).sort((a, b) => a - b);
  const names = at.map(vertexName);
  return names.length === 0 ? null : t('metromania.alt.stations', { stations: commas(t, names) });
}
