import { patiently } from './engine/busy.ts';
import { reading } from './engine/files.ts';
import { migrationsIn } from './engine/migrate.ts';
import { type Contents, examine } from './examine.ts';
import { asFault } from './fault.ts';

/** What a database tells of itself and of the bot that runs on it. It is only read, whoever else has it open. */

/** What the admins of a server chose, as far as the bot's rights there go by it. */
export interface Chosen {
  /** Channels in which tables may be opened; none: all. */
  readonly channels: readonly string[];
  /** Whether a new table has a thread of its own. */
  readonly thread: boolean;
  readonly dailyChannel: string | null;
  /** Code of Discord's refusal of the daily's last message; null: it was not refused. */
  readonly refused: string | null;
}

/** A table that is not over and that Discord does not let the bot write to. */
export interface Stuck {
  readonly match: number;
  readonly guild: string;
  /** Discord's code. */
  readonly code: string;
}

export interface Checkup extends Contents {
  /** Migrations that this program knows. */
  readonly known: number;
  /** The last heartbeat of a bot (ms); undefined where there was none yet. */
  readonly alive: number | undefined;
  /** Tables that are put aside, since no program could carry their logs out. */
  readonly aside: number;
  readonly stuck: readonly Stuck[];
  /** By the ids of servers. */
  readonly chosen: ReadonlyMap<string, Chosen>;
}

/** Looks into a database of this bot. Throws `DatabaseFault` where it cannot be used. Of older tables little is told. */
export function checkUp(file: string): Checkup {
  const contents = examine(file);
  const known = migrationsIn().length;
  try {
    return patiently(() => look(file, contents, known));
  } catch (error) {
    throw asFault(error, file);
  }
}

function look(file: string, contents: Contents, known: number): Checkup {
  return reading(file, (raw) => {
    raw.pragma('busy_timeout = 1000');
    if (contents.migrations < known)
      return { ...contents, known, alive: undefined, aside: 0, stuck: [], chosen: new Map() };
    const alive = raw.prepare("SELECT value FROM meta WHERE key = 'alive'").pluck().get() as
      | string
      | undefined;
    const servers = raw
      .prepare('SELECT id, channels, thread, daily_channel, trouble FROM guilds WHERE gone_at IS NULL')
      .all() as {
      id: string;
      channels: string;
      thread: number;
      daily_channel: string | null;
      trouble: string | null;
    }[];
    const stuck = raw
      .prepare(
        `SELECT matches.id AS match, guild, trouble AS code FROM tables JOIN matches ON matches.id = match
         WHERE trouble IS NOT NULL AND guild IS NOT NULL AND status IN ('lobby', 'running') ORDER BY matches.id`,
      )
      .all() as Stuck[];
    return {
      ...contents,
      known,
      alive: alive === undefined ? undefined : Number(alive),
      aside: raw.prepare('SELECT count(*) FROM matches WHERE aside IS NOT NULL').pluck().get() as number,
      stuck,
      chosen: new Map(
        servers.map(({ id, channels, thread, daily_channel, trouble }) => [
          id,
          {
            channels: JSON.parse(channels) as string[],
            thread: thread === 1,
            dailyChannel: daily_channel,
            refused: trouble,
          },
        ]),
      ),
    };
  });
}
