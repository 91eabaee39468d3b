import { beforeEach, describe, expect, test } from 'vitest';
import { encode } from '../../src/app/ids.ts';
import { beginRun } from '../../src/daily/runs.ts';
import { open } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import { thoughtOf } from '../../src/match/thinking.ts';
import { usePictures } from '../blank.ts';
import { acquaint, GAME, NOON, person, TODAY } from '../daily/world.ts';
import { GUILD, stand, store, useStand } from './almanac.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Hints: what a hard computer would do, where nobody is hurt by it. */

const ANN = person(0);

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
