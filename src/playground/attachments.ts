import { invalid } from './errors.ts';
import type { Attachment, Component, Message, Upload } from './shapes.ts';
import type { World } from './world.ts';

/** An entry of a request's `attachments`: a kept attachment by its id, or a new file by the n of files[n]. */
export interface Listed {
  id: string | number;
  filename?: string;
  description?: string | null;
}

/** How a message names a file of its own. */
const OWN = 'attachment://';

/** Width and height of a PNG by its header, in pixels. */
export function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (
    bytes.length < 24 ||
    bytes.readUInt32BE(0) !== 0x89504e47 ||
    bytes.toString('latin1', 12, 16) !== 'IHDR'
  )
    return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** A file's name as Discord keeps it: letters, digits, dot, dash and underscore. */
export function safeName(name: string): string {
  return name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '') || 'unknown';
}

function typeOf(upload: Upload): string {
  const known: Record<string, string> = {
    png: 'image/png',
    webp: 'image/webp',
    jpg: 'image/jpeg',
    gif: 'image/gif',
    json: 'application/json; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    svg: 'image/svg+xml',
    csv: 'text/csv; charset=utf-8',
  };
  const ending = upload.filename.split('.').at(-1)?.toLowerCase() ?? '';
  return known[ending] ?? (upload.type || 'application/octet-stream');
}

function store(world: World, where: { channel: string; message: string }, upload: Upload, listed?: Listed) {
  const id = world.id();
  const filename = safeName(listed?.filename ?? upload.filename);
  const content_type = typeOf({ ...upload, filename });
  world.store.files.put(id, {
    channel_id: where.channel,
    message_id: where.message,
    filename,
    content_type,
    bytes: upload.bytes,
  });
  const attachment: Attachment = {
    id,
    filename,
    size: upload.bytes.length,
    content_type,
    ...(listed?.description ? { description: listed.description } : {}),
    ...(pngSize(upload.bytes) ?? {}),
  };
  return attachment;
}

/**
 * The attachments after a request. New files are stored. Where `listed` is given, only the earlier
 * attachments that it names stay (with a new description, if one is given) and their order is the list's;
 * without it all earlier ones stay, and new files come behind them. New files that a list leaves out are attached to a
 * new message all the same, but not by an edit (`before` given). Returns also which earlier ones go: their bytes are
 * removed by `forget`.
 */
export function arrange(
  world: World,
  where: { channel: string; message: string },
  before: Attachment[] | undefined,
  listed: Listed[] | null | undefined,
  uploads: Upload[],
): { attachments: Attachment[]; gone: Attachment[] } {
  const left = new Map(uploads.map((u) => [u.n, u]));
  const earlier = before ?? [];
  const attachments: Attachment[] = listed ? [] : [...earlier];
  for (const [index, one] of (listed ?? []).entries()) {
    const kept = earlier.find((a) => a.id === String(one.id));
    const upload = left.get(String(one.id));
    if (kept) {
      const { description: old, ...rest } = kept;
      const description = one.description === undefined ? old : one.description;
      attachments.push({ ...rest, ...(description ? { description } : {}) });
    } else if (upload) {
      attachments.push(store(world, where, upload, one));
      left.delete(upload.n);
    } else {
      throw invalid(
        `attachments.${index}.id`,
        'ATTACHMENT_NOT_FOUND',
        `No attachment data found for id ${one.id}`,
      );
    }
  }
  if (!listed || !before) for (const upload of left.values()) attachments.push(store(world, where, upload));
  return { attachments, gone: earlier.filter((a) => !attachments.some((b) => b.id === a.id)) };
}

/** Removes the bytes of attachments. */
export function forget(world: World, attachments: Attachment[]): void {
  for (const one of attachments) world.store.files.remove(one.id);
}

/** The attachments that neither an embed nor a component of the message names: those that its list has. */
export function unnamed({ attachments, embeds, components }: Message): Attachment[] {
  const names = new Set<string>();
  const look = (thing: unknown): void => {
    if (typeof thing === 'string' && thing.startsWith(OWN)) {
      names.add(thing.slice(OWN.length));
      names.add(safeName(thing.slice(OWN.length)));
    } else if (typeof thing === 'object' && thing !== null) Object.values(thing).forEach(look);
  };
  look([embeds, components]);
  return attachments.filter(({ filename }) => !names.has(filename));
}

function urlOf(world: World, channel: string, attachment: Attachment): string {
  return `${world.url}/attachments/${channel}/${attachment.id}/${attachment.filename}`;
}

/** An attachment object of the API. */
export function mediaOf(world: World, channel: string, attachment: Attachment) {
  const url = urlOf(world, channel, attachment);
  return { ...attachment, url, proxy_url: url };
}

/**
 * Copies embeds or components with every `attachment://name` replaced by the file's address; media objects
 * also get its size and type. An address of this message's own files, sent back by a bot that edits what it
 * read, was turned into its name when it was stored.
 */
export function withUrls<T>(world: World, message: Message, things: T[]): T[] {
  const find = (url: string) =>
    message.attachments.find((a) => url === `attachment://${a.filename}`) ??
    message.attachments.find((a) => safeName(url.slice(OWN.length)) === a.filename);
  const walk = (thing: unknown): unknown => {
    if (Array.isArray(thing)) return thing.map(walk);
    if (typeof thing !== 'object' || thing === null) return thing;
    const object = thing as Record<string, unknown>;
    const copy = Object.fromEntries(Object.entries(object).map(([key, value]) => [key, walk(value)]));
    const attachment =
      typeof object.url === 'string' && object.url.startsWith(OWN) ? find(object.url) : undefined;
    if (attachment) {
      const url = urlOf(world, message.channel_id, attachment);
      Object.assign(copy, {
        url,
        proxy_url: url,
        width: attachment.width ?? null,
        height: attachment.height ?? null,
        content_type: attachment.content_type,
        attachment_id: attachment.id,
      });
    }
    if (object.type === 13 && typeof object.file === 'object') {
      const file = find((object.file as { url: string }).url);
      if (file) Object.assign(copy, { name: file.filename, size: file.size });
    }
    return copy;
  };
  return things.map(walk) as T[];
}

/**
 * Components as they are stored: numbered where the bot gave no `id`, own addresses turned back into
 * `attachment://name`.
 */
export function settle(components: Component[], attachments: Attachment[]): Component[] {
  const taken = new Set<number>();
  const collect = (thing: unknown): void => {
    if (typeof thing !== 'object' || thing === null) return;
    const { type, id } = thing as Component;
    if (typeof type === 'number' && typeof id === 'number') taken.add(id);
    Object.values(thing).forEach(collect);
  };
  collect(components);
  let last = 0;
  const fresh = () => {
    do last++;
    while (taken.has(last));
    return last;
  };
  const own = (media: { url: string }) => {
    const id = /\/attachments\/\d+\/(\d+)\//.exec(media.url)?.[1];
    const attachment = attachments.find((a) => a.id === id);
    return { url: attachment ? `attachment://${attachment.filename}` : media.url };
  };
  const walk = (c: Component): Component => ({
    ...c,
    id: c.id || fresh(),
    ...(c.components ? { components: c.components.map(walk) } : {}),
    ...(c.accessory ? { accessory: walk(c.accessory) } : {}),
    ...(c.component ? { component: walk(c.component) } : {}),
    ...(c.items ? { items: c.items.map((item) => ({ ...item, media: own(item.media) })) } : {}),
    ...(c.media ? { media: own(c.media) } : {}),
    ...(c.file ? { file: own(c.file) } : {}),
  });
  return components.map(walk);
}
