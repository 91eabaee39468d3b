import { openStore } from '../../src/store/open.ts';

/** A process that opens a database with a folder of migrations and says when it has. */

const [file, folder] = process.argv.slice(2);
process.stdout.write('opening\n');
const store = openStore(file!, folder!);
const { n } = store.raw.prepare('SELECT count(*) AS n FROM __drizzle_migrations').get() as { n: number };
store.close();
process.stdout.write(`open ${n}\n`);
