import { beforeEach, describe, expect, test } from 'vitest';
import { encode } from '../../src/app/ids.ts';
import { beginRun } from '../../src/daily/runs.ts';
import type { Match } from '../../src/match/match.ts';
import { open } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import { thoughtOf } from '../../src/match/thinking.ts';
import { MODULES, moduleOf } from '../../src/modules.ts';
import { presenterOf } from '../../src/presenters.ts';
import { usePictures } from '../blank.ts';
import { acquaint, GAME, NOON, person, TODAY } from '../daily/world.ts';
import { rows } from '../lib/rows.ts';
import { GUILD, stand, store, useStand } from './almanac.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Hints: what a hard computer would do, where nobody is hurt by it. */

const ANN = person(0);
const PRIVATE = { personal: true };

useStand();
beforeEach(() => acquaint(store, 12, GUILD));

const press = (act: string, match: number, turn: number) =>
  stand.press(ANN, encode(act, match, turn), [], { personal: true });

const practising = () =>
  openSolo(store, { game: GAME, map: 'tokyo', host: ANN, guild: null, origin: 'practice', at: NOON });

describe('in practice', () => {
  test('a key tells what the strongest computer would choose, and why', async () => {
    const { id } = await practising();
    const match = (await open(store, id))!;
    const board = await press('mine', id, 1);
    expect(idsOf(board.screen!)).toContain(`hint|${id}|1`);
    const code = await stand.app.think(thoughtOf(match, { seat: 0, strength: 'hard' }));
    const [line] = code.split('.');
    const hinted = await press('hint', id, 1);
    expect(wordsOf(hinted.screen!)).toMatch(
      new RegExp(`A hard computer would choose \\*\\*${line} .*\\*\\* · \\S.*`),
    );
    // Nothing was played.
    expect((await open(store, id))!.log).toEqual(match.log);
  });

  test('of a turn that is over nothing is hinted: what is needed now is shown', async () => {
    const { id } = await practising();
    const stale = wordsOf((await press('hint', id, 7)).screen!);
    expect(stale).not.toContain('computer');
    expect(stale).toContain('round 1');
  });
});

test('no daily gives hints, whatever is pressed', async () => {
  const { id } = await beginRun(store, { game: GAME, player: ANN, guild: null, origin: 'run', at: NOON });
  expect((await open(store, id))!.row.day).toBe(TODAY);
  expect(idsOf((await press('mine', id, 1)).screen!)).not.toContain(`hint|${id}|1`);
  expect(wordsOf((await press('hint', id, 1)).screen!)).not.toContain('computer');
});

describe.each(MODULES.map(({ rules }) => rules.id))('a guided game of %s', (game) => {
  test('begins where the tutorial ends, against an easy computer, and tells in five rounds what a hard one would do', async () => {
    const lessons = presenterOf(moduleOf(game)).lessons.lessons;
    const last = lessons.length - 1;
    const end = await stand.press(ANN, encode('tutorial', 0, last, game, lessons[last]!.right), [], PRIVATE);
    expect(idsOf(end.screen!)).toContain(encode('guided', 0, 0, game));
    const first = await stand.press(ANN, encode('guided', 0, 0, game), [], PRIVATE);
    expect(wordsOf(first.screen!)).toContain('A hard computer would choose');
    const [{ id }] = (await rows(store, 'SELECT id FROM matches')) as [{ id: number }];
    let match = (await open(store, id))!;
    expect(match.seats.map(({ computer }) => computer).filter(Boolean)).toEqual(['easy']);
    const hinted = new Set<number>();
    for (let said = wordsOf(first.screen!); ; ) {
      const { state, row, seats } = match;
      const round = roundOf(match);
      if (said.includes('A hard computer')) hinted.add(round);
      if (round > 6 || row.status === 'over') break;
      const seat = seats.findIndex(({ player }) => player === ANN);
      const code = match.game.code(match.game.actions(state, seat).at(-1)!);
      const played = await stand.press(ANN, encode('play', id, match.game.turn(state), code), [], PRIVATE);
      match = (await open(store, id))!;
      said = wordsOf(played.screen!);
      if (roundOf(match) === 6 && round === 5) expect(said).toContain('from here on you are on your own');
    }
    expect([...hinted]).toEqual([1, 2, 3, 4, 5]);
  });

  test('tells it again to whoever asks for their board again', async () => {
    const first = await stand.press(ANN, encode('guided', 0, 0, game), [], PRIVATE);
    const [{ id }] = (await rows(store, 'SELECT id FROM matches')) as [{ id: number }];
    const again = await stand.press(ANN, encode('mine', id, 1), [], PRIVATE);
    expect(wordsOf(again.screen!)).toContain('A hard computer would choose');
    expect(wordsOf(again.screen!)).toBe(wordsOf(first.screen!));
    expect(idsOf(again.screen!)).toEqual(idsOf(first.screen!));
  });
});

/** Counted from 1. */
const roundOf = ({ game, state, seats }: Match): number =>
  game.pace === 'turns' ? Math.floor(game.turn(state) / seats.length) + 1 : game.turn(state);
