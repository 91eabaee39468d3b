import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, connect, type Loose, openClub } from './club.ts';

let club: Club;
let hi: Loose;

beforeAll(async () => {
  club = await openClub();
  [hi] = await club.register([{ name: 'hi', description: 'Says hello' }]);
});

afterAll(() => club.close());

const identify = (d: object) => ({ op: 2, d: { token: 'playground', intents: 1, ...d } });

describe('a session of the bot', () => {
  it('starts with READY and a GUILD_CREATE for each guild, numbered', () => {
    expect(club.line.events.slice(0, 3).map((e) => [e.t, e.s])).toEqual([
      ['READY', 1],
      ['GUILD_CREATE', 2],
      ['GUILD_CREATE', 3],
    ]);
    expect(club.ready).toMatchObject({
      v: 10,
      user: { id: club.app, bot: true },
      application: { id: club.app },
      session_id: expect.any(String),
      resume_gateway_url: expect.stringMatching(/^ws:/),
      guilds: [{ unavailable: true }, { unavailable: true }],
    });
    const guild = club.line.events[1]?.d;
    expect(guild.channels.map((c: Loose) => c.name)).toEqual([
      'metro',
      'general',
      'quiet',
      'news',
      'lounge',
      'theatre',
      'ideas',
    ]);
    expect(guild.roles).toHaveLength(2);
    expect(guild.members.map((m: Loose) => m.user.id)).toEqual([club.app]);
  });

  it.each([
    [4004, { token: 'wrong' }],
    [4013, { intents: undefined }],
    [4014, { intents: 1 | (1 << 9) }],
    [4014, { intents: 1 << 15 }],
    [4010, { shard: [1, 2] }],
  ])('is refused with %i', async (expected, d) => {
    const line = connect(club.discord, '', 0, identify(d));
    expect(await line.closed).toBe(expected);
  });

  it('is closed for unknown operations, a second greeting, or talk before the first', async () => {
    const early = connect(club.discord, '', 0, { op: 99 });
    expect(await early.closed).toBe(4003);
    const twice = connect(club.discord, 'playground');
    await twice.next('READY');
    twice.send(identify({}));
    expect(await twice.closed).toBe(4005);
    const strange = connect(club.discord, 'playground');
    await strange.next('READY');
    strange.send({ op: 99 });
    expect(await strange.closed).toBe(4001);
  });

  it('answers a heartbeat', async () => {
    club.line.send({ op: 1, d: 3 });
    await club.line.next('op11');
  });

  it('hears of channels, threads and what is pressed, and of no messages', async () => {
    const path = `/channels/${club.place('metro')}/messages`;
    await club.as('ben')('POST', path, { content: `hello <@${club.app}>` });
    await club.bot('POST', `/channels/${club.place('metro')}/threads`, { name: 'T', type: 11 });
    await club.line.next('THREAD_CREATE');
    expect(club.line.events.some((e) => e.t.startsWith('MESSAGE'))).toBe(false);
  });

  it('is resumed after a drop with what it missed', async () => {
    const first = connect(club.discord, 'playground');
    const { session_id } = await first.next('READY');
    const seq = first.events.at(-1)?.s ?? 0;
    await club.control('POST', '/gateway', { do: 'drop' });
    await first.closed;
    await club.as('ann')('POST', '/interactions', {
      type: 2,
      application_id: club.app,
      channel_id: club.place('metro'),
      data: { id: hi.id, name: 'hi', type: 1 },
    });
    const again = connect(club.discord, '', 0, { op: 6, d: { token: 'playground', session_id, seq } });
    expect((await again.next('INTERACTION_CREATE')).data.name).toBe('hi');
    await again.next('RESUMED');
    again.close();
    const strange = connect(club.discord, '', 0, {
      op: 6,
      d: { token: 'playground', session_id: 'none', seq },
    });
    expect(await strange.next('op9')).toBe(false);
    strange.close();
  });

  it('is asked to reconnect, made invalid, or given an interaction twice, as a test wants it', async () => {
    const line = connect(club.discord, 'playground');
    const { session_id } = await line.next('READY');
    await club.as('ann')('POST', '/interactions', {
      type: 2,
      application_id: club.app,
      channel_id: club.place('metro'),
      data: { id: hi.id, name: 'hi', type: 1 },
    });
    const got = await line.next('INTERACTION_CREATE');
    await club.control('POST', '/gateway', { do: 'replay' });
    expect((await line.next('INTERACTION_CREATE')).id).toBe(got.id);
    await club.control('POST', '/gateway', { do: 'reconnect' });
    await line.next('op7');
    await club.control('POST', '/gateway', { do: 'invalid' });
    expect(await line.next('op9')).toBe(false);
    const again = connect(club.discord, '', 0, { op: 6, d: { token: 'playground', session_id, seq: 0 } });
    expect(await again.next('op9')).toBe(false);
    line.close();
    again.close();
  });
});

describe('a session of a person', () => {
  it('starts with the guilds and their channels, and the direct messages', async () => {
    const line = connect(club.discord, 'person-eli');
    const ready = await line.next('READY');
    expect(ready.user).toMatchObject({ username: 'eli', bot: false });
    expect(ready.guilds.map((g: Loose) => [g.name, g.channels.length])).toEqual([['Metro Club', 7]]);
    expect(ready.private_channels[0].recipients.map((u: Loose) => u.id)).toEqual([club.app]);
    line.close();
  });

  it('hears of nothing it does not see', async () => {
    const eli = connect(club.discord, 'person-eli');
    const ben = connect(club.discord, 'person-ben');
    await eli.next('READY');
    const guilds = (await ben.next('READY')).guilds as Loose[];
    const tracks = guilds.find((g) => g.name === 'Night Line').channels[0].id;
    await club.bot('POST', `/channels/${tracks}/messages`, { content: 'night' });
    await ben.next('MESSAGE_CREATE', (d) => d.content === 'night');
    await club.bot('POST', `/channels/${club.place('metro')}/messages`, { content: 'day' });
    await eli.next('MESSAGE_CREATE', (d) => d.content === 'day');
    expect(eli.events.some((e) => e.d.content === 'night')).toBe(false);
    eli.close();
    ben.close();
  });
});

describe('a token that was revoked', () => {
  it('is refused by every request, and ends its sessions with 4004, until it is good again', async () => {
    const own = await openClub();
    const bot = connect(own.discord, own.discord.token);
    const { session_id } = await bot.next('READY');
    const path = `/tokens/${own.discord.token}`;
    await own.control('DELETE', path);
    expect([await own.line.closed, await bot.closed]).toEqual([4004, 4004]);
    const reply = await own.bot('GET', '/users/@me');
    expect([reply.status, reply.body]).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
    expect(await connect(own.discord, own.discord.token).closed).toBe(4004);
    const resume = { op: 6, d: { token: own.discord.token, session_id, seq: 1 } };
    expect(await connect(own.discord, own.discord.token, 1, resume).closed).toBe(4004);
    // Other people's are as good as before.
    expect((await own.as('ann')('GET', '/users/@me')).status).toBe(200);
    await own.control('PUT', path);
    expect((await own.bot('GET', '/users/@me')).status).toBe(200);
    const again = connect(own.discord, own.discord.token);
    expect((await again.next('READY')).user.id).toBe(own.app);
    // A session that ended so is not taken up again.
    const late = connect(own.discord, own.discord.token, 1, resume);
    expect(await late.next('op9')).toBe(false);
    for (const line of [again, late]) line.close();
    await own.close();
  });
});
