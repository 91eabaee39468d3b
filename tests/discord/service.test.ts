import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createInbound } from '../../src/discord/inbound.ts';
import { createService } from '../../src/discord/service.ts';
import { printer } from '../../src/views/picture.ts';
import { openStand } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standing } from '../lib/clock.ts';
import { peopled, running } from '../match/people.ts';
import { openLine, press } from './interactions.ts';

usePictures('blank');

/** What happens where more comes at once than can be done. */

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await setImmediate();
}

test('a service is full where many wait, or one for long, and is not when that is over', async () => {
  let at = 0;
  const service = createService(() => at);
  const ends: (() => void)[] = [];
  const serve = () => service.serve(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const all = Array.from({ length: 12 }, serve);
  await turns(30);
  expect(ends).toHaveLength(12);
  all.push(...Array.from({ length: 399 }, serve));
  expect(service.isFull()).toBe(false);
  all.push(serve());
  expect(service.isFull()).toBe(true);
  ends.shift()!();
  await turns(4);
  expect(service.isFull()).toBe(false);
  at = 5_000;
  expect(service.isFull()).toBe(true);
  expect(service.isBusy()).toBe(true);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await turns(4);
  }
  await Promise.all(all);
  expect(service.isFull()).toBe(false);
  expect(service.isBusy()).toBe(false);
});

test('a service is busy where more wait than are served, or one so long that they notice', async () => {
  let at = 0;
  const service = createService(() => at);
  const ends: (() => void)[] = [];
  const serve = () => service.serve(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const all = Array.from({ length: 12 }, serve);
  await turns(30);
  all.push(serve());
  expect(service.isBusy()).toBe(false);
  at = 500;
  expect(service.isBusy()).toBe(true);
  at = 0;
  all.push(...Array.from({ length: 12 }, serve));
  expect(service.isBusy()).toBe(true);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await turns(4);
  }
  await Promise.all(all);
});

test('the newest press on a message is the one that Discord numbered last, however acknowledgements come back', () => {
  const service = createService();
  const [first, second, third] = ['999', '1000', '1001'].map((id) => service.place('m', id));
  expect([first, second, third].map((one) => one!.isNewest())).toEqual([false, false, false]);
  second!.take();
  expect(second!.isNewest()).toBe(true);
  first!.take();
  expect([first, second].map((one) => one!.isNewest())).toEqual([false, true]);
  // Answered before an earlier one begins: that one must not come over it.
  second!.leave();
  expect(first!.isNewest()).toBe(false);
  // What Discord did not take from us, somebody else answers, and is passed by.
  third!.leave();
  first!.leave();
  const later = service.place('m', '998');
  later.take();
  expect(later.isNewest()).toBe(true);
});

test('works about a match begin in the order in which they came, whatever each has to do first', async () => {
  const service = createService();
  const begun: string[] = [];
  const releases: Record<string, () => void> = {};
  const come = (name: string, match: number) =>
    service.inOrder(
      match,
      () => new Promise<string>((done) => void (releases[name] = () => done(name))),
      async (known) => void begun.push(known),
    );
  const all = [come('a', 7), come('b', 7), come('other', 8), come('c', 7)];
  for (const name of ['c', 'other', 'b']) {
    releases[name]!();
    await turns(3);
  }
  expect(begun).toEqual(['other']);
  releases.a!();
  await Promise.all(all);
  expect(begun).toEqual(['other', 'a', 'b', 'c']);
});

test('what fails before it begins, or while it goes on, holds nobody up', async () => {
  const service = createService();
  const first = service.inOrder(
    7,
    async () => Promise.reject(new Error('unknown')),
    async () => {},
  );
  const second = service.inOrder(
    7,
    async () => {},
    async () => Promise.reject(new Error('broken')),
  );
  const third = service.inOrder(
    7,
    async () => {},
    async () => 'done',
  );
  await expect(first).rejects.toThrow('unknown');
  await expect(second).rejects.toThrow('broken');
  await expect(third).resolves.toBe('done');
});

/** A bot whose pictures are not drawn before they are let be. */
async function bot() {
  const store = await peopled(4);
  const id = await running(store, 3);
  const line = openLine();
  const stand = openStand(store);
  const inbound = createInbound(stand.app, { rest: line.rest, first: line.rest }, () => '42', new Map());
  const begun: (() => void)[] = [];
  const { print } = printer;
  printer.print = () => new Promise((resolve) => void begun.push(() => resolve(Buffer.from('picture'))));
  const sent = (part: string) => line.sent.filter(({ route }) => route.includes(part));
  /** Lets pictures be drawn until nothing is under way. */
  async function finish(): Promise<void> {
    printer.print = print;
    while (begun.length > 0) {
      for (const one of begun.splice(0)) one();
      await turns(5);
    }
    await inbound.settled();
    await stand.tables.settled();
  }
  return { id, line, stand, inbound, begun, sent, finish };
}

/** A private message that is pressed. */
const PRIVATE = 64 | (1 << 15);

test('whatever comes is acknowledged, however many pictures are to be drawn', async () => {
  const { id, inbound, begun, sent, finish } = await bot();
  const handled = Array.from({ length: 60 }, (_, i) =>
    inbound.handle(press(`mine|${id}|1`, undefined, 0, { user: String(1000 + (i % 3)) })),
  );
  await standing(() => begun.length === 3);
  expect(sent('/callback')).toHaveLength(60);
  expect(sent('/messages/@original')).toHaveLength(0);
  await finish();
  await Promise.all(handled);
  expect(sent('/messages/@original')).toHaveLength(60);
});

test('of several presses on one private message the newest is answered there, and all are done', async () => {
  const { id, stand, inbound, begun, sent, finish } = await bot();
  const other = inbound.handle(press(`mine|${id}|1`, undefined, 0, { user: '1001' }));
  await standing(() => begun.length === 1);
  // Two more, so that nothing else can be drawn yet.
  const more = [1, 2].map(() => inbound.handle(press(`mine|${id}|1`, undefined, 0, { user: '1002' })));
  await standing(() => begun.length === 3);
  const seen = vi.spyOn(stand.app.log, 'error');
  const handled = ['ask', 'ask', 'mine'].map((act) =>
    inbound.handle(press(`${act}|${id}|1`, undefined, PRIVATE, { user: '1000' })),
  );
  await standing(() => sent('/callback').length === 6);
  await turns(60);
  const before = sent('/messages/@original').length;
  await finish();
  await Promise.all([other, ...more, ...handled]);
  // Those three of the others, and one of the three on that message.
  expect(sent('/messages/@original').slice(before)).toHaveLength(4);
  expect(seen).not.toHaveBeenCalled();
});

test('who comes where too many wait is told so at once, and nothing of it is done', async () => {
  const { id, inbound, begun, sent, finish, stand } = await bot();
  const handled = Array.from({ length: 420 }, () =>
    inbound.handle(press(`mine|${id}|1`, undefined, 0, { user: '1000' })),
  );
  await standing(() => begun.length === 3);
  await turns(20);
  const before = sent('/callback').length;
  await inbound.handle(press(`mine|${id}|1`, undefined, 0, { user: '1001' }));
  const [told] = sent('/callback').slice(before);
  expect(told!.body).toMatchObject({
    type: 4,
    data: { content: expect.stringMatching(/^Busy, a moment/), flags: 64 },
  });
  expect(
    sent('/callback')
      .slice(0, before)
      .every(({ body }) => body?.type === 5),
  ).toBe(true);
  await finish();
  await Promise.all(handled);
  expect(sent('/messages/@original')).toHaveLength(420);
  expect(stand.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
