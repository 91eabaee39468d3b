import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Screen } from '../../src/app/outbound.ts';
import { ackOf } from '../../src/app/presses.ts';
import type { Origin, PressRequest, Reply } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { kick, leaveSeat, pauseLost, serveDeadline } from '../../src/match/life.ts';
import { openSolo } from '../../src/match/lobby.ts';
import { setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { forget } from '../../src/store/privacy.ts';
import { setTable, tableOf } from '../../src/store/tables.ts';
import { loaded, peopled, running, some } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import { idsOf, pieces, unsound, wordsOf } from './sound.ts';
import { errorsOf, openStand, origin, type Stand } from './stand.ts';

vi.mock('../../src/views/picture.ts', () => import('../blank.ts'));

/** A table's life, pressed by everybody: what it does, what it refuses, and that nothing leads nowhere. */

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dia', 'Eli', 'Fay'];
const [ANN, BEN, CLEO, DIA, ELI] = ['1000', '1001', '1002', '1003', '1004'] as const;
const STRANGER = '1010';

let store: Store;
let stand: Stand;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = await peopled(12, NAMES);
  stand = named(openStand(store));
});
afterEach(async () => {
  await settle();
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  vi.useRealTimers();
});

/** People go by their names. */
const named = (bare: Stand): Stand => ({
  ...bare,
  press: (user, id, values, more) => {
    const name = NAMES[Number(user) - 1000] ?? `P${user}`;
    return bare.press(user, id, values, { user: { id: user, name }, ...more });
  },
});

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(20_000);
  await stand.tables.settled();
}

const table = (count = 3, more: Parameters<typeof running>[2] = {}): Promise<number> =>
  running(store, count, { limit: 12 * 3600, ...more });

const screenOf = (reply: Reply): Screen => {
  const screen = reply.screen ?? reply.whisper;
  if (!screen) throw new Error('Nothing was answered.');
  expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
  return screen;
};
const pressed = async (user: string, id: string, values: string[] = [], more: Partial<Origin> = {}) =>
  screenOf(await stand.press(user, id, values, more));
const said = async (...press: Parameters<typeof pressed>): Promise<string> =>
  wordsOf(await pressed(...press));
const actsOf = (screen: Screen): string[] => idsOf(screen).map((id) => id.split('|')[0]!);
const rows = async (id: number): Promise<string[]> =>
  (await loaded(store, id)).log.map(({ seat, code }) => (seat < 0 ? code : `${seat}`));
const picksOf = (screen: Screen): string[] =>
  pieces(screen).flatMap((piece) => (piece.options ?? []).map(({ value }) => value));

/** A seat is late until it is not waited for any more. */
async function becomesAway(id: number, user: string): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const { seats, standing } = await loaded(store, id);
    for (const { seat, player } of seats)
      if (player !== user && standing[seat] === 'here') await chooses(store, id, player, now());
    await runsOut(store, id);
  }
}

/** Six at a table: Ann is the host, Ben plays, Cleo has left, Dia is away, Eli was taken off. Fay plays. */
async function mixed(more: Parameters<typeof running>[2] = {}): Promise<number> {
  const id = await table(6, more);
  await leaveSeat(store, { match: id, user: CLEO, at: now() });
  await kick(store, { match: id, user: ANN, at: now(), to: 4, manages: false });
  await becomesAway(id, DIA);
  return id;
}

const EVERYBODY: Readonly<Record<string, [user: string, more: Partial<Origin>]>> = {
  host: [ANN, {}],
  player: [BEN, {}],
  left: [CLEO, {}],
  away: [DIA, {}],
  kicked: [ELI, {}],
  stranger: [STRANGER, {}],
  manager: ['1011', { manages: true }],
  'manager elsewhere': ['1011', { manages: true, guild: '66' }],
};

