import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf, notesOf, sectionOf } from '../src/release/notes.ts';

/** What a release brings, told from the changelog and the migrations, and what keeps a commit from being one. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the notes', () => {
  const changelog =
    '# Changelog\n\nWords.\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-12-31)\n\n### To run it\n- two\n\n## 0.1.0\n- one\n';

  test('take the section of a version, and its date', () => {
    expect(sectionOf(changelog, null)).toEqual({ date: undefined, text: '- new' });
    expect(sectionOf(changelog, '0.2.0')).toEqual({ date: '2026-12-31', text: '### To run it\n- two' });
    expect(sectionOf(changelog, '0.1.0')).toEqual({ date: undefined, text: '- one' });
    expect(sectionOf(changelog, '0.3.0')).toBeUndefined();
  });

  test.each([
    ['CREATE TABLE `a` (\n\t`b` text\n);', ['adds the table a']],
    [
      'ALTER TABLE `a` ADD `b` text;--> statement-breakpoint\nALTER TABLE `a` DROP COLUMN `c`;',
      ['adds a.b', 'drops a.c'],
    ],
    ['CREATE INDEX `x` ON `a` (`b`);--> statement-breakpoint\nDROP INDEX `y`;', ['changes indexes']],
    ['-- Why.\nUPDATE `a` SET `b` = 1;', ['rewrites rows of a']],
    ['WITH `x` AS (SELECT 1) INSERT INTO `a` SELECT * FROM `x`;', ['rewrites rows of a']],
    ['DROP TABLE `a`;', ['drops the table a']],
    ['ALTER TABLE `a` RENAME COLUMN "b" TO "c";', ['renames a.b to c']],
    [
      'CREATE TABLE `__new_a` (`b` text);--> statement-breakpoint\nINSERT INTO `__new_a`("b") SELECT "b" FROM `a`;--> statement-breakpoint\nDROP TABLE `a`;--> statement-breakpoint\nALTER TABLE `__new_a` RENAME TO `a`;--> statement-breakpoint\nDROP TABLE `z`;',
      ['rebuilds a', 'drops the table z'],
    ],
  ])('tell of %j', (sql, told) => {
    expect(changesOf({ name: '0001_x', sql })).toEqual(told);
  });

  test('have words for every migration there is, and say where they have none', () => {
    const names = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'));
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const changes = changesOf({ name, sql: readFileSync(join(ROOT, 'migrations', name), 'utf8') });
      expect(changes, name).not.toEqual([]);
    }
    expect(() => changesOf({ name: '0001_x', sql: 'CREATE TRIGGER `t`' })).toThrow(
      '0001_x has a statement that the notes have no words for: CREATE TRIGGER `t`',
    );
  });

  test('name the copy that leads back, or say that none is needed', () => {
    const release = { version: '0.2.0', date: '2026-12-31', text: '- two', migrations: [] };
    expect(notesOf({ ...release, before: { version: '0.1.0', migrations: 3 } })).toBe(
      '# metrox 0.2.0 (2026-12-31)\n\n- two\n\n### Changes of the tables\n\nNone since 0.1.0: either version can be started on the database of the other.\n',
    );
    const migrations = [{ name: '0003_b', sql: 'ALTER TABLE `a` ADD `b` text;' }];
    const told = notesOf({ ...release, before: { version: '0.1.0', migrations: 3 }, migrations });
    expect(told).toContain('`npm run restore data/metrox.db.before-3`');
    expect(told).toContain('- `0003_b` adds a.b.');
    expect(notesOf({ ...release, version: null, before: undefined, migrations })).toMatch(
      /^# Unreleased \(2026-12-31\)[\s\S]*first release[\s\S]*1 changes in all/,
    );
  });
});

describe('a repository', () => {
  let folder: string;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
      cwd: folder,
      stdio: 'pipe',
    });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const commit = () => {
    git('add', '-A');
    git('commit', '-qm', 'A change');
  };
  const migrated = (...names: string[]) => {
    write('migrations/meta/_journal.json', JSON.stringify({ entries: names.map((tag) => ({ tag })) }));
    for (const name of names)
      write(`migrations/${name}.sql`, `ALTER TABLE \`a\` ADD \`${name.slice(5)}\` text;`);
  };
  const versioned = (version: string, heading: string) => {
    for (const file of ['package.json', 'package-lock.json']) write(file, JSON.stringify({ version }));
    write('CHANGELOG.md', `# Changelog\n\n## ${heading}\n\n- what is new in ${version}\n`);
  };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const release = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', tsx, join(ROOT, 'src/release/main.ts'), ...words],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, out: stdout, lines: stderr.trimEnd().split('\n') };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'metrox-release-'));
    git('init', '-q', '-b', 'main');
    mkdirSync(join(folder, 'migrations/meta'), { recursive: true });
    mkdirSync(join(folder, 'maps'));
    write('maps/a.json', '{}');
    migrated('0000_first');
    versioned('0.1.0', '0.1.0 (2026-01-01)');
    commit();
    git('tag', 'v0.1.0');
    migrated('0000_first', '0001_second', '0002_third');
    versioned('0.10.0', '0.10.0 (2026-02-01)');
    commit();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('tells what came since the version before, also when the version has its tag', () => {
    const { status, out } = release('notes', '0.10.0');
    expect(status).toBe(0);
    expect(out).toMatch(/^# metrox 0\.10\.0 \(2026-02-01\)\n\n- what is new in 0\.10\.0\n/);
    expect(out).toMatch(/changes the tables of 0\.1\.0, .*`metrox\.db\.before-1`/);
    expect(out).toMatch(/\n- `0001_second` adds a\.second\.\n- `0002_third` adds a\.third\.\n$/);
    expect(release('check', '0.10.0')).toMatchObject({
      status: 0,
      out: 'This commit can be released: git tag -a v0.10.0 -m "metrox 0.10.0"\n',
    });
    git('tag', 'v0.10.0');
    expect(release('notes', '0.10.0').out).toBe(out);
    // What comes later belongs to no release that is told of.
    migrated('0000_first', '0001_second', '0002_third', '0003_fourth');
    versioned('0.10.0', 'Unreleased');
    write(
      'CHANGELOG.md',
      `${readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')}\n## 0.10.0 (2026-02-01)\n\n- what is new in 0.10.0\n`,
    );
    commit();
    expect(release('notes', '0.10.0').out).toBe(out);
    expect(release('notes').out).toMatch(
      /^# Unreleased\n[\s\S]*tables of 0\.10\.0, [\s\S]*\n- `0003_fourth` adds a\.fourth\.\n$/,
    );
  });

  test('says all that keeps a commit from being released', () => {
    const copy = mkdtempSync(join(tmpdir(), 'metrox-release-'));
    cpSync(folder, copy, { recursive: true });
    const before = folder;
    folder = copy;
    try {
      write('maps/a.json', '{"changed":true}');
      write('maps/b.json', '{}');
      rmSync(join(folder, 'migrations/0001_second.sql'));
      commit();
      write('CHANGELOG.md', '# Changelog\n\n## 0.11.0\n');
      expect(release('check', '0.11.0')).toEqual({
        status: 1,
        out: '',
        lines: [
          'The heading of 0.11.0 in CHANGELOG.md has no date: "## 0.11.0 (2026-12-31)".',
          'package.json is of version 0.10.0: run "npm version --no-git-tag-version 0.11.0".',
          'package-lock.json is of version 0.10.0: run "npm version --no-git-tag-version 0.11.0".',
          'There are changes that are not committed.',
          'maps/a.json was released with 0.10.0 and is another by now, or gone: it has to stay as it was.',
          'migrations/0001_second.sql was released with 0.10.0 and is another by now, or gone: it has to stay as it was.',
        ],
      });
      expect(release('check', '0.10.0').lines).toContain('There is a tag v0.10.0 already.');
      expect(release('notes', '0.12.0')).toMatchObject({
        status: 1,
        lines: ['CHANGELOG.md has no section "0.12.0".'],
      });
    } finally {
      folder = before;
      rmSync(copy, { recursive: true, force: true });
    }
  });

  test.each([[['check']], [['notes', 'v0.1.0']], [['notes', '0.1.0', 'more']], [[]]])(
    'called with %j tells how it is called',
    (words) => {
      const { status, lines } = release(...words);
      expect([status, lines[0]]).toEqual([78, 'Usage: npm run --silent release -- notes [VERSION]']);
    },
  );
});
