import type { APIInteraction } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import type { CommandRequest, Reply } from '../../src/app/request.ts';
import { sentence } from '../../src/app/screens/problems.ts';
import { createInbound, type Inbound } from '../../src/discord/inbound.ts';
import { check, published } from '../../src/playground/payload.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { tableOf } from '../../src/store/tables.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { loaded, lobbyOf, peopled, running, some } from '../match/people.ts';
import { command, type Line, openLine, press, refused, type Sent } from './interactions.ts';

vi.mock('../../src/views/picture.ts', () => import('../blank.ts'));

/** What comes in from Discord: acknowledged at once and in the right way, answered once, and never without a word. */

const EPHEMERAL = 64;
const V2 = 1 << 15;

let store: Store;
let stand: Stand;
let line: Line;
let inbound: Inbound;
let asked: CommandRequest[];
/** Ends `/test slow`. */
let finish: (reply: Reply | Promise<never>) => void;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  store = await peopled(4);
  stand = openStand(store);
  line = openLine();
  asked = [];
  inbound = createInbound(stand.app, { rest: line.rest, first: line.rest }, () => '42', commands());
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
});

/** The real commands, and some whose answer a test decides. */
function commands(): ReadonlyMap<string, Command> {
  const watch = (run: () => Promise<Reply>, ack: Command['ack'] = 'private'): Command => ({
    ack,
    run: async (_app, request) => {
      asked.push(request);
      return run();
    },
  });
  return new Map([
    ...COMMANDS,
    ['test broken', watch(async () => Promise.reject(new Error('the innermost part broke')))],
    ['test public', watch(async () => Promise.reject(new Error('the innermost part broke')), 'public')],
    ['test slow', watch(() => new Promise((done) => (finish = done)))],
    ['test silent', watch(async () => ({}))],
    ['test word', watch(async () => ({ screen: sentence('Well.') }))],
  ]);
}

const callbacks = (): Sent[] => line.sent.filter(({ route }) => route.includes('/callback'));
const handle = async (interaction: APIInteraction): Promise<Sent[]> => {
  const from = line.sent.length;
  await inbound.handle(interaction);
  return line.sent.slice(from);
};
const flagsOf = (sent: Sent): number => Number(sent.body?.flags ?? 0);
const errors = () => stand.logged.filter(({ level }) => Number(level) >= 50);
const count = (table: string): unknown => store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
const text = (sent: Sent): string => JSON.stringify(sent.body);

