import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Db, type Key, prepared, type Store, shaped } from './engine/types.ts';
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
/** The message in which people gather, and the line that stays of it. */
export const LOBBY = 'lobby';
/** Calls those who played before, ahead of the lobby of a rematch. */
export const INVITE = 'invite';
/** Says in the place of a table that its match is put aside, where nothing stands of it. */
export const ASIDE = 'aside';

const PHASE = 'phase:';
/** The slot of a phase, such as "7.round", at the table. */
export const phaseSlot = (key: string): string => `${PHASE}${key}`;
/** The phase that a message is of; undefined for any other message. */
export const phaseIn = ({ slot }: Pick<MessageRow, 'slot'>): string | undefined =>
  slot.startsWith(PHASE) ? slot.slice(PHASE.length) : undefined;

/** An owner as leases and writes name it. */
export const ownerName = (owner: Owner): Key =>
  'match' in owner ? `match:${owner.match}` : `guild:${owner.guild}`;

const ofOwner = (owner: Owner): SQL =>
  'match' in owner ? eq(messages.match, owner.match) : eq(messages.guild, owner.guild);

const keyOf = (owner: Owner) =>
  'match' in owner ? { match: owner.match, guild: null } : { match: null, guild: owner.guild };

/** The messages of an owner, in the order in which they were noted first. */
export async function messagesOf(store: Store, owner: Owner): Promise<MessageRow[]> {
  return store.read(async (db) => {
    return read(db, owner);
  });
}

/** Every refresh reads them: putting the queries together anew would take longer than running them. */
const reading = prepared((db) => {
  const mine = {
    match: eq(messages.match, sql.placeholder('of')),
    guild: eq(messages.guild, sql.placeholder('of')),
  };
  const inSlot = and(eq(messages.slot, sql.placeholder('slot')), eq(messages.wanted, 'screen'));
  const all = (owner: SQL) => db.select().from(messages).where(owner).orderBy(asc(messages.id)).prepare();
  const one = (owner: SQL) => db.select().from(messages).where(and(owner, inSlot)).prepare();
  return {
    match: { all: all(mine.match), one: one(mine.match) },
    guild: { all: all(mine.guild), one: one(mine.guild) },
  };
});

const read = (db: Db, owner: Owner): Promise<MessageRow[]> =>
  'match' in owner
    ? reading(db).match.all.all({ of: owner.match })
    : reading(db).guild.all.all({ of: owner.guild });

/** Notes a message that is to be posted, unless its slot has one already; inside a transaction. */
export async function addMessage(db: Db, owner: Owner, fresh: Fresh, at: number): Promise<void> {
  const row = { ...keyOf(owner), ...fresh, state: 'planned' as const, due: at };
  await db.insert(messages).values(row).onConflictDoNothing().run();
}

/**
 * As `addMessage`, and one of that slot that stands is taken away; the owner's other messages are looked at again. One that
 * may be on its way is the one that is meant.
 */
export async function renewMessage(db: Db, owner: Owner, fresh: Fresh, at: number): Promise<void> {
  await db.update(messages).set({ due: at }).where(ofOwner(owner)).run();
  const stands = inArray(messages.state, ['stands', 'unsure']);
  await db
    .update(messages)
    .set({ wanted: 'nothing' })
    .where(and(ofOwner(owner), eq(messages.slot, fresh.slot), stands))
    .run();
  await addMessage(db, owner, fresh, at);
}

/** Notes a message that stands as the answer to a press; inside a transaction. */
export async function adoptMessage(
  db: Db,
  owner: Owner,
  fresh: Fresh & { readonly message: string },
): Promise<void> {
  await db
    .insert(messages)
    .values({ ...keyOf(owner), ...fresh, state: 'stands' })
    .run();
}

/**
 * What stands in slots of an owner that begin with `slot` is not known to be right any more: it is looked at again; inside a
 * transaction. `anew`: it is taken away, and whoever wants it posts it again.
 */
export async function doubtSlot(
  db: Db,
  owner: Owner,
  slot: string,
  at: number,
  anew?: 'anew',
): Promise<void> {
  const which = and(ofOwner(owner), eq(messages.slot, slot), eq(messages.wanted, 'screen'));
  await db
    .update(messages)
    .set(anew ? { wanted: 'nothing', due: at } : { shown: null, due: at })
    .where(which)
    .run();
}

/** Notes what stands in a slot, where that is not known yet. */
export async function noteShown(store: Store, owner: Owner, slot: string, shown: string): Promise<void> {
  await store.write(ownerName(owner), async (db) =>
    db
      .update(messages)
      .set({ shown })
      .where(
        and(ofOwner(owner), eq(messages.slot, slot), eq(messages.state, 'stands'), isNull(messages.shown)),
      )
      .run(),
  );
}

