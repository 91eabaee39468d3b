import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberOf, noteMember } from '../../src/app/members.ts';
import { openStore } from '../../src/store/open.ts';
import { openStand, type Stand } from './stand.ts';

/** Who is in a server: how often Discord is asked, and what is made of its answers. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let stand: Stand;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stand = openStand(openStore(':memory:'));
});
afterEach(() => {
  stand.app.store.close();
  vi.useRealTimers();
});

const asked = (): number => stand.chat.calls.filter(({ what }) => what === 'member').length;
const ask = (user = '1', age = HOUR) => memberOf(stand.app, '77', user, age);

test('an answer is remembered for as long as whoever asks says', async () => {
  expect(await ask()).toEqual({ roles: [] });
  vi.setSystemTime(Date.now() + MINUTE);
  expect(await ask()).toEqual({ roles: [] });
  expect(asked()).toBe(1);
  await ask('1', MINUTE - 1);
  expect(asked()).toBe(2);
  vi.setSystemTime(Date.now() + HOUR + 1);
  await ask();
  expect(asked()).toBe(3);
});

test('who asks at the same moment shares one request; servers and people are told apart', async () => {
  await Promise.all([ask(), ask(), ask(), ask('2'), memberOf(stand.app, '78', '1', HOUR)]);
  expect(asked()).toBe(3);
});

test.each([10007, 10013])('%d: they are not there', async (code) => {
  stand.chat.refuse({ code, status: 404 });
  expect(await ask()).toBe('gone');
  expect(await ask()).toBe('gone');
  expect(asked()).toBe(1);
});

test.each([
  { code: 0, status: 0 },
  { code: 0, status: 503 },
  { code: 10004, status: 404 },
  { code: 50001, status: 403 },
])('$code ($status): Discord did not say, and is asked again after a minute', async (refusal) => {
  stand.chat.refuse(refusal);
  expect(await ask()).toBe('unknown');
  expect(await ask()).toBe('unknown');
  vi.setSystemTime(Date.now() + MINUTE + 1);
  expect(await ask()).toEqual({ roles: [] });
  expect(asked()).toBe(2);
});

test('whoever presses something there is there, whatever was said before', async () => {
  stand.chat.absent.add('1');
  expect(await ask()).toBe('gone');
  noteMember(stand.app, '77', '1', ['5']);
  expect(await ask()).toEqual({ roles: ['5'] });
});

test('a clock that goes back makes no answer last longer', async () => {
  await ask();
  vi.setSystemTime(Date.now() - HOUR);
  await ask();
  expect(asked()).toBe(2);
});
