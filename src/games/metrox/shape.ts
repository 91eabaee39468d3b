import * as z from 'zod';
import { mapId, whole } from '../mapfile.ts';
import { CARDS, EDITIONS, SLOTS } from './state.ts';

/** A menu holds 25 entries; one is kept for turning its page. */
const MOST_LINES = 24;
const MOST_STATIONS_ON_A_LINE = 25;

const text = z.string().min(1, 'must not be empty').max(40, 'must be at most 40 characters long');
// Ids stand in codes such as "T.3" and "free.s0606", and as keys whose order must not change.
const lineId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,2}$/, 'must be a letter and at most two more letters or digits');
const stationId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,9}$/, 'must be a letter and at most nine more letters or digits');
const pair = 'must be a pair of numbers';
const point = z.tuple([z.number(pair), z.number(pair)], pair);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** The shape of a Metro X map file. */
export const shape = z.strictObject({
  id: mapId.max(24, 'must be at most 24 characters long'),
  title: text,
  edition: oneOf(EDITIONS),
  grid: z.strictObject({ cols: whole(1, 60), rows: whole(1, 60) }),
  deck: z.array(oneOf(CARDS)),
  lines: z
    .array(
      z.strictObject({
        id: lineId,
        name: text,
        windows: whole(1, 9),
        bonus: z.strictObject({ first: whole(0, 99), later: whole(0, 99) }),
        stations: z
          .array(z.string())
          .min(2, 'must be two stations at least')
          .max(MOST_STATIONS_ON_A_LINE, `must be ${MOST_STATIONS_ON_A_LINE} stations at most`),
      }),
    )
    .min(1, 'must be one line at least')
    .max(MOST_LINES, `must be ${MOST_LINES} lines at most`),
  stations: z.array(z.strictObject({ id: stationId, x: z.number(), y: z.number() })),
  layout: z.strictObject({
    slots: z.record(z.string(), oneOf(SLOTS)),
    cars: z.record(
      z.string(),
      z.strictObject({ row: z.number(), left: z.number().optional(), right: z.number().optional() }),
    ),
    connector: z.record(z.string(), z.array(point)),
    bend: z.record(z.string(), z.array(point)),
    order: z.array(z.string()),
  }),
});

/** A map file whose shapes are right; its ids are not yet looked up. */
export type MapFile = z.infer<typeof shape>;
