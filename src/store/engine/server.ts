import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client, CustomTypesConfig, Pool, PoolConfig } from 'pg';
import { codeOf, DatabaseFault, short } from '../fault.ts';
import type { Migration } from '../standing.ts';
import { whenFree } from './busy.ts';
import { isPassing, storeOn } from './postgres.ts';
import type { Store, Watch, Writes } from './types.ts';

/** Reaching a server of PostgreSQL, and bringing its tables to this version's. */

const FOLDER = fileURLToPath(new URL('../../../migrations/postgres', import.meta.url));

/** Connections of a process. More would only wait for each other's locks. */
const MOST = 10;
/** Milliseconds that a connection is waited for, and a lock that somebody holds. */
const PATIENCE = 10_000;
/** A process that stands still in the middle of a transaction loses it after so many milliseconds, and its locks with it. */
const STANDSTILL = 60_000;
/** Connections that nobody uses end after so many milliseconds. */
const UNUSED = 5 * 60_000;
/** What connections of this program are called in the server's lists. */
export const PROGRAM = 'metrox bot';
/** The oldest server whose dialect is spoken here, as it numbers itself. */
const OLDEST = 130_000;
/** Held while tables are changed, so that one process at a time does it: "metrox" as a number. */
const CHANGING = 0x6d6574726f78;

interface Options {
  readonly most?: number | undefined;
  /** That of other migrations. */
  readonly folder?: string | undefined;
  readonly watch?: Watch | undefined;
  readonly writes?: Writes | undefined;
}

/**
 * Opens the database of an address (`postgres://user:password@host:port/name`), and brings it to the newest schema. `most`:
 * connections of this process; `watch` hears of each statement, `writes` of each write. Throws `DatabaseFault`.
 */
export async function openServer(
  address: string,
  { most = MOST, folder = FOLDER, watch, writes }: Options = {},
): Promise<Store> {
  const pool = await poolFor(address, most);
  try {
    await whenFree(
      () => prepare(pool, called(address), readMigrationFiles({ migrationsFolder: folder })),
      isPassing,
    );
    return storeOn(pool, watch, writes);
  } catch (error) {
    await pool.end();
    throw faultOf(error, called(address));
  }
}

/** A database in messages: where it is, without the password. */
export function called(address: string): string {
  try {
    const { host, pathname } = new URL(address);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** The driver is loaded where it is needed: who keeps games in a file may have left it out. */
async function driver(): Promise<typeof import('pg')> {
  try {
    const loaded = await import('pg');
    return 'default' in loaded ? (loaded.default as typeof import('pg')) : loaded;
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test(codeOf(error))) throw error;
    throw new DatabaseFault(
      'DATABASE_URL names a database of PostgreSQL, and the package pg is not installed. Run "npm ci --include=optional".',
    );
  }
}

/** What connections of this program are like. */
export async function settingsFor(address: string): Promise<PoolConfig> {
  const { types } = await driver();
  return {
    connectionString: address,
    pipeline: true,
    keepAlive: true,
    application_name: PROGRAM,
    connectionTimeoutMillis: PATIENCE,
    lock_timeout: PATIENCE,
    idle_in_transaction_session_timeout: STANDSTILL,
    types: { getTypeParser: parsersOf(types) },
  };
}

async function poolFor(address: string, most: number): Promise<Pool> {
  const { Pool } = await driver();
  const settings = { ...(await settingsFor(address)), max: most, idleTimeoutMillis: UNUSED };
  try {
    return new Pool(settings);
  } catch (error) {
    throw faultOf(error, called(address));
  }
}

/** A connection of its own, which whoever asked for it ends. Throws `DatabaseFault`. */
export async function connectTo(address: string): Promise<Client> {
  const { Client } = await driver();
  const client = new Client(await settingsFor(address));
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw faultOf(error, called(address));
  }
}

/** Values come as SQLite gives them: numbers as numbers, and truth as 1 and 0. */
function parsersOf({
  builtins,
  getTypeParser,
}: typeof import('pg')['types']): CustomTypesConfig['getTypeParser'] {
  const numbers: readonly number[] = [
    ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.NUMERIC, builtins.FLOAT4, builtins.FLOAT8],
  ];
  const parser = (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && numbers.includes(oid)) return Number;
    if (format !== 'binary' && oid === builtins.BOOL) return (text: string) => Number(text === 't');
    return getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
  };
  return parser as CustomTypesConfig['getTypeParser'];
}

