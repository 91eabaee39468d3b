import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeExpired } from '../../src/daily/runs.ts';
import { open } from '../../src/match/open.ts';
import { play } from '../../src/match/play.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { labels, words } from '../lib/message.ts';
import { rows } from '../lib/rows.ts';
import { PATIENCE } from '../patience.ts';
import { openBook, type Run } from './book.ts';
import { abroad, HOUR, MINUTE, mapOn, midnight, moveTo, playRun, resultOf, runIn, wasThere } from './days.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person, Place } from './person.ts';
import { startWorld, type World } from './world.ts';

/**
 * Many days of three people: they play, skip, leave a run and go on with it the next day or never, play over midnight;
 * on two servers and in direct messages; the bot is killed now and then. A book is kept beside the bot's, and every
 * number that a screen tells is counted from it by brute force. The days hold a year's end; a hundred of them a leap day,
 * too.
 */

vi.setConfig({ testTimeout: 600_000 });

const DAYS = amount(20, 100);
/** 2027-12-01, and a hundred days later 2028-03-10; or twenty days from 2027-12-21 on. */
const FIRST = DAYS > 90 ? 700 : 720;
/** Days on which everybody plays every round by pressing. */
const WHOLE = new Set([FIRST, FIRST + DAYS - 10]);
/** Days on which the bot dies while runs are under way. */
const KILLS = new Set([FIRST + 12, FIRST + 58, FIRST + DAYS - 10]);
/** 2028-01-01 and 2028-02-29. */
const NEW_YEAR = 731;
const LEAP = 790;

const HABITS = [
  'play',
  'play',
  'play',
  'play',
  'play',
  'skip',
  'skip',
  'leave',
  'abandon',
  'midnight',
] as const;
type Habit = (typeof HABITS)[number];

/** Somebody with a place for each day, and a plan. */
interface Dweller {
  readonly person: Person;
  readonly places: readonly Place[];
  readonly roll: (n: number) => number;
  /** The newest screen of a run that is open. */
  screen: Message | undefined;
}

let world: World;
let store: Store;
let dwellers: Dweller[];
const book = openBook();

beforeAll(async () => {
  world = await startWorld({ start: false, blank: true });
  moveTo(world, midnight(FIRST) + 9 * HOUR);
  await world.bot.start();
  store = openStore(`${world.folder}/metrox.db`);
  const club = world.place('metro');
  const tracks = await abroad(world, 'tracks');
  const people = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world.person(name)));
  dwellers = await Promise.all(
    people.map(async (person, i) => {
      const direct = await world.direct(person);
      const places = [
        [club, direct],
        [tracks, club, direct],
        [direct, direct, tracks],
      ][i]!;
      return { person, places, roll: dice(4711 + i * 17), screen: undefined };
    }),
  );
});

afterAll(async () => {
  await store?.close();
  await world?.close();
});

const runOf = ({ person }: Dweller, day: number): Run | undefined => book.runOf(person.id, day);
const streakOf = ({ person }: Dweller, today: number): number => book.streak(person.id, today);
const enter = ({ person }: Dweller, place: Place): Place => book.enter(person.id, place);

/** Where somebody is today. */
const placeOf = (who: Dweller): Place => enter(who, who.places[who.roll(who.places.length)]!);

/** Opens today's daily and checks what stands there before a run. */
async function ask(who: Dweller, place: Place, day: number): Promise<Message> {
  const screen = await who.person.command(place, 'metrox solo');
  const said = words(screen);
  expect(said).toContain(`## 📅 Daily #${day} · ${mapOn(day)}`);
  const streak = streakOf(who, day);
  const pending = runOf(who, day - 1)?.state === 'open';
  expect(labels(screen).includes(`Go on with #${day - 1}`)).toBe(pending);
  if (streak > 0) {
    const ahead = pending
      ? `; with yesterday's run ${streak + 1}, with both ${streak + 2}`
      : `: this makes ${streak + 1}`;
    expect(said).toMatch(new RegExp(`🔥 ${streak} days? .*${ahead}\\.`));
  } else if (pending) {
    expect(said).toContain("🔥 0 days so far; with yesterday's run 1, with both 2.");
  } else {
    expect(said).not.toContain('🔥');
    const last = book.last(who.person.id, day);
    if (last > 0) expect(said).toContain(`Your days in a row ended on #${last}.`);
  }
  return screen;
}

