import { afterEach, describe, expect, test, vi } from 'vitest';
import { publicView } from '../../src/app/context.ts';
import { filmPicture } from '../../src/app/film.ts';
import { decode } from '../../src/app/ids.ts';
import type { Screen } from '../../src/app/outbound.ts';
import { soloEndScreen } from '../../src/app/practice.ts';
import type { PressRequest } from '../../src/app/request.ts';
import type { Match } from '../../src/match/match.ts';
import { openSolo } from '../../src/match/opening.ts';
import { metroxPresenter } from '../../src/views/metrox/index.ts';
import { printer } from '../../src/views/picture.ts';
import { usePictures } from '../blank.ts';
import { running } from '../match/people.ts';
import { useArchive } from './archive.ts';
import { positions, type Setting } from './positions.ts';
import { t } from './shown.ts';
import { idsOf, pieces, wordsOf } from './sound.ts';
import { ackOf, origin } from './stand.ts';

usePictures('blank');

/** The film of a finished match, as it is asked for and answered. */

const archive = useArchive();
const { press, playOut } = archive;
afterEach(() => usePictures('blank'));

const labelled = (screen: Screen, label: string): string =>
  pieces(screen).find((piece) => piece.label === label)!.custom_id!;
const altOf = ({ files }: Screen): string => files![0]!.description!;

/** Counts what is drawn; each waits until `go` is called. */
function slowly() {
  const begun: (() => void)[] = [];
  printer.print = () =>
    new Promise((done) => {
      begun.push(() => done(Buffer.from('GIF89a')));
    });
  return begun;
}

