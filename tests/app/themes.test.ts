import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Screen } from '../../src/app/outbound.ts';
import { now } from '../../src/clock.ts';
import { dayOf } from '../../src/daily/days.ts';
import { beginRun } from '../../src/daily/runs.ts';
import { announce } from '../../src/jobs/announce.ts';
import { endEarly } from '../../src/match/ending.ts';
import { openSolo } from '../../src/match/opening.ts';
import { arrive, setServer } from '../../src/store/guilds.ts';
import type { Store } from '../../src/store/open.ts';
import { setSettings } from '../../src/store/players.ts';
import type { Theme } from '../../src/views/presenter.ts';
import { change } from '../lib/rows.ts';
import { choose, loaded, peopled, running, some } from '../match/people.ts';
import { wordsOf } from './sound.ts';
import { openStand, type Stand } from './stand.ts';

/** A player's theme is on all that they alone see, a server's on what everybody sees. */

const GUILD = '77';
const ANN = '1000';

let store: Store;
let stand: Stand;
beforeEach(async () => {
  store = await peopled(2, ['Ann', 'Ben']);
  stand = openStand(store);
  await arrive(store, GUILD);
});
afterEach(() => expect(stand.chat.faults).toEqual([]));

const press = async (customId: string, theme: Theme | null): Promise<Screen> => {
  const reply = await stand.press(ANN, customId, [], { theme, personal: true, message: '5' });
  return (reply.screen ?? reply.whisper)!;
};
const pictures = ({ files = [] }: Screen): string[] =>
  files.filter(({ name }) => name.endsWith('.png')).map(({ data }) => data.toString('base64'));

const solo = () =>
  openSolo(store, { game: 'metrox', map: 'osaka', host: ANN, guild: GUILD, origin: null, at: now() });

async function practised(): Promise<number> {
  const { id } = await solo();
  await endEarly(store, id, now());
  return id;
}

async function run(): Promise<number> {
  const { id } = await beginRun(store, { game: 'metrox', player: ANN, guild: GUILD, origin: '7', at: now() });
  await endEarly(store, id, now());
  return id;
}

describe("the player's own", () => {
  test.each([
    ['board', async () => `mine|${await running(store, 2)}|0`],
    ['boards of all', async () => `boards|${await running(store, 2)}|1|all`],
    ['practice', async () => `mine|${(await solo()).id}|1`],
    ['end of a practice', async () => `mine|${await practised()}|0`],
    ['rules', async () => 'rules|0|0|minute|metrox'],
    ['maps', async () => 'rules|0|0|maps|metrox'],
    ['lesson', async () => 'tutorial|0|0|metrox'],
    [
      'statistics',
      async () => {
        await practised();
        await run();
        return 'stats|0|0|metrox';
      },
    ],
    [
      'result of a daily',
      async () => {
        await run();
        return 'daily|0|0|metrox';
      },
    ],
  ])('%s is light or dark as they chose, and says the same', async (_what, prepare) => {
    const id = await prepare();
    const [dark, light, unset] = await Promise.all([press(id, 'dark'), press(id, 'light'), press(id, null)]);
    expect(pictures(dark).length).toBeGreaterThan(0);
    expect(pictures(light)).toHaveLength(pictures(dark).length);
    for (const [i, picture] of pictures(light).entries()) expect(picture).not.toBe(pictures(dark)[i]);
    expect(pictures(unset)).toEqual(pictures(dark));
    expect(wordsOf(light)).toBe(wordsOf(dark));
  });

  test('choice to be told that they are the last', async () => {
    const id = await running(store, 2);
    const told = async () => wordsOf(await press(`mine|${id}|0`, null)).includes('You are the last');
    expect(await told()).toBe(false);
    await choose(store, id, '1001', some(await loaded(store, id), 1));
    expect(await told()).toBe(true);
    await setSettings(store, ANN, { warns: false });
    expect(await told()).toBe(false);
  });
});

describe("the server's own", () => {
  const posted = async (theme: Theme | null, act: () => Promise<unknown>): Promise<string[]> => {
    await setServer(store, GUILD, { theme, dailyChannel: '88' }, ANN, now());
    await act();
    const all = stand.chat.read('88');
    return pictures(all.at(-1)!.screen);
  };

  test('is that of what is announced', async () => {
    const again = async () => {
      await change(store, `UPDATE guilds SET announced = ${dayOf(now()) - 1}; DELETE FROM messages`);
      stand = openStand(store);
      await announce(stand.app);
    };
    const dark = await posted('dark', again);
    expect(dark).toHaveLength(1);
    expect(await posted('light', again)).not.toEqual(dark);
    expect(await posted(null, again)).toEqual(dark);
  });

  test('is that of what is shared, whatever the player sees alone', async () => {
    const id = await run();
    const share = (theme: Theme) => async () => {
      await change(store, 'DELETE FROM messages');
      stand = openStand(store);
      await press(`share|${id}|0`, theme);
    };
    const dark = await posted('dark', share('light'));
    expect(dark).toHaveLength(1);
    expect(await posted('dark', share('dark'))).toEqual(dark);
    expect(await posted('light', share('dark'))).not.toEqual(dark);
  });

  test('is that of statistics that are posted', async () => {
    // Before today's daily, which is left out of what everybody sees.
    for (let n = 0; n < 2; n++) {
      const id = await running(store, 2, { thread: false });
      for (let turn = 0; (await loaded(store, id)).row.status === 'running' && turn < 60; turn++)
        for (const [seat, user] of [ANN, '1001'].entries()) {
          const match = await loaded(store, id);
          if (match.row.status === 'running' && match.game.toAct(match.state).includes(seat))
            await choose(store, id, user, some(match, seat));
        }
    }
    const post = (theme: Theme) => async () => {
      stand = openStand(store);
      await press('poststats|0|0|metrox|1000', theme);
    };
    const dark = await posted('dark', post('light'));
    expect(dark).toHaveLength(1);
    expect(await posted('light', post('light'))).not.toEqual(dark);
  });
});
