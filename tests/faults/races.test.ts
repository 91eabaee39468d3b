import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { whenFree } from '../../src/store/engine/busy.ts';
import { atOnce, HOUR, MINUTE, moveTo } from '../e2e/days.ts';
import { cardOf } from '../e2e/ledger.ts';
import type { Message, Person } from '../e2e/person.ts';
import { asked, has, keypad, matchOf, now, playLine, round, startWith, told } from '../e2e/private.ts';
import { playOn, takeTurn } from '../e2e/table.ts';
import { startWorld } from '../e2e/world.ts';
import { dice } from '../lib/chance.ts';
import { words } from '../lib/message.ts';
import {
  ANSWER,
  CALLBACK,
  MESSAGE,
  on,
  openSite,
  POST,
  type Site,
  THREAD,
  type Told,
  WHISPER,
} from './site.ts';

/** Presses at the same moment, and processes that die or are told to stop in the middle of something. */

let site: Site;
let ann: Person;
let ben: Person;
let cleo: Person;

beforeAll(async () => {
  site = await openSite('Ann', 'Ben', 'Cleo');
  [ann, ben, cleo] = site.people as [Person, Person, Person];
});

afterEach(() => site.heal());
afterAll(() => site?.close());

const CHANNEL = '/channels/:id';
const DIRECT = '/users/@me/channels';

const place = (channel: string) => site.world.place(channel);
const codes = (id: number, seat?: number) => site.ledger.codes(id, seat);
const names = (id: number) =>
  site
    .read<{ name: string }>(
      'SELECT name FROM seats JOIN players ON players.id = player WHERE match = ? ORDER BY seat',
      id,
    )
    .map(({ name }) => name);

test('two presses at once move twice, or end a round twice', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben, cleo]);
  const boards: [Person, Message][] = [];
  for (const person of [ann, ben, cleo]) boards.push([person, await told(person, first, 'My board')]);
  const taps = boards.flatMap(([person, board]) =>
    // Two lines each, so that a second press is another choice.
    Array.from({ length: 8 }, (_, n) => () => person.tap(board, keypad(board)[n % 2]!)),
  );
  let next = 0;
  await atOnce(site.world, taps.length, () => taps[next++]!());
  await round(ann, thread, 2);
  const match = await site.ledger.match(id);
  expect(match.game.turn(match.state)).toBe(2);
  // Nobody's second thought counts in the round after.
  expect(match.game.toAct(match.state)).toEqual([0, 1, 2]);
  expect(await asked(site.world, 'POST', thread.channel)).toHaveLength(2);
  const { first: flip, ...manual } = await site.sit([ann, ben], { flip: 'manual', channel: 'general' });
  await Promise.allSettled(Array.from({ length: 20 }, () => ann.tap(flip, 'Flip')));
  await round(ann, manual.place, 1);
  await ann.command(manual.place, 'metrox board');
  expect((await site.ledger.match(manual.id)).log.filter(({ code }) => code === 'flip')).toHaveLength(1);
  const posted = await asked(site.world, 'POST', manual.place.channel);
  expect(posted.filter(({ body }) => String(body?.content).includes('Round 1 ·'))).toHaveLength(1);
});

test('one player sits twice in a lobby', async () => {
  const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  await now(ben, lobby, (m) => has(m, 'Join'));
  await now(cleo, lobby, (m) => has(m, 'Join'));
  const taps = [ben, cleo, ann].flatMap((person) =>
    Array.from({ length: 8 }, () => () => person.tap(lobby, 'Join')),
  );
  await Promise.all(taps.map((tap) => tap()));
  const seen = await now(ann, lobby, (m) => /3 of 25/.test(words(m)), 'three people');
  expect(names(matchOf(lobby)).sort()).toEqual(['Ann', 'Ben', 'Cleo']);
  for (const name of ['Ann', 'Ben', 'Cleo']) expect(words(seen).split(name)).toHaveLength(2);
});

test('leaving does not refresh the lobby', async () => {
  const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  const id = matchOf(lobby);
  const act = async (person: Person, label: string, crown: string) => {
    await now(person, lobby, (m) => has(m, label));
    await person.tap(lobby, label);
    // Whoever sits in the book stands in the message, the host first, and nobody else.
    await expect.poll(() => names(id).includes(person.name)).toBe(label === 'Join');
    const row = `👑 ${[crown, ...names(id).filter((name) => name !== crown)].join(' · ')}`;
    await now(cleo, lobby, (m) => words(m).split('\n').includes(row), row);
  };
  await now(ben, lobby, (m) => has(m, 'Join'));
  await act(ben, 'Join', 'Ann');
  await act(cleo, 'Join', 'Ann');
  await act(ben, 'Leave', 'Ann');
  await act(ann, 'Leave', 'Cleo');
});

