import { createReadStream } from 'node:fs';
import { type Outcome, play } from './match/record.ts';

/** `npm run replay -- FILE...`: one recorded game a file (`-` is standard input), one line of JSON each. */

const USAGE = 'Usage: npm run --silent replay -- FILE...   (- reads standard input)';

/** A record takes a few thousand bytes; with the longest names and 25 seats some ten thousand. */
const LONGEST = 1_000_000;

/** The text of a file or of standard input; undefined as soon as it is too long for a record, without the rest. */
async function textOf(file: string): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LONGEST) return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function outcome(file: string): Promise<Outcome> {
  const name = file === '-' ? 'Standard input' : file;
  let text: string | undefined;
  try {
    text = await textOf(file);
  } catch (error) {
    return { error: `${name} cannot be read: ${reason(error)}.` };
  }
  if (text === undefined)
    return { error: `${name} is too long for a record: it has more than ${LONGEST / 1000} kB.` };
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