describe('the acknowledgement', () => {
  const privately = { type: 5, data: { flags: EPHEMERAL } };

  test.each([
    ['games', {}],
    ['metrox board', {}],
    ['metrox flip', {}],
    ['metrox rules', {}],
    ['metrox solo', {}],
    ['nothing of the kind', {}],
    ['metrox new', { permissions: 0n }],
  ])('of /%s is private', async (name, who) => {
    const [first, ...others] = await handle(command(name, [], who));
    expect(first!.route).toMatch(/^\/interactions\/\d+\/token-\d+\/callback$/);
    expect(first!.body).toEqual(privately);
    expect(first!.auth).toBe(false);
    expect(others).toHaveLength(1);
  });

  test('of /metrox new is public, and asks which message it made', async () => {
    const [first] = await handle(command('metrox new'));
    expect(first!.body).toEqual({ type: 5 });
    expect(first!.query).toBe('with_response=true');
  });

  test('in a direct message is an ordinary one, which stays', async () => {
    for (const name of ['games', 'metrox rules', 'metrox new']) {
      const [first] = await handle(command(name, [], { guild: null }));
      expect(first!.body, name).toEqual({ type: 5 });
    }
  });

  test('of a press that the public message shows updates it; of others on it is private', async () => {
    const id = await lobbyOf(store, 1);
    const [joined] = await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    expect(joined!.body).toEqual({ type: 6 });
    for (const custom of [`options|${id}|0`, `rules|${id}|0`, `mine|${id}|1`, 'nonsense', '']) {
      const [first] = await handle(press(custom, undefined, V2));
      expect(first!.body, custom).toEqual(privately);
    }
    const [chosen] = await handle(press(`table|${id}|1|5`, ['T']));
    expect(chosen!.body).toEqual(privately);
  });

  test('of a press on a private message updates it', async () => {
    for (const custom of ['games|0|0', 'rules|0|0|full|metrox', 'nonsense', 'join|1|0']) {
      const [first] = await handle(press(custom, undefined, EPHEMERAL | V2));
      expect(first!.body, custom).toEqual({ type: 6 });
    }
    const [direct] = await handle(press('games|0|0', undefined, V2, { guild: null }));
    expect(direct!.body).toEqual({ type: 6 });
  });

  test('comes before anything is read or done', async () => {
    const id = await lobbyOf(store, 1);
    let release = (): void => {};
    line.hold('/callback', new Promise((done) => (release = done)));
    const reading = vi.spyOn(store.raw, 'transaction');
    const handling = inbound.handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(line.sent).toHaveLength(1);
    expect(reading).not.toHaveBeenCalled();
    expect((await load(store, id))!.seats).toHaveLength(1);
    release();
    await handling;
    expect((await load(store, id))!.seats).toHaveLength(2);
  });

  test('is one that Discord takes, whatever came', async () => {
    const id = await running(store, 2, { options: { flip: 'manual' } });
    const all: [APIInteraction, 'command' | 'component'][] = [
      ...[...COMMANDS.keys()].map((name): [APIInteraction, 'command'] => [command(name), 'command']),
      ...['join', 'mine', 'flip', 'games', 'hand'].flatMap((act) =>
        [0, EPHEMERAL | V2].map((flags): [APIInteraction, 'component'] => [
          press(`${act}|${id}|0`, undefined, flags),
          'component',
        ]),
      ),
    ];
    for (const [interaction, kind] of all) {
      const from = callbacks().length;
      await inbound.handle(interaction);
      const [first, ...others] = callbacks().slice(from);
      expect(others).toEqual([]);
      expect(check('callback', first!.body, { files: [], interaction: kind })).toBeNull();
      expect(published('callback', first!.body)).toEqual([]);
    }
  });
});

