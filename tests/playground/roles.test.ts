import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, code, connect, type Loose, openClub } from './club.ts';

let club: Club;
let hi: Loose;

beforeAll(async () => {
  club = await openClub();
  [hi] = await club.register([{ name: 'hi', description: 'Says hello' }]);
});

afterAll(() => club.close());

const give = (name: string, ...people: string[]) =>
  club.control('POST', `/guilds/${club.guild}/roles`, { name, members: people.map(club.person) });

describe('a role', () => {
  it('is made once, told to the bot and to people, and comes with those who have it', async () => {
    const ann = connect(club.discord, 'person-ann');
    await ann.next('READY');
    const made = await give('Hosts', 'ben');
    for (const line of [club.line, ann])
      expect(await line.next('GUILD_ROLE_CREATE')).toMatchObject({
        guild_id: club.guild,
        role: { id: made.body.id, name: 'Hosts', permissions: '0' },
      });
    ann.close();
    expect((await club.use('ben', hi)).member.roles).toEqual([made.body.id]);
    expect((await club.use('ann', hi)).member.roles).toEqual([]);
    const again = await give('Hosts', 'ann');
    expect(again.body.id).toBe(made.body.id);
    expect((await club.use('ben', hi)).member.roles).toEqual([]);
    expect((await club.use('ann', hi)).member.roles).toEqual([made.body.id]);
  });
});

describe('a menu of roles, and one of several channels', () => {
  const menu = (type: number, custom_id: string, more: object = {}) => ({
    type: 1,
    components: [{ type, custom_id, min_values: 0, max_values: 25, ...more }],
  });

  it('take what is there, several at a time or none, with the objects it stands for', async () => {
    const { body: role } = await give('Hosts');
    const { body: table } = await club.bot('POST', `/channels/${club.place('metro')}/messages`, {
      components: [menu(6, 'roles'), menu(8, 'channels', { channel_types: [0, 5] })],
    });
    const pick = async (component_type: number, custom_id: string, values: string[]) =>
      (await club.push('ann', table, custom_id, { component_type, values })).data;
    expect(await pick(6, 'roles', [role.id, club.guild])).toMatchObject({
      values: [role.id, club.guild],
      resolved: { roles: { [role.id]: { name: 'Hosts' }, [club.guild]: { name: '@everyone' } } },
    });
    const channels = [club.place('metro'), club.place('quiet')];
    expect(await pick(8, 'channels', channels)).toMatchObject({
      values: channels,
      resolved: { channels: { [channels[1]!]: { name: 'quiet', type: 0 } } },
    });
    expect((await pick(6, 'roles', [])).values).toEqual([]);
  });
});

describe('a channel that only some see', () => {
  const only = (ids: string[] | null) =>
    club.control('PUT', `/channels/${club.place('general')}`, { only: ids });
  const seen = (name: string) => club.as(name)('GET', `/channels/${club.place('general')}`);

  it('is seen by the people and roles named, the owner and the bot; the bot is told how', async () => {
    const { body: role } = await give('Insiders', 'cleo');
    await only([club.person('ben'), role.id]);
    for (const name of ['ann', 'ben', 'cleo']) expect((await seen(name)).status, name).toBe(200);
    expect(code(await seen('dia'))).toEqual([403, 50001]);
    expect((await club.bot('GET', `/channels/${club.place('general')}`)).status).toBe(200);
    const told = await club.line.next('CHANNEL_UPDATE', (d) => d.id === club.place('general'));
    expect(told.permission_overwrites).toContainEqual({ id: role.id, type: 0, allow: '1024', deny: '0' });
    await only(null);
    expect((await seen('dia')).status).toBe(200);
  });

  it('is among those that the bot is told of at the beginning, also when it is closed to the bot', async () => {
    await club.control('PUT', `/channels/${club.place('general')}`, { deny: ['ViewChannel'] });
    const line = connect(club.discord, club.discord.token.replace(/^/, 'Bot '));
    const { channels } = await line.next('GUILD_CREATE', (d) => d.id === club.guild);
    expect(channels.map(({ id }: Loose) => id)).toContain(club.place('general'));
    line.close();
    await only(null);
  });
});

describe('a role with permissions', () => {
  it('brings them in the member of a press, as its channel has them', async () => {
    await club.control('POST', `/guilds/${club.guild}/roles`, {
      name: 'Managers',
      permissions: ['ManageGuild'],
      members: [club.person('dia')],
    });
    const { member } = await club.use('dia', hi);
    expect(BigInt(member.permissions) & 32n).toBe(32n);
    expect(BigInt((await club.use('ben', hi)).member.permissions) & 32n).toBe(0n);
  });
});
