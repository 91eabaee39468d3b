import { describe, expect, it } from 'vitest';
import { entriesOf, filled, half, leaves, matching } from '../../src/playground/page/commands.ts';
import { apply, type Event } from '../../src/playground/page/events.ts';
import { plain } from '../../src/playground/page/names.ts';
import { bytes, distance, moment, stamp } from '../../src/playground/page/times.ts';
import {
  type Command,
  emptyWorld,
  isDirect,
  isForum,
  type Message,
  markOf,
  placeOf,
  titleOf,
  type World,
} from '../../src/playground/page/world.ts';

const user = (id: string, name: string, bot = false) => ({
  id,
  username: name.toLowerCase(),
  global_name: name,
  discriminator: '0',
  avatar: null,
  bot,
});
const ann = user('1', 'Ann');
const metro = user('9', 'Metro', true);

const message = (id: string, more: object = {}): Message =>
  ({
    id,
    channel_id: '20',
    author: metro,
    content: `message ${id}`,
    timestamp: '2026-11-27T10:00:00.000Z',
    edited_timestamp: null,
    mention_everyone: false,
    mentions: [],
    attachments: [],
    embeds: [],
    type: 0,
    flags: 0,
    ...more,
  }) as unknown as Message;

const follow = (world: World, ...events: readonly Event[]): World => events.reduce(apply, world);

const ready = follow(emptyWorld, {
  t: 'READY',
  d: {
    user: ann,
    session_id: 's',
    guilds: [
      {
        id: '10',
        name: 'Club',
        channels: [
          { id: '20', type: 0, name: 'metro' },
          { id: '21', type: 0, name: 'quiet' },
        ],
        members: [{ user: ann }, { user: metro }],
      },
    ],
    private_channels: [{ id: '30', type: 1, recipients: [metro] }],
  },
});
const room = (messages: readonly Message[], older = false): Event => ({
  t: 'page:room',
  d: { channel: '20', messages, more: false, older, problem: null },
});
const open = follow(ready, room([message('101'), message('100')]));
const ids = (world: World) => world.rooms['20']?.messages.map((each) => each.id);

