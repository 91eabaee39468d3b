import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Config, ConfigError, loadBotConfig, loadConfig } from '../src/config.ts';
import { startDiscord } from '../src/playground/server.ts';
import { hideSecrets } from '../src/secrets.ts';

/** The environment: what is taken when nothing is said, and what is told of a value that cannot be used. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START = fileURLToPath(new URL('../src/start.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'metrox-config-'));
const file = join(folder, 'file');
writeFileSync(file, 'a file, no folder');
const database = join(folder, 'metrox.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const complaint = (env: Record<string, string>): string => {
  try {
    loadConfig({ DATABASE_FILE: ':memory:', ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was taken.`);
};

describe('a database on a server', () => {
  const url = 'postgres://bot:hunter2hunter2@db.example:5432/games';

  test('is taken instead of a file, and needs no folder where there is a token', () => {
    expect(loadConfig({ DATABASE_URL: ` ${url} `, DISCORD_TOKEN: 'abc.def.ghi' }).databaseUrl).toBe(url);
    expect(loadConfig({ DATABASE_URL: '' }).databaseUrl).toBeUndefined();
  });

  test('beside a file is refused, and so is another kind, without a word of the password', () => {
    expect(complaint({ DATABASE_URL: url })).toBe(
      'DATABASE_URL and DATABASE_FILE are both set, and games live in one place. Remove one of them.',
    );
    expect(complaint({ DATABASE_URL: 'mysql://bot@db.example/games' })).toContain(
      'must be an address such as',
    );
  });

  test('keeps its password out of whatever is told', () => {
    expect(hideSecrets(`it is "${url}".`)).toBe('it is "postgres://bot:[hidden]@db.example:5432/games".');
  });
});

describe('the defaults', () => {
  test('nothing set: playground, the real Discord, a file below data', () => {
    expect(loadConfig({})).toEqual({
      token: '',
      api: 'https://discord.com/api',
      databaseFile: join(ROOT, 'data/metrox.db'),
      databaseUrl: undefined,
      port: 3000,
      healthPort: undefined,
      metrics: false,
      metricsAddress: '127.0.0.1',
      logLevel: 'info',
      clockFile: undefined,
      limits: 'real',
      unknown: [],
    });
  });

  test('an empty variable counts as not set', () => {
    const empty = [
      'DISCORD_TOKEN',
      'DISCORD_API',
      'PORT',
      'HEALTH_PORT',
      'METRICS_PORT',
      'METRICS_ADDRESS',
      'LOG_LEVEL',
      'CLOCK_FILE',
      'LIMITS',
    ];
    const env = { DATABASE_FILE: '', ...Object.fromEntries(empty.map((name) => [name, ''])) };
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });

  test('what is set is taken', () => {
    expect(
      loadConfig({
        DISCORD_TOKEN: ' abc \n',
        DISCORD_API: 'http://127.0.0.1:4000/api//',
        DATABASE_FILE: database,
        PORT: '0',
        METRICS_PORT: '8080',
        METRICS_ADDRESS: ' ::1 ',
        LOG_LEVEL: 'silent',
        CLOCK_FILE: '/tmp/clock',
        LIMITS: 'off',
        HOME: '/root',
      }),
    ).toEqual({
      token: 'abc',
      api: 'http://127.0.0.1:4000/api',
      databaseFile: database,
      port: 0,
      healthPort: 8080,
      metrics: true,
      metricsAddress: '::1',
      logLevel: 'silent',
      clockFile: '/tmp/clock',
      limits: 'off',
      unknown: [],
    });
  });

  test('one server tells health and figures, at the port of either, and no figures at that of health', () => {
    const told = (env: Record<string, string>) => {
      const { healthPort, metrics, metricsAddress } = loadConfig(env);
      return [healthPort, metrics, metricsAddress];
    };
    expect(told({ HEALTH_PORT: '8080' })).toEqual([8080, false, '127.0.0.1']);
    expect(told({ METRICS_PORT: '9090' })).toEqual([9090, true, '127.0.0.1']);
    expect(told({ METRICS_PORT: '0' })).toEqual([0, true, '127.0.0.1']);
    expect(told({ HEALTH_PORT: '8080', METRICS_PORT: '8080', METRICS_ADDRESS: '0.0.0.0' })).toEqual([
      8080,
      true,
      '0.0.0.0',
    ]);
    expect(complaint({ HEALTH_PORT: '8080', METRICS_PORT: '9090' })).toMatch(
      /^METRICS_PORT is 9090 and HEALTH_PORT 8080, .*leave HEALTH_PORT out\.$/,
    );
  });

  test('files are named from the folder of package.json, not from where somebody happens to be', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      const { databaseFile, clockFile } = loadConfig({
        DATABASE_FILE: 'data/other.db',
        CLOCK_FILE: 'data/clock',
      });
      expect([databaseFile, clockFile]).toEqual([join(ROOT, 'data/other.db'), join(ROOT, 'data/clock')]);
    } finally {
      process.chdir(before);
    }
  });

  test('the folder of the database is made', () => {
    const deep = join(folder, 'a', 'b', 'metrox.db');
    expect(loadConfig({ DATABASE_FILE: deep }).databaseFile).toBe(deep);
    writeFileSync(deep, 'it can be written there');
  });
});

const WRONG: readonly [name: string, value: string][] = [
  ['DISCORD_API', 'discord.com'],
  ['DISCORD_API', 'ftp://discord.com/api'],
  ['DISCORD_API', 'http://'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['PORT', 'http'],
  ['PORT', '3000 '],
  ['HEALTH_PORT', '70000'],
  ['HEALTH_PORT', 'yes'],
  ['METRICS_PORT', '70000'],
  ['METRICS_ADDRESS', 'localhost'],
  ['METRICS_ADDRESS', '127.0.0.1:9090'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_LEVEL', 'INFO'],
  ['LIMITS', 'on'],
  ['DATABASE_FILE', '   '],
  ['DATABASE_FILE', join(file, 'metrox.db')],
  // Here Node's own way of making folders asks for ever.
  ['DATABASE_FILE', process.platform === 'linux' ? '/proc/nothing/metrox.db' : join(file, 'metrox.db')],
  ['DATABASE_FILE', join(file, 'deeper', 'metrox.db')],
];

describe('a token', () => {
  const tokenOf = (text: string) => loadConfig({ DATABASE_FILE: ':memory:', DISCORD_TOKEN: text }).token;

  test.each(['abc.DEF-g_1', '  abc.DEF-g_1 \r\n', 'Bot abc.DEF-g_1', 'bot  abc.DEF-g_1\n'])('%j', (text) => {
    expect(tokenOf(text)).toBe('abc.DEF-g_1');
  });

  test('of which only the word before it is left is none', () => {
    expect(tokenOf('Bot ')).toBe('');
  });

  test.each([
    ['a line break', 'abcdef\nghijkl'],
    ['a line break', 'abcdef\r\nghijkl'],
    ['a space', 'abcdef ghijkl'],
    ['a quotation mark', '"abcdef.ghijkl"'],
    ['a character', 'abcdef\u200bghijkl'],
    ['a character', '<abcdef>'],
  ])('with %s in it is refused, and not shown: %j', (what, text) => {
    const line = complaint({ DISCORD_TOKEN: text });
    expect(line).toMatch(new RegExp(`^DISCORD_TOKEN holds ${what}, .* developer portal`));
    expect(line).not.toMatch(/abcdef|ghijkl|\n/);
  });

  test('in the line of another variable is not shown either', () => {
    const token = `${'MTIzNDU2Nzg5MDEyMzQ1Njc4'}.${'GxYzAb'}.${'x'.repeat(38)}`;
    expect(complaint({ DISCORD_API: token })).toMatch(/^DISCORD_API must be .*"\[hidden\]"/);
  });
});

describe('a bot without a token', () => {
  const said = (env: Record<string, string>): string => {
    try {
      return loadBotConfig({ DATABASE_FILE: ':memory:', ...env }).token;
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  };

  test('is the playground', () => {
    expect(said({})).toBe('');
  });

  test('is none in production', () => {
    expect(said({ NODE_ENV: 'production' })).toMatch(
      /^DISCORD_TOKEN is not set, .*NODE_ENV=production.*\.env/,
    );
    expect(said({ NODE_ENV: 'production', DISCORD_TOKEN: 'x' })).toBe('x');
  });

  test.each(['DISCORD_TOKN', 'DISCORD_BOT_TOKEN', 'DISCORD_GUILD', 'discord_token'])(
    '%s is refused by name, and its value is not shown',
    (name) => {
      for (const more of [{}, { NODE_ENV: 'production' }] as Record<string, string>[]) {
        const line = said({ [name]: 'the-value', ...more });
        expect(line).toMatch(new RegExp(`^${name} is no variable of this bot.*DISCORD_TOKEN`));
        expect(line).not.toContain('the-value');
      }
    },
  );

  test('several are named, those that are empty are not; other names are nobody else’s business', () => {
    const env = { DISCORD_A: '1', DISCORD_B: '2', DISCORD_C: '', TOKEN: '3', BOT_TOKEN: '4' };
    expect(said(env)).toMatch(/^DISCORD_A, DISCORD_B are no variables/);
    expect(said({ TOKEN: '3', BOT_TOKEN: '4' })).toBe('');
  });

  test('with a token they are only listed', () => {
    const env = { DATABASE_FILE: ':memory:', DISCORD_TOKEN: 'x', DISCORD_GUILD: '1' };
    expect(loadBotConfig(env).unknown).toEqual(['DISCORD_GUILD']);
  });
});

describe('a wrong value', () => {
  test.each(WRONG)('%s "%s" is refused in one line that begins with the name', (name, value) => {
    const line = complaint({ [name]: value });
    expect(line.startsWith(`${name} `)).toBe(true);
    expect(line).not.toMatch(/\n|undefined|ZodError|Error:/);
    expect(line).toMatch(/[.]$/);
  });

  test('every one of the port numbers is taken, from 0 to 65535', () => {
    for (const port of [0, 1, 80, 3000, 65535]) {
      expect(loadConfig({ DATABASE_FILE: ':memory:', PORT: String(port) }).port).toBe(port);
    }
  });
});

describe('the file of variables', () => {
  const variables = join(folder, 'variables');
  afterEach(() => rmSync(variables, { recursive: true, force: true }));

  /** What the bot takes from a file of this text, or says of it. */
  const read = (text: string | Buffer, env: Record<string, string> = {}): Config | string => {
    writeFileSync(variables, text);
    return taken(env);
  };
  const taken = (env: Record<string, string> = {}): Config | string => {
    try {
      return loadBotConfig({ DATABASE_FILE: ':memory:', ...env }, variables);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      const { message } = error as Error;
      expect(message).not.toMatch(/\n|node:internal|\.ts:\d+|[A-Z]\w*Error\b/);
      return message;
    }
  };

  test('is not needed', () => {
    expect(taken({ DISCORD_TOKEN: 'x' })).toMatchObject({ token: 'x' });
  });

  test('is read, and what is set outside it wins', () => {
    expect(read('LIMITS=neither\nPORT=8\n', { LIMITS: 'off' })).toMatchObject({ limits: 'off', port: 8 });
  });

  test('says that this is for production', () => {
    expect(read('NODE_ENV=production\nDISCORD_TOKEN=\n')).toMatch(/^DISCORD_TOKEN .*NODE_ENV=production/);
  });

  test('takes no other name for the token; beside one it is listed', () => {
    expect(read('DISCORD_TOKN=abc\n')).toMatch(/^DISCORD_TOKN is no variable/);
    expect(taken({ DISCORD_TOKEN: 'x' })).toMatchObject({ token: 'x', unknown: ['DISCORD_TOKN'] });
  });

  test.each([
    ['over two lines', 'DISCORD_TOKEN=abcdef\nghijkl\n'],
    ['over two lines in quotes', 'DISCORD_TOKEN="abcdef\nghijkl"\nPORT=0\n'],
    ['with a line break', 'DISCORD_TOKEN="abcdef\\nghijkl"\n'],
    ['with half a quotation', 'DISCORD_TOKEN="abcdef.ghijkl\n'],
  ])('has a token %s', (_, text) => {
    const line = read(text);
    expect(line).toMatch(/^DISCORD_TOKEN /);
    expect(line).not.toMatch(/abcdef|ghijkl/);
  });

  test('of which nothing would be understood', () => {
    expect(read('DISCORD_TOKEN abcdef\n')).toBe(`In line 1 of ${variables} there is no NAME=value.`);
    expect(read(Buffer.from('\uFEFFDISCORD_TOKEN=abcdef\n', 'utf16le'))).toMatch(/UTF-8/);
    rmSync(variables);
    mkdirSync(variables);
    expect(taken()).toBe(`${variables} cannot be read: it is a folder.`);
  });

  test('has comments, empty lines, other variables and values of several lines', () => {
    const text = '\uFEFF# mine\n\n  export KEY = "a\nb\nc"\nOTHER: x # why\nEMPTY=\nLOG_LEVEL=loud\n';
    expect(read(text)).toMatch(/^LOG_LEVEL /);
    expect(read(text.replace('loud', 'warn'))).toMatchObject({ logLevel: 'warn' });
  });
});

