import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, populate } from 'dotenv';
import * as z from 'zod';
import { makeFolder } from './folders.ts';
import { hideSecrets, keepSecret } from './secrets.ts';

/** The folder of package.json: files are named from there, wherever the program was started. */
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const ENV_FILE = join(ROOT, '.env');

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = (usual: string) =>
  z
    .string()
    .default(usual)
    .refine((text) => /^\d{0,5}$/.test(text) && Number(text) <= 65535, 'must be a number from 0 to 65535');

const schema = z.object({
  DISCORD_TOKEN: z
    .string()
    .default('')
    // As it stands in the header of a request, and in examples of such.
    .transform((text) => text.trim().replace(/^Bot(?:\s+|$)/i, ''))
    .superRefine((text, { addIssue }) => {
      if (/[^\w.-]/.test(text))
        addIssue(
          `holds ${oddity(text)}, which is in no token. Copy it anew from the developer portal, and write it on one line without quotes.`,
        );
    }),
  DISCORD_API: z
    .string()
    .trim()
    .default('https://discord.com/api')
    .refine(
      (text) => /^https?:$/.test(protocol(text)),
      'must be a web address such as http://127.0.0.1:3000/api',
    )
    .transform((text) => text.replace(/\/+$/, '')),
  DATABASE_FILE: z.string().trim().min(1, 'must name a file').default('data/metrox.db'),
  DATABASE_URL: z
    .string()
    .trim()
    .optional()
    .refine(
      (text) => text === undefined || /^postgres(?:ql)?:$/.test(protocol(text)),
      'must be an address such as postgres://user:password@127.0.0.1:5432/metrox',
    ),
  PORT: port('3000').transform(Number),
  HEALTH_PORT: port('').transform((text) => (text === '' ? undefined : Number(text))),
  METRICS_PORT: port('').transform((text) => (text === '' ? undefined : Number(text))),
  METRICS_ADDRESS: z
    .string()
    .trim()
    .default('127.0.0.1')
    .refine((text) => isIP(text) !== 0, 'must be an IP address such as 127.0.0.1 or 0.0.0.0'),
  LOG_LEVEL: z
    .string()
    .default('info')
    .refine((text) => (LEVELS as readonly string[]).includes(text), `must be one of ${LEVELS.join(', ')}`),
  CLOCK_FILE: z.string().default(''),
  LIMITS: z
    .string()
    .default('real')
    .refine((text) => text === 'real' || text === 'off', 'must be real or off'),
});

export interface Config {
  /** Empty: no Discord, the playground starts instead. */
  readonly token: string;
  /** Base address of the API, without a slash at the end; `/v10` follows. */
  readonly api: string;
  readonly databaseFile: string;
  /** The database of PostgreSQL in which games live; undefined: they live in the file. */
  readonly databaseUrl: string | undefined;
  readonly port: number;
  /** Where the state of health is told; undefined: nowhere. */
  readonly healthPort: number | undefined;
  /** Whether figures are told there, too. */
  readonly metrics: boolean;
  /** The IP address of both. */
  readonly metricsAddress: string;
  readonly logLevel: string;
  readonly clockFile: string | undefined;
  readonly limits: 'real' | 'off';
  /** Names of variables that begin with `DISCORD_` and mean nothing here. */
  readonly unknown: readonly string[];
}

/** A variable that cannot be used; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Another environment than that of this process has no file. */
const fileOf = (env: NodeJS.ProcessEnv): string | undefined => (env === process.env ? ENV_FILE : undefined);

/**
 * Reads and checks the environment and the file of variables (`.env` beside package.json), which never overrides it and
 * becomes part of it. The only reader of `process.env`. An empty variable counts as not set. The folder of the database is made
 * where there is none. Throws `ConfigError`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, file = fileOf(env)): Config {
  const config = readConfig(env, file);
  // The playground has a file of its own beside that of the games.
  const needsFolder = config.databaseUrl === undefined || config.token === '';
  if (config.databaseFile !== ':memory:' && needsFolder) checkFolder(dirname(config.databaseFile));
  return config;
}

/** As `loadConfig`, for who only looks: no folder is made. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, file = fileOf(env)): Config {
  if (file !== undefined) readEnvFile(env, file);
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    if (name === 'DISCORD_TOKEN') throw new ConfigError(`${name} ${issue?.message}`);
    // It may be the token, in the wrong line.
    throw new ConfigError(hideSecrets(`${name} ${issue?.message} (it is "${set[name] ?? ''}").`));
  }
  const values = parsed.data;
  keepSecret(values.DISCORD_TOKEN);
  const { HEALTH_PORT, METRICS_PORT } = values;
  if (HEALTH_PORT !== undefined && METRICS_PORT !== undefined && HEALTH_PORT !== METRICS_PORT)
    throw new ConfigError(
      `METRICS_PORT is ${METRICS_PORT} and HEALTH_PORT ${HEALTH_PORT}, but one server tells both. Give them the same number, or leave HEALTH_PORT out.`,
    );
  if (set.DATABASE_FILE !== undefined && values.DATABASE_URL !== undefined)
    throw new ConfigError(
      'DATABASE_URL and DATABASE_FILE are both set, and games live in one place. Remove one of them.',
    );
  return {
    token: values.DISCORD_TOKEN,
    api: values.DISCORD_API,
    databaseFile: values.DATABASE_FILE === ':memory:' ? ':memory:' : resolve(ROOT, values.DATABASE_FILE),
    databaseUrl: values.DATABASE_URL,
    port: values.PORT,
    healthPort: METRICS_PORT ?? HEALTH_PORT,
    metrics: METRICS_PORT !== undefined,
    metricsAddress: values.METRICS_ADDRESS,
    logLevel: values.LOG_LEVEL,
    clockFile: values.CLOCK_FILE ? resolve(ROOT, values.CLOCK_FILE) : undefined,
    limits: values.LIMITS as 'real' | 'off',
    unknown: Object.keys(set).filter((name) => /^DISCORD_/i.test(name) && !(name in schema.shape)),
  };
}

/**
 * What the bot itself starts with. Without a token it starts the playground, but not where nobody would look for one, and
 * not where the token seems to have another name. Throws `ConfigError`.
 */
