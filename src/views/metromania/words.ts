import { completed } from '../../games/metromania/score.ts';
import { type Box, type Company, companiesOf, type Open, type View } from '../../games/metromania/state.ts';
import { signed } from '../numbers.ts';
import type { Scene } from '../presenter.ts';

/** What is said of a map, of a position and of a score. */

export type Speech = Pick<Scene, 't' | 'names' | 'spoken'>;
type T = Pick<Scene, 't'>;

export const about = ({ pieces, stations }: Box, { t }: T): string =>
  t('metromania.about', { pieces: pieces.length, stations });

/** A company by the name of whoever plays it; one of two by its letters, too. */
export function companyName(
  { setting }: Pick<Open, 'setting'>,
  company: Company,
  { t }: T,
  names: readonly string[],
): string {
  const name = names[setting.owners[company]!]!;
  return setting.advanced
    ? t(`metromania.company.${company % 2 === 0 ? 'first' : 'second'}`, { name })
    : name;
}

/** "12 stations left". */
export function headline(view: View, { t }: T): string {
  if (view.over) return t('metromania.headline.over');
  const count = view.box.stations - view.stations.length;
  return t(view.closing === null ? 'metromania.headline.left' : 'metromania.headline.last', { count });
}

/** Which of two companies moves; else nothing. */
export const hint = (view: View, { t, names }: Speech): string =>
  view.setting.advanced && !view.over
    ? t('metromania.hint.company', { name: companyName(view, view.mover, { t }, names) })
    : '';

/** "12 points for stations · 1 line completed"; at the end all that a score is made of. */
export function breakdown(view: View, seat: number, { t }: T): string {
  const own = companiesOf(view.setting, seat);
  const sum = (part: keyof View['parts'][number]): number =>
    own.reduce((all, company) => all + view.parts[company]![part], 0);
  const done = own.reduce((all, company) => all + completed(view, company), 0);
  const lines = t('metromania.parts.lines', { count: done });
  const stations = t('metromania.parts.stations', { count: sum('stations') });
  if (!view.over) return [stations, lines].join(' · ');
  const rest = (['unfinished', 'trips', 'park', 'faults'] as const).flatMap((part) => {
    const minus = part === 'unfinished' || part === 'faults';
    const points = sum(part);
    return points === 0 ? [] : [t(`metromania.parts.${part}`, { points: signed(minus ? -points : points) })];
  });
  return [stations, ...rest, lines].join(' · ');
}
