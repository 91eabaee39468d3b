import type { Trip, View } from '../../games/metromania/state.ts';
import { commas, sentences } from '../lists.ts';
import type { Page, Scene } from '../presenter.ts';
import { plus, tripPicture } from './trip.ts';
import { whyWords } from './tripalt.ts';
import { whyNobody } from './tripsaid.ts';
import { companyName } from './words.ts';

/** The trips of a game that has ended, one a page. */
export function tripPage(view: View, trip: Trip, scene: Scene): Page {
  const { t, names } = scene;
  const { id, minutes, points } = trip;
  const title = t(id === 'park' ? 'metromania.trip.park' : 'metromania.trip.letter', { letter: id });
  const won = points.flatMap((one, company) =>
    one === 0
      ? []
      : [
          t('metromania.trip.points', {
            name: companyName(view, company, scene, names),
            points: plus(one),
          }),
        ],
  );
  const found =
    minutes === null ? t('metromania.trip.none') : t('metromania.trip.minutes', { count: minutes });
  const who = won.length > 0 ? commas(t, won) : t(`metromania.trip.${whyNobody(trip)}`);
  const why = whyWords(view, trip, t, (company) => companyName(view, company, scene, names));
  const text = [found, who, sentences(t, why)].filter(Boolean).join('\n');
  return { title, text, label: title, picture: tripPicture(view, trip, scene) };
}
