import { COMMANDS } from '../../commands/index.ts';
import type { App } from '../../src/app/context.ts';
import type { Outbound } from '../../src/app/outbound.ts';
import type { Ack, CommandRequest, PressRequest } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { createTables } from '../../src/app/tables.ts';
import { type Ready, ready } from '../../src/discord/answers.ts';
import { startRepairs } from '../../src/jobs/job.ts';
import { startScheduler } from '../../src/jobs/scheduler.ts';
import { think } from '../../src/match/thinking.ts';
import { connect } from '../../src/store/engine/connect.ts';
import { diskOf } from '../../src/store/engine/disk.ts';
import { cut, storeOver } from '../../src/store/engine/sqlite.ts';
import { meet } from '../../src/store/players.ts';
import { behind } from '../../src/store/tables.ts';
import { openToAll } from '../app/sights.ts';
import { usePictures } from '../blank.ts';
import { column } from '../lib/rows.ts';
import { countSeeds } from '../seeds.ts';

/**
 * The program that is killed, packed: store, match, app, repairs and due work as they are. Each life has modules of its own,
 * so that nothing of one is left in the next but what is in the database.
 */

export interface Surroundings {
  readonly file: string;
  readonly name: string;
  readonly outbound: Outbound;
  /** A statement is about to be carried out. */
  watch(sql: string): void;
  /** The disk writes what it was given; it takes its time. */
  sync(): Promise<void>;
  /** The database is open; `cut` closes it at once, in the middle of whatever goes on. */
  opened(cut: () => void): void;
  note(level: 'warn' | 'error', words: string): void;
}

export interface Behind {
  /** Matches whose messages are not up to date, also those that wait for their next try. */
  readonly matches: readonly number[];
  /** Work that is due and not done. */
  readonly due: readonly string[];
}

/** An answer, and how what it answers was acknowledged. */
export interface Answered extends Pick<Ready, 'screen' | 'whisper'> {
  readonly ack: Ack;
}

export interface Being {
  /** As the edge does it: the person is met, the work done, the answer sent, and then what comes after. */
  work(request: PressRequest | CommandRequest, answer: (reply: Answered) => void): Promise<void>;
  behind(at: number): Promise<Behind>;
}

interface Checkpointed {
  readonly log: number;
  readonly checkpointed: number;
}

/** Longer (ms) than anything waits for its next try. */
const WAITS = 600_000;

export function begin({ file, name, outbound, watch, sync, opened, note }: Surroundings): Being {
  usePictures('blank');
  countSeeds(name);
  const raw = connect(file);
  const checkpoint = async () => {
    // A thread would take a time that is not this one's.
    const [{ log, checkpointed }] = raw.pragma('wal_checkpoint(PASSIVE)') as [Checkpointed];
    return { length: log, done: checkpointed };
  };
  const store = storeOver(raw, watch, { disk: { ...diskOf(raw), sync, checkpoint } });
  opened(() => cut(store));
  const noting =
    (level: 'warn' | 'error') =>
    (about: { err?: Error }, words: string): void =>
      note(level, `${words} ${about.err?.stack ?? JSON.stringify(about)}`);
  const silent = (): void => {};
  const log = {
    warn: noting('warn'),
    error: noting('error'),
    info: silent,
    debug: silent,
  } as unknown as App['log'];
  const sights = openToAll();
  const tables = createTables({ store, outbound, log, places: sights.places });
  const app: App = { store, outbound, log, refresh: tables.refresh, think, ...sights };
  startRepairs(app);
  startScheduler(app);
  return {
    async work(request, answer) {
      await meet(store, request.user.id, request.user.name);
      const command = request.kind === 'command' ? COMMANDS.get(request.name)! : undefined;
      const way = request.kind === 'press' ? route(request) : undefined;
      const obstacle = request.kind === 'command' ? await command?.obstacle?.(app, request) : undefined;
      const run = () => (request.kind === 'press' ? way!.run(app, request) : command!.run(app, request));
      const reply = await ready(obstacle ?? (await run()));
      const { screen, whisper } = reply;
      answer({ screen, whisper, ack: obstacle ? 'private' : (way ?? command!).ack });
      await reply.after?.();
    },
    async behind(at) {
      const due = await column<string>(
        store,
        "SELECT kind || ' ' || subject || ' ' || key FROM jobs WHERE done_at IS NULL AND due <= ?",
        at,
      );
      return { matches: await behind(store, at + WAITS), due };
    },
  };
}
