import { beforeEach, describe, expect, test, vi } from 'vitest';
import { decode, encode } from '../../src/app/ids.ts';
import type { Reply } from '../../src/app/request.ts';
import { openLive } from '../../src/app/result.ts';
import { startOf } from '../../src/daily/days.ts';
import { beginRun } from '../../src/daily/runs.ts';
import { startAnnouncements } from '../../src/jobs/announce.ts';
import { startCounting } from '../../src/jobs/job.ts';
import { open } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { runOf } from '../../src/store/daily.ts';
import { usePictures } from '../blank.ts';
import { acquaint, GAME, NOON, person, run, TODAY } from '../daily/world.ts';
import { change } from '../lib/rows.ts';
import { GUILD, stand, store, useStand } from './almanac.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** The daily as its player sees it: what is promised, and until when. */

const HOUR = 3_600_000;
const ANN = person(0);
const BEN = person(1);

useStand();
beforeEach(() => acquaint(store, 12, GUILD));

const press = (user: string, act: string, match = 0, turn = 0, ...parts: string[]) =>
  stand.press(user, encode(act, match, turn, ...parts), [], { personal: true });
const solo = (user = ANN) => press(user, 'daily', 0, 0, GAME);
const said = (reply: Reply): string => wordsOf((reply.screen ?? reply.whisper)!);
const actsOf = (reply: Reply) =>
  idsOf(reply.screen!)
    .map((id) => decode(id)!)
    .map(({ act, match }) => (match > 0 ? `${act} ${match}` : act));

/** Begins a real run of a day and makes `turns` choices in it, or all. */
async function played(player: string, day: number, turns: number): Promise<number> {
  const at = startOf(day) + HOUR;
  const { id } = await beginRun(store, { game: GAME, player, guild: null, origin: `${player} ${day}`, at });
  await goOn(id, player, turns, at);
  return id;
}

async function goOn(id: number, player: string, turns: number, at = Date.now()) {
  const { game, state: from } = (await open(store, id))!;
  let state = from;
  const codes: string[] = [];
  while (codes.length < turns && !game.over(state)) {
    const [action] = game.actions(state, 0);
    codes.push(game.code(action!));
    state = game.apply(state, 0, action!);
  }
  return play(store, { match: id, user: player, turn: game.turn(from), codes, at });
}

const finished = async (...days: number[]): Promise<number[]> => {
  const all: number[] = [];
  // One after the other: each counts how many have ended before it.
  for (const day of days) all.push(await run(store, { player: 0, day, score: 1 }));
  return all;
};

describe('before a run', () => {
  test('only what this run alone makes is promised', async () => {
    await finished(TODAY - 2, TODAY - 1);
    const words = said(await solo());
    expect(words).toContain('Same cards everywhere this bot plays. Your first run counts, once.');
    expect(words).toContain('🔥 2 days in a row so far: this makes 3.');
  });

  test('with yesterday open it is said what that one makes, and what both make', async () => {
    await finished(TODAY - 3, TODAY - 2);
    const yesterday = await run(store, { player: 0, day: TODAY - 1 });
    const reply = await solo();
    expect(said(reply)).toContain(`Your run of #${TODAY - 1} is still open.`);
    expect(said(reply)).toContain("🔥 2 days so far; with yesterday's run 3, with both 4.");
    expect(actsOf(reply)).toEqual([`goon ${yesterday}`, `closerun ${yesterday}`, 'begin', 'practice']);
  });

  test('an older run that is still open is named, and so are several', async () => {
    // Five hours a day: neither is excused, and the older one may be gone on with until five in the morning and more.
    await noteAbsence(store, startOf(TODAY - 2) + 10 * HOUR, startOf(TODAY - 2) + 15 * HOUR);
    await noteAbsence(store, startOf(TODAY - 1) + 10 * HOUR, startOf(TODAY - 1) + 15 * HOUR);
    vi.setSystemTime(startOf(TODAY) + 3 * HOUR);
    await finished(TODAY - 3);
    const older = await run(store, { player: 0, day: TODAY - 2 });
    const [yesterday] = await finished(TODAY - 1);
    expect(said(await solo())).toContain(`🔥 1 day so far; with the run of #${TODAY - 2} 3, with both 4.`);
    await change(store, "UPDATE daily SET state = 'open', score = NULL WHERE match = ?", yesterday);
    const reply = await solo();
    expect(said(reply)).toContain("🔥 1 day so far; with the open runs 3, with all of them and today's 4.");
    expect(actsOf(reply).slice(0, 4)).toEqual([
      `goon ${older}`,
      `closerun ${older}`,
      `goon ${yesterday}`,
      `closerun ${yesterday}`,
    ]);
  });

  test('on a day that is excused already nothing is promised, and the end says so, too', async () => {
    await finished(TODAY - 2, TODAY - 1);
    await noteAbsence(store, startOf(TODAY) + HOUR, startOf(TODAY) + 8 * HOUR);
    const words = said(await solo());
    expect(words).toContain(
      'I was away for more than six hours today: the day breaks no days in a row and adds none.',
    );
    expect(words).not.toContain('🔥');
    // It may be gone on with for the seven hours longer.
    expect(words).toContain(`it closes <t:${(startOf(TODAY + 2) + 7 * HOUR) / 1000}:R>`);
    await played(ANN, TODAY, 99);
    expect(said(await solo())).toContain(
      'I was away for more than six hours on that day: it breaks no days in a row and adds none. 🔥 **2 days in a row**',
    );
  });
});

