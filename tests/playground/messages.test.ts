import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOffset } from '../clock.ts';
import { type Club, code, connect, type Line, type Loose, openClub, PNG } from './club.ts';

const clockFile = join(tmpdir(), `clock-${process.pid}-messages`);
let club: Club;
let ben: Line;
let path: string;

beforeAll(async () => {
  club = await openClub({ clockFile });
  ben = connect(club.discord, 'person-ben');
  await ben.next('READY');
  path = `/channels/${club.place('metro')}/messages`;
});

beforeEach(() => rmSync(clockFile, { force: true }));

afterAll(async () => {
  ben.close();
  await club.close();
});

const post = async (body: object, files = [] as { name: string; bytes: Buffer }[]) =>
  (await club.bot('POST', path, body, files)).body;

describe('a message', () => {
  it('is what discord.js expects: embeds and components are lists even when there are none', async () => {
    expect(await post({ content: 'hello' })).toMatchObject({
      content: 'hello',
      embeds: [],
      components: [],
      attachments: [],
      flags: 0,
      author: { id: club.app, username: 'metro', bot: true },
    });
  });

  it('empty is 50006, too long 50035', async () => {
    expect(code(await club.bot('POST', path, {}))).toEqual([400, 50006]);
    const long = await club.bot('POST', path, { content: 'x'.repeat(2001) });
    expect(code(long)).toEqual([400, 50035]);
    expect(long.body.errors.content._errors[0]).toMatchObject({ code: expect.any(String) });
    expect(code(await club.bot('POST', path, { content: 'x'.repeat(2000) }))).toEqual([200, undefined]);
  });

  it('is not JSON: 50109', async () => {
    const reply = await fetch(`${club.discord.url}/api/v10${path}`, {
      method: 'POST',
      headers: { authorization: 'Bot playground', 'content-type': 'application/json' },
      body: '{',
    });
    expect([reply.status, ((await reply.json()) as Loose).code]).toEqual([400, 50109]);
  });

  it('is listed newest first, by pages', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await post({ content: `page ${i}` })).id);
    const list = async (query: string) =>
      ((await club.as('ben')('GET', `${path}?${query}`)).body as Loose[]).map((m) => m.id);
    expect(await list('limit=2')).toEqual([ids[4], ids[3]]);
    expect(await list(`limit=2&before=${ids[3]}`)).toEqual([ids[2], ids[1]]);
    expect(await list(`limit=50&after=${ids[2]}`)).toEqual([ids[4], ids[3]]);
  });

  it('of somebody else cannot be edited: 50005', async () => {
    const mine = (await club.as('ben')('POST', path, { content: 'ben' })).body;
    expect(code(await club.bot('PATCH', `${path}/${mine.id}`, { content: 'x' }))).toEqual([403, 50005]);
    const bots = await post({ content: 'bot' });
    expect(code(await club.as('ann')('PATCH', `${path}/${bots.id}`, { content: 'x' }))).toEqual([403, 50005]);
  });

  it('of somebody else is deleted only with Manage Messages: 50013', async () => {
    const mine = (await club.as('ben')('POST', path, { content: 'ben' })).body;
    expect(code(await club.bot('DELETE', `${path}/${mine.id}`))).toEqual([403, 50013]);
    expect((await club.as('ann')('DELETE', `${path}/${mine.id}`)).status).toBe(204);
    expect(code(await club.bot('GET', `${path}/${mine.id}`))).toEqual([404, 10008]);
    await ben.next('MESSAGE_DELETE', (d) => d.id === mine.id);
  });

  it('that is gone is 10008 at the next edit', async () => {
    const message = await post({ content: 'x' });
    await club.control('DELETE', `/messages/${message.id}`);
    expect(code(await club.bot('PATCH', `${path}/${message.id}`, { content: 'y' }))).toEqual([404, 10008]);
  });

  it('with the nonce of an earlier one and enforce_nonce is that earlier one, for five minutes', async () => {
    const draft = { content: 'once', nonce: 'n-1', enforce_nonce: true };
    const first = await post(draft);
    expect((await post(draft)).id).toBe(first.id);
    expect((await post({ ...draft, nonce: 'n-2' })).id).not.toBe(first.id);
    expect((await post({ ...draft, enforce_nonce: false })).id).not.toBe(first.id);
    setOffset(clockFile, 6 * 60_000);
    expect((await post(draft)).id).not.toBe(first.id);
  });

  it('with a nonce that counts is the earlier one of this author in any channel, and 10008 once that is deleted', async () => {
    const draft = { content: 'once', nonce: 'n-3', enforce_nonce: true };
    const first = await post(draft);
    const elsewhere = `/channels/${club.place('general')}/messages`;
    expect((await club.bot('POST', elsewhere, draft)).body).toMatchObject({
      id: first.id,
      channel_id: first.channel_id,
    });
    expect((await club.as('ann')('POST', elsewhere, draft)).body.id).not.toBe(first.id);
    await club.control('DELETE', `/messages/${first.id}`);
    expect(code(await club.bot('POST', path, draft))).toEqual([404, 10008]);
    expect(code(await club.bot('POST', elsewhere, draft))).toEqual([404, 10008]);
    setOffset(clockFile, 6 * 60_000);
    expect((await post(draft)).id).not.toBe(first.id);
  });

  it('tells its time by the clock', async () => {
    setOffset(clockFile, 3_600_000);
    const message = await post({ content: 'later' });
    expect(Date.parse(message.timestamp) - Date.now()).toBeGreaterThan(3_590_000);
  });
});

