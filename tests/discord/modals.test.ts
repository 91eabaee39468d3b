import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../../src/app/context.ts';
import type { Screen } from '../../src/app/outbound.ts';
import type { Modal, PressRequest, Reply } from '../../src/app/request.ts';
import type { Route } from '../../src/app/router.ts';
import { createOutbound } from '../../src/discord/outbound.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type Bot, createClient, startBot } from '../../src/discord/start.ts';
import type { Store } from '../../src/store/open.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { change } from '../lib/rows.ts';
import { emptyStore } from '../lib/store.ts';
import { PATIENCE } from '../patience.ts';
import { button, type Club, connect, type Line, type Loose, openClub } from '../playground/club.ts';

/** A form that opens over the chat and is sent off, all the way through a Discord on this machine. */

/** What a press on "open" is answered with: a message with a button that opens the form. */
const OPENER = { body: { content: 'Yours.', components: [button('ask')] } } as Screen;

vi.mock('../../src/app/router.ts', async (original) => {
  const real = await original<typeof import('../../src/app/router.ts')>();
  return {
    ...real,
    route: (request: PressRequest): Route => {
      const { customId } = request;
      const way = real.route(request);
      const run = async (app: App, press: PressRequest): Promise<Reply> => {
        if (customId === 'open') return { screen: OPENER };
        if (!customId.startsWith('given')) return way.run(app, press);
        pressed.push(press);
        return { screen: { body: { content: `From ${press.values.join(' to ')}.` } } };
      };
      const modal = ({ locale }: PressRequest): Modal => ({
        customId: 'given|7|0',
        title: `In ${locale}`,
        fields: [
          { id: 'from', label: 'From', value: '22', placeholder: 'An hour', max: 2 },
          { id: 'to', label: 'To', required: false },
        ],
      });
      return customId.startsWith('ask') ? { ...way, ack: 'modal', modal, run } : { ...way, run };
    },
  };
});

const EPHEMERAL = 64;
const pressed: PressRequest[] = [];

let club: Club;
let ann: Line;
let store: Store;
let stand: Stand;
let bot: Bot;
beforeAll(async () => {
  club = await openClub();
  ann = connect(club.discord, 'person-ann');
  await ann.next('READY');
  store = emptyStore();
  stand = openStand(store);
  const api = `${club.discord.url}/api`;
  const rest = createRest(api, club.discord.token);
  bot = await startBot(
    { ...stand.app, outbound: createOutbound(rest) },
    { rest, api, token: club.discord.token, connect: () => createClient(api) },
  );
});
afterAll(async () => {
  await bot.stop();
  ann.close();
  await club.close();
  await store.close();
});
beforeEach(() => {
  pressed.length = 0;
});

const asked = async (): Promise<Loose[]> => (await club.control('GET', '/requests')).body;

/** A private message of the bot's with a button that opens the form. */
async function privately(place: string): Promise<Loose> {
  const path = `/channels/${place}/messages`;
  const shown = (await club.bot('POST', path, { content: 'Here.', components: [button('open')] })).body;
  await club.push('ann', shown, 'open');
  return ann.next('MESSAGE_UPDATE', (d) => d.content === 'Yours.');
}

/** A message of the bot's with a button that opens the form. */
const publicly = async (place: string): Promise<Loose> =>
  (await club.bot('POST', `/channels/${place}/messages`, { content: 'Here.', components: [button('ask')] }))
    .body;

/** Opens the form from a message, fills it in and sends it off. */
async function fill(message: Loose, from: string, to: string): Promise<Loose> {
  await club.push('ann', message, 'ask');
  const form = await ann.next('INTERACTION_MODAL_CREATE');
  await club.press('ann', {
    type: 5,
    channel_id: message.channel_id,
    data: {
      id: form.id,
      custom_id: form.custom_id,
      components: [
        { type: 18, component: { type: 4, custom_id: 'from', value: from } },
        { type: 18, component: { type: 4, custom_id: 'to', value: to } },
      ],
    },
  });
  return form;
}

