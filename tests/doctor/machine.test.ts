import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Config, envFile, readConfig, tokenless } from '../../src/config.ts';
import { database } from '../../src/doctor/database.ts';
import { type Finding, lineOf, plain, sized, stretch, summary, wrong } from '../../src/doctor/finding.ts';
import { drawingFinding, fontFiles, fontsFinding, nodeFinding } from '../../src/doctor/machine.ts';
import { configFindings, fileFindings } from '../../src/doctor/settings.ts';
import { setServer } from '../../src/store/guilds.ts';
import { noteHeartbeat } from '../../src/store/heartbeat.ts';
import { openStore } from '../../src/store/open.ts';
import { emptyFile } from '../lib/store.ts';
import { asSomebody, earlier, harmed, released, scratch } from '../store/folders.ts';

/** What the doctor finds on the machine itself, and that it changes nothing there. */

const AT = Date.UTC(2026, 5, 1);

const told = (findings: readonly Finding[], level: Finding['level']): string[] =>
  findings.filter((one) => one.level === level).map(({ says, mend }) => `${says} ${mend ?? ''}`.trim());

describe('Node, fonts and pictures', () => {
  test.each([
    ['20.18.3', 'mend'],
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
    ['8.99.99', 'mend'],
  ])('Node %s: %s', (version, level) => {
    const found = nodeFinding(version);
    expect(found.level).toBe(level);
    expect(found.says).toContain(version);
  });

  test('all files of fonts are there; one that is not is named', () => {
    expect(fontsFinding()).toMatchObject({ level: 'ok', says: expect.stringMatching(/^\d{3} files/) });
    const gone = ['/nowhere/a.woff2', '/nowhere/b.woff2', '/nowhere/c.woff2', '/nowhere/d.woff2'];
    expect(fontsFinding(() => [...fontFiles(), ...gone])).toMatchObject({
      level: 'mend',
      says: 'Files of fonts are missing: /nowhere/a.woff2, /nowhere/b.woff2, /nowhere/c.woff2 and 1 more.',
      mend: 'Run "npm ci".',
    });
    const lost = () => {
      throw new Error('Cannot find package x\nstack');
    };
    expect(fontsFinding(lost)).toMatchObject({
      level: 'mend',
      says: 'Fonts cannot be found: Cannot find package x.',
    });
  });

  test('a picture can be drawn', async () => {
    expect(await drawingFinding()).toMatchObject({ level: 'ok', says: expect.stringMatching(/Tokyo .*kB/) });
  });
});