describe('what a client knows', () => {
  it('tells the kinds of channels apart, and names a group as it is called, or by its people', () => {
    const group = { id: '31', type: 3, recipients: [metro, ann] };
    const world = follow(
      ready,
      ...[2, 5, 13, 15].map((type) => ({
        t: 'CHANNEL_CREATE',
        d: { id: `4${type}`, type, guild_id: '10', name: 'x' },
      })),
      ...[10, 11, 12].map((type) => ({
        t: 'THREAD_CREATE',
        d: { id: `4${type}`, type, guild_id: '10', parent_id: '20', name: 'x' },
      })),
      { t: 'CHANNEL_CREATE', d: group },
      { t: 'CHANNEL_CREATE', d: { ...group, id: '32', name: 'Two of us' } },
    );
    const place = (id: string) => placeOf(world, id)!;
    expect(['20', '42', '45', '413', '415', '411', '412'].map((id) => markOf(place(id)))).toEqual([
      '#',
      '🔊',
      '📣',
      '🎤',
      '🗂',
      '⌞',
      '🔒',
    ]);
    expect(['31', '32', '30'].map((id) => titleOf(place(id)))).toEqual(['Metro, Ann', 'Two of us', 'Metro']);
    expect(['30', '31', '20'].map((id) => isDirect(place(id)))).toEqual([true, true, false]);
    expect(['415', '20'].map((id) => isForum(place(id)))).toEqual([true, false]);
  });

  it('reads guilds, channels and conversations', () => {
    expect(ready.guilds[0]?.name).toBe('Club');
    expect(placeOf(ready, '21')).toMatchObject({ name: 'quiet', guild: '10', parent: null });
    expect(placeOf(ready, '30')?.recipients).toEqual([metro]);
    expect(ready.link).toBe('open');
  });

  it('keeps messages in order, each once, and adds only to channels that were opened', () => {
    expect(ids(open)).toEqual(['100', '101']);
    const more = follow(
      open,
      { t: 'MESSAGE_CREATE', d: message('103') },
      { t: 'MESSAGE_CREATE', d: message('103') },
    );
    expect(ids(more)).toEqual(['100', '101', '103']);
    expect(ids(follow(more, room([message('98'), message('99')], true)))).toEqual([
      '98',
      '99',
      '100',
      '101',
      '103',
    ]);
    const unopened = follow(ready, { t: 'MESSAGE_CREATE', d: message('103') });
    expect(ids(unopened) ?? []).toEqual([]);
  });

  it('takes an edit as what it changes, and a deletion', () => {
    const edited = follow(open, { t: 'MESSAGE_UPDATE', d: { id: '101', channel_id: '20', content: 'new' } });
    expect(edited.rooms['20']?.messages[1]).toMatchObject({ content: 'new', author: metro });
    expect(ids(follow(open, { t: 'MESSAGE_DELETE', d: { id: '100', channel_id: '20' } }))).toEqual(['101']);
  });

  it('keeps what only this person sees over a reload, until it is dismissed', () => {
    const secret = follow(open, { t: 'MESSAGE_CREATE', d: message('102', { flags: 64 }) });
    const reloaded = follow(secret, room([message('100'), message('101'), message('104')]));
    expect(ids(reloaded)).toEqual(['100', '101', '102', '104']);
    expect(ids(follow(reloaded, { t: 'page:dismiss', d: { channel: '20', id: '102' } }))).toEqual([
      '100',
      '101',
      '104',
    ]);
    expect(placeOf(secret, '20')?.last).not.toBe('102');
  });

  it('drops on a reload what was deleted meanwhile', () => {
    expect(ids(follow(open, room([message('101')])))).toEqual(['101']);
  });

  it('counts what is unread, and apart what calls this person', () => {
    const called = follow(
      open,
      { t: 'MESSAGE_CREATE', d: message('110', { channel_id: '21', mentions: [ann] }) },
      { t: 'MESSAGE_CREATE', d: message('111', { channel_id: '21' }) },
      { t: 'MESSAGE_CREATE', d: message('112', { channel_id: '21', author: ann, mentions: [ann] }) },
    );
    expect(called.unread['21']).toEqual({ count: 2, mentions: 1 });
    expect(follow(called, { t: 'page:read', d: '21' }).unread['21']).toBeUndefined();
  });

  it('adds a thread once, and keeps what an update leaves out', () => {
    const thread = { id: '40', type: 11, guild_id: '10', parent_id: '20', name: 'Game' };
    const made = follow(ready, { t: 'THREAD_CREATE', d: thread }, { t: 'THREAD_CREATE', d: thread });
    expect(made.guilds[0]?.channels.filter((each) => each.id === '40')).toHaveLength(1);
    const locked = follow(made, { t: 'THREAD_UPDATE', d: { id: '40', thread_metadata: { locked: true } } });
    expect(placeOf(locked, '40')).toMatchObject({ name: 'Game', parent: '20', locked: true });
    expect(placeOf(follow(made, { t: 'THREAD_DELETE', d: { id: '40' } }), '40')).toBeNull();
  });

  it('a guild that is away is shown as such, one that was left is gone', () => {
    expect(
      follow(ready, { t: 'GUILD_DELETE', d: { id: '10', unavailable: true } }).guilds[0]?.available,
    ).toBe(false);
    expect(follow(ready, { t: 'GUILD_DELETE', d: { id: '10' } }).guilds).toEqual([]);
  });

  it('changes nothing for an event it does not know', () => {
    expect(follow(open, { t: 'SOMETHING_NEW', d: {} })).toBe(open);
  });
});

describe('presses', () => {
  const press = {
    key: '101:join',
    kind: 'component',
    channel: '20',
    message: '101',
    state: 'waiting',
    id: null,
    label: 'Join',
  } as const;
  const pressed = follow(open, { t: 'page:press', d: { nonce: 'n', press } });

  it('wait until they are answered, or have failed', () => {
    expect(pressed.presses.n?.state).toBe('waiting');
    expect(follow(pressed, { t: 'INTERACTION_SUCCESS', d: { id: '5', nonce: 'n' } }).presses).toEqual({});
    expect(follow(pressed, { t: 'INTERACTION_FAILURE', d: { id: '5', nonce: 'n' } }).presses.n?.state).toBe(
      'failed',
    );
  });

  it('another press clears what failed before, but not what still waits', () => {
    const failed = follow(pressed, { t: 'page:failed', d: 'n' });
    expect(Object.keys(follow(failed, { t: 'page:press', d: { nonce: 'm', press } }).presses)).toEqual(['m']);
    expect(Object.keys(follow(pressed, { t: 'page:press', d: { nonce: 'm', press } }).presses)).toEqual([
      'n',
      'm',
    ]);
  });

  it('a form opens where its button was', () => {
    const d = {
      id: '5',
      nonce: 'n',
      custom_id: 'f',
      title: 'Form',
      components: [],
      application: { id: '9' },
    };
    const form = follow(pressed, { t: 'INTERACTION_MODAL_CREATE', d });
    expect(form.modal).toMatchObject({ id: '5', channel: '20', message: '101', application: '9' });
    expect(form.presses).toEqual({});
  });
});

