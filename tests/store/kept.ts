import { endEarly } from '../../src/match/ending.ts';
import { openSolo } from '../../src/match/opening.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { arrive, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { AT, choose, loaded, lobbyOf, running, some } from '../match/people.ts';

/** A person of whom something stands in every table in which people can stand. */

/** Long enough to be part of no other number. */
export const ID = '418273645501928374';
const FIRST = '1000';
export const NAME = 'Zwölfenstein';
export const NICK = `Old ${NAME}`;
export const USERNAME = `${NAME}.12`;

export interface Life {
  readonly over: number;
  readonly running: number;
  readonly hosted: number;
  readonly alone: number;
  readonly practice: number;
  readonly finished: number;
  readonly open: number;
}

/** They sit with 1001 and 1002, who must be known, as 1000 must, whose life it is until it gets the longer id. */
export async function live(store: Store, day = 330): Promise<Life> {
  await arrive(store, '77');
  await meet(store, FIRST, NAME, '77', { nick: NICK, username: USERNAME });
  const over = await running(store, 3);
  await play(store, over, 1);
  await endEarly(store, over, AT);
  const going = await running(store, 3);
  await choose(store, going, FIRST, some(await loaded(store, going), 0));
  const hosted = await lobbyOf(store, 3);
  const alone = await lobbyOf(store, 1);
  const solo = { game: 'metrox', map: 'osaka', host: FIRST, guild: '77', origin: null, at: AT };
  const { id: practice } = await openSolo(store, solo);
  const { id: finished } = await openSolo(store, { ...solo, day });
  const { id: other } = await openSolo(store, { ...solo, host: '1001', day });
  for (const match of [finished, other]) await endEarly(store, match, AT);
  connectionOf(store)
    .prepare("UPDATE daily SET state = 'finished', score = 40 WHERE match = ?")
    .run(finished);
  const { id: open } = await openSolo(store, { ...solo, day: day + 1 });
  const insert = (sql: string, ...values: unknown[]) =>
    connectionOf(store)
      .prepare(sql)
      .run(...values);
  for (const player of [FIRST, '1001']) {
    insert(
      "INSERT INTO messages (match, slot, channel, message, state) VALUES (?, 'share', '88', '9', 'stands')",
      player === FIRST ? finished : other,
    );
    insert("INSERT INTO tallies VALUES ('metrox', 'all', ?, 1, 40, 1, 1, 40)", player);
    insert("INSERT INTO streaks VALUES ('metrox', ?, 1, 1, ?)", player, day);
    insert("INSERT INTO ratings VALUES ('metrox', '', ?, 25, 8, 1040, 1)", player);
  }
  insert('INSERT INTO barred VALUES (?, ?)', other, FIRST);
  insert("INSERT INTO former VALUES (?, 999, 2, ?, 'left')", over, FIRST);
  insert('INSERT INTO entries (match, seat, player, place) VALUES (?, 0, ?, 1)', over, FIRST);
  insert("INSERT INTO quiets VALUES (?, '1.round', ?)", going, FIRST);
  insert('INSERT INTO mutes VALUES (?, ?)', going, FIRST);
  insert('INSERT INTO vacations VALUES (?, 0, 1)', FIRST);
  insert('INSERT INTO blocks VALUES (?, 555)', FIRST);
  insert('INSERT INTO blocks VALUES (1002, ?)', FIRST);
  insert("INSERT INTO jobs (kind, subject, key, due) VALUES ('digest', ?, 'daily', 0)", FIRST);
  await setServer(store, '77', { dailyChannel: '88' }, FIRST, AT);
  rename(store, FIRST, ID);
  return { over, running: going, hosted, alone, practice, finished, open };
}

function rename(store: Store, from: string, to: string): void {
  connectionOf(store).pragma('foreign_keys = OFF');
  for (const column of holding(store, from)) {
    const [table, name] = column.split('.');
    connectionOf(store).prepare(`UPDATE "${table}" SET "${name}" = ? WHERE "${name}" = ?`).run(to, from);
  }
  connectionOf(store).pragma('foreign_keys = ON');
}

async function play(store: Store, id: number, rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const match = await loaded(store, id);
    for (const { seat, player } of match.seats) await choose(store, id, player!, some(match, seat));
  }
}

/** "table.column" of every column that holds a text, whatever tables there are. */
export function holding(store: Store, text: string): string[] {
  const tables = connectionOf(store)
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all() as string[];
  return tables.flatMap((table) =>
    (connectionOf(store).pragma(`table_info("${table}")`) as { name: string }[])
      .filter(
        ({ name }) =>
          connectionOf(store)
            .prepare(`SELECT 1 FROM "${table}" WHERE instr(CAST("${name}" AS TEXT), ?) LIMIT 1`)
            .get(text) !== undefined,
      )
      .map(({ name }) => `${table}.${name}`),
  );
}
