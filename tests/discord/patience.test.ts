import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patience } from '../../src/discord/patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The loop is busy for so many ms: all timers that are due by then come late, and each once. */
async function busy(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await vi.advanceTimersToNextTimerAsync();
}

test('ends when the loop has been free for as long', async () => {
  const ends = vi.fn();
  patience(1_200, ends);
  await vi.advanceTimersByTimeAsync(1_199);
  expect(ends).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveBeenCalledOnce();
});

test('does not end because the loop was busy', async () => {
  const ends = vi.fn();
  patience(1_200, ends);
  for (let i = 0; i < 11; i++) await busy(5_000);
  expect(ends).not.toHaveBeenCalled();
  await busy(5_000);
  expect(ends).toHaveBeenCalledOnce();
});

test('never ends once what was waited for has come', async () => {
  const ends = vi.fn();
  const heard = patience(1_200, ends);
  await vi.advanceTimersByTimeAsync(1_100);
  heard();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).not.toHaveBeenCalled();
});
