import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type Next } from 'hono';
import { isRefusal, known, plain, refusal } from '../errors.ts';
import type { Fault, Faults } from '../faults.ts';
import type { Entry, Journal } from '../journal.ts';
import type { Limits } from '../limits.ts';
import type { Person, Upload } from '../shapes.ts';
import { type World, whoHas } from '../world.ts';

/** What the REST API works with. */
export interface Api {
  world: World;
  limits: Limits;
  faults: Faults;
  journal: Journal;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    /** Who asks; the bot on routes that are opened by an interaction's token. */
    who: Person;
    body: unknown;
    uploads: Upload[];
  };
}

export type Ask = Context<Env>;

const PREFIX = '/api/v10';
const REQUEST_LIMIT = 25 * 1024 * 1024;

/** Path below the API's version, still encoded parts decoded. */
function pathOf(c: Ask): string {
  const path = c.req.path.slice(PREFIX.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function openedByToken(path: string): boolean {
  return /^\/(interactions\/[^/]+\/[^/]+\/callback$|webhooks\/[^/]+\/[^/]+)/.test(path);
}

function whoAsks(world: World, c: Ask, path: string): Person {
  const header = c.req.header('authorization');
  const bot = header?.startsWith('Bot ') ?? false;
  if (openedByToken(path) && (!header || bot)) {
    const app = world.store.people.get(world.app);
    if (app) return app;
  }
  const person = header ? whoHas(world, header.replace(/^Bot /, '')) : undefined;
  if (!person || person.bot !== bot) throw plain(401, 'Unauthorized');
  return person;
}

/** The JSON of a request, or the `payload_json` of a multipart one with its files[n]. */
async function read(
  c: Ask,
): Promise<{ body: unknown; uploads: Upload[]; broken?: boolean; large?: boolean }> {
  if (Number(c.req.header('content-length') ?? 0) > REQUEST_LIMIT)
    return { body: null, uploads: [], large: true };
  const type = c.req.header('content-type') ?? '';
  const uploads: Upload[] = [];
  let text: string;
  try {
    if (type.startsWith('multipart/form-data')) {
      const form = await c.req.formData();
      for (const [key, value] of form.entries()) {
        const n = /^files\[(\d+)\]$/.exec(key)?.[1];
        if (typeof value === 'string' || n === undefined) continue;
        uploads.push({
          n,
          filename: value.name,
          type: value.type,
          bytes: Buffer.from(await value.arrayBuffer()),
        });
      }
      uploads.sort((a, b) => Number(a.n) - Number(b.n));
      text = String(form.get('payload_json') ?? '{}');
    } else text = await c.req.text();
  } catch {
    return { body: null, uploads, broken: true };
  }
  if (text === '') return { body: {}, uploads };
  try {
    return { body: JSON.parse(text), uploads };
  } catch {
    return { body: null, uploads, broken: true };
  }
}

function record(api: Api, c: Ask, path: string, body: unknown, uploads: Upload[]): Entry {
  const [, kind, id, token] = path.split('/');
  const interaction =
    kind === 'interactions'
      ? id
      : kind === 'webhooks' && token
        ? api.world.store.interactions.byToken(token)?.id
        : undefined;
  return api.journal.add({
    method: c.req.method,
    path,
    body,
    files: uploads.map((u) => ({ name: u.filename, size: u.bytes.length })),
    ...(interaction ? { interaction } : {}),
  });
}

function spoil(c: Ask, fault: Fault): Response {
  if (fault.drop) {
    c.env.incoming.socket.destroy();
    return c.body(null, 500);
  }
  const [usual = 500, text] = known(fault.code) ?? [];
  const status = fault.status ?? usual;
  const wait = fault.retry_after ?? 1;
  const headers: Record<string, string> =
    status === 429
      ? {
          'retry-after': String(wait),
          'x-ratelimit-scope': fault.global ? 'global' : 'user',
          ...(fault.global ? { 'x-ratelimit-global': 'true' } : {}),
        }
      : {};
  const body = {
    message: fault.message ?? text ?? `Asked for by a fault (${status})`,
    code: fault.code ?? 0,
    ...(status === 429 ? { retry_after: wait, global: fault.global ?? false } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

/** Any error as Discord answers it. */
function answerError(error: unknown): Response {
  if (!isRefusal(error)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return Response.json({ message: '500: Internal Server Error', code: 0 }, { status: 500 });
  }
  const wait = error.body.retry_after;
  return Response.json(error.body, {
    status: error.status,
    headers: wait === undefined ? {} : { 'retry-after': String(wait), 'x-ratelimit-scope': 'shared' },
  });
}

/**
 * What every request passes before its route: the body is read and the sender identified. Requests of the bot are also
 * recorded, meet the faults that a test asked for, and count for the rate limits.
 */
export function makeApi(api: Api): Hono<Env> {
  const app = new Hono<Env>().basePath(PREFIX);

  async function frame(c: Ask, next: Next): Promise<Response | undefined> {
    const path = pathOf(c);
    const { body, uploads, broken, large } = await read(c);
    // The sender is gone before the request was whole: it counts as not sent.
    const { destroyed, complete } = c.env.incoming;
    if (destroyed && !complete) return c.body(null, 400);
    const bot = c.req.header('authorization')?.startsWith('Bot ') || openedByToken(path);
    const entry = bot ? record(api, c, path, body, uploads) : undefined;
    const fault = bot ? api.faults.take(c.req.method, path) : undefined;
    const done = async (response: Response) => {
      if (!entry) return;
      entry.status = response.status;
      if (response.status !== 204)
        entry.response = await response
          .clone()
          .json()
          .catch(() => undefined);
    };
    if (fault?.delay) await new Promise((go) => setTimeout(go, fault.delay));
    // The server may have been closed meanwhile.
    if (api.world.closed) return c.body(null, 503);
    const spoils = fault && (fault.drop || fault.status !== undefined || fault.code !== undefined);
    if (spoils && !fault.after) {
      const response = spoil(c, fault);
      await done(response);
      return response;
    }
    const verdict = bot ? api.limits.count(c.req.method, path) : undefined;
    if (verdict?.wait !== undefined) {
      const response = Response.json(
        {
          message: 'You are being rate limited.',
          retry_after: verdict.wait,
          global: verdict.global ?? false,
        },
        { status: 429, headers: verdict.headers },
      );
      await done(response);
      return response;
    }
    try {
      c.set('who', whoAsks(api.world, c, path));
      if (large) throw refusal(40005);
      if (broken) throw refusal(50109);
      c.set('body', body);
      c.set('uploads', uploads);
      await next();
    } catch (error) {
      c.res = answerError(error);
    }
    for (const [name, value] of Object.entries(verdict?.headers ?? {})) c.res.headers.set(name, value);
    if (spoils) {
      const lost = spoil(c, fault);
      await done(lost);
      c.res = undefined;
      c.res = lost;
      return undefined;
    }
    await done(c.res);
    return undefined;
  }

  app.use('*', frame);
  app.onError((error) => answerError(error));
  return app;
}

/** A 204, which carries neither a body nor a type. */
export function nothing(): Response {
  return new Response(null, { status: 204 });
}

/** A route's parameter that is sure to be there. */
export function param(c: Ask, name: string): string {
  return c.req.param(name as never) as unknown as string;
}
