import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dailyScreen } from '../../src/app/announcement.ts';
import { encode } from '../../src/app/ids.ts';
import { parFor } from '../../src/app/par.ts';
import type { Reply } from '../../src/app/request.ts';
import { inHindsight } from '../../src/bots/metrox/beam.ts';
import { startOf } from '../../src/daily/days.ts';
import { beginRun } from '../../src/daily/runs.ts';
import type { Card } from '../../src/games/metrox/state.ts';
import { workOutNext } from '../../src/jobs/par.ts';
import { open } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import type { Cards, Par } from '../../src/match/par.ts';
import { play } from '../../src/match/play.ts';
import { play as replayed } from '../../src/match/record.ts';
import { mapOf, metroxModule } from '../../src/modules.ts';
import { runOf } from '../../src/store/daily.ts';
import { parOf } from '../../src/store/pars.ts';
import { parLine } from '../../src/views/par.ts';
import { usePictures } from '../blank.ts';
import { acquaint, GAME, NOON, person, run, TODAY } from '../daily/world.ts';
import { GUILD, sound, stand, store, useStand } from './almanac.ts';
import { t } from './shown.ts';
import { idsOf, wordsOf } from './sound.ts';
import { errorsOf } from './stand.ts';

usePictures('blank');

/** Par: who is told it, and when. */

const ANN = person(0);
const BEN = person(1);

useStand();

let asked: Cards[];
beforeEach(async () => {
  await acquaint(store, 12, GUILD);
  asked = [];
  Object.assign(stand.app, {
    workOut: async (cards: Cards): Promise<Par> => {
      asked.push(cards);
      return { par: 41, best: 63, moves: ['F.1'] };
    },
  });
});

const press = (user: string, act: string, match = 0, turn = 0) =>
  stand.press(user, encode(act, match, turn, ...(match > 0 ? [] : [GAME])), [], { personal: true });
const said = (reply: Reply): string => wordsOf((reply.screen ?? reply.whisper)!);

/** Makes all choices that are left in a game for one, the first of each. */
async function ended(id: number, user: string, at = NOON): Promise<number> {
  const { game, state: from } = (await open(store, id))!;
  const codes: string[] = [];
  for (let state = from; !game.over(state); ) {
    const action = game.actions(state, 0)[0]!;
    codes.push(game.code(action));
    state = game.apply(state, 0, action);
  }
  const done = await play(store, { match: id, user, turn: game.turn(from), codes, at });
  if (!done.ok) throw new Error(done.why);
  return id;
}

async function begun(player: string, day = TODAY): Promise<number> {
  const at = startOf(day) + 3_600_000;
  return (await beginRun(store, { game: GAME, player, guild: null, origin: `${player} ${day}`, at })).id;
}

const practised = async (): Promise<number> => {
  const solo = { game: GAME, map: 'osaka', host: ANN, guild: null, origin: 'practice', at: NOON };
  return ended((await openSolo(store, solo)).id, ANN);
};

