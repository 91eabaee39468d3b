import { describe, expect, it } from 'vitest';
import { setOffset } from '../clock.ts';
import { button, code, type Loose, PNG } from './club.ts';
import { ann, ben, clockFile, club, gathered, hi, table } from './greeter.ts';

gathered();

describe('the first answer', () => {
  it('carries to the bot who, where and what', async () => {
    const got = await club.use('ann', hi);
    expect(got).toMatchObject({
      application_id: club.app,
      type: 2,
      version: 1,
      data: { name: 'hi', id: hi.id, type: 1 },
      guild_id: club.guild,
      guild: { id: club.guild, locale: 'en-US' },
      guild_locale: 'en-US',
      locale: 'en-US',
      channel: { id: club.place('metro'), type: 0, name: 'metro' },
      member: { user: { id: club.person('ann') }, roles: [] },
      entitlements: [],
      authorizing_integration_owners: { '0': club.guild },
      context: 0,
      attachment_size_limit: 10_485_760,
    });
    expect(BigInt(got.app_permissions) & (1n << 15n)).toBe(1n << 15n);
    expect(BigInt(got.member.permissions) & (1n << 3n)).toBe(1n << 3n);
  });

  it('is told to the presser, and shown to everybody with the nonce and who asked', async () => {
    const got = await club.press('ann', { type: 2, nonce: '4711', data: { id: hi.id, name: 'hi', type: 1 } });
    expect((await ann.next('INTERACTION_CREATE', (d) => d.id === got.id)).nonce).toBe('4711');
    const reply = await club.answer(got, { type: 4, data: { content: 'hello' } });
    expect(reply.body).toMatchObject({
      interaction: { id: got.id, type: 2, response_message_ephemeral: false },
      resource: { type: 4, message: { content: 'hello', type: 20 } },
    });
    const shown = await ben.next('MESSAGE_CREATE', (d) => d.content === 'hello');
    expect(shown).toMatchObject({
      nonce: '4711',
      interaction_metadata: { id: got.id, type: 2, name: 'hi', user: { id: club.person('ann') } },
      author: { id: club.app, bot: true },
    });
    expect((await ann.next('INTERACTION_SUCCESS', (d) => d.id === got.id)).nonce).toBe('4711');
    expect(ben.events.some((e) => e.t === 'INTERACTION_SUCCESS')).toBe(false);
  });

  it('without with_response is a 204 with neither body nor type', async () => {
    const got = await club.use('ann', hi);
    const reply = await club.answer(got, { type: 5 }, [], '');
    expect(reply.status).toBe(204);
    expect(reply.body).toBeUndefined();
    expect(reply.headers.get('content-type')).toBeNull();
  });

  it('after three seconds is refused with 10062, and the presser was told of the failure', async () => {
    const got = await club.use('ann', hi);
    const failure = await ann.next('INTERACTION_FAILURE', (d) => d.id === got.id, 4000);
    expect(failure).toMatchObject({ id: got.id, reason_code: expect.any(Number) });
    expect(failure.nonce).toMatch(/^\d+$/);
    expect(code(await club.answer(got, { type: 4, data: { content: 'late' } }))).toEqual([404, 10062]);
  });

  it('does not run out by a moved clock', async () => {
    const got = await club.use('ann', hi);
    setOffset(clockFile, 10 * 60_000);
    expect((await club.answer(got, { type: 5 })).status).toBe(200);
  });

  it('is accepted once: a second is 40060', async () => {
    const got = await club.use('ann', hi);
    await club.answer(got, { type: 4, data: { content: 'one' } });
    expect(code(await club.answer(got, { type: 4, data: { content: 'two' } }))).toEqual([400, 40060]);
  });

  it('of an unknown id or with a wrong token is 10062', async () => {
    const got = await club.use('ann', hi);
    expect(code(await club.answer({ ...got, id: '1300000000000000009' }, { type: 5 }))).toEqual([404, 10062]);
    expect(code(await club.answer({ ...got, token: 'x' }, { type: 5 }))).toEqual([404, 10062]);
  });

  it('of types 6 and 7 is for components alone', async () => {
    const got = await club.use('ann', hi);
    expect(code(await club.answer(got, { type: 6 }))).toEqual([400, 50035]);
    expect(code(await club.answer(got, { type: 7, data: { content: 'x' } }))).toEqual([400, 50035]);
    const pressed = await club.push('ann', table, 'press');
    expect(code(await club.answer(pressed, { type: 8, data: { choices: [] } }))).toEqual([400, 50035]);
    expect((await club.answer(pressed, { type: 6 })).status).toBe(200);
  });

  it('of type 7 changes the pressed message, and @original names it', async () => {
    const got = await club.push('ben', table, 'press');
    expect(got.message).toMatchObject({ id: table.id, content: 'table' });
    await club.answer(got, { type: 7, data: { content: 'changed' } });
    expect((await club.hook(got, 'GET', '/messages/@original')).body).toMatchObject({
      id: table.id,
      content: 'changed',
      edited_timestamp: expect.any(String),
    });
  });

  it('that defers the update leaves the message until @original is edited', async () => {
    const got = await club.push('ben', table, 'press');
    await club.answer(got, { type: 6 });
    const edited = await club.hook(got, 'PATCH', '/messages/%40original', { content: 'later' });
    expect(edited.body).toMatchObject({ id: table.id, content: 'later', components: [{ type: 1 }] });
  });
});