export function loadBotConfig(env: NodeJS.ProcessEnv = process.env, file = fileOf(env)): Config {
  const config = loadConfig(env, file);
  const fault = tokenless(config, env);
  if (fault !== undefined) throw new ConfigError(fault);
  return config;
}

/** Why a bot without a token cannot start as a playground; undefined where it can, or has a token. */
export function tokenless(
  { token, unknown }: Pick<Config, 'token' | 'unknown'>,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  if (token) return undefined;
  if (unknown.length > 0) {
    const [are, them] = unknown.length > 1 ? ['are no variables', 'them'] : ['is no variable', 'it'];
    return `${unknown.join(', ')} ${are} of this bot, which knows DISCORD_TOKEN and DISCORD_API. Rename or remove ${them}: while DISCORD_TOKEN is not set, one may be the token under a wrong name.`;
  }
  const how = `Write it into ${ENV_FILE} or set it in the environment`;
  if (env.NODE_ENV === 'production')
    return `DISCORD_TOKEN is not set, and with NODE_ENV=production there is no playground. ${how}.`;
  if (!playable())
    return `DISCORD_TOKEN is not set, and the packages of the playground are not installed. ${how}; to play on this machine instead, run "npm ci --include=dev" in ${ROOT}.`;
  return undefined;
}

/** The file of variables, held against what this bot knows and what the environment says. */
export interface EnvFile {
  readonly file: string;
  /** Names in it that mean nothing here. */
  readonly unknown: readonly string[];
  /** Names that the environment has with another value, which is the one that counts. */
  readonly overruled: readonly string[];
  /** Whether other users of this machine may read it. */
  readonly open: boolean;
}

/** Of other programs' variables these may stand in the file: Node's own, and those of `docker compose`. */
const OTHERS = /^(?:NODE_ENV$|COMPOSE_|DOCKER_)/;

/** Looks at the file of variables; undefined where there is none. Throws `ConfigError` where it cannot be read. */
export function envFile(env: NodeJS.ProcessEnv = process.env, file = ENV_FILE): EnvFile | undefined {
  const values = valuesIn(file);
  if (values === undefined) return undefined;
  const set = Object.entries(values).filter(([, value]) => value !== '');
  return {
    file,
    unknown: set.map(([name]) => name).filter((name) => !(name in schema.shape) && !OTHERS.test(name)),
    overruled: set.filter(([name, value]) => (env[name] ?? value) !== value).map(([name]) => name),
    open: process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0,
  };
}

/** The first line of a bot that has no token. */
export const PLAYGROUND = `DISCORD_TOKEN is not set (its place is ${ENV_FILE}), so this is a playground: a Discord of its own on this machine.`;

/** Whether a window can be opened: on Linux and its like where the environment names a display. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env, platform = process.platform): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function playable(): boolean {
  try {
    createRequire(import.meta.url).resolve('hono');
    return true;
  } catch {
    return false;
  }
}

function readEnvFile(env: NodeJS.ProcessEnv, file: string): void {
  populate(env as Record<string, string>, valuesIn(file) ?? {});
}

/** What a file of variables says; undefined where there is none. Throws `ConfigError`. */
function valuesIn(file: string): Record<string, string> | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError(`${file} cannot be read: ${reasons[code ?? ''] ?? message}.`);
  }
  // Some editors write two bytes a letter, of which nothing would be understood.
  if (bytes.includes(0)) throw new ConfigError(`${file} is not UTF-8. Save it anew with that encoding.`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const values = parse(text);
  checkLines(text, values, file);
  return values;
}

/** A quotation mark of any of the three kinds, and what follows it. */
const QUOTE = /[\x22\x27\x60].*$/;

/** What is neither a variable nor part of one is skipped by the reader of such files: also the second half of a token. */
function checkLines(text: string, values: Readonly<Record<string, string>>, file: string): void {
  const inside = Object.values(values).filter((value) => value.includes('\n'));
  let name: string | undefined;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const found = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]/.exec(line);
    name = found?.[1] ?? name;
    const content = line.trim();
    if (found || content === '' || content.startsWith('#')) continue;
    if (inside.some((value) => value.includes(content.replace(QUOTE, '')))) continue;
    const where = `line ${index + 1} of ${file}`;
    throw new ConfigError(
      name === undefined
        ? `In ${where} there is no NAME=value.`
        : `${name} seems to go on in ${where}, which is no NAME=value. Write it on one line.`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
  EEXIST: 'a file stands in its place',
  ENOENT: 'the system makes no folders there',
  ENOTDIR: 'a file stands where a folder above it should be',
  EROFS: 'the file system is read-only',
};

function checkFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATABASE_FILE is in the folder ${folder}, which cannot be written: ${reasons[code ?? ''] ?? message}. Give this user the right to write there, or name another file.`,
    );
  }
}

/** What is wrong in a token, without a part of it. */
function oddity(token: string): string {
  if (/[\r\n]/.test(token)) return 'a line break';
  if (/\s/.test(token)) return 'a space';
  return QUOTE.test(token) ? 'a quotation mark' : 'a character';
}

function protocol(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
