import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, code, type Loose, openClub, PNG } from './club.ts';

let club: Club;
let hi: Loose;

beforeAll(async () => {
  club = await openClub();
  [hi] = await club.register([{ name: 'hi', description: 'Says hello' }]);
});

afterAll(() => club.close());

const MANAGE_THREADS = 1n << 34n;

const post = (place: string, content = 'x') =>
  club.bot('POST', `/channels/${club.place(place)}/messages`, { content });

/** Tries to begin a thread on a new message of the bot. */
async function threadIn(place: string) {
  const { body } = await post(place);
  return club.bot('POST', `/channels/${body.channel_id}/messages/${body.id}/threads`, { name: 'T' });
}

/** What the bot is told when somebody uses a command in a channel. */
const used = (name: string, channel: string): Promise<Loose> => club.use(name, hi, { channel_id: channel });

describe('a thread of its own', () => {
  it('has a message of text and of announcements alone, there of another kind', async () => {
    expect((await threadIn('metro')).body).toMatchObject({ type: 11, parent_id: club.place('metro') });
    const made = await threadIn('news');
    expect([made.status, made.body.type]).toEqual([201, 10]);
    expect((await club.bot('POST', `/channels/${made.body.id}/messages`, { content: 'x' })).status).toBe(200);
    for (const place of ['lounge', 'theatre']) expect(code(await threadIn(place))).toEqual([400, 50024]);
  });

  it('without a message is public where things are announced, and private in text alone', async () => {
    const begin = (place: string, type: number) =>
      club.as('ann')('POST', `/channels/${club.place(place)}/threads`, { name: 'T', type });
    expect((await begin('news', 10)).body.type).toBe(10);
    expect(code(await begin('news', 12))).toEqual([400, 50024]);
    expect(code(await begin('lounge', 11))).toEqual([400, 50024]);
    expect((await begin('metro', 12)).body.type).toBe(12);
  });
});

describe('the chat of a voice or stage channel', () => {
  it('takes messages, and tells its kind', async () => {
    for (const [place, type] of [
      ['lounge', 2],
      ['theatre', 13],
    ] as const) {
      expect((await post(place)).status).toBe(200);
      expect((await used('ben', club.place(place))).channel).toMatchObject({ type, name: place });
    }
  });

  it('is closed to who may not connect, though the channel is in sight and the other rights are told', async () => {
    const place = `/channels/${club.place('lounge')}`;
    await club.control('PUT', place, { deny: ['Connect'] });
    expect(code(await post('lounge'))).toEqual([403, 50001]);
    expect(code(await club.bot('GET', `${place}/messages`))).toEqual([403, 50001]);
    const rights = BigInt((await used('ben', club.place('lounge'))).app_permissions);
    expect([rights & (1n << 20n), rights & (1n << 11n)]).toEqual([0n, 1n << 11n]);
    await club.control('PUT', place, { deny: [] });
    expect((await post('lounge')).status).toBe(200);
  });
});

describe('a forum', () => {
  const forum = () => `/channels/${club.place('ideas')}`;

  it('has no messages of its own', async () => {
    expect(code(await post('ideas'))).toEqual([400, 50008]);
  });

  it('has posts: public threads, whose first message bears their id', async () => {
    const body = { name: 'Fridays', message: { content: 'Who plays?' } };
    const made = await club.bot('POST', `${forum()}/threads`, body);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      type: 11,
      parent_id: club.place('ideas'),
      name: 'Fridays',
      message: { id, channel_id: id, content: 'Who plays?' },
    });
    expect((await club.bot('GET', `/channels/${id}/messages/${id}`)).body.content).toBe('Who plays?');
    expect((await club.bot('POST', `/channels/${id}/messages`, { content: 'I' })).status).toBe(200);
    expect((await used('ben', id)).channel).toMatchObject({ type: 11, parent_id: club.place('ideas') });
  });

  it('takes no post without a message, and needs the right to send for it', async () => {
    expect(code(await club.bot('POST', `${forum()}/threads`, { name: 'Empty' }))).toEqual([400, 50006]);
    await club.control('PUT', forum(), { deny: ['SendMessages'] });
    const body = { name: 'Fridays', message: { content: 'x' } };
    expect(code(await club.bot('POST', `${forum()}/threads`, body))).toEqual([403, 50013]);
    // To make posts is one right, to write in them another.
    await club.control('PUT', forum(), { deny: ['CreatePublicThreads'] });
    expect((await club.bot('POST', `${forum()}/threads`, body)).status).toBe(201);
    await club.control('PUT', forum(), { deny: [] });
  });

  it('has no threads on messages', async () => {
    const path = `${forum()}/messages/1300000000000000001/threads`;
    expect(code(await club.bot('POST', path, { name: 'T' }))).toEqual([400, 50024]);
  });
});

describe('a private thread', () => {
  it('takes commands without the bot in it, with the rights of its channel, and nothing else of the bot', async () => {
    const begun = { name: 'secret', type: 12 };
    const { body } = await club.as('ann')('POST', `/channels/${club.place('metro')}/threads`, begun);
    const at = `/channels/${body.id}`;
    const got = await used('ann', body.id);
    expect(got.channel).toMatchObject({ type: 12, parent_id: club.place('metro') });
    expect(BigInt(got.app_permissions) & (1n << 38n)).not.toBe(0n);
    expect(code(await club.bot('POST', `${at}/messages`, { content: 'x' }))).toEqual([403, 50001]);
    expect(code(await club.bot('GET', `${at}/thread-members/@me`))).toEqual([403, 50001]);
    const reply = await club.answer(got, { type: 4, data: { content: 'x' } }, [
      { name: 'a.png', bytes: PNG },
    ]);
    expect(reply.status).toBe(200);
    await club.as('ann')('PUT', `${at}/thread-members/${club.app}`);
    expect((await club.bot('GET', `${at}/thread-members/@me`)).body.user_id).toBe(club.app);
    expect((await club.bot('POST', `${at}/messages`, { content: 'x' })).status).toBe(200);
  });

  it('takes in whoever is mentioned there, and nobody whom a message only names', async () => {
    const begun = { name: 'secret', type: 12 };
    const { body } = await club.as('ann')('POST', `/channels/${club.place('metro')}/threads`, begun);
    const at = `/channels/${body.id}`;
    await club.as('ann')('POST', `${at}/messages`, { content: 'metro, are you there?' });
    expect(code(await club.bot('GET', `${at}/thread-members/@me`))).toEqual([403, 50001]);
    await club.as('ann')('POST', `${at}/messages`, { content: `<@${club.app}> and <@1300000000000000077>` });
    expect((await club.bot('GET', `${at}/thread-members/@me`)).body.user_id).toBe(club.app);
    expect((await club.bot('GET', at)).body.member_count).toBe(2);
  });

  it('is open to moderators', async () => {
    const begun = { name: 'secret', type: 12 };
    const { body } = await club.as('ann')('POST', `/channels/${club.place('metro')}/threads`, begun);
    const see = async () => (await club.as('cleo')('GET', `/channels/${body.id}`)).status;
    expect(await see()).toBe(403);
    const roles = `/guilds/${club.guild}/roles`;
    await club.control('POST', roles, {
      name: 'Moderators',
      permissions: ['ManageThreads'],
      members: [club.person('cleo')],
    });
    expect(await see()).toBe(200);
    const member = (await used('cleo', body.id)).member;
    expect(BigInt(member.permissions) & MANAGE_THREADS).not.toBe(0n);
  });
});
