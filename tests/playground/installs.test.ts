import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, type Club, code, type Loose, openClub } from './club.ts';

let club: Club;
/** Commands of a server's installation, of a person's, of either. */
let servers: Loose;
let persons: Loose;
let both: Loose;
let harbour: Loose;
let quay: string;
let group: string;
let direct: string;

const ATTACH_EMBED_MENTION = (1n << 15n) | (1n << 14n) | (1n << 17n);

beforeAll(async () => {
  club = await openClub();
  const describe_ = { description: 'A command' };
  [servers, persons, both] = await club.register([
    { name: 'servers', ...describe_, integration_types: [0] },
    { name: 'persons', ...describe_, integration_types: [1] },
    { name: 'both', ...describe_, integration_types: [0, 1] },
  ]);
  const ann = club.as('ann');
  harbour = (await ann('GET', '/users/@me/guilds')).body.find((g: Loose) => g.name === 'Harbour');
  [{ id: quay }] = (await ann('GET', `/guilds/${harbour.id}/channels`)).body;
  const own: Loose[] = (await ann('GET', '/users/@me/channels')).body;
  group = own.find((c) => c.type === 3).id;
  direct = own.find((c) => c.type === 1).id;
});

afterAll(() => club.close());

const used = (name: string, command: Loose, channel: string): Promise<Loose> =>
  club.use(name, command, { channel_id: channel });
const refused = async (name: string, command: Loose, channel: string): Promise<Loose> => {
  const error = (await used(name, command, channel).catch((e) => e)) as { reply?: Loose };
  return error.reply?.body.code;
};
const owners = async (name: string, command: Loose, channel: string): Promise<Loose> =>
  (await used(name, command, channel)).authorizing_integration_owners;
const listed = async (name: string, channel: string): Promise<string[]> =>
  (
    await club.as(name)('GET', `/channels/${channel}/application-command-index`)
  ).body.application_commands.map((c: Loose) => c.name);
const offer = { content: 'Join?', components: [button('join')] };

describe('who brought the app along', () => {
  it('is the server, the person, or both of them, as far as the command is for that', async () => {
    const ann = club.person('ann');
    const metro = club.place('metro');
    expect(await owners('ann', servers, metro)).toEqual({ '0': club.guild });
    expect(await owners('ann', persons, metro)).toEqual({ '1': ann });
    expect(await owners('ann', both, metro)).toEqual({ '0': club.guild, '1': ann });
    expect(await owners('ben', both, metro)).toEqual({ '0': club.guild });
    expect(await refused('ben', persons, metro)).toBe(50001);
    expect(await owners('ann', both, direct)).toEqual({ '0': '0', '1': ann });
    expect(await owners('ann', servers, direct)).toEqual({ '0': '0' });
  });

  it('stays the one who used the command, whoever presses what it brought', async () => {
    const got = await used('ann', both, quay);
    const { body } = await club.answer(got, { type: 4, data: offer });
    const message = body.resource.message;
    expect(message.interaction_metadata.authorizing_integration_owners).toEqual({ '1': club.person('ann') });
    const pressed = await club.push('ben', message, 'join');
    expect(pressed.authorizing_integration_owners).toEqual({ '1': club.person('ann') });
    expect(pressed.member.user.id).toBe(club.person('ben'));
    // Nobody's any more once she has put it away.
    await club.control('PUT', `/people/${club.person('ann')}`, { installed: false });
    await expect(club.push('ben', message, 'join')).rejects.toMatchObject({
      reply: { body: { code: 50001 } },
    });
    await club.control('PUT', `/people/${club.person('ann')}`, { installed: true });
  });

  it('is the server where the bot posted by itself', async () => {
    const posted = (await club.bot('POST', `/channels/${club.place('metro')}/messages`, offer)).body;
    expect((await club.push('ann', posted, 'join')).authorizing_integration_owners).toEqual({
      '0': club.guild,
    });
  });
});

