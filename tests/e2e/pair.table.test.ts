import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { phaseKey } from '../../src/match/match.ts';
import { dice } from '../lib/chance.ts';
import { PATIENCE } from '../patience.ts';
import { MINUTE, moveTo } from './days.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type Message, menuOf, type Person } from './person.ts';
import { matchOf } from './private.ts';
import { type Game, openGame, roundOf, takeTurn } from './table.ts';
import { type Bot, createBot, startWorld, type World } from './world.ts';

/**
 * Two processes of the bot at one table, on one database and with one token: both get every press and both see when
 * time is up, and all of it happens once. One of them is killed in the middle; the other goes on.
 */

const LIMIT = 60 * MINUTE;
const ROUNDS = 9;
/** Rounds in which somebody lets their time pass, and one in which a process dies. */
const LATE = [2, 4, 7];
const KILL = 5;

let world: World;
let ledger: Ledger;
let second: Bot;
let people: Person[];
let ben: Person;
let game: Game;
let id: number;
/** The seat that was late, by round. */
const idle = new Map<number, number>();
/** Requests that had been made when one process died. */
let killedAt = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  world = await startWorld({ blank: true });
  ledger = openLedger(world);
  second = createBot(
    {
      DISCORD_TOKEN: 'playground',
      DISCORD_API: `${world.url}/api`,
      DATABASE_FILE: `${world.folder}/metrox.db`,
      CLOCK_FILE: world.clockFile,
      LOG_LEVEL: 'info',
    },
    true,
  );
  await second.start();
  expect(await world.control('GET', '/gateway')).toEqual({ bots: 2 });
  people = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world.person(name)));
  ben = people[1]!;
  game = await openGame(people, world.place('metro'), { map: 'tokyo', flip: 'auto', deadline: LIMIT / 1000 });
  id = matchOf(game.lobby);
});

afterAll(async () => {
  await second?.stop('SIGKILL');
  await ledger?.close();
  await world?.close();
});

const match = () => ledger.match(id);
const turn = async (): Promise<number> => (await match()).row.turn;
const closed = (round: number) =>
  vi.waitFor(async () => expect(await turn()).toBe(round + 1), { timeout: PATIENCE, interval: 100 });

/** Chooses the same line three times at once. */
async function insist(seat: number, table: Message, roll: (n: number) => number): Promise<void> {
  const person = people[seat]!;
  const { options } = menuOf(await person.wait((m) => m.id === table.id, 'the table'))!;
  const { value } = options![roll(options!.length)]!;
  const press = () => person.choose(table, value, /Play a line/);
  await Promise.allSettled([press(), press(), press()]);
}

/** Whether a seat has still to choose in a round. */
const isOpen = async (seat: number, round: number): Promise<boolean> => {
  const { row } = await match();
  return row.turn === round && row.toAct.includes(seat);
};

/** Messages that came to the table, by what they say; also those that are gone again. */
const came = (fits: (content: string) => boolean): Message[] =>
  ben.events
    .filter(({ t }) => t === 'MESSAGE_CREATE')
    .map(({ d }) => d as unknown as Message)
    .filter(({ channel_id, content }) => channel_id === game.place.channel && fits(content));

test('rounds with presses at once, time that runs out, and the end of one process', async () => {
  const roll = dice(2026);
  for (let round = 1; round <= ROUNDS; round++) {
    const table = await roundOf(ben, game.place, round);
    const begun = (await match()).row.deadline! - LIMIT;
    const late = LATE.includes(round) ? roll(3) : -1;
    const acting = [0, 1, 2].filter((seat) => seat !== late);
    const presses = acting.map((seat) => insist(seat, table, roll));
    if (round === KILL) {
      await new Promise((done) => setTimeout(done, 60));
      killedAt = (await world.requests()).length;
      await world.bot.stop('SIGKILL');
    }
    await Promise.all(presses);
    // A line of which a station is still to be picked, or a press that the dead one had taken and not done.
    for (const seat of acting) while (await isOpen(seat, round)) await takeTurn(people[seat]!, table, roll);
    if (late >= 0) {
      idle.set(round, late);
      moveTo(world, begun + LIMIT / 2 + 1000);
      await ben.wait((m) => m.content.includes(`⏳ **Round ${round} ·`), `the reminder of round ${round}`);
      moveTo(world, begun + LIMIT + 1000);
    }
    await closed(round);
  }
  await roundOf(ben, game.place, ROUNDS + 1);
  // Whatever else one of them might do by mistake has time to happen.
  await new Promise((done) => setTimeout(done, 2_000));
});

