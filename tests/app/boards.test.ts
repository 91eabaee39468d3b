import { describe, expect, test } from 'vitest';
import { boardsScreen } from '../../src/app/boards.ts';
import { decode } from '../../src/app/ids.ts';
import { SHEET } from '../../src/views/presenter.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { positionAt, userOf } from './positions.ts';
import { t } from './shown.ts';
import { pieces, textsOf, unsound } from './sound.ts';

usePictures('blank');

/** All boards of a table, nine on a sheet. */

const tableFor = (seats: number) => positionAt({ map: 'osaka', seats, flip: 'auto', seed: 3 }, 4);

async function sheetOf(seats: number, page = 0) {
  const match = tableFor(seats);
  const screen = await boardsScreen(match, t, userOf(0), undefined, '', null, true, page);
  expect(unsound(screen, 'webhook-edit')).toEqual([]);
  const keys = pieces(screen).filter(({ type, label }) => type === 2 && /^\d/.test(label ?? ''));
  return { keys, names: bare(textsOf(screen).join('\n')), scores: match.game.score(match.state) };
}

describe('sheets', () => {
  test('of a table that fits on one bear no keys', async () => {
    expect((await sheetOf(SHEET)).keys).toEqual([]);
  });

  test('of a larger one are a key each, the one that is shown closed', async () => {
    for (const page of [0, 1, 2]) {
      const { keys } = await sheetOf(22, page);
      expect(keys.map(({ label }) => label)).toEqual(['1–9', '10–18', '19–22']);
      expect(keys.map(({ disabled }) => disabled ?? false)).toEqual([0, 1, 2].map((one) => one === page));
      expect(keys.map(({ custom_id }) => decode(custom_id!)!.parts)).toEqual([
        ['all', '0'],
        ['all', '1'],
        ['all', '2'],
      ]);
    }
    expect((await sheetOf(10, 1)).keys.map(({ label }) => label)).toEqual(['1–9', '10']);
  });

  test('tell in words of those that are seen, and how many are not', async () => {
    const told = await Promise.all([0, 1, 2].map(async (page) => (await sheetOf(22, page)).names));
    expect(told.map((text) => /And (\d+) more/.exec(text)?.[1])).toEqual(['13', '13', '18']);
    expect(new Set(told).size).toBe(3);
  });
});