describe('an interaction', () => {
  test('that is delivered twice is handled once, also while the first is under way', async () => {
    const id = await lobbyOf(store, 1);
    const joining = press(`join|${id}|0`, undefined, V2, { user: '1001' });
    await Promise.all([inbound.handle(joining), inbound.handle(joining)]);
    await inbound.handle(joining);
    expect(callbacks()).toHaveLength(1);
    expect(line.sent).toHaveLength(1);
  });

  const joins = (id: number) => press(`join|${id}|0`, undefined, V2, { user: '1001' });
  const DOWN = refused(0, 503);
  const CUT = new TypeError('fetch failed');

  test.each([
    ['10062, too late', refused(10062, 404)],
    ['40060, another process was faster', refused(40060, 400)],
  ])(
    'whose acknowledgement is refused (%s) is dropped: nothing is done and nothing sent',
    async (_what, error) => {
      const id = await lobbyOf(store, 1);
      line.fail('/callback', error);
      await handle(joins(id));
      expect(line.sent).toHaveLength(1);
      expect((await load(store, id))!.seats).toHaveLength(1);
      expect(errors()).toEqual([]);
      expect(await inbound.settled()).toBeUndefined();
    },
  );

  test('that came too late is named in the log; one that another process took is not worth a line', async () => {
    line.fail('/callback', refused(10062, 404), 2);
    await handle(press('join|12|0', undefined, V2));
    await handle(command('metrox new'));
    line.fail('/callback', refused(40060, 400));
    await handle(command('games'));
    expect(stand.logged.filter(({ level }) => Number(level) > 20)).toMatchObject([
      { code: 10062, what: 'join|12|0' },
      { code: 10062, what: '/metrox new' },
    ]);
  });

  test.each([
    ['down', DOWN],
    ['cut off', CUT],
  ])('to which Discord was %s is acknowledged by another try', async (_what, error) => {
    const id = await lobbyOf(store, 1);
    line.fail('/callback', error, 2);
    const sent = await handle(joins(id));
    expect(sent.map(({ route }) => route.split('/').at(-1))).toEqual(['callback', 'callback', 'callback']);
    expect((await load(store, id))!.seats).toHaveLength(2);
    expect(errors()).toEqual([]);
  });

  test.each([
    ['down', DOWN],
    ['cut off', CUT],
  ])('to which Discord stays %s is dropped, when it knows of no answer', async (_what, error) => {
    const id = await lobbyOf(store, 1);
    line.fail('/callback', error, 9);
    line.fail('get /webhooks', refused(10015, 404));
    const sent = await handle(joins(id));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'post', 'post', 'get']);
    expect((await load(store, id))!.seats).toHaveLength(1);
    expect(errors()).toEqual([]);
  });

  test('whose first answer was taken, though what Discord said to it was lost, is handled', async () => {
    const id = await lobbyOf(store, 1);
    line.fail('/callback', CUT);
    line.fail('/callback', refused(40060, 400));
    const sent = await handle(joins(id));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'post']);
    expect((await load(store, id))!.seats).toHaveLength(2);
  });

  test('is handled, too, where all its answers were lost and one of them stands', async () => {
    const id = await lobbyOf(store, 1);
    line.fail('/callback', CUT, 3);
    await handle(joins(id));
    expect((await load(store, id))!.seats).toHaveLength(2);
    line.fail('/callback', DOWN);
    line.fail('/callback', refused(10062, 404));
    await handle(press(`join|${id}|0`, undefined, V2, { user: '1002' }));
    expect((await load(store, id))!.seats).toHaveLength(3);
    line.fail('/callback', DOWN);
    line.fail('/callback', refused(10062, 404));
    line.fail('get /webhooks', refused(10015, 404));
    await handle(press(`join|${id}|0`, undefined, V2, { user: '1003' }));
    expect((await load(store, id))!.seats).toHaveLength(3);
  });

  test('that opens a lobby asks which message it made, where that was lost', async () => {
    line.fail('/callback', DOWN);
    line.fail('/callback', refused(40060, 400));
    const sent = await handle(command('metrox new'));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'post', 'get', 'patch']);
    expect(sent[2]).toMatchObject({
      route: expect.stringMatching(/^\/webhooks\/42\/.*@original$/),
      auth: false,
    });
    const id = store.raw.prepare('SELECT max(id) FROM matches').pluck().get() as number;
    expect(tableOf(store, id)!.lobbyMessage).toBe('700');
  });

  test('of a kind that the bot has not is left alone', async () => {
    const onMessage = command('games') as unknown as { data: { type: number } };
    onMessage.data.type = 3;
    const ping = { id: '1', type: 1 } as unknown as APIInteraction;
    for (const one of [onMessage as unknown as APIInteraction, ping]) expect(await handle(one)).toEqual([]);
    expect(errors()).toEqual([]);
  });

  test('that asks to complete an option is given nothing to choose from, at once', async () => {
    const autocomplete = { ...command('metrox new'), type: 4 } as unknown as APIInteraction;
    const [answer, ...others] = await handle(autocomplete);
    expect(answer!.body).toEqual({ type: 8, data: { choices: [] } });
    expect(check('callback', answer!.body, { files: [], interaction: 'autocomplete' })).toBeNull();
    expect(others).toEqual([]);
    line.fail('/callback', refused(10062, 404));
    await handle({ ...command('metrox new'), type: 4 } as unknown as APIInteraction);
    expect(errors()).toEqual([]);
  });

  test('settled waits for what is under way', async () => {
    let release = (): void => {};
    line.hold('/webhooks', new Promise((done) => (release = done)));
    void inbound.handle(command('games'));
    let settled = false;
    void inbound.settled().then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled).toBe(false);
    release();
    await vi.advanceTimersByTimeAsync(10);
    expect(settled).toBe(true);
  });
});