describe('the daily', () => {
  test('who has ended it is told par and the best that was found, and nobody before', async () => {
    const open = await begun(ANN);
    expect(said(await press(ANN, 'goon', open))).not.toContain('par');
    await ended(await begun(BEN), BEN);
    expect(said(await press(BEN, 'daily'))).toMatch(
      /\d+ (?:short of|above) par \*\*41\*\* · best found for these cards \*\*63\*\*/,
    );
    expect(said(await press(ANN, 'goon', open))).not.toContain('41');
  });

  test('the result shows it on a card above the board, and others’ scores where they are many enough', async () => {
    const id = await ended(await begun(ANN), ANN);
    const { score } = (await runOf(store, GAME, TODAY, ANN))!;
    const files = async (act: string) => {
      const screen = sound(await press(ANN, act, act === 'daily' ? 0 : id));
      return (screen.files ?? []).map(({ name, description }) => ({ name, alt: description ?? '' }));
    };
    const [card, board, ...others] = await files('daily');
    expect([card!.name, board!.name]).toEqual([`daily-${TODAY}-compared.png`, `daily-${TODAY}.png`]);
    expect(others).toEqual([]);
    expect(card!.alt).toMatch(/ · ▼ \d+ short of par 41 · best found for these cards 63 · 1 day in a row$/);
    // With four others nobody is told how many are behind; with five they are.
    for (let n = 1; n <= 4; n++) await run(store, { player: n, day: TODAY, score: score! - n });
    expect((await files('daily'))[0]!.alt).not.toMatch(/You beat|How many/);
    await run(store, { player: 5, day: TODAY, score: score! + 30 });
    const { alt } = (await files('daily'))[0]!;
    expect(alt).toContain('You beat 80 of 100 players so far (6)');
    const bars = [...alt.matchAll(/[−\d]+ to [−\d]+: (\d+)/g)].map(([, count]) => Number(count));
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(6);
    Object.assign(stand.app, { workOut: undefined });
    expect((await files('share')).map(({ name }) => name)).toEqual([card!.name, board!.name]);
  });

  test('where nobody worked it out and few have played there is the board alone', async () => {
    Object.assign(stand.app, { workOut: undefined });
    await ended(await begun(ANN), ANN);
    const { files = [] } = sound(await press(ANN, 'daily'));
    expect(files.map(({ name }) => name)).toEqual([`daily-${TODAY}.png`]);
  });

  test('a run that was closed as it stands has no par on its card', async () => {
    await ended(await begun(BEN), BEN);
    await press(BEN, 'daily');
    const id = await begun(ANN);
    for (let n = 2; n < 8; n++) await run(store, { player: n, day: TODAY, score: 20 });
    const { files = [] } = sound(await press(ANN, 'closerunnow', id, 1));
    expect(files[0]!.description).toContain('Not finished · You beat 0 of 100 players so far (8)');
    expect(files[0]!.description).not.toContain('par');
  });

  test('nothing is worked out before somebody has ended it, and it is worked out once for all', async () => {
    const both = [await begun(ANN), await begun(BEN)];
    await press(ANN, 'daily');
    expect(asked).toEqual([]);
    await ended(both[0]!, ANN);
    await Promise.all([press(ANN, 'daily'), press(ANN, 'daily')]);
    await ended(both[1]!, BEN);
    await press(BEN, 'daily');
    expect(asked).toHaveLength(1);
  });

  test('its best game is told when the day is over, and its share names par from then on', async () => {
    const id = await ended(await begun(ANN), ANN);
    await press(ANN, 'daily');
    expect(said(await press(ANN, 'bestrecord', id))).toContain(`Others may still play #${TODAY}`);
    const other = await ended(await begun(BEN), BEN);
    const posted = () => [...stand.chat.messages.values()].map(({ screen }) => wordsOf(screen));
    await press(ANN, 'share', id);
    expect(posted()).toHaveLength(1);
    expect(posted().join()).not.toContain('Par');
    vi.setSystemTime(startOf(TODAY + 2) + 1);
    await press(BEN, 'share', other);
    expect(posted()[1]).toMatch(/Par 41 \(−\d+\)/);
  });

  test('who shares it neither waits for it nor has it worked out', async () => {
    const id = await ended(await begun(ANN), ANN);
    vi.setSystemTime(startOf(TODAY + 2) + 1);
    expect(said(await press(ANN, 'share', id))).not.toContain('par **');
    expect(asked).toEqual([]);
  });

  test('one that was ended while nobody waited for it is worked out a little later', async () => {
    await ended(await begun(ANN), ANN);
    await workOutNext(stand.app, new Set());
    await workOutNext(stand.app, new Set());
    expect(asked).toHaveLength(1);
    expect(said(await press(ANN, 'daily'))).toContain('par **41**');
    expect(asked).toHaveLength(1);
  });

  test('while there is too much to do it is put off, and then made without anybody asking', async () => {
    let busy = true;
    Object.assign(stand.app, { isBusy: () => busy });
    await ended(await begun(ANN), ANN);
    expect(said(await press(ANN, 'daily'))).not.toContain('par **');
    const failed = new Set<number>();
    await workOutNext(stand.app, failed);
    expect(asked).toEqual([]);
    busy = false;
    await workOutNext(stand.app, failed);
    busy = true;
    expect(said(await press(ANN, 'daily'))).toContain('par **41**');
    expect(asked).toHaveLength(1);
  });

  test('a day of which it cannot be worked out holds up no earlier one', async () => {
    for (const day of [TODAY - 2, TODAY - 1, TODAY]) {
      vi.setSystemTime(startOf(day) + 3_600_000);
      for (const player of [ANN, BEN])
        await ended(await begun(player, day), player, startOf(day) + 3_600_000);
    }
    const seeds: string[] = [];
    const workOut = async ({ seed }: Cards): Promise<Par> => {
      seeds.push(seed);
      if (seeds.length === 1) throw new Error('no par today');
      return { par: 41, best: 63, moves: [] };
    };
    Object.assign(stand.app, { workOut });
    const failed = new Set<number>();
    for (let look = 0; look < 4; look += 1) await workOutNext(stand.app, failed);
    expect(new Set(seeds).size).toBe(3);
    expect(seeds).toHaveLength(3);
    await workOutNext(stand.app, new Set());
    expect(seeds[3]).toBe(seeds[0]);
    expect(errorsOf(stand).map(({ msg }) => msg)).toEqual(['a par could not be worked out']);
    stand.logged.length = 0;
  });
});

/** A game that is better than most, found in no time. */
function foundQuickly({ map, seed, rules, options }: Cards): Par {
  const on = mapOf(metroxModule, map);
  const { rules: game } = metroxModule;
  const cards: Card[] = [];
  for (let state = game.setup({ map: on, seats: 1, options, chance: { seed }, rules }); !state.over; ) {
    cards.push(state.card!);
    state = game.apply(state, 0, game.actions(state, 0)[0]!);
  }
  const { score, choices } = inHindsight(on, cards, [20]);
  return { par: 10, best: score, moves: choices.map((one) => game.code(one)) };
}

