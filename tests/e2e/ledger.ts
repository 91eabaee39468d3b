import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { type AnyAction, type AnyGame, type AnyState, TABLE } from '../../src/games/game.ts';
import { deal, type Match, present } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import { play, playForTable } from '../../src/match/play.ts';
import { moduleOf } from '../../src/modules.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { create, load } from '../../src/store/matches.ts';
import { openStore } from '../../src/store/open.ts';
import { matches, seats } from '../../src/store/schema.ts';
import { timeBy } from '../clock.ts';
import { change } from '../lib/rows.ts';
import type { World } from './world.ts';

/** The bot's own book, read beside it: what was really written down, and games that are far along. */

export type Position = Pick<Match, 'game' | 'state'>;

/** Which of the legal choices a seat makes in a game that nobody needs to watch. */
export type Habit = (position: Position, seat: number, legal: readonly AnyAction[]) => AnyAction | undefined;

/** Different seats go different ways. */
const wander: Habit = ({ game, state }, seat, legal) =>
  legal[(game.turn(state) * 7 + seat * 3) % legal.length];

/** Fills as many stations as it can; seats differ where that leaves a choice. */
export const greedy: Habit = ({ game, state }, seat, legal) => {
  const size = (action: AnyAction) => (action as { n?: number }).n ?? 1;
  const most = Math.max(...legal.map(size));
  const best = legal.filter((action) => size(action) === most);
  return best[(game.turn(state) + seat) % best.length];
};

export interface Ledger {
  match(id: number): Promise<Match>;
  /** The log's rows of a seat (or of all seats) as texts. */
  codes(id: number, seat?: number): Promise<string[]>;
  /** How many sit at a table. */
  seated(id: number): Promise<number>;
  /** All matches with a status, oldest first. */
  ids(status?: string): Promise<number[]>;
  /**
   * Gives a lobby, at which `seats` will sit, cards with which a game played by `habit` comes to where `until` holds,
   * in one of its first `rounds` rounds.
   */
  stack(
    id: number,
    seats: number,
    until: (position: Position) => boolean,
    rounds?: number,
    habit?: Habit,
  ): Promise<void>;
  /** Plays for everybody until `until` holds or the game is over; the bot then catches up by itself. */
  ahead(id: number, until?: (position: Position) => boolean, habit?: Habit): Promise<Match>;
  /** Has the open lobbies be a day old, so that they count for nobody any more. */
  age(): Promise<void>;
  /** Gives a person that many lobbies, which stand nowhere. */
  lobbies(user: string, count: number): Promise<void>;
  close(): Promise<void>;
}

export function openLedger(world: World): Ledger {
  const store = openStore(join(world.folder, 'metrox.db'));
  // The bot writes for milliseconds only; a test may wait for that.
  connectionOf(store).pragma('busy_timeout = 3000');
  const known = async (id: number): Promise<Match> => {
    const match = await open(store, id);
    if (!match) throw new Error(`Match ${id} has not begun.`);
    return match;
  };
  return {
    match: known,
    async codes(id, seat) {
      const stored = await load(store, id);
      const rows = stored?.log.filter((row) => (seat === undefined ? row.seat !== TABLE : row.seat === seat));
      return rows?.map((row) => row.code) ?? [];
    },
    seated: async (id) =>
      (await store.read((db) => db.select().from(seats).where(eq(seats.match, id)).all())).length,
    ids: async (status) =>
      (
        await store.read((db) =>
          db.select({ id: matches.id, status: matches.status }).from(matches).orderBy(matches.id).all(),
        )
      )
        .filter((row) => status === undefined || row.status === status)
        .map((row) => row.id),
    async stack(id, seats, until, rounds = 1, habit = wander) {
      const row = (await store.read((db) => db.select().from(matches).where(eq(matches.id, id)).get()))!;
      const { options } = row;
      for (let n = 0; n < 5000; n++) {
        const seed = `stack-${n}`;
        const start = deal({ ...row, seed, options: { ...options, flip: 'auto' } }, seats);
        if (!comesTo(moduleOf(row.game).rules, start, until, rounds, habit)) continue;
        await store.write('meta', (db) => db.update(matches).set({ seed }).where(eq(matches.id, id)).run());
        return;
      }
      throw new Error('No seed has such cards.');
    },
    async ahead(id, until = () => false, habit = wander) {
      for (;;) {
        const match = await known(id);
        if (match.row.status === 'over' || until(match)) return match;
        const turn = match.game.turn(match.state);
        const at = timeBy(world.clockFile);
        if (present(match).kind === 'flip') {
          await playForTable(store, { match: id, user: match.seats[match.operator]!.player!, turn, at });
          continue;
        }
        for (const seat of match.game.toAct(match.state)) {
          const action = habit(match, seat, match.game.actions(match.state, seat));
          const user = match.seats[seat]!.player!;
          await play(store, { match: id, user, turn, codes: [match.game.code(action!)], at });
        }
      }
    },
    async age() {
      await change(store, "UPDATE matches SET created_at = created_at - 86400000 WHERE status = 'lobby'");
    },
    async lobbies(user, count) {
      const { rules } = moduleOf('metrox').rules;
      const rest = {
        game: 'metrox',
        map: 'osaka',
        options: {},
        rules,
        solo: false,
        guild: null,
        channel: null,
      };
      const bare = { capacity: 2, thread: false, origin: null, rematchOf: null, lobby: null };
      const at = timeBy(world.clockFile);
      for (let n = 0; n < count; n++) {
        await create(store, { ...rest, ...bare, seed: String(n), host: user, at });
      }
    },
    close: () => store.close(),
  };
}

function comesTo(
  game: AnyGame,
  start: AnyState,
  until: (position: Position) => boolean,
  rounds: number,
  habit: Habit,
): boolean {
  let state = start;
  for (let round = 1; round <= rounds && !game.over(state); round++) {
    if (until({ game, state })) return true;
    const position = { game, state };
    for (const seat of game.toAct(state)) {
      state = game.apply(state, seat, habit(position, seat, game.actions(state, seat))!);
    }
  }
  return false;
}

/** The card that lies open in Metro X. */
export const cardOf = ({ state }: Position): string | null => (state as { card: string | null }).card;