describe('a deferred answer', () => {
  it('shows that the bot is thinking until it is edited', async () => {
    const got = await club.use('ann', hi);
    const { interaction, resource } = (await club.answer(got, { type: 5 })).body;
    const first = await ann.next('MESSAGE_CREATE', (d) => d.id === interaction.response_message_id);
    expect(first.flags).toBe(128);
    // The whole message is given only of an answer that was not deferred.
    expect([resource, interaction.response_message_loading]).toEqual([{ type: 5 }, true]);
    const edited = (await club.hook(got, 'PATCH', '/messages/@original', { content: 'done' })).body;
    expect(edited).toMatchObject({ id: first.id, flags: 0, content: 'done', edited_timestamp: null });
  });

  it('fixes whether it is ephemeral', async () => {
    const open = await club.use('ann', hi);
    await club.answer(open, { type: 5 });
    expect(
      (await club.hook(open, 'PATCH', '/messages/@original', { content: 'a', flags: 64 })).body.flags,
    ).toBe(0);
    const secret = await club.use('ann', hi);
    await club.answer(secret, { type: 5, data: { flags: 64 } });
    const edited = await club.hook(secret, 'PATCH', '/messages/@original', { content: 'only ann' });
    expect(edited.body.flags).toBe(64);
  });

  it('takes a flag of Components V2 only in its edit', async () => {
    const got = await club.use('ann', hi);
    expect(code(await club.answer(got, { type: 5, data: { flags: 1 << 15 } }))).toEqual([400, 50035]);
    await club.answer(got, { type: 5, data: { flags: 64 } });
    const edited = await club.hook(got, 'PATCH', '/messages/@original', {
      flags: 1 << 15,
      components: [{ type: 17, components: [{ type: 10, content: 'hello' }] }],
    });
    expect(edited.body.flags).toBe(64 | (1 << 15));
  });

  it('gives its place to the first further message', async () => {
    const got = await club.use('ann', hi);
    const { interaction } = (await club.answer(got, { type: 5, data: { flags: 64 } })).body;
    const one = (await club.hook(got, 'POST', '', { content: 'one' })).body;
    const two = (await club.hook(got, 'POST', '', { content: 'two' })).body;
    expect([one.id, one.flags]).toEqual([interaction.response_message_id, 64]);
    expect(two.id).not.toBe(one.id);
    expect(two.flags).toBe(0);
  });

  it('refuses a modal with 40060', async () => {
    const got = await club.use('ann', hi);
    await club.answer(got, { type: 5 });
    const modal = { type: 9, data: { custom_id: 'm', title: 'M', components: [] } };
    expect(code(await club.answer(got, modal))).toEqual([400, 40060]);
  });
});

