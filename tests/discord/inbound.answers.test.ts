import { describe, expect, test, vi } from 'vitest';
import { sentence } from '../../src/app/components.ts';
import { check } from '../../src/playground/payload.ts';
import { load } from '../../src/store/matches.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/clock.ts';
import { standingTable } from '../lib/messages.ts';
import { cell } from '../lib/rows.ts';
import { loaded, lobbyOf, running, some } from '../match/people.ts';
import {
  asked,
  EPHEMERAL,
  errors,
  finish,
  flagsOf,
  handle,
  heard,
  line,
  slowly,
  stand,
  store,
  text,
  V2,
} from './edge.ts';
import { command, press, type Sent, submission } from './interactions.ts';

usePictures('blank');

/** The answer: in which message, how late, and what becomes of it when its place is gone. */

heard();

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
    const id = (await cell(store, 'SELECT max(id) FROM matches')) as number;
    expect((await load(store, id))!.row).toMatchObject({
      map: 'osaka',
      host: '1000',
      guild: '77',
      channel: '88',
    });
    expect(await standingTable(store, id)).toMatchObject({ lobbyChannel: '88', lobbyMessage: '700' });
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
    const { handling } = await slowly(15 * 60_000);
    finish({ screen: sentence('At last.') });
    expect((await handling).map(({ route }) => route.split('/').at(-1))).toEqual(['callback']);
    expect(stand.logged).toMatchObject([{ level: 40, what: '/test slow' }]);
  });

  test('is sent before', async () => {
    const { handling } = await slowly(14 * 60_000);
    finish({ screen: sentence('At last.') });
    expect(text((await handling)[1]!)).toContain('At last.');
    expect(stand.logged.filter(({ level }) => Number(level) > 20)).toEqual([]);
  });

  test('and breaks then is a fault in the log, and nothing is sent', async () => {
    const { handling } = await slowly(15 * 60_000);
    finish(Promise.reject(new Error('the innermost part broke')));
    expect(await handling).toHaveLength(1);
    expect(errors()).toHaveLength(1);
  });
});

describe('what the log has of a press', () => {
  test('is what it was and how long it took, at debug', async () => {
    let open = (): void => {};
    line.hold('/callback', new Promise((done) => (open = done)));
    const asking = command('test slow');
    const handling = handle(asking);
    await vi.advanceTimersByTimeAsync(300);
    open();
    await standing(() => asked.length > 0);
    await vi.advanceTimersByTimeAsync(4_700);
    finish({ screen: sentence('At last.') });
    await handling;
    expect(stand.logged).toMatchObject([
      { level: 20, interaction: asking.id, what: '/test slow', acknowledged: 300, answered: 5_000 },
    ]);
  });

  test.each([
    ['a command', () => command('test word', [{ name: 'word', type: 3, value: 'WRITTEN' }]), '/test word'],
    ['a press', () => press('settings', ['WRITTEN'], EPHEMERAL), 'settings'],
    ['a form that opens', () => press('ownzone|0|0'), 'ownzone|0|0'],
    ['a form', () => submission('away', { until: 'WRITTEN' }, EPHEMERAL), 'away'],
  ])('is nothing of who and of what they wrote: %s', async (_, interaction, what) => {
    const one = interaction();
    const [first] = await handle(one);
    expect((first!.body as { type: number }).type === 9).toBe(what.startsWith('ownzone'));
    const [said] = stand.logged;
    expect(
      Object.keys(said!)
        .filter((key) => !['time', 'pid', 'hostname'].includes(key))
        .sort(),
    ).toEqual(['acknowledged', 'answered', 'interaction', 'level', 'msg', 'what']);
    expect(said).toMatchObject({ level: 20, interaction: one.id, what });
    expect(JSON.stringify(stand.logged)).not.toMatch(/WRITTEN|Ann|token-/);
  });
});
