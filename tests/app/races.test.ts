import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Outbound } from '../../src/app/outbound.ts';
import { diaryScreen } from '../../src/app/round.ts';
import { now } from '../../src/clock.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { translator } from '../../src/locales.ts';
import { phaseKey } from '../../src/match/match.ts';
import type * as Messages from '../../src/store/messages.ts';
import { phaseSlot } from '../../src/store/messages.ts';
import type { Store } from '../../src/store/open.ts';
import { behind } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { amount } from '../lib/long.ts';
import { standingTable } from '../lib/messages.ts';
import { change, column } from '../lib/rows.ts';
import { ids, loaded, lobbyOf, peopled, running, some } from '../match/people.ts';
import { idsOf, wordsOf } from './sound.ts';
import { errorsOf, openStand, type Posted, type Stand } from './stand.ts';

usePictures('blank');

/** How long the database is busy whenever something about a table is noted, in milliseconds. */
const busy = vi.hoisted((): { time: () => number } => ({ time: () => 0 }));

vi.mock('../../src/store/messages.ts', async (original) => {
  const real = await original<typeof Messages>();
  const late =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await passes(busy.time());
      return work(...args);
    };
  const { takeMessages, noteMessages } = real;
  return { ...real, takeMessages: late(takeMessages), noteMessages: late(noteMessages) };
});

const passes = (time: number): Promise<void> =>
  time === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, time));

/**
 * Many presses at one moment, and a chat that takes its time: one choice a seat, one message a phase, few edits, and
 * what is shown in the end is what the database says.
 */

const APART = 2_000;
const BEGIN = Date.UTC(2026, 10, 27, 12);

/** A chat in which every call takes so long as `delay` says, as does every note about a table; the edits of what can be pressed are noted. */
interface Slow extends Stand {
  readonly store: Store;
  readonly edits: { readonly message: string; readonly at: number }[];
  settle(): Promise<void>;
}

async function openSlow(people: number, delay: () => number): Promise<Slow> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(BEGIN);
  const store = await peopled(people);
  const stand = openStand(store);
  busy.time = delay;
  const edits: { message: string; at: number }[] = [];
  const fast = { ...stand.chat.outbound };
  const take = () => passes(delay());
  const slow: Partial<Outbound> = {
    post: async (...call) => {
      await take();
      const done = await fast.post(...call);
      await take();
      return done;
    },
    edit: async (...call) => {
      const [, message, screen] = call;
      // The question whether to end a match goes along with each new phase.
      const asks = idsOf(screen).some((one) => one.startsWith('agree|'));
      if (idsOf(screen).length > 0 && !asks) edits.push({ message, at: Date.now() });
      await take();
      const done = await fast.edit(...call);
      await take();
      return done;
    },
    thread: async (...call) => {
      await take();
      return fast.thread(...call);
    },
  };
  Object.assign(stand.chat.outbound, slow);
  return {
    ...stand,
    store,
    edits,
    settle: async () => {
      let under = true;
      for (let quiet = 0; quiet < 3; quiet = under ? 0 : quiet + 1) {
        under = true;
        void stand.tables.settled().then(() => {
          under = false;
        });
        await vi.advanceTimersByTimeAsync(3_000);
      }
    },
  };
}

let open: Slow | undefined;
afterEach(async () => {
  busy.time = () => 0;
  vi.useRealTimers();
  await open?.store.close();
  open = undefined;
});

const shown = async (stand: Slow, id: number): Promise<Posted> => {
  const { message, lobbyMessage } = (await standingTable(stand.store, id))!;
  return stand.chat.messages.get((message ?? lobbyMessage)!)!;
};

/** What people see of a message, and who is pinged by it. */
function screenOf({ screen: { body, files = [] } }: Posted): unknown {
  const { content, components, allowed_mentions: mentions } = body;
  return { content, components, pinged: mentions?.users, files: files.map(({ name }) => name) };
}