describe("an interaction's token", () => {
  it('is not yet good for anything before the first answer', async () => {
    const got = await club.use('ann', hi);
    expect(code(await club.hook(got, 'PATCH', '/messages/@original', { content: 'x' }))).toEqual([
      404, 10015,
    ]);
  });

  it('ends after fifteen minutes by the clock: 50027', async () => {
    const got = await club.use('ann', hi);
    await club.answer(got, { type: 4, data: { content: 'x' } });
    setOffset(clockFile, 14 * 60_000);
    expect((await club.hook(got, 'PATCH', '/messages/@original', { content: 'y' })).status).toBe(200);
    setOffset(clockFile, 16 * 60_000);
    expect(code(await club.hook(got, 'PATCH', '/messages/@original', { content: 'z' }))).toEqual([
      401, 50027,
    ]);
    expect(code(await club.hook(got, 'POST', '', { content: 'z' }))).toEqual([401, 50027]);
  });

  it('that nobody was given is 50027', async () => {
    expect(code(await club.hook({ token: 'nonsense' }, 'POST', '', { content: 'z' }))).toEqual([401, 50027]);
  });

  it('opens only the messages of its interaction', async () => {
    const got = await club.use('ann', hi);
    await club.answer(got, { type: 4, data: { content: 'x' } });
    expect(code(await club.hook(got, 'PATCH', `/messages/${table.id}`, { content: 'y' }))).toEqual([
      404, 10008,
    ]);
    const more = (await club.hook(got, 'POST', '', { content: 'more' })).body;
    expect((await club.hook(got, 'PATCH', `/messages/${more.id}`, { content: 'edited' })).body.content).toBe(
      'edited',
    );
    expect((await club.hook(got, 'DELETE', `/messages/${more.id}`)).status).toBe(204);
    expect((await club.hook(got, 'DELETE', '/messages/@original')).status).toBe(204);
    expect(code(await club.hook(got, 'GET', '/messages/@original'))).toEqual([404, 10008]);
  });
});

describe('an ephemeral message', () => {
  it('is delivered to its person alone, never listed, and opened by nobody else', async () => {
    const got = await club.use('ann', hi);
    const reply = await club.answer(
      got,
      { type: 4, data: { content: 'psst', flags: 64, components: [button('mine')] } },
      [{ name: 'board.png', bytes: PNG }],
    );
    const secret = reply.body.resource.message;
    await ann.next('MESSAGE_CREATE', (d) => d.id === secret.id);
    await club.as('ben')('POST', `/channels/${club.place('metro')}/messages`, { content: 'after it' });
    await ben.next('MESSAGE_CREATE', (d) => d.content === 'after it');
    expect(ben.events.some((e) => e.d.id === secret.id)).toBe(false);
    const list = async (name: string) =>
      (await club.as(name)('GET', `/channels/${club.place('metro')}/messages?limit=100`)).body as Loose[];
    expect((await list('ann')).some((m) => m.id === secret.id)).toBe(false);
    const path = `/channels/${club.place('metro')}/messages/${secret.id}`;
    expect(code(await club.as('ann')('GET', path))).toEqual([404, 10008]);
    expect(code(await club.bot('PATCH', path, { content: 'x' }))).toEqual([404, 10008]);
    await expect(club.push('ben', secret, 'mine')).rejects.toMatchObject({
      reply: { body: { code: 10008 } },
    });
    const pressed = await club.push('ann', secret, 'mine');
    await club.answer(pressed, { type: 7, data: { content: 'psst 2' } });
    await ann.next('MESSAGE_UPDATE', (d) => d.content === 'psst 2');
    expect(ben.events.some((e) => e.d.content === 'psst 2')).toBe(false);
  });
});