/** A machine that is busy needs its time to start a program. */
const PATIENT = { timeout: 100_000 };

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real program to its end, with nothing in its environment but what is given. */
function run(env: Record<string, string>, program = START): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_FILE: database, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => {
      out += data;
    });
    child.stderr.on('data', (data) => {
      err += data;
    });
    const late = setTimeout(() => child.kill('SIGKILL'), 80_000);
    child.once('close', (code) => {
      clearTimeout(late);
      done({ code, out, err });
    });
  });
}

/** One line that names the variable, nothing internal beside it, and the exit code of a failure. */
function expectOneLine(ended: Ended, name: string): void {
  expect(ended.err).toMatch(new RegExp(`^[^\\n]*\\b${name}\\b[^\\n]*\\n$`));
  expect(ended.err).not.toMatch(/\n\s+at |node:internal|\.ts:\d+|[A-Z]\w*Error\b/);
  expect(ended.out).toBe('');
  expect(ended.code).toBe(78);
}

test('the real program ends with one line and exit code 78', PATIENT, async () => {
  expectOneLine(await run({ DATABASE_FILE: join(file, 'metrox.db') }), 'DATABASE_FILE');
});

describe.concurrent('what only the network can tell', PATIENT, () => {
  // These the bot itself tells, however it was started.
  const { PACKED_BOT = START } = process.env;
  const taken = createServer((_request, response) => response.writeHead(404).end('<h1>no Discord</h1>'));
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    port = (taken.address() as AddressInfo).port;
  });
  afterAll(() => {
    taken.close();
  });

  test.each(['HEALTH_PORT', 'METRICS_PORT'])('%s is taken', async (name) => {
    const home = mkdtempSync(join(folder, 'health-'));
    const free = { PORT: '0', DISCORD_TOKEN: 'x', DATABASE_FILE: join(home, 'metrox.db') };
    const ended = await run({ ...free, [name]: String(port) }, PACKED_BOT);
    expectOneLine(ended, name);
    expect(ended.err).toContain(String(port));
  });

  test('a token that Discord does not know', async () => {
    const discord = await startDiscord({ limits: 'off' });
    try {
      const ended = await run({ DISCORD_TOKEN: 'wrong', DISCORD_API: `${discord.url}/api` }, PACKED_BOT);
      expectOneLine(ended, 'DISCORD_TOKEN');
      expect(ended.err).not.toContain('wrong');
    } finally {
      await discord.close();
    }
  });
});

