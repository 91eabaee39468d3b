import { type Config, ConfigError, type EnvFile, envFile, readConfig, tokenless } from '../config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Whether the variables of the environment and of `.env` say what they are meant to. */

export const DISCORD = 'https://discord.com/api';

/** A bot's token: its id, a moment and a signature. */
const TOKEN = /^[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}$/;

export interface Settings {
  /** Undefined where they cannot be used. */
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the settings as a start does, but for the folder of the database, which is not made. */
export function settings(): Settings {
  try {
    const config = readConfig();
    const findings = [...fileFindings(envFile()), ...configFindings(config, tokenless(config))];
    const from = config.token ? 'The variables can be used.' : 'The variables can be used; no token is set.';
    const bad = findings.some(({ level }) => level === 'mend');
    return { config, findings: bad ? findings : [ok('settings', from), ...findings] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: undefined, findings: [wrong('settings', error.message)] };
  }
}

const isAre = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are');

/** What is to be said of the file of variables itself. */
export function fileFindings(found: EnvFile | undefined): Finding[] {
  if (!found) return [];
  const { file, unknown, overruled, open } = found;
  const findings: Finding[] = [];
  if (unknown.length > 0)
    findings.push(
      note(
        'settings',
        `${unknown.join(', ')} in ${file} ${isAre(unknown)} unknown to this bot.`,
        'See .env.example for the names that it knows.',
      ),
    );
  if (overruled.length > 0)
    findings.push(
      note(
        'settings',
        `The environment has other values of ${overruled.join(', ')} than ${file}, and its values count.`,
        'Remove them from one of the two.',
      ),
    );
  if (open)
    findings.push(
      wrong(
        'settings',
        `Other users of this machine may read ${file}, where the token is.`,
        `Run "chmod 600 ${file}".`,
      ),
    );
  return findings;
}

/** What is to be said of what the variables come to. `fault`: why a bot without a token cannot start. */
export function configFindings(config: Config, fault: string | undefined): Finding[] {
  const { token, api, databaseFile, port, healthPort, metrics, metricsAddress, clockFile, limits, unknown } =
    config;
  const findings: Finding[] = [];
  const real = api === DISCORD;
  if (fault !== undefined) findings.push(wrong('settings', fault));
  else if (!token)
    findings.push(
      note('settings', 'DISCORD_TOKEN is not set, so a start is a playground on this machine.'),
      ...(healthPort !== undefined && healthPort !== 0 && healthPort === port
        ? [
            wrong(
              'settings',
              `PORT and ${metrics ? 'METRICS_PORT' : 'HEALTH_PORT'} are both ${port}.`,
              'Change one of them.',
            ),
          ]
        : []),
    );
  else if (unknown.length > 0)
    findings.push(
      note('settings', `${unknown.join(', ')} ${isAre(unknown)} unknown to this bot.`, 'Remove it.'),
    );
  if (token && real && !TOKEN.test(token)) findings.push(wrong('settings', likeness(token), COPY));
  if (databaseFile === ':memory:')
    findings.push(
      (token ? wrong : note)(
        'settings',
        'DATABASE_FILE is :memory:, so all games end with the bot.',
        'Name a file, or remove the variable.',
      ),
    );
  if (token && real && clockFile !== undefined)
    findings.push(
      wrong(
        'settings',
        'CLOCK_FILE is for tests: with it the time is not the real one.',
        'Remove the variable.',
      ),
    );
  if (metrics && !/^(?:127\.|::1$)/.test(metricsAddress))
    findings.push(
      note(
        'settings',
        `METRICS_ADDRESS is ${metricsAddress}, so other machines that reach this one read /metrics.`,
        'Let a firewall keep out all but the one that is to read it.',
      ),
    );
  if (token && limits === 'off')
    findings.push(
      note('settings', 'LIMITS is about the playground alone, and there is a token.', 'Remove the variable.'),
    );
  return findings;
}

const COPY =
  'Copy it in the developer portal: Bot → Reset Token. The old one is then refused, also of a bot that runs.';

/** What something that is no token is likely to be. */
function likeness(token: string): string {
  const what = /^[0-9a-f]{64}$/i.test(token)
    ? 'is the public key of an application'
    : /^\d{17,20}$/.test(token)
      ? 'is the id of an application'
      : /^[\w-]{32}$/.test(token)
        ? 'is the client secret of an application'
        : 'is not what a token of a bot looks like, or was cut';
  return `What DISCORD_TOKEN holds ${what}.`;
}
