import Database from 'better-sqlite3';

/** What can be told of a fault, by what tells it; whatever ends takes itself out. */
export const tellers = new Map<string, () => string>();

/** How a match and its table stand in a database, in one line. */
export function tableIn(file: string, match: number): string {
  const book = new Database(file, { readonly: true });
  const row = book
    .prepare(
      'SELECT status, turn, paused, timed_at, revision, shown, last, tables.channel, trouble, retry_at FROM matches JOIN tables ON match = id WHERE id = ?',
    )
    .get(match);
  book.close();
  return JSON.stringify(row);
}

/** What a database holds of matches that go on, and the work that is not done. */
export function standing(file: string): string {
  const book = new Database(file, { readonly: true });
  const running = "(SELECT id FROM matches WHERE status = 'running')";
  const all = (sql: string): string[] =>
    book
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row));
  const lines = [
    ...all(
      "SELECT id, turn, to_act, timed_at, paused, started_at, touched_at, revision FROM matches WHERE status = 'running'",
    ),
    ...all(`SELECT * FROM tables WHERE match IN ${running}`),
    ...all(`SELECT * FROM messages WHERE match IN ${running}`),
    ...all(
      `SELECT match, max(seq) AS seq, code, by, at FROM actions WHERE match IN ${running} GROUP BY match`,
    ),
    ...all('SELECT * FROM jobs WHERE done_at IS NULL'),
  ];
  book.close();
  return lines.join('\n');
}
