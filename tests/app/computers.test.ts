import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import { sceneOf } from '../../src/app/context.ts';
import { decode } from '../../src/app/ids.ts';
import type { Origin } from '../../src/app/request.ts';
import { requestId, requestOf } from '../../src/app/tablerequest.ts';
import { now } from '../../src/clock.ts';
import { type Ready, ready } from '../../src/discord/answers.ts';
import { playComputers } from '../../src/match/computers.ts';
import { addComputer, join, start } from '../../src/match/lobby.ts';
import { type Match, seatOf, turnOf } from '../../src/match/match.ts';
import { fitting, openLobby } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { think } from '../../src/match/thinking.ts';
import { computersToAct } from '../../src/match/timeline.ts';
import { moduleOf } from '../../src/modules.ts';
import { load, matchesOf } from '../../src/store/matches.ts';
import type { SeatRow } from '../../src/store/rows.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { rows } from '../lib/rows.ts';
import { loaded, lobbyOf, opening } from '../match/people.ts';
import { ANN, BEN, gathered, pressed, said, settle, stand, store } from './crowd.ts';
import { t } from './shown.ts';
import { idsOf, unsound, wordsOf } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** Computers in lobbies and at tables, as people see them. */

gathered();

const METRO = { game: 'metro', map: 'paris', options: { order: 'joined' }, capacity: 4 } as const;

let id: number;
beforeEach(async () => {
  id = await lobbyOf(store, 1, { at: now(), ...METRO });
  stand.app.refresh(id);
  await settle();
});

const seats = async () =>
  (await load(store, id))!.seats.map(({ player, computer }) => player ?? computer ?? '?');

/** What the lobby's message says. */
const shown = async (): Promise<string> => {
  await settle();
  return wordsOf(stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);
};

describe('in the lobby', () => {
  test('one press leads to the strengths that the game has, and one on a strength seats a computer', async () => {
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(unsound(page, 'create')).toEqual([]);
    expect(idsOf(page)).toContain(`addcomputer|${id}|0|easy`);
    const after = await pressed(ANN, `addcomputer|${id}|0|easy`, [], { personal: true });
    expect(await seats()).toEqual([ANN, 'easy']);
    expect(wordsOf(after)).toContain('🤖 Bolt (easy)');
    expect(await shown()).toContain('it counts for no rating and no record');
    expect(await shown()).toMatch(/At the table \(2 of 4\)[\s\S]*👑 .* · 🤖 Bolt \(easy\)/u);
  });

  test('each that sits there has a key that takes it off', async () => {
    for (let n = 0; n < 2; n++) await pressed(ANN, `addcomputer|${id}|0|easy`);
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(idsOf(page).filter((one) => one.startsWith('uncomputer'))).toEqual([
      `uncomputer|${id}|0|1`,
      `uncomputer|${id}|0|2`,
    ]);
    await pressed(ANN, `uncomputer|${id}|0|1`);
    expect(await shown()).toContain('🤖 Cog (easy)');
    expect(await shown()).not.toContain('Bolt');
    // Tapped twice it is what was asked for.
    expect(await said(ANN, `uncomputer|${id}|0|1`)).toContain('Cog');
    expect(await seats()).toEqual([ANN, 'easy']);
  });

  test('others are told who may', async () => {
    await join(store, id, BEN, now());
    for (const act of [`computers|${id}|0`, `addcomputer|${id}|0|easy`, `uncomputer|${id}|0|1`])
      expect(await said(BEN, act)).toMatch(/Only the host, .*, can do that/);
    expect(await seats()).toEqual([ANN, BEN]);
  });

  test('a full table takes no more, and its page says so', async () => {
    for (let n = 0; n < 5; n++) await pressed(ANN, `addcomputer|${id}|0|easy`);
    expect(await seats()).toEqual([ANN, 'easy', 'easy', 'easy']);
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(wordsOf(page)).toContain('The table is full (4 of 4)');
  });

  test('the largest table of them is taken by Discord', async () => {
    id = await lobbyOf(store, 1, { at: now(), capacity: 25 });
    for (let n = 0; n < 24; n++) await addComputer(store, id, ANN, now(), 'easy');
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(unsound(page, 'create')).toEqual([]);
    expect(idsOf(page).filter((one) => one.startsWith('uncomputer'))).toHaveLength(24);
    const names = sceneOf((await load(store, id))!.seats, t).plain;
    expect(new Set(names).size).toBe(25);
  });

  test('whoever is alone with one starts with one more press; alone they are offered one', async () => {
    expect(await said(ANN, `start|${id}|0`)).toContain('or a computer');
    await pressed(ANN, `addcomputer|${id}|0|easy`);
    await stand.press(ANN, `start|${id}|0`);
    expect((await load(store, id))!.row.status).toBe('running');
  });

  test('how long they take is chosen there, and kept when the lobby is opened again', async () => {
    expect((await load(store, id))!.row.ponders).toBe('none');
    await pressed(ANN, `ponder|${id}|0`, ['minutes']);
    expect((await load(store, id))!.row.ponders).toBe('minutes');
    await pressed(ANN, `ponder|${id}|0`, ['years']);
    expect((await load(store, id))!.row.ponders).toBe('minutes');
    await stand.press(ANN, `close|${id}|0`);
    await stand.press(ANN, `reopen|${id}|0`);
    const [again] = await matchesOf(store, ANN, { statuses: ['lobby'] });
    expect(again!.ponders).toBe('minutes');
    // Where all choose at once there is nothing to choose.
    const together = await lobbyOf(store, 1, { at: now() });
    expect(idsOf(await pressed(ANN, `computers|${together}|0`)).some((one) => one.startsWith('ponder'))).toBe(
      false,
    );
  });

  test('a computer is in no list of people', async () => {
    await pressed(ANN, `addcomputer|${id}|0|easy`);
    const options = await pressed(ANN, `options|${id}|0`);
    expect(idsOf(options).some((one) => /^(takeoff|passon)/.test(one))).toBe(false);
    await join(store, id, BEN, now());
    expect(JSON.stringify(await pressed(ANN, `options|${id}|0`))).not.toMatch(/Bolt/);
  });
});

