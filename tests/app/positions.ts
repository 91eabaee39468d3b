import { getTableColumns } from 'drizzle-orm';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { project } from '../../src/match/projection.ts';
import { moduleOf } from '../../src/modules.ts';
import type { ActionRow, MatchRow, Stored } from '../../src/store/rows.ts';
import { matches } from '../../src/store/schema.ts';
import { dice } from '../lib/chance.ts';

/** Stored matches without a database, at any point of a game between players who choose at random. */

export interface Setting {
  /** Metro X when absent. */
  readonly game?: string;
  readonly map: string;
  readonly seats: number;
  readonly flip?: 'auto' | 'manual';
  /** Options of another game. */
  readonly options?: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly solo?: boolean;
}

const START = Date.UTC(2026, 10, 20);
const gameIn = (setting: Setting) => moduleOf(setting.game ?? 'metrox').rules;

/** Names of the greatest length Discord allows that want to be anything but a name. */
export const hostileNames = (count: number): string[] =>
  Array.from({ length: count }, (_, seat) => {
    const kinds = [
      '@everyone **`||<@1>__~~[a](http://b)',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
      '\u202e\u200b# -# > 1. <@&123456789012345>',
      '████████████████████████████████',
      '{name} $t(x) {0} $& \\1 {count} {n',
      'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
      '****************________________',
      '𝕬𝖓𝖓𝖆𝖇𝖊𝖑𝖑𝖆 𝖁𝖔𝖓 𝕳',
      `Z${'\u0301'.repeat(31)}`,
      '漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字',
    ];
    const name = kinds[seat % kinds.length]!;
    return name.slice(0, 32);
  });

export const storedRow = (setting: Setting, more: Partial<MatchRow> = {}): MatchRow => ({
  ...blankRow(),
  id: 2_147_483_647,
  game: gameIn(setting).id,
  map: setting.map,
  options: setting.options ?? { flip: setting.flip ?? 'auto' },
  rules: gameIn(setting).rules,
  seed: `position ${setting.seed}`,
  status: 'lobby',
  solo: setting.solo ?? false,
  guild: '9'.repeat(19),
  channel: '8'.repeat(19),
  host: userOf(0),
  capacity: 25,
  thread: true,
  revision: 1234,
  turn: 0,
  toAct: [],
  origin: null,
  rematchOf: null,
  createdAt: START,
  touchedAt: START,
  limit: 43_200,
  onTimeout: 'clock',
  timedAt: START,
  deadline: START + 43_200_000,
  paused: false,
  startedAt: null,
  turnAt: null,
  endedAt: null,
  ...more,
});

/** Every column there is, empty; what counts is set above. */
function blankRow(): MatchRow {
  const columns = Object.keys(getTableColumns(matches)).map((name) => [name, null]);
  return Object.fromEntries(columns) as unknown as MatchRow;
}

/** As long as ids of people get. */
export const userOf = (seat: number): string => `${'1'.repeat(17)}${String(seat).padStart(2, '0')}`;

export const seatsOf = (count: number) =>
  hostileNames(count).map((name, seat) => ({ seat, player: userOf(seat), name, state: 'here' as const }));

/**
 * A whole game; gives the match at each step that `want` (of the number of steps before it) asks for, and at the
 * end.
 */
export function* positions(setting: Setting, want: (step: number) => boolean): Generator<Match> {
  const game = gameIn(setting);
  const roll = dice(setting.seed * 7919 + setting.seats);
  const seats = seatsOf(setting.seats);
  const log: ActionRow[] = [];
  let row = storedRow(setting, { status: 'running', startedAt: START, turnAt: START });
  const at = (): Match => {
    const bare = replay({ row, seats, former: [], log: [...log] } satisfies Stored);
    const { status, turn, toAct } = project(bare, START);
    row = { ...row, status, turn, toAct: [...toAct], ...(status === 'over' ? { endedAt: START + 9e7 } : {}) };
    return { ...bare, row };
  };
  let { state } = at();
  for (let step = 0; ; step++) {
    const over = game.over(state);
    if (over || want(step)) yield at();
    if (over) return;
    const waiting = game.toAct(state);
    // Who chooses again need not be waited for; where one plays after the other nobody else can.
    const again = waiting[0] !== -1 && roll(6) === 0 && !setting.options;
    const seat = again ? roll(setting.seats) : waiting[roll(waiting.length)]!;
    const all = game.actions(state, seat);
    const action = all[roll(all.length)];
    const by = seat < 0 ? 'host' : 'player';
    log.push({
      match: row.id,
      seq: log.length,
      seat,
      code: game.code(action!),
      by,
      user: userOf(Math.max(0, seat)),
      at: START,
    });
    state = game.apply(state, seat, action!);
  }
}

/** The position that many choices into a game. */
export function positionAt(setting: Setting, step: number): Match {
  for (const match of positions(setting, (n) => n === step)) return match;
  throw new Error('A game has a beginning.');
}
