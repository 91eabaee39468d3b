import type { SeatRow } from '../store/rows.ts';
import type { Translate } from '../views/presenter.ts';
import type { Pick } from './components.ts';
import { accountName, calledAloud } from './names.ts';

/**
 * One of the people at a table, to be chosen: the number of the seat and the name. Nobody is mistaken for another: who
 * chooses within the table's server (`within`) is told the unique name of the account, too.
 */
export function seatPick(
  seats: readonly SeatRow[],
  at: number,
  within: boolean,
  t: Translate,
  note?: string,
): Pick {
  const { name, username } = seats[at]!;
  const about = [within && username ? accountName(username) : '', note ?? ''].filter(Boolean).join(' · ');
  return {
    value: String(at),
    label: t('list.pick', { n: at + 1, name: calledAloud(name, t) }),
    ...(about === '' ? {} : { description: about }),
  };
}

/** What a button says with which somebody takes over a seat. */
export function takeLabel(seats: readonly SeatRow[], at: number, t: Translate): string {
  const label = t('table.takeOver', { n: at + 1, name: calledAloud(seats[at]!.name, t) });
  return label.length > 80 ? t('table.takeSeat', { n: at + 1 }) : label;
}