describe('a form', () => {
  test('opens from a direct message, is sent off, and its answer takes the place of the message', async () => {
    const [direct] = (await club.as('ann')('GET', '/users/@me/channels')).body;
    const message = await publicly(direct.id);
    const form = await fill(message, '23', '7');
    expect(form).toMatchObject({
      custom_id: 'given|7|0',
      title: 'In en-US',
      components: [
        {
          type: 18,
          label: 'From',
          component: {
            type: 4,
            style: 1,
            value: '22',
            placeholder: 'An hour',
            max_length: 2,
            required: true,
          },
        },
        { type: 18, label: 'To', component: { type: 4, custom_id: 'to', required: false } },
      ],
    });
    const edited = await ann.next('MESSAGE_UPDATE', (d) => d.id === message.id);
    expect(edited.components).toMatchObject([{ type: 10, content: 'From 23 to 7.' }]);
    expect(pressed).toMatchObject([
      { kind: 'press', customId: 'given|7|0', values: ['23', '7'], personal: true, message: message.id },
    ]);
  });

  test('opens from a private message, which its answer takes the place of', async () => {
    const message = await privately(club.place('metro'));
    expect(message.flags & EPHEMERAL).toBe(EPHEMERAL);
    await fill(message, '20', '6');
    const edited = await ann.next('MESSAGE_UPDATE', (d) =>
      String(d.components[0]?.content).startsWith('From 20'),
    );
    expect(edited.id).toBe(message.id);
    expect(pressed).toMatchObject([{ values: ['20', '6'], personal: true, message: message.id }]);
  });

  test('opens from a public message, and its answer is private', async () => {
    const message = await publicly(club.place('metro'));
    await fill(message, '9', '');
    const answer = await ann.next('MESSAGE_UPDATE', (d) => d.content.startsWith('From 9'));
    expect(answer.id).not.toBe(message.id);
    expect(answer.flags & EPHEMERAL).toBe(EPHEMERAL);
    expect(pressed).toMatchObject([{ values: ['9', ''], personal: false, message: message.id }]);
  });

  test('speaks the language that a player chose', async () => {
    await change(store, "UPDATE players SET locale = 'de' WHERE id = ?", club.person('ann'));
    const form = await fill(await publicly(club.place('metro')), '1', '2');
    expect(form.title).toBe('In de');
    await ann.next('MESSAGE_UPDATE', (d) => d.content === 'From 1 to 2.');
    expect(pressed).toMatchObject([{ locale: 'de' }]);
  });

  test('is the first answer, and opens once though what Discord said to it is lost', async () => {
    const before = (await asked()).length;
    await club.control('POST', '/faults', {
      route: '/interactions/:id/:token/callback',
      drop: true,
      after: true,
      times: 1,
    });
    await club.push('ann', await publicly(club.place('metro')), 'ask');
    await ann.next('INTERACTION_MODAL_CREATE');
    await vi.waitFor(async () => {
      const answers = (await asked()).slice(before).filter(({ path }) => path.endsWith('/callback'));
      expect(answers.map(({ body, status, response }) => [body.type, status, response?.code])).toEqual([
        [9, 500, undefined],
        [9, 400, 40060],
      ]);
    }, PATIENCE);
    expect(pressed).toEqual([]);
    expect(stand.logged.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

test('a press whose acknowledgement is lost on the way back is answered all the same', async () => {
  await club.control('POST', '/faults', {
    route: '/interactions/:id/:token/callback',
    drop: true,
    after: true,
    times: 1,
  });
  const answer = await privately(club.place('metro'));
  expect(answer.flags & EPHEMERAL).toBe(EPHEMERAL);
  expect(stand.logged.filter(({ level }) => Number(level) > 30)).toEqual([]);
});
