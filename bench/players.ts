import type { AnyPlayer } from '../src/bots/bot.ts';
import { chance, playGame, sharesOf } from '../src/bots/play.ts';
import type { AnyMap } from '../src/games/game.ts';
import { tripsOf } from '../src/games/metromania/trips.ts';
import { STRENGTHS } from '../src/games/strength.ts';
import { type AnyModule, MODULES, metromaniaModule, strengthsOf } from '../src/modules.ts';
import { cpu, type Measured, type Part, table } from './measure.ts';

/**
 * How well computers play: duels of two of them in games with fixed seeds, and means where a game is played alone. `GAMES=40`
 * plays so many of each, `GAME=metro` one game alone. In full it takes hours, so it runs only when it is named.
 */
export const part: Part = { name: 'players', run };

/** Games of a duel, and of one who plays alone. */
const DUEL = 200;
const ALONE: Readonly<Record<Name, number>> = { random: 2000, easy: 2000, normal: 2000, hard: 500 };
const TABLES = [2, 4];

const NAMES = ['random', ...STRENGTHS] as const;
type Name = (typeof NAMES)[number];

/** A mean and its standard error. */
interface Mean {
  readonly mean: number;
  readonly error: number;
}

interface Side {
  readonly points: Mean;
  /** Milliseconds of CPU time a choice. */
  readonly pace: number;
}

interface Duel {
  readonly players: readonly [Name, Name];
  readonly seats: number;
  readonly games: number;
  /** The first one's share of all wins. */
  readonly wins: Mean;
  readonly first: Side;
  readonly others: Side;
  /** In MetroMania: trips that could be made in the end, of seven. */
  readonly trips?: Mean;
}

interface Solo {
  readonly map: string;
  readonly player: Name;
  readonly games: number;
  readonly points: Mean;
  readonly pace: number;
}

async function run(): Promise<Measured> {
  const { GAMES, GAME } = process.env;
  const games = GAMES === undefined ? undefined : Number(GAMES);
  if (games !== undefined && !(Number.isInteger(games) && games > 0))
    throw new RangeError(`GAMES must be a number of games, not "${GAMES}".`);
  const lines: string[] = [];
  const figures: Record<string, { duels: Duel[]; alone: Solo[] }> = {};
  for (const module of MODULES.filter(({ rules }) => GAME === undefined || rules.id === GAME)) {
    const found = measured(module, games);
    lines.push(module.rules.id, ...tablesOf(found), '');
    figures[module.rules.id] = found;
  }
  if (lines.length === 0)
    throw new RangeError(`GAME must be one of ${MODULES.map(({ rules }) => rules.id).join(', ')}.`);
  return { lines: lines.slice(0, -1), figures: rounded(figures) };
}

function measured(module: AnyModule, games: number | undefined): { duels: Duel[]; alone: Solo[] } {
  const [fewest, most] = module.rules.seats;
  const names: Name[] = ['random', ...strengthsOf(module)];
  const tables = TABLES.filter((seats) => seats >= fewest && seats <= most);
  const pairs = names.flatMap((one, at) => names.slice(0, at).map((other) => [one, other] as const));
  const duels = tables.flatMap((seats) =>
    pairs.map((pair) => tell(duel(module, pair, seats, games ?? DUEL), ({ players }) => players.join(' : '))),
  );
  const alone =
    fewest > 1
      ? []
      : module
          .maps()
          .flatMap((map) =>
            names.map((name) => tell(solo(module, map, name, games ?? ALONE[name]), ({ player }) => player)),
          );
  return { duels, alone };
}

/** Says what was measured as soon as it is: all of it takes long. */
function tell<T extends Duel | Solo>(found: T, nameOf: (found: T) => string): T {
  process.stderr.write(`${nameOf(found)} ${JSON.stringify(rounded(found))}\n`);
  return found;
}

const playerOf = ({ players }: AnyModule, name: Name): AnyPlayer =>
  name === 'random' ? chance : players[name]!;

/**
 * The first one sits in each seat in turn, on the same deals, and the other in all the rest; each deal is on the next of the
 * game's maps. So many games at least, for each deal is played from all seats.
 */
