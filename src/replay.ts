import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type Outcome, play } from './match/record.ts';

/** `npm run replay -- FILE...`: one recorded game a file (`-` is standard input), one line of JSON each. */

const USAGE = 'Usage: npm run --silent replay -- FILE...   (- reads standard input)';

async function outcome(file: string): Promise<Outcome> {
  const name = file === '-' ? 'Standard input' : file;
  let text: string;
  try {
    text = await (file === '-' ? textOf(process.stdin) : readFile(file, 'utf8'));
  } catch (error) {
    return { error: `${name} cannot be read: ${reason(error)}.` };
  }
  let record: unknown;
  try {
    record = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { error: `${name} is not JSON: ${(error as Error).message.replace(/\.$/, '')}.` };
  }
  return play(record);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
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
