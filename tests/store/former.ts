import type Database from 'better-sqlite3';
import { before } from './folders.ts';

/** Databases as former releases have left them, with something under way. */

const DAY = 24 * 3_600_000;

/** Who sits where in what a former release left. */
export interface Former {
  /** The number of the game; that of the lobby is the next. */
  readonly game: number;
  readonly guild: string | null;
  readonly channel: string;
  /** The first is the host of both. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /** When the game began, in milliseconds; the lobby was opened two days before. */
  readonly at: number;
}

/** Fills a database of the first `count` migrations with a game under way and a lobby that nobody started for two days. */
export function fillFormer(
  raw: Database.Database,
  count: number,
  { game, people, at, ...here }: Former,
): void {
  // From then on it was noted what falls due, and when somebody touched a game.
  const noted = count > before('earlier');
  const put = (table: string, values: Record<string, unknown>): void => {
    const known = (raw.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    const names = Object.keys(values).filter((name) => known.includes(name));
    raw
      .prepare(`INSERT INTO ${table} (${names.map((n) => `"${n}"`)}) VALUES (${names.map(() => '?')})`)
      .run(...names.map((name) => values[name]));
  };
  const [host] = people;
  const match = {
    ...{ game: 'metrox', map: 'tokyo', options: '{"flip":"auto"}', rules: 1, seed: 'old', solo: 0 },
    ...{ ...here, host: host!.id, capacity: 25, thread: 0 },
  };
  const toAct = JSON.stringify(people.map((_, seat) => seat));
  const begun = { status: 'running', revision: 3, turn: 1, to_act: toAct, started_at: at, turn_at: at };
  for (const { id, name } of people) put('players', { id, name });
  const touched = (touched_at: number) => (noted ? { touched_at } : {});
  put('matches', { id: game, ...match, ...begun, ...touched(at), created_at: at });
  for (const [seat, { id }] of people.entries()) put('seats', { match: game, seat, player: id, since: at });
  const { channel } = here;
  put('tables', { match: game, lobby_channel: channel, channel, old: '[]' });
  const opened = at - 2 * DAY;
  put('matches', {
    id: game + 1,
    ...match,
    ...touched(opened),
    status: 'lobby',
    to_act: '[]',
    created_at: opened,
  });
  put('seats', { match: game + 1, seat: 0, player: host!.id, since: opened });
  put('tables', { match: game + 1, lobby_channel: channel, old: '[]' });
  // From then on each message has a row.
  if (count >= before('table_only'))
    put('messages', {
      ...{ match: game + 1, slot: 'lobby', channel, state: 'sending', at, due: 0 },
      nonce: `${game + 1}.lobby`,
    });
  if (noted) put('jobs', { kind: 'lobby', subject: String(game + 1), key: 'close', due: opened + DAY });
}
