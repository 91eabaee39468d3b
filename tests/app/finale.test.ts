import { expect, test } from 'vitest';
import { play } from '../../src/match/play.ts';
import { usePictures } from '../blank.ts';
import { loaded } from '../match/people.ts';
import { wholeTurn } from '../match/table.ts';
import { ANN, actsOf, CLEO, gathered, pressed, settle, stand, store, table } from './crowd.ts';
import { pieces, wordsOf } from './sound.ts';

usePictures('blank');

/** What a channel is told at the end of a game in which one plays after the other. */

gathered();

async function played(more: Parameters<typeof table>[1]): Promise<number> {
  const id = await table(2, more);
  while ((await loaded(store, id)).row.status === 'running') {
    const move = await wholeTurn(store, id);
    expect(await play(store, { match: id, ...move, at: Date.now() })).toMatchObject({ ok: true });
  }
  stand.app.refresh(id);
  await settle();
  return id;
}

const resultOf = (id: number) =>
  [...stand.chat.messages.values()].findLast(({ purpose }) => purpose?.startsWith(`${id}.`))!.screen;
const picturesOf = (screen: ReturnType<typeof resultOf>) =>
  pieces(screen).flatMap((piece) => piece.items ?? []);

test('MetroMania: the city beside all its trips, a line for each of them, and their pages for everybody', async () => {
  const id = await played({ game: 'metromania', map: 'six-quarters', options: { order: 'joined' } });
  const screen = resultOf(id);
  const [city, trips, ...more] = picturesOf(screen);
  expect(more).toEqual([]);
  expect(city!.description).toMatch(/^MetroMania, the game is over\. Final scores: /);
  expect(trips!.description).toMatch(/^All trips on one sheet, the longest first; /);
  expect(screen.files!.map(({ name }) => name)).toEqual([
    `board-${id}.png`,
    `finale-${id}.png`,
    `metromania-${id}.json`,
  ]);
  const told = wordsOf(screen)
    .split('\n')
    .flatMap(
      (line) =>
        /^\*\*(Trips? .+|From park to lake)\*\*, (?:impossible|\d+ minutes?): ./.exec(line)?.[1] ?? [],
    );
  expect(
    told
      .join()
      .match(/\b[A-F]\b/g)
      ?.sort()
      .join(''),
  ).toBe('ABCDEF');
  expect(told.at(-1)).toBe('From park to lake');
  expect(actsOf(screen)).toContain('pages');
  for (const user of [ANN, CLEO])
    expect(wordsOf(await pressed(user, `pages|${id}|0|0`))).toMatch(/^## Trip A\n/);
});

test('Metro: the winner, the three longest lines, and all lines behind a button', async () => {
  const id = await played({ game: 'metro', map: 'paris', options: { order: 'joined' } });
  const screen = resultOf(id);
  const [board, ...more] = picturesOf(screen);
  expect(more).toEqual([]);
  expect(board!.description).toContain('The longest lines shine: ');
  const words = wordsOf(screen).split('\n');
  expect(words.filter((line) => /^\*\*[123]\*\* (Ann|Ben)'s line \d+: \d+ tiles?/.test(line))).toHaveLength(
    3,
  );
  expect(words.filter((line) => /^-# \d+ points? at the edge · \d+ in the centre$/.test(line))).toHaveLength(
    2,
  );
  expect(words.join('\n')).not.toMatch(/\d+: \d+, \d+: \d+/);
  expect(actsOf(screen)).toContain('pages');
  for (const user of [ANN, CLEO]) {
    expect(wordsOf(await pressed(user, `pages|${id}|0|0`))).toMatch(/^## All lines\n\*\*Ann\*\* \d+: \d+, /);
    expect(wordsOf(await pressed(user, `pages|${id}|0|2`))).toMatch(/^## Ben: \d+ points?\nLine /);
  }
});
