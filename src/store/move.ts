import { eq } from 'drizzle-orm';
import { TABLES } from './catalog.ts';
import { type Row, type Shape, type Side, shapeOf } from './engine/sides.ts';
import type { Store } from './engine/types.ts';
import { DatabaseFault } from './fault.ts';
import { meta } from './schema.ts';
import { metaIn } from './tables.ts';

/**
 * Moving all games from one database to another. Both are held by nobody else meanwhile: what is there in the end is held
 * against what was there, row by row, before any of it counts.
 */

/** Notes of a move, each in `meta` of its own database, which stay there. */
const NOTES = { arrived: 'moved here', left: 'moved to' } as const;

/** One end of a move, in a transaction, with no bot on it. */
export interface End extends Side {
  /** The database in messages, without a password. */
  readonly name: string;
  /** Ends its transaction for good; what was done in it counts from then on. */
  commit(): Promise<void>;
  /** Gives it back, without what was not committed. */
  close(): Promise<void>;
}

const SHAPES: readonly Shape[] = TABLES.map(shapeOf);
const META = SHAPES.find(({ name }) => name === 'meta')!;

/** What a database holds before anybody has played: what the bot keeps about itself, and the maps of days. */
const UNPLAYED: readonly string[] = ['meta', 'days'];

const isNote = (row: Row): boolean => (Object.values(NOTES) as unknown[]).includes(row[0]);

/** All that is moved of a table. */
async function* moved(side: Side, shape: Shape): AsyncGenerator<readonly Row[]> {
  for await (const rows of side.pieces(shape))
    yield shape === META ? rows.filter((row) => !isNote(row)) : rows;
}

async function noteOf(side: Side, key: string): Promise<string | undefined> {
  for await (const rows of side.pieces(META)) {
    const found = rows.find((row) => row[0] === key);
    if (found) return String(found[1]);
  }
  return undefined;
}

/**
 * Moves everything, and resolves with the number of rows. What a move that was not used yet has brought to `to`, or left there
 * when it went elsewhere, is replaced. `progress` hears how many of `all` steps are done. Throws `DatabaseFault` where other
 * games are there, or where these were moved elsewhere before; then nothing has changed. `at`: now, in ms.
 */
export async function move(
  from: End,
  to: End,
  at: number,
  progress: (done: number, all: number) => void = () => {},
): Promise<number> {
  const left = await noteOf(from, NOTES.left);
  if (left !== undefined && left !== to.name)
    throw new DatabaseFault(`What is in ${from.name} was moved to ${left}. Move it from there.`);
  await requireFree(to);
  const counts = new Map<Shape, number>();
  for (const shape of SHAPES) counts.set(shape, await from.count(shape));
  const rows = [...counts.values()].reduce((sum, n) => sum + n, 0);
  let done = 0;
  const step = (n: number): void => progress((done += n), 2 * rows);
  await to.clear(SHAPES);
  for (const shape of SHAPES) {
    for await (const piece of moved(from, shape)) {
      await to.put(shape, piece);
      step(piece.length);
    }
    if (shape.column !== undefined) await to.goOn(shape, await from.counted(shape));
  }
  for (const shape of SHAPES) await requireSame(shape, from, to, step);
  await to.put(META, [[NOTES.arrived, String(at)]]);
  await to.commit();
  await from.drop(META, [[NOTES.left]]);
  await from.put(META, [[NOTES.left, to.name]]);
  await from.commit();
  return rows;
}

async function requireFree(to: End): Promise<void> {
  if ((await noteOf(to, NOTES.arrived)) !== undefined || (await noteOf(to, NOTES.left)) !== undefined) return;
  for (const shape of SHAPES.filter(({ name }) => !UNPLAYED.includes(name)))
    if ((await to.count(shape)) > 0)
      throw new DatabaseFault(`There are games in ${to.name} already. Move to a database that is empty.`);
}

/** Both are read in one order, so what differs first is what was lost, added or changed. */
async function requireSame(shape: Shape, from: Side, to: Side, step: (n: number) => void): Promise<void> {
  const arrived = oneByOne(moved(to, shape));
  const differs = (row: Row): never => {
    const key = shape.key.map((at) => row[at]).join(' ');
    throw new DatabaseFault(
      `Of ${shape.name} the row ${key} did not arrive as it was, so nothing was moved.`,
    );
  };
  for await (const piece of moved(from, shape)) {
    for (const row of piece) {
      const other = await arrived();
      if (!other || !isSame(row, other)) differs(row);
    }
    step(piece.length);
  }
  const more = await arrived();
  if (more) differs(more);
}

/** Gives the rows of all pieces one after the other, and undefined behind the last. */
function oneByOne(pieces: AsyncGenerator<readonly Row[]>): () => Promise<Row | undefined> | Row {
  let piece: readonly Row[] = [];
  let at = 0;
  const next = async (): Promise<Row | undefined> => {
    for (;;) {
      const found = await pieces.next();
      if (found.done) return undefined;
      piece = found.value;
      at = 0;
      const first = piece[at++];
      if (first) return first;
    }
  };
  return () => piece[at++] ?? next();
}

const isSame = (a: Row, b: Row): boolean =>
  a.every((value, i) => {
    const other = b[i];
    return Buffer.isBuffer(value) ? Buffer.isBuffer(other) && value.equals(other) : value === other;
  });

/**
 * Before a bot uses a database: what was moved to it is in use from then on. Throws `DatabaseFault` where its games live
 * elsewhere by now.
 */
export const settle = (store: Store, name: string): Promise<void> =>
  store.write('meta', async (db) => {
    const left = await metaIn(db, NOTES.left);
    if (left !== undefined)
      throw new DatabaseFault(`The games of ${name} were moved to ${left}. Start the bot on that one.`);
    await db.delete(meta).where(eq(meta.key, NOTES.arrived)).run();
  });
