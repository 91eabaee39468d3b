import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { type Pack, pack } from '../pack.ts';
import { chance } from './chance.ts';
import { check } from './check.ts';
import { createLives, type Lives } from './lives.ts';
import { createOutside } from './outside.ts';
import { type Club, person } from './people.ts';
import { killReal } from './real.ts';
import { solo, table } from './tables.ts';

const KILLS = 200;

describe('a process that is killed again and again', () => {
  let program: Pack;
  let folder: string;
  beforeAll(async () => {
    program = await pack('tests/kill/child.ts', 'none');
    folder = mkdtempSync(join(tmpdir(), 'metrox-kill-'));
  });
  let lives: Lives | undefined;
  afterAll(async () => {
    await lives?.stop();
    program?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test(`loses nothing and doubles nothing in ${KILLS} kills`, { timeout: 900_000 }, async () => {
    const roll = chance('killed');
    const outside = createOutside();
    const database = join(folder, 'metrox.db');
    lives = createLives({ program: program.file, database, outside, roll, kills: KILLS });
    const killed = lives.killed;
    const club: Club = {
      lives,
      outside,
      roll,
      presses: [],
      sat: new Map(),
      openings: new Set(),
      finishing: () => killed() >= KILLS,
    };
    const named = (...names: string[]) => names.map((name) => person(club, name));
    await Promise.all([
      table(club, '11', named('Ann', 'Ben'), { map: 'tokyo', options: { flip: 'auto' }, thread: true }),
      table(club, '12', named('Cleo', 'Dia', 'Eve'), {
        map: 'osaka',
        options: { flip: 'manual' },
        thread: true,
      }),
      table(club, '13', named('Finn', 'Gil'), {
        map: 'tube-town',
        options: { flip: 'manual' },
        thread: false,
      }),
      solo(club, named('Hana')[0]!, ['metro-city', 'tokyo']),
    ]);
    for (let tries = 0; (await lives.behind()).length > 0; tries++) {
      expect(tries, 'messages are brought up to date').toBeLessThan(300);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await lives.stop();
    expect(lives.errors).toEqual([]);
    const store = openStore(database);
    const { faults, matches } = await check(store, club);
    store.close();
    expect(faults).toEqual([]);
    // The run was worth something: enough happened, at moments at which things can go wrong.
    expect(lives.killed()).toBe(KILLS);
    expect(matches).toBeGreaterThanOrEqual(4);
    expect(club.presses.length).toBeGreaterThan(200);
    expect(club.presses.filter((press) => press.again).length).toBeGreaterThan(20);
    expect(outside.repeats()).toBeGreaterThan(5);
  });
});

test('the real bot, killed ten times in a game of three, loses nothing and doubles nothing', {
  timeout: 900_000,
}, async () => {
  const { faults, kills, presses } = await killReal(10, 'ten');
  expect(faults).toEqual([]);
  expect(kills).toBe(10);
  expect(presses).toBeGreaterThan(40);
});