describe('an answer', () => {
  test('goes into the deferred message, and a private one never into public', async () => {
    const id = await running(store, 2);
    const match = await loaded(store, id);
    const place = some(match, 0).split('.')[0]!;
    for (const one of [press(`mine|${id}|1`), press(`table|${id}|1|5`, [place]), command('games')]) {
      const [ack, answer, ...others] = await handle(one);
      expect(flagsOf({ ...ack!, body: ack!.body!.data as Sent['body'] })).toBe(EPHEMERAL);
      expect([answer!.method, answer!.route]).toEqual([
        'patch',
        `/webhooks/42/${one.token}/messages/@original`,
      ]);
      expect(others).toEqual([]);
      const context = {
        files: answer!.files.map(({ name }) => name),
        fileSizes: answer!.files.map(({ data }) => data.length),
        previous: { flags: EPHEMERAL },
      };
      expect(check('webhook-edit', answer!.body, context)).toBeNull();
    }
  });

  test('that is nothing takes the deferred message away', async () => {
    const [, answer, ...others] = await handle(command('test silent'));
    expect([answer!.method, answer!.route]).toMatchObject(['delete', /messages\/@original$/]);
    expect(others).toEqual([]);
  });

  test('to a join is nothing at all: the lobby shows it', async () => {
    const id = await lobbyOf(store, 1);
    const sent = await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    expect(sent.map(({ route }) => route)).toEqual([expect.stringContaining('/callback')]);
  });

  test('that refuses a public press is a whisper beside it', async () => {
    const id = await lobbyOf(store, 1);
    const [, whisper, ...others] = await handle(press(`join|${id}|0`, undefined, V2));
    expect([whisper!.method, whisper!.route]).toMatchObject(['post', /^\/webhooks\/42\/token-\d+$/]);
    expect(flagsOf(whisper!) & EPHEMERAL).toBe(EPHEMERAL);
    expect(check('webhook-create', whisper!.body, { files: [] })).toBeNull();
    expect(others).toEqual([]);
  });

  test('a lobby is the answer to its command, and the table knows which message that is', async () => {
    const sent = await handle(command('metrox new', [{ name: 'map', type: 3, value: 'osaka' }]));
    const answer = sent[1]!;
    expect(answer.method).toBe('patch');
    expect(
      check('webhook-edit', answer.body, {
        files: answer.files.map(({ name }) => name),
        fileSizes: answer.files.map(({ data }) => data.length),
        previous: { flags: 0 },
      }),
    ).toBeNull();
    const id = store.raw.prepare('SELECT max(id) FROM matches').pluck().get() as number;
    expect((await load(store, id))!.row).toMatchObject({
      map: 'osaka',
      host: '1000',
      guild: '77',
      channel: '88',
    });
    expect(tableOf(store, id)).toMatchObject({ lobbyChannel: '88', lobbyMessage: '700' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(stand.chat.calls.filter(({ what }) => what === 'post')).toEqual([]);
  });

  test('of words on a message of components is one of components', async () => {
    const [, answer] = await handle(press('nonsense', undefined, EPHEMERAL | V2, { user: '1003' }));
    const previous = { flags: EPHEMERAL | V2, components: [{ type: 17, components: [] }] };
    expect(answer!.body!.content ?? null).toBeNull();
    expect(check('webhook-edit', answer!.body, { files: [], previous })).toBeNull();
    const [, sentenced] = await handle(press('keepit|1|0', undefined, EPHEMERAL | V2));
    expect(sentenced!.body).not.toHaveProperty('content');
    expect(flagsOf(sentenced!) & V2).toBe(V2);
    expect(check('webhook-edit', sentenced!.body, { files: [], previous })).toBeNull();
  });

  test('of components on a message of words takes its words away', async () => {
    const [, answer] = await handle(press('practice|0|0|metrox', undefined, EPHEMERAL));
    const previous = { flags: EPHEMERAL, content: 'Here.', components: [] };
    expect(answer!.body!.content).toBeNull();
    expect(check('webhook-edit', answer!.body, { files: [], previous })).toBeNull();
  });
});

describe('an answer that takes long', () => {
  test('is dropped when its token works no more', async () => {
    const handling = handle(command('test slow'));
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    finish({ screen: sentence('At last.') });
    expect((await handling).map(({ route }) => route.split('/').at(-1))).toEqual(['callback']);
    expect(stand.logged).toMatchObject([{ level: 40, what: '/test slow' }]);
  });

  test('is sent before', async () => {
    const handling = handle(command('test slow'));
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    finish({ screen: sentence('At last.') });
    expect(text((await handling)[1]!)).toContain('At last.');
    expect(stand.logged).toEqual([]);
  });

  test('and breaks then is a fault in the log, and nothing is sent', async () => {
    const handling = handle(command('test slow'));
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    finish(Promise.reject(new Error('the innermost part broke')));
    expect(await handling).toHaveLength(1);
    expect(errors()).toHaveLength(1);
  });
});

describe('an answer whose place is gone', () => {
  test.each([
    ['the deferred answer was dismissed', 10008, 404],
    ['the token works no more', 50027, 401],
    ['the thread was locked', 160005, 403],
    ['the channel was deleted', 10003, 404],
  ])('is dropped with a line in the log: %s', async (_what, code, status) => {
    line.fail('patch', refused(code, status));
    const sent = await handle(command('metrox new'));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'patch']);
    expect(stand.logged).toMatchObject([{ level: 40, code, what: '/metrox new' }]);
    // What comes after an answer does not come, so the lobby is not taken for shown.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(stand.chat.calls).toEqual([]);
  });

  test.each([
    ['was deleted', 10008, 404],
    ['was edited too often', 30046, 429],
  ])('is a message of its own where the pressed one %s', async (_what, code, status) => {
    line.fail('patch', refused(code, status));
    const sent = await handle(press('games|0|0', undefined, EPHEMERAL));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'patch', 'post']);
    expect(sent[2]!.route).toMatch(/^\/webhooks\/42\/token-\d+$/);
    expect(flagsOf(sent[2]!) & EPHEMERAL).toBe(EPHEMERAL);
    expect(check('webhook-create', sent[2]!.body, { files: [] })).toBeNull();
    expect(errors()).toEqual([]);
  });
});

