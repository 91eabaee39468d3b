import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GAMES } from '../../src/modules.ts';
import { openStore } from '../../src/store/open.ts';
import { chance } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { type Pack, pack } from '../pack.ts';
import { standing, tellers } from '../tellers.ts';
import { check } from './check.ts';
import { WORDS } from './deeds.ts';
import { createLives, type Lives } from './lives.ts';
import { createOutside } from './outside.ts';
import { type Club, person } from './people.ts';
import { abandon, forsake, solo, table } from './tables.ts';

const KILLS = amount(40, 200);
const DAY = 24 * 3_600_000;
/** What passes when all are gone, and how often a process is killed while it does what is due then, the jump included. */
const LATER = [
  // Lobbies are closed.
  { time: DAY + 3_600_000, kills: 6 },
  // Reminders come, threads are kept open.
  { time: 8 * DAY, kills: 3 },
  // Tables are put away.
  { time: 60 * DAY, kills: 4 },
] as const;
const LATE_KILLS = LATER.reduce((sum, { kills }) => sum + kills, 0);
/** Seconds of the bot's clock. */
const LIMIT = 300;
const REMINDER = /\.(?:round|flip)(?:-\d+)?\/(?:half|end|anyone|last)$/;

describe('a process that is killed again and again', () => {
  let program: Pack;
  let folder: string;
  beforeAll(async () => {
    program = await pack('tests/kill/child.ts');
    folder = mkdtempSync(join(tmpdir(), 'metrox-kill-'));
  });
  let lives: Lives | undefined;
  afterAll(async () => {
    await lives?.stop();
    tellers.delete('the kills');
    program?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test(`loses nothing and doubles nothing in ${KILLS} kills`, { timeout: 900_000 }, async () => {
    const roll = chance('killed');
    const outside = createOutside();
    const database = join(folder, 'metrox.db');
    lives = createLives({ program: program.file, database, outside, roll, kills: KILLS - LATE_KILLS });
    const { killed, errors } = lives;
    tellers.set(
      'the kills',
      () => `${killed()} kills, errors: ${errors.join('; ') || 'none'}\n${standing(database)}`,
    );
    const club: Club = {
      lives,
      outside,
      roll,
      presses: [],
      deeds: [],
      moves: [],
      hushes: [],
      forsaken: new Set(),
      sat: new Map(),
      openings: new Set(),
      finishing: () => killed() >= KILLS - LATE_KILLS,
    };
    const named = (...names: string[]) => names.map((name) => person(club, name));
    const [leo, mia, nell, una] = named('Leo', 'Mia', 'Nell', 'Una');
    await Promise.all([
      table(
        club,
        '11',
        named('Ann', 'Ben'),
        { map: 'tokyo', options: { flip: 'auto' }, thread: true, voids: true },
        leo,
      ),
      table(
        club,
        '12',
        named('Cleo', 'Dia', 'Eve'),
        { map: 'osaka', options: { flip: 'manual' }, thread: true, limit: LIMIT },
        mia,
      ),
      table(club, '13', named('Finn', 'Gil'), {
        map: 'tube-town',
        options: { flip: 'manual' },
        thread: false,
        limit: LIMIT,
        late: 'drop',
      }),
      table(club, '14', named('Ida', 'Jo', 'Kim'), {
        game: 'metromania',
        map: 'six-quarters',
        options: { markers: 'hidden' },
        thread: false,
        limit: LIMIT,
      }),
      table(club, '15', named('Ole', 'Pia'), {
        game: 'metro',
        map: 'paris',
        options: { hand: '2' },
        thread: true,
        voids: true,
      }),
      solo(club, named('Hana')[0]!, ['metro-city', 'tokyo']),
      // Nobody may have more than three open in a server.
      ...['41', '42', '43'].map((channel) => forsake(club, channel, nell!)),
      forsake(club, '44', una!),
      ...['45', '46'].map((channel) => abandon(club, channel, named('Quin', 'Ruth'))),
    ]);
    let left = await lives.behind();
    for (const { time, kills } of LATER) {
      const most = killed() + kills;
      lives.leap(time, kills - 1);
      for (
        let tries = 0;
        tries === 0 || left.matches.length + left.due.length > 0 || killed() < most;
        tries++
      ) {
        expect(tries, `all is brought up to date: ${JSON.stringify(left)}`).toBeLessThan(900);
        await new Promise((resolve) => setTimeout(resolve, 100));
        left = await lives.behind();
      }
    }
    await lives.stop();
    expect(lives.errors).toEqual([]);
    const store = openStore(database);
    const { faults, matches } = await check(store, club, left.at);
    await store.close();
    expect(faults).toEqual([]);
    // The run was worth something: enough happened, at moments at which things can go wrong.
    expect(lives.killed()).toBe(KILLS);
    expect(matches.length).toBeGreaterThanOrEqual(4);
    const written = matches.flatMap(({ log }) => log.map(({ code }) => code.split('.')[0]!));
    // Which of them come depends on the kills: most do in every run.
    const words = [...WORDS, 'flipper', 'late', 'away', 'drop', 'void'];
    const seen = words.filter((word) => written.includes(`/${word}`));
    expect(seen.length, seen.join()).toBeGreaterThan(words.length / 2);
    expect(outside.messages.some(({ purpose }) => REMINDER.test(purpose ?? ''))).toBe(true);
    expect(matches.filter(({ voided }) => voided === 'slept')).toHaveLength(2);
    // Each game was played, and turns of several steps were kept at once.
    expect(new Set(matches.map(({ row }) => row.game))).toEqual(new Set(GAMES.map(({ id }) => id)));
    const several = club.presses.filter(({ meant, taken }) => taken && 'before' in meant);
    expect(several.length).toBeGreaterThan(0);
    expect(club.presses.length).toBeGreaterThan(Math.max(100, KILLS));
    expect(club.presses.filter((press) => press.again).length).toBeGreaterThan(KILLS / 10);
    if (KILLS >= 200) expect(outside.repeats()).toBeGreaterThan(5);
  });
});