test('each seat has one choice a round, and each time that was up was served once', async () => {
  const { phases, log } = await match();
  const rounds = phases.filter(({ kind }) => kind === 'round');
  expect(rounds.map(phaseKey)).toEqual(Array.from({ length: ROUNDS + 1 }, (_, i) => `${i + 1}.round`));
  for (const [i, { from, turn: round }] of rounds.entries()) {
    const rows = log.slice(from, rounds[i + 1]?.from);
    const choices = rows.filter(({ seat }) => seat >= 0).map(({ seat }) => seat);
    // Whoever was not heard in time presses again, and may choose otherwise; nobody has the same choice twice in a row.
    expect([...new Set(choices)].sort(), `round ${round}`).toEqual(round <= ROUNDS ? [0, 1, 2] : []);
    for (const one of [0, 1, 2]) {
      const codes = rows.filter(({ seat }) => seat === one).map(({ code }) => code);
      expect(codes, `round ${round}, seat ${one}`).toEqual(
        codes.filter((code, at) => code !== codes[at - 1]),
      );
    }
    const late = rows.map(({ code }) => code).filter((code) => code.startsWith('/'));
    expect(late, `round ${round}`).toEqual(idle.has(round) ? [`/late.${idle.get(round)}`] : []);
    const clock = rows.filter(({ seat, by }) => seat >= 0 && by === 'clock').map(({ seat }) => seat);
    // A round may fill what leaves a seat nothing but an empty choice.
    if (idle.has(round)) expect(clock).toContain(idle.get(round));
  }
});

test('one message a phase, one reminder a round that was left open', async () => {
  const told = came((content) => /\*\*Round \d+ ·/.test(content) && !content.includes('⏳'));
  const numbers = told.map(({ content }) => Number(/\*\*Round (\d+) ·/.exec(content)![1]));
  expect(numbers).toEqual(Array.from({ length: ROUNDS + 1 }, (_, i) => i + 1));
  const reminders = came((content) => content.includes('⏳'));
  expect(reminders.map(({ content }) => Number(/Round (\d+)/.exec(content)![1]))).toEqual([...idle.keys()]);
});

test('messages carry a nonce that counts, and whoever holds the lease is alone in posting', async () => {
  const posts = (await world.requests())
    .map((one, n) => ({ ...one, n }))
    .filter(({ method, path }) => method === 'POST' && /\/channels\/\d+\/messages$/.test(path));
  for (const { body } of posts) expect(body).toMatchObject({ enforce_nonce: true });
  // One that the dead process had sent and not noted may be sent again.
  const nonces = posts.filter(({ n }) => n < killedAt).map(({ body }) => body!.nonce);
  const later = posts.filter(({ n }) => n >= killedAt).map(({ body }) => body!.nonce);
  // A request whose answer was slow is sent again, and its nonce finds the same message.
  for (const some of [nonces, later]) expect(new Set(some).size).toBeGreaterThan(some.length * 0.6);
  const says = (round: number, from: number, to: number) =>
    posts.some(({ n, body }) => n >= from && n < to && String(body!.content).includes(`**Round ${round} ·`));
  expect(says(KILL, 0, killedAt)).toBe(true);
  expect(says(ROUNDS + 1, killedAt, Number.POSITIVE_INFINITY)).toBe(true);
});

test('of two answers to each press Discord took one, and what it says came once', async () => {
  const taken = new Map<string, number>();
  const answered = new Map<string, Set<string>>();
  const all = await world.requests();
  let callbacks = 0;
  for (const [n, { method, path, status, body }] of all.entries()) {
    const token = /\/interactions\/\d+\/([^/]+)\/callback/.exec(path)?.[1];
    if (token !== undefined) {
      callbacks++;
      taken.set(token, (taken.get(token) ?? 0) + (status < 300 ? 1 : 0));
    }
    const hook = /\/webhooks\/\d+\/([^/]+)\/messages\/@original/.exec(path)?.[1];
    // An answer that was slow is sent again as it was.
    if (method === 'PATCH' && hook !== undefined && status < 300 && n < killedAt)
      answered.set(hook, (answered.get(hook) ?? new Set()).add(JSON.stringify(body)));
  }
  // Where both were too late for Discord there is none.
  expect([...taken.values()].filter((times) => times > 1)).toEqual([]);
  const once = [...answered.values()].filter(({ size }) => size === 1);
  expect(once.length).toBeGreaterThan(answered.size * 0.9);
  // Both were at work until one died.
  expect(callbacks).toBeGreaterThan(taken.size);
});

test('whoever was slower says nothing about it', () => {
  for (const bot of [world.bot, second]) {
    const lines = bot.output().split('\n');
    expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    expect(bot.output()).not.toMatch(/40060/);
  }
});