async function begin(who: Dweller, day: number): Promise<Run> {
  const place = placeOf(who);
  const start = await ask(who, place, day);
  who.screen = (await who.person.press(start, /^(Begin|Play #\d+)$/))!;
  expect(words(who.screen)).toContain(`-# Daily #${day} · round 1`);
  const run: Run = {
    player: who.person.id,
    day,
    match: runIn(who.screen),
    state: 'open',
    score: null,
  };
  book.runs.push(run);
  return run;
}

/** Plays without pressing, as another process would: through the same door, on the same database. */
async function playSilently(who: Dweller, run: Run, turns = 100): Promise<void> {
  const { game, state: now } = (await open(store, run.match))!;
  const codes: string[] = [];
  let state = now;
  for (let n = 0; n < turns && !game.over(state); n++) {
    const legal = game.actions(state, 0);
    const action = legal[who.roll(legal.length)];
    codes.push(game.code(action!));
    state = game.apply(state, 0, action!);
  }
  const at = midnight(run.day) + 12 * HOUR;
  const done = await play(store, { match: run.match, user: run.player, turn: game.turn(now), codes, at });
  expect(done.ok).toBe(true);
}

/** Notes a run's end in the book: what its position is worth, however it was reached. */
async function note(run: Run, state: 'finished' | 'unfinished'): Promise<void> {
  const match = (await open(store, run.match))!;
  expect(match.game.over(match.state)).toBe(state === 'finished');
  run.state = state;
  const { score, parts } = match.game.score(match.state)[0]!;
  run.score = score;
  book.tie(run, -parts.empty!);
}

/** Everything that a result tells, against the book. */
function check(who: Dweller, run: Run, screen: Message, guild: string | null, today: number): void {
  const told = resultOf(screen);
  const best = book.best(run);
  expect({ ...told, note: '' }).toEqual({
    note: '',
    score: run.score,
    finished: true,
    day: run.day,
    map: mapOn(run.day),
    world: book.rank(run),
    here: book.isMember(run.player, guild) ? book.rank(run, guild) : null,
    best: Math.max(best, run.score!),
    isNew: run.score! > best,
    streak: streakOf(who, today),
  });
}

/** Plays every round of a run by pressing, from a new screen. */
async function pressThrough(who: Dweller, run: Run, today: number): Promise<void> {
  const screen = await reopen(who, run, today, enter(who, who.places[0]!));
  const end = resultOf(await playRun(who.person, screen, run.match));
  await note(run, 'finished');
  expect([end.day, end.score, end.finished]).toEqual([run.day, run.score, true]);
}

/** Plays a run to its end out of sight, unless that is done; then looks at the result. */
async function finish(who: Dweller, run: Run, today: number): Promise<void> {
  if (run.state === 'open') {
    await playSilently(who, run);
    await note(run, 'finished');
  }
  if (run.day === today) {
    const place = placeOf(who);
    const end = await who.person.command(place, 'metrox solo');
    expect(resultOf(end).note).toBe('You have played today.');
    expect(labels(end)).toContain('Share');
    check(who, run, end, place.guild, today);
  } else {
    // The screen of the run is still there: whatever is pressed shows how it went.
    const end = await pressAny(who.person, who.screen!);
    check(who, run, end, guildOf(who.screen!), today);
  }
  who.screen = undefined;
}

const guildOf = (message: Message): string | null =>
  dwellers.flatMap(({ places }) => places).find(({ channel }) => channel === message.channel_id)!.guild;

/** Presses any key that can be pressed. */
async function pressAny(person: Person, screen: Message): Promise<Message> {
  const label = labels(screen).find((one) => /×/.test(one));
  return label === undefined
    ? (await person.choose(screen, /./))!
    : (await person.press(screen, new RegExp(`^${label}$`)))!;
}

/** Brings an open run back on a new screen. */
async function reopen(who: Dweller, run: Run, today: number, place: Place): Promise<Message> {
  if (run.day === today) {
    const back = await who.person.command(place, 'metrox solo');
    expect(words(back)).toContain('Welcome back, round ');
    expect(runIn(back)).toBe(run.match);
    return back;
  }
  const start = await ask(who, place, today);
  const on = (await who.person.press(start, `Go on with #${run.day}`))!;
  expect(words(on)).toContain(`-# Daily #${run.day} · round `);
  return on;
}

const pendingOf = (who: Dweller, day: number): Run | undefined => {
  const run = runOf(who, day - 1);
  return run?.state === 'open' ? run : undefined;
};

test(`every streak, rank and best that is shown in ${DAYS} days`, async () => {
  const plans = new Map<Dweller, Habit>();
  for (let day = FIRST; day < FIRST + DAYS; day++) {
    // Runs of the day before yesterday cannot be gone on with any more; another process may be the one to close them.
    const old = book.runs.filter((one) => one.state === 'open' && one.day < day - 1);
    await closeExpired(store, midnight(day));
    for (const run of old) await note(run, 'unfinished');
    const after = day === NEW_YEAR || day === LEAP || day === LEAP + 1;
    if (after) {
      moveTo(world, midnight(day) - MINUTE);
      await lookAtDay(day - 1);
    }
    moveTo(world, midnight(day) + 1000);
    if (after) await lookAtDay(day);
    // Over midnight: on the screen that was opened a few minutes ago.
    for (const who of dwellers) {
      const run = pendingOf(who, day);
      if (run && plans.get(who) === 'midnight') await finish(who, run, day);
    }
    moveTo(world, midnight(day) + 10 * HOUR);
    for (const who of dwellers) {
      const run = pendingOf(who, day);
      if (!run || plans.get(who) !== 'leave') continue;
      who.screen = await reopen(who, run, day, placeOf(who));
      await finish(who, run, day);
    }
    for (const [i, who] of dwellers.entries()) {
      const [last] = day === FIRST + DAYS - 1 ? (['abandon', 'play', 'midnight'] as const).slice(i) : [];
      plans.set(who, WHOLE.has(day) ? 'play' : (last ?? HABITS[who.roll(HABITS.length)]!));
    }
    const doing = (...habits: Habit[]) => dwellers.filter((who) => habits.includes(plans.get(who)!));
    const players = doing('play', 'leave', 'abandon');
    await Promise.all(players.map((who) => begin(who, day)));
    if (KILLS.has(day)) {
      // The days that have passed are none on which the bot was away.
      await wasThere(world, midnight(day));
      await world.bot.stop('SIGKILL');
      await world.bot.start();
    }
    for (const who of doing('leave', 'abandon')) await playSilently(who, runOf(who, day)!, 3 + who.roll(15));
    if (WHOLE.has(day)) await Promise.all(dwellers.map((who) => pressThrough(who, runOf(who, day)!, day)));
    for (const who of doing('play')) await finish(who, runOf(who, day)!, day);
    moveTo(world, midnight(day + 1) - 5 * MINUTE);
    for (const who of doing('midnight')) await begin(who, day);
  }
});

/** Which day it is for everybody, told by an earlier daily that is offered or refused. */
async function lookAtDay(day: number): Promise<void> {
  const [who] = dwellers as [Dweller];
  const screen = await who.person.command(enter(who, who.places[0]!), 'metrox solo', { day });
  expect(words(screen)).toBe(`Only dailies that have ended can be practised: 1 to ${day - 1}.`);
}

test('the table of streaks equals the book, too', async () => {
  const today = FIRST + DAYS;
  moveTo(world, midnight(today) + HOUR);
  const [who] = dwellers as [Dweller];
  const streaks = dwellers
    .map((one) => ({ name: one.person.name, streak: streakOf(one, today) }))
    .filter(({ streak }) => streak > 0);
  expect(streaks.length).toBeGreaterThan(0);
  await vi.waitFor(async () => {
    const wish = { scope: 'world', by: 'streak' };
    const said = words(await who.person.command(enter(who, who.places[0]!), 'metrox leaderboard', wish));
    for (const { name, streak } of streaks) expect(said).toContain(`${name} · **${streak}**`);
    expect(said.match(/ · \*\*/g)).toHaveLength(streaks.length);
  }, PATIENCE);
});

test('what was left is closed by itself, and the day’s rows are those of the book', async () => {
  moveTo(world, midnight(FIRST + DAYS + 1) + MINUTE);
  const left = book.runs.filter((one) => one.state === 'open');
  expect(left.length).toBeGreaterThan(0);
  for (const run of left) {
    await vi.waitFor(async () => expect((await open(store, run.match))!.row.status).toBe('over'), PATIENCE);
    await note(run, 'unfinished');
  }
  const kept = [...book.runs].sort((a, b) => a.match - b.match);
  const read = (text: string) => rows(store, text);
  expect(await read('SELECT player, day, match, state, score FROM daily ORDER BY match')).toEqual(kept);
  expect(await read("SELECT match, player, score FROM results WHERE kind = 'daily' ORDER BY match")).toEqual(
    kept.map(({ match, player, score }) => ({ match, player, score })),
  );
  expect(await read('SELECT id FROM matches ORDER BY id')).toEqual(kept.map(({ match }) => ({ id: match })));
  // A day of each kind was there.
  const count = (state: Run['state']) => kept.filter((run) => run.state === state).length;
  expect(count('finished')).toBeGreaterThan(DAYS * 1.5);
  expect(count('unfinished')).toBeGreaterThan(DAYS / 10);
});

test('nothing the bot sent was out of shape or refused, and nothing failed', async () => {
  expect((await faultsOf(world)).faults).toEqual([]);
  expect(world.bot.output()).not.toMatch(
    /answering failed|an interaction failed|closing and counting failed/,
  );
});