describe('a server in which only a person brought the app along', () => {
  it('is none of the bot: it hears nothing of it, and can do nothing there', async () => {
    const names = club.line.events.filter((e) => e.t === 'GUILD_CREATE').map((e) => e.d.name);
    expect(names).toEqual(['Metro Club', 'Night Line']);
    expect(code(await club.bot('GET', `/guilds/${harbour.id}/channels`))).toEqual([404, 10004]);
    expect(code(await club.bot('POST', `/channels/${quay}/messages`, { content: 'x' }))).toEqual([
      403, 50001,
    ]);
  });

  it('offers that person the commands that are for persons, and nobody else any', async () => {
    expect(await listed('ann', quay)).toEqual(['persons', 'both']);
    expect(await listed('ben', quay)).toEqual([]);
    expect(await refused('ann', servers, quay)).toBe(50001);
    expect(await refused('ben', both, quay)).toBe(50001);
  });

  it('is told with the command, which is answered by its webhook alone', async () => {
    const got = await used('ann', both, quay);
    expect(got).toMatchObject({
      context: 0,
      guild_id: harbour.id,
      authorizing_integration_owners: { '1': club.person('ann') },
      member: { user: { id: club.person('ann') } },
    });
    expect((await club.answer(got, { type: 5 })).status).toBe(200);
    expect((await club.hook(got, 'PATCH', '/messages/@original', { content: 'x' })).status).toBe(200);
    expect((await club.hook(got, 'POST', '', { content: 'y' })).body).toMatchObject({ channel_id: quay });
  });

  it('takes five messages after the answer, and no more', async () => {
    const follow = async (command: Loose, channel: string) => {
      const got = await used('ann', command, channel);
      await club.answer(got, { type: 4, data: { content: 'x' } });
      const replies = [];
      for (let n = 0; n < 6; n++) replies.push(code(await club.hook(got, 'POST', '', { content: `${n}` })));
      return replies.at(-1);
    };
    expect(await follow(both, quay)).toEqual([400, 40094]);
    expect(await follow(both, club.place('metro'))).toEqual([200, undefined]);
  });

  it('keeps answers to the person alone where not everybody may have such apps speak', async () => {
    const said = async (name: string) => {
      const got = await used(name, both, quay);
      return (await club.answer(got, { type: 4, data: { content: 'x' } })).body.resource.message.flags & 64;
    };
    expect(await said('ann')).toBe(0);
    await club.control('PUT', `/channels/${quay}`, { denyEveryone: ['UseExternalApps'] });
    expect(await said('ann')).toBe(64);
    await club.control('PUT', `/channels/${quay}`, { denyEveryone: [] });
    // Of a server's own app that right is not asked.
    const metro = `/channels/${club.place('metro')}`;
    await club.control('PUT', metro, { denyEveryone: ['UseExternalApps'] });
    const got = await used('ben', both, club.place('metro'));
    const { body } = await club.answer(got, { type: 4, data: { content: 'x' } });
    expect(body.resource.message.flags & 64).toBe(0);
    await club.control('PUT', metro, { denyEveryone: [] });
  });
});

describe('a server that added the app for its commands alone', () => {
  it('has the commands but not the bot, whose answers are for all to see', async () => {
    await club.control('DELETE', `/guilds/${harbour.id}?commands=stay`);
    expect(await listed('ben', quay)).toEqual(['servers', 'both']);
    const got = await used('ben', servers, quay);
    expect(got.authorizing_integration_owners).toEqual({ '0': harbour.id });
    const { body } = await club.answer(got, { type: 4, data: { content: 'x' } });
    expect(body.resource.message.flags & 64).toBe(0);
    expect(code(await club.bot('POST', `/channels/${quay}/messages`, { content: 'x' }))).toEqual([
      403, 50001,
    ]);
    await club.control('DELETE', `/guilds/${harbour.id}`);
    expect(await listed('ben', quay)).toEqual([]);
  });
});

describe('messages of a group', () => {
  it('take the commands of a person who brought the app along, and their answers', async () => {
    expect(await listed('ann', group)).toEqual(['persons', 'both']);
    expect(await refused('ben', both, group)).toBe(50013);
    const got = await used('ann', both, group);
    expect(got).toMatchObject({
      context: 2,
      channel: { type: 3 },
      user: { id: club.person('ann') },
      authorizing_integration_owners: { '1': club.person('ann') },
    });
    expect(got.guild_id).toBeUndefined();
    expect(BigInt(got.app_permissions)).toBe(ATTACH_EMBED_MENTION);
    const { body } = await club.answer(got, { type: 4, data: offer });
    const pressed = await club.push('ben', body.resource.message, 'join');
    expect(pressed).toMatchObject({ context: 2, user: { id: club.person('ben') } });
  });

  it('are not the bot’s: it neither reads nor writes there', async () => {
    const path = `/channels/${group}/messages`;
    expect(code(await club.bot('POST', path, { content: 'x' }))).toEqual([403, 50001]);
    expect(code(await club.bot('GET', path))).toEqual([403, 50001]);
    expect((await club.as('ben')('POST', path, { content: 'Hello all' })).status).toBe(200);
    expect((await club.as('cleo')('GET', path)).body[0].content).toBe('Hello all');
    expect(code(await club.as('dia')('GET', path))).toEqual([403, 50001]);
  });
});

it('in direct messages with the bot emojis of elsewhere are the app’s, too', async () => {
  const got = await used('ann', both, direct);
  expect([got.context, BigInt(got.app_permissions)]).toEqual([1, ATTACH_EMBED_MENTION | (1n << 18n)]);
});
