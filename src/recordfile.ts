import { createReadStream } from 'node:fs';

/** The files of recorded games. */

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

/**
 * What stands in a file of JSON; `-` is standard input. Where it cannot be read, is too long for a record or is no JSON: a
 * sentence that says so.
 */
export async function readRecord(
  file: string,
): Promise<{ readonly record: unknown } | { readonly error: string }> {
  const name = file === '-' ? 'Standard input' : file;
  let text: string | undefined;
  try {
    text = await textOf(file);
  } catch (error) {
    return { error: `${name} cannot be read: ${reasonOf(error)}.` };
  }
  if (text === undefined)
    return { error: `${name} is too long for a record: it has more than ${LONGEST / 1000} kB.` };
  try {
    return { record: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { error: `${name} is not JSON: ${(error as Error).message.replace(/\.$/, '')}.` };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};

/** Why a file cannot be read or written, in a few words. `absent`: what is said where it, or its folder, is not there. */
export function reasonOf(error: unknown, absent?: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === 'ENOENT' ? absent : undefined) ?? REASONS[code ?? ''] ?? message;
}