const commands = [
  {
    id: '1',
    application_id: '9',
    version: '1',
    type: 1,
    name: 'metrox',
    description: 'Metro X',
    options: [
      {
        type: 1,
        name: 'new',
        description: 'Open a table',
        options: [
          {
            type: 3,
            name: 'map',
            description: '',
            required: true,
            choices: [{ name: 'Metro City', value: 'city' }],
          },
          { type: 4, name: 'players', description: '', min_value: 1, max_value: 25 },
          { type: 5, name: 'thread', description: '' },
        ],
      },
      { type: 1, name: 'rules', description: 'The rules' },
    ],
  },
  { id: '2', application_id: '9', version: '1', type: 1, name: 'games', description: 'Your games' },
] as unknown as readonly Command[];

describe('commands', () => {
  const all = leaves(commands);
  const create = all.find((leaf) => leaf.name === 'metrox new')!;

  it('lists every subcommand', () => {
    expect(all.map((leaf) => leaf.name)).toEqual(['games', 'metrox new', 'metrox rules']);
  });

  it('finds by beginnings first, then by words within', () => {
    expect(matching(all, '').length).toBe(3);
    expect(matching(all, 'metrox n').map((leaf) => leaf.name)).toEqual(['metrox new']);
    expect(matching(all, 'rules').map((leaf) => leaf.name)).toEqual(['metrox rules']);
    expect(matching(all, 'metrox new map:x').map((leaf) => leaf.name)).toEqual(['metrox new']);
    expect(matching(all, 'nothing')).toEqual([]);
  });

  it('reads options typed behind the name', () => {
    expect(entriesOf(create, 'metrox new map:Metro City players: 4')).toEqual({
      map: 'Metro City',
      players: '4',
    });
    expect(entriesOf(create, 'metrox n')).toEqual({});
  });

  it('makes what Discord takes of what was entered', () => {
    expect(filled(create, { map: 'metro city', players: '4', thread: 'False' })).toEqual({
      options: [
        {
          type: 1,
          name: 'new',
          options: [
            { type: 3, name: 'map', value: 'city' },
            { type: 4, name: 'players', value: 4 },
            { type: 5, name: 'thread', value: false },
          ],
        },
      ],
    });
    const games = all.find((leaf) => leaf.name === 'games')!;
    expect(filled(games, {})).toEqual({ options: [] });
  });

  it.each([
    [{}, 'map: this option is required.'],
    [{ map: 'Mars' }, 'map: pick one of the choices.'],
    [{ map: 'city', players: '2.5' }, 'players: enter a whole number.'],
    [{ map: 'city', players: 'x' }, 'players: enter a whole number.'],
    [{ map: 'city', players: '0' }, 'players: at least 1.'],
    [{ map: 'city', players: '26' }, 'players: at most 25.'],
    [{ map: 'city', thread: 'maybe' }, 'thread: pick one of the choices.'],
  ])('says what is wrong with %j', (entries, problem) => {
    expect(filled(create, entries as Record<string, string>)).toMatchObject({ problem });
  });

  it('names the option being typed for suggestions, without checking it', () => {
    expect(half(create, { map: 'Ma', players: '99' }, 'map')).toEqual([
      { type: 1, name: 'new', options: [{ type: 3, name: 'map', value: 'Ma', focused: true }] },
    ]);
  });
});

describe('times and sizes', () => {
  it.each([
    [30, 'in 30 seconds'],
    [-1, '1 second ago'],
    [65, 'in 1 minute'],
    [39_600, 'in 11 hours'],
    [-3_540, '59 minutes ago'],
    [3_599, 'in 1 hour'],
    [86_400, 'in 1 day'],
    [40 * 86_400, 'in 1 month'],
    [-800 * 86_400, '2 years ago'],
  ])('%i seconds from now: %s', (seconds, words) => {
    expect(distance(1_700_000_000 + seconds, 1_700_000_000)).toBe(words);
    expect(moment(1_700_000_000 + seconds, 'R', 1_700_000_000)).toBe(words);
  });

  it('stamps by the day', () => {
    const now = new Date(2026, 10, 27, 21, 40);
    expect(stamp(new Date(2026, 10, 27, 0, 1).toISOString(), now)).toMatch(/^Today at /);
    expect(stamp(new Date(2026, 10, 26, 23, 59).toISOString(), now)).toMatch(/^Yesterday at /);
    expect(stamp(new Date(2026, 10, 25, 23, 59).toISOString(), now)).not.toMatch(/day/);
  });

  it('sizes', () => {
    expect([bytes(12), bytes(2800), bytes(30_000), bytes(3_000_000)]).toEqual([
      '12 bytes',
      '2.7 KB',
      '29 KB',
      '2.9 MB',
    ]);
  });
});

it('a quotation is one line without marks, with names for ids', () => {
  const text = '## **Round 7**\n> your move, <@9> <@77> in <#20> ||T4|| `x`\n- a\n- b';
  expect(plain(text, ready)).toBe('Round 7 your move, @Metro @unknown-user in #metro █████ x a b');
});
