import { chmodSync, existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Channel, Command, Guild, Interaction, Member, Message, Person } from './shapes.ts';

/** One kind of thing, kept as JSON under an id and, for most kinds, a parent (a guild, a channel). */
export interface Shelf<T> {
  get(id: string): T | undefined;
  put(id: string, value: T, parent?: string): void;
  remove(id: string): void;
  /** All of a parent (or all there are) in the order of their first `put`. */
  all(parent?: string): T[];
  /**
   * The newest `limit` of a parent, newest first, put before the thing `before` or after the thing `after`.
   */
  recent(parent: string, limit: number, at?: { before?: string; after?: string }): T[];
}

export interface StoredFile {
  channel_id: string;
  message_id: string;
  filename: string;
  content_type: string;
  bytes: Buffer;
}

export interface Store {
  people: Shelf<Person>;
  guilds: Shelf<Guild>;
  members: Shelf<Member>;
  channels: Shelf<Channel>;
  messages: Shelf<Message>;
  commands: Shelf<Command>;
  interactions: Shelf<Interaction> & { byToken(token: string): Interaction | undefined };
  files: {
    get(id: string): StoredFile | undefined;
    put(id: string, file: StoredFile): void;
    remove(id: string): void;
  };
  /** What authors sent with a nonce that counts: the message, also when it is deleted, and when that was. */
  nonces: {
    get(author: string, nonce: string): { message: string; at: number } | undefined;
    put(author: string, nonce: string, sent: { message: string; at: number }): void;
  };
  /** Runs `work` as one transaction. */
  together<R>(work: () => R): R;
  /**
   * Forgets what nobody can reach any more (old ephemeral messages, old interactions, files of no message)
   * and ends the interactions that an earlier process left waiting: their timers went with it.
   */
  prune(now: number): void;
  close(): void;
}

const KINDS = ['people', 'guilds', 'members', 'channels', 'messages', 'commands', 'interactions'] as const;
const DAY = 86_400_000;

function shelf<T>(db: Database.Database, kind: (typeof KINDS)[number]): Shelf<T> {
  const parse = (row: unknown): T => JSON.parse((row as { json: string }).json);
  const get = db.prepare(`SELECT json FROM ${kind} WHERE id = ?`);
  const put = db.prepare(
    `INSERT INTO ${kind} (id, parent, json) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json, parent = coalesce(excluded.parent, parent)`,
  );
  const remove = db.prepare(`DELETE FROM ${kind} WHERE id = ?`);
  const every = db.prepare(`SELECT json FROM ${kind} ORDER BY seq`);
  const of = db.prepare(`SELECT json FROM ${kind} WHERE parent = ? ORDER BY seq`);
  const place = db.prepare(`SELECT seq FROM ${kind} WHERE id = ?`).pluck();
  const newest = db.prepare(
    `SELECT json FROM ${kind} WHERE parent = ? AND seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?`,
  );
  const next = db.prepare(`SELECT json FROM ${kind} WHERE parent = ? AND seq > ? ORDER BY seq LIMIT ?`);
  return {
    get: (id) => {
      const row = get.get(id);
      return row === undefined ? undefined : parse(row);
    },
    put: (id, value, parent) => void put.run(id, parent ?? null, JSON.stringify(value)),
    remove: (id) => void remove.run(id),
    all: (parent) => (parent === undefined ? every.all() : of.all(parent)).map(parse),
    recent: (parent, limit, at = {}) => {
      if (at.after !== undefined) {
        const seq = (place.get(at.after) as number | undefined) ?? 0;
        return next.all(parent, seq, limit).map(parse).reverse();
      }
      const seq = at.before === undefined ? undefined : (place.get(at.before) as number | undefined);
      return newest.all(parent, seq ?? Number.MAX_SAFE_INTEGER, 0, limit).map(parse);
    },
  };
}

/** Only its owner may read what people write, from the moment the file is made. SQLite gives its logs the same rights. */
function openPrivately(file: string): Database.Database {
  const before = process.umask(0o077);
  try {
    const made = file === ':memory:' || !existsSync(file);
    if (!made && statSync(file).uid === process.getuid?.()) chmodSync(file, 0o600);
    return new Database(file);
  } finally {
    process.umask(before);
  }
}

/** Opens the file (made if need be; `:memory:` for none) with the tables of the local Discord. */
export function openStore(file: string): Store {
  const db = openPrivately(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('busy_timeout = 2000');
  for (const kind of KINDS) {
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${kind} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, parent TEXT, json TEXT NOT NULL);
       CREATE INDEX IF NOT EXISTS ${kind}_parent ON ${kind} (parent, seq);`,
    );
  }
  db.exec(
    `CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, channel_id TEXT, message_id TEXT, filename TEXT, content_type TEXT, bytes BLOB);`,
  );
  db.exec(
    'CREATE TABLE IF NOT EXISTS nonces (author TEXT, nonce TEXT, message TEXT, at INTEGER, PRIMARY KEY (author, nonce))',
  );
  const nonce_ = {
    get: db.prepare('SELECT message, at FROM nonces WHERE author = ? AND nonce = ?'),
    put: db.prepare('INSERT OR REPLACE INTO nonces VALUES (?, ?, ?, ?)'),
  };
  const file_ = {
    get: db.prepare('SELECT channel_id, message_id, filename, content_type, bytes FROM files WHERE id = ?'),
    put: db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM files WHERE id = ?'),
  };
  db.exec("CREATE INDEX IF NOT EXISTS tokens ON interactions (json_extract(json, '$.token'))");
  const byToken = db.prepare("SELECT json FROM interactions WHERE json_extract(json, '$.token') = ?");
  return {
    people: shelf(db, 'people'),
    guilds: shelf(db, 'guilds'),
    members: shelf(db, 'members'),
    channels: shelf(db, 'channels'),
    messages: shelf(db, 'messages'),
    commands: shelf(db, 'commands'),
    interactions: {
      ...shelf<Interaction>(db, 'interactions'),
      byToken: (token) => {
        const row = byToken.get(token) as { json: string } | undefined;
        return row ? JSON.parse(row.json) : undefined;
      },
    },
    files: {
      get: (id) => file_.get.get(id) as StoredFile | undefined,
      put: (id, f) => void file_.put.run(id, f.channel_id, f.message_id, f.filename, f.content_type, f.bytes),
      remove: (id) => void file_.remove.run(id),
    },
    nonces: {
      get: (author, nonce) => nonce_.get.get(author, nonce) as { message: string; at: number } | undefined,
      put: (author, nonce, { message, at }) => void nonce_.put.run(author, nonce, message, at),
    },
    together: (work) => db.transaction(work)(),
    prune: (now) => {
      db.prepare(
        "DELETE FROM messages WHERE json_extract(json, '$.only') IS NOT NULL AND json_extract(json, '$.timestamp') < ?",
      ).run(new Date(now - 7 * DAY).toISOString());
      db.prepare('DELETE FROM nonces WHERE at < ?').run(now - DAY);
      db.prepare("DELETE FROM interactions WHERE json_extract(json, '$.at') < ?").run(now - 7 * DAY);
      db.exec(
        "UPDATE interactions SET json = json_set(json, '$.state', 'expired') WHERE json_extract(json, '$.state') = 'waiting'",
      );
      db.exec('DELETE FROM files WHERE message_id NOT IN (SELECT id FROM messages)');
    },
    close: () => void db.close(),
  };
}
