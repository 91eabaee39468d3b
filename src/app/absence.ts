import { now } from '../clock.ts';
import type { Translate } from '../locales.ts';
import type { Match } from '../match/match.ts';
import { isHere, restsUntil } from '../match/timeline.ts';
import { awayBetween } from '../store/absences.ts';
import type { Store } from '../store/open.ts';
import type { MatchRow } from '../store/rows.ts';
import { WORTH } from '../store/tables.ts';
import { andMore } from '../views/lists.ts';
import type { Scene } from '../views/presenter.ts';
import { day } from './components.ts';

/** What the last line of a table's message says of absences: of people on vacation, and of the bot itself. */

/** So many people's vacations are told of, the rest is counted. */
const MOST = 3;

/** What a table says of those who sit there and are on vacation at `at` (ms): until when; empty where nobody is. */
export function restingLine(match: Match, { t, names }: Scene, at: number): string {
  const people = match.seats.flatMap(({ seat }) => {
    const until = isHere(match, seat) ? restsUntil(match, seat, at) : undefined;
    return until === undefined ? [] : [t('table.restsUntil', { name: names[seat]!, when: day(until) })];
  });
  return people.length === 0 ? '' : t('table.resting', { who: andMore(t, people, MOST, 'people') });
}

/** What a table's last line says of how long the bot was away in the turn it waits in; nothing where that is not worth it. */
export async function outageOf(
  store: Store,
  row: Pick<MatchRow, 'turnAt' | 'timedAt' | 'status'>,
  t: Translate,
): Promise<string> {
  const at = now();
  const away = row.status === 'running' ? await awayBetween(store, row.turnAt ?? at, at) : 0;
  if (away < WORTH) return '';
  return t(row.timedAt === null ? 'table.outage' : 'table.outageTimed', { time: lasted(away, t) });
}

function lasted(time: number, t: Translate): string {
  const minutes = Math.round(time / 60_000);
  if (minutes < 90) return t('end.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 36 ? t('end.hours', { count: hours }) : t('end.days', { count: Math.round(hours / 24) });
}
