import { OWN, partsOf, safeName } from './payload/components.ts';
import type { Attachment, Component, Message, Upload } from './shapes.ts';
import type { World } from './world.ts';

/** An entry of a request's `attachments`: a kept attachment by its id, or a new file by the n of files[n]. */
export interface Listed {
  id: string | number;
  filename?: string;
  description?: string | null;
}

/** Width and height of a PNG or GIF by its header, in pixels. */
export function pictureSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 24) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)))
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return undefined;
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
    ...(pictureSize(upload.bytes) ?? {}),
  };
  return attachment;
}

/**
 * Stores the new files of a request, and computes the attachments that the message has then.
 *
 * With `listed`, only the earlier attachments on that list stay, in its order and with its descriptions; without it all
 * stay, and the new files follow. A new file that the list lacks is attached to a new message, but not by an edit (which
 * has attachments `before`).
 * @returns the attachments, and the earlier ones that are gone; `forget` removes their bytes
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
  for (const one of listed ?? []) {
    const kept = earlier.find((a) => a.id === String(one.id));
    const upload = left.get(String(one.id));
    if (kept) {
      const { description: old, ...rest } = kept;
      const description = one.description === undefined ? old : one.description;
      attachments.push({ ...rest, ...(description ? { description } : {}) });
    } else if (upload) {
      attachments.push(store(world, where, upload, one));
      left.delete(upload.n);
    }
  }
  if (!listed || !before) for (const upload of left.values()) attachments.push(store(world, where, upload));
  return { attachments, gone: earlier.filter((a) => !attachments.some((b) => b.id === a.id)) };
}

/** Removes the bytes of attachments. */
export function forget(world: World, attachments: Attachment[]): void {
  for (const one of attachments) world.store.files.remove(one.id);
}

/** The attachments that no component of the message names: those that its list has. */
export function unnamed({ attachments, components }: Message): Attachment[] {
  const urls = partsOf(components).flatMap(({ items = [], file }) => [
    ...items.map(({ media }) => media.url),
    ...(file ? [file.url] : []),
  ]);
  const names = urls.map((url) => safeName(url.slice(OWN.length)));
  return attachments.filter(({ filename }) => !names.includes(filename));
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
 * The components of a message with the address, type and size (in pixels or bytes) of each file in the place of its
 * `attachment://name`.
 */
export function withUrls(world: World, message: Message): object[] {
  const find = (url: string) =>
    message.attachments.find(({ filename }) => filename === safeName(url.slice(OWN.length)));
  const media = ({ url: name }: { url: string }): object => {
    const attachment = find(name);
    if (!attachment) return { url: name };
    const { id, width = null, height = null, content_type } = attachment;
    const url = urlOf(world, message.channel_id, attachment);
    return { url, proxy_url: url, width, height, content_type, attachment_id: id };
  };
  const walk = (component: Component): object => {
    const { components, items, file } = component;
    const stored = file && find(file.url);
    return {
      ...component,
      ...(components ? { components: components.map(walk) } : {}),
      ...(items ? { items: items.map((item) => ({ ...item, media: media(item.media) })) } : {}),
      ...(file ? { file: media(file) } : {}),
      ...(stored ? { name: stored.filename, size: stored.size } : {}),
    };
  };
  return message.components.map(walk);
}
