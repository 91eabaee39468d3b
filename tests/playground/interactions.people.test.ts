import { describe, expect, it } from 'vitest';
import { button, code } from './club.ts';
import { ann, ben, club, gathered, hi, registerHi, table } from './greeter.ts';

gathered();

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
    await registerHi();
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
    await registerHi();
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