test('of one’s own board, for a watcher of the winner’s, or of any that is picked', async () => {
  const id = await running(archive.store, 3);
  const { game, state } = await playOut(id);
  const own = await press('1001', `film|${id}|0`);
  expect(wordsOf(own)).toBe(`## Film of #${id} · Tokyo`);
  expect(altOf(own)).toMatch(/^Film of \d+ rounds on Tokyo: P1001's board from the beginning to the end/);
  expect(own.files!.map(({ name }) => name)).toEqual([`film-${id}-1.gif`]);
  const winner = game.score(state).findIndex(({ rank }) => rank === 1);
  expect(altOf(await press('1005', `film|${id}|0`))).toContain(`P100${winner}'s board`);
  const menu = pieces(own).find((piece) => piece.options)!;
  expect(menu.options!.map(({ value }) => value)).toEqual(['0', '1', '2']);
  expect(altOf(await press('1001', menu.custom_id!, ['2']))).toContain("P1002's board");
  for (const seat of ['9', 'x', '-1', '2.5'])
    expect(altOf(await press('1001', `film|${id}|0|${seat}`)), seat).toContain("P1001's board");
  expect(wordsOf(await press('1001', labelled(own, 'Replay')))).toContain(`Replay of #${id}`);
});

test('a press is answered by a private message of its own, at once that it will come', () => {
  const asks = (personal: boolean): PressRequest => ({
    ...origin('1000', { personal }),
    kind: 'press',
    customId: 'film|5|0',
    values: [],
  });
  expect(ackOf(asks(false))).toBe('private');
  expect(ackOf(asks(true))).toBe('private');
});

test('a match that is not over has none, and none is drawn', async () => {
  const id = await running(archive.store, 2);
  await playOut(id, 4);
  const drawn = vi.spyOn(printer, 'print');
  const screen = await press('1000', `film|${id}|0`);
  expect(wordsOf(screen)).toMatch(/^This game is not over yet\./);
  expect(screen.files!.map(({ name }) => name)).toEqual([expect.stringMatching(/^boards-/)]);
  expect(drawn).toHaveBeenCalledTimes(1);
  expect(idsOf(screen).some((one) => one.startsWith('film'))).toBe(false);
  drawn.mockRestore();
});

test('a practice has one for its player alone', async () => {
  const solo = { game: 'metrox', map: 'osaka', guild: '77', origin: null, at: 1, host: '1000' };
  const { id } = await openSolo(archive.store, solo);
  const match = await playOut(id);
  const screen = await press('1000', labelled(await soloEndScreen(match, t), 'Film'));
  expect(wordsOf(screen)).toBe('## Film of a practice on Osaka');
  const refused = await press('1001', `film|${id}|0`);
  expect(wordsOf(refused)).toMatch(/^I don't know that button any more/);
  expect(refused.files ?? []).toEqual([]);
  expect(wordsOf(await press('1000', 'film|4242|0'))).toMatch(/^I don't know that button any more/);
});

describe('drawing', () => {
  test('is done once for all who ask for the same, one film after the other', async () => {
    const id = await running(archive.store, 3);
    await playOut(id);
    const begun = slowly();
    const asked = ['1000', '1000', '1001', '1004'].map((user) => press(user, `film|${id}|0|0`));
    const other = press('1001', `film|${id}|0|1`);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    begun[0]!();
    const screens = await Promise.all(asked);
    expect(new Set(screens.map(({ files }) => files![0]!.data)).size).toBe(1);
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    begun[1]!();
    await other;
    await press('1004', `film|${id}|0|0`);
    expect(begun).toHaveLength(2);
  });

  test('is tried again after it has failed, and the next in line is drawn', async () => {
    const id = await running(archive.store, 2);
    await playOut(id);
    printer.print = () => Promise.reject(new Error('no ink'));
    const failed = await Promise.allSettled(
      [0, 1].map((seat) => archive.stand.press('1000', `film|${id}|0|${seat}`, [], { personal: true })),
    );
    usePictures('blank');
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(wordsOf(await press('1000', `film|${id}|0|0`))).toContain('## Film of');
  });

  test('is put off where too many are asked for, with a button to ask again', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) {
      ids.push(await running(archive.store, 2));
      await playOut(ids[n]!);
    }
    const begun = slowly();
    const asksFor = vi.spyOn(metroxPresenter.pictures, 'film');
    const wanted = ids.flatMap((id) => [0, 1].map((seat) => `film|${id}|0|${seat}`));
    const asked = wanted.slice(0, 12).map((one) => press('1000', one));
    await vi.waitFor(() => expect(asksFor).toHaveBeenCalledTimes(12));
    asksFor.mockRestore();
    const refused = await press('1001', wanted[12]!);
    expect(wordsOf(refused)).toMatch(/^Many films are being drawn/);
    expect(decode(labelled(refused, 'Film'))).toMatchObject({ act: 'film', match: ids[6] });
    for (let n = 0; n < 12; n++) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(n));
      begun[n]!();
    }
    expect(await Promise.all(asked)).toHaveLength(12);
  });
});

describe.each<Setting>([
  { game: 'metro', map: 'paris', seats: 3, options: { hand: '3' }, seed: 41 },
  { game: 'metromania', map: 'six-quarters', seats: 3, options: {}, seed: 42 },
])('$game', (setting) => {
  const [first, ...rest] = [...positions(setting, (step) => step === 40)];
  const end = rest.at(-1)!;

  test('a film says how it ended, as its pictures are those of the replay', () => {
    const { alt } = filmPicture(end, 0, t, null);
    expect(alt.length).toBeLessThanOrEqual(1_024);
    expect(alt).toMatch(/Final score: /);
  });

  test('of a game that was stopped nothing is told or shown that lay hidden', () => {
    const stopped: Match = { ...first!, row: { ...first!.row, status: 'over' } };
    const hidden = vi.spyOn(stopped.game, 'revealed');
    expect(filmPicture(stopped, 0, t, null).alt).toContain('It was stopped before it was over');
    expect(hidden).not.toHaveBeenCalled();
    filmPicture(end, 0, t, null);
    expect(hidden).toHaveBeenCalled();
    hidden.mockRestore();
    const { hand, hands } = publicView(stopped) as {
      hand?: unknown[];
      hands?: { letter: string | null }[][];
    };
    expect(hand ?? []).toEqual([]);
    expect((hands ?? []).flat().every(({ letter }) => letter === null)).toBe(true);
  });
});
