/**
 * SQLite's text of a statement as PostgreSQL reads it. drizzle writes all statements for SQLite; what the two understand
 * differently is little enough to be put right here.
 */

/** What stands in quotation marks, which is left as it is, or a placeholder. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

/** Columns of the table are told apart from those of the row that could not be inserted, but not in the target. */
const TARGET = /\bon conflict \(([^)]*)\)/gi;

/** An id that counts by itself: SQLite counts where it is given nothing, PostgreSQL where it is asked to. */
const COUNTED = /^(insert into "[^"]+" \("id", [^)]*\) values )(.*)$/is;

/** SQLite's integers are as long as PostgreSQL's long ones. */
const INTEGER = /\bAS INTEGER\)/gi;

/** The text with numbered placeholders in the place of question marks. */
export function forPostgres(text: string): string {
  let place = 0;
  return text
    .replace(TARGET, (_, columns: string) => `on conflict (${columns.replace(/"[^"]+"\./g, '')})`)
    .replace(
      COUNTED,
      (_, head: string, rows: string) => head + rows.replace(/(^|\), )\(null, /g, '$1(default, '),
    )
    .replace(INTEGER, 'AS bigint)')
    .replace(TOKEN, (token) => (token === '?' ? `$${++place}` : token));
}

/** A statement as it is sent. */
export interface Statement {
  readonly text: string;
  /** Under which the server keeps it prepared; undefined: it is sent whole each time. */
  readonly name: string | undefined;
}

/**
 * What to send for each of SQLite's texts. One that comes again gets a name; lists in `IN` make many texts that never do,
 * and each connection would keep all of them, so no more than `most` are named.
 */
export function statements(most: number): (text: string) => Statement {
  const once = new Map<string, Statement>();
  const named = new Map<string, Statement>();
  return (text) => {
    const known = named.get(text);
    if (known) return known;
    const before = once.get(text);
    if (before && named.size < most) {
      const now = { text: before.text, name: `s${named.size}` };
      once.delete(text);
      named.set(text, now);
      return now;
    }
    if (before) return before;
    const first = { text: forPostgres(text), name: undefined };
    const [oldest] = once.keys();
    if (once.size >= most && oldest !== undefined) once.delete(oldest);
    once.set(text, first);
    return first;
  };
}
