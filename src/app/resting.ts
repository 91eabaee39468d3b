import type { Match } from '../match/match.ts';
import { isHere, restsUntil } from '../match/timeline.ts';
import { andMore } from '../views/lists.ts';
import type { Scene } from '../views/presenter.ts';
import { day } from './components.ts';

/** So many people's vacations are told of, the rest is counted. */
const MOST = 3;

/** What a table says of those who sit there and are on vacation at `at` (ms): until when; empty where nobody is. */
export function restingLine(match: Match, { t, names }: Scene, at: number): string {
  const people = match.seats.flatMap(({ seat }) => {
    const until = isHere(match, seat) ? restsUntil(match, seat, at) : undefined;
    return until === undefined ? [] : [t('table.restsUntil', { name: names[seat]!, when: day(until) })];
  });
  return people.length === 0 ? '' : t('table.resting', { who: andMore(t, people, MOST) });
}
