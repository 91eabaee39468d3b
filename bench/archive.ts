import type Database from 'better-sqlite3';
import { countFinished } from '../src/daily/count.ts';
import { join, start } from '../src/match/lobby.ts';
import type { Match } from '../src/match/match.ts';
import { open } from '../src/match/open.ts';
import { openLobby } from '../src/match/opening.ts';
import { play } from '../src/match/play.ts';
import { personIn } from '../src/match/seats.ts';
import { adoptMessage, LOBBY, phaseSlot } from '../src/store/messages.ts';
import type { Store } from '../src/store/open.ts';
import { meet } from '../src/store/players.ts';
import { setTable } from '../src/store/tables.ts';
import { change, column } from '../tests/lib/rows.ts';

/** A database with many games of the past: some are played, and the others are copies of these with other people elsewhere. */

export const SEATS = 3;
const PEOPLE = 5_000;
const GUILDS = 200;
const HOUR = 3_600_000;
export const MAPS = { metrox: 'tokyo', metro: 'paris', metromania: 'six-quarters' } as const;
export type Game = keyof typeof MAPS;

let state = 2_463_534_242;
/** The next number of a fixed sequence, below `n`. */
export function roll(n: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.floor(((state >>> 0) / 2 ** 32) * n);
}

/** An id as Discord gives them: 18 or 19 digits. */
const snowflake = (): string => String(10n ** 18n + BigInt(roll(2 ** 31)) * 2_097_152n + BigInt(roll(4096)));
const people = Array.from({ length: PEOPLE }, snowflake);
const guilds = Array.from({ length: GUILDS }, snowflake);
const channels = guilds.map(snowflake);
/** Few play much and many play little: the first of them plays one seat of seventy. */
export const person = (n = Math.floor((roll(1e6) / 1e6) ** 2 * PEOPLE)): string => people[n]!;
export const guild = (n = roll(GUILDS)): string => guilds[n]!;

export async function fill(store: Store): Promise<void> {
  // All at once: they share the waiting for the disk.
  await Promise.all(people.map((id) => meet(store, id, `Somebody ${id.slice(-4)}`, guild())));
}

async function begun(store: Store, game: Game, at: number): Promise<number> {
  const who = new Set<string>();
  while (who.size < SEATS) who.add(person());
  const [host, ...others] = who;
  const where = roll(GUILDS);
  const { id } = await openLobby(store, {
    ...{ game, map: MAPS[game], options: game === 'metrox' ? { flip: 'auto' } : { order: 'joined' } },
    ...{ host: host!, guild: guilds[where]!, channel: channels[where]!, message: snowflake() },
    ...{ capacity: SEATS, thread: true, origin: snowflake(), rematchOf: null, at, limit: 86_400 },
  });
  for (const user of others) await join(store, id, user, at + roll(HOUR));
  const done = await start(store, id, host!, at + HOUR, { alone: false });
  if (!done.ok) throw new Error(`It did not start: ${done.why}`);
  return id;
}

/** One whole turn of a seat, each step by chance. */
function turnOf({ game, state: before }: Match, seat: number): string[] {
  const codes: string[] = [];
  const turn = game.turn(before);
  const together = game.toAct(before).length > 1;
  for (let now = before; game.turn(now) === turn && game.toAct(now).includes(seat); ) {
    const all = game.actions(now, seat);
    const one = all[roll(all.length)]!;
    codes.push(game.code(one));
    now = game.apply(now, seat, one);
    if (together) break;
  }
  return codes;
}

/** Plays so many turns by chance, in hours, or to the end; returns the match. */
export async function played(store: Store, game: Game, from: number, turns = Infinity): Promise<number> {
  let at = from + HOUR;
  const id = await begun(store, game, from);
  let match = (await open(store, id))!;
  for (let left = turns; match.row.status === 'running' && left > 0; left--) {
    const seat = match.game.toAct(match.state)[0]!;
    const turn = match.game.turn(match.state);
    at += roll(4 * HOUR);
    const user = personIn(match.seats[seat]!);
    const done = await play(store, { match, user, turn, codes: turnOf(match, seat), at });
    if (!done.ok) throw new Error(done.why);
    match = done.match;
  }
  if (match.row.status === 'over') await stand(store, match);
  return id;
}

