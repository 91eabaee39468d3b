import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDiscord } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Ends the program with one line that says why, and the exit code of what a person has to mend (EX_CONFIG). */
function give(up: string): never {
  process.stderr.write(`${up}\n`);
  process.exit(78);
}

export async function main(): Promise<void> {
  const port = Number(process.env.PORT || 3000);
  const folder = dirname(resolve(ROOT, process.env.DATABASE_FILE || 'data/metrox.db'));
  const file = join(folder, 'discord.db');
  const limits = process.env.LIMITS || 'real';

  if (!Number.isInteger(port) || port < 0 || port > 65_535) give(`PORT is no port: ${process.env.PORT}`);
  if (limits !== 'real' && limits !== 'off') give(`LIMITS is real or off, not ${limits}`);

  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const discord = await startDiscord({
      port,
      limits,
      file,
      ...(process.env.CLOCK_FILE ? { clockFile: resolve(ROOT, process.env.CLOCK_FILE) } : {}),
    });
    process.stdout.write(`Discord on localhost: ${discord.url}\n`);
    let ending = false;
    const end = () => {
      if (!ending) void discord.close().then(() => process.exit(0));
      ending = true;
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
    // Started by another process, it ends with that one, so that the port is free for the next.
    if (process.connected) process.once('disconnect', end);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') give(`Port ${port} is taken: stop what uses it, or set PORT to another.`);
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT'))
      give(
        `The playground's file ${file} is damaged. Remove it to begin with a new one; games are kept elsewhere.`,
      );
    if (
      code?.startsWith('SQLITE') ||
      code === 'EACCES' ||
      code === 'EROFS' ||
      code === 'ENOTDIR' ||
      code === 'EEXIST'
    )
      give(`The folder ${folder} can't be written: ${message}`);
    throw error;
  }
}