/** Every press, and for whom something is written. */
const PRESSES: readonly [act: string, rest: string, values: string[], writes: string][] = [
  ['more', '', [], 'away'],
  ['quit', '', [], ''],
  ['quitnow', '', [], 'host player away'],
  ['stay', '', [], 'away'],
  ['back', '', [], 'left away'],
  ['kick', '', [], ''],
  ['kickask', '', ['5'], ''],
  ['kickask', '', ['77'], ''],
  ['kicknow', '|5', [], 'host manager'],
  ['kicknow', '|x', [], ''],
  ['crown', '', [], ''],
  ['crownnow', '', ['5'], 'host'],
  ['crownnow', '', ['2'], ''],
  ['pause', '', [], 'host'],
  ['go', '', [], 'away'],
  ['askend', '', [], 'host'],
  ['agree', '', [], 'away'],
  ['playon', '', [], 'away'],
  ['endall', '', [], 'away'],
  ['endnow', '', [], 'away manager'],
  ['take', '|2', [], 'away'],
  ['take', '', ['2'], 'away'],
  ['sit', '|2', [], 'away stranger manager manager elsewhere'],
  ['sit', '|99', [], 'away'],
  ['mine', '', [], 'away'],
  ['boards', '', [], ''],
];

describe('every press by everybody', () => {
  test.each([true, false])('personal: %s', async (personal) => {
    const id = await mixed();
    stand.app.refresh(id);
    await settle();
    const restore = snapshot(store);
    const { turn } = (await loaded(store, id)).row;
    const before = await rows(id);
    const wrote: Record<string, string> = {};
    for (const [act, rest, values] of PRESSES) {
      const who: string[] = [];
      for (const [name, [user, more]] of Object.entries(EVERYBODY)) {
        const reply = await stand.press(user, `${act}|${id}|${turn}${rest}`, values, { personal, ...more });
        const what = `${act}${rest} ${values} by ${name}`;
        const screen = reply.screen ?? reply.whisper;
        // Only what the public message itself answers says nothing.
        if (!screen) expect(['go', 'agree', 'playon'], what).toContain(act);
        else {
          expect(unsound(screen, 'webhook-edit', { flags: 64 }), what).toEqual([]);
          expect(wordsOf(screen).length, what).toBeGreaterThan(0);
          expect(
            pieces(screen).some(({ custom_id, url }) => custom_id ?? url),
            `${what} leads on`,
          ).toBe(true);
        }
        if (personal) expect(screen, what).toBeDefined();
        if ((await rows(id)).length > before.length) who.push(name);
        await settle();
        restore();
        expect(await rows(id)).toEqual(before);
      }
      wrote[`${act}${rest} ${values}`] = who.join(' ');
    }
    const expected = PRESSES.map(([act, rest, values, writes]) => [`${act}${rest} ${values}`, writes]);
    expect(wrote).toEqual(Object.fromEntries(expected));
  });

  test('of a match alone, one that is over, and none at all', async () => {
    const alone = await openSolo(store, {
      game: 'metrox',
      map: 'tokyo',
      host: ANN,
      guild: null,
      origin: null,
      at: now(),
    });
    const over = await table(2);
    await stand.press('1011', `endnow|${over}|1`, [], { manages: true });
    for (const [act, rest, values] of [...PRESSES.slice(0, -2), ['movehere', '', [], '']] as typeof PRESSES) {
      for (const user of [ANN, STRANGER]) {
        const more = { manages: true };
        expect(await said(user, `${act}|${alone}|1${rest}`, values.slice(0, 0), more), act).toContain(
          'Here are yours',
        );
        expect(await said(user, `${act}|4242|1${rest}`, values.slice(0, 0), more), act).toContain(
          'Here are yours',
        );
        expect(await said(user, `${act}|${over}|1${rest}`, values.slice(0, 0), more), act).toContain(
          'This game ended',
        );
      }
    }
    expect(await rows(alone)).toEqual([]);
    expect(await rows(over)).toEqual(['/void.moderator']);
  });

  test('what everybody sees is answered by the message itself, all else in private', () => {
    const ack = (act: string) =>
      ackOf({ ...origin(ANN), kind: 'press', customId: `${act}|1|1`, values: [] } as PressRequest);
    for (const act of ['go', 'agree', 'playon']) expect(ack(act), act).toBe('update');
    for (const [act] of PRESSES)
      if (!['go', 'agree', 'playon'].includes(act)) expect(ack(act), act).toBe('private');
    expect(ack('movehere')).toBe('private');
  });
});

