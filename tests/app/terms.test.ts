import { beforeEach, describe, expect, test } from 'vitest';
import { now } from '../../src/clock.ts';
import { configure, join, leave } from '../../src/match/lobby.ts';
import { load } from '../../src/store/matches.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { lobbyOf } from '../match/people.ts';
import { ANN, BEN, CLEO, gathered, pressed, said, settle, stand, store } from './crowd.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** What the host changes after others have joined is said, and asked about before it begins. */

gathered();

let id: number;
beforeEach(async () => {
  id = await lobbyOf(store, 2, { at: now() });
  stand.app.refresh(id);
  await settle();
});

const status = async () => (await load(store, id))!.row.status;
const shown = async (): Promise<string> => {
  stand.app.refresh(id);
  await settle();
  return wordsOf(stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);
};
const set = (what: string, value: string) => pressed(ANN, `set|${id}|0|${what}`, [value]);
const first = () => pressed(ANN, `start|${id}|0`);
/** The button that starts all the same. */
const sure = async (): Promise<string> => idsOf(await first()).find((one) => one.startsWith('start|'))!;

describe('a change after others have joined', () => {
  test.each([
    ['map', 'osaka', 'Tokyo → **Osaka**'],
    ['flip', 'manual', 'Flipping: by itself → **Flipping: by hand**'],
    ['limit', '300', 'No limit of time → **5 minutes a turn**'],
    ['late', 'drop', 'When late: the clock plays → **When late: the seat is dropped**'],
  ])('of %s is said in the lobby, and asked about', async (what, value, words) => {
    await set(what, value);
    expect(await shown()).toContain(`⚠ Changed since others joined: ${words}`);
    const asked = await first();
    expect(wordsOf(asked)).toContain(`- ${words}`);
    expect(await status()).toBe('lobby');
    await stand.press(ANN, idsOf(asked)[0]!, [], { personal: true });
    expect(await status()).toBe('running');
    expect((await load(store, id))!.row.terms).toBeNull();
  });

  test('of the thread, too', async () => {
    await pressed(ANN, `thread|${id}|0|off`);
    expect(await shown()).toContain('Thread: on → **Thread: off**');
    expect(wordsOf(await first())).toContain('Thread: on → **Thread: off**');
  });

  test('is asked about anew where something was changed since', async () => {
    await set('limit', '300');
    const button = await sure();
    await set('late', 'drop');
    expect(await said(ANN, button)).toContain('When late');
    expect(await status()).toBe('lobby');
    await stand.press(ANN, await sure(), [], { personal: true });
    expect(await status()).toBe('running');
  });

  test('that is taken back needs no word', async () => {
    await set('limit', '300');
    await set('limit', '0');
    expect(await shown()).not.toContain('Changed');
    expect(await stand.press(ANN, `start|${id}|0`)).toEqual({});
    expect(await status()).toBe('running');
  });

  test('is still said when somebody more has joined', async () => {
    await set('limit', '300');
    await join(store, id, CLEO, now());
    expect(await shown()).toContain('Changed since others joined');
    await first();
    expect(await status()).toBe('lobby');
  });
});

test('before anybody has joined, or where all others have left, there is nobody to tell', async () => {
  await set('limit', '300');
  await leave(store, id, BEN, now());
  await configure(store, id, ANN, now(), { onTimeout: 'drop' });
  await join(store, id, CLEO, now());
  expect(await shown()).not.toContain('Changed');
  expect(await stand.press(ANN, `start|${id}|0`)).toEqual({});
  expect(await status()).toBe('running');
});