describe('its name', () => {
  const person = (seat: number, name: string): SeatRow => ({
    seat,
    player: String(seat),
    name,
    state: 'here',
  });
  const bolt: SeatRow = { seat: 0, player: null, name: '', computer: 'normal', nick: 0, state: 'here' };

  test('bears its sign and its strength', () => {
    const { names, spoken, plain } = sceneOf([bolt, person(1, 'Ann')], t);
    expect(names[0]).toContain('🤖 ');
    expect(names[0]).toMatch(/Bolt.* \(normal\)/u);
    expect(spoken[0]).toMatch(/🤖 .*Bolt.* \(normal\)/u);
    expect(plain).toEqual(['🤖 Bolt', 'Ann']);
  });

  test.each(['Bolt', '🤖 Bolt', '🤖 Bolt (normal)', 'bolt', '🤖'])(
    'is not that of a person who is called %s',
    (name) => {
      const { names, plain } = sceneOf([bolt, person(1, name)], t);
      expect(names[1]).not.toContain('🤖');
      expect(plain[1]).not.toContain('🤖');
      expect(plain[1]).not.toBe('');
      expect(names[1]).not.toBe(names[0]);
    },
  );

  test('of a person keeps all its signs where no computer sits', () => {
    expect(sceneOf([person(0, '🤖 Bolt')], t).plain).toEqual(['🤖 Bolt']);
  });
});

describe('at a table', () => {
  async function table() {
    for (let n = 0; n < 2; n++) await addComputer(store, id, ANN, now(), 'easy');
    const started = await start(store, id, ANN, now());
    if (!started.ok) throw new Error(started.why);
    stand.app.refresh(id);
    await settle();
  }
  const newest = async (): Promise<string> => {
    await settle();
    return wordsOf(stand.chat.read((await standingTable(store, id))!.channel!).at(-1)!.screen);
  };

  test('it is said who thinks, and then what all of them did', async () => {
    await table();
    const begun = await loaded(store, id);
    const choices = begun.game.actions(begun.state, 0);
    await pressed(ANN, `play|${id}|${begun.game.turn(begun.state)}|${begun.game.code(choices[0]!)}`);
    expect(await newest()).toMatch(/^🤖 Bolt \(easy\) is thinking · /u);
    const after = await playComputers(store, think, await loaded(store, id));
    stand.app.refresh(after);
    const words = await newest();
    expect(words).toContain(`<@${ANN}>, your move`);
    expect(words).toContain('Bolt');
    expect(words).toContain('Cog');
  });
});

