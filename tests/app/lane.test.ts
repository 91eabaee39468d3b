import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLane } from '../../src/app/lane.ts';
import { drawn, drawnIf } from '../../src/app/outbound.ts';

/** Work that ends when it is told to. */
function held() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(n);
      ends[n] = () => resolve(n);
    });
  return { begun, work, end: (n: number) => ends[n]!() };
}

/** The loop turns so often that whatever may begin has begun. */
async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await setImmediate();
}

describe('a lane', () => {
  test('does so much at a time, the first first', async () => {
    const lane = createLane(2, () => 0);
    const { begun, work, end } = held();
    const all = [0, 1, 2, 3].map((n) => lane.enter(work(n)));
    await turns();
    expect(begun).toEqual([0, 1]);
    expect(lane.waiting()).toBe(2);
    end(1);
    await turns();
    expect(begun).toEqual([0, 1, 2]);
    for (const n of [2, 0]) end(n);
    await turns();
    end(3);
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
    expect(lane.waiting()).toBe(0);
  });

  test('begins one in a turn of the loop, so that what comes in meanwhile is heard first', async () => {
    const lane = createLane(9, () => 0);
    const order: string[] = [];
    const all = [0, 1, 2].map((n) => lane.enter(() => void order.push(`work ${n}`)));
    for (let i = 0; i < 6; i++) {
      await setImmediate();
      order.push('turn');
    }
    await Promise.all(all);
    for (const n of [1, 2]) {
      const [before, at] = [order.indexOf(`work ${n - 1}`), order.indexOf(`work ${n}`)];
      expect(order.slice(before, at)).toContain('turn');
    }
  });

  test('goes on where work fails, at once or later', async () => {
    const lane = createLane(1, () => 0);
    const fails = lane.enter(() => Promise.reject(new Error('later')));
    const throws = lane.enter(() => {
      throw new Error('at once');
    });
    const works = lane.enter(() => 7);
    await expect(fails).rejects.toThrow('later');
    await expect(throws).rejects.toThrow('at once');
    expect(await works).toBe(7);
  });

  test('tells how long the first has waited', async () => {
    let at = 100;
    const lane = createLane(1, () => at);
    const { work, end } = held();
    const first = lane.enter(work(0));
    await turns();
    expect(lane.waited()).toBe(0);
    const second = lane.enter(work(1));
    at = 4_100;
    expect(lane.waited()).toBe(4_000);
    end(0);
    await turns();
    expect(lane.waited()).toBe(0);
    end(1);
    await Promise.all([first, second]);
  });
});

describe('pictures', () => {
  const picture = (draw: () => Promise<Buffer>) => ({ body: {}, files: [{ name: 'a.png', draw }] });

  test('are drawn three at a time', async () => {
    let [now, most] = [0, 0];
    const draw = async (): Promise<Buffer> => {
      most = Math.max(most, ++now);
      await turns(3);
      now--;
      return Buffer.from('a');
    };
    const all = await Promise.all(Array.from({ length: 12 }, () => drawn(picture(draw))));
    expect(most).toBe(3);
    expect(all.map(({ files }) => files?.map(({ data }) => String(data)))).toEqual(
      Array.from({ length: 12 }, () => ['a']),
    );
  });

  test('that nobody wants any more as their turn comes are not drawn', async () => {
    let wanted = true;
    let drawings = 0;
    const draw = async (): Promise<Buffer> => Buffer.from(String(drawings++));
    const first = drawnIf(picture(draw), () => wanted);
    expect((await first)?.files).toHaveLength(1);
    const second = drawnIf(picture(draw), () => wanted);
    wanted = false;
    expect(await second).toBeUndefined();
    expect(drawings).toBe(1);
  });
});
