import { expect, test } from 'vitest';
import { hasComputers } from '../../src/match/seats.ts';
import { GAMES } from '../../src/modules.ts';
import { WORDS } from '../lib/ledger.ts';
import { amount } from '../lib/long.ts';
import { killing } from './kill.ts';

const KILLS = amount(40, 200);
const REMINDER = /reminder:\d+\.(?:round|flip)(?:-\d+)?\/(?:half|end|anyone|last)/;

test('a process that is killed again and again loses nothing and doubles nothing', {
  timeout: 900_000,
}, async () => {
  const { found, matches, book, lives, standIn } = await killing(KILLS, process.env.SEED ?? 'killed');
  expect(found).toEqual([]);
  // The run was worth something: enough happened, at moments at which things can go wrong.
  expect(lives.kills()).toBe(KILLS);
  expect(matches.length).toBeGreaterThanOrEqual(4);
  const written = matches.flatMap(({ log }) => log.map(({ code }) => code.split('.')[0]!));
  // Which of them come depends on the kills: most do in every run.
  const words = [...WORDS, 'flipper', 'late', 'away', 'drop', 'void'];
  const seen = words.filter((word) => written.includes(`/${word}`));
  expect(seen.length, seen.join()).toBeGreaterThan(words.length / 2);
  expect([...standIn.chat.messages.values()].some(({ purpose }) => REMINDER.test(purpose ?? ''))).toBe(true);
  const left = matches.filter(({ voided }) => voided === 'shelved' || voided === 'slept');
  expect(left.length).toBeGreaterThanOrEqual(2);
  // Each game was played, and turns of several steps were kept at once.
  expect(new Set(matches.map(({ row }) => row.game))).toEqual(new Set(GAMES.map(({ id }) => id)));
  expect(book.presses.some(({ meant, taken }) => taken && 'before' in meant)).toBe(true);
  expect(matches.some(hasComputers)).toBe(true);
  expect(book.presses.length).toBeGreaterThan(Math.max(100, KILLS));
  expect(book.presses.filter(({ again }) => again).length).toBeGreaterThan(KILLS / 10);
  if (KILLS >= 200) expect(standIn.repeats()).toBeGreaterThan(5);
});
