import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { config as readEnvFile } from 'dotenv';
import { z } from 'zod';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = (usual: string) =>
  z
    .string()
    .default(usual)
    .refine((text) => /^\d{0,5}$/.test(text) && Number(text) <= 65535, 'must be a number from 0 to 65535');

const schema = z.object({
  DISCORD_TOKEN: z.string().trim().default(''),
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
  PORT: port('3000').transform(Number),
  HEALTH_PORT: port('').transform((text) => (text === '' ? undefined : Number(text))),
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
  readonly port: number;
  /** Where the state of health is told; undefined: nowhere. */
  readonly healthPort: number | undefined;
  readonly logLevel: string;
  readonly clockFile: string | undefined;
  readonly limits: 'real' | 'off';
}

/** A variable that cannot be used; the message is one line that names it. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment (and `.env`, which never overrides it). The only reader of `process.env`.
 * An empty variable counts as not set. Throws `ConfigError`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  if (env === process.env) readEnvFile({ quiet: true });
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new ConfigError(`${name} ${issue?.message} (it is "${set[name] ?? ''}").`);
  }
  const values = parsed.data;
  const databaseFile = values.DATABASE_FILE === ':memory:' ? ':memory:' : resolve(values.DATABASE_FILE);
  if (databaseFile !== ':memory:') checkFolder(dirname(databaseFile));
  return {
    token: values.DISCORD_TOKEN,
    api: values.DISCORD_API,
    databaseFile,
    port: values.PORT,
    healthPort: values.HEALTH_PORT,
    logLevel: values.LOG_LEVEL,
    clockFile: values.CLOCK_FILE || undefined,
    limits: values.LIMITS as 'real' | 'off',
  };
}

function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ConfigError(
      `DATABASE_FILE is in the folder ${folder}, which cannot be written. Give this user the right to write there, or name another file.`,
    );
  }
}

function protocol(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}