/** What must hold once everything is quiet, whatever happened before. */
async function expectQuiet(stand: Slow, id: number): Promise<void> {
  const { store, chat } = stand;
  expect(chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  expect(await behind(store, now())).toEqual([]);

  // Nothing was sent under one purpose twice, and no phase stands there twice.
  const posts = chat.calls.filter(({ what }) => what === 'post').map(({ purpose }) => purpose);
  expect(posts).toEqual([...new Set(posts)]);

  // Edits of one message come apart.
  const last = new Map<string, number>();
  for (const { message, at } of stand.edits) {
    expect(at - (last.get(message) ?? -Infinity)).toBeGreaterThanOrEqual(APART);
    last.set(message, at);
  }

  // Drawn anew from the database, the message is the same.
  const before = screenOf(await shown(stand, id));
  const calls = chat.calls.length;
  busy.time = () => 0;
  await change(store, 'UPDATE messages SET shown = NULL WHERE match = ?', id);
  stand.app.refresh(id);
  await stand.settle();
  expect(chat.calls.length).toBeGreaterThan(calls);
  expect(screenOf(await shown(stand, id))).toEqual(before);
}

const CROWD = 10;

test('ten people press the same twenty times in one tick: a choice each, one message, few edits', async () => {
  open = await openSlow(CROWD, () => 0);
  const { store, chat } = open;
  const id = await running(store, CROWD, { at: now() });
  open.app.refresh(id);
  await open.settle();
  const first = await shown(open, id);
  const match = await loaded(store, id);
  const codes = ids(CROWD).map((_, seat) => some(match, seat));
  // All but the last, so that the round stays open.
  const people = ids(CROWD - 1);
  const presses = people.flatMap((user, seat) =>
    Array.from({ length: 20 }, () => open!.press(user, `play|${id}|1|${codes[seat]}`)),
  );
  const before = chat.calls.length;
  await Promise.all(presses);
  await open.settle();
  const { log } = await loaded(store, id);
  expect(log.map(({ seat }) => seat).sort()).toEqual(people.map((_, seat) => seat));
  const made = chat.calls.slice(before);
  // One at the first press, one for all the others.
  expect(made.map(({ what }) => what)).toEqual(['edit', 'edit']);
  expect((await shown(open, id)).id).toBe(first.id);
  expect((await shown(open, id)).screen.body.allowed_mentions?.users).toEqual([ids(CROWD).at(-1)]);

  // The last one closes the round, twenty times.
  await Promise.all(
    Array.from({ length: 20 }, () => open!.press(ids(CROWD).at(-1)!, `play|${id}|1|${codes.at(-1)}`)),
  );
  await open.settle();
  expect((await loaded(store, id)).row.turn).toBe(2);
  const posts = chat.calls.slice(before).filter(({ what }) => what === 'post');
  expect(posts.map(({ purpose }) => purpose)).toEqual([`${id}.phase:2.round`]);
  await expectQuiet(open, id);
});

test('ten people join, leave, set and start in one tick: a seat each, and the lobby shows who sits', async () => {
  open = await openSlow(CROWD, () => 300);
  const { store } = open;
  const id = await lobbyOf(store, 1, { at: now() });
  open.app.refresh(id);
  await open.settle();
  const joins = ids(CROWD).flatMap((user) =>
    Array.from({ length: 20 }, () => open!.press(user, `join|${id}|0`)),
  );
  const leaves = ids(4)
    .slice(2)
    .map((user) => open!.press(user, `leave|${id}|0`));
  const sets = ['osaka', 'tokyo'].map((map) => open!.press('1000', `set|${id}|0|map`, [map]));
  await Promise.all([...joins, ...leaves, ...sets]);
  await open.settle();
  const seats = await column(store, 'SELECT player FROM seats WHERE match = ? ORDER BY player', id);
  expect(seats).toEqual([...new Set(seats)]);
  const words = wordsOf((await shown(open, id)).screen);
  for (const user of ids(CROWD)) expect(words.includes(`P${user}`), user).toBe(seats.includes(user));
  await expectQuiet(open, id);

  const starts = Array.from({ length: 20 }, () => open!.press('1000', `start|${id}|0`));
  await Promise.all(starts);
  await open.settle();
  const posts = open.chat.calls.filter(({ what }) => what === 'post').map(({ purpose }) => purpose);
  expect(posts).toEqual([`${id}.lobby`, `${id}.phase:1.round`]);
  await expectQuiet(open, id);
});

test('a press that comes at any moment while the table is being brought up to date is shown', async () => {
  for (let offset = 0; offset <= 8_000; offset += 250) {
    open = await openSlow(3, () => 400);
    const { store } = open;
    const id = await running(store, 3, { at: now() });
    open.app.refresh(id);
    await open.settle();
    const match = await loaded(store, id);
    await open.press('1000', `play|${id}|1|${some(match, 0)}`);
    await vi.advanceTimersByTimeAsync(offset);
    await open.press('1001', `play|${id}|1|${some(match, 1)}`);
    await open.settle();
    expect(await behind(store, now()), `after ${offset} ms`).toEqual([]);
    expect((await shown(open, id)).screen.body.allowed_mentions?.users).toEqual(['1002']);
    vi.useRealTimers();
    await store.close();
  }
  open = undefined;
});

/** What somebody does at a table, and when. */
interface Act {
  readonly after: number;
  readonly who: number;
  readonly what: 'play' | 'flip' | 'quitnow' | 'back' | 'pause' | 'go' | 'askend' | 'playon' | 'late';
  readonly pick: number;
  readonly times: number;
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    after: fc.constantFrom(0, 0, 0, 50, 700, 2_500),
    who: fc.nat(3),
    what: fc.oneof(
      { weight: 10, arbitrary: fc.constant<Act['what']>('play') },
      { weight: 3, arbitrary: fc.constant<Act['what']>('flip') },
      {
        weight: 4,
        arbitrary: fc.constantFrom<Act['what'][]>('quitnow', 'back', 'pause', 'go', 'askend', 'playon'),
      },
      { weight: 2, arbitrary: fc.constant<Act['what']>('late') },
    ),
    pick: fc.nat(5),
    times: fc.constantFrom(1, 1, 3),
  }),
  { minLength: 5, maxLength: 18 },
);