describe('a Node that is too old', () => {
  /** Runs the first file as a Node of this version would, up to where it would load the rest. */
  function start(node: string): { lines: string[]; code: number | undefined } {
    const lines: string[] = [];
    let code: number | undefined;
    const stop = new Error('stop');
    const fake = {
      versions: { node },
      exit: (given: number) => {
        code = given;
        throw stop;
      },
    };
    // The rest cannot be loaded in here; whether it would be is all that counts.
    try {
      runInNewContext(readFileSync(START, 'utf8'), {
        process: fake,
        console: { error: (line: unknown) => lines.push(String(line)) },
        require: () => {},
      });
    } catch (error) {
      if (error !== stop) throw error;
    }
    return { lines, code };
  }

  test.each(['0.10.48', '12.22.12', '18.20.8', '20.0.0', '20.18.3'])('%s is told so', (version) => {
    const { lines, code } = start(version);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(version);
    expect(lines[0]).not.toContain('\n');
    expect(code).toBe(78);
  });

  test.each(['20.19.0', '20.20.1', '21.0.0', '22.1.0', process.versions.node])('%s will do', (version) => {
    expect(start(version)).toEqual({ lines: [], code: undefined });
  });

  test('the version is the one that package.json asks for', () => {
    const pack = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const told = /Node (\d+\.\d+) or newer/.exec(start('1.0.0').lines[0]!)![1];
    expect(pack.engines.node).toBe(`>=${told}`);
  });

  test('its first file is written in the language of old ones', () => {
    const source = readFileSync(START, 'utf8').replace(/\/\/.*/g, '');
    expect(source).not.toMatch(/=>|`|\b(?:const|let|class|async|await)\b|\?\.|\?\?|\.\.\./);
  });
});
