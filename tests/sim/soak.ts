import { recordOf } from '../../src/match/export.ts';
import type { Match } from '../../src/match/match.ts';
import { play } from '../../src/match/record.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore } from '../../src/store/open.ts';
import { behind } from '../../src/store/tables.ts';
import { chance, pick, type Roll } from '../lib/chance.ts';
import { emptyBook, type Finding, finding } from '../lib/ledger.ts';
import { parts } from '../lib/message.ts';
import { audit } from './audit.ts';
import { type Discord, openDiscord } from './discord.ts';
import { evening } from './evening.ts';
import { growthOf, lineFindings, memoryFindings, trafficFindings } from './program.ts';
import { isLater } from './talk.ts';
import { noCounts, type Town } from './town.ts';
import { type Rest, restOf } from './traffic.ts';
import { createWeather, type Weather } from './weather.ts';

/** A soak: many games, much that goes wrong, much time; then everything is held against everything else. */

export interface Soak {
  /** The packed bot. */
  readonly program: string;
  readonly seconds: number;
  /** What has to have happened before it ends, however slow the machine; five times as long it may take. */
  readonly least?: Least;
  readonly games: number;
  /** How many of the games are drawn. */
  readonly sample: number;
  readonly seed: string;
  tell(line: string): void;
}

export interface Least {
  readonly begun: number;
  readonly choices: number;
  /** Kills and restarts. */
  readonly ends: number;
  readonly jumps: number;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly figures: Readonly<Record<string, number>>;
}

/** Tables that are played at once; fewer in a short run, so that they come further. */
const AT_ONCE = 144;
const FEW_AT_ONCE = 16;
/** How long people wait, in ms of the machine's clock. */
const PATIENCE = { soon: 400, idle: 2_000, look: 20_000, most: 75_000 };
const DAY = 86_400_000;
const SLEEP = 31 * DAY;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function soak(options: Soak): Promise<Outcome> {
  const { seconds, games, sample, seed, tell, least } = options;
  const begun = Date.now();
  const passed = (): number => (Date.now() - begun) / 1000;
  const world = await openDiscord(chance(`${seed}/world`), options.program, PATIENCE);
  const rest = restOf(world);
  const counts = noCounts();
  const book = emptyBook();
  const long = seconds > 120;
  const weather = createWeather(world, chance(`${seed}/weather`), {
    fault: 900,
    kill: long ? 1_500 : 2_000,
    jump: long ? 1_200 : 2_500,
  });
  let closing = false;
  let closed = false;
  const town: Town = {
    ...{ world, seed, book, counts, came: new Set(), stuck: [], acts: [] },
    wishes: weather.wishes,
    closing: () => closing,
    closed: () => closed,
  };
  const enough = (): boolean => {
    const { kills, restarts, jumps } = weather.counts;
    return (
      !least ||
      (counts.begun >= least.begun &&
        book.presses.length >= least.choices &&
        kills + restarts >= least.ends &&
        jumps >= least.jumps)
    );
  };
  const progress = setInterval(() => tell(progressOf(begun, world, town, weather, rest)), 10_000);
  try {
    let next = 0;
    const chapter = async (tables: number, most: number, until: number): Promise<void> => {
      closing = closed = false;
      const play = async (): Promise<void> => {
        while (!closing && counts.opened < most)
          await evening(town, next++).catch((error) => rest.trouble(error));
      };
      const all = Promise.all(Array.from({ length: tables }, play));
      const time = (until - passed()) * 1000;
      const timeIsUp = async (): Promise<void> => {
        await pause(time * 0.94);
        while (!enough() && passed() < 5 * seconds) await pause(500);
        closing = true;
        await pause(time * 0.06);
      };
      await Promise.race([all, timeIsUp()]);
      closing = closed = true;
      // A press is answered, or given up, within this: what nobody noted would look as if it came from nowhere.
      await Promise.race([all, pause(10_000)]);
    };
    const end = async (): Promise<void> => {
      const { code, took } = await world.keeper.end();
      if (code !== 0 || took > 10_000) weather.ends.push(`SIGTERM ended with ${code} after ${took} ms.`);
    };
    const drawing = sample > 0 ? seconds * 0.06 : 0;
    const playing = seconds - Math.max(7, seconds * 0.06);
    await world.keeper.start(drawing > 0 ? 'drawn' : 'blank');
    await settle(town, chance(`${seed}/settings`));
    weather.begin();
    if (drawing > 0) {
      weather.calm();
      tell(`${sample} games with pictures`);
      await chapter(sample, sample, drawing);
      await weather.clear();
      await end();
      await world.keeper.start('blank');
      weather.begin();
    }
    // Kills at first and at the end, and one long life between them, in which memory is watched.
    const at = (share: number, work: () => unknown) =>
      setTimeout(() => void work(), (drawing + (playing - drawing) * share - passed()) * 1000).unref();
    if (long) {
      at(0.3, weather.calm);
      at(0.8, weather.mortal);
      for (const share of [0.84, 0.89]) at(share, () => weather.jump(SLEEP));
    }
    await chapter(long ? AT_ONCE : FEW_AT_ONCE, games, playing);
    await weather.clear();
    tell(progressOf(begun, world, town, weather, rest));
    await calmDown(world, weather);
    rest.take();
    const now = world.time();
    await end();
    tell(`presses: ${JSON.stringify(world.client.acts)}`);
    for (const line of town.stuck) tell(`given up: ${line}`);
    const store = openStore(world.database);
    const refused = new Set(rest.bad.map(({ path }) => /^\/channels\/\d+\/messages\/(\d+)/.exec(path)?.[1]));
    const { found, matches } = await audit({
      ...{ store, book, chat: world.chat, now, settled: false, exists: world.exists },
      refused: (message) => refused.has(message),
      vanished: (message) => weather.vanished.has(message),
      forgotten: isLater,
    });
    await store.close();
    const findings = [
      ...found,
      ...(await recordFindings(world, matches)),
      ...lineFindings(world.keeper.lines, rest.bad),
      ...trafficFindings(rest.bad),
      ...memoryFindings(world.keeper.lives),
      ...rest.errors.map((words) => finding('players', words)),
      ...weather.ends.map((words) => finding('program', words)),
    ];
    const { kills, restarts, jumps, faults, forward } = weather.counts;
    const longest = [...world.keeper.lives].sort((a, b) => b.samples.length - a.samples.length)[0];
    const memory = longest && growthOf(longest);
    const figures = {
      games: counts.opened,
      begun: counts.begun,
      'of these in turns': counts.turns,
      'seen to their end': counts.ended,
      'given up': town.stuck.length,
      presses: world.client.pressed,
      choices: book.presses.length,
      requests: rest.requests,
      refused: rest.refused(),
      kills,
      restarts,
      jumps,
      days: Math.round(forward / DAY),
      faults,
      'memory of the longest life, MB': Math.round((memory?.from ?? 0) / 1024),
      'its growth, MB a minute': Math.round(((memory?.perMinute ?? 0) / 1024) * 10) / 10,
      'seconds of the bot': Math.round(world.keeper.cpu()),
      seconds: Math.round((Date.now() - begun) / 1000),
    };
    return { findings, figures };
  } finally {
    clearInterval(progress);
    rest.stop();
    closing = closed = true;
    await world.close();
  }
}

