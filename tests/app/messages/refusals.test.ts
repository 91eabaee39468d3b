import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plain } from '../../../src/app/components.ts';
import type { Feature } from '../../../src/app/messages/feature.ts';
import type { Show, Target } from '../../../src/app/messages/plan.ts';
import { reconcile, sparing } from '../../../src/app/messages/reconcile.ts';
import type { Outbound } from '../../../src/app/outbound.ts';
import { addMessage, type Fresh, type MessageRow, messagesOf } from '../../../src/store/messages.ts';
import type { Store } from '../../../src/store/open.ts';
import { emptyStore } from '../../lib/store.ts';
import { type Chat, openChat } from '../stand.ts';

/** What becomes of a message that Discord refuses to post, to edit or to remove, for each thing that a feature may say of it. */

const OWNER = { guild: '77' };
const FRESH: Fresh = { slot: 'one', channel: '88' };
const SECOND = 1000;

let store: Store;
let chat: Chat;
let target: Target;
let verdict: 'drop' | 'wait' | 'again';
let refused: number[];
let slots: Fresh[];
let spare: Outbound;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = emptyStore();
  chat = openChat();
  target = shows('first');
  verdict = 'wait';
  refused = [];
  slots = [FRESH];
  spare = sparing(chat.outbound);
  await store.write('meta', (db) => addMessage(db, OWNER, FRESH, Date.now()));
});
afterEach(() => {
  expect(chat.faults).toEqual([]);
  vi.useRealTimers();
});

const shows = (words: string, more: Partial<Show> = {}): Show => ({
  show: plain(words),
  gone: 'again',
  old: 'wait',
  unsure: 'again',
  ...more,
});

const feature: Feature<object> = {
  open: async () => ({}),
  slots: () => slots,
  screenOf: (row) => (row.wanted === 'nothing' ? 'nothing' : target),
  refused: async (_row, code) => {
    refused.push(code);
    const said = verdict;
    verdict = 'wait';
    return said;
  },
};

const work = () => {
  const { outbound } = chat;
  const log = { warn: () => undefined };
  const tools = { store, outbound, spare, log, holder: 'me', alive: () => true };
  return reconcile(tools, feature, OWNER);
};
const withdraw = () => {
  target = 'nothing';
  slots = [];
};
const later = (time: number) => vi.setSystemTime(Date.now() + time);
const row = async (): Promise<MessageRow | undefined> => (await messagesOf(store, OWNER))[0];
const says = () => chat.read('88').map(({ screen }) => screen.body.content);
const calls = () => chat.calls.map(({ what, ok }) => `${what} ${ok ? 'done' : 'refused'}`);

describe('a post', () => {
  test.each([
    ['no answer', { code: 0, status: 0 }],
    ['an error of Discord', { code: 0, status: 500 }],
    ['a limit', { code: 0, status: 429 }],
    ['a login that is not valid now', { code: 0, status: 401 }],
  ])('with %s is tried in five seconds, under the same nonce', async (_what, refusal) => {
    chat.refuse(refusal, () => true, 1, true);
    await work();
    expect(await row()).toMatchObject({ state: 'sending', due: Date.now() + 5 * SECOND, attempt: 0 });
    expect(refused).toEqual([]);
    await work();
    expect(says()).toEqual(['first']);
    expect(calls()).toEqual(['post refused', 'post done']);
    expect(await row()).toMatchObject({ state: 'stands', due: null });
  });

  test.each([50001, 50013, 10003, 50083])('refused with %i is for the feature to judge', async (code) => {
    chat.refuse({ code, status: 403 });
    await work();
    expect(refused).toEqual([code]);
    expect(await row()).toMatchObject({ state: 'planned', attempt: 0 });
    await work();
    expect(says()).toEqual(['first']);
  });

  test.each([
    ['is found once it may be posted again', () => {}, ['first'], 0],
    ['is found and taken away where nobody wants it any more', () => withdraw(), [], 1],
  ])(
    'without an answer that is refused when it is tried again %s',
    async (_what, change, stands, removed) => {
      chat.refuse({ code: 0, status: 500 }, () => true, 1, true);
      await work();
      change();
      chat.refuse({ code: 50013, status: 403 });
      await work();
      expect(await row()).toMatchObject({ state: 'sending', attempt: 0 });
      later(5 * SECOND);
      await work();
      expect(says()).toEqual(stands);
      expect(chat.calls.filter(({ what }) => what === 'remove')).toHaveLength(removed);
      expect((await row())?.due ?? null).toBeNull();
    },
  );

  test('that nobody wants and nobody can look for is let be when its nonce tells nothing more', async () => {
    chat.refuse({ code: 0, status: 500 }, () => true, 1, true);
    await work();
    withdraw();
    chat.refuse({ code: 50013, status: 403 }, () => true, 99);
    await work();
    expect(await row()).toMatchObject({ state: 'sending' });
    later(181 * SECOND);
    await work();
    expect(await row()).toBeUndefined();
  });

  test('that the feature gives up leaves no row', async () => {
    chat.refuse({ code: 50013, status: 403 });
    verdict = 'drop';
    slots = [];
    await work();
    expect(await row()).toBeUndefined();
    expect(says()).toEqual([]);
  });

  test('whose place the feature has changed begins again at once', async () => {
    chat.refuse({ code: 10003, status: 404 });
    verdict = 'again';
    await work();
    expect(calls()).toEqual(['post refused', 'post done']);
  });

  test('that nobody wants any more is never sent', async () => {
    target = 'nothing';
    slots = [];
    await work();
    expect(await row()).toBeUndefined();
    expect(calls()).toEqual([]);
  });
});