describe('who asks', () => {
  const nameOf = (id: string): unknown =>
    store.raw.prepare('SELECT name FROM players WHERE id = ?').pluck().get(id);

  test('is known by the name that is shown: of the server, of the account, of the login', async () => {
    await handle(command('test word', [], { user: '2000', name: 'Ann', nick: 'Annie' }));
    expect(nameOf('2000')).toBe('Annie');
    await handle(command('test word', [], { user: '2000', name: 'Ann' }));
    expect(nameOf('2000')).toBe('Ann');
    const bare = command('test word', [], { user: '2001', name: 'Ben' });
    Object.assign(bare.member!.user, { global_name: null });
    await handle(bare);
    expect(nameOf('2001')).toBe('ben');
    await handle(command('test word', [], { user: '2002', name: 'Cleo', guild: null }));
    expect(nameOf('2002')).toBe('Cleo');
  });

  test('has the language and the theme of their own choice, or else those of their Discord', async () => {
    const choose = 'UPDATE players SET locale = ?, theme = ? WHERE id = ?';
    await handle(command('test word', [], { user: '1001', locale: 'fr' }));
    store.raw.prepare(choose).run('de', 'light', '1001');
    await handle(command('test word', [], { user: '1001', locale: 'fr' }));
    expect(asked).toMatchObject([
      { locale: 'fr', theme: null },
      { locale: 'de', theme: 'light' },
    ]);
  });

  test('what was given, where, and with which rights comes along', async () => {
    const given = [
      { name: 'player', type: 6, value: '1003' },
      { name: 'n', type: 4, value: 7 },
      { name: 'yes', type: 5, value: true },
    ];
    await handle(command('test word', given, { rights: 1n << 5n, permissions: 3n, channelType: 11 }));
    await handle(command('test word', [], { rights: 1n << 3n, locale: 'de' }));
    await handle(command('test word', [], { guild: null }));
    expect(asked[0]).toMatchObject({
      kind: 'command',
      name: 'test word',
      options: { player: '1003', n: 7, yes: true },
      users: { '1003': 'U1003' },
      user: { id: '1000', name: 'Ann' },
      guild: '77',
      channel: '88',
      inThread: true,
      permissions: 3n,
      manages: true,
      personal: false,
    });
    expect(asked[1]).toMatchObject({ manages: true, inThread: false, locale: 'de' });
    expect(asked[2]).toMatchObject({ guild: null, personal: true, manages: false });
  });
});