/** Its messages stand as they should. */
async function stand(store: Store, { id, row }: Match): Promise<void> {
  const [lobby] = await column<string>(store, 'SELECT message FROM messages WHERE match = ?', id);
  await setTable(store, id, {
    channel: lobby!,
    thread: lobby!,
    shown: row.revision,
    archived: true,
    last: '9.over',
  });
  const message = { slot: phaseSlot('9.over'), channel: lobby!, message: snowflake() };
  await store.write(`match:${id}`, (db) => adoptMessage(db, { match: id }, message));
  await change(
    store,
    'UPDATE messages SET due = NULL, nonce = ?, shown = ? WHERE match = ?',
    'n'.repeat(24),
    's'.repeat(16),
    id,
  );
  await change(store, 'UPDATE matches SET ended_at = turn_at WHERE id = ?', id);
  if ((await column(store, `SELECT 1 FROM messages WHERE match = ? AND slot = '${LOBBY}'`, id)).length === 0)
    throw new Error('There is no lobby.');
  await countFinished(store);
}

type Row = Record<string, unknown>;

/** What stands in which table of a game; the log of an open one stands in rows. */
const TABLES = ['seats', 'actions', 'folded', 'results', 'entries', 'tables', 'messages', 'jobs'] as const;

/** Copies games so often, with other people in other places; the originals are taken in turns. */
export function copy(raw: Database.Database, originals: readonly number[], times: number): void {
  const read = new Map<number, { match: Row; rows: (readonly [string, Row[]])[] }>();
  for (const id of originals) {
    const rowsIn = (table: string): Row[] =>
      table === 'jobs'
        ? (raw.prepare('SELECT * FROM jobs WHERE subject = ?').all(String(id)) as Row[])
        : (raw.prepare(`SELECT * FROM ${table} WHERE match = ?`).all(id) as Row[]);
    const match = raw.prepare('SELECT * FROM matches WHERE id = ?').get(id) as Row;
    read.set(id, { match, rows: TABLES.map((table) => [table, rowsIn(table)] as const) });
  }
  const kept = new Map<string, Database.Statement>();
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row);
    let found = kept.get(table);
    if (!found) {
      const columns = names.map((name) => `"${name}"`).join();
      found = raw.prepare(`INSERT INTO ${table} (${columns}) VALUES (${names.map(() => '?').join()})`);
      kept.set(table, found);
    }
    found.run(...Object.values(row));
  };
  const last = (what: string): number =>
    raw.prepare(`SELECT coalesce(max(${what}), 0) FROM matches`).pluck().get() as number;
  let [id, ended] = [last('id'), last('ended')];
  raw.transaction(() => {
    for (let time = 0; time < times; time++) {
      const { match, rows } = read.get(originals[time % originals.length]!)!;
      id++;
      const who = new Map<unknown, string>();
      const used = new Set<string>();
      const other = (player: unknown): string | null => {
        if (player === null) return null;
        for (let one = person(); !who.has(player); one = person())
          if (!used.has(one)) {
            used.add(one);
            who.set(player, one);
          }
        return who.get(player)!;
      };
      const where = roll(GUILDS);
      const thread = snowflake();
      const place = (channel: unknown): string | null =>
        channel === null ? null : channel === match.channel ? channels[where]! : thread;
      insert('matches', {
        ...match,
        id,
        ...{ ended: match.ended === null ? null : ++ended, guild: guilds[where], channel: channels[where] },
        ...{ host: other(match.host), opened_by: other(match.opened_by) },
        origin: match.origin === null ? null : snowflake(),
      });
      for (const [table, all] of rows)
        for (const row of all) {
          const now: Row = { ...row };
          if ('player' in now) now.player = other(now.player);
          if ('user' in now) now.user = other(now.user);
          if (table === 'jobs') now.subject = String(id);
          else now.match = id;
          if (table === 'messages') {
            delete now.id;
            now.message = now.slot === LOBBY ? thread : snowflake();
          }
          for (const name of ['channel', 'lobby_channel', 'thread'])
            if (name in now) now[name] = place(now[name]);
          insert(table, now);
        }
    }
  })();
}