describe('practice', () => {
  const command = async (
    name: string,
    options: Record<string, string | number> = {},
    more: Partial<Origin> = {},
  ): Promise<Ready> =>
    ready(
      await COMMANDS.get(name)!.run(stand.app, {
        ...origin(ANN, more),
        kind: 'command',
        name,
        options,
        users: new Map(),
      }),
    );
  const newest = async (): Promise<Match> => {
    const [row] = await matchesOf(store, ANN, { statuses: ['running'] });
    return loaded(store, row!.id);
  };
  const screenOf = (reply: Ready): string => {
    expect(unsound(reply.screen!, 'webhook-edit', { flags: 64 })).toEqual([]);
    return wordsOf(reply.screen!);
  };

  test.each(['metro', 'metromania'])(
    '/%s practice begins a private game against a computer',
    async (game) => {
      const said = screenOf(await command(`${game} practice`, {}, { guild: null }));
      expect(said).toMatch(/Practice #\d+/);
      const match = await newest();
      expect(match.row).toMatchObject({ game, solo: true, guild: null });
      expect(match.seats.map(({ player }) => player).sort()).toEqual([ANN, null].sort());
      // Whoever begins, it is the person's move.
      expect(match.game.toAct(match.state)).toEqual([seatOf(match, ANN)]);
      expect(stand.chat.calls.filter(({ what }) => what === 'post')).toHaveLength(1);
    },
  );

  test('as many and as strong as they were asked for, in an order drawn by lot', async () => {
    const first = new Set<number>();
    for (let n = 0; n < 12; n++) {
      await command('metro practice', { computers: 3, strength: 'easy' });
      const match = await newest();
      expect(match.seats.flatMap(({ computer }) => computer ?? [])).toEqual(['easy', 'easy', 'easy']);
      expect(new Set(match.seats.map(({ nick }) => nick)).size).toBe(4);
      first.add(seatOf(match, ANN)!);
    }
    expect(first.size).toBeGreaterThan(1);
  });

  test.each([
    ['metro', { hand: '3', returns: 'classic' }, { hand: '3', returns: 'classic' }],
    [
      'metromania',
      { game: 'advanced', markers: 'open', 'last-turn': 'true' },
      { game: 'advanced', markers: 'open', lastTurn: 'true' },
    ],
  ])(
    '/%s practice takes the options of the game, and the usual where nothing is said',
    async (game, said, options) => {
      const { rules } = moduleOf(game);
      const usual = Object.fromEntries(rules.options.map((option) => [option.id, option.default]));
      screenOf(await command(`${game} practice`, said));
      expect((await newest()).row.options).toEqual(fitting(rules, { ...usual, ...options }, 2));
      screenOf(await command(`${game} practice`, { order: 'no such', computers: 2 }));
      expect((await newest()).row.options).toEqual(fitting(rules, usual, 3));
    },
  );

  test('what is for two alone is left out where more play', async () => {
    screenOf(await command('metromania practice', { game: 'advanced', computers: 2 }));
    const match = await newest();
    expect(match.seats).toHaveLength(3);
    expect(match.row.options).not.toHaveProperty('game');
  });

  test('a game for one has its solo instead', () => {
    expect(COMMANDS.has('metrox practice')).toBe(false);
    expect(COMMANDS.has('metrox solo')).toBe(true);
  });

  test('where a table cannot be opened it is offered, and one press on it begins one', async () => {
    const refused = await COMMANDS.get('metro new')!.obstacle!(stand.app, {
      ...origin(ANN, { guild: null }),
      kind: 'command',
      name: 'metro new',
      options: {},
      users: new Map(),
    });
    const [press] = idsOf((await ready(refused!)).screen!);
    expect(press).toBe('practice|0|0|metro');
    expect(await said(ANN, press!, [], { guild: null, message: '5' })).toMatch(/Practice #\d+/);
    const { id: begun } = await newest();
    await said(ANN, press!, [], { guild: null, message: '5' });
    expect((await newest()).id).toBe(begun);
  });

  test('is played to its end press by press: each answer shows what the computers did, then the result', async () => {
    await command('metro practice', { computers: 2, strength: 'easy' });
    let match = await newest();
    let words = '';
    for (let moves = 0; match.row.status === 'running'; moves++) {
      if (moves > 60) throw new Error('It does not end.');
      const seat = seatOf(match, ANN)!;
      expect(match.game.toAct(match.state)).toEqual([seat]);
      const [action] = match.game.actions(match.state, seat);
      const press = `play|${match.id}|${match.game.turn(match.state)}|${match.game.code(action!)}`;
      words = await said(ANN, press, [], { personal: true });
      match = await loaded(store, match.id);
      if (moves === 0) expect(words).toMatch(/🤖 \w+ \(easy\)/u);
    }
    expect(words).toMatch(/🏁[\s\S]*🥇/u);
    expect(words).toContain('it counts for no rating and no record');
    expect(words).not.toContain('<@');
    const own = await rows<{ kind: string }>(
      store,
      'SELECT kind FROM results WHERE match = ? AND player = ?',
      match.id,
      ANN,
    );
    expect(own).toEqual([{ kind: 'computers' }]);
    for (const act of ['replay', 'film', 'boards', 'mine', 'record'])
      expect(await said(ANN, `${act}|${match.id}|0`, [], { personal: true }), act).not.toBe('');
    // Nobody else sees anything of it.
    expect(await said(BEN, `boards|${match.id}|0`)).toContain("I don't know that button any more");
    await stand.press(ANN, `anew|${match.id}|0`, [], { personal: true });
    const again = await newest();
    expect(again.id).toBeGreaterThan(match.id);
    expect(again.seats.flatMap(({ computer }) => computer ?? [])).toEqual(['easy', 'easy']);
  });

  test('one that was left while a computer thought goes on at the next look', async () => {
    await command('metro practice', { strength: 'easy' });
    const match = await newest();
    const seat = seatOf(match, ANN)!;
    const codes = [match.game.code(match.game.actions(match.state, seat)[0]!)];
    const done = await play(store, { match, user: ANN, turn: turnOf(match), codes, at: now() });
    if (!done.ok) throw new Error(done.why);
    expect(computersToAct(done.match)).toHaveLength(1);
    await said(ANN, `mine|${match.id}|0`);
    expect(computersToAct(await loaded(store, match.id))).toEqual([]);
  });
});

describe('/… new computers:', () => {
  test('seats so many, and a rematch or a lobby that is opened again seats them, too', async () => {
    const { id: opened } = (await openLobby(
      store,
      opening({ ...METRO, at: now(), computers: ['easy', 'easy'] }),
    ))!;
    id = opened;
    expect(await seats()).toEqual([ANN, 'easy', 'easy']);
    await stand.press(ANN, `close|${id}|0`);
    await stand.press(ANN, `reopen|${id}|0`);
    const [again] = await matchesOf(store, ANN, { statuses: ['lobby'] });
    id = again!.id;
    expect(await seats()).toEqual([ANN, 'easy', 'easy']);
  });

  test('of as many as there are seats one is left for whoever opens it', async () => {
    const request = { ...origin(ANN), kind: 'command', name: 'metro new', users: new Map() } as const;
    await COMMANDS.get('metro new')!.run(stand.app, { ...request, options: { players: 3, computers: 5 } });
    const [opened] = await matchesOf(store, ANN, { statuses: ['lobby'] });
    id = opened!.id;
    expect((await seats()).slice(0, 1)).toEqual([ANN]);
    expect(await seats()).toHaveLength(3);
  });

  test('a button that opens what was wished for later remembers them', () => {
    const wish = { game: 'metro', computers: ['easy', 'hard'] } as const;
    expect(requestOf(decode(requestId(wish))!).computers).toEqual(['easy', 'hard']);
    expect(requestOf(decode(requestId({ game: 'metro' }))!).computers).toBeUndefined();
  });
});
