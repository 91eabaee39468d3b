import { now } from '../../clock.ts';
import type { Db } from '../../store/engine/types.ts';
import {
  type Change,
  doubtMessages,
  type Fresh,
  type MessageRow,
  messagesOf,
  noteMessages,
  type Owner,
  ownerName,
  takeMessages,
} from '../../store/messages.ts';
import { lasting, passing, TOO_OLD, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE } from '../discorderror.ts';
import { drawn, type Outbound, type Sent } from '../outbound.ts';
import type { Feature, Tools } from './feature.ts';
import { again, hashOf, nonceOfRow, purposeOf, type Show, type Step, stepsOf } from './plan.ts';
import { type Begun, draftOf, drawFirst, firstPost, hashOfPost, underWay } from './posting.ts';

/**
 * Brings the messages of an owner to what its feature says. Whatever step a process dies at, the next one finds in the
 * database what may be on its way, and what is left to do.
 */

/** Longer than a request may last (ms). Who holds the right to change an owner's messages renews it before a call. */
const LEASE = 60_000;
const RENEWED = 50_000;
/** What was refused in passing is tried again after so long (ms). */
export const SOON = 5_000;

type Refusal = Extract<Sent, { ok: false }>;

/** How a step went: the next one; the rest waits; all begins anew; somebody else is at it. */
type Went = 'on' | 'wait' | 'again' | 'lost';

/**
 * Brings the messages of an owner up to date, unless somebody else does. Resolves with whether nothing is left to be tried
 * again soon.
 */
export async function reconcile<C>(tools: Tools, feature: Feature<C>, owner: Owner): Promise<boolean> {
  for (;;) {
    // First the rows: of what comes after them `c` may not know.
    const known = await messagesOf(tools.store, owner);
    const c = await feature.open(owner, known);
    if (c === undefined) return true;
    const fresh = feature.slots(c, known);
    const isNew = ({ slot }: Fresh) => !known.some((row) => row.slot === slot && row.wanted === 'screen');
    const added = fresh.filter(isNew);
    const steps = stepsOf(known, [], (row) => feature.screenOf(row, c, known), now());
    if (added.length === 0 && steps.length === 0) {
      if (!feature.behind?.(c, known)) return true;
      if (feature.tidied && !(await feature.tidied(c, known))) return false;
      await tools.store.write(ownerName(owner), async (db) => feature.settled?.(db, c));
      if (!(await feature.moved?.(c))) return true;
      continue;
    }
    const urgent = added.length > 0 || steps.some((step) => step.do === 'post');
    if (await feature.rests?.(c, urgent)) continue;
    const ready = await drawFirst(feature, c, known, added);
    // Drawing takes its time.
    if (ready && (await feature.changed?.(c))) continue;
    const { holder, alive } = tools;
    const at = now();
    const claim = { holder, at, until: at + LEASE, alive };
    // Somebody may have added what `c` does not know of.
    const isKnown = ({ id, slot }: MessageRow) =>
      known.some((row) => row.id === id) || added.some((one) => one.slot === slot);
    let knows = false;
    let begun: Begun | undefined;
    const rows = await takeMessages(tools.store, owner, claim, added, async (db, all) => {
      // It may be the second try.
      begun = undefined;
      await feature.begun?.(db, c);
      knows = all.every(isKnown);
      const first = knows ? firstPost(feature, c, all, at) : undefined;
      if (!first || ready?.slot !== first.row.slot || ready.hash !== hashOfPost(first.target))
        return undefined;
      begun = { id: first.row.id, screen: ready.screen };
      return { id: first.row.id, set: underWay(first.row, first.target, at) };
    });
    if (!rows) return true;
    const went = knows ? await carryOut(tools, feature, owner, c, rows, begun) : 'again';
    if (!knows) await noteMessages(tools.store, owner, holder, [], { ends: async () => {} });
    const more = went === 'again' || (went === 'on' && (await feature.moved?.(c)));
    if (!more) return went !== 'wait';
  }
}