describe('practice', () => {
  test('of a day’s cards keeps their par, though that of the day is being worked out', async () => {
    let done = (_: Par): void => {};
    const found = new Promise<Par>((resolve) => {
      done = resolve;
    });
    Object.assign(stand.app, {
      workOut: (cards: Cards) => {
        asked.push(cards);
        return found;
      },
    });
    const day = await ended(await begun(BEN), BEN);
    const { seed, map } = (await open(store, day))!.row;
    const solo = { game: GAME, map, seed, host: ANN, guild: null, origin: 'its cards', at: NOON };
    const id = await ended((await openSolo(store, solo)).id, ANN);
    // Neither waits for it.
    for (const match of [day, id])
      expect(await parFor(stand.app, (await open(store, match))!, 0)).toBeUndefined();
    done({ par: 41, best: 63, moves: ['F.1'] });
    for (const cards of [{ game: GAME, day: TODAY }, { match: id }])
      await vi.waitFor(async () => expect(await parOf(store, cards)).toMatchObject({ par: 41, best: 63 }));
    expect(asked).toHaveLength(1);
  });

  test('a key works it out, and then leads to the best game, which is a record like any other', async () => {
    Object.assign(stand.app, { workOut: async (cards: Cards) => foundQuickly(cards) });
    const id = await practised();
    const before = sound(await press(ANN, 'mine', id));
    expect(wordsOf(before)).not.toContain('par **');
    expect(idsOf(before)).toContain(`par|${id}|0`);
    const after = sound(await press(ANN, 'par', id));
    const [, best] = /best found for these cards \*\*(\d+)\*\*/.exec(wordsOf(after))!;
    expect(idsOf(after)).toContain(`bestrecord|${id}|0`);
    expect(before.files!.map(({ name }) => name)).toEqual([`board-${id}.png`]);
    expect(after.files!.map(({ name }) => name)).toEqual([`compared-${id}.png`, `board-${id}.png`]);
    expect(after.files![0]!.description).toMatch(/^Metro X · Practice on Osaka · .* par 10 · /);
    const { whisper } = await press(ANN, 'bestrecord', id);
    const [file] = whisper!.files!;
    const record = JSON.parse(String((file as { data: Buffer }).data));
    expect(replayed(record)).toMatchObject({ over: true, seats: [{ score: Number(best) }] });
  });

  test('it is nobody else’s', async () => {
    const id = await practised();
    expect(said(await press(BEN, 'par', id))).not.toContain('par **');
    expect(asked).toEqual([]);
  });

  test('who asks while there is too much to do is told so, and nothing is left to be done for them', async () => {
    const id = await practised();
    Object.assign(stand.app, { isBusy: () => true });
    expect(said(await press(ANN, 'par', id))).toBe(t('problem.busy'));
    Object.assign(stand.app, { isBusy: () => false });
    expect(asked).toEqual([]);
    expect(said(await press(ANN, 'par', id))).toContain('par **41**');
    expect(asked).toHaveLength(1);
  });

  test('one is worked out at a time: meanwhile another is refused, and whoever asks for the same waits for it', async () => {
    const ids = [await practised(), await ended(await begun(ANN), ANN)];
    let [begin, done] = [() => {}, (_: Par) => {}];
    const working = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const workOut = (cards: Cards): Promise<Par> => {
      asked.push(cards);
      begin();
      return new Promise((resolve) => {
        done = resolve;
      });
    };
    Object.assign(stand.app, { workOut });
    const first = press(ANN, 'par', ids[0]);
    await working;
    expect(said(await press(ANN, 'daily'))).not.toContain('par **');
    const second = press(ANN, 'par', ids[0]);
    done({ par: 41, best: 63, moves: [] });
    for (const reply of [await first, await second]) expect(said(reply)).toContain('par **41**');
    expect(asked).toHaveLength(1);
  });

  test('where it cannot be worked out the result stands without it', async () => {
    Object.assign(stand.app, { workOut: undefined });
    const id = await practised();
    expect(said(await press(ANN, 'par', id))).not.toContain('par **');
  });
});

test('the podium of a day tells par once that day is closed', () => {
  const map = { id: 'tokyo', title: 'Tokyo' };
  const yesterday = { map, played: [{ name: 'Ann', score: 44, tie: 0 }], par: 41 };
  const words = (closed: boolean) =>
    wordsOf(dailyScreen(GAME, { day: TODAY, map, yesterday, closed, over: false }, t));
  expect(words(true)).toContain('🥇 Ann 44 · par 41 · ');
  expect(words(false)).not.toContain('41');
});

test('marks tell where a score stands, in words and by a sign', () => {
  const at = (score: number) => parLine(score, { par: 41, best: 60 }, t);
  expect(at(34)).toMatch(/^▼ 7 short of par \*\*41\*\*/);
  expect(at(41)).toMatch(/^● at par \*\*41\*\*/);
  expect(at(53)).toMatch(/^▲ 12 above par \*\*41\*\*/);
  expect(at(54)).toMatch(/^★ near the best: 13 above par \*\*41\*\*/);
  expect(at(61)).toMatch(/^★ better than the best that was found for these cards \(\*\*60\*\*\)/);
});
