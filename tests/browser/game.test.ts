import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dice } from '../lib/chance.ts';
import { obstacles, overflow } from './access.ts';
import { openStage } from './stage.ts';
import { changeMind, endOf, enter, gather, myBoard, type Roll, saying, tableOf, takeTurn } from './table.ts';
import {
  button,
  checkPictures,
  connected,
  idsOf,
  messages,
  nothingFailed,
  type Window,
  wordsOf,
} from './window.ts';

const NAMES = ['Ann', 'Ben', 'Cleo'];

const stage = openStage();
const { windows } = stage;

/** Those who cannot see, and those who only have a phone, can do all that there is to do in a window. */
async function checkAccess({ name, page }: Window): Promise<void> {
  expect(await obstacles(page), name).toEqual([]);
  expect(await overflow(page), name).toBe(0);
}

/** The program dies without a word and is started again on the same files; the windows stay open. */
async function powerCut(): Promise<void> {
  const before = await Promise.all(windows.map(({ page }) => idsOf(page)));
  const away = async (): Promise<void> => {
    await stage.program.kill();
    for (const { page } of windows) await page.getByTestId('banner').waitFor();
    await stage.program.start();
    for (const { page } of windows) await connected(page);
  };
  await windows.reduce((inner, window) => () => window.without(inner), away)();
  for (const [i, { page }] of windows.entries()) {
    expect(before[i]!.length).toBeGreaterThan(3);
    expect(await idsOf(page)).toEqual(expect.arrayContaining(before[i]!));
  }
}

/** Everything is there for somebody who comes in anew: the place, its people and what was said. */
async function comeBack(window: Window): Promise<void> {
  const { name, page } = window;
  const before = await idsOf(page);
  await page.reload();
  await connected(page);
  await page.locator(`[data-message-id="${before.at(-1)}"]`).waitFor();
  expect(await idsOf(page)).toEqual(before);
  await page.getByRole('combobox', { name: 'I am' }).getByText(name).waitFor();
  for (const channel of ['metro', 'general', 'quiet'])
    await page.getByRole('link', { name: channel, exact: true }).waitFor({ state: 'attached' });
}

/** A round in which everybody chooses at once. Resolves with the lines, by seat. */
const together = (round: number, roll: Roll): Promise<string[]> =>
  Promise.all(windows.map((window) => takeTurn(window, round, roll)));

/** Downloads the record as people do, and lets the program play it again. */
async function replayed(window: Window) {
  const saved = join(stage.program.folder, 'record.json');
  const [download] = await Promise.all([
    window.page.waitForEvent('download'),
    endOf(window)
      .getByRole('link', { name: /^metrox-\d+\.json$/ })
      .click(),
  ]);
  await download.saveAs(saved);
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'replay', '--', saved]);
  return {
    record: JSON.parse(readFileSync(saved, 'utf8')) as { map: string; seats: string[]; actions: string[] },
    outcome: JSON.parse(stdout) as {
      over: boolean;
      round: number;
      seats: { name: string; score: number; rank: number }[];
    },
  };
}

/** Presses *Film*: a picture of its own that moves, and tells how the game went. */
async function filmed(window: Window): Promise<void> {
  await endOf(window).getByRole('button', { name: 'Film' }).click();
  const film = messages(window.page).filter({ hasText: /^.*Film of #\d+/s });
  await film.waitFor();
  await checkPictures(film, 1);
  const picture = film.locator('img');
  expect(await picture.getAttribute('src')).toMatch(/\/film-\d+-0\.gif$/);
  expect(await picture.getAttribute('width')).toBe('960');
  expect(await picture.getAttribute('alt')).toMatch(
    /^Film of \d+ rounds on Metro City: \u2068?Ann\u2069?'s board/,
  );
  await checkAccess(window);
}

/** What each seat chose in each round: a record also holds what somebody chose first and then changed. */
function settled(actions: readonly string[]): string[][] {
  const rounds: string[][] = [];
  let choices: string[] = [];
  for (const action of actions) {
    const [, seat, what] = /^(\d) (\w+)\./.exec(action)!;
    choices[Number(seat)] = what!;
    // The third seat to choose closes the round.
    if (Object.keys(choices).length < NAMES.length) continue;
    rounds.push(choices);
    choices = [];
  }
  return rounds;
}

test('three people play a whole game by clicking, through a reload and a power cut', async () => {
  const roll = dice(Date.now());
  for (const name of NAMES) await stage.open(name, name === 'Cleo' ? 'phone' : 'desktop');
  const [ann, ben, cleo] = windows as [Window, Window, Window];
  const lobby = await gather(windows);
  await checkAccess(ann);
  await button(lobby, '▶ Start (3)').click();
  await enter(windows);

  const played: string[][] = [];
  for (let round = 1; ; round++) {
    await tableOf(ann, round).or(endOf(ann)).waitFor();
    if (await endOf(ann).isVisible()) break;
    if (round === 2) {
      const first = await changeMind(ann, round, 'Ben, Cleo', roll);
      played.push([first, await takeTurn(ben, round, roll), await takeTurn(cleo, round, roll)]);
    } else if (round === 3) {
      const board = await myBoard(cleo, round);
      await checkPictures(board, 1);
      await checkAccess(cleo);
      played.push(await together(round, roll));
    } else if (round === 4) {
      const second = await takeTurn(ben, round, roll);
      await comeBack(ben);
      expect(await wordsOf(await myBoard(ben, round))).toContain(saying(second));
      played.push([await takeTurn(ann, round, roll), second, await takeTurn(cleo, round, roll)]);
    } else if (round === 6) {
      const first = await takeTurn(ann, round, roll);
      await powerCut();
      for (const window of windows)
        await tableOf(window, round)
          .getByText(/1 of 3 have chosen: \u2068?Ann/)
          .waitFor();
      await comeBack(ann);
      expect(await wordsOf(await myBoard(ann, round))).toContain(saying(first));
      played.push([first, await takeTurn(ben, round, roll), await takeTurn(cleo, round, roll)]);
    } else played.push(await together(round, roll));
    expect(round).toBeLessThan(40);
  }

  await filmed(ann);
  const { record, outcome } = await replayed(ann);
  expect(record.map).toBe('metro-city');
  expect(record.seats).toEqual(NAMES);
  expect(outcome.over).toBe(true);
  expect(outcome.round).toBe(played.length);
  // What was clicked is what was recorded.
  expect(settled(record.actions)).toEqual(played);

  const winners = outcome.seats.filter((seat) => seat.rank === 1).map((seat) => seat.name);
  for (const window of windows) {
    const end = endOf(window);
    await end.waitFor();
    await checkPictures(end, 3);
    const words = await wordsOf(end);
    for (const { name, score } of outcome.seats)
      expect(words).toContain(`${name} ${score}\n`.replace('-', '−'));
    expect(words).toContain(`${winners.join(' and ')} ${winners.length === 1 ? 'wins' : 'share'} Metro X`);
    await nothingFailed(window, 'the end');
    await checkAccess(window);
    expect(window.troubles).toEqual([]);
  }
});
