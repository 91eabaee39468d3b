import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { type Store, writing } from './open.ts';
import { leases, messages } from './schema.ts';

/** What the bot keeps in channels, and who brings it up to date. */

export type MessageRow = typeof messages.$inferSelect;

/** Whose messages: those of a match, or those of a server. */
export type Owner = { readonly match: number } | { readonly guild: string };

/** A message that should have a row. */
export type Fresh = Pick<MessageRow, 'slot' | 'channel'> & { readonly data?: MessageRow['data'] };

/** What became of a row; `set` null: it goes. It is noted only where the row is still as it `was` read. */
export interface Change {
  readonly id: number;
  readonly was: Pick<MessageRow, 'wanted' | 'channel' | 'state' | 'nonce'>;
  readonly set: Partial<Omit<MessageRow, 'id' | 'match' | 'guild' | 'slot'>> | null;
}

/** Who wants to bring an owner's messages up to date, from when until when (ms). */
export interface Claim {
  readonly holder: string;
  readonly at: number;
  readonly until: number;
  /** Whether another holder may still be there. */
  readonly alive: (holder: string) => boolean;
}

/** A run of the daily that its player shared: the slot of that message among those of its match. */
export const SHARE = 'share';

export const ownerName = (owner: Owner): string =>
  'match' in owner ? `match:${owner.match}` : `guild:${owner.guild}`;

const ofOwner = (owner: Owner): SQL =>
  'match' in owner ? eq(messages.match, owner.match) : eq(messages.guild, owner.guild);

const keyOf = (owner: Owner) =>
  'match' in owner ? { match: owner.match, guild: null } : { match: null, guild: owner.guild };

/** The messages of an owner, in the order in which they were noted first. */
export async function messagesOf(store: Store, owner: Owner): Promise<MessageRow[]> {
  return read(store, owner);
}

const read = (store: Store, owner: Owner): MessageRow[] =>
  store.db.select().from(messages).where(ofOwner(owner)).orderBy(asc(messages.id)).all();

/** Notes a message that is to be posted, unless its slot has one already; inside a transaction. */
export function addMessage(store: Store, owner: Owner, fresh: Fresh, at: number): void {
  const row = { ...keyOf(owner), ...fresh, state: 'planned' as const, due: at };
  store.db.insert(messages).values(row).onConflictDoNothing().run();
}

/**
 * As `addMessage`, and one of that slot that stands is taken away; the owner's other messages are looked at again. One that
 * may be on its way is the one that is meant.
 */
export function renewMessage(store: Store, owner: Owner, fresh: Fresh, at: number): void {
  const { db } = store;
  db.update(messages).set({ due: at }).where(ofOwner(owner)).run();
  const stands = inArray(messages.state, ['stands', 'unsure']);
  db.update(messages)
    .set({ wanted: 'nothing' })
    .where(and(ofOwner(owner), eq(messages.slot, fresh.slot), stands))
    .run();
  addMessage(store, owner, fresh, at);
}

/**
 * Lets the messages of an owner follow it to another channel, inside a transaction. "goes": it is posted there, and what stood
 * for it says where that is; "ends": it is taken away; "stays": it is no matter of the place.
 */
export function moveMessages(
  store: Store,
  owner: Owner,
  channel: string,
  follows: (row: MessageRow) => 'goes' | 'ends' | 'stays',
  at: number,
): void {
  const set = (id: number, change: Partial<MessageRow>) =>
    store.db.update(messages).set(change).where(eq(messages.id, id)).run();
  for (const row of read(store, owner).filter(({ wanted }) => wanted === 'screen')) {
    const how = follows(row);
    if (how === 'stays') continue;
    const goes = how === 'goes';
    if (row.state === 'planned') {
      if (goes) set(row.id, { channel, nonce: null, due: at });
      else store.db.delete(messages).where(eq(messages.id, row.id)).run();
      continue;
    }
    // What nobody could note yet is found first.
    set(row.id, { wanted: goes && row.state === 'stands' ? 'moved' : 'nothing', due: at });
    if (goes) addMessage(store, owner, { slot: row.slot, channel, data: row.data }, at);
  }
}

/** Forgets the messages of an owner that cannot be reached any more, inside a transaction. */
export function leaveMessages(store: Store, owner: Owner, channel: string): void {
  store.db
    .delete(messages)
    .where(and(ofOwner(owner), eq(messages.channel, channel)))
    .run();
}

/** The message of a slot; undefined where there is none. */
export async function messageIn(store: Store, owner: Owner, slot: string): Promise<MessageRow | undefined> {
  return find(store, owner, slot);
}