describe('settings', () => {
  const TOKEN = 'MTMwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB';
  const look = (env: Record<string, string>): Finding[] => {
    const config: Config = readConfig({ NODE_ENV: 'test', ...env }, undefined);
    return configFindings(config, tokenless(config, env));
  };

  test('a real token and nothing else: nothing is said', () => {
    expect(look({ DISCORD_TOKEN: TOKEN })).toEqual([]);
  });

  test.each([
    [{ DISCORD_TOKEN: 'a'.repeat(64) }, 'mend', /holds is the public key of an application\. Copy it/],
    [{ DISCORD_TOKEN: '1300000000000000000' }, 'mend', /holds is the id of an application/],
    [{ DISCORD_TOKEN: 'x'.repeat(32) }, 'mend', /holds is the client secret of an application/],
    [{ DISCORD_TOKEN: TOKEN.slice(0, 40) }, 'mend', /or was cut/],
    [{ DISCORD_TOKEN: TOKEN, DATABASE_FILE: ':memory:' }, 'mend', /all games end with the bot/],
    [{ DISCORD_TOKEN: TOKEN, CLOCK_FILE: '/tmp/x' }, 'mend', /^CLOCK_FILE is for tests/],
    [{ DISCORD_TOKEN: TOKEN, LIMITS: 'off' }, 'note', /^LIMITS is about the playground/],
    [{ DISCORD_TOKEN: TOKEN, DISCORD_GUILD: '1' }, 'note', /^DISCORD_GUILD is unknown/],
    [{ DISCORD_TOKN: TOKEN }, 'mend', /^DISCORD_TOKN is no variable of this bot/],
    [{ NODE_ENV: 'production' }, 'mend', /with NODE_ENV=production there is no playground/],
    [{}, 'note', /^DISCORD_TOKEN is not set, so a start is a playground/],
    [{ PORT: '4000', HEALTH_PORT: '4000' }, 'mend', /^PORT and HEALTH_PORT are both 4000/],
    [
      { METRICS_PORT: '4001', METRICS_ADDRESS: '0.0.0.0' },
      'note',
      /^METRICS_ADDRESS is 0\.0\.0\.0, so other/,
    ],
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'mend', /^PORT and METRICS_PORT are both 4000/],
  ] as const)('%j: %s', (env, level, says) => {
    const findings = look(env);
    expect(told(findings, level)).toContainEqual(expect.stringMatching(says));
    expect(JSON.stringify(findings)).not.toContain(TOKEN);
  });

  test('the shape of a token is not judged where another than Discord takes it', () => {
    expect(look({ DISCORD_TOKEN: 'playground', DISCORD_API: 'http://127.0.0.1:1/api' })).toEqual([]);
  });

  test('the file of variables: unknown names, values that do not count, and who may read it', () => {
    const file = join(scratch(), '.env');
    expect(envFile({}, file)).toBeUndefined();
    writeFileSync(
      file,
      'LOG_LEVL=debug\nNODE_ENV=production\nCOMPOSE_PROJECT_NAME=a\nPORT=1\nLIMITS=off\nCLOCK_FILE=\n',
    );
    chmodSync(file, 0o640);
    const found = envFile({ PORT: '2', LIMITS: 'off' }, file);
    expect(found).toEqual({ file, unknown: ['LOG_LEVL'], overruled: ['PORT'], open: true });
    const findings = fileFindings(found);
    expect(told(findings, 'note')).toEqual([
      `LOG_LEVL in ${file} is unknown to this bot. See .env.example for the names that it knows.`,
      `The environment has other values of PORT than ${file}, and its values count. Remove them from one of the two.`,
    ]);
    expect(told(findings, 'mend')).toEqual([
      `Other users of this machine may read ${file}, where the token is. Run "chmod 600 ${file}".`,
    ]);
    chmodSync(file, 0o600);
    expect(envFile({}, file)?.open).toBe(false);
  });
});

