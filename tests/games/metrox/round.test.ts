import { describe, expect, test } from 'vitest';
import { TABLE } from '../../../src/games/game.ts';
import { metrox } from '../../../src/games/metrox/index.ts';
import { FIRST } from '../../../src/games/metrox/state.ts';
import { mapOf, metroxModule } from '../../../src/modules.ts';
import { codes, deal, done, filled, marks, play, smallMap } from './table.ts';

const three = smallMap({
  A: { stations: 'a1 a2 a3 a4 a5 a6' },
  B: { stations: 'b1 b2 m b3' },
  C: { stations: 'c1 m c2' },
});
const tokyo = mapOf(metroxModule, 'tokyo');

describe('turning a card', () => {
  test('automatic flipping turns the first card at once and the next when all have chosen', () => {
    const start = deal(three, ['N3', 'S2'], 2);
    expect([start.round, start.card, metrox.toAct(start)]).toEqual([1, 'N3', [0, 1]]);
    const half = play(start, '0 A.3');
    expect([half.round, half.card, metrox.toAct(half)]).toEqual([1, 'N3', [1]]);
    const next = play(half, '1 B.3');
    expect([next.round, next.card, metrox.toAct(next)]).toEqual([2, 'S2', [0, 1]]);
  });

  test('flipping by hand waits for the table before the first card and between rounds', () => {
    const start = deal(three, ['N3', 'S2'], 1, 'manual');
    expect([start.round, start.card, metrox.toAct(start)]).toEqual([0, null, [TABLE]]);
    expect(codes(start, TABLE)).toEqual(['flip']);
    expect(codes(start, 0)).toEqual([]);
    const open = play(start, '-1 flip');
    expect([open.round, open.card, metrox.toAct(open)]).toEqual([1, 'N3', [0]]);
    expect(codes(open, TABLE)).toEqual([]);
    const closed = play(open, 'A.3');
    expect([closed.round, closed.card, metrox.toAct(closed)]).toEqual([1, null, [TABLE]]);
    expect(marks(closed)).toEqual({ a1: 'x', a2: 'x', a3: 'x' });
    expect(play(closed, '-1 flip').card).toBe('S2');
  });

  test('an empty deck is made whole before a card is turned', () => {
    const start = deal(three, ['N3', 'S2']);
    const next = play({ ...start, deck: [] }, 'A.3');
    expect(next.card).toBe('S2');
    expect(next.deck).toHaveLength(19);
  });

  test('with a seed all cards of the deck come up once until the reshuffle sign', () => {
    let state = metrox.setup({ map: tokyo, seats: 1, options: {}, chance: { seed: 'a' }, rules: 1 });
    const seen = [state.card!];
    while (seen.at(-1) !== 'N6R') {
      state = metrox.apply(state, 0, metrox.actions(state, 0)[0]!);
      seen.push(state.card!);
    }
    expect([...seen, ...state.deck].sort()).toEqual([...tokyo.deck].sort());
  });
});

describe('choosing at the same time', () => {
  test('nothing happens on any board until all have chosen', () => {
    const start = deal(three, ['N3', 'N2'], 3);
    const waiting = play(start, '2 A.3', '0 B.3');
    expect(waiting.boards).toEqual(start.boards);
    expect(metrox.toAct(waiting)).toEqual([1]);
    const closed = play(waiting, '1 C.3');
    expect(marks(closed, 0)).toEqual({ b1: 'x', b2: 'x', m: 'x' });
    expect(marks(closed, 1)).toEqual({ c1: 'x', m: 'x', c2: 'x' });
    expect(marks(closed, 2)).toEqual({ a1: 'x', a2: 'x', a3: 'x' });
  });

  test('before all have chosen a player may choose again, and the last choice counts', () => {
    const start = deal(three, ['N3', 'N2'], 2);
    const once = play(start, '0 A.3');
    expect(codes(once, 0)).toEqual(codes(start, 0));
    expect(marks(play(once, '0 B.3', '1 A.3'), 0)).toEqual({ b1: 'x', b2: 'x', m: 'x' });
  });

  test('the same choice again gives the same state', () => {
    const once = play(deal(three, ['N3'], 2), '0 A.3');
    expect(play(once, '0 A.3')).toBe(once);
    const free = play(deal(three, ['F'], 2), '0 free.m');
    expect(play(free, '0 free.m')).toBe(free);
    expect(play(free, '0 free.a1')).not.toBe(free);
  });

  test('the newest change tells card, choice, stations and lines of each board', () => {
    const state = play(deal(three, ['N3', 'N2'], 2), '0 C.3', '1 B.3');
    expect(state.boards[0]!.last).toMatchObject({
      card: 'N3',
      action: { kind: 'line', id: 'C', n: 3 },
      lines: [2],
    });
    expect(state.boards[0]!.last!.stations.map((at) => three.stations[at]!.id)).toEqual(['c1', 'm', 'c2']);
    expect(state.boards[1]!.last).toMatchObject({ lines: [] });
  });
});