const find = (store: Store, owner: Owner, slot: string): MessageRow | undefined =>
  store.db
    .select()
    .from(messages)
    .where(and(ofOwner(owner), eq(messages.slot, slot), eq(messages.wanted, 'screen')))
    .get();

/** The message of a slot, which is noted as being sent, as `how` says, where there was none. */
export async function beginMessage(
  store: Store,
  owner: Owner,
  fresh: Fresh,
  at: number,
  how: (row: MessageRow) => Pick<MessageRow, 'nonce' | 'shown'>,
): Promise<MessageRow> {
  return writing(store, () => {
    const known = find(store, owner, fresh.slot);
    if (known) return known;
    const row = store.db
      .insert(messages)
      .values({ ...keyOf(owner), ...fresh, state: 'sending', at })
      .returning()
      .get();
    const sent = how(row);
    store.db.update(messages).set(sent).where(eq(messages.id, row.id)).run();
    return { ...row, ...sent };
  });
}

/** Notes what became of a message that was being sent; null: its row goes. */
export async function endMessage(store: Store, row: MessageRow, set: Change['set']): Promise<void> {
  await writing(store, () => noteChange(store, { id: row.id, was: row, set }));
}

/**
 * Takes the right to bring an owner's messages up to date, notes those that are new, does what `begins` it in the same
 * transaction, and reads all of them; undefined while somebody else holds it. Whoever did not give it back may have edited what was not noted, so nothing is taken as known.
 */
export async function takeMessages(
  store: Store,
  owner: Owner,
  claim: Claim,
  fresh: readonly Fresh[],
  begins: () => void,
): Promise<MessageRow[] | undefined> {
  const { holder, at, until, alive } = claim;
  return writing(store, () => {
    const name = ownerName(owner);
    const held = store.db.select().from(leases).where(eq(leases.owner, name)).get();
    if (held && held.holder !== holder && held.until > at && alive(held.holder)) return undefined;
    if (held)
      store.db
        .update(messages)
        .set({ shown: null })
        .where(and(ofOwner(owner), eq(messages.state, 'stands')))
        .run();
    store.db
      .insert(leases)
      .values({ owner: name, holder, until })
      .onConflictDoUpdate({ target: leases.owner, set: { holder, until } })
      .run();
    for (const one of fresh) addMessage(store, owner, one, at);
    begins();
    return read(store, owner);
  });
}

/**
 * Notes what became of messages, and holds on until `until`, or gives back the right and does what `ends` it in the same
 * transaction. "lost": somebody else has taken it, and nothing is noted; "stale": some row was changed meanwhile, and what
 * became of it is not noted.
 */
export async function noteMessages(
  store: Store,
  owner: Owner,
  holder: string,
  changes: readonly Change[],
  then: { readonly until: number } | { readonly ends: () => void },
): Promise<'held' | 'stale' | 'lost'> {
  return writing(store, () => {
    const mine = and(eq(leases.owner, ownerName(owner)), eq(leases.holder, holder));
    const held =
      'ends' in then
        ? store.db.delete(leases).where(mine).run()
        : store.db.update(leases).set({ until: then.until }).where(mine).run();
    if (held.changes === 0) return 'lost';
    const missed = changes.filter((change) => !noteChange(store, change));
    if ('ends' in then && missed.length === 0) then.ends();
    return missed.length === 0 ? 'held' : 'stale';
  });
}

/** Whether it was noted. */
function noteChange(store: Store, { id, was, set }: Change): boolean {
  const same = and(
    eq(messages.id, id),
    eq(messages.state, was.state),
    eq(messages.wanted, was.wanted),
    eq(messages.channel, was.channel),
    was.nonce === null ? isNull(messages.nonce) : eq(messages.nonce, was.nonce),
  );
  const done =
    set === null
      ? store.db.delete(messages).where(same).run()
      : store.db.update(messages).set(set).where(same).run();
  return done.changes > 0;
}

/** It is not known any more what stands there: it is edited once more. */
export async function doubtMessages(store: Store, ids: readonly number[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await writing(store, () =>
    store.db
      .update(messages)
      .set({ shown: null, due: at })
      .where(and(inArray(messages.id, [...ids]), eq(messages.state, 'stands')))
      .run(),
  );
}

/** Servers of which some message is to be looked at now. */
export async function dueGuilds(store: Store, at: number): Promise<string[]> {
  return store.db
    .selectDistinct({ guild: messages.guild })
    .from(messages)
    .where(and(isNotNull(messages.guild), lte(messages.due, at)))
    .orderBy(asc(messages.guild))
    .limit(50)
    .all()
    .map(({ guild }) => guild!);
}
