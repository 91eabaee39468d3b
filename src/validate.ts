import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, fileOf } from './command.ts';
import { type Finding, validate } from './match/validate.ts';
import { copyDatabase } from './store/engine/files.ts';
import { examine } from './store/examine.ts';
import { asFault, DatabaseFault } from './store/fault.ts';
import { openStore, type Store } from './store/open.ts';

/**
 * `npm run validate`: replays every stored match with this program and says where it comes to something else than what is
 * stored. It works on a copy, which is brought to the newest schema and thrown away, so that the database is only read: a
 * release can be tried on it before it is started, and beside a bot that is running.
 */

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-validate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

  await command(async (config) => {
    const databaseFile = fileOf(config, 'Copy it to a file with "npm run move", and try that one.');
    examine(databaseFile);
    const copy = join(folder, 'copy.db');
    const store = openCopy(databaseFile, copy);
    const { count, findings, doubts } = await validate(store, (finding) => console.log(lineOf(finding)));
    await store.close();
    console.log(`${count} matches were replayed. ${summary(findings)}`);
    for (const { match, rows } of doubts)
      console.log(`Match ${match}: would not be legal today, but stands: ${rows.join(', ')}.`);
    if (findings.length > 0) process.exitCode = 2;
  });
}

/** The database is whole, so what goes wrong here is the fault of the place for the copy, or of this program. */
function openCopy(file: string, copy: string): Store {
  try {
    copyDatabase(file, copy);
    return openStore(copy);
  } catch (error) {
    const fault = asFault(error, copy);
    if (!(fault instanceof DatabaseFault)) throw fault;
    throw new DatabaseFault(`${file} was tried on a copy. ${fault.message}`, fault.passing);
  }
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