/** How a message follows its owner to another channel, and what is known of it there. */
export interface Follows {
  /** "goes": it is posted there, and what stood for it says where that is; "ends": it is taken away; "stays": it is no matter of the place. */
  readonly how: 'goes' | 'ends' | 'stays';
  readonly data?: MessageRow['data'];
}

/** Lets the messages of an owner follow it to another channel, inside a transaction. */
export async function moveMessages(
  db: Db,
  owner: Owner,
  channel: string,
  follows: (row: MessageRow) => Follows,
  at: number,
): Promise<void> {
  const set = (id: number, change: Partial<MessageRow>) =>
    db.update(messages).set(change).where(eq(messages.id, id)).run();
  for (const row of await read(db, owner)) {
    if (row.wanted !== 'screen') continue;
    const { how, data = row.data } = follows(row);
    if (how === 'stays') continue;
    const goes = how === 'goes';
    if (row.state === 'planned') {
      if (goes) await set(row.id, { channel, data, nonce: null, due: at });
      else await db.delete(messages).where(eq(messages.id, row.id)).run();
      continue;
    }
    // What nobody could note yet is found first.
    await set(row.id, { wanted: goes && row.state === 'stands' ? 'moved' : 'nothing', due: at });
    if (goes) await addMessage(db, owner, { slot: row.slot, channel, data }, at);
  }
}

/**
 * Forgets the messages of an owner in a channel that cannot be reached any more, inside a transaction. Those that `follows`
 * says of are posted in `other` instead.
 */
export async function leaveMessages(
  db: Db,
  owner: Owner,
  channel: string,
  other: string,
  follows: (row: MessageRow) => Follows,
  at: number,
): Promise<void> {
  const there = and(ofOwner(owner), eq(messages.channel, channel));
  const left = await db.delete(messages).where(there).returning().all();
  for (const row of left.sort((a, b) => a.id - b.id)) {
    const { how, data = row.data } = follows(row);
    if (row.wanted === 'screen' && how === 'goes')
      await addMessage(db, owner, { slot: row.slot, channel: other, data }, at);
  }
}

/** The message of a slot; undefined where there is none. */
export async function messageIn(store: Store, owner: Owner, slot: string): Promise<MessageRow | undefined> {
  return store.read(async (db) => {
    return findMessage(db, owner, slot);
  });
}

/** As `messageIn`, inside a transaction. */
export const findMessage = (db: Db, owner: Owner, slot: string): Promise<MessageRow | undefined> =>
  'match' in owner
    ? reading(db).match.one.get({ of: owner.match, slot })
    : reading(db).guild.one.get({ of: owner.guild, slot });

/** The message of a slot, which is noted as being sent, as `how` says, where there was none. */
export async function beginMessage(
  store: Store,
  owner: Owner,
  fresh: Fresh,
  at: number,
  how: (row: MessageRow) => Pick<MessageRow, 'nonce' | 'shown'>,
): Promise<MessageRow> {
  return store.write(ownerName(owner), async (db) => {
    const known = await findMessage(db, owner, fresh.slot);
    if (known) return known;
    const row = await db
      .insert(messages)
      .values({ ...keyOf(owner), ...fresh, state: 'sending', at })
      .returning()
      .get();
    const sent = how(row);
    await db.update(messages).set(sent).where(eq(messages.id, row.id)).run();
    return { ...row, ...sent };
  });
}

/** Notes what became of a message that was being sent; null: its row goes. */
export async function endMessage(store: Store, row: MessageRow, set: Change['set']): Promise<void> {
  await store.write('meta', async (db) => noteChange(db, { id: row.id, was: row, set }));
}

const leasing = prepared((db) => {
  const { placeholder } = sql;
  const lease = { owner: placeholder('owner'), holder: placeholder('holder'), until: placeholder('until') };
  const [owner, holder] = [eq(leases.owner, lease.owner), eq(leases.holder, lease.holder)];
  const taken = { holder: sql`excluded.holder`, until: sql`excluded.until` };
  const one = { owner: leases.owner };
  return {
    free: db.insert(leases).values(lease).onConflictDoNothing().returning(one).prepare(),
    held: db.select().from(leases).where(owner).prepare(),
    take: db.insert(leases).values(lease).onConflictDoUpdate({ target: leases.owner, set: taken }).prepare(),
    hold: db
      .update(leases)
      .set({ until: sql`${lease.until}` })
      .where(and(owner, holder))
      .returning(one)
      .prepare(),
    giveBack: db.delete(leases).where(and(owner, holder)).returning(one).prepare(),
  };
});

