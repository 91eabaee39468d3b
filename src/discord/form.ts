import { randomBytes } from 'node:crypto';
import type { RawFile, REST } from 'discord.js';

/**
 * Messages with files as one piece of bytes. The library makes a form of them, whose parts are copied several times and go
 * out piece by piece; what is sent often had better be whole (RFC 7578; Discord wants the JSON in the part
 * `payload_json`: https://docs.discord.com/developers/reference#uploading-files).
 */

/** Of what the bot sends. Discord tells all else by itself. */
const TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.png', 'image/png'],
  ['.gif', 'image/gif'],
];
const UNKNOWN = 'application/octet-stream';

const ESCAPES: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
const quoted = (name: string): string => `"${name.replace(/["\r\n]/g, (one) => ESCAPES[one]!)}"`;

interface Form {
  readonly body: Buffer;
  /** With the boundary of its parts. */
  readonly type: string;
}

/** Nobody who writes anything that is sent can know it. */
const APART = randomBytes(18).toString('base64url');
let forms = 0;

/** A form of a message's JSON and its files. */
export function formOf(json: unknown, files: readonly RawFile[]): Form {
  const boundary = `${APART}${forms++}`;
  const part = (about: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`;
  const pieces: Buffer[] = [];
  for (const [i, { key, name, data, contentType }] of files.entries()) {
    const type = contentType ?? TYPES.find(([ending]) => name.endsWith(ending))?.[1] ?? UNKNOWN;
    const about = `name=${quoted(key ?? `files[${i}]`)}; filename=${quoted(name)}\r\nContent-Type: ${type}`;
    pieces.push(Buffer.from(part(about)), bytesOf(data), END);
  }
  if (json !== undefined && json !== null)
    pieces.push(Buffer.from(`${part('name="payload_json"')}${JSON.stringify(json)}\r\n`));
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(pieces), type: `multipart/form-data; boundary=${boundary}` };
}

const END = Buffer.from('\r\n');

function bytesOf(data: RawFile['data']): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return data instanceof Uint8Array
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(String(data));
}

/** Has a connection send files so. */
export function formed(rest: REST): REST {
  const request = rest.request.bind(rest);
  rest.request = (options) => {
    const { files, body: json, ...others } = options;
    if (!files?.length || options.appendToFormData) return request(options);
    const { body, type } = formOf(json, files);
    const headers = { ...options.headers, 'Content-Type': type };
    return request({ ...others, body, headers, passThroughBody: true });
  };
  return rest;
}
