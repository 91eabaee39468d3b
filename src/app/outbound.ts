import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import { createLane } from './lane.ts';

/** A file that goes with a message. */
export interface Upload {
  readonly name: string;
  readonly data: Buffer;
  /** Alt text, for pictures. */
  readonly description?: string;
}

/**
 * A message as Discord takes it. `files` are uploaded with it and take the place of all earlier ones; without
 * `files` an edit leaves the message's files as they are.
 */
export interface Screen {
  readonly body: RESTPostAPIChannelMessageJSONBody;
  readonly files?: readonly Upload[];
}

/** A file that is drawn only when it is sent. */
export interface Sketch extends Omit<Upload, 'data'> {
  draw(): Promise<Buffer>;
}

/** A screen that was written without waiting: its words stand, its pictures may not be drawn yet. */
export interface Draft {
  readonly body: Screen['body'];
  readonly files?: readonly (Upload | Sketch)[];
}

/** So many pictures are drawn at a time: more would only take memory, and be ready later. */
const AT_ONCE = 3;
const easel = createLane(AT_ONCE);

/** Draws what is not drawn yet, when it is its turn. */
export async function drawn(draft: Draft): Promise<Screen> {
  return (await drawnIf(draft, () => true))!;
}

/** As `drawn`; undefined where it is not `wanted` any more as its turn comes. */
export async function drawnIf({ body, files }: Draft, wanted: () => boolean): Promise<Screen | undefined> {
  if (!files) return { body };
  const uploads = await Promise.all(
    files.map(async (file): Promise<Upload | undefined> => {
      if ('data' in file) return file;
      const { draw, ...about } = file;
      const data = await easel.enter(() => (wanted() ? draw() : undefined));
      return data && { ...about, data };
    }),
  );
  const whole = uploads.filter((one) => one !== undefined);
  return whole.length < uploads.length ? undefined : { body, files: whole };
}

/** A refusal by Discord is a value: its error code, or 0 when there was no answer. */
export type Sent<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly code: number; readonly status: number };

/** How the bot reaches the chat without an interaction. */
export interface Outbound {
  /**
   * The same purpose in the same channel within a few minutes posts once, and is answered with the message that stands
   * there, unless somebody has deleted it meanwhile. With a `nonce` the answer hangs on that alone, `purpose` is only
   * for people who look on, and where the message was deleted meanwhile the refusal (10008) comes back.
   */
  post(channel: string, screen: Screen, purpose: string, nonce?: string): Promise<Sent<{ message: string }>>;
  /**
   * In an archived thread, which takes neither edits nor removals, it is opened again first. Where a message older
   * than an hour was edited too often lately, the refusal (30046) comes at once.
   */
  edit(channel: string, message: string, screen: Screen): Promise<Sent>;
  remove(channel: string, message: string): Promise<Sent>;
  /** Opens the thread of a message, whose id it then bears; opening it again is no error. */
  thread(channel: string, message: string, name: string): Promise<Sent<{ channel: string }>>;
  /** The channel of direct messages with a user. Whether they take any is told (50007) when one is posted. */
  direct(user: string): Promise<Sent<{ channel: string }>>;
  /** Archives a thread; an archived one stays as it is. */
  archive(thread: string): Promise<Sent>;
  /** Opens an archived thread again; a locked one is refused. */
  revive(thread: string): Promise<Sent>;
}