describe('a run that was open while the bot was away', () => {
  test('is gone on with for as long as that lasted, and not a moment longer', async () => {
    const id = await played(ANN, TODAY - 2, 5);
    await noteAbsence(store, startOf(TODAY - 1), startOf(TODAY - 1) + 5 * HOUR);
    vi.setSystemTime(startOf(TODAY) + 5 * HOUR - 1);
    expect(said(await press(ANN, 'goon', id))).toMatch(/^Welcome back, round 6\./);
    expect((await goOn(id, ANN, 1)).ok).toBe(true);
    expect((await runOf(store, GAME, TODAY - 2, ANN))!.state).toBe('open');
    vi.setSystemTime(startOf(TODAY) + 5 * HOUR);
    expect(said(await press(ANN, 'goon', id))).toContain('not finished');
    expect(await runOf(store, GAME, TODAY - 2, ANN)).toMatchObject({ state: 'unfinished' });
  });
});

test('while the bot is away nothing closes: not at a press, and not by itself', async () => {
  const id = await played(ANN, TODAY - 2, 5);
  const app = { ...stand.app, here: () => false };
  const jobs = [startCounting(app), startAnnouncements(app)];
  await Promise.all(jobs.map((job) => job.stop()));
  await openLive(app, id);
  expect((await runOf(store, GAME, TODAY - 2, ANN))!.state).toBe('open');
  await startCounting(stand.app).stop();
  expect((await runOf(store, GAME, TODAY - 2, ANN))!.state).toBe('unfinished');
});

describe('closing a run as it stands', () => {
  test('asks first, again when it has gone on meanwhile, and ends it unfinished', async () => {
    const id = await played(ANN, TODAY, 5);
    const asked = await press(ANN, 'closerun', id);
    expect(actsOf(asked)).toEqual([`closerunnow ${id}`, `goon ${id}`]);
    expect(said(asked)).toMatch(new RegExp(`^Close your run of #${TODAY} as it stands\\? It counts with `));
    await goOn(id, ANN, 1);
    const [close] = idsOf(asked.screen!);
    const again = await stand.press(ANN, close!, [], { personal: true });
    expect((await runOf(store, GAME, TODAY, ANN))!.state).toBe('open');
    const end = await stand.press(ANN, idsOf(again.screen!)[0]!, [], { personal: true });
    expect(said(end)).toContain('Not finished: it counts as it stood, and is no day of a streak.');
    const { score, state } = (await runOf(store, GAME, TODAY, ANN))!;
    const match = (await open(store, id))!;
    expect([state, score]).toEqual(['unfinished', match.game.score(match.state)[0]!.score]);
    // Twice is once.
    await stand.press(ANN, idsOf(again.screen!)[0]!, [], { personal: true });
    expect((await open(store, id))!.log.filter(({ code }) => code === '/end')).toHaveLength(1);
    // From now on today's table is theirs to see.
    expect(said(await press(ANN, 'leaders', 0, 0, GAME))).toContain('← you');
  });

  test('is for its player, and for runs of the daily alone', async () => {
    const id = await played(ANN, TODAY, 5);
    const { id: practice } = await openSolo(store, {
      game: GAME,
      map: 'tokyo',
      host: BEN,
      guild: null,
      origin: null,
      at: NOON,
    });
    for (const match of [id, practice, 999])
      for (const act of ['closerun', 'closerunnow'])
        expect(said(await press(BEN, act, match, (await turnOf(match)) ?? 0))).not.toMatch(
          /Close your run|points?, /,
        );
    expect((await runOf(store, GAME, TODAY, ANN))!.state).toBe('open');
    expect((await open(store, practice))!.row.status).toBe('running');
  });

  const turnOf = async (id: number) => {
    const match = await open(store, id);
    return match?.game.turn(match.state);
  };
});

test('a result is placed by fewer empty stations where scores are equal, and beats only who is behind it', async () => {
  const id = await played(ANN, TODAY, 99);
  const { score, tie } = (await runOf(store, GAME, TODAY, ANN))!;
  const others: [number, number][] = [
    [score! + 1, tie - 9],
    [score!, tie + 1],
    [score!, tie],
    [score!, tie - 1],
    [score!, tie - 2],
    [score! - 1, tie + 9],
  ];
  for (const [i, [points, other]] of others.entries())
    await run(store, { player: i + 1, day: TODAY, score: points, tie: other });
  const words = said(await press(ANN, 'goon', id));
  // Two are before it, one is equal, three of six are behind.
  expect(words).toContain('You beat 50 of 100 players so far (7)');
  expect(words).toContain('Here: **3** of 7 · world: **3** of 7');
});
