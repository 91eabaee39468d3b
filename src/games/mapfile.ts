import * as z from 'zod';
import { MapError } from './game.ts';

/** What the map files of every game have in common: faults that are found by their path, and data that stays as it is. */

/** Says that the value at a path is wrong. Never returns. */
export type Fault = (path: readonly PropertyKey[], fault: string) => never;

/** Makes the faults of a file: each throws a `MapError` with the file, the JSON path (`lines[3].stations[2]`) and a sentence. */
export function faultsOf(file: string): Fault {
  return (path, sentence) => {
    throw new MapError(file, pathText(path), sentence);
  };
}

/** A whole number within bounds, as a map file must hold it. */
export const whole = (least: number, most: number) => {
  const must = `must be a whole number from ${least} to ${most}`;
  return z.int(must).min(least, must).max(most, must);
};

/** The id of a map, which is also the name of its file. */
export const mapId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, joined by single hyphens');

/** The data of a map file, its shapes checked; the first that is wrong is a fault. */
export function shaped<T>(shape: z.ZodType<T>, json: unknown, fault: Fault): T {
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  if (issue.code === 'unrecognized_keys')
    return fault([...issue.path, issue.keys[0]!], 'is not a part of a map file');
  return fault(issue.path, issueText(issue, valueAt(json, issue.path)));
}

/** The value, and all that it holds, as it can never be changed. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

/** `lines[3].stations[2]`, as one would write it in code. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'top level';
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], json);
}

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
};

function issueText(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && !issue.message.startsWith('must '))
    return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  return issue.message;
}
