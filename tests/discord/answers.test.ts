import type { APIInteraction } from 'discord-api-types/v10';
import { describe, expect, test, vi } from 'vitest';
import { sentence } from '../../src/app/components.ts';
import { check } from '../../src/playground/payload.ts';
import { usePictures } from '../blank.ts';
import { passing } from '../lib/clock.ts';
import { lobbyOf, running } from '../match/people.ts';
import {
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
  warnings,
} from './edge.ts';
import { command, press, refused, type Sent } from './interactions.ts';

usePictures('blank');

/** Answers that Discord refuses: in passing, or because their place is gone. */

heard();

/** Refusals of an answer that pass by themselves. */
const PASSING = [
  [10008, 404],
  [10015, 404],
  [10062, 404],
  [50027, 401],
] as const;

/** As `handle`, with all the time that further tries need. */
const patiently = (interaction: APIInteraction): Promise<Sent[]> => passing(handle(interaction));

const ways = (sent: readonly Sent[]): string[] => sent.map(({ method }) => method);

describe('an answer that is refused in passing', () => {
  test.each(PASSING)('is tried again until it arrives (%i)', async (code, status) => {
    line.fail('patch', refused(code, status), 3);
    const sent = await patiently(command('test word'));
    expect(ways(sent)).toEqual(['post', 'patch', 'patch', 'patch', 'patch']);
    expect(text(sent.at(-1)!)).toContain('Well.');
    expect(warnings()).toEqual([]);
    expect(ways(await handle(command('test word')))).toEqual(['post', 'patch']);
  });

  test.each(PASSING)('again and again is a message of its own (%i)', async (code, status) => {
    line.fail('patch', refused(code, status), 99);
    const sent = await patiently(command('test word'));
    expect(ways(sent)).toEqual(['post', 'patch', 'patch', 'patch', 'patch', 'post']);
    expect(sent.at(-1)!.route).toMatch(/^\/webhooks\/42\/token-\d+$/);
    expect(flagsOf(sent.at(-1)!)).toBe(EPHEMERAL);
    expect(text(sent.at(-1)!)).toContain('Well.');
    expect(warnings()).toEqual([]);
  });

  test.each(PASSING)('beside a public message it is tried again, too (%i)', async (code, status) => {
    const id = await lobbyOf(store, 1);
    line.fail('post /webhooks', refused(code, status), 2);
    const sent = await patiently(press(`leave|${id}|0`, undefined, V2, { user: '1003' }));
    expect(ways(sent)).toEqual(['post', 'post', 'post', 'post']);
    expect(warnings()).toEqual([]);
  });

  test.each(PASSING)('and is nothing: what was deferred goes all the same (%i)', async (code, status) => {
    line.fail('delete', refused(code, status), 2);
    expect(ways(await patiently(command('test silent')))).toEqual(['post', 'delete', 'delete', 'delete']);
    expect(warnings()).toEqual([]);
  });

  test('is not tried when its token is over by then', async () => {
    const { handling } = await slowly(14.5 * 60_000 - 1_000);
    line.fail('patch', refused(10015, 404), 99);
    finish({ screen: sentence('At last.') });
    expect(ways(await passing(handling))).toEqual(['post', 'patch', 'patch', 'post']);
  });
});

describe('an answer that reached nobody', () => {
  const LOST = 'was lost on the way';
  const unanswered = async (interaction: APIInteraction): Promise<void> => {
    line.fail('patch /webhooks', refused(10015, 404), 4);
    line.fail('post /webhooks', refused(10015, 404), 4);
    await patiently(interaction);
    expect(warnings()).toMatchObject([{ level: 40, code: 10015 }]);
    stand.logged.length = 0;
  };

  test('is told of in the next one, once, above what that says', async () => {
    const id = await running(store, 2);
    await unanswered(press(`table|${id}|1|0`, ['X'], 0));
    await unanswered(press(`mine|${id}|1`, undefined, EPHEMERAL | V2));
    const [, answer] = await handle(press(`mine|${id}|1`, undefined, EPHEMERAL | V2));
    const [head] = answer!.body!.components as { type: number; content?: string }[];
    expect(head).toMatchObject({ type: 10, content: expect.stringContaining(`in #${id} ${LOST}`) });
    expect(check('webhook-edit', answer!.body, { files: answer!.files.map(({ name }) => name) })).toBeNull();
    const [, again] = await handle(press(`mine|${id}|1`, undefined, EPHEMERAL | V2));
    expect(text(again!)).not.toContain(LOST);
  });

  test('is told of in words, too, and to nobody else', async () => {
    await unanswered(command('test word'));
    expect(text((await handle(command('test word', [], { user: '1002' })))[1]!)).not.toContain(LOST);
    const [, answer] = await handle(command('test word'));
    expect(answer!.body!.content).toMatch(/pressed before was lost .*\n\nWell\.$/);
    expect(text((await handle(command('test word')))[1]!)).not.toContain(LOST);
  });

  test('is told of beside what all see, or where nothing is said', async () => {
    await unanswered(command('test word', [], { user: '1001' }));
    const id = await lobbyOf(store, 1);
    const sent = await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    expect(ways(sent)).toEqual(['post', 'post']);
    expect(flagsOf(sent[1]!)).toBe(EPHEMERAL);
    expect(text(sent[1]!)).toContain(LOST);
    await unanswered(command('test word'));
    const [, lobby, beside] = await handle(command('metrox new'));
    expect([lobby!.method, text(lobby!).includes(LOST)]).toEqual(['patch', false]);
    expect([beside!.method, flagsOf(beside!)]).toEqual(['post', EPHEMERAL]);
    expect(text(beside!)).toContain(LOST);
  });

  test('waits for its next one when that is lost as well', async () => {
    await unanswered(command('test word'));
    await unanswered(command('test word'));
    expect(text((await handle(command('test word')))[1]!)).toContain(LOST);
  });

  test('where there was no room for it, it is told of in the one after', async () => {
    await unanswered(command('test word'));
    const full = { body: { content: 'x'.repeat(1990) } };
    const { handling } = await slowly();
    finish({ whisper: full });
    expect(text((await handling)[1]!)).not.toContain(LOST);
    expect(text((await handle(command('test word')))[1]!)).toContain(LOST);
  });
});

describe('an answer whose place is gone', () => {
  test.each([
    ['the deferred answer was dismissed', 10008, 404, 4],
    ['the token works no more', 50027, 401, 4],
    ['the thread was locked', 160005, 403, 1],
    ['the channel was deleted', 10003, 404, 1],
  ])('is dropped with a line in the log: %s', async (_what, code, status, tries) => {
    line.fail('patch', refused(code, status), tries);
    const sent = await patiently(command('metrox new'));
    expect(ways(sent)).toEqual(['post', ...Array(tries).fill('patch')]);
    expect(warnings()).toMatchObject([{ level: 40, code, what: '/metrox new' }]);
    // What comes after an answer does not come, so the lobby is not taken for shown.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(stand.chat.calls).toEqual([]);
  });

  test.each([
    [10003, 404],
    [50013, 403],
    [50035, 400],
    [0, 500],
  ])(
    'is nothing, and what was deferred cannot be taken away (%i, %i): the next press works',
    async (code, status) => {
      line.fail('delete', refused(code, status));
      await handle(command('test silent'));
      expect(await handle(command('test word'))).toHaveLength(2);
    },
  );

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