/** Puts everything about matches back as it is now. */
function snapshot({ raw }: Store): () => void {
  const names = ['matches', 'seats', 'former', 'actions', 'tables', 'jobs', 'players'];
  const kept = names.map((name) => [name, raw.prepare(`SELECT * FROM ${name}`).all() as object[]] as const);
  return () => {
    raw.pragma('foreign_keys = OFF');
    raw.transaction(() => {
      for (const [name, all] of kept) {
        raw.prepare(`DELETE FROM ${name}`).run();
        for (const one of all) {
          const columns = Object.keys(one);
          raw
            .prepare(
              `INSERT INTO ${name} (${columns.map((c) => `"${c}"`)}) VALUES (${columns.map((c) => `@${c}`)})`,
            )
            .run(one);
        }
      }
    })();
    raw.pragma('foreign_keys = ON');
  };
}

describe('⋯ More', () => {
  test('shows everybody what they may do', async () => {
    const id = await mixed();
    const acts = async (name: string) => {
      const [user, more] = EVERYBODY[name]!;
      return actsOf(await pressed(user, `more|${id}|4`, [], more));
    };
    expect(await acts('host')).toEqual(['rules', 'settings', 'quit', 'kick', 'crown', 'pause', 'askend']);
    expect(await acts('player')).toEqual(['rules', 'settings', 'quit']);
    expect(await acts('left')).toEqual(['rules', 'settings', 'back']);
    expect(await acts('stranger')).toEqual(['rules', 'take', 'take', 'take']);
    expect(await acts('kicked')).toEqual(['rules']);
    expect(await acts('manager')).toEqual(['rules', 'kick', 'endall', 'take', 'take', 'take']);
    expect(await acts('manager elsewhere')).toEqual(['rules', 'take', 'take', 'take']);
    expect(await acts('away')).toEqual(['rules', 'settings', 'quit']);
    const both = actsOf(await pressed(ANN, `more|${id}|4`, [], { manages: true }));
    expect(both).toEqual(['rules', 'settings', 'quit', 'kick', 'crown', 'pause', 'askend', 'endall']);
  });

  test('while it is paused the host may go on; more free seats than fit in a row are in a menu', async () => {
    store = await peopled(12, NAMES);
    stand = named(openStand(store));
    const id = await table(9);
    for (const user of ['1003', '1004', '1005', '1006', '1007', '1008'])
      await leaveSeat(store, { match: id, user, at: now() });
    await stand.press(ANN, `pause|${id}|1`);
    const screen = await pressed(ANN, `more|${id}|1`);
    expect(actsOf(screen)).toContain('go');
    expect(actsOf(screen)).not.toContain('pause');
    expect(wordsOf(screen)).toContain('Ann paused this game');
    const free = await pressed(STRANGER, `more|${id}|1`);
    expect(actsOf(free)).toEqual(['rules', 'take']);
    expect(picksOf(free)).toEqual(['3', '4', '5', '6', '7', '8']);
  });
});