describe('an edit', () => {
  beforeEach(() => work());
  const change = (more: Partial<Show> = {}) => {
    target = shows('second', more);
  };

  test('of what says so already is not made', async () => {
    await work();
    expect(calls()).toEqual(['post done']);
  });

  test('of what nobody may edit is not made', async () => {
    change({ fixed: true });
    await work();
    expect(says()).toEqual(['first']);
  });

  test.each([
    ['is posted again', 'again', ['second']],
    ['is let be', 'drop', []],
  ] as const)('of a message that is gone %s', async (_what, gone, stands) => {
    chat.vanish((await row())!.message!);
    change({ gone });
    slots = [];
    await work();
    expect(says()).toEqual(stands);
    expect(await messagesOf(store, OWNER)).toHaveLength(stands.length);
  });

  test('with no answer is made again in five seconds, since nobody knows what stands there', async () => {
    change();
    chat.refuse({ code: 0, status: 0 }, () => true, 1, true);
    await work();
    expect(await row()).toMatchObject({ state: 'stands', shown: null, due: Date.now() + 5 * SECOND });
    await work();
    expect(calls()).toEqual(['post done', 'edit refused', 'edit done']);
    expect(await row()).toMatchObject({ due: null });
  });

  test('of a message that is too old waits for its turn, and the channel is spared', async () => {
    change();
    chat.refuse({ code: 30046, status: 429 });
    await work();
    expect(await row()).toMatchObject({ due: Date.now() + 20 * SECOND });
    later(10 * SECOND);
    await work();
    expect(calls()).toEqual(['post done', 'edit refused']);
    later(10 * SECOND);
    await work();
    expect(says()).toEqual(['second']);
  });

  test('of a message that is too old, and must be pressed, is a new message at once; the old one goes', async () => {
    change({ old: 'again' });
    chat.refuse({ code: 30046, status: 429 });
    await work();
    expect(calls()).toEqual(['post done', 'edit refused', 'post done', 'remove done']);
    expect(says()).toEqual(['second']);
    expect(await messagesOf(store, OWNER)).toMatchObject([{ state: 'stands', due: null }]);
  });

  test('refused for another reason is for the feature to judge', async () => {
    change();
    chat.refuse({ code: 50001, status: 403 });
    await work();
    expect(refused).toEqual([50001]);
  });

  test.each([
    ['done', undefined],
    ['of what is gone', { code: 10008, status: 404 }],
    ['refused', { code: 50001, status: 403 }],
  ] as const)('that is the last one, %s, ends what is known of the message', async (_what, refusal) => {
    slots = [];
    change({ last: true });
    if (refusal) chat.refuse(refusal);
    await work();
    expect(await row()).toBeUndefined();
    expect(refused).toEqual([]);
  });
});

describe('a removal', () => {
  beforeEach(async () => {
    await work();
    target = 'nothing';
    slots = [];
  });

  test.each([
    ['done', undefined],
    ['of what is gone', { code: 10008, status: 404 }],
    ['that may not be', { code: 50013, status: 403 }],
  ] as const)('%s ends what is known of the message', async (_what, refusal) => {
    if (refusal) chat.refuse(refusal);
    await work();
    expect(await row()).toBeUndefined();
    expect(refused).toEqual([]);
  });

  test('with no answer is tried in five seconds', async () => {
    chat.refuse({ code: 0, status: 500 });
    await work();
    expect(await row()).toMatchObject({ due: Date.now() + 5 * SECOND });
    await work();
    expect(says()).toEqual([]);
  });
});
