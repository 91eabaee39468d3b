import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Packed, pack, unpack } from '../../src/store/packed.ts';
import { MAKERS } from '../../src/store/schema.ts';
import { amount } from '../lib/long.ts';

const row = fc.record({
  seat: fc.integer({ min: -1, max: 24 }),
  code: fc.string({ maxLength: 20, unit: 'grapheme' }).filter((text) => !text.includes('\n')),
  by: fc.constantFrom(...MAKERS),
  who: fc.oneof(fc.constant(null), fc.constant('other' as const), fc.integer({ min: 0, max: 60 })),
  // Whoever sets a clock back writes times that go back, too.
  at: fc.integer({ min: 0, max: 2 ** 50 }),
});
const packed: fc.Arbitrary<Packed> = fc.record({
  rows: fc.array(row, { maxLength: 300 }),
  entries: fc.array(fc.tuple(fc.nat(24), fc.nat(1000), fc.option(fc.nat(1000), { nil: null }))),
  parts: fc.array(
    fc.tuple(fc.array(fc.string()), fc.array(fc.integer()), fc.array(fc.integer())) as never,
  ) as fc.Arbitrary<Packed['parts']>,
});

test('whatever is packed comes out again', () => {
  fc.assert(
    fc.property(packed, (one) => {
      expect(unpack(pack(one))).toEqual(one);
    }),
    { numRuns: amount(100, 5000) },
  );
});

const LOG: Packed = {
  rows: Array.from({ length: 60 }, (_, i) => ({
    seat: i % 3,
    code: `${'FGH'[i % 3]}.${i % 7}`,
    by: 'player',
    who: i % 3,
    at: 1_795_000_000_000 + i * 3_600_000,
  })),
  entries: [
    [0, 2, 2],
    [1, 1, null],
  ],
  parts: [
    [
      ['bonuses', 'empty'],
      [0, 12, 3],
      [1, 9, -2],
    ],
  ],
};

test('the same log becomes the same bytes, and those of released programs are read', () => {
  expect(pack(LOG).equals(pack(structuredClone(LOG)))).toBe(true);
  // What stands in databases: the bytes of version 1, as they were first written.
  const released = Buffer.from(RELEASED, 'base64');
  expect(unpack(released)).toEqual(LOG);
  expect(createHash('sha256').update(released).digest('hex').slice(0, 8)).toBe(RELEASED_HASH);
});

test('a log of another version, or half of one, is refused', () => {
  const blob = pack(LOG);
  expect(() => unpack(Buffer.concat([Buffer.from([9]), blob.subarray(1)]))).toThrow(/packed a log as 9/);
  expect(() => unpack(blob.subarray(0, blob.length - 20))).toThrow();
  expect(() => pack({ ...LOG, rows: [{ ...LOG.rows[0]!, code: 'a\nb' }] })).toThrow(/more than one line/);
});

const RELEASED =
  'AeQDgPiy5b1ogLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twOAurcDgLq3A4C6twPVzUEKwjAUBFART/LXY0h+koIXqN7h52+E7moUaqHeXsYjuBGH2TwYmG23P3zfH8VkDLH1c0itX4K2PoZMFrKSAxnJRCqZyUJWciAjmUglM1nISg7knx8JzCIU6rCEhL7OszvMTK73vi7TIpDp9ni+xGERSZE/0xOO6u7+Bg==';
const RELEASED_HASH = '80557725';
