import type { App } from '../../src/app/context.ts';
import type { Outbound } from '../../src/app/outbound.ts';
import type { CommandRequest, PressRequest, Reply } from '../../src/app/request.ts';
import { route } from '../../src/app/router.ts';
import { createTables } from '../../src/app/table.ts';
import { newLobby } from '../../src/app/tablerequest.ts';
import { startDue } from '../../src/jobs/due.ts';
import { startRepairs } from '../../src/jobs/repairs.ts';
import { MODULES } from '../../src/modules.ts';
import { openStore } from '../../src/store/open.ts';
import { meet } from '../../src/store/players.ts';
import { behind } from '../../src/store/tables.ts';
import { openToAll } from '../app/sights.ts';
import { usePictures } from '../blank.ts';
import { column } from '../lib/rows.ts';
import type { Call, Order, Report } from './wire.ts';

/**
 * The program that is killed: store, match, app, repairs and due work as they are, with a chat that lives in the parent.
 * Modules are loaded first and the database is opened on demand, so that a spare can wait for its turn.
 */

type Told = Extract<Order, { do: 'told' }>['sent'];

const calls = new Map<number, (sent: Told) => void>();
let called = 0;

/** A parent that has ended needs no news. */
const tell = (report: Report): void => void process.send!(report, undefined, undefined, () => {});

function call(what: Call): Promise<Told> {
  const n = ++called;
  tell({ say: 'call', n, call: what });
  return new Promise((resolve) => calls.set(n, resolve));
}

/** Makes time run faster, from a point that all lives share. */
function hurry(epoch: number, times: number): void {
  const { now } = Date;
  const { setTimeout: once, setInterval: often } = globalThis;
  Date.now = () => Math.floor(epoch + (now() - epoch) * times);
  const shorter = (timer: typeof once | typeof often) => (work: () => void, ms?: number) =>
    timer(work, (ms ?? 0) / times);
  globalThis.setTimeout = shorter(once) as unknown as typeof setTimeout;
  globalThis.setInterval = shorter(often) as unknown as typeof setInterval;
}

usePictures('blank');
for (const module of MODULES) module.maps();

let app: App;

function begin(order: Extract<Order, { do: 'begin' }>): void {
  hurry(order.epoch, order.times);
  const store = openStore(order.file);
  const note =
    (level: 'warn' | 'error') =>
    (about: { err?: Error }, words: string): void =>
      tell({ say: 'note', level, words: `${words} ${about.err?.stack ?? JSON.stringify(about)}` });
  const log = { warn: note('warn'), error: note('error') } as unknown as App['log'];
  const bare = (screen: { body: unknown; files?: readonly { name: string }[] }) => ({
    body: screen.body as object,
    files: screen.files?.map((file) => file.name),
  });
  const outbound: Outbound = {
    post: (channel, screen, purpose, nonce) =>
      call({
        kind: 'post',
        channel,
        screen: bare(screen),
        purpose,
        ...(nonce === undefined ? {} : { nonce }),
      }),
    edit: (channel, message, screen) => call({ kind: 'edit', channel, message, screen: bare(screen) }),
    remove: (channel, message) => call({ kind: 'remove', channel, message }),
    thread: (channel, message, name) => call({ kind: 'thread', channel, message, name }),
    direct: (user) => call({ kind: 'direct', user }),
    archive: (channel) => call({ kind: 'archive', channel }),
    revive: (channel) => call({ kind: 'revive', channel }),
  } as Outbound;
  const tables = createTables({ store, outbound, log, places: openToAll().places });
  app = { store, outbound, log, refresh: tables.refresh, ...openToAll() };
  startRepairs(app);
  startDue(app);
  tell({ say: 'begun' });
}

/** As the edge does it: the person is met, the work done, the answer sent, and then what comes after. */
async function work(n: number, request: PressRequest | CommandRequest): Promise<void> {
  try {
    await meet(app.store, request.user.id, request.user.name);
    const reply: Reply =
      request.kind === 'press'
        ? await route(request).run(app, request)
        : await newLobby(app, request, {
            game: request.name.split(' ')[0]!,
            options: {},
            ...request.options,
          });
    tell({ say: 'answer', n, screen: reply.screen?.body, whisper: reply.whisper?.body });
    await reply.after?.();
  } catch (error) {
    tell({ say: 'note', level: 'error', words: `A press failed: ${(error as Error).stack}` });
    // Whoever pressed it waits for something.
    tell({ say: 'answer', n });
  }
}

async function tellBehind(): Promise<void> {
  const at = Date.now();
  const due = await column<string>(
    app.store,
    "SELECT kind || ' ' || subject || ' ' || key FROM jobs WHERE done_at IS NULL AND due <= ?",
    at,
  );
  // Also what waits for its next try.
  tell({ say: 'behind', matches: await behind(app.store, at + 600_000), due, at });
}

process.on('message', async (order: Order) => {
  if (order.do === 'begin') begin(order);
  else if (order.do === 'told') calls.get(order.n)?.(order.sent);
  else if (order.do === 'press') void work(order.n, order.request);
  else await tellBehind();
});
process.on('disconnect', () => process.exit(0));
process.on('unhandledRejection', (error) =>
  tell({ say: 'note', level: 'error', words: `Nobody handled: ${(error as Error)?.stack ?? error}` }),
);
tell({ say: 'loaded' });
