import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { button, type Club, connect, type Line, type Loose, openClub, PNG } from './club.ts';

const clockFile = join(tmpdir(), `clock-${process.pid}-interactions`);
const HI = { name: 'hi', description: 'Says hello' };
let club: Club;
let ann: Line;
let ben: Line;
let hi: Loose;
let table: Loose;

beforeAll(async () => {
  club = await openClub({ clockFile });
  ann = connect(club.discord, 'person-ann');
  ben = connect(club.discord, 'person-ben');
  await ann.next('READY');
  await ben.next('READY');
  [hi] = await club.register([HI]);
});

beforeEach(async () => {
  rmSync(clockFile, { force: true });
  table = (
    await club.bot('POST', `/channels/${club.place('metro')}/messages`, {
      content: 'table',
      components: [button('press')],
    })
  ).body;
});

afterAll(async () => {
  ann.close();
  ben.close();
  rmSync(clockFile, { force: true });
  await club.close();
});

const code = (reply: { status: number; body: Loose }) => [reply.status, reply.body?.code];

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
    writeFileSync(clockFile, String(10 * 60_000));
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
    const first = (await club.answer(got, { type: 5 })).body.resource.message;
    expect(first.flags).toBe(128);
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
    const first = (await club.answer(got, { type: 5, data: { flags: 64 } })).body.resource.message;
    const one = (await club.hook(got, 'POST', '', { content: 'one' })).body;
    const two = (await club.hook(got, 'POST', '', { content: 'two' })).body;
    expect([one.id, one.flags]).toEqual([first.id, 64]);
    expect(two.id).not.toBe(first.id);
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
    writeFileSync(clockFile, String(14 * 60_000));
    expect((await club.hook(got, 'PATCH', '/messages/@original', { content: 'y' })).status).toBe(200);
    writeFileSync(clockFile, String(16 * 60_000));
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