describe('reshuffle sign', () => {
  test('makes the deck whole, its own card included, after the round', () => {
    const open = deal(three, ['N6R', 'N6R', 'N2']);
    expect(open.card).toBe('N6R');
    expect(open.deck).toHaveLength(19);
    const next = play(open, 'A.6');
    expect(next.card).toBe('N6R');
    expect(next.reshuffled).toBe(true);
    expect(next.deck).toHaveLength(19);
  });

  test('other cards leave the deck as it is', () => {
    const next = play(deal(three, ['N6R', 'N5', 'N5']), 'A.6', 'B.4');
    expect(next.card).toBe('N5');
    expect(next.reshuffled).toBe(false);
    expect(next.deck).toHaveLength(18);
    expect(next.deck).not.toContain('N5');
  });

  test('lines are checked before it', () => {
    const next = play(deal(three, ['N6R', 'N2']), 'A.6');
    expect(done(next).A).toBe(FIRST);
  });

  test('the six marks six stations', () => {
    expect(codes(deal(three, ['N6R']))).toEqual(['A.6', 'B.4', 'C.3']);
  });

  test('flipping by hand: the deck is whole before the next flip', () => {
    const closed = play(deal(three, ['N6R', 'N2'], 1, 'manual'), '-1 flip', 'A.6');
    expect([closed.card, closed.reshuffled, closed.deck.length]).toEqual([null, true, 20]);
    expect(play(closed, '-1 flip').reshuffled).toBe(true);
  });
});

describe('end', () => {
  const tiny = smallMap({ A: { stations: 'a b', windows: 1 }, B: { stations: 'b c', windows: 1 } });

  test('the game ends when no window is empty, also with empty stations', () => {
    const state = play(deal(tiny, ['T', 'T', 'N3']), 'A.T', 'B.T');
    expect(marks(state)).toEqual({ a: 2, b: 4 });
    expect([metrox.over(state), state.card, metrox.toAct(state), codes(state)]).toEqual([true, null, [], []]);
    expect(metrox.turn(state)).toBe(2);
  });

  test('it does not end when all stations are filled', () => {
    const state = play(filled(deal(tiny, ['N2', 'N2']), { b: 'x', c: 'x' }), 'A.1');
    expect(metrox.over(state)).toBe(false);
    expect(codes(state)).toEqual(['B.0']);
  });

  test('a free card makes it a round longer', () => {
    const state = play(deal(tiny, ['T', 'F', 'T']), 'A.T', 'free.c');
    expect(metrox.over(state)).toBe(false);
    expect(metrox.over(play(state, 'B.T'))).toBe(true);
  });

  test('it ends for all in the same round', () => {
    const state = play(deal(tiny, ['T', 'F', 'T'], 2), '0 A.T', '1 B.T', '1 free.a', '0 free.c', '0 B.T');
    expect(metrox.over(state)).toBe(false);
    expect(metrox.over(play(state, '1 A.T'))).toBe(true);
  });

  test('the deck is made whole after the last round too', () => {
    const state = play(deal(tiny, ['T', 'N6R']), 'A.T', 'B.2');
    expect(metrox.over(state)).toBe(true);
    expect(state.deck).toHaveLength(20);
  });
});
