import { COMPONENTS_V2, type Component } from '../shapes.ts';
import { componentFaults } from './components.ts';
import { type Fault, fault, type Path, repeated, tooLong } from './faults.ts';

/** The message an edit starts from, as far as its limits need it. */
export type Previous = {
  flags?: number;
  attachments?: { id: string; filename: string }[];
  content?: string;
  components?: unknown[];
};

/**
 * What belongs to the body of a message: the names of the uploaded files, by their number, and the message that an edit
 * (or an answer of type 7) changes. Without that, whatever the body lacks counts as present.
 */
export type Surroundings = { files: readonly string[]; previous?: Previous };

type Body = {
  content?: string | null;
  components?: Component[] | null;
  flags?: number | null;
  attachments?: { id: string; filename?: string | null }[] | null;
  allowed_mentions?: { users?: string[] | null } | null;
};

const CONTENT = 2000;
const FILES = 10;

function mentionFaults(users: readonly string[], path: Path): Fault[] {
  return repeated(
    users,
    (id) => id,
    (index) =>
      fault([...path, index], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value'),
  );
}

type Files = { names: Set<string>; count: number; faults: Fault[] };

/** The files the message will have: uploaded ones, and of an edited message those that stay. */
function fileList(body: Body, around: Surroundings, edit: boolean, path: Path): Files {
  const { files, previous } = around;
  const before = new Map(
    (edit ? (previous?.attachments ?? []) : []).map(({ id, filename }) => [id, filename]),
  );
  const listed = body.attachments;
  const uploaded = new Map<string, string>();
  files.forEach((name, index) => {
    uploaded.set(String(index), name);
  });
  const kept = listed === undefined ? new Map(before) : new Map<string, string>();
  const faults: Fault[] = repeated(
    listed ?? [],
    ({ id }) => id,
    (index) =>
      fault([...path, index, 'id'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value'),
  );
  (listed ?? []).forEach(({ id, filename }, index) => {
    if (before.has(id)) kept.set(id, filename ?? before.get(id)!);
    else if (uploaded.has(id)) uploaded.set(id, filename ?? uploaded.get(id)!);
    else if (edit && previous === undefined && id.length > 4) kept.set(id, filename ?? '');
    else
      faults.push(
        fault(
          [...path, index, 'id'],
          'ATTACHMENT_NOT_FOUND',
          `There is no uploaded or earlier file with id ${id}`,
        ),
      );
  });
  // What an edit brings and does not list is not taken.
  if (edit && listed)
    for (const id of uploaded.keys()) if (!listed.some((one) => one.id === id)) uploaded.delete(id);
  const count = kept.size + uploaded.size;
  if (count > FILES) faults.push(tooLong(path, FILES));
  return { names: new Set([...kept.values(), ...uploaded.values()]), count, faults };
}

function flagFaults(body: Body, before: Previous | undefined, edit: boolean, path: Path): Fault[] {
  const flagged = Boolean((body.flags ?? 0) & COMPONENTS_V2);
  const was = edit && Boolean((before?.flags ?? 0) & COMPONENTS_V2);
  if (was && typeof body.flags === 'number' && !flagged)
    return [
      fault(
        [...path, 'flags'],
        'MESSAGE_COMPONENTS_V2_FLAG_CANNOT_BE_REMOVED',
        'MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message',
      ),
    ];
  if (!flagged && !was) return [];
  const left = body.content === undefined && edit && !was ? before?.content : body.content;
  if (!left) return [];
  return [
    fault(
      [...path, 'content'],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    ),
  ];
}

/** Whether nothing would be left to show. What an edit does not name counts as it was. */
function isEmpty(
  body: Body,
  before: Previous | undefined,
  edit: boolean,
  files: number,
  v2: boolean,
): boolean {
  const unknown = edit && before === undefined;
  const some = (now: { length: number } | null | undefined, then: { length: number } | undefined) =>
    now === undefined ? unknown || (edit && Boolean(then?.length)) : Boolean(now?.length);
  if (some(body.components, before?.components)) return false;
  if (v2) return true;
  const content = body.content === undefined ? undefined : (body.content?.trim() ?? '');
  return !(some(content, before?.content) || files > 0 || (unknown && body.attachments === undefined));
}

/**
 * What the published schema misses in a message: lengths, the two kinds of components, files, mentions.
 * @param value a body the schema has passed
 * @param edit whether it changes a message (`around.previous`) rather than making one
 * @returns the faults, and whether the message would be empty (which is refused after them)
 */
export function messageFaults(
  value: unknown,
  around: Surroundings,
  edit: boolean,
  path: Path,
): { faults: Fault[]; empty: boolean } {
  const body = value as Body;
  const { previous } = around;
  const v2 = Boolean(((body.flags ?? 0) | (edit ? (previous?.flags ?? 0) : 0)) & COMPONENTS_V2);
  const files = fileList(body, around, edit, [...path, 'attachments']);
  const faults = [
    ...((body.content?.length ?? 0) > CONTENT ? [tooLong([...path, 'content'], CONTENT)] : []),
    ...flagFaults(body, previous, edit, path),
    ...mentionFaults(body.allowed_mentions?.users ?? [], [...path, 'allowed_mentions', 'users']),
    ...files.faults,
    ...componentFaults(body.components ?? [], v2, files.names, [...path, 'components']),
  ];
  return { faults, empty: isEmpty(body, previous, edit, files.count, v2) };
}