describe('the database', () => {
  const filled = (): string => {
    const file = join(scratch(), 'metrox.db');
    emptyFile(file);
    return file;
  };
  /** Looks, and sees that nothing there was changed. */
  const look = (file: string, at = AT) => {
    const folder = join(file, '..');
    const read = () =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((one) => one.isFile())
            .map((one) => join(one.parentPath, one.name))
            .sort()
            .map((name) => [name, readFileSync(name).toString('base64')])
        : undefined;
    const before = read();
    const found = database(file, at);
    expect(read()).toEqual(before);
    return found;
  };

  test('one that is not there is made by the first start; no folder is made for it now', () => {
    const file = join(scratch(), 'data/metrox.db');
    const { checkup, findings } = look(file);
    expect(checkup).toBeUndefined();
    expect(told(findings, 'ok')).toEqual([
      `There is no ${file} yet: the first start makes it.`,
      expect.stringMatching(/ are free in /),
    ]);
    expect(existsSync(join(file, '..'))).toBe(false);
  });

  test('one that no bot has used yet, one that a bot works on, and one that was left', async () => {
    const file = filled();
    const first = look(file);
    expect(first.checkup).toMatchObject({ matches: 0, known: released(), migrations: released() });
    expect(told(first.findings, 'note')).toEqual([
      'No bot has been at work on it yet.',
      expect.stringMatching(/^There is no backup of metrox\.db in .*Run "npm run backup"/),
    ]);
    const store = openStore(file);
    await noteHeartbeat(store, AT);
    expect(told(database(file, AT + 30_000).findings, 'ok')).toContain('A bot is at work on it now.');
    await store.close();
    expect(told(look(file, AT + 3 * 86_400_000).findings, 'note')).toContain(
      'No bot is at work on it; the last one was 3 days ago.',
    );
  });

  test('tells what servers chose, and what is put aside or refused', async () => {
    const file = filled();
    const store = openStore(file);
    await setServer(store, '7', { channels: ['1', '2'], thread: false, dailyChannel: '3' }, '9', AT);
    await store.close();
    const raw = new Database(file);
    const insert = `INSERT INTO matches (id, game, map, options, rules, seed, status, solo, guild, host, capacity, thread, to_act, created_at, aside)
      VALUES (?, 'metrox', 'tokyo', '{}', 1, 's', 'running', 0, '7', '9', 2, 0, '[]', 0, ?)`;
    raw.prepare(insert).run(1, AT);
    raw.prepare(insert).run(2, null);
    raw.prepare("INSERT INTO tables (match, lobby_channel, trouble) VALUES (2, '1', '50013')").run();
    raw.close();
    const { checkup, findings } = look(file);
    expect([...checkup!.chosen]).toEqual([
      ['7', { channels: ['1', '2'], thread: false, dailyChannel: '3', refused: null }],
    ]);
    expect(told(findings, 'mend')).toEqual([
      '1 matches are put aside, since the version that ran last could not replay them. Run "npm run validate": it says why.',
    ]);
    expect(told(findings, 'note')).toContainEqual(
      expect.stringMatching(/^Discord refuses what table #2 in server 7 is to show \(code 50013\)/),
    );
  });

  test('older tables are told, and a damaged one is to be mended', () => {
    const older = join(scratch(), 'metrox.db');
    void openStore(older, earlier(released() - 3)).close();
    const found = look(older);
    expect(told(found.findings, 'mend')).toEqual([]);
    expect(told(found.findings, 'note')[0]).toMatch(
      new RegExp(`The next start carries out 3 of ${released()} changes of its tables`),
    );
    const bad = look(harmed(true));
    expect(bad.checkup).toBeUndefined();
    expect(told(bad.findings, 'mend')).toEqual([
      expect.stringMatching(/is damaged \(.+npm run restore FILE\.$/),
    ]);
  });

  test('one that this user may not write is to be mended', () => {
    const file = filled();
    chmodSync(join(file, '..'), 0o755);
    chmodSync(file, 0o444);
    const [found] = asSomebody(() => database(file, AT)).findings;
    expect(found).toMatchObject({
      level: 'mend',
      says: expect.stringMatching(/metrox\.db cannot be (?:read and )?written/),
    });
  });

  test('the last backup is told with its age, and an old one is worth a note', () => {
    const file = filled();
    const backups = join(file, '../backups');
    mkdirSync(backups);
    const put = (name: string, days: number) => {
      writeFileSync(join(backups, name), '');
      utimesSync(join(backups, name), AT / 1000, AT / 1000 - days * 86_400);
    };
    put('other-2026-05-31T04-00-00.db', 1);
    put('metrox-2026-05-20T04-00-00.db', 12);
    expect(told(look(file).findings, 'note').at(-1)).toBe(
      `The last backup in ${backups} is metrox-2026-05-20T04-00-00.db, 12 days old. Run "npm run backup", every night at best (see the README).`,
    );
    put('metrox-2026-05-30T04-00-00.db', 2);
    expect(told(look(file).findings, 'ok').at(-1)).toBe(
      `The last backup in ${backups} is metrox-2026-05-30T04-00-00.db, 2 days old.`,
    );
  });

  test('a log that is not brought into the file is told', () => {
    const file = filled();
    const raw = new Database(file);
    raw.pragma('wal_autocheckpoint = 0');
    raw.exec('CREATE TABLE filler (a); DROP TABLE filler');
    // Sparse: it takes no room, and SQLite reads no further than what was written last.
    truncateSync(`${file}-wal`, 300e6);
    expect(told(database(file, AT).findings, 'mend')).toContainEqual(
      expect.stringMatching(/-wal has 300\.0 MB that were not brought into the database\. End whatever else/),
    );
    raw.close();
  });
});

describe('lines', () => {
  test('have the level, what they are about, and what mends it', () => {
    expect(lineOf(wrong('clock', 'It is late.', 'Set it.'))).toBe('mend  clock     It is late. Set it.');
    expect([[], [wrong('clock', 'a')], [wrong('clock', 'a'), wrong('clock', 'b')]].map(summary)).toEqual([
      'Nothing is wrong.',
      '1 thing is to be mended.',
      '2 things are to be mended.',
    ]);
  });

  test('have sizes and times in units of people, and nothing that moves a terminal', () => {
    expect([sized(1_250_000), sized(2.5e9)]).toEqual(['1.3 MB', '2.5 GB']);
    expect([400, 61_000, -7_200_000, 86_400_000, 40 * 86_400_000].map(stretch)).toEqual([
      '0 seconds',
      '1 minute',
      '2 hours',
      '1 day',
      '40 days',
    ]);
    expect(plain('a\u001b[2J\u202eb\n日本')).toBe('a[2Jb日本');
  });
});
