import { type Outcome, play } from './match/record.ts';
import { readRecord } from './recordfile.ts';

/** `npm run replay -- FILE...`: one recorded game a file (`-` is standard input), one line of JSON each. */

const USAGE = 'Usage: npm run --silent replay -- FILE...   (- reads standard input)';

async function outcome(file: string): Promise<Outcome> {
  const read = await readRecord(file);
  return 'error' in read ? read : play(read.record);
}

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
for (const file of files) {
  const line = await outcome(file);
  process.stdout.write(`${JSON.stringify(line)}\n`);
  if ('error' in line) process.exitCode = 2;
}
