import { DiscordAPIError, HTTPError, RateLimitError, type RawFile, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { UNKNOWN_MESSAGE } from '../app/discorderror.ts';
import { nonceOf } from '../app/messages/plan.ts';
import type { Outbound, Screen, Sent } from '../app/outbound.ts';

const THREAD_EXISTS = 160004;
const THREAD_ARCHIVED = 50083;
const FORBIDDEN = 403;
const WEEK = 10_080;
/** So often in a row somebody deletes within minutes what is posted for one purpose; then it is let be. */
const ATTEMPTS = 8;
/** Codes of errors on the way: of the system, the client, or the encryption. */
const OF_NETWORK = /^(?:E(?!RR_)[A-Z_]+|UND_ERR_\w+|ERR_(?:TLS|SSL)_\w+)$/;

/** How a screen goes over the wire: its JSON, and the files it brings. */
export function payload(screen: Screen): { body: unknown; files?: RawFile[] } {
  const { body, files } = screen;
  if (!files) return { body };
  return {
    body: {
      ...body,
      attachments: files.map((file, id) => ({ id, filename: file.name, description: file.description })),
    },
    files: files.map((file) => ({ name: file.name, data: file.data })),
  };
}

/**
 * Everything that is sent with the bot's own token. A refusal by Discord is a value. `log` tells, at debug, what each
 * message is for, which its nonce does not.
 */
export function createOutbound(rest: REST, log?: Pick<Logger, 'debug'>): Outbound {
  const archiving = (thread: string, archived: boolean): Promise<Sent> =>
    sent(async () => {
      await rest.patch(Routes.channel(thread), { body: { archived } });
      return {};
    });

  /** Once more after the thread was opened again; a locked one stays a refusal. */
  async function opened(channel: string, work: () => Promise<Sent>): Promise<Sent> {
    const first = await work();
    if (first.ok || first.code !== THREAD_ARCHIVED) return first;
    const revived = await archiving(channel, false);
    if (revived.ok) return work();
    return revived.status === FORBIDDEN ? first : revived;
  }

  return {
    post: async (channel, screen, purpose, given) => {
      const { body, files } = payload(screen);
      for (let attempt = 0; ; attempt++) {
        const nonce = given ?? nonceOf(channel, purpose, attempt);
        log?.debug({ channel, purpose, attempt, nonce }, 'posting');
        const posted = await sent(async () => {
          const message = (await rest.post(Routes.channelMessages(channel), {
            body: { ...(body as object), nonce, enforce_nonce: true },
            files,
          })) as { id: string };
          return { message: message.id };
        });
        // It was posted before, and somebody has deleted it since.
        const gone = !posted.ok && posted.code === UNKNOWN_MESSAGE;
        if (!gone || given !== undefined || attempt + 1 === ATTEMPTS) return posted;
      }
    },
    edit: (channel, message, screen) =>
      opened(channel, () =>
        sent(async () => {
          await rest.patch(Routes.channelMessage(channel, message), payload(screen));
          return {};
        }),
      ),
    remove: (channel, message) =>
      opened(channel, () =>
        sent(async () => {
          await rest.delete(Routes.channelMessage(channel, message));
          return {};
        }),
      ),
    thread: async (channel, message, name) => {
      const opened = await sent(async () => {
        const body = { name: name.slice(0, 100), auto_archive_duration: WEEK };
        const thread = (await rest.post(Routes.threads(channel, message), { body })) as { id: string };
        return { channel: thread.id };
      });
      // A thread bears the id of the message it hangs on.
      return !opened.ok && opened.code === THREAD_EXISTS ? { ok: true, channel: message } : opened;
    },
    direct: (user) =>
      sent(async () => {
        const channel = (await rest.post(Routes.userChannels(), { body: { recipient_id: user } })) as {
          id: string;
        };
        return { channel: channel.id };
      }),
    archive: async (thread) => {
      const done = await archiving(thread, true);
      return !done.ok && done.code === THREAD_ARCHIVED ? { ok: true } : done;
    },
    revive: (thread) => archiving(thread, false),
  };
}

async function sent<T extends object>(work: () => Promise<T>): Promise<Sent<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, ...refusal(error) };
  }
}

/** Discord's code and the HTTP status; 0 where there was no answer. Rethrows what is no answer of Discord's. */
export function refusal(error: unknown): { code: number; status: number } {
  if (error instanceof DiscordAPIError) return { code: Number(error.code) || 0, status: error.status };
  if (error instanceof HTTPError) return { code: 0, status: error.status };
  if (error instanceof RateLimitError) return { code: 0, status: 429 };
  const { name, code, cause, message } = error as Error & { code?: unknown };
  const unheard =
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    cause !== undefined ||
    OF_NETWORK.test(String(code)) ||
    /fetch failed|socket|ECONN|other side closed/i.test(message);
  if (unheard) return { code: 0, status: 0 };
  throw error;
}

/** Whether an HTTP status means that Discord will not tell, rather than that it could not. */
export const saysNo = (status: number): boolean => status === 403 || status === 404;