describe('mentions', () => {
  const mentioned = async (body: object) => {
    const message = await post(body);
    return [message.mentions.map((u: Loose) => u.username), message.mention_everyone];
  };

  it('follow allowed_mentions', async () => {
    const content = `<@${club.person('ben')}> <@${club.person('cleo')}> \`<@${club.person('dia')}>\` @everyone`;
    expect(await mentioned({ content })).toEqual([['ben', 'cleo'], false]);
    expect(await mentioned({ content, allowed_mentions: { parse: [] } })).toEqual([[], false]);
    expect(await mentioned({ content, allowed_mentions: { users: [club.person('cleo')] } })).toEqual([
      ['cleo'],
      false,
    ]);
    expect(await mentioned({ content: 'none', allowed_mentions: { users: [club.person('cleo')] } })).toEqual([
      [],
      false,
    ]);
  });

  it('of everyone need the permission', async () => {
    const asked = (await club.as('ann')('POST', path, { content: '@everyone' })).body;
    expect(asked.mention_everyone).toBe(true);
    expect((await club.as('ben')('POST', path, { content: '@everyone' })).body.mention_everyone).toBe(false);
  });

  it('count in text components too', async () => {
    const components = [{ type: 10, content: `<@${club.person('ben')}>` }];
    expect(await mentioned({ flags: 1 << 15, components })).toEqual([['ben'], false]);
    expect(await mentioned({ flags: 1 << 15, components, allowed_mentions: { parse: [] } })).toEqual([
      [],
      false,
    ]);
  });
});

