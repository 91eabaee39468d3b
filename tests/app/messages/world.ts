import { plain } from '../../../src/app/components.ts';
import type { Feature, Tools } from '../../../src/app/messages/feature.ts';
import type { Target } from '../../../src/app/messages/plan.ts';
import { reconcile } from '../../../src/app/messages/reconcile.ts';
import type { Outbound, Screen, Sent, Sketch } from '../../../src/app/outbound.ts';
import { now } from '../../../src/clock.ts';
import { connectionOf } from '../../../src/store/engine/sqlite.ts';
import { addMessage, type Fresh, type MessageRow, type Owner } from '../../../src/store/messages.ts';
import type { Store } from '../../../src/store/open.ts';

/**
 * A log, a chat and processes that die: what a table asks of its messages, as little of it as will do. Phases follow each
 * other, of which some leave a line; a question is asked and settled; reminders stand for a phase; the whole moves between
 * two channels. The chat knows a nonce for five minutes.
 */

const NONCE_LIFE = 300_000;
export const OWNER: Owner = { guild: '77' };

export interface Said {
  readonly id: string;
  readonly channel: string;
  readonly slot: string;
  readonly nonce: string;
  readonly at: number;
  /** What it said when it was posted: whoever that pinged was pinged by it. */
  readonly first: string;
  words: string;
  gone: boolean;
}

interface Call {
  readonly carry: () => Sent<{ message?: string }>;
  readonly answer: (sent: Sent<{ message?: string }>) => void;
  readonly what: 'post' | 'edit' | 'remove';
  readonly process: Process;
}

export interface Process {
  readonly holder: string;
  alive: boolean;
  done: boolean;
  failed?: unknown;
}

const NO_ANSWER = { ok: false, code: 0, status: 0 } as const;
const UNKNOWN = { ok: false, code: 10008, status: 404 } as const;

export interface World {
  readonly said: Said[];
  readonly log: {
    readonly phases: { votes: number; keeps: boolean }[];
    ask: number | null;
    asks: number;
    votes: number;
  };
  readonly processes: Process[];
  readonly calls: Call[];
  /**
   * Requests that were cut off and may yet arrive. No edits: one that comes after its successor's cannot be told from it
   * without reading messages.
   */
  readonly late: (() => void)[];
  /** Messages of a slot that somebody deleted. */
  readonly deleted: Said[];
  moves: number;
  channel: string;
  /** Until this resolves the picture of a table is being drawn. */
  drawing: Promise<void> | undefined;
  /** What happens right after the log was read. */
  meanwhile: (() => void) | undefined;
  rows(): MessageRow[];
  present(): number;
  close(keeps: boolean): void;
  remind(): Promise<void>;
  moveTo(channel: string): Promise<void>;
  changed(): void;
  behind(): boolean;
  spawn(): Process;
  kill(process: Process, carried: 'not' | 'done' | 'late'): void;
  /** Carries out the next call of a process, or loses its answer. */
  answer(process: Process, how: 'well' | 'lost' | 'unheard' | 'late'): void;
  /** Lets all that needs no answer happen. */
  rest(): Promise<void>;
  /** Lets everything happen until nothing is left to do. */
  settle(): Promise<void>;
}

/** Turns of the loop between two calls of a process: each picture waits for one of its own. */
const TURNS = 6;