function duel(module: AnyModule, players: readonly [Name, Name], seats: number, atLeast: number): Duel {
  const { rules } = module;
  const maps = module.maps();
  const deals = Math.ceil(atLeast / seats);
  const wins: number[] = [];
  const points: [number[], number[]] = [[], []];
  const trips: number[] = [];
  const clocks = [stopwatch(), stopwatch()] as const;
  for (let deal = 0; deal < deals; deal += 1)
    for (let seat = 0; seat < seats; seat += 1) {
      const names = Array.from({ length: seats }, (_, at) => players[at === seat ? 0 : 1]);
      const end = playGame(
        rules,
        {
          map: maps[deal % maps.length]!,
          players: names.map((name) => playerOf(module, name)),
          seed: `duel ${deal}`,
        },
        (at, choose) => clocks[at === seat ? 0 : 1].time(choose),
      );
      const scores = rules.score(end).map(({ score }) => score);
      wins.push(sharesOf(rules, end)[seat]!);
      points[0].push(scores[seat]!);
      points[1].push(mean(scores.filter((_, at) => at !== seat)));
      if (module === metromaniaModule)
        trips.push(
          tripsOf(end as Parameters<typeof tripsOf>[0]).filter((trip) => trip.minutes !== null).length,
        );
    }
  return {
    players,
    seats,
    games: wins.length,
    wins: meanOf(wins),
    first: { points: meanOf(points[0]), pace: clocks[0].pace() },
    others: { points: meanOf(points[1]), pace: clocks[1].pace() },
    ...(trips.length > 0 ? { trips: meanOf(trips) } : {}),
  };
}

function solo(module: AnyModule, map: AnyMap, player: Name, games: number): Solo {
  const { rules } = module;
  const clock = stopwatch();
  const points = Array.from({ length: games }, (_, game) => {
    const players = [playerOf(module, player)];
    const end = playGame(rules, { map, players, seed: `alone ${game}` }, (_seat, choose) =>
      clock.time(choose),
    );
    return rules.score(end)[0]!.score;
  });
  return { map: map.id, player, games, points: meanOf(points), pace: clock.pace() };
}

function stopwatch() {
  let [spent, count] = [0, 0];
  return {
    time<T>(work: () => T): T {
      const from = cpu();
      const made = work();
      spent += cpu() - from;
      count += 1;
      return made;
    },
    pace: (): number => spent / Math.max(1, count),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meanOf(values: readonly number[]): Mean {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { mean: middle, error: Math.sqrt(squares / Math.max(1, values.length - 1) / values.length) };
}

function tablesOf({ duels, alone }: { duels: readonly Duel[]; alone: readonly Solo[] }): string[] {
  const percent = ({ mean: share, error }: Mean): string =>
    `${(100 * share).toFixed(1)} % (${(100 * error).toFixed(1)})`;
  const amount = ({ mean: value, error }: Mean): string => `${value.toFixed(1)} (${error.toFixed(1)})`;
  const withTrips = duels.some(({ trips }) => trips !== undefined);
  const rows = duels.map(({ players, seats, games, wins, first, others, trips }) => [
    players.join(' : '),
    `${seats}`,
    `${games}`,
    percent(wins),
    `${amount(first.points)} : ${amount(others.points)}`,
    `${first.pace.toFixed(2)} : ${others.pace.toFixed(2)}`,
    ...(withTrips ? [trips === undefined ? '' : amount(trips)] : []),
  ]);
  const head = ['duel', 'seats', 'games', 'wins of the first (se)', 'mean points (se)', 'ms a choice'];
  const all = table([[...head, ...(withTrips ? ['trips of 7 (se)'] : [])], ...rows]);
  if (alone.length === 0) return all;
  const solos = alone.map(({ map, player, games, points, pace }) => [
    `${map}, ${player}`,
    `${games}`,
    amount(points),
    pace.toFixed(2),
  ]);
  return [...all, '', ...table([['alone', 'games', 'mean points (se)', 'ms a choice'], ...solos])];
}

/** The same with four places behind the point at most. */
function rounded<T>(figures: T): T {
  return JSON.parse(
    JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)),
  );
}
