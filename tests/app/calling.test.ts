import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { endPing } from '../../src/app/end.ts';
import { inviteScreen } from '../../src/app/lobby.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { reminderScreen } from '../../src/app/reminders.ts';
import { roundScreen } from '../../src/app/round.ts';
import { questionScreen, voidScreen } from '../../src/app/standstill.ts';
import { flipScreen } from '../../src/app/tableaction.ts';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { usePictures } from '../blank.ts';
import { pingFaults } from '../lib/pings.ts';
import { positions, seatsOf, storedRow, userOf } from './positions.ts';
import { all, placement, t } from './shown.ts';

usePictures('blank');

/** Whatever pings begins with whom it is for, and a phone still shows what it is about. */

/** So many characters a name takes, and of so many a phone shows what follows when it lights up. */
const NAME = 10;
const GLANCE = 60;

const peopleOf = (count: number) => seatsOf(count).map((one) => ({ ...one, name: `Player ${one.seat}` }));

/** A table of so many after such rows of its log. */
function tableOf(seats: number, codes: readonly string[], flip: 'auto' | 'manual' = 'auto'): Match {
  const row = storedRow({ map: 'tokyo', seats, flip, seed: 1 }, { status: 'running' });
  const log = codes.map((code, seq) => ({
    match: row.id,
    seq,
    seat: -1,
    code,
    by: 'player' as const,
    user: userOf(0),
    at: 0,
  }));
  return replay({ row, seats: peopleOf(seats), former: [], log });
}

const playersOf = ({ seats }: Match): string[] => seats.map(({ player }) => player!);

function asking(seats: number, code: string): Draft {
  const match = tableOf(seats, [code]);
  return questionScreen(match, match.question!, sceneOf(match.seats, t), all);
}

function ended(seats: number): Draft {
  const over = [...positions({ map: 'osaka', seats, flip: 'auto', seed: seats }, () => false)].at(-1)!;
  return endPing(over, t, all);
}

interface Told {
  readonly what: string;
  readonly write: (seats: number) => Draft;
  /** What a phone is to show of it. */
  readonly about: RegExp;
  /** So many of the table it is not for. */
  readonly others?: number;
  /** At most so many are called. */
  readonly most?: number;
}

/** Every message that pings, at a table of so many. */
const MESSAGES: readonly Told[] = [
  {
    what: 'a round',
    write: (n) => roundScreen(tableOf(n, []), placement(false)),
    about: /your move · #2147483647 Tokyo · \*\*Round 1/,
  },
  {
    what: 'a round of a table that has moved',
    write: (n) => roundScreen(tableOf(n, []), placement(true, { reason: t('table.movedHere', { id: 7 }) })),
    about: /your move · \*\*Round 1/,
  },
  {
    what: 'a card that anybody may turn',
    write: (n) => flipScreen(tableOf(n, ['/anyone'], 'manual'), placement(true)),
    about: /your move · \*\*turn the first card/,
  },
  {
    what: 'a question to end it',
    write: (n) => asking(n, '/ask.0.end'),
    about: /your say · .* would like to end/,
    others: 1,
  },
  {
    what: 'a question to take somebody off',
    write: (n) => asking(n, '/ask.0.off.1'),
    about: /your say · .* would like to take/,
    others: 2,
  },
  {
    what: 'a match that a moderator ended',
    write: (n) => {
      const match = tableOf(n, ['/void.moderator']);
      return voidScreen(match, 'moderator', sceneOf(match.seats, t), all);
    },
    about: /⏹ \*\*#2147483647 was ended by a moderator/,
  },
  { what: 'an end', write: ended, about: /🏁 \*\*/, most: 12 },
  {
    what: 'an invitation',
    write: (n) => {
      const match = tableOf(n, []);
      return inviteScreen(match, playersOf(match).slice(1), t, all);
    },
    about: /🔁 .* would like a rematch on Tokyo/,
    others: 1,
  },
  {
    what: 'a reminder',
    write: (n) => {
      const match = tableOf(n, []);
      return reminderScreen(match, all(playersOf(match)), t, { inThread: true });
    },
    about: /you are waited for · ⏳ \*\*Round 1/,
  },
];

describe.each(MESSAGES)('$what', ({ write, about, others = 0, most = 25 }) => {
  test.each([3, 4, 6, 25])('of a table of %i', (seats) => {
    const { body } = write(seats);
    const content = body.content!;
    const pinged = body.allowed_mentions!.users!;
    expect(pinged).toHaveLength(Math.min(most, seats - others));
    expect(pingFaults({ content, allowed_mentions: { users: pinged } })).toEqual([]);
    const mentioned = new Set(content.match(/(?<=<@)\d+(?=>)/g));
    expect([...mentioned]).toEqual(pinged);
    const shown = content.replaceAll(/<@\d+>/g, `@${'x'.repeat(NAME - 1)}`);
    expect(shown).toMatch(about);
    expect(shown.search(about)).toBeLessThan(GLANCE);
    const last = content.split('\n').at(-1)!;
    if (pinged.length <= 4) expect(content).not.toContain('-# Also for');
    else {
      expect(content).toContain(` and ${pinged.length - 3} more`);
      expect(last.match(/^-# Also for (.*)$/)?.[1]).toBe(
        pinged
          .slice(3)
          .map((id) => `<@${id}>`)
          .join(', '),
      );
    }
  });
});

test('whatever else pings is to begin so, too', () => {
  const app = join(import.meta.dirname, '../../src/app');
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join(app, file), 'utf8') }));
  const having = (...words: RegExp[]) =>
    sources
      .filter(({ text }) => words.every((one) => one.test(text)))
      .map(({ file }) => file)
      .sort();
  // Who knows whom a message pings, and writes one.
  const writing = having(/\b(?:Pings|Pinged|Placement)\b/, /\bplain\(/);
  expect(writing).toEqual(['components.ts', ...having(/ from '\.\/calling\.ts'/)]);
  expect(writing).toHaveLength(7);
});
