import type { Strength } from '../games/strength.ts';
import type { SeatRow } from '../store/rows.ts';

/** Who sits where: a person, or a computer, which nobody waits for, asks or tells anything. */

type Held = Pick<SeatRow, 'player'>;

/** The people among those who sit somewhere. */
export const peopleIn = (seats: readonly Held[]): string[] => seats.flatMap(({ player }) => player ?? []);

/** Who sits in a seat that a person holds. Throws where a computer does. */
export function personIn({ seat, player }: Pick<SeatRow, 'seat' | 'player'>): string {
  if (player === null) throw new Error(`A computer sits in seat ${seat}.`);
  return player;
}

/** A computer at a table. */
export type Computer = SeatRow & { readonly player: null; readonly computer: Strength };

/** Whether a computer sits there. */
export const isComputer = (seat: SeatRow): seat is Computer => seat.player === null;

/** Whether computers sit at a table. */
export const hasComputers = ({ seats }: { readonly seats: readonly SeatRow[] }): boolean =>
  seats.some(isComputer);
