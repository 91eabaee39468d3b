import { type Component, componentFaults } from './components.ts';
import { type Fault, fault, type Path, repeated, required, tooLong } from './faults.ts';

/** The message an edit starts from, as far as its limits need it. */
export type Previous = {
  flags?: number;
  attachments?: { id: string; filename: string }[];
  content?: string;
  components?: unknown[];
  embeds?: unknown[];
};

/** What came with a message body: the names of its files by number, and for an edit the message before. */
export type Surroundings = { files: readonly string[]; previous?: Previous };

type Embed = {
  title?: string | null;
  description?: string | null;
  author?: { name?: string | null } | null;
  footer?: { text?: string | null } | null;
  image?: unknown;
  thumbnail?: unknown;
  video?: unknown;
  fields?: { name: string; value: string }[] | null;
};

type Body = {
  content?: string | null;
  embeds?: Embed[] | null;
  components?: Component[] | null;
  flags?: number | null;
  attachments?: { id: string; filename?: string | null }[] | null;
  allowed_mentions?: {
    parse?: (string | null)[] | null;
    users?: string[] | null;
    roles?: string[] | null;
  } | null;
  poll?: object | null;
  sticker_ids?: string[] | null;
  message_reference?: { type?: number | null } | null;
};

const V2 = 1 << 15;
const CONTENT = 2000;
const EMBEDS = 6000;
const FILES = 10;
const FORWARD = 1;

function embedFaults(embeds: readonly Embed[], path: Path): Fault[] {
  const length = (text: string | null | undefined) => text?.length ?? 0;
  const total = embeds.reduce(
    (sum, { title, description, author, footer, fields }) =>
      sum +
      length(title) +
      length(description) +
      length(author?.name) +
      length(footer?.text) +
      (fields ?? []).reduce((inner, field) => inner + field.name.length + field.value.length, 0),
    0,
  );
  const blank = embeds.flatMap((embed, index) => {
    const { title, description, author, footer, image, thumbnail, video, fields } = embed;
    const something = [title, description, author, footer, image, thumbnail, video, fields?.length];
    return something.some(Boolean) ? [] : [required([...path, index, 'description'])];
  });
  if (total <= EMBEDS) return blank;
  const message = `Embed size exceeds maximum size of ${EMBEDS}`;
  return [...blank, fault(path, 'MAX_EMBED_SIZE_EXCEEDED', message)];
}

function mentionFaults(mentions: NonNullable<Body['allowed_mentions']>, path: Path): Fault[] {
  const parse = mentions.parse ?? [];
  return (['users', 'roles'] as const).flatMap((kind) => {
    const ids = mentions[kind] ?? [];
    const both =
      parse.includes(kind) && ids.length > 0
        ? [
            fault(
              path,
              'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
              `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
            ),
          ]
        : [];
    const twice = repeated(
      ids,
      (id) => id,
      (index) =>
        fault(
          [...path, kind, index],
          'SET_TYPE_ALREADY_CONTAINS_VALUE',
          'The set already contains this value',
        ),
    );
    return [...both, ...twice];
  });
}

/** The files a message has already, those shown only through its components included. */
function present(previous: Previous | undefined): Map<string, string> {
  const files = new Map((previous?.attachments ?? []).map(({ id, filename }) => [id, filename]));
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const { attachment_id: id, url } = value as { attachment_id?: unknown; url?: unknown };
    if (typeof id === 'string' && typeof url === 'string' && !files.has(id))
      files.set(id, decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? ''));
    for (const inner of Object.values(value)) look(inner);
  };
  look(previous?.components);
  return files;
}

type Files = { names: Set<string>; count: number; faults: Fault[] };

/** The files the message will have: uploaded ones, and of an edited message those that stay. */
function fileList(body: Body, around: Surroundings, edit: boolean, path: Path): Files {
  const { files, previous } = around;
  const before = edit ? present(previous) : new Map<string, string>();
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
  const flagged = Boolean((body.flags ?? 0) & V2);
  const was = edit && Boolean((before?.flags ?? 0) & V2);
  if (was && typeof body.flags === 'number' && !flagged)
    return [
      fault(
        [...path, 'flags'],
        'MESSAGE_COMPONENTS_V2_FLAG_CANNOT_BE_REMOVED',
        'MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message',
      ),
    ];
  if (!flagged && !was) return [];
  const old = edit && !was ? before : undefined;
  const used = {
    content: body.content === undefined ? old?.content?.length : body.content?.length,
    embeds: body.embeds === undefined ? old?.embeds?.length : body.embeds?.length,
    poll: body.poll ? 1 : 0,
    sticker_ids: body.sticker_ids?.length,
  };
  return Object.entries(used).flatMap(([field, length]) =>
    length
      ? [
          fault(
            [...path, field],
            'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
            `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
          ),
        ]
      : [],
  );
}

/** Whether nothing would be left to show. What an edit does not name counts as it was. */
function isEmpty(
  body: Body,
  before: Previous | undefined,
  edit: boolean,
  files: number,
  v2: boolean,
): boolean {
  if (body.message_reference?.type === FORWARD) return false;
  const unknown = edit && before === undefined;
  const some = (now: { length: number } | null | undefined, then: { length: number } | undefined) =>
    now === undefined ? unknown || (edit && Boolean(then?.length)) : Boolean(now?.length);
  if (some(body.components, before?.components)) return false;
  if (v2) return true;
  return !(
    some(body.content === undefined ? undefined : (body.content?.trim() ?? ''), before?.content) ||
    some(body.embeds, before?.embeds) ||
    files > 0 ||
    (unknown && body.attachments === undefined) ||
    Boolean(body.poll) ||
    Boolean(body.sticker_ids?.length)
  );
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
  const v2 = Boolean(((body.flags ?? 0) | (edit ? (previous?.flags ?? 0) : 0)) & V2);
  const files = fileList(body, around, edit, [...path, 'attachments']);
  const faults = [
    ...((body.content?.length ?? 0) > CONTENT ? [tooLong([...path, 'content'], CONTENT)] : []),
    ...flagFaults(body, previous, edit, path),
    ...embedFaults(body.embeds ?? [], [...path, 'embeds']),
    ...(body.allowed_mentions ? mentionFaults(body.allowed_mentions, [...path, 'allowed_mentions']) : []),
    ...files.faults,
    ...componentFaults(body.components ?? [], v2, files.names, [...path, 'components']),
  ];
  return { faults, empty: isEmpty(body, previous, edit, files.count, v2) };
}