test('whatever three people press, and however slow the chat: one message a phase, the last change is shown', async () => {
  const phases = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.array(fc.constantFrom(0, 0, 100, 900, 3_000), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('auto', 'manual'),
      async (all, delays, flip) => {
        let n = 0;
        const stand = await openSlow(4, () => delays[n++ % delays.length]!);
        try {
          const { store, app } = stand;
          const id = await running(store, 3, { at: now(), limit: 300, options: { flip } });
          app.refresh(id);
          const due = createScheduler(app);
          const under: Promise<unknown>[] = [];
          for (const { after, who, what, pick, times } of all) {
            await vi.advanceTimersByTimeAsync(after);
            const match = await loaded(store, id);
            const turn = match.game.turn(match.state);
            if (what === 'late') {
              vi.setSystemTime(Math.max(Date.now(), match.row.deadline ?? 0));
              under.push(...[1, 2].map(() => due.look()));
              continue;
            }
            const acting = match.game.toAct(match.state).includes(who);
            const code = acting ? some(match, who, pick) : 'G';
            const press = `${what}|${id}|${turn}${what === 'play' ? `|${code}` : ''}`;
            for (let time = 0; time < times; time++) under.push(stand.press(ids(4)[who]!, press));
          }
          under.push(due.settled());
          await Promise.all([stand.settle(), ...under]);
          await stand.settle();
          const match = await loaded(store, id);
          for (const phase of match.phases) phases.add(phaseKey(phase));
          await expectQuiet(stand, id);
          const purposes = stand.chat.calls.flatMap(({ purpose }) => purpose ?? []);
          for (const phase of match.phases.filter(({ kind }) => kind === 'round')) {
            const key = phaseKey(phase);
            const posted = purposes.filter((one) => one === `${id}.${phaseSlot(key)}`).length;
            // A turn that was only interrupted leaves no line, so it may have been posted, or not.
            if (posted > 0 || phase === match.phases.at(-1) || diaryScreen(match, key, translator('en')))
              expect(posted).toBe(1);
          }
        } finally {
          vi.useRealTimers();
          await stand.store.close();
        }
      },
    ),
    { numRuns: amount(12, 30) },
  );
  expect(phases.size).toBeGreaterThan(2);
});
