import { existsSync } from 'node:fs';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore } from '../../src/store/open.ts';

/**
 * A process that opens a database with a folder of migrations and says when it has. Where the name of a file follows,
 * it waits until there is one, so that several begin at the same moment.
 */

export async function main(): Promise<void> {
  const [file, folder, go] = process.argv.slice(2);
  if (go) process.stdout.write('waiting\n');
  while (go && !existsSync(go)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  process.stdout.write('opening\n');
  const store = openStore(file!, folder!);
  const { n } = connectionOf(store).prepare('SELECT count(*) AS n FROM __drizzle_migrations').get() as {
    n: number;
  };
  await store.close();
  process.stdout.write(`open ${n}\n`);
}
