import { now, useClockFile } from '../clock.ts';
import { refuse } from '../command.ts';
import type { Config } from '../config.ts';
import { refusal } from '../discord/outbound.ts';
import { hideSecrets } from '../secrets.ts';
import type { Checkup } from '../store/checkup.ts';
import { application, unheard, wayTo } from './application.ts';
import { database } from './database.ts';
import { type Finding, lineOf, note, summary } from './finding.ts';
import { drawingFinding, fontsFinding, nodeFinding } from './machine.ts';
import { servers } from './servers.ts';
import { settings } from './settings.ts';

/**
 * `npm run doctor [-- --json]`: looks at everything that a bot needs and says what is to be mended, also while it runs. Nothing is
 * changed, here or at Discord. The exit code is 0 where nothing is wrong, 1 where something is to be mended, 78 where it was
 * asked wrongly.
 */

const USAGE = `Usage: npm run --silent doctor [-- --json]
       --json: one line of JSON, with ok (true or false) and findings, each with level (ok, note, mend), about, says and mend`;

/** Whoever runs the server of a database has the means to look after it. */
const ELSEWHERE = {
  checkup: undefined,
  findings: [note('database', 'Games live in the database of DATABASE_URL, which was not looked into.')],
};

export async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const json = given.length === 1 && given[0] === '--json';
  if (given.length > 0 && !json) return refuse(USAGE);
  const findings: Finding[] = [];
  for await (const finding of looked()) {
    findings.push(finding);
    if (!json) console.log(hideSecrets(lineOf(finding)));
  }
  const ok = findings.every(({ level }) => level !== 'mend');
  console.log(json ? hideSecrets(JSON.stringify({ ok, findings })) : summary(findings));
  if (!ok) process.exitCode = 1;
}

async function* looked(): AsyncGenerator<Finding> {
  yield nodeFinding(process.versions.node);
  yield fontsFinding();
  yield await drawingFinding();
  const { config, findings } = settings();
  yield* findings;
  if (!config) return;
  useClockFile(config.clockFile);
  const { checkup, findings: found } =
    config.databaseUrl === undefined ? database(config.databaseFile, now()) : ELSEWHERE;
  yield* found;
  if (config.token) yield* discord(config, checkup);
  else yield note('discord', 'Discord was not asked, since there is no token.');
}

async function* discord({ api, token }: Config, checkup: Checkup | undefined): AsyncGenerator<Finding> {
  const way = wayTo(api, token);
  const { bot, findings } = await application(way, api);
  yield* findings;
  if (bot === undefined) return;
  try {
    const { id, invitation } = bot;
    const chosen = checkup?.chosen ?? new Map();
    yield* await servers({ rest: way.rest, bot: id, invitation, chosen, progress });
  } catch (error) {
    yield { ...unheard(api, refusal(error).status), about: 'servers' };
  }
}

/** On a terminal one line that moves, beside what is told. */
function progress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < all ? `\r${done} of ${all} servers` : '\r\x1b[K');
}