describe('attachments', () => {
  const board = { name: 'board.png', bytes: PNG };

  it('are served with their type, and a PNG has its size', async () => {
    const message = await post({ content: 'x', attachments: [{ id: 0, description: 'a board' }] }, [board]);
    const [file] = message.attachments;
    expect(file).toMatchObject({
      filename: 'board.png',
      content_type: 'image/png',
      size: PNG.length,
      width: 3,
      height: 2,
      description: 'a board',
    });
    const reply = await fetch(file.url);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await reply.arrayBuffer()).equals(PNG)).toBe(true);
  });

  it('are served with their size, too, where they are GIFs', async () => {
    const gif = Buffer.alloc(32);
    gif.write('GIF89a', 'latin1');
    gif.writeUInt16LE(960, 6);
    gif.writeUInt16LE(760, 8);
    const [file] = (await post({ content: 'x' }, [{ name: 'film.gif', bytes: gif }])).attachments;
    expect(file).toMatchObject({ content_type: 'image/gif', width: 960, height: 760 });
  });

  it('stay in an edit that lists none, and go in one that lists others', async () => {
    const message = await post({ content: 'x' }, [board, { name: 'record.json', bytes: Buffer.from('{}') }]);
    const [one, two] = message.attachments;
    const at = `${path}/${message.id}`;
    expect((await club.bot('PATCH', at, { content: 'y' })).body.attachments).toHaveLength(2);
    const added = await club.bot('PATCH', at, {}, [{ name: 'new.png', bytes: PNG }]);
    expect(added.body.attachments.map((a: Loose) => a.filename)).toEqual([
      'board.png',
      'record.json',
      'new.png',
    ]);
    const kept = await club.bot(
      'PATCH',
      at,
      { attachments: [{ id: two.id }, { id: '0', description: 'new' }] },
      [{ name: 'last.png', bytes: PNG }],
    );
    expect(kept.body.attachments.map((a: Loose) => a.filename)).toEqual(['record.json', 'last.png']);
    expect((await fetch(one.url)).status).toBe(404);
    expect((await fetch(two.url)).status).toBe(200);
    // A new file that the list leaves out is not taken, and cannot be named.
    const unlisted = { attachments: [{ id: two.id }] };
    const left = await club.bot('PATCH', at, unlisted, [{ name: 'stray.png', bytes: PNG }]);
    expect(left.body.attachments.map((a: Loose) => a.filename)).toEqual(['record.json']);
    const gallery = [{ type: 12, items: [{ media: { url: 'attachment://stray.png' } }] }];
    const laid = { flags: 1 << 15, content: null, embeds: [], components: gallery };
    expect(
      code(await club.bot('PATCH', at, { ...unlisted, ...laid }, [{ name: 'stray.png', bytes: PNG }])),
    ).toEqual([400, 50035]);
    expect((await club.bot('PATCH', at, { attachments: [] })).body.attachments).toEqual([]);
    expect(code(await club.bot('PATCH', at, { attachments: [{ id: one.id }] }))).toEqual([400, 50035]);
  });

  it('go with their message', async () => {
    const message = await post({ content: 'x' }, [board]);
    await club.bot('DELETE', `${path}/${message.id}`);
    expect((await fetch(message.attachments[0].url)).status).toBe(404);
  });

  it('of Components V2 show only where named, with address and size; the list has none of these', async () => {
    const components = [
      {
        type: 17,
        components: [
          { type: 10, content: 'table' },
          { type: 12, items: [{ media: { url: 'attachment://board.png' }, description: 'a board' }] },
          { type: 13, file: { url: 'attachment://record.json' } },
        ],
      },
    ];
    const message = await post({ flags: 1 << 15, components }, [
      board,
      { name: 'record.json', bytes: Buffer.from('{}') },
      { name: 'unseen.png', bytes: PNG },
    ]);
    expect(message.attachments.map((a: Loose) => a.filename)).toEqual(['unseen.png']);
    const [text, gallery, file] = message.components[0].components;
    expect(text.id).toEqual(expect.any(Number));
    expect(gallery.items[0]).toMatchObject({
      description: 'a board',
      media: { width: 3, height: 2, content_type: 'image/png' },
    });
    expect((await fetch(gallery.items[0].media.url)).status).toBe(200);
    expect(file).toMatchObject({ name: 'record.json', size: 2 });
    // An edit that says nothing of the files keeps them, so that they may be named again.
    const again = await club.bot('PATCH', `${path}/${message.id}`, {
      components: [{ type: 12, items: [{ media: { url: 'attachment://board.png' } }] }],
    });
    expect(again.body.components[0].items[0].media).toMatchObject({
      width: 3,
      attachment_id: gallery.items[0].media.attachment_id,
    });
    expect(again.body.flags & (1 << 15)).toBe(1 << 15);
  });

  it('over ten MiB are 40005', async () => {
    const large = { name: 'large.bin', bytes: Buffer.alloc(10 * 1024 * 1024 + 1) };
    expect(code(await club.bot('POST', path, { content: 'x' }, [large]))).toEqual([413, 40005]);
  });

  it('over 25 MiB in one request are 40005', async () => {
    const files = [0, 1, 2].map((n) => ({ name: `${n}.bin`, bytes: Buffer.alloc(9 * 1024 * 1024) }));
    expect(code(await club.bot('POST', path, { content: 'x' }, files))).toEqual([413, 40005]);
    expect((await club.bot('POST', path, { content: 'x' }, files.slice(0, 2))).status).toBe(200);
  });

  it('cannot leave their place by name', async () => {
    const message = await post({ content: 'x' }, [{ name: '../../etc/passwd', bytes: PNG }]);
    expect(message.attachments[0].filename).not.toContain('/');
  });
});

