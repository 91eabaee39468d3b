import { isSpot } from '../../games/metromania/legal.ts';
import type { Company, Trip } from '../../games/metromania/state.ts';
import type { Translate } from '../../locales.ts';
import { and, commas, ladder, sentences } from '../lists.ts';
import { signed } from '../numbers.ts';
import { ALT } from '../spoken.ts';
import { companyWords, lineWords, type Speech } from './facts.ts';
import type { Shown } from './ground.ts';
import { triangleName, vertexName } from './near.ts';
import { concerned, elsewhere, endsOf, faultOf, stopsOf } from './route.ts';

/** A trip in words: between what, how long, by which lines, and what it brings to whom. */

/** At most 1,024 characters. */
export function tripAlt(view: Shown, trip: Trip, scene: Speech): string {
  const { t } = scene;
  const head = headWords(view, trip, scene);
  const points = pointsWords(view, trip, scene);
  const why = whyWords(view, trip, t, (company) => companyWords(view, company, scene));
  return ladder(ALT, [
    () => sentences(t, [head, ridesWords(view, trip, scene), points, ...why]),
    () => sentences(t, [head, points, ...why]),
    () => sentences(t, [head, points]),
    () => head,
  ]);
}

/** What the route that is shown does not tell: who has part in the trip by another one, or why there is none. */
export function whyWords(
  view: Shown,
  trip: Trip,
  t: Translate,
  nameOf: (company: Company) => string,
): string[] {
  const others = elsewhere(view, trip).map(nameOf);
  const faults = trip.guilty.map((company) => {
    const { why, kind } = faultOf(view, trip, company);
    return t(`metromania.trip.${why}`, { name: nameOf(company), kind: t(`metromania.kind.${kind}`) });
  });
  return [
    ...(others.length === 0
      ? []
      : [t('metromania.trip.elsewhere', { names: and(t, others), count: others.length })]),
    // That no route leads from one marker to the other is said once for both.
    ...new Set(faults),
  ];
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
function endWords(view: Shown, trip: Trip, scene: Speech): string[] {
  const { t } = scene;
  return endsOf(view, trip).flatMap((end) => {
    // Park and lake are what their trip is called by.
    if (!isSpot(end.kind)) return [];
    const kind = t(`metromania.kind.${end.kind}`);
    const { triangle, company } = end;
    if (triangle === null || company === null) return [t('metromania.alt.unplaced', { kind })];
    const where = triangleName(triangle);
    return [t('metromania.alt.end', { kind, where, name: companyWords(view, company, scene) })];
  });
}

/** The lines that are ridden, in order, each from where to where with its minutes. */
function ridesWords(view: Shown, trip: Trip, scene: Speech): string {
  const { t } = scene;
  const stops = stopsOf(view, trip);
  if (trip.route.length === 0) return '';
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
      from: vertexName(from),
      to: vertexName(to),
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
