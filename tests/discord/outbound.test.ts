import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outbound, Screen } from '../../src/app/outbound.ts';
import { createOutbound, refusal } from '../../src/discord/outbound.ts';
import { createRest } from '../../src/discord/rest.ts';
import { setOffset } from '../clock.ts';
import { type Club, openClub } from '../playground/club.ts';

/** What the bot sends without an interaction, against a Discord on this machine. */

const clockFile = join(tmpdir(), `clock-${process.pid}-outbound`);
let club: Club;
let outbound: Outbound;
let metro: string;
beforeAll(async () => {
  club = await openClub({ clockFile });
  outbound = createOutbound(createRest(`${club.discord.url}/api`, club.discord.token));
  metro = club.place('metro');
});
beforeEach(() => rmSync(clockFile, { force: true }));
afterEach(async () => {
  await club.control('DELETE', '/faults');
  await club.control('DELETE', '/limits');
});
afterAll(async () => {
  rmSync(clockFile, { force: true });
  await club.close();
});

const HOUR = 3_600_000;
let purpose = 0;
const say = (content: string): Screen => ({ body: { content } });
const post = async (channel: string): Promise<string> => {
  const sent = await outbound.post(channel, say('first'), `purpose ${++purpose}`);
  if (!sent.ok) throw new Error(`Refused: ${sent.code}`);
  return sent.message;
};
const read = async (channel: string, message: string) =>
  (await club.as('ann')('GET', `/channels/${channel}/messages/${message}`)).body.content;
const archived = async (thread: string): Promise<boolean> =>
  (await club.bot('GET', `/channels/${thread}`)).body.thread_metadata.archived;

async function openThread(): Promise<string> {
  const opened = await outbound.thread(metro, await post(metro), 'Metro X #1');
  if (!opened.ok) throw new Error(`Refused: ${opened.code}`);
  return opened.channel;
}

/** The requests that `work` makes, by method and route. */
async function asks(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await club.control('GET', '/requests')).body.at(-1)?.n ?? 0;
  await work();
  const after: { method: string; route: string }[] = (await club.control('GET', `/requests?since=${before}`))
    .body;
  return after.map(({ method, route }) => `${method} ${route}`);
}

describe('direct messages', () => {
  test('go into the channel that Discord opens for them, always the same', async () => {
    const ben = club.person('ben');
    const opened = await outbound.direct(ben);
    expect(opened).toEqual({ ok: true, channel: expect.any(String) });
    expect(await outbound.direct(ben)).toEqual(opened);
    const { channel } = opened as { channel: string };
    const { message } = (await outbound.post(channel, say('Your turn.'), 'due')) as { message: string };
    expect((await club.as('ben')('GET', `/channels/${channel}/messages/${message}`)).body.content).toBe(
      'Your turn.',
    );
  });

  test('to somebody who takes none are refused when they are posted', async () => {
    await club.control('PUT', `/people/${club.person('cleo')}/dm`, { closed: true });
    const { channel } = (await outbound.direct(club.person('cleo'))) as { channel: string };
    expect(await outbound.post(channel, say('x'), 'closed')).toEqual({ ok: false, code: 50007, status: 403 });
    await club.control('PUT', `/people/${club.person('cleo')}/dm`, { closed: false });
    expect((await outbound.post(channel, say('x'), 'open')).ok).toBe(true);
  });

  test('to somebody who is not there any more have no channel', async () => {
    expect(await outbound.direct('1234567890123456789')).toEqual({ ok: false, code: 10013, status: 404 });
  });
});

describe('a message', () => {
  interface Asked {
    readonly method: string;
    readonly body: { readonly nonce?: string; readonly enforce_nonce?: boolean };
  }
  const nonces = async (): Promise<string[]> =>
    ((await club.control('GET', '/requests?since=0')).body as Asked[])
      .filter(({ method, body }) => method === 'POST' && body?.enforce_nonce)
      .map(({ body }) => body.nonce!);
  const sent = async (channel: string, what: string, words = what): Promise<string> => {
    const done = await outbound.post(channel, say(words), what);
    if (!done.ok) throw new Error(`Refused: ${done.code}`);
    return done.message;
  };

  test('for one purpose comes once in a channel, and once in each other', async () => {
    const [ann, ben] = await Promise.all(
      ['ann', 'ben'].map(async (name) => {
        const opened = await outbound.direct(club.person(name));
        return (opened as { channel: string }).channel;
      }),
    );
    const first = await sent(ann!, 'digest.1');
    expect(await sent(ann!, 'digest.1')).toBe(first);
    const other = await sent(ben!, 'digest.1');
    expect(other).not.toBe(first);
    expect((await club.as('ben')('GET', `/channels/${ben}/messages/${other}`)).body.content).toBe('digest.1');
    expect(await sent(ann!, 'digest.2')).not.toBe(first);
  });

  test('that somebody deletes is posted again, as often as they do', async () => {
    const known = new Set<string>();
    for (let times = 1; times <= 4; times++) {
      const message = await sent(metro, '7.1.round', `time ${times}`);
      expect(known.has(message)).toBe(false);
      known.add(message);
      expect(await read(metro, message)).toBe(`time ${times}`);
      // Whoever could not note it finds it all the same.
      expect(await sent(metro, '7.1.round')).toBe(message);
      await club.control('DELETE', `/messages/${message}`);
    }
  });

  test('under a nonce that is given is that one again, whatever it is for, and refused once it was deleted', async () => {
    const post = (words: string) => outbound.post(metro, say(words), words, 'given-1');
    const first = await post('one');
    expect(first).toMatchObject({ ok: true });
    expect(await post('two')).toEqual(first);
    await club.control('DELETE', `/messages/${(first as { message: string }).message}`);
    expect(await post('three')).toMatchObject({ ok: false, code: 10008 });
  });

  test('bears a nonce that is short enough and counts, however long its purpose is', async () => {
    const purpose = `1234567890.1234.round-123/${'x'.repeat(300)}`;
    const [one, two] = [await sent(metro, purpose, '1'), await sent(metro, `${purpose}y`, '2')];
    expect(one).not.toBe(two);
    const all = await nonces();
    expect(all.length).toBeGreaterThan(4);
    for (const nonce of all.filter((one) => one !== 'given-1')) expect(nonce).toMatch(/^[\w-]{24}$/);
  });
});

