import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, code, type Loose, openClub, PNG } from './club.ts';

let club: Club;
let hi: Loose;

beforeAll(async () => {
  club = await openClub();
  [hi] = await club.register([{ name: 'hi', description: 'Says hello' }]);
});

afterAll(() => club.close());

const send = (place: string, files = [] as { name: string; bytes: Buffer }[]) =>
  club.bot('POST', `/channels/${club.place(place)}/messages`, { content: 'x' }, files);

describe("the bot's permissions", () => {
  it('in #quiet allow no files and no writing in threads: 50013', async () => {
    expect((await send('quiet')).status).toBe(200);
    expect(code(await send('quiet', [{ name: 'a.png', bytes: PNG }]))).toEqual([403, 50013]);
    const thread = await club.as('ann')('POST', `/channels/${club.place('quiet')}/threads`, {
      name: 'T',
      type: 11,
    });
    expect(code(await club.bot('POST', `/channels/${thread.body.id}/messages`, { content: 'x' }))).toEqual([
      403, 50013,
    ]);
    const got = await club.use('ann', hi, { channel_id: club.place('quiet') });
    expect(BigInt(got.app_permissions) & (1n << 15n)).toBe(0n);
    // The answer to an interaction needs none of them.
    const reply = await club.answer(got, { type: 4, data: { content: 'x' } }, [
      { name: 'a.png', bytes: PNG },
    ]);
    expect(reply.status).toBe(200);
  });

  it('can be taken away, and the loss is told', async () => {
    const place = `/channels/${club.place('general')}`;
    await club.control('PUT', place, { deny: ['SendMessages'] });
    await club.line.next('CHANNEL_UPDATE', (d) => d.id === club.place('general'));
    expect(code(await send('general'))).toEqual([403, 50013]);
    await club.control('PUT', place, { deny: ['ViewChannel'] });
    expect(code(await send('general'))).toEqual([403, 50001]);
    expect(code(await club.bot('GET', place))).toEqual([403, 50001]);
    await club.control('PUT', place, { deny: [] });
    expect((await send('general')).status).toBe(200);
    expect((await club.control('PUT', place, { deny: ['Fly'] })).status).toBe(400);
  });

  it('let nobody change a channel: that is not imitated', async () => {
    const path = `/channels/${club.place('metro')}`;
    expect(code(await club.bot('PATCH', path, { name: 'x' }))).toEqual([400, 50024]);
    expect((await club.bot('DELETE', path)).status).toBe(404);
  });
});

describe('commands', () => {
  it('keep their ids and versions when they are registered again unchanged', async () => {
    const before = await club.register([{ name: 'hi', description: 'Says hello' }]);
    const after = await club.register([
      { name: 'hi', description: 'Says hello' },
      { name: 'new', description: 'New' },
    ]);
    expect(after[0]).toEqual(before[0]);
    expect((await club.bot('GET', `/applications/${club.app}/commands`)).body).toHaveLength(2);
    const [changed] = await club.register([{ name: 'hi', description: 'Says more' }]);
    expect(changed.id).toBe(before[0].id);
    expect(changed.version).not.toBe(before[0].version);
    [hi] = await club.register([{ name: 'hi', description: 'Says hello' }]);
  });

  it('are checked: 50035', async () => {
    const reply = await club.bot('PUT', `/applications/${club.app}/commands`, [
      { name: 'No Spaces', description: 'x' },
    ]);
    expect(code(reply)).toEqual([400, 50035]);
    expect(code(await club.as('ann')('PUT', `/applications/${club.app}/commands`, []))).toEqual([403, 50001]);
  });

  it('for administrators, or for guilds alone, are neither listed nor usable elsewhere', async () => {
    const [, admin, guilds] = await club.register([
      { name: 'hi', description: 'Says hello' },
      { name: 'server', description: 'Server', default_member_permissions: String(1n << 5n) },
      { name: 'table', description: 'Table', contexts: [0] },
    ]);
    const names = async (name: string, where: string) =>
      (await club.as(name)('GET', where)).body.application_commands.map((c: Loose) => c.name);
    const here = `/channels/${club.place('metro')}/application-command-index`;
    expect(await names('ann', here)).toEqual(['hi', 'server', 'table']);
    expect(await names('ben', here)).toEqual(['hi', 'table']);
    const [direct] = (await club.as('ben')('GET', '/users/@me/channels')).body;
    expect(await names('ben', `/channels/${direct.id}/application-command-index`)).toEqual(['hi', 'server']);
    await expect(club.use('ben', admin)).rejects.toMatchObject({ reply: { body: { code: 50013 } } });
    const away = { channel_id: direct.id };
    await expect(club.use('ben', guilds, away)).rejects.toMatchObject({ reply: { body: { code: 50013 } } });
  });
});

describe('a guild', () => {
  it('that took the bot out is forgotten by it until it is added again', async () => {
    await club.control('DELETE', `/guilds/${club.guild}`);
    expect(await club.line.next('GUILD_DELETE')).toEqual({ id: club.guild });
    expect(code(await club.bot('GET', `/guilds/${club.guild}/channels`))).toEqual([404, 10004]);
    expect(code(await send('metro'))).toEqual([403, 50001]);
    await expect(club.use('ann', hi)).rejects.toMatchObject({ reply: { body: { code: 50001 } } });
    await club.control('POST', `/guilds/${club.guild}`);
    expect((await club.line.next('GUILD_CREATE')).id).toBe(club.guild);
    expect((await send('metro')).status).toBe(200);
  });

  it('that has an outage is unavailable, not gone', async () => {
    await club.control('POST', `/guilds/${club.guild}/unavailable`);
    expect(await club.line.next('GUILD_DELETE')).toEqual({ id: club.guild, unavailable: true });
    await club.control('POST', `/guilds/${club.guild}`);
    expect((await club.line.next('GUILD_CREATE')).unavailable).toBe(false);
  });

  it('shows people its channels and the bot its own membership', async () => {
    const mine = (await club.as('eli')('GET', '/users/@me/guilds')).body;
    expect(mine.map((g: Loose) => g.name)).toEqual(['Metro Club']);
    const member = (await club.bot('GET', `/guilds/${club.guild}/members/${club.app}`)).body;
    expect(member.user.id).toBe(club.app);
    expect(member.roles).toHaveLength(1);
  });

  it('takes new people', async () => {
    const gus = (await club.control('POST', '/people', { name: 'Gus', locale: 'de' })).body;
    expect(gus.token).toBe('person-gus');
    expect((await club.control('POST', '/people', { name: 'Gus' })).body.id).toBe(gus.id);
    const got = await club.use('gus', hi);
    expect([got.locale, got.member.user.global_name]).toEqual(['de', 'Gus']);
  });

  it('takes people whose names share no letter', async () => {
    const add = async (name: string) => (await club.control('POST', '/people', { name })).body;
    const [one, two] = [await add('漢字'), await add('日本')];
    expect(one.token).not.toBe(two.token);
    expect((await club.use(two.username, hi)).member.user.global_name).toBe('日本');
  });

  it('loses a channel: 10003', async () => {
    const gone = club.place('general');
    await club.control('DELETE', `/channels/${gone}`);
    await club.line.next('CHANNEL_DELETE', (d) => d.id === gone);
    expect(code(await club.bot('GET', `/channels/${gone}`))).toEqual([404, 10003]);
  });
});
