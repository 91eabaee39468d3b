import { now } from '../clock.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { replayed } from '../match/open.ts';
import { alive, HOLDER } from '../store/lease.ts';
import { load } from '../store/matches.ts';
import type { Store } from '../store/open.ts';
import type { Stored } from '../store/rows.ts';
import { dropLease, setTable, setTableIn, type TableRow, tableOf, takeLease } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { outageOf, restingLine } from './absence.ts';
import { showAside, unlessAside } from './aside.ts';
import { showBeside } from './beside.ts';
import { type App, publicOf, sceneOf } from './context.ts';
import { DiscordError, expect, lasting, passing, TOO_OLD, UNKNOWN_MESSAGE } from './discorderror.ts';
import { endPing, endScreen } from './end.ts';
import { placeFor, postLobby, showLobby } from './gathering.ts';
import { noteQuiet, turnPings } from './later.ts';
import { lobbyScreen } from './lobby.ts';
import { type Draft, drawn, type Outbound, type Screen } from './outbound.ts';
import { passedOver, tidy } from './past.ts';
import { occasion, type Pings, pingsAmong } from './pings.ts';
import { isAway, whenRefused } from './place.ts';
import { diaryScreen, type Manner, passedScreen, roundScreen } from './round.ts';
import { SPARED, sparing } from './sparing.ts';
import { pausedScreen, voidScreen } from './standstill.ts';
import { flipScreen } from './tableaction.ts';

/**
 * The public messages of a match are a projection of its log: here they are brought up to date. Whatever step a
 * process dies at, the next one finds in the database what is shown and what is left to do.
 */

const LEASE = 15_000;
/** Edits of one message come no closer together than this. */
const APART = 2_000;
/** A fault that passes is tried again after this. */
const SOON = 5_000;
/** Presses make a table that was refused try again no more often than this. */
const PATIENCE = 60_000;

type Tools = Pick<App, 'store' | 'log' | 'places'> & {
  readonly outbound: Outbound;
  /** For messages other than the table's own, which can wait. */
  readonly spare: Outbound;
};