/** All is well again: whatever waits for a time is served, and every table is brought up to date. */
async function calmDown(world: Discord, weather: Weather): Promise<void> {
  const store = openStore(world.database);
  try {
    const due = connectionOf(store)
      .prepare('SELECT count(*) FROM jobs WHERE done_at IS NULL AND due <= ?')
      .pluck();
    const held = connectionOf(store)
      .prepare('SELECT count(*) FROM jobs WHERE done_at IS NULL AND holder IS NOT NULL')
      .pluck();
    // Hours that pass while something is on its way would make it come twice.
    const still = async (most: number, waits: () => boolean | Promise<boolean>): Promise<void> => {
      for (let left = most; left > 0 && (await waits()); left -= 200) await pause(200);
    };
    for (const minutes of [6, 61, 61]) {
      await still(20_000, () => held.get() !== 0);
      await weather.jump(minutes * 60_000);
      await pause(2_500);
    }
    await still(
      90_000,
      async () => (await behind(store, world.time())).length > 0 || due.get(world.time()) !== 0,
    );
  } finally {
    await store.close();
  }
}

/** Some people want other reminders than others. */
async function settle({ world }: Town, roll: Roll): Promise<void> {
  for (const [i, place] of world.places().entries()) {
    const who = world.people(place.guild)[i];
    const { message } = who ? await world.client.command(who, place, 'settings') : {};
    const wanted = pick(['digest', 'none', 'last'], roll);
    const menu = parts(message ?? {}).find((part) => part.options?.some(({ value }) => value === wanted));
    if (who && message && menu) await world.client.press(who, message, menu, [wanted]);
  }
}

/** Records that are looked at. */
const RECORDS = 20;

/** The record that hangs on a result is the log, and comes to the same places. */
async function recordFindings(world: Discord, matches: readonly Match[]): Promise<Finding[]> {
  const found: Finding[] = [];
  let looked = 0;
  for (const match of matches) {
    if (match.row.status !== 'over' || match.voided || looked === RECORDS) continue;
    const table = world.chat.table(match.id);
    const record = table?.asks === 'rematch' ? await world.record(table.message.id) : undefined;
    if (!record) continue;
    looked++;
    const { row, seats, log, game, state } = match;
    const own = recordOf({ ...row, seats: seats.map(({ name }) => name), chance: { seed: row.seed }, log });
    const outcome = play(record) as { over?: boolean; seats?: { score: number; rank: number }[] };
    const told = outcome.seats?.map(({ score, rank }) => `${score} ${rank}`).join();
    const here = game.score(state).map(({ score, rank }) => `${score} ${rank}`);
    if (JSON.stringify(record) !== JSON.stringify(own) || !outcome.over || told !== here.join())
      found.push(finding('log', `The record of match ${match.id} is another, or ends otherwise.`));
  }
  return found;
}

function progressOf(
  begun: number,
  world: Discord,
  { counts, book, stuck }: Town,
  weather: Weather,
  rest: Rest,
): string {
  rest.take();
  const seconds = Math.round((Date.now() - begun) / 1000);
  const { kills, restarts, jumps, faults, forward } = weather.counts;
  const memory = world.keeper.lives.at(-1)?.samples.at(-1)?.kb ?? 0;
  return [
    `${seconds} s: ${counts.opened} games (${counts.ended} to their end, ${stuck.length} given up)`,
    `${world.client.pressed} presses, ${book.presses.length} choices, ${rest.requests} requests, ${rest.refused()} refused`,
    `${kills} kills, ${restarts} restarts, ${faults} faults, ${jumps} jumps (${Math.round(forward / DAY)} days)`,
    Object.entries(world.client.answers)
      .map(([state, { count, took }]) => `${count} ${state} (${Math.round(took / Math.max(1, count))} ms)`)
      .join(', '),
    `${Math.round(memory / 1024)} MB, ${Math.round(world.keeper.cpu())} s of the bot, ${Math.round(process.cpuUsage().user / 1e6)} s of ours`,
  ].join(' · ');
}
