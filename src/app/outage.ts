import { now } from '../clock.ts';
import type { Store } from '../store/open.ts';
import type { MatchRow } from '../store/rows.ts';
import { markBehind, metaOf, setMeta } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';

/** How long the bot was away: tables that waited meanwhile say so. */

/** Shorter absences, such as for an update, are not worth a word. */
const WORTH = 5 * 60_000;

/** How exactly it is known when the bot was last there. */
const STEP = 30_000;

/** Notes that the bot is there; to be called again and again. */
export async function noteAlive(store: Store): Promise<void> {
  const since = now() - Number(metaOf(store, 'alive') ?? 0);
  if (since < 0 || since >= STEP) await setMeta(store, 'alive', String(now()));
}

/** At start: notes how long nobody was there, and has the tables that waited brought up to date. */
export async function noteReturn(store: Store): Promise<void> {
  const last = Number(metaOf(store, 'alive') ?? 0);
  const at = now();
  if (last > 0 && at - last >= WORTH) {
    await setMeta(store, 'outage', `${last}-${at}`);
    await markBehind(store, at);
  }
  await noteAlive(store);
}

/** What a table's last line says of an absence in the turn it waits in; nothing when there was none. */
export function outageOf(store: Store, row: Pick<MatchRow, 'turnAt' | 'status'>, t: Translate): string {
  const [from = 0, to = 0] = (metaOf(store, 'outage') ?? '').split('-').map(Number);
  if (row.status !== 'running' || to === 0 || (row.turnAt ?? 0) > from) return '';
  return t('table.outage', { time: lasted(to - from, t) });
}

function lasted(time: number, t: Translate): string {
  const minutes = Math.round(time / 60_000);
  if (minutes < 90) return t('end.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 36 ? t('end.hours', { count: hours }) : t('end.days', { count: Math.round(hours / 24) });
}