describe('what a person sends', () => {
  const refused = async (body: object) => {
    const error = await club.press('ann', body).catch((e) => e);
    return [error.reply?.status, error.reply?.body.code];
  };

  it('names a message and a component that are there, of the right type, not disabled', async () => {
    const press = (more: object) => ({ type: 3, message_id: table.id, ...more });
    expect(
      await refused(
        press({ message_id: '1300000000000000001', data: { component_type: 2, custom_id: 'press' } }),
      ),
    ).toEqual([404, 10008]);
    expect(await refused(press({ data: { component_type: 2, custom_id: 'other' } }))).toEqual([400, 50035]);
    expect(await refused(press({ data: { component_type: 3, custom_id: 'press' } }))).toEqual([400, 50035]);
    await club.bot('PATCH', `/channels/${table.channel_id}/messages/${table.id}`, {
      components: [button('press', { disabled: true })],
    });
    expect(await refused(press({ data: { component_type: 2, custom_id: 'press' } }))).toEqual([400, 50035]);
    expect(await refused(press({ application_id: '1300000000000000001', data: {} }))).toEqual([404, 10002]);
    expect(await refused(press({ channel_id: '1300000000000000001', data: {} }))).toEqual([404, 10003]);
  });

  it('chooses as many values as the menu allows, among its options, each once', async () => {
    const menu = {
      type: 3,
      custom_id: 'menu',
      min_values: 1,
      max_values: 2,
      options: ['a', 'b', 'c'].map((value) => ({ label: value, value })),
    };
    const message = (
      await club.bot('POST', `/channels/${club.place('metro')}/messages`, {
        content: 'menu',
        components: [{ type: 1, components: [menu] }],
      })
    ).body;
    const choose = (values: string[]) => ({
      type: 3,
      message_id: message.id,
      data: { component_type: 3, custom_id: 'menu', values },
    });
    for (const values of [[], ['a', 'b', 'c'], ['d'], ['a', 'a']])
      expect(await refused(choose(values))).toEqual([400, 50035]);
    expect((await club.press('ann', choose(['b', 'c']))).data).toMatchObject({
      component_type: 3,
      values: ['b', 'c'],
    });
  });

  it("fits the command's options", async () => {
    const [play] = await club.register([
      {
        name: 'play',
        description: 'Plays',
        options: [
          {
            type: 1,
            name: 'new',
            description: 'New',
            options: [
              { type: 4, name: 'seats', description: 'Seats', required: true, min_value: 1, max_value: 25 },
              { type: 3, name: 'map', description: 'Map', choices: [{ name: 'Tokyo', value: 'tokyo' }] },
              { type: 6, name: 'with', description: 'With' },
            ],
          },
        ],
      },
    ]);
    const run = (options: object[]) => ({
      type: 2,
      data: { id: play.id, name: 'play', type: 1, options: [{ type: 1, name: 'new', options }] },
    });
    const seats = { type: 4, name: 'seats', value: 3 };
    expect(await refused(run([]))).toEqual([400, 50035]);
    expect(await refused(run([{ ...seats, value: 26 }]))).toEqual([400, 50035]);
    expect(await refused(run([{ ...seats, type: 3, value: '3' }]))).toEqual([400, 50035]);
    expect(await refused(run([seats, { type: 3, name: 'map', value: 'oslo' }]))).toEqual([400, 50035]);
    expect(await refused(run([seats, { type: 5, name: 'odd', value: true }]))).toEqual([400, 50035]);
    expect(await refused(run([seats, { type: 6, name: 'with', value: '1300000000000000001' }]))).toEqual([
      404, 10013,
    ]);
    expect(await refused({ type: 2, data: { id: '1300000000000000001', name: 'play', type: 1 } })).toEqual([
      404, 10063,
    ]);
    const got = await club.press('ann', run([seats, { type: 6, name: 'with', value: club.person('ben') }]));
    expect(got.data.resolved.users[club.person('ben')].username).toBe('ben');
    expect(got.data.resolved.members[club.person('ben')]).toMatchObject({
      roles: [],
      permissions: expect.any(String),
    });
    const reply = await club.answer(got, { type: 4, data: { content: 'x' } });
    expect(reply.body.resource.message.interaction_metadata.name).toBe('play new');
    [hi] = await club.register([HI]);
  });

  it('in a direct message has a user, no guild, and the context of the bot', async () => {
    const [direct] = (await club.as('ben')('GET', '/users/@me/channels')).body;
    const got = await club.use('ben', hi, { channel_id: direct.id });
    expect(got).toMatchObject({ context: 1, user: { id: club.person('ben') }, channel: { type: 1 } });
    expect(got.guild_id).toBeUndefined();
    expect(got.member).toBeUndefined();
  });

  it('asks for completions: 25 choices at most, told to the asker alone', async () => {
    const [find] = await club.register([
      {
        name: 'find',
        description: 'Finds',
        options: [{ type: 3, name: 'map', description: 'Map', autocomplete: true, required: true }],
      },
    ]);
    const got = await club.press('ann', {
      type: 4,
      nonce: '99',
      data: {
        id: find.id,
        name: 'find',
        type: 1,
        options: [{ type: 3, name: 'map', value: 'to', focused: true }],
      },
    });
    expect(got.data.options).toEqual([{ type: 3, name: 'map', value: 'to', focused: true }]);
    const many = Array.from({ length: 26 }, (_, i) => ({ name: `n${i}`, value: `v${i}` }));
    expect(code(await club.answer(got, { type: 8, data: { choices: many } }))).toEqual([400, 50035]);
    await club.answer(got, { type: 8, data: { choices: many.slice(0, 2) } });
    const heard = await ann.next('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE');
    expect(heard).toMatchObject({ nonce: '99', choices: [{ name: 'n0' }, { name: 'n1' }] });
    expect(ben.events.some((e) => e.t === 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE')).toBe(false);
    [hi] = await club.register([HI]);
  });

  it('fills in the modal it was shown, within its limits', async () => {
    const opener = await club.push('ann', table, 'press');
    await club.answer(opener, {
      type: 9,
      data: {
        custom_id: 'jump',
        title: 'Jump',
        components: [
          { type: 18, label: 'Round', component: { type: 4, custom_id: 'round', style: 1, max_length: 2 } },
        ],
      },
    });
    const shown = await ann.next('INTERACTION_MODAL_CREATE');
    expect(shown).toMatchObject({ id: opener.id, custom_id: 'jump', title: 'Jump' });
    const send = (value: string, who = 'jump') => ({
      type: 5,
      data: {
        id: shown.id,
        custom_id: who,
        components: [{ type: 18, component: { type: 4, custom_id: 'round', value } }],
      },
    });
    expect(await refused(send(''))).toEqual([400, 50035]);
    expect(await refused(send('123'))).toEqual([400, 50035]);
    expect(await refused(send('12', 'other'))).toEqual([400, 50035]);
    const got = await club.press('ann', send('12'));
    expect(got.data.components[0].component).toMatchObject({ custom_id: 'round', value: '12' });
    expect(got.message.id).toBe(table.id);
    const again = { type: 9, data: { custom_id: 'm', title: 'M', components: [] } };
    expect(code(await club.answer(got, again))).toEqual([400, 50035]);
    expect((await club.answer(got, { type: 7, data: { content: 'jumped' } })).status).toBe(200);
  });
});
