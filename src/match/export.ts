import { type Deal, type Options, ORDER, type Seat, TABLE } from '../games/game.ts';
import { findMap, moduleOf } from '../modules.ts';
import { isEvent } from './events.ts';
import type { Match } from './match.ts';
import { type Recorded, struckBy, textOf } from './record.ts';
import { isComputer } from './seats.ts';

/**
 * A match as the text of a record: what `npm run replay` reads. Of a running one it keeps out what is not public yet;
 * after its end nothing is hidden, also where the match ended before its game did.
 */
export function recordText(match: Match): string {
  const { row, seats, log } = match;
  const logged = {
    game: row.game,
    rules: row.rules,
    map: row.map,
    seats: seats.map((seat) =>
      isComputer(seat) ? `computer ${seat.seat + 1} (${seat.computer})` : seat.name,
    ),
    options: row.options,
    chance: { seed: row.seed },
    log,
  };
  const record = recordOf(logged, row.status === 'over');
  return `${JSON.stringify(record, null, 1)}\n`;
}

/** A stored match: its log holds the seats' actions and those of the table (seat -1). */
interface Logged {
  readonly game: string;
  readonly rules: number;
  readonly map: string;
  readonly seats: readonly string[];
  readonly options: Options;
  readonly chance: Deal<unknown>['chance'];
  readonly log: readonly { readonly seat: Seat; readonly code: string }[];
}

/**
 * Writes a match down. Of a running one everything that all have seen, but neither the seed nor what comes
 * next; what only some may see yet, such as choices and hands, is left out unless `all` is true.
 */
export function recordOf(match: Logged, all = false): Recorded {
  const module = moduleOf(match.game);
  const { rules: game, notation } = module;
  const map = findMap(module, match.map);
  if (!map) throw new Error(`There is no map ${match.map} of a game ${match.game}.`);
  const { options, rules, chance } = match;
  let state = game.setup({ map, seats: match.seats.length, options, chance, rules });
  const draws: string[] = [];
  const actions: string[] = [];
  let seen = 0;
  const note = () => {
    if (notation.dealt || game.turn(state) === draws.length) return;
    draws.push(notation.drawn(state)!);
    seen = actions.length;
  };
  note();
  for (const { seat, code } of match.log) {
    const struck = seat === TABLE ? struckBy(game, state, code) : undefined;
    if (struck !== undefined) {
      state = game.drop!(state, struck);
      actions.push(`${TABLE} ${code}`);
      note();
    }
    if (isEvent({ seat, code })) continue;
    const action = game.parse(state, seat, code);
    if (action === undefined) throw new Error(`"${code}" is no action of seat ${seat}.`);
    const text = `${seat} ${textOf(module, state, action)}`;
    state = game.apply(state, seat, action);
    if (seat !== TABLE) actions.push(text);
    note();
  }
  const hidden = !all && notation.unseen(state);
  return {
    game: game.id,
    rules,
    map: map.id,
    seats: match.seats,
    options: valuesOf(options),
    ...(notation.dealt?.(state, all) ?? { draws }),
    actions: hidden ? actions.slice(0, seen) : actions,
  };
}

/** Options as a record gives them; how the order of seats came about does not matter, since the seats stand in it. */
const valuesOf = (options: Options): Recorded['options'] =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([id]) => id !== ORDER.id)
      .map(([id, text]) => [id, /^(true|false|0|[1-9]\d*)$/.test(text) ? JSON.parse(text) : text]),
  );
