import type { APIInteraction } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import { check, published } from '../../src/playground/payload.ts';
import { load } from '../../src/store/matches.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/clock.ts';
import { standingTable } from '../lib/messages.ts';
import { cell, change } from '../lib/rows.ts';
import { lobbyOf, running } from '../match/people.ts';
import {
  callbacks,
  EPHEMERAL,
  errors,
  handle,
  heard,
  inbound,
  line,
  stand,
  store,
  text,
  V2,
} from './edge.ts';
import { command, press, refused } from './interactions.ts';

usePictures('blank');

/** What comes in from Discord: acknowledged at once and in the right way, answered once, and never without a word. */

heard();

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
    const ways = [vi.spyOn(store, 'read'), vi.spyOn(store, 'write')];
    const handling = inbound.handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(line.sent).toHaveLength(1);
    for (const way of ways) expect(way).not.toHaveBeenCalled();
    expect((await load(store, id))!.seats).toHaveLength(1);
    release();
    await handling;
    expect((await load(store, id))!.seats).toHaveLength(2);
  });

  test('does not wait until it is known who may see what', async () => {
    const id = await running(store, 2);
    let release = (): void => {};
    const known = new Promise<void>((done) => (release = done));
    const memberOf: typeof stand.app.memberOf = async () => {
      await known;
      return { is: 'none' };
    };
    Object.assign(stand.app, { memberOf });
    const direct = { guild: null };
    const all = [
      ...['mine', 'boards', 'more', 'go'].map((act) => press(`${act}|${id}|1`, undefined, V2, direct)),
      press('open|0|0', [`${id}`], V2, direct),
      ...['games', 'metrox board', 'metrox flip'].map((name) => command(name, [], direct)),
    ];
    const handling = all.map((one) => inbound.handle(one));
    await standing(() => callbacks().length === all.length);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(callbacks()).toHaveLength(all.length);
    expect(line.sent).toHaveLength(all.length);
    release();
    await Promise.all(handling);
    const told = line.sent.slice(all.length).map(text);
    expect(told).toHaveLength(all.length);
    for (const words of told) expect(words).toMatch(/not in (the|its) server/);
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
  test('about a match that is put aside is answered with a sentence, and is no fault', async () => {
    const id = await running(store, 2);
    await change(store, 'UPDATE matches SET aside = 1 WHERE id = ?', id);
    for (const interaction of [command('metrox board'), press(`mine|${id}|1`, undefined, V2)]) {
      const sent = await handle(interaction);
      expect(text(sent.at(-1)!)).toContain('This game is put aside');
    }
    expect(errors()).toEqual([]);
  });

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
    line.fail('get /webhooks', refused(10015, 404), 9);
    const sent = await handle(joins(id));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'post', 'post', 'get', 'get', 'get']);
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
    line.fail('get /webhooks', refused(10015, 404), 9);
    await handle(press(`join|${id}|0`, undefined, V2, { user: '1003' }));
    expect((await load(store, id))!.seats).toHaveLength(3);
  });

  test.each([
    [
      'as Discord tells it of an answer that is deferred',
      { interaction: { response_message_id: '800' } },
      [],
    ],
    ['as it tells it of others', { interaction: {}, resource: { type: 5, message: { id: '800' } } }, []],
    ['as it is asked, where it tells neither', { interaction: {}, resource: { type: 5 } }, ['get']],
  ])('that opens a lobby knows its message %s', async (_, response, asks) => {
    line.tell(response);
    const sent = await handle(command('metrox new'));
    expect(sent.map(({ method }) => method)).toEqual(['post', ...asks, 'patch']);
    const id = (await cell(store, 'SELECT max(id) FROM matches')) as number;
    expect((await standingTable(store, id))!.lobbyMessage).toMatch(asks.length > 0 ? /^70\d$/ : /^800$/);
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
    const id = (await cell(store, 'SELECT max(id) FROM matches')) as number;
    expect((await standingTable(store, id))!.lobbyMessage).toBe('700');
  });

  test('that opens a lobby asks again where its message is not known yet', async () => {
    line.tell({ resource: { type: 5 } });
    line.fail('get /webhooks', refused(10015, 404));
    const sent = await handle(command('metrox new'));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'get', 'get', 'patch']);
    const id = (await cell(store, 'SELECT max(id) FROM matches')) as number;
    expect((await standingTable(store, id))!.lobbyMessage).toBe('701');
  });

  test('that opens a lobby leaves one lobby, though its message never gets known', async () => {
    line.tell({ resource: { type: 5 } });
    line.fail('get /webhooks', refused(10015, 404), 99);
    const sent = await handle(command('metrox new'));
    expect(sent.map(({ method }) => method)).toEqual(['post', 'get', 'get', 'get', 'patch']);
    const said = JSON.stringify(sent.at(-1)!.body);
    expect(said).not.toContain('join|');
    await vi.advanceTimersByTimeAsync(20_000);
    await stand.tables.settled();
    const posts = stand.chat.calls.filter(({ what }) => what === 'post');
    expect(posts.map(({ screen }) => JSON.stringify(screen!.body).includes('join|'))).toEqual([true]);
  });

  test('that was taken, though three tries were lost and its message is not known at first, is answered', async () => {
    line.fail('/callback', DOWN, 3);
    line.fail('get /webhooks', refused(10015, 404));
    const sent = await handle(command('test word'));
    expect(sent.at(-1)).toMatchObject({ method: 'patch' });
    expect(JSON.stringify(sent.at(-1)!.body)).toContain('Well.');
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
    await standing(() => settled);
  });
});