test('a game that was half begun blocks its people and its channel', async () => {
  const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka' });
  const id = matchOf(lobby);
  await now(ben, lobby, (m) => has(m, 'Join'));
  await ben.tap(lobby, 'Join');
  await now(ann, lobby, (m) => /2 of 25/.test(words(m)));
  await whenFree(() => site.ledger.stack(id, 2, (position) => cardOf(position) === 'N4'));
  // The process dies when the game has begun in its book, and nothing of it stands anywhere.
  const sent = await site.watch();
  for (const route of [THREAD, POST, MESSAGE]) await site.fault({ route, status: 500 });
  await ann.tap(lobby, /Start/);
  const failed = async () => on(await sent(), 'POST', THREAD).some(({ status }) => status === 500);
  await expect.poll(failed).toBe(true);
  await site.world.bot.stop('SIGKILL');
  await site.heal();
  site.later(10_000);
  await site.world.bot.start();
  const first = await round(ben, { channel: lobby.id }, 1);
  await playLine(ben, first);
  expect(await codes(id)).toHaveLength(1);
  // And when somebody has just left, whatever of it was written: book, lobby and list say the same.
  const other = await ann.command(place('general'), 'metrox new', { map: 'tube-town' });
  await now(ben, other, (m) => has(m, 'Join'));
  await ben.tap(other, 'Join');
  await now(ben, other, (m) => /2 of 25/.test(words(m)));
  await ben.tap(other, 'Leave');
  await site.world.bot.stop('SIGKILL');
  await site.world.bot.start();
  const sits = names(matchOf(other)).includes('Ben');
  await now(ben, other, (m) => words(m).includes(sits ? '2 of 25' : '1 of 25'));
  const list = words(await ben.command(place('general'), 'games'));
  expect(list.includes(`#${matchOf(other)} `)).toBe(sits);
  expect(list).toContain(`#${id} Osaka`);
  await ben.tap(other, sits ? 'Leave' : 'Join');
  await now(ben, other, (m) => words(m).includes(sits ? '1 of 25' : '2 of 25'));
});

test('a crash leaves the players without a word', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  await site.fault({ method: 'PATCH', route: MESSAGE, status: 500 });
  await playLine(ben, first);
  expect(await codes(id)).toHaveLength(1);
  await site.world.bot.stop('SIGKILL');
  await site.heal();
  site.later(10_000);
  const seen = await site.watch();
  await site.world.bot.start();
  // The table says by itself who is still to choose; it is the same one, and nothing stands beside it.
  await now(ann, first, (m) => m.content.includes(`Only <@${ann.id}> is left`), 'who is left');
  await site.world.bot.stop('SIGKILL');
  await site.world.bot.start();
  await ann.command(thread, 'metrox board');
  const sent = (await seen()).filter(({ path }) => path.startsWith(`/channels/${thread.channel}/`));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  // One that died before it could note its edit makes it once more.
  expect(new Set(sent.map(({ body }) => body?.content)).size).toBe(1);
  await playLine(ann, first);
  await round(ben, thread, 2);
});

/** What a bot may be answered with, and what makes it ask on each route. */
const REFUSALS = [
  { status: 400, code: 50035 },
  { status: 403, code: 50013 },
  { status: 404, code: 10003 },
  { status: 500 },
  { drop: true },
];

