import { hostname } from 'node:os';
import { now } from '../clock.ts';
import { type Match, phaseKey, present, replay } from '../match/open.ts';
import { load, type Stored } from '../store/matches.ts';
import type { OldMessage } from '../store/schema.ts';
import { dropLease, setTable, type TableRow, tableOf, takeLease } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';
import { type App, t as translate } from './context.ts';
import { placeFor, postLobby, showLobby } from './gathering.ts';
import type { Outbound, Screen } from './outbound.ts';
import { endPing, endScreen } from './screens/end.ts';
import { lobbyScreen, startedScreen } from './screens/lobby.ts';
import { diaryScreen, flipScreen, passedScreen, roundScreen } from './screens/round.ts';
import { expect, lasting, passing, Trouble, UNKNOWN_MESSAGE } from './trouble.ts';

/**
 * The public messages of a match are a projection of its log: here they are brought up to date. Whatever step a
 * process dies at, the next one finds in the database what is shown and what is left to do.
 */

const HOLDER = `${hostname()}:${process.pid}`;
const LEASE = 15_000;
/** Edits of one message come no closer together than this. */
const APART = 2_000;
/** Presses make a table that was refused try again no more often than this. */
const PATIENCE = 60_000;
/** The bot may not see the channel, or not do that there. */
const FORBIDDEN: readonly number[] = [50001, 50013];

type Tools = Pick<App, 'store' | 'log'> & { readonly outbound: Outbound };

export interface Tables {
  /** Brings a match's messages up to date, soon. */
  refresh(match: number): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createTables(tools: Tools): Tables {
  const running = new Map<number, Running>();
  const edited = new Map<number, number>();
  const refused = new Map<number, number>();

  async function work(match: number): Promise<void> {
    const at = now();
    if (at - (refused.get(match) ?? -Infinity) < PATIENCE) return;
    if (!(await takeLease(tools.store, match, HOLDER, at, at + LEASE, alive))) return;
    try {
      await bringUp(tools, match, edited, (time) => pause(running.get(match), time));
      refused.delete(match);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (lasting(error.code)) refused.set(match, now());
      await setTable(tools.store, match, {
        trouble: String(error.code),
        retryAt: now() + pauseAfter(error.code),
      });
      tools.log.warn({ match, code: error.code }, 'a table could not be brought up to date');
    } finally {
      await dropLease(tools.store, match, HOLDER);
    }
  }

  function refresh(match: number): void {
    const under = running.get(match);
    if (under) {
      under.again = true;
      under.wake?.();
      return;
    }
    const entry: Running = { again: false, done: Promise.resolve() };
    running.set(match, entry);
    entry.done = (async () => {
      try {
        do {
          entry.again = false;
          await work(match);
        } while (entry.again);
      } catch (error) {
        tools.log.error({ match, err: error }, 'refreshing a table failed');
      } finally {
        running.delete(match);
      }
    })();
  }

  return {
    refresh,
    settled: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map((entry) => entry.done));
    },
  };
}

/** A table that is being brought up to date. */
interface Running {
  /** Something has changed since. */
  again: boolean;
  done: Promise<void>;
  /** Ends a pause at once: what has changed may not bear waiting. */
  wake?: () => void;
}

/** Waits, or until something changes. */
async function pause(entry: Running | undefined, time: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, time);
    if (!entry) return;
    entry.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  if (entry) entry.wake = undefined;
}

/** Missing rights and places are asked for again in minutes, passing faults in seconds. */
function pauseAfter(code: number): number {
  return lasting(code) ? 5 * 60_000 : 5_000;
}

