import pg from 'pg';
import { TABLES } from '../../src/store/catalog.ts';
import { storeOn } from '../../src/store/engine/postgres.ts';
import { settingsFor } from '../../src/store/engine/server.ts';
import { postgresSide, type Row, type Shape, shapeOf } from '../../src/store/engine/sides.ts';
import type { Store, Watch } from '../../src/store/engine/types.ts';

/** Stores on the server of PostgreSQL that tests have (see `tests/postgres.ts`), each in a database of its own. */

/** Where the server is; empty: there is none, or these tests are asked of SQLite. */
export const SERVER = process.env.TEST_STORE === 'postgres' ? (process.env.TEST_SERVER ?? '') : '';
/** The database with all tables and no rows that others are copied from. */
export const TEMPLATE = 'metrox_template';

/** The address of a database of that server. */
export function addressOf(name: string): string {
  const address = new URL(SERVER);
  address.pathname = `/${name}`;
  return address.href;
}

/** Carries statements out in a database of the server, one connection each time. */
export async function onServer<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(await settingsFor(addressOf(name)));
  // Whoever waits for it hears of it from their statement.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a store holds, by its tables. */
export type Image = ReadonlyMap<Shape, readonly Row[]>;

const SHAPES = TABLES.map(shapeOf);

/** Databases of this worker that no store uses any more; there may be rows in them. */
const free: string[] = [];
let made = 0;

async function takeDatabase(): Promise<string> {
  const used = free.pop();
  if (used !== undefined) {
    const restart = SHAPES.flatMap(({ name, column }) =>
      column === undefined ? [] : [`ALTER TABLE "${name}" ALTER "${column}" RESTART`],
    ).join('; ');
    await onServer(used, async (client) => {
      await client.query('DROP FUNCTION IF EXISTS refuse CASCADE');
      await postgresSide(client).clear(SHAPES);
      await client.query(restart);
    });
    return used;
  }
  const name = `metrox_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${made++}`;
  await onServer('postgres', (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`));
  return name;
}

/** Stores that were not closed yet, and the names of their databases. */
const open = new Map<Store, Promise<string>>();

/** A store of its own, empty or with what another one held; it is there once it is asked. `watch` hears of each statement; with `most` 1 its transactions follow one another in the order in which they were begun. */
export function serverStore(image?: Image, watch?: Watch, most = 5): Store {
  const name = takeDatabase();
  const pool = name.then(async (database) => {
    const pool = new pg.Pool({
      ...(await settingsFor(addressOf(database))),
      max: most,
      idleTimeoutMillis: 1000,
    });
    if (image) await fill(database, image);
    return pool;
  });
  // Whoever asks the store hears of it.
  pool.catch(() => {});
  let ending = false;
  const store = storeOn(
    {
      connect: async () => (await pool).connect(),
      on: (event, heard) => void pool.then((pool) => pool.on(event, heard)),
      get ending() {
        return ending;
      },
      async end() {
        ending = true;
        await (await pool).end();
        open.delete(store);
        free.push(await name);
      },
    },
    watch,
  );
  open.set(store, name);
  return store;
}

/** Closes what a file of tests has left open. */
export const closeAll = async (): Promise<void> => {
  await Promise.all([...open.keys()].map((store) => store.close()));
};

/** The name of the database of a store. */
export const databaseOf = (store: Store): Promise<string> | undefined => open.get(store);

/** All that a store holds. */
export const serverImage = async (store: Store): Promise<Image> =>
  onServer(await open.get(store)!, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const image = new Map<Shape, readonly Row[]>();
    for (const shape of SHAPES) {
      const all: Row[] = [];
      for await (const rows of postgresSide(client).pieces(shape)) all.push(...rows);
      image.set(shape, all);
    }
    await client.query('COMMIT');
    return image;
  });

const fill = (name: string, image: Image): Promise<void> =>
  onServer(name, async (client) => {
    const side = postgresSide(client);
    await client.query('BEGIN');
    for (const [shape, rows] of image) {
      if (rows.length > 0) await side.put(shape, rows);
      if (shape.column === undefined) continue;
      const at = shape.columns.indexOf(shape.column);
      await side.goOn(shape, Math.max(0, ...rows.map((row) => Number(row[at]))));
    }
    await client.query('COMMIT');
  });