/**
 * Takes the right to bring an owner's messages up to date, notes those that are new, and reads all of them; undefined while
 * somebody else holds it. Whoever did not give it back may have edited what was not noted, so nothing is taken as known.
 * `begins` is done in the same transaction, and what it says of one message is noted.
 */
export async function takeMessages(
  store: Store,
  owner: Owner,
  claim: Claim,
  fresh: readonly Fresh[],
  begins: (db: Db, rows: readonly MessageRow[]) => Promise<Pick<Change, 'id' | 'set'> | undefined>,
): Promise<MessageRow[] | undefined> {
  const { holder, at, until, alive } = claim;
  return store.write(ownerName(owner), async (db) => {
    const name = ownerName(owner);
    const lease = { owner: name, holder, until };
    if ((await leasing(db).free.all(lease)).length === 0) {
      const held = await leasing(db).held.get({ owner: name });
      if (held && held.holder !== holder && held.until > at && alive(held.holder)) return undefined;
      await db
        .update(messages)
        .set({ shown: null })
        .where(and(ofOwner(owner), eq(messages.state, 'stands')))
        .run();
      await leasing(db).take.run(lease);
    }
    for (const one of fresh) await addMessage(db, owner, one, at);
    const rows = await read(db, owner);
    const begun = await begins(db, rows);
    if (!begun?.set) return rows;
    await db.update(messages).set(begun.set).where(eq(messages.id, begun.id)).run();
    return rows.map((row) => (row.id === begun.id ? { ...row, ...begun.set } : row));
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
  then: { readonly until: number } | { readonly ends: (db: Db) => Promise<void> },
): Promise<'held' | 'stale' | 'lost'> {
  return store.write(ownerName(owner), async (db) => {
    const mine = { owner: ownerName(owner), holder };
    const held =
      'ends' in then
        ? await leasing(db).giveBack.all(mine)
        : await leasing(db).hold.all({ ...mine, until: then.until });
    if (held.length === 0) return 'lost';
    let missed = false;
    for (const change of changes) if (!(await noteChange(db, change))) missed = true;
    if ('ends' in then && !missed) await then.ends(db);
    return missed ? 'stale' : 'held';
  });
}

/** What is set of a row that is still as it was; undefined: it goes. */
interface Noted {
  readonly set: readonly (keyof MessageRow)[] | undefined;
  readonly hadNonce: boolean;
}

const noting = shaped((db, { set, hadNonce }: Noted) => {
  const was = (key: 'id' | 'state' | 'wanted' | 'channel' | 'nonce') =>
    eq(messages[key], sql.placeholder(`was ${key}`));
  const same = and(
    ...[was('id'), was('state'), was('wanted'), was('channel')],
    hadNonce ? was('nonce') : isNull(messages.nonce),
  );
  const one = { id: messages.id };
  if (!set) return db.delete(messages).where(same).returning(one).prepare();
  const values = Object.fromEntries(
    set.map((key) => [key, sql`${sql.param(sql.placeholder(key), messages[key])}`]),
  );
  return db.update(messages).set(values).where(same).returning(one).prepare();
});

/** Whether it was noted. */
async function noteChange(db: Db, { id, was, set }: Change): Promise<boolean> {
  const keys = set && (Object.keys(set) as (keyof typeof set)[]).filter((key) => set[key] !== undefined);
  const { state, wanted, channel, nonce } = was;
  const values = {
    'was id': id,
    'was state': state,
    'was wanted': wanted,
    'was channel': channel,
    'was nonce': nonce,
  };
  const shape = { set: keys ?? undefined, hadNonce: nonce !== null };
  return (await noting(db, shape).all({ ...set, ...values })).length > 0;
}

/** It is not known any more what stands there: it is edited once more. */
export async function doubtMessages(store: Store, ids: readonly number[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await store.write('meta', async (db) =>
    db
      .update(messages)
      .set({ shown: null, due: at })
      .where(and(inArray(messages.id, [...ids]), eq(messages.state, 'stands')))
      .run(),
  );
}

const dueIn = prepared((db) =>
  db
    .selectDistinct({ guild: messages.guild })
    .from(messages)
    .where(and(isNotNull(messages.guild), lte(messages.due, sql.placeholder('at'))))
    .orderBy(asc(messages.guild))
    .limit(50)
    .prepare(),
);

/** Servers of which some message is to be looked at now. */
export const dueGuilds = (store: Store, at: number): Promise<string[]> =>
  store.read(async (db) => (await dueIn(db).all({ at })).map(({ guild }) => guild!));
