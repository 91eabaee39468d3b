import { type Finding, finding } from '../lib/ledger.ts';
import type { Life, Line } from './keeper.ts';
import { type Bad, isRefused } from './traffic.ts';

/** The bot as a program: what it logged, what it asked of Discord, and how much memory it took. */

const ERROR = 50;

/** Nothing failed that no fault made fail. */
export function lineFindings(
  lines: readonly Line[],
  bad: readonly Pick<Bad, 'interaction' | 'asked'>[],
): Finding[] {
  const spoiled = new Set(bad.filter(({ asked }) => asked).map(({ interaction }) => interaction));
  return lines.flatMap((line) => {
    if (line.level < ERROR) return [];
    if (line.msg === 'answering failed' && spoiled.has(line.interaction)) return [];
    const why = line.err ? `: ${line.err.stack ?? line.err.message}` : '';
    return [finding('program', `${line.msg}${why} ${JSON.stringify({ ...line, err: undefined })}`)];
  });
}

/** Discord bars an address that is refused ten thousand times in ten minutes; half of it is too much, though months pass here. */
const MOST = 5_000;
const WINDOW = 600_000;
/** Of one channel, in an hour of the bot's clock. */
const MOST_A_PLACE = 60;

/** Nothing malformed, and nobody storms. */
export function trafficFindings(bad: readonly Bad[]): Finding[] {
  const found = bad.flatMap(({ asked, code, status, method, path, response, body }) => {
    if (asked || (code !== 50035 && code !== 50006 && code !== 50109 && status < 500)) return [];
    return [
      finding(
        'traffic',
        `${method} ${path} was answered with ${status}: ${JSON.stringify(response)} ${JSON.stringify(body)}`,
      ),
    ];
  });
  const refused = bad.filter(isRefused).sort((a, b) => a.at - b.at);
  let from = 0;
  let most = 0;
  for (const [i, { at }] of refused.entries()) {
    while (at - refused[from]!.at > WINDOW) from++;
    most = Math.max(most, i - from + 1);
  }
  if (most > MOST) found.push(finding('traffic', `${most} requests were refused within ten minutes.`));
  const places = new Map<string, number>();
  for (const { path, hour } of refused) {
    const place = /^\/channels\/(\d+)/.exec(path)?.[1];
    if (place) places.set(`${place} ${hour}`, (places.get(`${place} ${hour}`) ?? 0) + 1);
  }
  for (const [place, count] of places)
    if (count > MOST_A_PLACE)
      found.push(finding('traffic', `Channel ${place.split(' ')[0]} refused ${count} requests in an hour.`));
  return found;
}

/** A life that is shorter says nothing. */
const LONG = 100;
/** At first it only fills what it needs. */
const WARM = 20;
const STEP = 10;
const MOST_SHARE = 0.25;
const MOST_KB = 60 * 1024;

/** Growth of a life's memory, in kilobytes, from the middle third of it to the last; undefined when it was short. */
export function growthOf({
  samples,
}: Pick<Life, 'samples'>): { from: number; grown: number; perMinute: number } | undefined {
  const last = samples.at(-1)?.at ?? 0;
  if (last < LONG) return undefined;
  // The least of some seconds is what is left after a collection.
  const calm: number[] = [];
  for (let at = WARM; at + STEP <= last; at += STEP)
    calm.push(Math.min(...samples.filter((one) => one.at >= at && one.at < at + STEP).map(({ kb }) => kb)));
  const third = Math.floor(calm.length / 3);
  const middle = median(calm.slice(third, 2 * third));
  const end = median(calm.slice(-third));
  return { from: middle, grown: end - middle, perMinute: ((end - middle) / (third * STEP)) * 60 };
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

/** Memory stays flat. */
export function memoryFindings(lives: readonly Pick<Life, 'samples'>[]): Finding[] {
  return lives.flatMap((life) => {
    const growth = growthOf(life);
    if (!growth || (growth.grown < growth.from * MOST_SHARE && growth.grown < MOST_KB)) return [];
    const { from, grown } = growth;
    return [
      finding('memory', `A life grew by ${Math.round(grown / 1024)} MB from ${Math.round(from / 1024)} MB.`),
    ];
  });
}