test('an unhandled rejection ends all games', async () => {
  const start = async (options: Record<string, unknown> = {}) => {
    const lobby = await ann.command(place('general'), 'metrox new', { map: 'osaka', ...options });
    await startWith(ann, [ben], lobby, () => site.ledger.seated(matchOf(lobby)));
    return lobby;
  };
  const flip = async () => {
    const lobby = await start({ flip: 'manual', thread: false });
    await ann.tap(await ann.wait((m) => m.id > lobby.id && has(m, 'Flip'), 'the flip'), 'Flip');
  };
  /** What is to be shown in an archived thread opens it. */
  const revive = async () => {
    const table = await site.sit([ann, ben]);
    await site.world.control('PUT', `/channels/${table.place.channel}`, { archived: true });
    await playLine(ann, table.first);
  };
  /** The thread of a game that is over is archived. */
  const end = async () => {
    const table = await site.sit([ann, ben]);
    await ann.tap(await told(ann, table.first, '⋯ More'), 'Ask to end it');
    const wish = await ben.wait(
      (m) => m.channel_id === table.place.channel && has(m, 'Agree'),
      'the question whether to end it',
    );
    await ben.tap(wish, 'Agree');
  };
  /** An acknowledgement that is lost again and again may have been taken: Discord is asked for what came of it. */
  const ask = async () => {
    await site.fault({ method: 'POST', route: CALLBACK, status: 500, times: 3 });
    await ben.tap(first, 'All boards');
  };
  const dia = await site.world.person('Dia');
  const digest = async () => {
    const settings = await dia.command(place('general'), 'settings');
    await dia.choose(settings, 'digest', /What pings you/);
    await site.sit([ann, dia]);
    site.later(24 * HOUR);
  };
  const { first } = await site.sit([ann, ben]);
  const lobby = await ann.command(place('metro'), 'metrox new', { map: 'osaka' });
  const acts: [method: string, route: string, act: () => Promise<unknown>][] = [
    ['PATCH', ANSWER, () => ben.tap(first, 'All boards')],
    // Who sits already is told so beside the lobby.
    ['POST', WHISPER, () => ann.tap(lobby, 'Join')],
    ['POST', CALLBACK, () => ben.tap(first, 'All boards')],
    ['POST', THREAD, start],
    ['POST', POST, () => start({ thread: false })],
    ['PATCH', MESSAGE, start],
    ['DELETE', MESSAGE, flip],
    ['PATCH', CHANNEL, revive],
    ['PATCH', CHANNEL, end],
    ['GET', ANSWER, ask],
    ['POST', DIRECT, digest],
  ];
  for (const [method, route, act] of acts) {
    for (const refusal of REFUSALS) {
      const seen = await site.watch();
      await site.fault({ method, route, ...refusal, times: 3 });
      const acting = act().catch(() => {});
      // A fault of Discord's own is tried again at once: healed before, it would be none.
      const tries = refusal.status === 500 && act !== ask && route !== CALLBACK ? 3 : 1;
      await expect
        .poll(async () => on(await seen(), method, route).length, {
          message: `${method} ${route} ${JSON.stringify(refusal)}`,
          interval: 20,
        })
        .toBeGreaterThanOrEqual(tries);
      await site.heal();
      // What was never acknowledged has no end that could be waited for.
      if (act !== ask && route !== CALLBACK) await acting;
    }
    expect(words(await ben.command(place('metro'), 'games'))).toContain('## Your games');
  }
  expect(site.world.bot.output()).not.toMatch(/unhandled rejection|refreshing a table failed/);
});

test('an unhandled rejection ends all games: also where the commands are not taken at the start', async () => {
  const world = await startWorld({ blank: true, start: false });
  try {
    const person = await world.person('Ann');
    const told = async () =>
      ((await world.requests()) as Told[]).filter(
        ({ method, path }) => method === 'PUT' && /\/commands$/.test(path),
      );
    await world.control('POST', '/faults', { method: 'PUT', route: '*', status: 500, times: 1000 });
    await world.bot.start();
    expect((await told()).every(({ status }) => status === 500)).toBe(true);
    // The first heartbeat may fall among the refusals.
    await expect
      .poll(() => world.health())
      .toEqual({ status: 200, checks: { heartbeat: true, gateway: true, rest: true } });
    await world.control('DELETE', '/faults');
    await expect.poll(async () => (await told()).at(-1)?.status).toBe(200);
    expect(words(await person.command(world.place('metro'), 'games'))).toContain('## Your games');
    expect(world.bot.output()).toContain('Discord did not take the commands; they are told again');
  } finally {
    await world.close();
  }
});

test('no clean end on SIGTERM, and a connection that is silently dead', async () => {
  const { id, first, place: thread } = await site.sit([ann, ben]);
  const board = await told(ben, first, 'My board');
  const seen = await site.watch();
  // The press has come in, and nothing of it is done yet.
  await site.fault({ method: 'POST', route: CALLBACK, delay: 700, times: 1 });
  const pressing = ben.press(board, keypad(board)[0]!);
  await expect.poll(async () => on(await seen(), 'POST', CALLBACK).length).toBe(1);
  const from = Date.now();
  expect(await site.world.bot.stop('SIGTERM')).toBe(0);
  expect(Date.now() - from).toBeLessThan(10_000);
  expect(words((await pressing)!)).toContain('## You play ');
  expect(await codes(id)).toHaveLength(1);
  await site.world.bot.start();
  // The socket breaks without a word: what is pressed meanwhile is answered in time all the same.
  await site.world.control('POST', '/gateway', { do: 'drop' });
  await playLine(ann, first);
  await round(ben, thread, 2);
  // Whoever watches over it is told while it hears nothing.
  const { health } = site.world;
  await expect.poll(health).toEqual({ status: 200, checks: { heartbeat: true, gateway: true, rest: true } });
  await site.world.control('POST', '/gateway', { do: 'drop', quiet: 1500 });
  await expect.poll(health).toEqual({ status: 503, checks: { heartbeat: true, gateway: false, rest: true } });
  await expect.poll(health).toEqual({ status: 200, checks: { heartbeat: true, gateway: true, rest: true } });
});

