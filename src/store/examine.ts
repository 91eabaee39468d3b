import { statOf } from '../folders.ts';
import { patiently } from './engine/busy.ts';
import { reading } from './engine/files.ts';
import { migrationsIn } from './engine/migrate.ts';
import { asFault, DatabaseFault, damaged } from './fault.ts';
import { requireOwn } from './standing.ts';

/** Looks into a database without changing it, whoever else has it open. */

/** What a database holds, to tell a copy from something else. */
export interface Contents {
  /** Migrations that were carried out on it. */
  readonly migrations: number;
  readonly matches: number;
}

/**
 * What a database of this bot holds. Throws `DatabaseFault` when there is none, or it is damaged, empty, another
 * program's or a newer version's; `thorough`: also when indexes or references are wrong, which takes ten times as long.
 * A copy may be `named` by what it was made of.
 */
export function examine(file: string, thorough = false, named = file): Contents {
  try {
    if (!statOf(file)?.isFile()) throw new DatabaseFault(`There is no database ${named}. Name another file.`);
    return patiently(() => look(file, thorough, named));
  } catch (error) {
    throw asFault(error, named);
  }
}

function look(file: string, thorough: boolean, named: string): Contents {
  return reading(file, (raw) => {
    raw.pragma('busy_timeout = 1000');
    const check = thorough ? 'integrity_check' : 'quick_check';
    const found = raw.pragma(`${check}(1)`, { simple: true }) as string;
    if (found !== 'ok') throw damaged(named, found);
    const migrations = requireOwn(raw, named, migrationsIn());
    if (migrations === 0) throw new DatabaseFault(`The database ${named} is empty. Name another file.`);
    if (thorough && (raw.pragma('foreign_key_check') as unknown[]).length > 0)
      throw damaged(named, 'rows point to nothing');
    return { migrations, matches: raw.prepare('SELECT count(*) FROM matches').pluck().get() as number };
  });
}
