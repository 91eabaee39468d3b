import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './crowd.ts';
import { type Measured, type Part, quantile, table } from './measure.ts';
import { startWorld, type World } from './world.ts';

/**
 * More than it can do: first how many presses a second are answered in this run, then twice as many come, then as many as
 * before. Every press has to be acknowledged in Discord's three seconds, none answered twice, and all be as before soon after.
 */

const GAME = 'metrox';
const TABLES = 80;
/** Presses under way at any time, where it is measured how many can be answered. */
const SIDE = 40;
const MEASURED = 8_000;
/** For so long (ms) too much comes. */
const LASTS = 12_000;
/** Until all is to be as before, in ms. */
const RECOVERS = 10_000;
const AFTER = 6_000;
/** Of what can be answered so much comes before and afterwards. */
const USUAL = 0.3;

const rate = ({ answered, seconds }: Figures): number => answered.length / seconds;
const p99 = (values: readonly number[]): number => Math.round(quantile(values, 0.99));

async function opened(world: World): Promise<void> {
  await world.crowd({ do: 'tables', game: GAME, count: TABLES });
  await world.crowd({ do: 'press', at: SIDE, clicks: 5 * TABLES, most: 20_000 });
}

async function run(): Promise<Measured> {
  const world = await startWorld();
  try {
    await opened(world);
    const able = rate(await world.crowd({ do: 'press', at: SIDE, clicks: 4000, most: MEASURED }));
    await sleep(2_000);
    const usual = Math.max(1, able * USUAL);
    const before = await world.crowd({ do: 'rush', rate: usual, most: AFTER });
    const idle = await world.spent();
    const much = await world.crowd({ do: 'rush', rate: 2 * able, most: LASTS });
    const spent = await world.spent();
    await sleep(RECOVERS);
    const after = await world.crowd({ do: 'rush', rate: usual, most: AFTER });
    const later = await world.spent();
    const told = (name: string, asked: number, figures: Figures): string[] => [
      name,
      asked.toFixed(0),
      (figures.begun / figures.seconds).toFixed(0),
      rate(figures).toFixed(0),
      String(figures.busy),
      String(figures.missed),
      String(figures.twice),
      String(p99(figures.acknowledged)),
      String(p99(figures.answered)),
    ];
    return {
      lines: [
        ...table([
          [
            '',
            'asked/s',
            'pressed/s',
            'answered/s',
            'told busy',
            'missed',
            'twice',
            'ack p99',
            'answer p99 ms',
          ],
          told('usual', usual, before),
          told('too much', 2 * able, much),
          told('afterwards', usual, after),
        ]),
        `${TABLES} tables. Memory: ${idle.rss.toFixed(0)} MB before, ${spent.peak.toFixed(0)} at most, ${later.rss.toFixed(0)} afterwards.`,
      ],
      figures: {
        able_per_s: Math.round(able),
        missed: much.missed,
        twice: much.twice,
        busy: much.busy,
        ack_p99_ms: p99(much.acknowledged),
        peak_mb: Math.round(spent.peak),
        later_mb: Math.round(later.rss),
        before_p99_ms: p99(before.answered),
        after_p99_ms: p99(after.answered),
        after_missed: after.missed,
      },
    };
  } finally {
    await world.end();
  }
}

export const part: Part = { name: 'overload', run };
