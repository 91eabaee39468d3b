import { type Company, companiesOf, type Trip } from '../../games/metromania/state.ts';
import type { Translate } from '../../locales.ts';
import { and, commas, ladder, sentences } from '../lists.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';
import { ALT, playerName } from '../spoken.ts';
import { companyWords, type Speech } from './facts.ts';
import type { Shown } from './ground.ts';
import { totalOf } from './players.ts';
import { faultOf } from './route.ts';
import { plus } from './trip.ts';
import { toldTrips } from './tripcells.ts';
import { companyName } from './words.ts';

/** All trips of a game in a few words: lines for everybody, and what their sheet shows. */

/** "Ann +6, Ben −6 (never placed)", or that it brings nobody anything. */
function pointsOf(view: Shown, trip: Trip, t: Translate, nameOf: (company: Company) => string): string {
  const told = trip.points.flatMap((points, company) => {
    if (points === 0) return [];
    const values = { name: nameOf(company), points: plus(points) };
    if (trip.minutes !== null || !trip.guilty.includes(company)) return [t('metromania.trip.points', values)];
    const why = t(`metromania.picture.${faultOf(view, trip, company).why}`);
    return [t('metromania.trip.lost', { ...values, why })];
  });
  return told.length > 0 ? commas(t, told) : t(`metromania.trip.short.${whyNobody(trip)}`);
}

/** Why a trip counts for nobody: with two players also because it would for both. */
export const whyNobody = ({ involved, guilty }: Trip): 'bothIn' | 'bothAtFault' | 'nobody' =>
  involved.length === 2 ? 'bothIn' : guilty.length === 2 ? 'bothAtFault' : 'nobody';

const titleOf = ({ id }: Trip, t: Translate): string =>
  t(id === 'park' ? 'metromania.trip.park' : 'metromania.trip.letter', { letter: id });

/** A trip, or several that are impossible for the same reasons, and what it brings to whom. */
interface Told {
  readonly title: string;
  readonly minutes: number | null;
  readonly points: string;
}

/** All trips, the longest first; what cannot be told apart is told once. */
function toldOf(view: Shown, t: Translate, nameOf: (company: Company) => string): Told[] {
  const each = toldTrips(view.trips).map((trip) => ({ trip, points: pointsOf(view, trip, t, nameOf) }));
  return each.flatMap(({ trip, points }, i) => {
    const { id, minutes } = trip;
    if (minutes !== null || id === 'park') return [{ title: titleOf(trip, t), minutes, points }];
    const alike = each.filter(
      (one) => one.trip.minutes === null && one.trip.id !== 'park' && one.points === points,
    );
    if (alike[0] !== each[i]) return [];
    const letters = alike.map((one) => one.trip.id);
    const title =
      letters.length > 1 ? t('metromania.trip.letters', { letters: and(t, letters) }) : titleOf(trip, t);
    return [{ title, minutes, points }];
  });
}

/** A line for each trip: "**Trip B**, 1 minute: Cleo +6", "**Trips A and C**, impossible: Ann −6 (never placed)". */
export function tripLines(view: Shown, scene: Pick<Scene, 't' | 'names'>): string[] {
  const { t, names } = scene;
  return toldOf(view, t, (company) => companyName(view, company, scene, names)).map(
    ({ title: trip, minutes, points }) =>
      minutes === null
        ? t('metromania.trip.lineNone', { trip, points })
        : t('metromania.trip.line', { trip, points, count: minutes }),
  );
}

/** What the sheet of all trips shows; at most 1,024 characters. */
export function sheetAlt(view: Shown, scene: Speech): string {
  const { t } = scene;
  const trips = toldOf(view, t, (company) => companyWords(view, company, scene)).map(
    ({ title: trip, minutes, points }) =>
      minutes === null
        ? t('metromania.alt.sheetNone', { trip, points })
        : t('metromania.alt.sheetTrip', { trip, points, count: minutes }),
  );
  const seats = [...view.ranks.keys()].sort((a, b) => view.ranks[a]! - view.ranks[b]! || a - b);
  const sums = seats.map((seat) => {
    const sum = (part: keyof Shown['parts'][number]): number =>
      companiesOf(view.setting, seat).reduce((all, company) => all + view.parts[company]![part], 0);
    return t('metromania.alt.sheetSum', {
      name: playerName(scene, seat),
      stations: sum('stations'),
      trips: sum('trips'),
      park: sum('park'),
      off: signed(-(sum('unfinished') + sum('faults')) || 0),
      points: signed(totalOf(view, seat)),
    });
  });
  const head = t('metromania.alt.sheet');
  return ladder(ALT, [
    () => sentences(t, [head, ...trips, ...sums]),
    () => sentences(t, [head, ...trips]),
    () => sentences(t, [head, ...sums]),
    () => head,
  ]);
}
