import { type Seat, TABLE } from '../game.ts';
import type { Action, State } from './state.ts';

/** A number of stations: no leading zeros, and no more than a line could have. */
const COUNT = /^(?:0|[1-9]\d{0,2})$/;

/** The action that a text stands for: "T.3", "T.T", "free.s0606", "free.-", of the table "flip". */
export function parse({ map, boards }: State, seat: Seat, code: string): Action | undefined {
  if (seat === TABLE) return code === 'flip' ? { kind: 'flip' } : undefined;
  if (boards[seat] === undefined) return undefined;
  const [id, what, ...rest] = code.split('.');
  if (!id || !what || rest.length > 0) return undefined;
  if (id === 'free') {
    if (what === '-') return { kind: 'free', id: what, station: null };
    const station = map.stations.findIndex((one) => one.id === what);
    return station < 0 ? undefined : { kind: 'free', id: what, station };
  }
  const line = map.lines.findIndex((one) => one.id === id);
  if (line < 0) return undefined;
  if (what === 'T') return { kind: 'transfer', id, line };
  return COUNT.test(what) ? { kind: 'line', id, line, n: Number(what) } : undefined;
}
