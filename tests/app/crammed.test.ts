import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { drawn } from '../../src/app/outbound.ts';
import type { Pinged } from '../../src/app/pings.ts';
import { reminderScreen } from '../../src/app/reminders.ts';
import { roundScreen } from '../../src/app/round.ts';
import { pausedScreen } from '../../src/app/standstill.ts';
import { flipScreen } from '../../src/app/tableaction.ts';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { usePictures } from '../blank.ts';
import { seatsOf, storedRow, userOf } from './positions.ts';
import { placement, t } from './shown.ts';
import { lengthOf, unsound, wordsOf } from './sound.ts';

usePictures('blank');

/** Much has happened to people with the longest names: what a table asks must still be read. */

const LONGEST = 1900;
const NAME = '👩🏽‍❤️‍💋‍👨🏽'.repeat(16);

/** A table of 25 at which so many things happened before its first card. */
function crowded(flip: 'auto' | 'manual', codes: readonly string[]): Match {
  const row = storedRow({ map: 'tokyo', seats: 25, flip, seed: 1 }, { status: 'running' });
  const seats = seatsOf(25).map((seat) => ({ ...seat, name: NAME }));
  const log = codes.map((code, seq) => ({
    match: row.id,
    seq,
    seat: -1,
    code,
    by: 'player' as const,
    user: userOf(0),
    at: 0,
  }));
  return replay({ row, seats, former: [], log });
}

const gone = (what: string, count: number) => Array.from({ length: count }, (_, i) => `/${what}.${i + 1}`);

const SCREENS = {
  flip: (codes: readonly string[]) =>
    flipScreen(crowded('manual', codes), placement(false, { reason: t('table.movedHere', { id: 7 }) })),
  pause: (codes: readonly string[]) => {
    const match = crowded('auto', [...codes, '/pause']);
    return pausedScreen(match, sceneOf(match.seats, t));
  },
  round: (codes: readonly string[]) => drawn(roundScreen(crowded('auto', codes), placement(false))),
} as const;

describe.each([
  ['flip', `<@${userOf(0)}>, your move · #2147483647 Tokyo · **turn the first card**`, '<t:'],
  ['pause', 'paused #2147483647.** No clock runs. It waits for you.', 'No clock'],
  ['round', `<@${userOf(0)}>, your move · #2147483647 Tokyo · **Round 1`, 'closes <t:'],
] as const)('the message of a %s', (what, asked, last) => {
  test.each([
    ['left', gone('leave', 24)],
    ['were taken off by one with such a name', gone('kick', 24)],
  ])('asks what it asks when many %s, and counts what there was no room for', async (_what, codes) => {
    const screen = await SCREENS[what](codes);
    const words = wordsOf(screen);
    expect(unsound(screen, 'create')).toEqual([]);
    expect(lengthOf(screen)).toBeLessThanOrEqual(LONGEST);
    expect(words).toContain(asked);
    expect(words).toContain(last);
    const told = words.split('\n').filter((line) => line.startsWith('🚪')).length;
    expect(told).toBeGreaterThan(0);
    expect(words).toContain(`and ${24 - told} more lines`);
  });

  test('leaves nothing out where there is room', async () => {
    const words = wordsOf(await SCREENS[what](gone('leave', 2)));
    expect(words.match(/🚪/g)).toHaveLength(2);
    expect(words).not.toContain('more line');
  });
});

describe('a reminder of 25 people with the longest names', () => {
  const match = crowded('auto', []);
  const everybody = match.seats.map(({ player }) => player!);
  const remind = (pinged: readonly string[]) =>
    reminderScreen(match, pinged as Pinged, t, { inThread: false });

  // Such a name takes 240 characters of 1,200, so that of twelve, six and three people three fit beside the sentence, or two
  // at its beginning alone.
  test.each([
    [1, 2],
    [12, 3],
    [25, 0],
  ])('is taken by Discord, names all %i whom it pings, and of the others %i', (count, named) => {
    const pinged = everybody.slice(0, count);
    const screen = remind(pinged);
    expect(unsound(screen, 'create')).toEqual([]);
    expect(lengthOf(screen)).toBeLessThanOrEqual(LONGEST);
    const words = wordsOf(screen);
    for (const player of pinged) expect(words).toContain(`<@${player}>`);
    expect(words.match(/<@/g)).toHaveLength(count);
    expect(words.split(NAME)).toHaveLength(1 + named);
    expect(words).toMatch(/^<@\d+>, .* and 22 more, you are waited for/u);
  });
});
