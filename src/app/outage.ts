import { now } from '../clock.ts';
import { awayBetween } from '../store/absences.ts';
import type { Store } from '../store/open.ts';
import type { MatchRow } from '../store/rows.ts';
import { WORTH } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';

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
