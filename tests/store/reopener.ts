import Database from 'better-sqlite3';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore } from '../../src/store/open.ts';

/**
 * A process that opens the database again and again as the bot does at its start, writes a row, and looks whether it
 * stands in the file of that name. Says so after each time, until standard input ends.
 */

export async function main(): Promise<void> {
  const [file, who] = process.argv.slice(2);
  let ends = false;
  process.stdin.resume().on('end', () => {
    ends = true;
  });
  for (let n = 0; !ends; n++) {
    const store = openStore(file!);
    // The other one writes as well.
    connectionOf(store).pragma('busy_timeout = 10000');
    connectionOf(store).prepare('INSERT INTO meta VALUES (?, ?)').run(`${who} ${n} ${process.pid}`, 'x');
    const other = new Database(file!);
    const found = other.prepare('SELECT 1 FROM meta WHERE key = ?').get(`${who} ${n} ${process.pid}`);
    other.close();
    await store.close();
    process.stdout.write(found ? 'kept\n' : 'lost\n');
    await new Promise((done) => setTimeout(done, Math.random() * 60));
  }
}
