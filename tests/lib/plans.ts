import Database from 'better-sqlite3';

/**
 * How SQLite would carry out what the store has sent. It decides that by the schema alone, so an empty database tells it of a
 * large one.
 */

/** Tables that grow with every game there ever was. */
const GROWING = new Set([
  'matches',
  'seats',
  'former',
  'barred',
  'actions',
  'folded',
  'bystanders',
  'tables',
  'messages',
  'results',
  'entries',
  'daily',
  'jobs',
  'quiets',
  'mutes',
]);

/** Indexes that hold only what is under way, or waits for something: to read all of one takes no longer with the years. */
const SMALL =
  /USING (?:COVERING )?INDEX (?:matches_(?:aside|unsettled|unrated)|seats_unsettled|tables_open|messages_(?:due|guild)|jobs_(?:due|done)|daily_untallied)\b/;

/** Texts that read a table from its beginning to its end that grows with all games: "SCAN matches: select …". */
export function scansIn(image: Buffer, texts: Iterable<string>): string[] {
  const raw = new Database(image);
  try {
    return [...texts].flatMap((text) => {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return [];
      const values = Array.from(text.matchAll(/\?/g), () => null);
      const plan = raw.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[];
      return plan.flatMap(({ detail }) => {
        const name = /^SCAN (\w+)/.exec(detail)?.[1];
        if (name === undefined || SMALL.test(detail)) return [];
        const table = new RegExp(`"(\\w+)" "${name}"`).exec(text)?.[1] ?? name;
        return GROWING.has(table) ? [`${detail}: ${text}`] : [];
      });
    });
  } finally {
    raw.close();
  }
}
