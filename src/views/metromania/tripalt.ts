import type { Trip } from '../../games/metromania/state.ts';
import { and, commas, ladder } from '../lists.ts';
import type { Scene } from '../look.ts';
import { signed } from '../numbers.ts';
import { ALT } from '../spoken.ts';
import { companyWords, lineWords } from './boardalt.ts';
import type { Shown } from './ground.ts';
import { concerned, placerOf, stopsOf } from './route.ts';

/** A trip in words: between what, how long, by which lines, and what it brings to whom. */

type Speech = Pick<Scene, 't' | 'plain'>;

/** At most 1,024 characters. */
export function tripAlt(view: Shown, trip: Trip, scene: Speech): string {
  const head = headWords(view, trip, scene);
  const points = pointsWords(view, trip, scene);
  return ladder(ALT, [
    () => [head, ridesWords(view, trip, scene), points].filter((one) => one !== '').join(' '),
    () => `${head} ${points}`,
    () => head,
  ]);
}

function headWords(view: Shown, trip: Trip, scene: Speech): string {
  const { t } = scene;
  const { id, minutes } = trip;
  const what =
    id === 'park'
      ? t('metromania.alt.park')
      : t('metromania.alt.trip', { letter: id, ends: and(t, endWords(view, trip, scene)) });
  const found =
    minutes === null ? t('metromania.alt.noRoute') : t('metromania.alt.minutes', { count: minutes });
  return `${what} ${found}`;
}

/** "the home of Ann at C3", "the shop nobody placed". */
function endWords(view: Shown, { id, ends }: Trip, scene: Speech): string[] {
  const { t } = scene;
  if (id === 'park') return [];
  const { left, right } = view.box.markers[id];
  const placed = ends.map((triangle) => view.marked.find((one) => one.triangle === triangle));
  const rest = [left, right].filter((kind) => placed.every((one) => one?.marker.kind !== kind));
  return ends.map((triangle, i) => {
    const kind = t(`metromania.kind.${placed[i]?.marker.kind ?? rest.shift()!}`);
    const company = placerOf(view, triangle);
    if (triangle === null || company === null) return t('metromania.alt.unplaced', { kind });
    const where = view.box.grid.corners[triangle]!.map((corner) => view.box.grid.labels[corner]!).join('-');
    return t('metromania.alt.end', { kind, where, name: companyWords(view, company, scene) });
  });
}

/** The lines that are ridden, in order, each from where to where with its minutes. */
function ridesWords(view: Shown, trip: Trip, scene: Speech): string {
  const { t } = scene;
  const stops = stopsOf(view, trip);
  if (trip.route.length === 0) return '';
  const label = (vertex: number) => view.box.grid.labels[vertex]!;
  const rides: { line: number; from: number; to: number; leaves: number; arrives: number }[] = [];
  for (const [i, { line, vertex, leaves }] of stops.entries()) {
    if (line === null) continue;
    const next = stops[i + 1]!;
    const last = rides.at(-1);
    if (last?.line === line) Object.assign(last, { to: next.vertex, arrives: next.minute });
    else rides.push({ line, from: vertex, to: next.vertex, leaves, arrives: next.minute });
  }
  const words = rides.map(({ line, from, to, leaves, arrives }) =>
    t('metromania.alt.ride', {
      line: lineWords(view, line, scene),
      from: label(from),
      to: label(to),
      leaves,
      arrives,
    }),
  );
  return t('metromania.alt.rides', { rides: commas(t, words) });
}

function pointsWords(view: Shown, trip: Trip, scene: Speech): string {
  const { t } = scene;
  const about = concerned(trip);
  if (about.length === 0) return t('metromania.alt.nobody');
  const each = about.map((company) => {
    const points = trip.points[company]!;
    const name = companyWords(view, company, scene);
    const key = points > 0 ? 'gains' : points < 0 ? 'loses' : 'nothing';
    return t(`metromania.alt.${key}`, { name, count: Math.abs(points), points: signed(points) });
  });
  return t('metromania.alt.points', { points: commas(t, each) });
}