describe('leaving', () => {
  test('asks first, leaves, and comes back', async () => {
    const id = await table();
    const asked = await pressed(BEN, `quit|${id}|1`);
    expect(wordsOf(asked)).toBe(`Leave #${id}? Your board stays and the clock plays it. You can come back.`);
    expect(actsOf(asked)).toEqual(['quitnow', 'stay']);
    expect(await said(BEN, `stay|${id}|1`)).toContain('It stays as it is.');
    expect(await rows(id)).toEqual([]);
    const gone = await pressed(BEN, `quitnow|${id}|1`);
    expect(wordsOf(gone)).toBe('You left this table; the clock plays your seat.');
    expect(actsOf(gone)).toEqual(['back', 'boards']);
    for (const act of ['mine', 'ask', 'quit', 'flip', 'pause'])
      expect(await said(BEN, `${act}|${id}|1`), act).toContain('You left this table');
    expect(await said(BEN, `pick|${id}|1|T`)).toContain('You left this table');
    expect(await rows(id)).toEqual(['/leave.1']);
    expect(await said(BEN, `back|${id}|1`)).toContain('You are back at this table.');
    expect(await rows(id)).toEqual(['/leave.1', '/back.1']);
  });

  test('where the late are dropped it says so, and there is no way back', async () => {
    const id = await table(3, { late: 'drop' });
    expect(await said(BEN, `quit|${id}|1`)).toContain('out of the scoring');
    const gone = await pressed(BEN, `quitnow|${id}|1`);
    expect(wordsOf(gone)).toContain("out of this game's scoring");
    expect(actsOf(gone)).toEqual(['boards']);
    expect(await said(BEN, `back|${id}|1`)).toContain("out of this game's scoring");
    await stand.press(CLEO, `quitnow|${id}|1`);
    // The last one is not dropped.
    expect(await said(ANN, `quit|${id}|1`)).toContain('You can come back');
    expect(await said(ANN, `quitnow|${id}|1`)).toContain('Nobody is left at this table');
    expect((await loaded(store, id)).voided).toBe('deserted');
  });
});

describe('coming back', () => {
  test('an away player’s press says what the clock played, and shows the board', async () => {
    const id = await table();
    await becomesAway(id, CLEO);
    const { log } = await loaded(store, id);
    const at = Math.floor(log.findLast(({ seat }) => seat === 2)!.at / 1000);
    const words = await said(CLEO, `mine|${id}|1`);
    expect(words).toMatch(
      new RegExp(`^The clock played \\*\\*.+\\*\\* for you <t:${at}:R>\\. Welcome back\\.`),
    );
    expect((await loaded(store, id)).standing[2]).toBe('here');
    // Again until there is something newer.
    expect(await said(CLEO, `mine|${id}|1`)).toContain('The clock played');
    const turn = (await loaded(store, id)).row.turn;
    await stand.press(CLEO, `play|${id}|${turn}|${some(await loaded(store, id), 2)}`);
    expect(await said(CLEO, `mine|${id}|1`)).not.toContain('The clock played');
  });

  test.each(['table', 'pick', 'ask', 'fewer', 'mine'])('%s of an old round does, too', async (act) => {
    const id = await table();
    await becomesAway(id, CLEO);
    expect(await said(CLEO, `${act}|${id}|1|T`, act === 'table' ? ['T'] : [])).toContain('Welcome back.');
    expect((await loaded(store, id)).standing[2]).toBe('here');
  });

  test('late once and not away: told as well; who took over is not', async () => {
    const id = await table();
    for (const user of [ANN, BEN]) await chooses(store, id, user, now());
    await runsOut(store, id);
    expect(await said(CLEO, `mine|${id}|2`)).toContain('The clock played');
    expect(await said(ANN, `mine|${id}|2`)).not.toContain('The clock played');
    await stand.press(CLEO, `quitnow|${id}|2`);
    const words = await said(STRANGER, `sit|${id}|2|2`);
    expect(words).toContain('You play on for Cleo.');
    expect(words).not.toContain('The clock played');
  });

  test('a match that paused by itself goes on with whoever comes first', async () => {
    const id = await table(2);
    for (let time = 0; time < 3; time++) await runsOut(store, id);
    expect((await loaded(store, id)).paused?.by).toBe('clock');
    expect(await said(BEN, `mine|${id}|4`)).toContain('Welcome back.');
    expect(await loaded(store, id)).toMatchObject({ paused: null, standing: ['away', 'here'] });
  });
});

