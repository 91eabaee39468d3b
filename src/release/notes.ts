/** What a release brings, as text: from its section of the changelog and the migrations that came since the one before. */

/** A change of the tables: its name, such as "0034_pars", and its statements. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * The section of a version in a changelog, without its heading; `version` null: what is not released. Undefined where there is none. `date`
 * is as it stands in the heading, such as "2026-12-01"; undefined where there is none.
 */
export function sectionOf(
  changelog: string,
  version: string | null,
): { readonly date: string | undefined; readonly text: string } | undefined {
  const wanted = version ?? 'Unreleased';
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n');
    const [name, date] = heading.trim().split(/[\s–—(),-]+(?=\d{4}-)/);
    if (name?.replace(/^v/, '') !== wanted) continue;
    return { date: date?.replace(/\D+$/, ''), text: lines.join('\n').trim() };
  }
  return undefined;
}

/** Names of what a statement works on, by what it does; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, (...names: string[]) => string])[] = [
  [/^CREATE TABLE `__new_(\w+)`/, (table) => `rebuilds ${table}`],
  [/^CREATE TABLE (?:IF NOT EXISTS )?`(\w+)`/, (table) => `adds the table ${table}`],
  [/^DROP TABLE `(\w+)`/, (table) => `drops the table ${table}`],
  [/^ALTER TABLE `(\w+)` RENAME TO `(\w+)`/, (from, to) => `renames the table ${from} to ${to}`],
  [
    /^ALTER TABLE `(\w+)` RENAME COLUMN ["`](\w+)["`] TO ["`](\w+)["`]/,
    (table, from, to) => `renames ${table}.${from} to ${to}`,
  ],
  [/^ALTER TABLE `(\w+)` ADD `(\w+)`/, (table, column) => `adds ${table}.${column}`],
  [/^ALTER TABLE `(\w+)` DROP COLUMN `(\w+)`/, (table, column) => `drops ${table}.${column}`],
  [/^CREATE (?:UNIQUE )?INDEX `(\w+)`/, () => 'changes indexes'],
  [/^DROP INDEX `(\w+)`/, () => 'changes indexes'],
  [/^(?:INSERT (?:OR \w+ )?INTO|DELETE FROM) `(\w+)`/, (table) => `rewrites rows of ${table}`],
  [/^UPDATE `(\w+)`/, (table) => `rewrites rows of ${table}`],
  [/^WITH [\s\S]*?\b(?:INSERT INTO|UPDATE|DELETE FROM) `(\w+)`/, (table) => `rewrites rows of ${table}`],
];

/** What a migration does to the tables, each thing once, in the order of its statements. Throws where it does something else. */
export function changesOf({ name, sql }: Migration): string[] {
  const rebuilt = new Set([...sql.matchAll(/CREATE TABLE `__new_(\w+)`/g)].map(([, table]) => table));
  const done = sql
    .split('--> statement-breakpoint')
    .map((one) => one.replace(/^\s*--.*$/gm, '').trim())
    .filter((one) => one !== '' && !isPartOfRebuild(one, rebuilt))
    .map((one) => {
      for (const [shape, tell] of KINDS) {
        const found = shape.exec(one);
        if (found) return tell(...found.slice(1));
      }
      throw new Error(`${name} has a statement that the notes have no words for: ${one.split('\n')[0]}`);
    });
  return [...new Set(done)];
}

/** A table is rebuilt by a new one, into which its rows go, and which takes its name. */
function isPartOfRebuild(statement: string, rebuilt: ReadonlySet<string | undefined>): boolean {
  const [, table] =
    /^(?:DROP TABLE `|INSERT INTO `__new_|ALTER TABLE `__new_)(\w+)`/.exec(statement) ??
    /^PRAGMA ()/.exec(statement) ??
    [];
  return table === '' || (table !== undefined && rebuilt.has(table));
}

export interface Release {
  readonly version: string | null;
  readonly date: string | undefined;
  /** What the changelog says. */
  readonly text: string;
  /** The version before, and how many migrations it had; undefined where this is the first. */
  readonly before: { readonly version: string; readonly migrations: number } | undefined;
  /** Those that came since, or all. */
  readonly migrations: readonly Migration[];
}

/** The notes of a release, in Markdown. */
export function notesOf({ version, date, text, before, migrations }: Release): string {
  const title = [version === null ? 'Unreleased' : `metrox ${version}`, ...(date ? [`(${date})`] : [])].join(
    ' ',
  );
  return `# ${title}\n\n${text}\n\n### Changes of the tables\n\n${tablesOf(before, migrations)}\n`;
}

function tablesOf(before: Release['before'], migrations: Release['migrations']): string {
  if (!before)
    return `This is the first release. A database that an earlier state of the program left is brought to its tables by the first start, with a copy made before (\`metrox.db.before-<n>\`); there are ${migrations.length} changes in all.`;
  if (migrations.length === 0)
    return `None since ${before.version}: either version can be started on the database of the other.`;
  const copy = `metrox.db.before-${before.migrations}`;
  return [
    `The first start changes the tables of ${before.version}, all at once or not at all. Before it does, it makes a copy, \`${copy}\`, which takes as much room as the database. To go back: stop the bot, install ${before.version}, \`npm run restore data/${copy}\`, start it. What was played since is lost then.`,
    migrations.map((one) => `- \`${one.name}\` ${listed(changesOf(one))}.`).join('\n'),
  ].join('\n\n');
}

const listed = (parts: readonly string[]): string =>
  parts.length === 0 ? 'changes nothing' : parts.join(', ');
