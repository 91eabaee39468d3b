import { main } from '../src/main.ts';
import { threadsFrom } from '../src/threads.ts';
import { printer } from '../src/views/picture.ts';
import { THREAD } from './measure.ts';

/** The bot as it is started, in a process that tells what it has spent, and leaves its pictures blank where it is told to. */

/** What a bench asks of the bot. */
export type Question = { readonly ask: 'spent' } | { readonly ask: 'pictures'; readonly blank: boolean };

export interface Spent {
  /** CPU time of all threads so far, and time in garbage collection as far as known, in ms. */
  readonly cpu: number;
  /** Memory that is resident now, and the most there ever was, in MB. */
  readonly rss: number;
  readonly peak: number;
}

/** One pixel. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const drawn = printer.print;

function spent(): Spent {
  const { user, system } = process.cpuUsage();
  return {
    cpu: (user + system) / 1000,
    rss: process.memoryUsage.rss() / 1e6,
    peak: process.resourceUsage().maxRSS / 1e3,
  };
}

process.on('message', ({ id, question }: { id: number; question: Question }) => {
  if (question.ask === 'pictures') printer.print = question.blank ? async () => BLANK : drawn;
  process.send?.({ id, answer: spent() });
});
process.on('disconnect', () => process.exit());

threadsFrom(THREAD);
await main();