describe('taking off, taking over, handing over', () => {
  test('the host takes somebody off, and may think again', async () => {
    const id = await table();
    const menu = await pressed(ANN, `kick|${id}|1`);
    expect(picksOf(menu)).toEqual(['1', '2']);
    const asked = await pressed(ANN, `kickask|${id}|1`, ['2']);
    expect(wordsOf(asked)).toBe('Take Cleo off the table?');
    expect(idsOf(asked)).toEqual([`kicknow|${id}|1|2`, `stay|${id}|1`]);
    const done = await pressed(ANN, `kicknow|${id}|1|2`);
    expect(wordsOf(done)).toContain('Cleo is off the table; the seat is free.');
    expect(actsOf(done)).toContain('pick');
    expect(await said(CLEO, `mine|${id}|1`)).toContain("You don't sit at this table");
    expect(await said(BEN, `kick|${id}|1`)).toBe('Only the host, Ann, can do that.');
    expect(await said('1011', `kicknow|${id}|1|0`, [], { manages: true })).toContain('Ann is off the table');
    expect((await loaded(store, id)).host).toBe(1);
  });

  test('25 at a table: every menu fits', async () => {
    store = await peopled(25);
    stand = named(openStand(store));
    const id = await table(25);
    expect(picksOf(await pressed(ANN, `kick|${id}|1`))).toHaveLength(24);
    expect(picksOf(await pressed(ANN, `crown|${id}|1`))).toHaveLength(24);
    expect(picksOf(await pressed('4444', `kick|${id}|1`, [], { manages: true }))).toHaveLength(25);
  });

  test('nobody else is there', async () => {
    const id = await table(2);
    await stand.press(BEN, `quitnow|${id}|1`);
    expect(await said(ANN, `crown|${id}|1`)).toContain('Nobody else is at this table.');
    await stand.press(ANN, `kicknow|${id}|1|1`);
    expect(await said(ANN, `kick|${id}|1`)).toContain('Nobody else is at this table.');
  });

  test('the crown goes on', async () => {
    const id = await table();
    expect(picksOf(await pressed(ANN, `crown|${id}|1`))).toEqual(['1', '2']);
    expect(await said(ANN, `crownnow|${id}|1`, ['1'])).toContain('Ben is the host now.');
    expect(await said(ANN, `pause|${id}|1`)).toBe('Only the host, Ben, can do that.');
  });

  test('a stranger is offered free seats, sees the board, and sits down', async () => {
    const id = await mixed();
    const offered = await pressed(STRANGER, `mine|${id}|4`);
    expect(idsOf(offered).filter((one) => one.startsWith('take'))).toEqual(
      [2, 3, 4].map((n) => `take|${id}|4|${n}`),
    );
    expect(actsOf(await pressed(ELI, `mine|${id}|4`))).not.toContain('take');
    const shown = await pressed(STRANGER, `take|${id}|4|2`);
    expect(wordsOf(shown)).toContain("This is Cleo's board. Play it to the end?");
    expect(shown.files).toHaveLength(1);
    expect(idsOf(shown)).toEqual([`sit|${id}|4|2`, `stay|${id}|4`]);
    const sat = await pressed(STRANGER, `sit|${id}|4|2`);
    expect(wordsOf(sat)).toContain('You play on for Cleo.');
    expect(actsOf(sat)).toContain('pick');
    expect(await said(STRANGER, `sit|${id}|4|3`)).toContain('You sit at this table already.');
    const late = await pressed('1011', `sit|${id}|4|2`);
    expect(wordsOf(late)).toContain("That seat isn't free.");
    expect(actsOf(late).filter((act) => act === 'take')).toHaveLength(2);
    expect(await said(CLEO, `mine|${id}|4`)).toContain("You don't sit at this table");
  });

  test('the seat of one whose data was deleted can be taken over', async () => {
    const id = await table();
    await forget(store, CLEO, now());
    expect(await said(STRANGER, `take|${id}|1|2`)).toContain("someone's board");
    expect(await said(STRANGER, `sit|${id}|1|2`)).toContain('You play on for someone.');
  });
});