export interface Tables {
  /** Brings a match's messages up to date, soon. */
  refresh(match: number): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createTables(app: Pick<Tools, 'store' | 'log' | 'outbound' | 'places'>): Tables {
  const tools: Tools = { ...app, spare: sparing(app.outbound) };
  const running = new Map<number, Running>();
  const edited = new Map<number, number>();
  const refused = new Map<number, number>();

  async function work(match: number): Promise<void> {
    const at = now();
    // One that was moved meanwhile has no trouble any more.
    // A clock may be set back, too.
    if (
      Math.abs(at - (refused.get(match) ?? -Infinity)) < PATIENCE &&
      (await tableOf(tools.store, match))?.trouble
    )
      return;
    if (!(await takeLease(tools.store, match, HOLDER, at, at + LEASE, alive))) return;
    let again = false;
    try {
      await bringUp(tools, match, edited, (time) => pause(running.get(match), time));
      refused.delete(match);
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      tools.log.warn({ match, code: error.code }, 'a table could not be brought up to date');
      if (!lasting(error.code)) {
        const retryAt = now() + (error.code === TOO_OLD ? SPARED : SOON);
        await setTable(tools.store, match, { trouble: String(error.code), retryAt });
      } else if (await whenRefused(tools, match, error.code)) {
        again = true;
      } else refused.set(match, now());
    } finally {
      await dropLease(tools.store, match, HOLDER);
    }
    if (again) await work(match);
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

async function bringUp(
  tools: Tools,
  id: number,
  edited: Map<number, number>,
  rested: (time: number) => Promise<void>,
): Promise<void> {
  let later = false;
  for (let first = true; ; first = false) {
    // What takes long must not outlast its lease: whoever else took it goes on.
    if (!first && !(await takeLease(tools.store, id, HOLDER, now(), now() + LEASE, alive))) return;
    const stored = await load(tools.store, id);
    const table = await tableOf(tools.store, id);
    if (!stored || !table) return;
    if (!first && table.shown >= stored.row.revision && (later || table.old.length === 0)) break;
    const rest = APART - Math.abs(Date.now() - (edited.get(id) ?? 0));
    const begun = stored.row.status === 'running' || stored.row.status === 'over';
    const match = begun ? await unlessAside(tools, () => replayed(tools.store, stored)) : undefined;
    if (begun && !match) {
      // Noted just now: it is loaded as such.
      if (stored.row.aside === null) continue;
      if (!(await isAway(tools, stored))) await showAside(tools, stored, table);
      return;
    }
    const needsNew = match && table.phase !== phaseKey(present(match));
    if (rest > 0 && !needsNew && table.shown < stored.row.revision && table.lobbyMessage) {
      await rested(rest);
      continue;
    }
    if (await isAway(tools, stored)) return;
    if (match) {
      try {
        later = !(await showMatch(tools, match, stored, table));
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
      }
    } else await showLobby({ ...tools, outbound: tools.spare }, stored, table);
    edited.set(id, Date.now());
    if (edited.size > 1000) edited.delete(edited.keys().next().value!);
  }
  if (later) throw new DiscordError(TOO_OLD);
}

/** The table has left the channel, or is somebody else's by now, while something was on its way: all begins again. */
class Moved extends Error {}

/** Resolves with whether all is done, as `tidy`. */
async function showMatch(tools: Tools, match: Match, stored: Stored, before: TableRow): Promise<boolean> {
  const { store, outbound, spare, places } = tools;
  const { row } = match;
  const { t, theme } = await publicOf(tools, row.guild);
  let table = before;
  const save = async (change: Partial<TableRow>): Promise<void> => {
    if (!(await setTableIn(store, row.id, HOLDER, table.channel, change))) throw new Moved();
    table = { ...table, ...change };
  };
  // People started it from a message that nobody has noted yet.
  if (!table.lobbyMessage)
    table = {
      ...table,
      lobbyMessage: await postLobby(tools, stored, table, await drawn(lobbyScreen(stored, t, theme)), t),
    };
  if (!table.channel) {
    const place = await placeFor(tools, stored, table, t);
    await save({ ...place, threaded: place.channel !== table.lobbyChannel });
  }
  const channel = table.channel!;
  const phase = present(match);
  const key = phaseKey(phase);
  const manner = async (fresh: boolean): Promise<Manner> => ({
    t,
    theme,
    inThread: table.threaded,
    fresh,
    first: fresh && table.message !== null ? undefined : firstLine(table, row.id, t),
    outage: await outageOf(store, row, t),
    resting: restingLine(match, sceneOf(match.seats, t), now()),
    pings: await pingsOf(store, match, now()),
  });

  /** In a new message. One that is too old to be edited once more still stands there, to be taken away. */
  const again = async (why: 'gone' | 'old'): Promise<boolean> => {
    const replaced = why === 'old' ? [{ message: table.message, phase: 'replaced' }] : [];
    await save({ message: null, old: [...table.old, ...replaced] });
    return showMatch(tools, match, stored, table);
  };

  const ended = phase.kind === 'over' && !match.voided;
  let found = false;
  if (table.phase !== key || !table.message) {
    // A message that somebody deleted is posted again, and so is one that may not be edited: as something else, or that would be found.
    const noted = table.old.find((one) => !one.message && !one.channel && one.phase.startsWith(`${key}.`));
    const purpose = table.phase === key ? (noted?.phase ?? `${key}.${row.revision}`) : key;
    const tried = table.old.some((one) => !one.message && !one.channel && one.phase === purpose);
    if (table.phase !== key) await save({ old: passedOver(match, table) });
    else if (!tried) await save({ old: [...table.old, { message: null, phase: purpose }] });
    for (const old of table.old) {
      if (old.message || old.channel || old.phase === key || old.phase === purpose) continue;
      const screen = diaryScreen(match, old.phase, t) ?? passedScreen(match, t);
      const { message } = expect(await outbound.post(channel, screen, `${row.id}.${old.phase}`));
      await save({ old: table.old.map((one) => (one === old ? { ...old, message } : one)) });
    }
    if (phase.kind === 'round' || phase.kind === 'flip') await noteQuiet(store, match, now());
    const screen = await drawn(tableScreen(match, await manner(true)));
    const posted = expect(await outbound.post(channel, screen, `${row.id}.${purpose}`));
    const left = table.message && table.phase ? [{ message: table.message, phase: table.phase }] : [];
    const others = table.old.filter(
      (one) => one.channel !== undefined || (one.phase !== key && one.phase !== purpose),
    );
    // It may have found an earlier state of it; an end has only one.
    found = tried && phase.kind !== 'over';
    await save({
      message: posted.message,
      phase: key,
      old: [...others, ...left],
      // Why it stands here is said as long as this message stands.
      told: table.message === null ? table.told : null,
      trouble: null,
      retryAt: 0,
    });
  } else if (table.shown < row.revision && !ended) {
    const screen = tableScreen(match, await manner(false));
    const done = await edit(outbound, channel, table.message, { body: screen.body });
    if (done !== 'done') return again(done);
  }
  if (ended && table.shown < row.revision) {
    const screen = await drawn(endScreen(match, t, theme));
    // An ordinary message becomes one of components when its words are taken away.
    const body = { ...screen.body, content: null } as unknown as Screen['body'];
    const done = await edit(outbound, channel, table.message!, { body, files: screen.files });
    if (done === 'old') return again(done);
  }
  const done = await showBeside(tools, match, t);
  // Only now: what could not be said of the question or the reminder is to be tried again.
  if (table.shown < row.revision) await save({ shown: found ? -1 : row.revision, trouble: null });
  return tidy({ places, outbound, spare }, stored, match, table, save, t, done);
}

/** Whom the table's message pings in the phase that the match is in. */
const pingsOf = async (store: Store, match: Match, at: number): Promise<Pings> =>
  present(match).kind === 'over'
    ? await pingsAmong(
        store,
        match.seats.map(({ player }) => player),
        occasion('end', match.row),
        at,
      )
    : await turnPings(store, match, at);

/** Why the table stands here now and not where it stood. */
const firstLine = ({ told }: TableRow, id: number, t: Translate): string | undefined =>
  told === 'thread'
    ? t('table.threadGone', { id })
    : told === 'moved'
      ? t('table.movedHere', { id })
      : undefined;

/** The table's message in the phase that the match is in. */
function tableScreen(match: Match, manner: Manner): Draft {
  const { kind } = present(match);
  const scene = sceneOf(match.seats, manner.t, manner.theme);
  if (kind === 'over')
    return match.voided
      ? voidScreen(match, match.voided, scene, manner.pings)
      : endPing(match, manner.t, manner.pings);
  if (kind === 'pause') return pausedScreen(match, scene);
  return kind === 'flip' ? flipScreen(match, manner) : roundScreen(match, manner);
}

async function edit(
  outbound: Outbound,
  channel: string,
  message: string,
  screen: Screen,
): Promise<'done' | 'gone' | 'old'> {
  const done = await outbound.edit(channel, message, screen);
  if (done.ok) return 'done';
  // One that is gone, or too old to be edited again, is followed by a new one.
  if (done.code === UNKNOWN_MESSAGE) return 'gone';
  if (done.code === TOO_OLD) return 'old';
  if (passing(done) || lasting(done.code)) throw new DiscordError(done.code);
  return 'done';
}