describe('when something breaks', () => {
  const NUMBER = /[A-Z2-9]{4}-[A-Z2-9]{2}/;

  /** The apology tells a number, and the log tells what broke under that number. */
  function expectNumber(sent: Sent): void {
    const [number] = NUMBER.exec(text(sent))!;
    expect(text(sent)).not.toMatch(/innermost|Error|\.ts/);
    expect(errors()).toMatchObject([
      { number, err: { message: expect.any(String), stack: expect.any(String) } },
    ]);
    expect(errors()[0]!.what).toBeTruthy();
  }

  test('in a command, an apology with a number that stands in the log takes the place of the deferred answer', async () => {
    const [, answer, ...others] = await handle(command('test broken'));
    expect(answer!.method).toBe('post');
    expect(others).toEqual([]);
    expectNumber(answer!);
    expect(check('webhook-create', answer!.body, { files: [] })).toBeNull();
  });

  test('in a press on a public message, the apology is a whisper', async () => {
    const id = await lobbyOf(store, 1);
    vi.spyOn(store.raw, 'transaction').mockImplementation(() => {
      throw new Error('the disk is gone');
    });
    const [, whisper, ...others] = await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    vi.restoreAllMocks();
    expect(whisper!.method).toBe('post');
    expect(flagsOf(whisper!) & EPHEMERAL).toBe(EPHEMERAL);
    expect(others).toEqual([]);
    expectNumber(whisper!);
  });

  test('when Discord refuses the answer, too', async () => {
    line.fail('patch', refused(50035, 400));
    const [, tried, apology] = await handle(command('games'));
    expect([tried!.method, apology!.method]).toEqual(['patch', 'post']);
    expectNumber(apology!);
  });

  test('and the apology cannot be sent either, that is logged, and the next press works', async () => {
    line.fail('/webhooks', refused(50035, 400));
    await handle(command('test broken'));
    expect(errors()).toHaveLength(1);
    const [number] = NUMBER.exec(String(errors()[0]!.number))!;
    expect(stand.logged.filter((one) => one.number === number)).toHaveLength(2);
    expect(await handle(command('test word'))).toHaveLength(2);
  });

  test('two faults have two numbers', async () => {
    await handle(command('test broken'));
    await handle(command('test public'));
    const numbers = errors().map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2);
  });

  test('before anything was stored, nothing is', async () => {
    const before = count('matches');
    line.fail('/callback', refused(10062, 404));
    await handle(command('metrox new'));
    expect(count('matches')).toBe(before);
  });
});