describe('standing still', () => {
  test('the host pauses; every press at the desk says so, and any player goes on', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const at = Math.floor(now() / 1000);
    const paused = await pressed(ANN, `pause|${id}|1`);
    expect(wordsOf(paused)).toBe(`Ann paused this game <t:${at}:R>. Nobody has to act.`);
    expect(actsOf(paused)).toEqual(['go', 'boards']);
    for (const act of ['mine', 'ask', 'fewer', 'flip'])
      expect(await said(BEN, `${act}|${id}|1`), act).toContain('Ann paused this game');
    for (const act of ['pick', 'play', 'table'])
      expect(await said(BEN, `${act}|${id}|1|T`, act === 'table' ? ['T'] : []), act).toContain('Ann paused');
    expect(await said(STRANGER, `go|${id}|1`)).toContain("You don't sit");
    await settle();
    expect(await stand.press(BEN, `go|${id}|1`)).toEqual({});
    expect(await stand.press(CLEO, `go|${id}|1`)).toEqual({});
    expect(await rows(id)).toEqual(['/pause', '/go']);
    expect(await said(BEN, `go|${id}|1`, [], { personal: true })).toContain('The game goes on.');
  });

  test('paused by one who is not to be known any more, and for want of a place', async () => {
    const id = await table();
    await stand.press(ANN, `pause|${id}|1`);
    const lost = await table();
    await pauseLost(store, lost, now());
    const words = await pressed(ANN, `mine|${lost}|1`);
    expect(wordsOf(words)).toContain('This game lost its place');
    expect(actsOf(words)).toEqual(['movehere', 'go', 'boards']);
    expect(actsOf(await pressed(BEN, `mine|${lost}|1`))).toEqual(['go', 'boards']);
    expect(actsOf(await pressed(BEN, `mine|${lost}|1`, [], { manages: true }))).toContain('movehere');
    expect(actsOf(await pressed(ANN, `mine|${lost}|1`, [], { guild: '66' }))).not.toContain('movehere');
    await forget(store, ANN, now());
    expect(await said(BEN, `mine|${id}|1`)).toContain('someone paused this game');
  });
});

