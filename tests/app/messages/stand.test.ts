import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plain } from '../../../src/app/components.ts';
import { isPosted, stand } from '../../../src/app/messages/stand.ts';
import { messageIn } from '../../../src/store/messages.ts';
import type { Store } from '../../../src/store/open.ts';
import { emptyStore } from '../../lib/store.ts';
import { type Chat, openChat } from '../stand.ts';

/** A message that a press posts, once, whatever becomes of the press. */

const OWNER = { guild: '77' };
const FRESH = { slot: 'share', channel: '88' };

let store: Store;
let chat: Chat;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = emptyStore();
  chat = openChat();
});
afterEach(() => {
  expect(chat.faults).toEqual([]);
  vi.useRealTimers();
});

const press = async (channel = '88') =>
  (await stand({ store, outbound: chat.outbound }, OWNER, { ...FRESH, channel }, plain('My result'))).ok;
const row = () => messageIn(store, OWNER, 'share');
const counts = async () => {
  const found = await row();
  return found !== undefined && isPosted(found);
};
const later = (time: number) => vi.setSystemTime(Date.now() + time);

test('is posted once, however often and from wherever it is pressed', async () => {
  const presses = await Promise.all(Array.from({ length: 20 }, () => press()));
  expect(presses).toEqual(presses.map(() => true));
  later(600_000);
  expect(await press('89')).toBe(true);
  expect(chat.messages.size).toBe(1);
  expect(await row()).toMatchObject({ state: 'stands', message: [...chat.messages.keys()][0], due: null });
});

test('is given back where Discord refuses it', async () => {
  chat.refuse({ code: 50013, status: 403 });
  expect(await press()).toBe(false);
  expect(await row()).toBeUndefined();
  expect(await press('89')).toBe(true);
  expect(chat.read('89')).toHaveLength(1);
});

test('is found by the next press where no answer came', async () => {
  chat.refuse({ code: 0, status: 0 }, () => true, 1, true);
  expect(await press()).toBe(false);
  expect(await counts()).toBe(false);
  later(60_000);
  expect(await press('89')).toBe(true);
  expect(chat.messages.size).toBe(1);
  expect(await counts()).toBe(true);
});

test('counts as posted three minutes after it was sent without an answer', async () => {
  chat.refuse({ code: 0, status: 500 });
  expect(await press()).toBe(false);
  later(180_001);
  expect(await counts()).toBe(true);
  expect(await press()).toBe(true);
  expect(chat.messages.size).toBe(0);
});

test('is not posted again where somebody deleted it before it was noted', async () => {
  chat.refuse({ code: 0, status: 0 }, () => true, 1, true);
  await press();
  chat.vanish([...chat.messages.keys()][0]!);
  expect(await press()).toBe(true);
  expect(chat.messages.size).toBe(0);
  expect(await row()).toMatchObject({ state: 'unsure' });
});