async function carryOut<C>(
  tools: Tools,
  feature: Feature<C>,
  owner: Owner,
  c: C,
  taken: readonly MessageRow[],
  begun: Begun | undefined,
): Promise<Went> {
  const { store, holder, log } = tools;
  let rows = taken;
  let until = now() + LEASE;
  const changes: Change[] = [];
  const edited = new Set<number>();
  const left = new Set<number>();
  const slots = feature.slots(c, taken).map(({ slot }) => slot);
  const targetOf = (row: MessageRow) => feature.screenOf(row, c, rows);

  function note(row: MessageRow, set: Change['set']): void {
    const { wanted, channel, state, nonce } = row;
    changes.push({ id: row.id, was: { wanted, channel, state, nonce }, set });
    rows = rows.flatMap((one) => (one.id !== row.id ? [one] : set === null ? [] : [{ ...one, ...set }]));
  }

  /** Notes what became of rows so far. "on": all of it is in the database, and the right is still held. */
  async function write(ends?: (db: Db) => Promise<void>): Promise<Went> {
    until = now() + LEASE;
    const held = await noteMessages(store, owner, holder, changes.splice(0), ends ? { ends } : { until });
    if (held === 'lost') await doubtMessages(store, [...edited], now());
    edited.clear();
    return held === 'held' ? 'on' : held === 'stale' ? 'again' : 'lost';
  }

  /** What was posted is noted before anything else is sent: whoever comes after a death must not look for it. */
  const mayCall = async (): Promise<Went> =>
    until - now() >= RENEWED && !changes.some(({ set }) => set?.message) ? 'on' : write();

  async function refuse(row: MessageRow, { code, status }: Refusal): Promise<Went> {
    log.warn({ ...owner, slot: row.slot, code, status }, 'a message was refused');
    const what = await feature.refused(row, code, c);
    if (what !== 'drop') return what;
    note(row, null);
    return 'on';
  }

  function later(row: MessageRow, time: number, set: Partial<MessageRow> = {}): void {
    note(row, { ...set, due: now() + time });
    left.add(row.id);
  }

  async function post(row: MessageRow, target: 'nothing' | Show): Promise<Went> {
    const screen = row.id === begun?.id ? begun.screen : await drawn(draftOf(target));
    const at = now();
    if (row.state === 'planned') note(row, underWay(row, target, at));
    // What is found may be what was sent first.
    else if (row.shown !== hashOfPost(target)) note(row, { shown: null });
    const sending = rows.find(({ id }) => id === row.id)!;
    const may = changes.length > 0 ? await write() : await mayCall();
    if (may !== 'on') return may;
    const nonce = sending.nonce ?? nonceOfRow(sending);
    const answer = await tools.outbound.post(row.channel, screen, purposeOf(row), nonce);
    if (answer.ok) note(sending, { state: 'stands', message: answer.message, due: at });
    else if (answer.code === UNKNOWN_MESSAGE) note(sending, again(sending));
    else if (isPassing(answer)) {
      later(sending, SOON);
      return 'wait';
      // What nobody wants is looked for as long as its nonce tells it, unless its channel is gone.
    } else if (target === 'nothing') {
      if (answer.code === UNKNOWN_CHANNEL) note(sending, null);
      else later(sending, SOON);
    } else {
      // What was sent before without an answer may stand there all the same.
      const state = row.state === 'sending' && row.id !== begun?.id ? 'sending' : 'planned';
      note(sending, { state });
      const noted = await write();
      return noted === 'on' ? refuse({ ...sending, state }, answer) : noted;
    }
    return 'on';
  }

  async function edit(row: MessageRow, target: Show): Promise<Went> {
    const { show, last, lenient } = target;
    const outbound = last || target.old === 'wait' ? tools.spare : tools.outbound;
    const screen = await drawn(show);
    const may = await mayCall();
    if (may !== 'on') return may;
    edited.add(row.id);
    const sent = await outbound.edit(row.channel, row.message!, screen);
    const shown = hashOf(target, row.shown);
    if (sent.ok) note(row, last ? null : { shown, due: target.until ?? null });
    else if (sent.code === UNKNOWN_MESSAGE) note(row, last || target.gone === 'drop' ? null : again(row));
    else if (sent.code === TOO_OLD && !last && target.old === 'again') {
      note(row, { wanted: 'nothing', due: now() });
      return 'again';
    } else if (sent.code === TOO_OLD) later(row, SPARED);
    else if (isPassing(sent)) {
      later(row, SOON, { shown: null });
      return 'wait';
    } else if (!last && !lenient && lasting(sent.code)) return refuse(row, sent);
    // What cannot be edited for any other reason is let be.
    else note(row, last ? null : { shown, due: target.until ?? null });
    return 'on';
  }

  async function remove(row: MessageRow): Promise<Went> {
    const may = await mayCall();
    if (may !== 'on') return may;
    const sent = await tools.spare.remove(row.channel, row.message!);
    if (!sent.ok && isPassing(sent)) {
      later(row, SOON);
      return 'wait';
    }
    if (!sent.ok && sent.code === TOO_OLD) later(row, SPARED);
    else note(row, null);
    return 'on';
  }

  async function carry(step: Step): Promise<Went> {
    if (step.do === 'post') return post(step.row, step.target);
    if (step.do === 'edit') return edit(step.row, step.target);
    if (step.do === 'remove') return remove(step.row);
    note(step.row, step.do === 'note' ? step.set : null);
    return 'on';
  }

  let went: Went = 'on';
  while (went === 'on') {
    const [step] = stepsOf(rows, slots, targetOf, now(), left);
    if (!step) break;
    went = await carry(step);
  }
  if (went === 'on' && left.size === 0 && feature.tidied && !(await feature.tidied(c, rows))) went = 'wait';
  const ends = async (db: Db): Promise<void> => {
    if (went === 'on') await feature.settled?.(db, c);
  };
  if (went === 'lost') return went;
  const ended = await write(ends);
  return ended === 'on' ? went : ended;
}

const isPassing = (sent: Refusal): boolean => passing(sent) || (!lasting(sent.code) && sent.code !== TOO_OLD);

/** As long no old message of a channel is edited where that was done too often. */
export const SPARED = 20_000;

/**
 * The same chat, but where messages of a channel that are older than an hour were edited too often (30046), further
 * edits there are refused without asking, until it may work again. For messages that can wait; those that cannot go by
 * `outbound` itself.
 */
export function sparing(outbound: Outbound): Outbound {
  const until = new Map<string, number>();
  return {
    ...outbound,
    async edit(channel, message, screen) {
      const left = (until.get(channel) ?? 0) - now();
      // A clock may be set back, too.
      if (left > 0 && left <= SPARED) return { ok: false, code: TOO_OLD, status: 429 };
      until.delete(channel);
      const done = await outbound.edit(channel, message, screen);
      if (!done.ok && done.code === TOO_OLD) until.set(channel, now() + SPARED);
      return done;
    },
  };
}