describe('ending it', () => {
  test('the host asks, all agree', async () => {
    const id = await table();
    const asked = await said(ANN, `askend|${id}|1`);
    expect(asked).toContain('The others are asked.');
    expect(await said(BEN, `askend|${id}|1`)).toBe('Only the host, Ann, can do that.');
    expect(await stand.press(BEN, `agree|${id}|1`)).toEqual({});
    expect(await said(BEN, `agree|${id}|1`, [], { personal: true })).toContain('You agree.');
    expect(await said(STRANGER, `agree|${id}|1`)).toContain("You don't sit");
    expect(await said(CLEO, `agree|${id}|1`, [], { personal: true })).toContain('The game is ended');
    expect((await loaded(store, id)).voided).toBe('agreed');
    expect(await said(ANN, `mine|${id}|1`)).toContain('This game ended');
  });

  test('one plays on', async () => {
    const id = await table();
    await stand.press(ANN, `askend|${id}|1`);
    expect(await stand.press(BEN, `playon|${id}|1`)).toEqual({});
    expect(await said(CLEO, `agree|${id}|1`)).toContain('Nobody asks to end this game any more.');
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('the question is settled, too, when the game is over otherwise', async () => {
    const id = await table();
    await stand.press(ANN, `askend|${id}|1`);
    await stand.tables.settled();
    const shown = () => [...stand.chat.messages.values()].map(({ screen }) => String(screen.body.content));
    expect(shown().join()).toContain('would like to end');
    await stand.press(STRANGER, `endnow|${id}|1`, [], { manages: true });
    await stand.tables.settled();
    expect(shown()).toContain(`#${id}: that question is settled, the game is over.`);
  });

  test('a host who is alone here is asked whether that is meant', async () => {
    const id = await table(2);
    await stand.press(BEN, `quitnow|${id}|1`);
    const asked = await pressed(ANN, `askend|${id}|1`);
    expect(wordsOf(asked)).toContain('Nobody else is here to be asked.');
    expect((await loaded(store, id)).voided).toBeNull();
    expect(idsOf(asked)[0]).toBe(`askend|${id}|1|sure`);
    expect(await said(ANN, idsOf(asked)[0]!)).toContain('The game is ended');
    expect((await loaded(store, id)).voided).toBe('agreed');
  });

  test('a moderator ends it for everybody, after a question; nobody else does', async () => {
    const id = await table();
    for (const act of ['endall', 'endnow'])
      for (const more of [{}, { manages: true, guild: '66' }, { manages: true, guild: null }])
        expect(await said(ANN, `${act}|${id}|1`, [], more)).toContain(
          'Only those who manage this server can do that.',
        );
    const asked = await pressed(STRANGER, `endall|${id}|1`, [], { manages: true });
    expect(actsOf(asked)).toEqual(['endnow', 'stay']);
    expect(await said(STRANGER, `endnow|${id}|1`, [], { manages: true })).toContain('counts for nobody');
    expect((await loaded(store, id)).voided).toBe('moderator');
  });
});

describe('a card turned by hand', () => {
  test('after a deadline whoever plays here may', async () => {
    const id = await table(3, { options: { flip: 'manual' } });
    expect(await said(BEN, `flip|${id}|0`)).toBe('Ann turns the cards at this table.');
    await serveDeadline(store, id, (await loaded(store, id)).row.deadline!);
    expect(actsOf(await pressed(BEN, `mine|${id}|0`))).toContain('flip');
    expect(await stand.press(BEN, `flip|${id}|0`)).toEqual({});
    expect((await loaded(store, id)).row.turn).toBe(1);
    expect(tableOf(store, id)).toBeDefined();
  });
});

describe('games, and the places they are in', () => {
  const words = async (user: string, more: Partial<Origin> = {}) => said(user, 'games|0|0', [], more);

  test('what waits first; paused, left, lost and locked ones say so', async () => {
    const waits = await table(2, { origin: 'a' });
    const others = await table(2, { origin: 'b' });
    await chooses(store, others, BEN, now());
    const paused = await table(2, { origin: 'c' });
    await stand.press(ANN, `pause|${paused}|1`);
    const left = await table(3, { origin: 'd' });
    await stand.press(BEN, `quitnow|${left}|1`);
    const lost = await table(2, { origin: 'e' });
    await setTable(store, lost, { channel: '99', trouble: '10003' });
    const locked = await table(2, { origin: 'f' });
    await setTable(store, locked, { channel: '98', trouble: '160005' });
    const closed = await table(2, { origin: 'g' });
    await setTable(store, closed, { channel: '97', trouble: '50013' });
    const lines = (await words(BEN)).split('\n');
    const line = (id: number) => lines.find((one) => one.includes(`**#${id} `))!;
    expect(line(waits)).toMatch(/^🟡 .*round 1 · your move · since <t:\d+:R>/);
    expect(line(others)).toMatch(/^⚪ .*waiting for Ann/);
    expect(line(paused)).toMatch(/^🌙 .*paused/);
    expect(line(left)).toMatch(/^💤 .*you left, the clock plays/);
    expect(line(lost)).toMatch(/^📦 .*lost its channel · round 1 · your move/);
    expect(line(locked)).toMatch(/^📦 .*its thread is locked/);
    expect(line(closed)).toMatch(/^📦 .*I may not write there/);
    const place = (id: number) => lines.indexOf(line(id));
    expect(place(waits)).toBeLessThan(place(others));
    expect(place(others)).toBeLessThan(place(paused));
    expect(place(paused)).toBeLessThan(place(left));
  });

  test('an away player sees that it is their move; the others do not wait for them', async () => {
    const id = await table(2);
    await becomesAway(id, BEN);
    expect(await words(BEN)).toContain('your move');
    await chooses(store, id, ANN, now());
    const away = await table(2, { origin: 'x' });
    await becomesAway(away, BEN);
    await stand.press(ANN, `quitnow|${away}|4`);
    expect(await words(ANN)).not.toContain('waiting for Ben');
  });

  test('the host brings a table here; the old place says where it went', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const old = tableOf(store, id)!;
    expect(old.message).not.toBeNull();
    const list = await pressed(ANN, 'games|0|0', [], { channel: '55' });
    expect(actsOf(list)).toContain('movehere');
    expect(actsOf(await pressed(BEN, 'games|0|0', [], { channel: '55' }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { channel: old.channel! }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { guild: '66' }))).not.toContain('movehere');
    expect(actsOf(await pressed(ANN, 'games|0|0', [], { guild: null }))).not.toContain('movehere');
    expect(await said(BEN, 'movehere|0|0', [`${id}`], { channel: '55' })).toBe(
      'Only the host, Ann, can do that.',
    );
    expect(await said(ANN, 'movehere|0|0', [`${id}`], { guild: '66', manages: true })).toContain(
      'Here are yours',
    );
    const moved = await said(ANN, 'movehere|0|0', [`${id}`], { channel: '55' });
    expect(moved).toContain(`#${id} is moving here.`);
    await settle();
    const now55 = tableOf(store, id)!;
    expect(now55).toMatchObject({ channel: '55', trouble: null, old: [] });
    const [there] = stand.chat.read('55');
    expect(there!.id).toBe(now55.message);
    expect(stand.chat.read('55')).toHaveLength(1);
    expect(wordsOf(there!.screen)).toContain(`#${id} has moved here.`);
    const former = stand.chat.messages.get(old.message!)!;
    expect(wordsOf(former.screen)).toBe('This table has moved:');
    // And back again: what stands there is not taken for the table.
    await pressed(ANN, `movehere|${id}|0`, [], { channel: old.channel! });
    await settle();
    const back = tableOf(store, id)!;
    expect(back.channel).toBe(old.channel);
    expect(back.message).not.toBe(old.message);
    expect(wordsOf(stand.chat.messages.get(back.message!)!.screen)).toContain('has moved here');
  });

  test('what was lost goes on where it is brought, also by one who manages the server and sits nowhere', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const { channel } = tableOf(store, id)!;
    // The thread is locked: Discord refuses whatever comes next.
    stand.chat.refuse({ code: 160005, status: 400 }, (call) => call.channel === channel, 99);
    for (const user of [ANN, BEN, CLEO]) await chooses(store, id, user, now());
    stand.app.refresh(id);
    await vi.advanceTimersByTimeAsync(3000);
    await stand.tables.settled();
    expect(tableOf(store, id)!.trouble).toBe('160005');
    expect((await loaded(store, id)).paused?.by).toBe('bot');
    const manager: Partial<Origin> = { manages: true, channel: '55' };
    const list = await pressed('1011', 'games|0|0', [], manager);
    expect(picksOf(list)).toEqual([`${id}`]);
    expect(actsOf(await pressed('1011', 'games|0|0', [], { channel: '55' }))).not.toContain('movehere');
    expect(await said('1011', 'movehere|0|0', [`${id}`], manager)).toContain('is moving here');
    await settle();
    expect((await loaded(store, id)).paused).toBeNull();
    expect(tableOf(store, id)).toMatchObject({ channel: '55', trouble: null, retryAt: 0 });
    expect(stand.chat.read('55').length).toBeGreaterThan(0);
  });

  test('rights that are missing here are named, and nothing moves', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const before = tableOf(store, id);
    const screen = await pressed(ANN, `movehere|${id}|0`, [], { channel: '55', permissions: 1n << 10n });
    expect(wordsOf(screen)).toContain('**Send Messages**');
    expect(wordsOf(screen)).toContain('<#55>');
    expect(idsOf(screen)).toEqual([`movehere|${id}|0`]);
    expect(tableOf(store, id)).toEqual(before);
    // Nor into a channel in which the server wants no tables.
    await setServer(store, '77', { channels: ['57'] }, '1011', now());
    expect(await said(ANN, `movehere|${id}|0`, [], { channel: '55' })).toBe('Tables live in <#57> here.');
    await setServer(store, '77', { channels: [] }, '1011', now());
    expect(tableOf(store, id)).toEqual(before);
    // Into a thread it goes with a thread's rights.
    const rights = (1n << 10n) | (1n << 38n) | (1n << 15n) | (1n << 16n);
    const inThread = { channel: '56', permissions: rights, inThread: true };
    expect(await said(ANN, `movehere|${id}|0`, [], inThread)).toContain('is moving here');
    await settle();
    expect(tableOf(store, id)!.channel).toBe('56');
  });
});
