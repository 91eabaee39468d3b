import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOffset } from '../clock.ts';
import { button, type Club, code, connect, type Line, type Loose, openClub } from './club.ts';

const clockFile = join(tmpdir(), `clock-${process.pid}-threads`);
let club: Club;
let ben: Line;
let thread: Loose;
let at: string;

beforeAll(async () => {
  club = await openClub({ clockFile });
  ben = connect(club.discord, 'person-ben');
  await ben.next('READY');
});

async function starter(content = 'lobby'): Promise<Loose> {
  return (await club.bot('POST', `/channels/${club.place('metro')}/messages`, { content })).body;
}

beforeEach(async () => {
  rmSync(clockFile, { force: true });
  const message = await starter();
  const path = `/channels/${message.channel_id}/messages/${message.id}/threads`;
  thread = (await club.bot('POST', path, { name: 'Metro X #1', auto_archive_duration: 1440 })).body;
  at = `/channels/${thread.id}`;
});

afterAll(async () => {
  ben.close();
  rmSync(clockFile, { force: true });
  await club.close();
});

describe('a thread', () => {
  it('from a message has its id and is told to bot and people; the message then carries it', async () => {
    const message = await starter('with a thread');
    const path = `/channels/${message.channel_id}/messages/${message.id}`;
    const made = await club.bot('POST', `${path}/threads`, { name: 'Mine' });
    expect(made.body).toMatchObject({
      id: message.id,
      type: 11,
      name: 'Mine',
      parent_id: message.channel_id,
      owner_id: club.app,
      thread_metadata: { archived: false, locked: false },
    });
    for (const line of [club.line, ben])
      expect(await line.next('THREAD_CREATE', (d) => d.id === message.id)).toMatchObject({
        newly_created: true,
      });
    expect((await club.bot('GET', path)).body).toMatchObject({ flags: 32, thread: { id: message.id } });
    expect(code(await club.bot('POST', `${path}/threads`, { name: 'Again' }))).toEqual([400, 160004]);
  });

  it('without a message is public or private; a private one is seen by its members alone', async () => {
    const path = `/channels/${club.place('metro')}/threads`;
    const open = await club.bot('POST', path, { name: 'Open', type: 11 });
    expect(open.body).toMatchObject({ type: 11, name: 'Open' });
    expect(code(await club.bot('POST', path, { name: 'Secret', type: 12 }))).toEqual([403, 50013]);
    const secret = (await club.as('ann')('POST', path, { name: 'Secret', type: 12 })).body;
    const messages = `/channels/${secret.id}/messages`;
    expect(code(await club.as('ben')('GET', messages))).toEqual([403, 50001]);
    expect(
      (await club.as('ann')('PUT', `/channels/${secret.id}/thread-members/${club.person('ben')}`)).status,
    ).toBe(204);
    expect((await club.as('ben')('GET', messages)).status).toBe(200);
  });

  it('that is private is told to who is added to it, the bot too; who is a member can be asked', async () => {
    const path = `/channels/${club.place('metro')}/threads`;
    const secret = (await club.as('ann')('POST', path, { name: 'Hidden', type: 12 })).body;
    const members = `/channels/${secret.id}/thread-members`;
    expect(code(await club.bot('GET', `${members}/${club.app}`))).toEqual([403, 50001]);
    await club.as('ann')('PUT', `${members}/${club.app}`);
    expect(await club.line.next('THREAD_CREATE', (d) => d.id === secret.id)).toMatchObject({
      type: 12,
      member: { user_id: club.app },
    });
    await club.as('ann')('PUT', `${members}/${club.person('ben')}`);
    await ben.next('THREAD_CREATE', (d) => d.id === secret.id);
    expect((await club.bot('GET', `${members}/${club.person('ben')}`)).status).toBe(200);
    expect(code(await club.bot('GET', `${members}/${club.person('cleo')}`))).toEqual([404, 10007]);
  });

  it('that is archived opens by a message, but takes no edit: 50083', async () => {
    const message = (await club.bot('POST', `${at}/messages`, { content: 'in it' })).body;
    expect((await club.bot('PATCH', at, { archived: true })).body.thread_metadata.archived).toBe(true);
    const edit = () => club.bot('PATCH', `${at}/messages/${message.id}`, { content: 'x' });
    expect(code(await edit())).toEqual([403, 50083]);
    expect(code(await club.bot('PATCH', at, { archived: true }))).toEqual([403, 50083]);
    expect(code(await club.bot('PATCH', at, { name: 'y' }))).toEqual([400, 50035]);
    expect((await club.bot('POST', `${at}/messages`, { content: 'awake' })).status).toBe(200);
    expect((await club.bot('GET', at)).body.thread_metadata.archived).toBe(false);
    expect((await edit()).status).toBe(200);
    const heard = ben.events.filter((e) => e.t === 'THREAD_UPDATE' && e.d.id === thread.id);
    expect(heard.map((e) => e.d.thread_metadata.archived)).toEqual([true, false]);
  });

  it('archives itself after its time by the clock', async () => {
    setOffset(clockFile, 23 * 3_600_000);
    await new Promise((done) => setTimeout(done, 2500));
    expect((await club.bot('GET', at)).body.thread_metadata.archived).toBe(false);
    setOffset(clockFile, 25 * 3_600_000);
    await ben.next('THREAD_UPDATE', (d) => d.id === thread.id && d.thread_metadata.archived, 4000);
    expect((await club.bot('GET', at)).body.thread_metadata.archived).toBe(true);
  });

  it('has a permission for sending of its own: 50013', async () => {
    await club.control('PUT', `/channels/${club.place('metro')}`, { deny: ['SendMessagesInThreads'] });
    const reply = await club.bot('POST', `${at}/messages`, { content: 'x' });
    const above = await club.bot('POST', `/channels/${club.place('metro')}/messages`, { content: 'x' });
    await club.control('PUT', `/channels/${club.place('metro')}`, { deny: [] });
    expect(code(reply)).toEqual([403, 50013]);
    expect(above.status).toBe(200);
  });

  it('is deleted with its channel, and then unknown: 10003', async () => {
    await club.control('DELETE', at);
    await ben.next('THREAD_DELETE', (d) => d.id === thread.id);
    expect(code(await club.bot('POST', `${at}/messages`, { content: 'x' }))).toEqual([404, 10003]);
  });

  it('counts its members', async () => {
    expect((await club.bot('GET', `${at}/thread-members/${club.app}`)).status).toBe(200);
    expect(code(await club.bot('GET', `${at}/thread-members/${club.person('ben')}`))).toEqual([404, 10007]);
    expect((await club.bot('PUT', `${at}/thread-members/${club.person('ben')}`)).status).toBe(204);
    expect((await club.bot('GET', at)).body.member_count).toBe(2);
    const line = connect(club.discord, 'person-ben');
    const { threads } = (await line.next('READY')).guilds.find((g: Loose) => g.id === club.guild);
    expect(threads.some((t: Loose) => t.id === thread.id)).toBe(true);
    line.close();
  });
});

