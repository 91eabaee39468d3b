import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TABLES } from '../../src/store/catalog.ts';
import { openEnd } from '../../src/store/engine/ends.ts';
import { called } from '../../src/store/engine/server.ts';
import { type Row, shapeOf } from '../../src/store/engine/sides.ts';
import type { DatabaseFault } from '../../src/store/fault.ts';
import { load } from '../../src/store/matches.ts';
import { move, settle } from '../../src/store/move.ts';
import { openServer, openStore, type Store } from '../../src/store/open.ts';
import { rows } from '../lib/rows.ts';
import { addressOf, onServer, SERVER } from '../lib/server.ts';
import { AT, acquaint, running } from '../match/people.ts';

const SHAPES = TABLES.map(shapeOf);

let folder: string;
let file: string;
let address: string;
let made = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrox-'));
  file = join(folder, 'games.db');
  const name = `metrox_move_${process.pid}_${made++}`;
  await onServer('postgres', (client) => client.query(`CREATE DATABASE ${name}`));
  address = addressOf(name);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  const name = new URL(address).pathname.slice(1);
  await onServer('postgres', (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
});

/** Moves between two places, and tells of the steps. */
async function moving(from: string, to: string): Promise<readonly (readonly [number, number])[]> {
  const steps: (readonly [number, number])[] = [];
  const source = await openEnd(from, false);
  try {
    const target = await openEnd(to, true);
    try {
      await move(source, target, AT, (done, all) => steps.push([done, all]));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return steps;
}

const said = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: DatabaseFault) => error.message,
  );

/** All that is in a database, but for what a move notes. */
async function contents(place: string): Promise<Record<string, readonly Row[]>> {
  const end = await openEnd(place, false);
  try {
    const all: Record<string, Row[]> = {};
    for (const shape of SHAPES) {
      const found: Row[] = [];
      for await (const piece of end.pieces(shape)) found.push(...piece);
      all[shape.name] = found.filter((row) => shape.name !== 'meta' || !/^moved /.test(String(row[0])));
      if (shape.column !== undefined) all[`${shape.name} counted`] = [[await end.counted(shape)]];
    }
    return all;
  } finally {
    await end.close();
  }
}

/** Texts that each database, or the way between, could take for something else; 😀 comes behind ﬀ only by its bytes. */
const ODD = ["it's", '"x"', '\\N', '{a,"b"}', 'NULL', ' ', 'ü', 'Z', 'a', '\u{fb00}', '😀', 'x\ny\tz'];

async function fill(store: Store): Promise<number> {
  await acquaint(store, 4, []);
  const match = await running(store, 3);
  await store.close();
  const raw = new Database(file);
  const player = raw.prepare('INSERT INTO players (id, name) VALUES (?, ?)');
  for (const text of ODD) player.run(text, text);
  raw.prepare("INSERT INTO ratings VALUES ('metro', '', 'Z', ?, ?, -3, 0)").run(0.1 + 0.2, 1e-300);
  raw.prepare('INSERT INTO folded VALUES (?, ?)').run(match, Buffer.from([0, 92, 39, 255, 10]));
  const message = raw.prepare(
    "INSERT INTO messages (match, slot, channel, state, due) VALUES (?, ?, '88', 'stands', ?)",
  );
  for (let i = 0; i < 4500; i++) message.run(match, `slot ${i}`, Number.MAX_SAFE_INTEGER - i);
  raw.exec('DELETE FROM messages WHERE id = (SELECT max(id) FROM messages)');
  raw.close();
  return match;
}

describe.skipIf(SERVER === '')('moving', () => {
  test('there and back loses nothing and changes nothing, and counting goes on', async () => {
    const match = await fill(openStore(file));
    const before = await contents(file);
    const steps = await moving(file, address);
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.at(-1)![0]).toBe(steps.at(-1)![1]);
    expect(await contents(address)).toEqual(before);
    const back = join(folder, 'back.db');
    await moving(address, back);
    expect(await contents(back)).toEqual(before);
    expect(before.messages!.length).toBeGreaterThan(4000);
    const store = openStore(back);
    expect((await load(store, match))!.seats).toHaveLength(3);
    const next = await running(store, 2);
    expect(next).toBe(match + 1);
    await store.close();
  });

  test('goes on where it arrived: the bot plays there, and a number is not used again', async () => {
    const match = await fill(openStore(file));
    await moving(file, address);
    const store = await openServer(address);
    await settle(store, 'there');
    expect((await load(store, match))!.seats).toHaveLength(3);
    expect(await running(store, 2)).toBe(match + 1);
    const [{ first }] = (await rows<{ first: number }>(
      store,
      `SELECT min(id) AS first FROM messages WHERE match = ${match + 1}`,
    )) as [{ first: number }];
    await store.close();
    // The one of the highest number is gone: its number was part of what Discord was sent.
    const raw = new Database(file);
    const last = raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'messages'").pluck().get();
    raw.close();
    expect(first).toBe(Number(last) + 1);
  });

  test('can be repeated until a bot uses what arrived', async () => {
    await fill(openStore(file));
    await moving(file, address);
    await moving(file, address);
    expect(await contents(address)).toEqual(await contents(file));
    const store = await openServer(address);
    await settle(store, 'there');
    await store.close();
    expect(await said(moving(file, address))).toBe(
      `There are games in ${called(address)} already. Move to a database that is empty.`,
    );
  });

  test('leaves a note, by which nobody plays on in the old place', async () => {
    await fill(openStore(file));
    await moving(file, address);
    const old = openStore(file);
    expect(await said(settle(old, file))).toBe(
      `The games of ${file} were moved to ${called(address)}. Start the bot on that one.`,
    );
    await old.close();
    expect(await said(moving(file, join(folder, 'other.db')))).toContain('Move it from there.');
    // The way back is over the old file, too.
    await moving(address, file);
    const again = openStore(file);
    await settle(again, file);
    await again.close();
  });

  test('is refused while a bot is on either of the two, and then changes nothing', async () => {
    const store = openStore(file);
    await acquaint(store, 1, []);
    await store.read(async () => {});
    expect(await said(moving(file, address))).toContain('kept busy by another process');
    await store.close();
    const other = await openServer(address);
    await other.read((db) => db.select().from(TABLES[0]!).all());
    expect(await said(moving(file, address))).toContain('A bot has the database');
    await other.close();
    await moving(file, address);
  });

  test('is refused where other games are, and where there is nothing to move', async () => {
    const store = await openServer(address);
    await acquaint(store, 1, []);
    await store.close();
    await openStore(file).close();
    expect(await said(moving(file, address))).toContain('There are games in');
    expect(await said(moving(join(folder, 'none.db'), address))).toContain('There is no database');
  });

  test('tells the row that did not arrive as it was, and moves nothing', async () => {
    await fill(openStore(file));
    const source = await openEnd(file, false);
    const target = await openEnd(address, true);
    const lossy = {
      ...target,
      put: (shape: (typeof SHAPES)[number], all: readonly Row[]) =>
        target.put(
          shape,
          shape.name === 'seats'
            ? all.map((row, i) => (i === 1 ? [...row.slice(0, 5), 7, ...row.slice(6)] : row))
            : all,
        ),
    };
    expect(await said(move(source, lossy, AT))).toBe(
      'Of seats the row 1 1 did not arrive as it was, so nothing was moved.',
    );
    await target.close();
    await source.close();
    expect((await contents(address)).players).toEqual([]);
    await moving(file, address);
  });
});