const lates = (id: number) =>
  site
    .read<{ code: string }>(
      "SELECT code FROM actions WHERE match = ? AND (code LIKE '/late.%' OR code LIKE '/excused.%') ORDER BY seq",
      id,
    )
    .map(({ code }) => code);

test('an idle player freezes everyone', async () => {
  const { id, place: thread } = await site.sit([ann, ben, cleo], { deadline: 3600 });
  const roll = dice(7);
  let open = await round(ann, thread, 1);
  // Three times it is waited for her until her time is up, and the clock plays.
  for (const n of [1, 2, 3]) {
    for (const person of [ann, ben]) await takeTurn(person, open, roll);
    await now(ann, open, (m) => m.content.includes(`Only <@${cleo.id}> is left`), 'who is left');
    site.later(HOUR + MINUTE);
    open = await round(ann, thread, n + 1);
    expect(lates(id)).toEqual(Array(n).fill('/late.2'));
  }
  expect(open.content).toContain('The clock played');
  expect(open.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
  // Then it is not waited for her any more, until she is back.
  for (const person of [ann, ben]) await takeTurn(person, open, roll);
  open = await round(cleo, thread, 5);
  expect(lates(id)).toHaveLength(3);
  const board = await told(cleo, open, 'My board');
  expect(words(board)).toContain('Welcome back.');
  for (const person of [ann, ben]) await takeTurn(person, open, roll);
  await now(ann, open, (m) => m.content.includes(`Only <@${cleo.id}> is left`), 'who is left');
  await playOn(cleo, board, roll);
  await round(ann, thread, 6);
});

test('timers are lost at a restart, or all fire again', async () => {
  const { bot } = site.world;
  const { id, place: thread } = await site.sit([ann, ben], { deadline: 3600 });
  const sent = await site.watch();
  const reminders = async () =>
    on(await sent(), 'POST', POST).filter(
      ({ path, body }) => path.includes(thread.channel) && String(body?.content).includes('⏳'),
    ).length;
  const again = async () => {
    await bot.stop('SIGKILL');
    await bot.start();
  };
  site.later(31 * MINUTE);
  await expect.poll(reminders).toBe(1);
  await again();
  // What was still to come when the process died comes; what has been does not come again.
  site.later(24 * MINUTE);
  await expect.poll(reminders).toBe(2);
  await bot.stop('SIGKILL');
  site.later(5 * 24 * HOUR);
  await bot.start();
  // Days that nobody saw are given back: a quarter of the turn is left, and then the time is up once.
  await ben.wait((m) => m.channel_id === thread.channel && m.content.includes('I was away for 5 days'));
  expect(lates(id)).toEqual([]);
  const { deadline } = (await site.ledger.match(id)).row;
  moveTo(site.world, deadline! + 1000);
  await round(ben, thread, 2);
  expect(await reminders()).toBe(2);
  await again();
  site.later(31 * MINUTE);
  await expect.poll(reminders).toBe(3);
  expect(lates(id)).toEqual(['/excused.0', '/excused.1']);
  const ended = await ben.wait(
    (m) => m.channel_id === thread.channel && m.content.includes('⏳') && m.content.includes('**Round 2 ·'),
    'the last',
  );
  expect(ended.mentions.map((one) => one.id).sort()).toEqual([ann.id, ben.id].sort());
});

test('a long timer fires at once', async () => {
  const week = await site.sit([ann, ben], { deadline: 604_800 });
  const endless = await site.sit([ann, ben]);
  const start = (await site.ledger.match(endless.id)).row.startedAt!;
  const days = (n: number) => start + n * 24 * HOUR;
  const over = () =>
    site.read<{ voided: string | null }>('SELECT voided FROM matches WHERE id = ?', endless.id)[0]!.voided;
  /** Moves the clock; when a lobby is closed that has had its day, all that was due then has been looked at. */
  const look = async (at: number) => {
    const lobby = await cleo.command(place('general'), 'metrox new', { map: 'osaka' });
    moveTo(site.world, at);
    await expect.poll(() => site.ledger.ids('closed')).toContain(matchOf(lobby));
  };
  // More than 2^31 milliseconds: what waits in a timer for so long fires after one.
  await look(days(2));
  expect([lates(week.id), over()]).toEqual([[], null]);
  await look(days(6.99));
  expect([lates(week.id), over()]).toEqual([[], null]);
  moveTo(site.world, days(7) + MINUTE);
  await round(ann, week.place, 2);
  expect(lates(week.id)).toEqual(['/late.0', '/late.1']);
  await look(days(25));
  await look(days(59.9));
  expect(over()).toBeNull();
  moveTo(site.world, days(60) + MINUTE);
  await expect.poll(over).toBe('slept');
  expect(site.world.bot.output()).not.toContain('TimeoutOverflowWarning');
});
