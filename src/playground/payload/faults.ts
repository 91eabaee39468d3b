/** Where in a body something is wrong: keys and indexes from the outside in. */
export type Path = readonly (string | number)[];

/** One thing wrong with a body, in Discord's words. */
export type Fault = { path: Path; code: string; message: string };

/** What a refused request is answered with. */
export type Complaint = { code: number; message: string; errors?: object };

/** Makes a fault; keeps the calls short. */
export function fault(path: Path, code: string, message: string): Fault {
  return { path, code, message };
}

/** The fault of a field that may be absent or short but is too long. */
export function tooLong(path: Path, maximum: number): Fault {
  return fault(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${maximum} or fewer in length.`);
}

/** The fault of a field whose length has both a lower and an upper limit. */
export function badLength(path: Path, minimum: number, maximum: number): Fault {
  return fault(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${minimum} and ${maximum} in length.`);
}

/** The fault of a field that is missing or blank. */
export function required(path: Path): Fault {
  return fault(path, 'BASE_TYPE_REQUIRED', 'This field is required');
}

type Tree = { [key: string]: Tree | { code: string; message: string }[] };

/** The faults as the tree Discord sends: a key a step of the path, `_errors` where the fault lies. */
export function nested(faults: readonly Fault[]): object {
  const root: Tree = {};
  for (const { path, code, message } of faults) {
    let node = root;
    for (const step of path) node = (node[String(step)] ??= {}) as Tree;
    const errors = (node._errors ??= []) as { code: string; message: string }[];
    errors.push({ code, message });
  }
  return root;
}

/** The refusal of a body with these faults (50035), or null when there are none. */
export function invalid(faults: readonly Fault[]): Complaint | null {
  return faults.length === 0 ? null : { code: 50035, message: 'Invalid Form Body', errors: nested(faults) };
}

/** Every string with half of a surrogate pair in it; such text cannot be written as UTF-8. */
export function brokenText(value: unknown, path: Path = []): Fault[] {
  if (typeof value === 'string')
    return /\p{Surrogate}/u.test(value)
      ? [fault(path, 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')]
      : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => brokenText(item, [...path, index]));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => brokenText(item, [...path, key]));
  return [];
}

/** Faults of the items whose key an earlier item has already. */
export function repeated<T>(
  items: readonly T[],
  key: (item: T) => unknown,
  fault: (index: number) => Fault,
): Fault[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const value = key(item);
    if (value === undefined || value === null) return [];
    if (seen.has(value)) return [fault(index)];
    seen.add(value);
    return [];
  });
}
