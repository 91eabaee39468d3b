import type { Seat } from '../games/game.ts';
import type { Translate } from '../locales.ts';
import type { Match } from '../match/match.ts';
import { mayTake } from '../match/rights.ts';
import { isComputer } from '../match/seats.ts';
import { freeSeats } from '../match/timeline.ts';
import type { SeatRow } from '../store/rows.ts';
import type { Scene } from '../views/presenter.ts';
import { button, type Pick, row } from './components.ts';
import { sceneOf } from './context.ts';
import { encode } from './ids.ts';
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
  const one = seats[at]!;
  const { name, username } = one;
  const called = isComputer(one) ? sceneOf(seats, t).spoken[at]! : calledAloud(name, t);
  const about = [within && username ? accountName(username) : '', note ?? ''].filter(Boolean).join(' · ');
  return {
    value: String(at),
    label: t('list.pick', { n: at + 1, name: called }),
    ...(about === '' ? {} : { description: about }),
  };
}

/** What a button says with which somebody takes over a seat. */
function takeLabel(seats: readonly SeatRow[], at: number, t: Translate): string {
  const label = t('table.takeOver', { n: at + 1, name: calledAloud(seats[at]!.name, t) });
  return label.length > 80 ? t('table.takeSeat', { n: at + 1 }) : label;
}

const takeButton = ({ id, game, state, seats }: Match, seat: Seat, t: Translate) =>
  button(takeLabel(seats, seat, t), encode('take', id, game.turn(state), String(seat)), 'green');

/** A row of buttons with which seats may be taken over by whoever may: as many as fit into it; none at a game for one. */
export function takeRows(match: Match, { t }: Scene) {
  const buttons = freeSeats(match)
    .slice(0, 5)
    .map((seat) => takeButton(match, seat, t));
  return buttons.length > 0 && !match.row.solo ? [row(...buttons)] : [];
}

/** Buttons for the seats that somebody may take over, at most so many. */
export const takeButtons = (match: Match, { t }: Scene, user: string, most: number) =>
  match.row.solo
    ? []
    : takeable(match, user)
        .slice(0, most)
        .map((seat) => takeButton(match, seat, t));

/** The seats that somebody may take over. */
export const takeable = (match: Match, user: string): Seat[] =>
  match.seats.map(({ seat }) => seat).filter((seat) => mayTake(match, user, seat));
