import type { Figures } from './crowd.ts';
import { type Measured, median, type Part, quantile, table } from './measure.ts';
import { startWorld, type World } from './world.ts';

/**
 * Whole clicks: an event of the gateway comes in, discord.js hands it on, and the answer goes out over HTTP, with all that a
 * press does besides. Counted is the CPU time of the bot's process alone.
 */

const GAMES = ['metrox', 'metro', 'metromania'] as const;
type Game = (typeof GAMES)[number];

const TABLES = 12;
const ROUNDS = 3;
/** Presses of a round, and the time (ms) after which it ends all the same. */
const CLICKS = 150;
const MOST = 6_000;
/** Presses of a game before those that are counted, blank and drawn, and the time (ms) that they may take. */
const WARM = 1_000;
const WARMING = 15_000;
/** Presses under way at any time. */
const SIDE = 4;
/** Presses a second, for so many ms, at so many tables, to see how long people wait. */
const RATE = 30;
const LASTS = 6_000;
const RATED_TABLES = 60;

interface Round {
  readonly perCpuSecond: number;
  readonly figures: Figures;
}

async function pressed(world: World, clicks: number, most: number): Promise<Round> {
  const before = await world.spent();
  const figures = await world.crowd({ do: 'press', at: SIDE, clicks, most });
  const { cpu } = await world.spent();
  return { perCpuSecond: (figures.answered.length * 1000) / (cpu - before.cpu), figures };
}

const calls = ({ figures: { requests, answered } }: Round): number =>
  Object.values(requests).reduce((sum, n) => sum + n, 0) / answered.length;

async function run(): Promise<Measured> {
  const world = await startWorld();
  try {
    const drawn = new Map<Game, Round[]>(GAMES.map((game) => [game, []]));
    const blank = new Map<Game, Round[]>(GAMES.map((game) => [game, []]));
    const rated = new Map<Game, Figures>();
    for (let round = 0; round < ROUNDS; round++)
      for (const game of GAMES) {
        await world.blank(round === 0);
        await world.crowd({ do: 'tables', game, count: TABLES });
        // Lobbies fill, and what is compiled when it is used often is: a bot runs for days.
        await pressed(world, round === 0 ? WARM : CLICKS / 3, WARMING);
        if (round === 0) {
          await world.blank(false);
          await pressed(world, WARM, WARMING);
        }
        await world.blank(true);
        blank.get(game)!.push(await pressed(world, CLICKS, MOST));
        await world.blank(false);
        drawn.get(game)!.push(await pressed(world, CLICKS, MOST));
      }
    for (const game of GAMES) {
      await world.blank(true);
      await world.crowd({ do: 'tables', game, count: RATED_TABLES });
      await pressed(world, 3 * RATED_TABLES, MOST);
      await world.blank(false);
      rated.set(game, await world.crowd({ do: 'rush', rate: RATE, most: LASTS }));
    }
    const rows = GAMES.map((game) => {
      const late = rated.get(game)!;
      const perCpu = median(drawn.get(game)!.map(({ perCpuSecond }) => perCpuSecond));
      const bare = median(blank.get(game)!.map(({ perCpuSecond }) => perCpuSecond));
      const wait = (values: readonly number[], share: number) => Math.round(quantile(values, share));
      return {
        game,
        perCpu,
        bare,
        requests: median(drawn.get(game)!.map(calls)),
        ack: [wait(late.acknowledged, 0.5), wait(late.acknowledged, 0.99)],
        answer: [wait(late.answered, 0.5), wait(late.answered, 0.99)],
        missed: late.missed,
      };
    });
    return {
      lines: [
        ...table([
          [
            '',
            'clicks/CPU s',
            'blank pictures',
            'requests/click',
            `ack p50/p99 ms`,
            'answer p50/p99 ms',
            'missed',
          ],
          ...rows.map(({ game, perCpu, bare, requests, ack, answer, missed }) => [
            game,
            perCpu.toFixed(0),
            bare.toFixed(0),
            requests.toFixed(2),
            ack.join('/'),
            answer.join('/'),
            String(missed),
          ]),
        ]),
        `CPU of the bot's process alone, ${SIDE} presses under way at ${TABLES} tables; waits at ${RATE} presses a second at ${RATED_TABLES} tables.`,
      ],
      figures: Object.fromEntries(
        rows.map(({ game, perCpu, bare, requests, ack, answer, missed }) => [
          game,
          {
            per_cpu_s: round(perCpu),
            blank_per_cpu_s: round(bare),
            requests: round(requests),
            ack_p50_ms: ack[0],
            ack_p99_ms: ack[1],
            p50_ms: answer[0],
            p99_ms: answer[1],
            missed,
          },
        ]),
      ),
    };
  } finally {
    await world.end();
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const part: Part = { name: 'clicks', run };
