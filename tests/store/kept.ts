import { endEarly } from '../../src/match/ending.ts';
import { openSolo } from '../../src/match/opening.ts';
import { arrive, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { change, changeLoosely, holding } from '../lib/rows.ts';
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
  await change(store, "UPDATE daily SET state = 'finished', score = 40 WHERE match = ?", finished);
  const { id: open } = await openSolo(store, { ...solo, day: day + 1 });
  const insert = (sql: string, ...values: unknown[]) => change(store, sql, ...values);
  for (const player of [FIRST, '1001']) {
    await insert(
      "INSERT INTO messages (match, slot, channel, message, state) VALUES (?, 'share', '88', '9', 'stands')",
      player === FIRST ? finished : other,
    );
    await insert("INSERT INTO tallies VALUES ('metrox', 'all', ?, 1, 40, 1, 1, 40)", player);
    await insert("INSERT INTO streaks VALUES ('metrox', ?, 1, 1, ?)", player, day);
    await insert("INSERT INTO ratings VALUES ('metrox', '', ?, 25, 8, 1040, 1)", player);
  }
  await insert('INSERT INTO barred VALUES (?, ?)', other, FIRST);
  await insert("INSERT INTO former VALUES (?, 999, 2, ?, 'left')", over, FIRST);
  await insert('INSERT INTO entries (match, seat, player, place) VALUES (?, 0, ?, 1)', over, FIRST);
  await insert("INSERT INTO quiets VALUES (?, '1.round', ?)", going, FIRST);
  await insert('INSERT INTO mutes VALUES (?, ?)', going, FIRST);
  await insert('INSERT INTO vacations VALUES (?, 0, 1)', FIRST);
  await insert("INSERT INTO blocks VALUES (?, '555')", FIRST);
  await insert("INSERT INTO blocks VALUES ('1002', ?)", FIRST);
  await insert("INSERT INTO jobs (kind, subject, key, due) VALUES ('digest', ?, 'daily', 0)", FIRST);
  await setServer(store, '77', { dailyChannel: '88' }, FIRST, AT);
  await rename(store, FIRST, ID);
  return { over, running: going, hosted, alone, practice, finished, open };
}

async function rename(store: Store, from: string, to: string): Promise<void> {
  await changeLoosely(
    store,
    (await holding(store, from)).map((column) => {
      const [table, name] = column.split('.');
      return [`UPDATE "${table}" SET "${name}" = ? WHERE "${name}" = ?`, to, from] as const;
    }),
  );
}

async function play(store: Store, id: number, rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const match = await loaded(store, id);
    for (const { seat, player } of match.seats) await choose(store, id, player!, some(match, seat));
  }
}