/** Carries out what is due, in one transaction: when one fails nothing has changed. */
async function prepare(pool: Pool, name: string, known: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  let left: unknown;
  try {
    await requireServer(client, name);
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${CHANGING})`);
    await bringUp(client, name, known);
    await client.query('COMMIT');
  } catch (error) {
    left = error;
    throw error;
  } finally {
    // In the middle of a transaction it is of no use to anybody.
    client.release(left !== undefined);
  }
}

type Querying = Pick<Client, 'query'>;

/** Throws `DatabaseFault` where the server is too old, or would keep texts that are not Unicode's. */
async function requireServer(client: Querying, name: string): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  );
  const [{ version, encoding } = { version: '0', encoding: '' }] = rows;
  if (Number(version) < OLDEST)
    throw new DatabaseFault(`The server of ${name} is older than PostgreSQL 13. Use a newer one.`);
  if (encoding !== 'UTF8')
    throw new DatabaseFault(
      `The database ${name} has the encoding ${encoding}. Make one with UTF8: createdb --encoding=UTF8 --template=template0.`,
    );
}

async function bringUp(client: Querying, name: string, known: readonly Migration[]): Promise<void> {
  const done = await standingOf(client, name, known);
  if (done === known.length) return;
  await client.query(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)',
  );
  for (const { sql, hash, folderMillis } of known.slice(done)) {
    // drizzle names the schema that is used where none is chosen; here it is the one that was chosen.
    for (const statement of sql) await client.query(statement.replaceAll('"public".', ''));
    await client.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

/**
 * How many migrations were carried out on a database, 0 for one that is empty. Throws `DatabaseFault` when it is another
 * program's or a newer version's.
 */
export async function standingOf(
  client: Querying,
  name: string,
  known: readonly Migration[],
): Promise<number> {
  const tables = await client.query<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace",
  );
  if (tables.rows.length === 0) return 0;
  const ours = tables.rows.some(({ relname }) => relname === '__drizzle_migrations');
  const done = ours
    ? await client.query<{ at: number }>('SELECT created_at AS at FROM __drizzle_migrations ORDER BY id')
    : { rows: [] };
  const times = done.rows.map(({ at }) => at);
  if (times[0] !== known[0]!.folderMillis)
    throw new DatabaseFault(`${name} is the database of another program. Name an empty one.`);
  if (times.length > known.length || times.some((at, i) => at !== known[i]!.folderMillis))
    throw new DatabaseFault(
      `The database ${name} was written by a newer version of this bot (${times.length} changes of its tables, and this one knows ${known.length}). Start that version.`,
    );
  return times.length;
}

/** What a server says of itself and a person can mend. */
const OF_SERVER: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /^(28000|28P01)$/,
    (name) => `The server of ${name} does not let this user in. See user and password in DATABASE_URL.`,
  ],
  [
    /^3D000$/,
    (name) => `There is no database ${name}. Make it with createdb, or name another one in DATABASE_URL.`,
  ],
  [
    /^42501$/,
    (name) =>
      `This user may not make tables in ${name}. Give them the right: GRANT CREATE ON SCHEMA public TO the user.`,
  ],
  [
    /^3F000$/,
    (name) =>
      `There is no schema in ${name} in which this user may make tables. Make one, or set search_path.`,
  ],
  [
    /^53300$/,
    (name) => `The server of ${name} has no connection left. Raise max_connections, or end what holds them.`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (name) => `Nobody knows the server of ${name}. See its name in DATABASE_URL.`],
];

/** What the server or the way to it said as a fault that names it; anything else is given back as it is. */
export function faultOf(error: unknown, name: string): unknown {
  if (error instanceof DatabaseFault || !(error instanceof Error)) return error;
  const told = OF_SERVER.find(([code]) => code.test(codeOf(error)))?.[1];
  if (told) return new DatabaseFault(told(name), isPassing(error));
  if (isPassing(error))
    return new DatabaseFault(
      `The server of ${name} cannot be reached (${codeOf(error) || short(error.message)}). Start it, or see the address in DATABASE_URL.`,
      true,
    );
  // Of all that it says itself each has a code of five letters.
  if (/^[0-9A-Z]{5}$/.test(codeOf(error)))
    return new DatabaseFault(
      `The database ${name} cannot be used: ${short(error.message)} (${codeOf(error)}).`,
    );
  return error;
}