describe('a locked thread', () => {
  let message: Loose;

  beforeEach(async () => {
    message = (await club.bot('POST', `${at}/messages`, { content: 'table', components: [button('press')] }))
      .body;
  });

  it('takes no messages of the bot: 160005, archived too: 50083', async () => {
    await club.control('PUT', at, { locked: true });
    expect(code(await club.bot('POST', `${at}/messages`, { content: 'x' }))).toEqual([403, 160005]);
    await club.control('PUT', at, { archived: true });
    expect(code(await club.bot('POST', `${at}/messages`, { content: 'x' }))).toEqual([403, 50083]);
    expect((await club.as('ann')('POST', `${at}/messages`, { content: 'owner' })).status).toBe(200);
  });

  it('takes no presses', async () => {
    await club.control('PUT', at, { locked: true });
    await expect(club.push('ben', message, 'press')).rejects.toMatchObject({
      reply: { body: { code: 160005 } },
    });
  });

  it('takes no answer to a press made before it was locked', async () => {
    const got = await club.push('ben', message, 'press');
    await club.control('PUT', at, { locked: true });
    expect(code(await club.answer(got, { type: 4, data: { content: 'x' } }))).toEqual([403, 160005]);
    await club.control('PUT', at, { locked: false });
    expect((await club.answer(got, { type: 5, data: { flags: 64 } })).status).toBe(200);
    await club.control('PUT', at, { locked: true, archived: true });
    expect(code(await club.hook(got, 'PATCH', '/messages/@original', { content: 'x' }))).toEqual([
      403, 50083,
    ]);
  });

  it('is locked and unlocked only by those who manage threads', async () => {
    expect(code(await club.bot('PATCH', at, { locked: true }))).toEqual([403, 50013]);
    expect((await club.as('ann')('PATCH', at, { locked: true })).body.thread_metadata.locked).toBe(true);
  });
});
