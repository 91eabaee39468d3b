import { describe, expect, test } from 'vitest';
import { boardsScreen } from '../../src/app/boards.ts';
import { sceneOf } from '../../src/app/context.ts';
import { endScreen } from '../../src/app/end.ts';
import { lobbyScreen } from '../../src/app/lobby.ts';
import { optionsScreen } from '../../src/app/lobbyoptions.ts';
import { moreScreen } from '../../src/app/more.ts';
import { calledInOrder } from '../../src/app/names.ts';
import { newsOf } from '../../src/app/news.ts';
import { drawn } from '../../src/app/outbound.ts';
import { seatScreen } from '../../src/app/people.ts';
import { replayScreen } from '../../src/app/replay.ts';
import { roundScreen } from '../../src/app/round.ts';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import type { Stored } from '../../src/store/rows.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { positions, seatsOf, storedRow, userOf } from './positions.ts';
import { placement, t } from './shown.ts';
import { pieces, textsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Nobody can pass for another at a table: in the lines, in the menus in which people are chosen, and in lists. */

const LONG = 'Maximilian Muell';
/** As they are stored: two look the same, two are the same once they are cut, one is nobody's double. */
const NAMES = ['Ann', 'Аnn', `${LONG}er the Elder`, `${LONG}er the Younger`, 'Ben'];
const CUT = `${LONG.slice(0, 15)}…`;
const SHOWN = ['Ann (seat 1)', 'Аnn (seat 2)', `${CUT} (seat 3)`, `${CUT} (seat 4)`, 'Ben'];

const people = (count = NAMES.length) =>
  seatsOf(count).map((seat, i) => ({ ...seat, name: NAMES[i]!, username: `user.${i + 1}` }));

const lobby = (): Stored => ({
  row: storedRow({ map: 'osaka', seats: 5, flip: 'auto', seed: 1 }),
  seats: people(),
  former: [],
  log: [],
});

function matchAt(step: number, codes: readonly string[] = []): Match {
  for (const match of positions({ map: 'osaka', seats: 5, flip: 'auto', seed: 2 }, (n) => n === step)) {
    const added = codes.map((code, i) => ({
      match: match.id,
      seq: match.log.length + i,
      seat: -1,
      code,
      by: 'player' as const,
      user: userOf(0),
      at: 0,
    }));
    const log = [...match.log, ...added];
    return { ...replay({ row: match.row, seats: people(), former: match.former, log }), row: match.row };
  }
  throw new Error('A game has a beginning.');
}

const picks = (screen: Parameters<typeof pieces>[0]) =>
  pieces(screen)
    .filter(({ options }) => options?.some(({ label }) => /^\d · /.test(label)))
    .flatMap(({ options }) => options!.filter(({ label }) => /^\d · /.test(label)));

describe('in lines', () => {
  test('a lobby shows five people as five', async () => {
    expect(bare(sceneOf(people(), t).names.map((name) => name.replace(/\\/g, '')))).toEqual(SHOWN);
    const words = wordsOf(await drawn(lobbyScreen(lobby(), t))).replace(/\\/g, '');
    for (const name of SHOWN) expect(words).toContain(name);
  });

  test('so does the end, in its lines and its pictures’ words', async () => {
    const match = matchAt(10_000);
    expect(match.row.status).toBe('over');
    const screen = await drawn(endScreen(match, t));
    const texts = textsOf(screen).join('\n').replace(/\\/g, '');
    for (const name of SHOWN) expect(wordsOf(screen).replace(/\\/g, '')).toContain(name);
    for (const name of SHOWN) expect(texts).toContain(`${name}, `);
  });

  test('the number stands outside of what holds the name together', () => {
    expect(sceneOf(people(), t).spoken[1]).toBe('\u2068Аnn\u2069 (seat 2)');
  });

  test('two who are gone are two', () => {
    const seats = people().map((seat, i) => (i < 2 ? { ...seat, name: '' } : seat));
    expect(bare(sceneOf(seats, t).names).slice(0, 2)).toEqual(['someone (seat 1)', 'someone (seat 2)']);
  });

  test('whoever held a seat before is told apart from who holds it now', () => {
    const { row, log } = matchAt(3);
    const sat = { match: row.id, seat: -1, by: 'player' as const, user: userOf(1), at: 0 };
    const seq = log.length;
    const match = replay({
      row,
      seats: people(),
      former: [{ seq, seat: 1, player: '55', name: 'Ann', state: 'left' }],
      log: [...log, { ...sat, seq, code: '/sit.1' }],
    });
    const told = newsOf(match, sceneOf(match.seats, t), seq).map(bare);
    expect(told.map((line) => line.replace(/\\/g, ''))).toEqual([
      '🪑 Аnn (seat 2) plays on for Ann (seat 2 before).',
    ]);
  });
});

describe('where somebody is chosen', () => {
  const LABELS = ['1 · Ann', '2 · Аnn', `3 · ${CUT}`, `4 · ${CUT}`, '5 · Ben'];
  const match = matchAt(4, ['/leave.2', '/leave.3']);
  const over = matchAt(10_000);
  const screens = (inside: boolean) => ({
    'whom to take off': seatScreen(match, t, 'kickask', [0, 1, 2, 3, 4], inside),
    'whom to make the host': seatScreen(match, t, 'crownnow', [0, 1, 2, 3, 4], inside),
    'whose board': boardsScreen(match, t, userOf(0), 0, '', null, inside),
    'whose board in a replay': replayScreen(over, 1, 0, { t, theme: null, inside }),
  });

  test.each(Object.keys(screens(true)) as (keyof ReturnType<typeof screens>)[])(
    '%s: seat and name, and in the table’s server alone the unique name of the account',
    async (which) => {
      const inside = picks(await screens(true)[which]);
      expect(inside.map(({ label }) => label)).toEqual(LABELS);
      for (const [i, { description }] of inside.entries()) expect(description).toContain(`@user.${i + 1}`);
      const outside = picks(await screens(false)[which]);
      expect(outside.map(({ label }) => label)).toEqual(LABELS);
      expect(JSON.stringify(outside)).not.toContain('user.');
    },
  );

  test('the people of a lobby', () => {
    const inside = picks(optionsScreen(lobby(), userOf(0), false, t, '', true));
    expect([...new Set(inside.map(({ label }) => label))]).toEqual(LABELS.slice(1));
    expect(inside.map(({ description }) => description)).toEqual(
      [2, 3, 4, 5, 2, 3, 4, 5].map((n) => `@user.${n}`),
    );
    expect(JSON.stringify(picks(optionsScreen(lobby(), userOf(0), false, t)))).not.toContain('user.');
  });

  test('a free seat is named by its number on every button', async () => {
    const labels = [
      ...pieces(await drawn(roundScreen(match, placement(false)))),
      ...pieces(
        moreScreen(
          match,
          '55',
          { manages: false, inherits: false, overdue: [], note: '', inside: true, muted: false },
          t,
        ),
      ),
    ].flatMap(({ label }) => (label?.startsWith('Take over') ? [label] : []));
    expect(labels).toHaveLength(4);
    expect([...new Set(labels)]).toEqual([3, 4].map((n) => `Take over seat ${n}: ${CUT}`));
  });
});

describe('in lists', () => {
  test('who looks like somebody above them has a number, and so has who is called Someone', () => {
    const names = ['Ann', 'Someone', '', 'АNN', '', 'Ben', 'ann'];
    expect(bare(calledInOrder(names, t))).toEqual([
      'Ann',
      'Someone (2)',
      'someone',
      'АNN (2)',
      'someone',
      'Ben',
      'ann (3)',
    ]);
  });
});