/** Whether the process that holds a lease may still be there; of another machine that cannot be known. */
function alive(holder: string): boolean {
  const [host, pid] = [holder.slice(0, holder.lastIndexOf(':')), Number(holder.split(':').at(-1))];
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function bringUp(
  tools: Tools,
  id: number,
  edited: Map<number, number>,
  rested: (time: number) => Promise<void>,
): Promise<void> {
  for (let first = true; ; first = false) {
    const stored = await load(tools.store, id);
    const table = tableOf(tools.store, id);
    if (!stored || !table) return;
    if (!first && table.shown >= stored.row.revision && table.old.length === 0) return;
    const t = translate('en');
    const rest = APART - (Date.now() - (edited.get(id) ?? 0));
    const begun = stored.row.status === 'running' || stored.row.status === 'over';
    const match = begun ? replay(stored) : undefined;
    const needsNew = match && table.phase !== phaseKey(present(match));
    if (rest > 0 && !needsNew && table.shown < stored.row.revision && table.lobbyMessage) {
      await rested(rest);
      continue;
    }
    if (match) await showMatch(tools, match, stored, table, t);
    else await showLobby(tools, stored, table, t);
    edited.set(id, Date.now());
    if (edited.size > 1000) edited.delete(edited.keys().next().value!);
  }
}

async function showMatch(
  tools: Tools,
  match: Match,
  stored: Stored,
  before: TableRow,
  t: Translate,
): Promise<void> {
  const { store, outbound } = tools;
  const { row } = match;
  let table = before;
  const save = async (change: Partial<TableRow>): Promise<void> => {
    await setTable(store, row.id, change);
    table = { ...table, ...change };
  };
  // People started it from a message that nobody has noted yet.
  if (!table.lobbyMessage)
    table = {
      ...table,
      lobbyMessage: await postLobby(tools, stored, table, await lobbyScreen(stored, t), t),
    };
  if (!table.channel) await save({ channel: await placeFor(tools, stored, table, t) });
  const channel = table.channel!;
  const inThread = channel !== table.lobbyChannel;
  const phase = present(match);
  const key = phaseKey(phase);

  if (table.phase !== key || !table.message) {
    if (table.phase !== key) await save({ old: passedOver(match, table) });
    for (const old of table.old) {
      if (old.message || old.phase === key) continue;
      const screen = diaryScreen(match, old.phase, t) ?? passedScreen(match, t);
      const { message } = expect(await outbound.post(channel, screen, `${row.id}.${old.phase}`));
      await save({ old: table.old.map((one) => (one === old ? { ...old, message } : one)) });
    }
    const screen =
      phase.kind === 'over'
        ? endPing(match, t)
        : phase.kind === 'flip'
          ? flipScreen(match, t, inThread)
          : await roundScreen(match, t, inThread, true);
    // A message that somebody deleted is posted again: under a nonce of its own, or Discord would answer with it.
    const nonce = table.phase === key ? `${row.id}.${key}.${row.revision}` : `${row.id}.${key}`;
    const posted = expect(await outbound.post(channel, screen, nonce));
    const left = table.message && table.phase ? [{ message: table.message, phase: table.phase }] : [];
    const others = table.old.filter((one) => one.phase !== key);
    // The end goes on from its first line to the whole result, so it is not shown yet.
    const shown = phase.kind === 'over' ? table.shown : row.revision;
    await save({ message: posted.message, phase: key, old: [...others, ...left], shown, trouble: null });
  } else if (table.shown < row.revision && phase.kind !== 'over') {
    const screen =
      phase.kind === 'flip' ? flipScreen(match, t, inThread) : await roundScreen(match, t, inThread, false);
    const gone = (await edit(outbound, channel, table.message, { body: screen.body })) === 'gone';
    await save(gone ? { message: null } : { shown: row.revision, trouble: null });
  }
  if (phase.kind === 'over' && table.shown < row.revision) {
    const screen = await endScreen(match, t);
    // An ordinary message becomes one of components when its words are taken away.
    const body = { ...screen.body, content: null } as unknown as Screen['body'];
    await edit(outbound, channel, table.message!, { body, files: screen.files });
    await save({ shown: row.revision, trouble: null });
  }
  for (const old of table.old) {
    if (!old.message) continue;
    const diary = diaryScreen(match, old.phase, t);
    const done = diary
      ? await outbound.edit(channel, old.message, diary)
      : await outbound.remove(channel, old.message);
    // What cannot be shrunk any more is left as it stands: its buttons answer as stale.
    if (!done.ok && passing(done)) throw new Trouble(done.code);
    await save({ old: table.old.filter((other) => other.message !== old.message) });
  }
  if (!table.lobbyDone && table.lobbyMessage) {
    const link = `https://discord.com/channels/${row.guild ?? '@me'}/${channel}/${table.message}`;
    const started = startedScreen(stored, link, t);
    const done = await outbound.edit(table.lobbyChannel, table.lobbyMessage, { ...started, files: [] });
    if (!done.ok && passing(done)) throw new Trouble(done.code);
    await save({ lobbyDone: true });
  }
}

/**
 * What is to be shrunk, with what may have been posted without being noted: the phase that comes now, noted before it
 * is sent, and every round since the last message, so that the diary has no gap.
 */
function passedOver(match: Match, table: TableRow): OldMessage[] {
  const last = match.phases.findIndex((phase) => phaseKey(phase) === table.phase);
  const since = match.phases.slice(last + 1);
  const missed = since.filter((phase, i) => phase.kind === 'round' || i === since.length - 1);
  const known = new Set(table.old.map((old) => old.phase));
  const news = missed.map(phaseKey).filter((phase) => !known.has(phase));
  return [...table.old, ...news.map((phase) => ({ message: null, phase }))];
}

async function edit(
  outbound: Outbound,
  channel: string,
  message: string,
  screen: Screen,
): Promise<'done' | 'gone'> {
  const done = await outbound.edit(channel, message, screen);
  if (!done.ok && (passing(done) || FORBIDDEN.includes(done.code))) throw new Trouble(done.code);
  return done.ok || done.code !== UNKNOWN_MESSAGE ? 'done' : 'gone';
}