export function createWorld(store: Store, leap: (time: number) => void): World {
  let revision = 0;
  let shown = -1;
  let told = -1;
  let last = 0;
  let named = 0;
  const log: World['log'] = { phases: [{ votes: 0, keeps: true }], ask: null, asks: 0, votes: 0 };
  const said: Said[] = [];

  const rows = () => connectionOf(store).prepare('SELECT * FROM messages ORDER BY id').all() as MessageRow[];

  const add = (fresh: Fresh) => store.write('meta', (db) => addMessage(db, OWNER, fresh, now()));

  function post(channel: string, screen: Screen, purpose: string, nonce: string): Sent<{ message: string }> {
    const known = said.find((one) => one.nonce === nonce && now() - one.at <= NONCE_LIFE);
    if (known) return known.gone ? UNKNOWN : { ok: true, message: known.id };
    const words = String(screen.body.content);
    const slot = purpose.split('.')[0]!;
    said.push({ id: String(++last), channel, slot, nonce, at: now(), first: words, words, gone: false });
    return { ok: true, message: String(last) };
  }
  const standing = (message: string) => said.find((one) => one.id === message && !one.gone);

  /** What is read of the log at one moment, as it is for a match. */
  const read = () => ({
    revision,
    told,
    channel: world.channel,
    present: world.present(),
    phases: log.phases.map((phase) => ({ ...phase })),
    ask: log.ask,
    votes: log.votes,
    newest: rows().findLast(({ slot, wanted }) => slot.startsWith('remind') && wanted === 'screen')?.id,
  });

  const map: Sketch = {
    name: 'map.png',
    draw: async () => {
      await world.drawing;
      return Buffer.of();
    },
  };

  const feature: Feature<ReturnType<typeof read>> = {
    open: async () => {
      const c = read();
      world.meanwhile?.();
      world.meanwhile = undefined;
      return c;
    },
    slots: ({ phases, present, ask, channel, told }) => [
      ...phases.map((_, n) => ({ slot: `phase:${n}`, channel })).filter((_, n) => n > told || n === present),
      ...(ask === null ? [] : [{ slot: `ask:${ask}`, channel }]),
    ],
    screenOf: ({ slot, wanted, id }, { phases, present, ask, votes, revision, newest }): Target => {
      const policy = { gone: 'again', old: 'again', unsure: 'again' } as const;
      if (wanted === 'nothing') return 'nothing';
      if (wanted === 'moved') return { show: plain('moved'), last: true, ...policy };
      const [kind, n] = slot.split(':') as [string, string];
      if (kind === 'phase') {
        const phase = phases[Number(n)]!;
        if (Number(n) === present)
          return { show: plain(`phase ${n}, ${phase.votes}, ${revision} !`, [], [map]), ...policy };
        return phase.keeps ? { show: plain(`line ${n}`), last: true, ...policy } : 'nothing';
      }
      if (kind === 'ask')
        return ask === Number(n)
          ? { show: plain(`ask ${n}, ${votes} !`), ...policy }
          : { show: plain(`settled ${n}`), last: true, ...policy };
      return Number(n.split('/')[0]) === present && newest === id
        ? { show: plain(`remind ${n} !`), fixed: true, gone: 'drop', old: 'wait', unsure: 'never' }
        : 'nothing';
    },
    refused: async () => 'wait',
    begun: async (_db, { present }) => {
      told = Math.max(told, present);
    },
    behind: (c) => shown < c.revision,
    settled: async (_db, c) => {
      shown = Math.max(shown, c.revision);
    },
    moved: async (c) => c.revision < revision,
    changed: async (c) => c.revision < revision,
  };

  function toolsOf(process: Process): Tools {
    const asked = (what: Call['what'], carry: Call['carry']) =>
      new Promise<Sent<{ message?: string }>>((answer) => world.calls.push({ what, carry, answer, process }));
    const outbound = {
      post: (channel: string, screen: Screen, purpose: string, nonce: string) =>
        asked('post', () => post(channel, screen, purpose, nonce)),
      edit: (_channel: string, message: string, screen: Screen) =>
        asked('edit', () => {
          const one = standing(message);
          if (!one) return UNKNOWN;
          one.words = String(screen.body.content);
          return { ok: true };
        }),
      remove: (_channel: string, message: string) =>
        asked('remove', () => {
          const one = standing(message);
          if (!one) return UNKNOWN;
          one.gone = true;
          return { ok: true };
        }),
    } as unknown as Outbound;
    return {
      store,
      outbound,
      spare: outbound,
      log: { warn: () => undefined },
      holder: process.holder,
      alive: (holder) => world.processes.some((one) => one.holder === holder && one.alive),
    };
  }

  const take = (process: Process): Call | undefined => {
    const at = world.calls.findIndex((call) => call.process === process);
    return at < 0 ? undefined : world.calls.splice(at, 1)[0];
  };

  const world: World = {
    said,
    log,
    processes: [],
    calls: [],
    late: [],
    deleted: [],
    moves: 0,
    channel: 'A',
    drawing: undefined,
    meanwhile: undefined,
    rows,
    present: () => log.phases.length - 1,
    changed: () => {
      revision++;
    },
    close(keeps) {
      log.phases.at(-1)!.keeps = keeps;
      log.phases.push({ votes: 0, keeps: true });
      revision++;
    },
    async remind() {
      const slot = `remind:${world.present()}/${++named}`;
      await add({ slot, channel: world.channel });
    },
    async moveTo(channel) {
      if (channel === world.channel) return;
      world.moves++;
      const change = connectionOf(store).prepare('UPDATE messages SET wanted = ?, due = ? WHERE id = ?');
      for (const row of rows().filter(({ wanted }) => wanted === 'screen')) {
        const [kind, n] = row.slot.split(':') as [string, string];
        const reminds = kind === 'remind';
        if (kind === 'phase' && Number(n) !== world.present() && row.state === 'stands') continue;
        if (row.state === 'planned') {
          if (reminds) connectionOf(store).prepare('DELETE FROM messages WHERE id = ?').run(row.id);
          else
            connectionOf(store)
              .prepare('UPDATE messages SET channel = ?, nonce = NULL WHERE id = ?')
              .run(channel, row.id);
          continue;
        }
        change.run(reminds || row.state === 'sending' ? 'nothing' : 'moved', now(), row.id);
        if (!reminds) await add({ slot: row.slot, channel });
      }
      world.channel = channel;
      revision++;
    },
    behind: () => shown < revision || rows().some(({ due }) => due !== null && due <= now()),
    spawn() {
      const process: Process = { holder: `p${world.processes.length + 1}`, alive: true, done: false };
      world.processes.push(process);
      reconcile(toolsOf(process), feature, OWNER)
        .catch((error) => {
          process.failed = error;
        })
        .finally(() => {
          process.done = true;
        });
      return process;
    },
    kill(process, carried) {
      const call = take(process);
      if (carried === 'done') call?.carry();
      if (carried === 'late' && call && call.what !== 'edit') world.late.push(call.carry);
      process.alive = false;
      process.done = true;
    },
    answer(process, how) {
      const call = take(process);
      if (!call) return;
      if (how === 'well') return call.answer(call.carry());
      if (how === 'unheard') call.carry();
      if (how === 'late' && call.what !== 'edit') world.late.push(call.carry);
      call.answer(NO_ANSWER);
    },
    async rest() {
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
    async settle() {
      for (const arrive of world.late.splice(0)) arrive();
      for (let i = 0; i < 60; i++) {
        const under = world.processes.filter(({ done }) => !done);
        if (under.length === 0) {
          if (!world.behind() && rows().every(({ due }) => due === null)) return;
          leap(6000);
          if (!world.behind()) continue;
          world.spawn();
        }
        for (let j = 0; j < 500 && world.processes.some(({ done }) => !done); j++) {
          for (const process of world.processes) if (!process.done) world.answer(process, 'well');
          await world.rest();
        }
      }
    },
  };
  return world;
}

/** What is wrong with what stands there in the end, after every request was answered. */
export function faultsOf(world: World): string[] {
  const faults: string[] = [];
  const { said, log, deleted, moves } = world;
  const present = world.present();
  for (const { failed } of world.processes) if (failed) faults.push(`failed: ${(failed as Error).stack}`);
  if (world.behind()) faults.push('still behind');
  if (world.rows().some(({ due }) => due !== null)) faults.push('something is still due');
  const stand = said.filter(({ gone }) => !gone);
  const of = (start: string) => stand.filter(({ words }) => words.startsWith(start));
  const tables = of('phase ');
  if (tables.length !== 1) faults.push(`${tables.length} tables stand`);
  else {
    const { words, channel } = tables[0]!;
    if (!words.startsWith(`phase ${present}, ${log.phases[present]!.votes}, `))
      faults.push(`the table says ${words}`);
    if (channel !== world.channel) faults.push('the table stands elsewhere');
  }
  for (let n = 0; n < present; n++) {
    const lines = of(`line ${n}`).filter(({ slot }) => slot === `phase:${n}`).length;
    const excused =
      deleted.some(({ slot }) => slot === `phase:${n}`) ||
      stand.some(({ words, slot }) => words === 'moved' && slot === `phase:${n}`);
    if (lines > (log.phases[n]!.keeps ? 1 + moves : 0)) faults.push(`${lines} lines of ${n}`);
    if (log.phases[n]!.keeps && lines === 0 && !excused) faults.push(`no line of ${n}`);
  }
  const questions = of('ask ');
  const lost = deleted.some(({ slot }) => slot === `ask:${log.ask}`);
  if (log.ask === null ? questions.length > 0 : questions.length !== 1 && !lost)
    faults.push(`${questions.length} questions stand`);
  if (questions[0] && questions[0].words !== `ask ${log.ask}, ${log.votes} !`)
    faults.push(`the question says ${questions[0].words}`);
  for (const one of of('remind '))
    if (!world.rows().some(({ message }) => message === one.id)) faults.push(`a stray ${one.words}`);
  if (stand.some(({ words }) => words === '…')) faults.push('dots stand');
  const slots = [...new Set(said.map(({ slot }) => slot))];
  for (const slot of slots) {
    const pings = said.filter((one) => one.slot === slot && one.first.includes('!')).length;
    const reasons = 1 + moves + deleted.filter((one) => one.slot === slot).length;
    if (pings > reasons) faults.push(`${slot} pinged ${pings} times`);
  }
  const order = slots.filter((slot) => slot.startsWith('phase:')).map((slot) => Number(slot.slice(6)));
  if (order.some((n, i) => i > 0 && n < order[i - 1]!)) faults.push(`phases came as ${order}`);
  return faults;
}