describe('a thread', () => {
  test('is archived and opened again, each as often as one likes', async () => {
    const thread = await openThread();
    for (const closed of [true, true, false, false]) {
      const done = closed ? await outbound.archive(thread) : await outbound.revive(thread);
      expect(done).toEqual({ ok: true });
      expect(await archived(thread)).toBe(closed);
    }
  });

  test('that is archived takes a message at once, and is open then', async () => {
    const thread = await openThread();
    await outbound.archive(thread);
    expect(await asks(() => post(thread))).toEqual(['POST /channels/:id/messages']);
    expect(await archived(thread)).toBe(false);
  });

  test('that is archived is opened for an edit, and for a removal', async () => {
    const thread = await openThread();
    const message = await post(thread);
    await outbound.archive(thread);
    expect(await asks(() => outbound.edit(thread, message, say('second')))).toEqual([
      'PATCH /channels/:id/messages/:id',
      'PATCH /channels/:id',
      'PATCH /channels/:id/messages/:id',
    ]);
    expect(await read(thread, message)).toBe('second');
    await outbound.archive(thread);
    expect(await outbound.remove(thread, message)).toEqual({ ok: true });
    expect((await club.bot('GET', `/channels/${thread}/messages/${message}`)).status).toBe(404);
  });

  test('that is locked stays as it is: a refusal, after one try to open it', async () => {
    const thread = await openThread();
    const message = await post(thread);
    await club.control('PUT', `/channels/${thread}`, { locked: true });
    expect(await outbound.edit(thread, message, say('x'))).toEqual({ ok: false, code: 160005, status: 403 });
    expect((await outbound.post(thread, say('x'), 'locked')).ok).toBe(false);
    await club.control('PUT', `/channels/${thread}`, { archived: true });
    const tried = await asks(async () => {
      expect(await outbound.edit(thread, message, say('x'))).toEqual({ ok: false, code: 50083, status: 403 });
    });
    expect(tried).toEqual(['PATCH /channels/:id/messages/:id', 'PATCH /channels/:id']);
    expect(await outbound.remove(thread, message)).toMatchObject({ ok: false, code: 50083 });
    expect((await outbound.revive(thread)).ok).toBe(false);
    expect(await archived(thread)).toBe(true);
  });

  test('that cannot be opened for want of an answer is a refusal that passes', async () => {
    const thread = await openThread();
    const message = await post(thread);
    await outbound.archive(thread);
    await club.control('POST', '/faults', { method: 'PATCH', route: '/channels/:id', status: 503 });
    expect(await outbound.edit(thread, message, say('x'))).toEqual({ ok: false, code: 0, status: 503 });
  });
});

describe('edits of a message older than an hour', () => {
  test('that are too many are refused at once, and a new message goes on', async () => {
    const message = await post(metro);
    await club.control('POST', '/limits', { old: true, route: '*', limit: 2, per: 30 });
    setOffset(clockFile, 2 * HOUR);
    const edit = (content: string) => outbound.edit(metro, message, say(content));
    expect([await edit('a'), await edit('b')]).toEqual([{ ok: true }, { ok: true }]);
    const begun = Date.now();
    expect(await edit('c')).toEqual({ ok: false, code: 30046, status: 429 });
    expect(Date.now() - begun).toBeLessThan(20_000);
    expect(await read(metro, message)).toBe('b');
    // Nothing waits behind the refusal.
    const next = await post(metro);
    expect(await outbound.edit(metro, next, say('c'))).toEqual({ ok: true });
    expect(Date.now() - begun).toBeLessThan(20_000);
  });

  test('are told from a rate limit, which is waited for', async () => {
    const message = await post(metro);
    await club.control('POST', '/faults', {
      method: 'PATCH',
      route: '/channels/:id/messages/:id',
      status: 429,
      retry_after: 0.3,
      times: 1,
    });
    const begun = Date.now();
    expect(await outbound.edit(metro, message, say('after a while'))).toEqual({ ok: true });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(300);
    expect(await read(metro, message)).toBe('after a while');
  });
});

describe('what fails on the way', () => {
  test.each([
    ['a name that cannot be found', 'http://metrox.invalid/api'],
    ['a port on which nobody listens', 'http://localhost:9/api'],
  ])('is a refusal without a code: %s', async (_what, api) => {
    const lost = createOutbound(createRest(api, 'x'));
    expect(await lost.post('1', say('x'), 'n')).toEqual({ ok: false, code: 0, status: 0 });
  });

  test('is told from what is wrong in the program', () => {
    const wrong = Object.assign(new TypeError('x is not a function'), { code: 'ERR_INVALID_ARG_TYPE' });
    expect(() => refusal(wrong)).toThrow(wrong);
    expect(() => refusal(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))).toThrow('busy');
    expect(refusal(Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }))).toEqual({
      code: 0,
      status: 0,
    });
  });
});
