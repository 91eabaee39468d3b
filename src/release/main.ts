import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Migration, notesOf, sectionOf } from './notes.ts';

/**
 * `npm run --silent release -- notes [VERSION]`: the notes of a release, in Markdown; without a version, of what is not released.
 * `npm run --silent release -- check VERSION`: what keeps this commit from being released as that version. Tags of versions are
 * named "v0.2.0". The exit code is 1 where something is wrong, 78 where it is called otherwise.
 */

const USAGE = `Usage: npm run --silent release -- notes [VERSION]
       npm run --silent release -- check VERSION
       VERSION: such as 0.2.0`;

const VERSION = /^\d+\.\d+\.\d+$/;

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Whether one version is older than another. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((i) => a?.[i] !== b?.[i]);
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

/** The newest version among the tags of this history that is older than another; `null`: than what is not released. */
function before(version: string | null): string | undefined {
  const tags = git('tag', '--merged', 'HEAD', '--list', 'v*').split('\n');
  const versions = tags.map((tag) => tag.replace(/^v/, '')).filter((one) => VERSION.test(one));
  const older = versions.filter((one) => version === null || isOlder(one, version));
  return older.sort((a, b) => (isOlder(a, b) ? 1 : -1))[0];
}

/** The migrations there were at a commit, by their names in their order. */
const migrationsAt = (commit: string): string[] =>
  (
    JSON.parse(git('show', `${commit}:migrations/meta/_journal.json`)) as { entries: { tag: string }[] }
  ).entries.map(({ tag }) => tag);

const tagOf = (version: string): string => `v${version}`;
const isTagged = (version: string): boolean => git('tag', '--list', tagOf(version)) !== '';

function notes(version: string | null): string {
  const section = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (!section) throw new Wrong([`CHANGELOG.md has no section "${version ?? 'Unreleased'}".`]);
  const last = before(version);
  const end = version !== null && isTagged(version) ? tagOf(version) : 'HEAD';
  const all = migrationsAt(end);
  const known = last === undefined ? 0 : migrationsAt(tagOf(last)).length;
  const migrations = all
    .slice(known)
    .map((name): Migration => ({ name, sql: git('show', `${end}:migrations/${name}.sql`) }));
  return notesOf({
    version,
    ...section,
    before: last === undefined ? undefined : { version: last, migrations: known },
    migrations,
  });
}

/** Something that keeps from what was asked, a sentence each. */
class Wrong extends Error {
  readonly sentences: readonly string[];
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** What keeps this commit from being released as a version. */
function faults(version: string): string[] {
  const found: string[] = [];
  const section = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (!section) found.push(`CHANGELOG.md has no section "${version}".`);
  else if (!section.date)
    found.push(`The heading of ${version} in CHANGELOG.md has no date: "## ${version} (2026-12-31)".`);
  for (const file of ['package.json', 'package-lock.json']) {
    const own = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (own !== version)
      found.push(`${file} is of version ${own}: run "npm version --no-git-tag-version ${version}".`);
  }
  if (isTagged(version)) found.push(`There is a tag ${tagOf(version)} already.`);
  if (git('status', '--porcelain') !== '') found.push('There are changes that are not committed.');
  const last = before(version);
  if (last === undefined) return found;
  // Games are played on them, and databases were changed by them.
  const released = ['maps', 'migrations/*.sql'];
  const touched = git(
    'diff',
    '--name-only',
    '--diff-filter=MDR',
    '--no-renames',
    tagOf(last),
    'HEAD',
    '--',
    ...released,
  );
  for (const file of touched.split('\n').filter(Boolean))
    found.push(`${file} was released with ${last} and is another by now, or gone: it has to stay as it was.`);
  return found;
}

function main([what, version, ...more]: readonly string[]): void {
  const named = version === undefined || VERSION.test(version);
  if (more.length > 0 || !named || !(what === 'notes' || (what === 'check' && version !== undefined))) {
    console.error(USAGE);
    process.exitCode = 78;
    return;
  }
  try {
    if (what === 'notes') return void process.stdout.write(notes(version ?? null));
    const found = faults(version!);
    if (found.length > 0) throw new Wrong(found);
    console.log(`This commit can be released: git tag -a ${tagOf(version!)} -m "metrox ${version}"`);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    for (const sentence of error.sentences) console.error(sentence);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));
