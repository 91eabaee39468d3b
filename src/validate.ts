import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from './config.ts';
import { type Finding, validate } from './match/validate.ts';
import { copyDatabase, openStore } from './store/open.ts';

/**
 * `npm run validate`: replays every stored match with this program and says where it comes to something else than what is
 * stored. It works on a copy, which is brought to the newest schema and thrown away, so that the database is only read: a
 * release can be tried on it before it is started, and beside a bot that is running.
 */

const folder = mkdtempSync(join(tmpdir(), 'metrox-validate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

try {
  const { databaseFile } = loadConfig();
  const copy = join(folder, 'copy.db');
  copyDatabase(databaseFile, copy);
  const store = openStore(copy);
  const { count, findings, doubts } = await validate(store, (finding) => console.log(lineOf(finding)));
  store.close();
  console.log(`${count} matches were replayed. ${summary(findings)}`);
  for (const { match, rows } of doubts)
    console.log(`Match ${match}: would not be legal today, but stands: ${rows.join(', ')}.`);
  if (findings.length > 0) process.exitCode = 2;
} catch (error) {
  const { code } = error as { code?: string };
  if (!(error instanceof ConfigError) && !code?.startsWith('SQLITE_')) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

function lineOf({ match, what, stored, replayed }: Finding): string {
  return what === 'log'
    ? `Match ${match} cannot be replayed: ${replayed}`
    : `Match ${match}: ${what} is stored as ${stored}, and comes to ${replayed}.`;
}

function summary(findings: readonly Finding[]): string {
  const matches = [...new Set(findings.map(({ match }) => match))];
  return matches.length === 0 ? 'All come to what is stored.' : `Not as stored: ${matches.join(', ')}.`;
}