describe('direct messages', () => {
  it('to somebody who closed them are 50007', async () => {
    const channel = (await club.bot('POST', '/users/@me/channels', { recipient_id: club.person('cleo') }))
      .body;
    expect(channel).toMatchObject({ type: 1, recipients: [{ username: 'cleo' }] });
    const at = `/channels/${channel.id}/messages`;
    expect((await club.bot('POST', at, { content: 'x' })).status).toBe(200);
    const dm = (closed: boolean) => club.control('PUT', `/people/${club.person('cleo')}/dm`, { closed });
    expect((await dm(true)).status).toBe(200);
    expect(code(await club.bot('POST', at, { content: 'x' }))).toEqual([403, 50007]);
    await dm(false);
    expect((await club.bot('POST', at, { content: 'x' })).status).toBe(200);
    expect(code(await club.control('PUT', '/people/7/dm', { closed: true }))).toEqual([404, 10013]);
  });

  it('are not seen by others: 50001', async () => {
    const channel = (await club.bot('POST', '/users/@me/channels', { recipient_id: club.person('cleo') }))
      .body;
    expect(code(await club.as('ben')('GET', `/channels/${channel.id}/messages`))).toEqual([403, 50001]);
  });
});

describe('unknown ids', () => {
  const lost = '1300000000000000001';

  it.each([
    ['a channel', 'GET', `/channels/${lost}`, 10003],
    ['a guild', 'GET', `/guilds/${lost}/channels`, 10004],
    ['a user', 'POST', '/users/@me/channels', 10013],
  ])('of %s', async (_, method, at, expected) => {
    const body = method === 'POST' ? { recipient_id: lost } : undefined;
    expect(code(await club.bot(method, at, body))).toEqual([404, expected]);
  });

  it('of a message, a member, a webhook', async () => {
    expect(code(await club.bot('GET', `${path}/${lost}`))).toEqual([404, 10008]);
    expect(code(await club.bot('GET', `/guilds/${club.guild}/members/${lost}`))).toEqual([404, 10013]);
    await club.control('DELETE', `/guilds/${club.guild}/members/${club.person('fay')}`);
    expect(code(await club.bot('GET', `/guilds/${club.guild}/members/${club.person('fay')}`))).toEqual([
      404, 10007,
    ]);
    expect(code(await club.bot('POST', `/webhooks/${lost}/token`, { content: 'x' }))).toEqual([404, 10015]);
  });
});

describe('tokens', () => {
  it('that are wrong or missing are 401', async () => {
    const { ask } = await import('./club.ts');
    for (const token of ['', 'Bot nonsense', 'playground', 'person-nobody', 'Bot person-ann'])
      expect((await ask(club.discord, token, 'GET', '/users/@me')).status).toBe(401);
  });
});
