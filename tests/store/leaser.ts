import { claimDue } from '../../src/store/jobs.ts';
import { HOLDER } from '../../src/store/lease.ts';
import { openStore } from '../../src/store/open.ts';

/** A process that claims what is due at a time until another, says what it got, and stays there until it is ended. */

export async function main(): Promise<void> {
  const [file, at, until] = process.argv.slice(2);
  const store = openStore(file!);
  const rows = await claimDue(store, Number(at), HOLDER, Number(until), 50);
  process.stdout.write(`${JSON.stringify({ holder: HOLDER, got: rows.length })}\n`);
  process.stdin.resume();
  process.stdin.on('end', () => process.exit(0));
}
