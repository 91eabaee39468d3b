import { expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { endAllScreen, endAloneScreen } from '../../src/app/ending.ts';
import { moreScreen } from '../../src/app/more.ts';
import { awayScreen, heirs, kickScreen, quitScreen, seatScreen, takeScreen } from '../../src/app/people.ts';
import { reminderScreen } from '../../src/app/reminders.ts';
import {
  lockedScreen,
  movedScreen,
  pausedScreen,
  questionScreen,
  settledScreen,
  voidScreen,
} from '../../src/app/standstill.ts';
import { type Match, present } from '../../src/match/match.ts';
import { kickable } from '../../src/match/rights.ts';
import { freeSeats, peopleWaitedFor } from '../../src/match/timeline.ts';
import { usePictures } from '../blank.ts';
import { LONG } from '../lib/long.ts';
import { lives } from './lives.ts';
import { userOf } from './positions.ts';
import { all, endScreens, faultsOf, privately, type Shown, t, tableScreens } from './shown.ts';

usePictures('blank');

/** Whatever becomes of a table, its messages are within Discord's limits; names are as hostile as they get. */

const LINK = 'https://discord.com/channels/1/2/3';

const post = (what: string, screen: Shown['screen']): Shown => ({ what, kind: 'create', screen });

async function* publicly(match: Match): AsyncGenerator<Shown> {
  const scene = sceneOf(match.seats, t);
  const { kind } = present(match);
  if (kind === 'pause') yield post('paused', pausedScreen(match, scene));
  if (match.voided) yield post('void', voidScreen(match, match.voided, scene, all));
  else if (kind === 'over') yield* endScreens(match);
  const { question } = match;
  if (question && !match.voided)
    yield post(question.off === null ? 'wish' : 'takeoff', questionScreen(match, question, scene, all));
  yield post(
    'settled',
    settledScreen(
      match,
      match.events.findLastIndex((event) => event?.kind === 'ask'),
      t,
    ),
  );
  yield post('moved', movedScreen(LINK, t));
  yield post('locked', lockedScreen(match, t));
  yield* tableScreens(match);
  const waiting = peopleWaitedFor(match).map((seat) => match.seats[seat]!.player!);
  if (kind !== 'round' && kind !== 'flip') return;
  for (const pinged of [waiting, waiting.slice(0, 1)])
    yield post('reminder', reminderScreen(match, all(pinged), t, { inThread: false, question: LINK }));
}

async function* alone(match: Match, n: number): AsyncGenerator<Shown> {
  const seat = n % match.seats.length;
  const players = [match.seats[seat]!.player!, match.seats[match.host]!.player!, userOf(999)];
  for (const user of players)
    for (const manages of [true, false])
      yield privately(
        'more',
        moreScreen(
          match,
          user,
          { manages, inherits: manages, overdue: [seat], note: '', inside: manages, muted: manages },
          t,
        ),
      );
  yield privately('away?', awayScreen(match, seat, t));
  yield privately('quit', quitScreen(match, seat, t));
  yield privately('end all', endAllScreen(match, t));
  yield privately('end alone', endAloneScreen(match, t));
  for (const way of ['alone', 'ask'] as const) yield privately('kick', kickScreen(match, seat, way, t));
  const whom = { kickask: kickable(match, players[2]!, true), crownnow: heirs(match) };
  for (const act of ['kickask', 'crownnow'] as const)
    if (whom[act].length > 0) yield privately(act, seatScreen(match, t, act, whom[act], true));
  const [free] = freeSeats(match);
  if (free !== undefined) yield privately('take', await takeScreen(match, free, t, 'light'));
}

const SETTINGS = [
  { map: 'tokyo', seats: 25, flip: 'auto', seed: 1, onTimeout: 'clock', most: 60, every: 6 },
  { map: 'osaka', seats: 25, flip: 'manual', seed: 2, onTimeout: 'drop', most: 60, every: 6 },
  { map: 'metro-city', seats: 9, flip: 'manual', seed: 3, onTimeout: 'clock', most: 80, every: 4 },
  { map: 'tube-town', seats: 4, flip: 'auto', seed: 4, onTimeout: 'drop', most: 80, every: 3 },
  { map: 'tokyo', seats: 2, flip: 'manual', seed: 5, onTimeout: 'clock', most: 60, every: 2 },
  { game: 'metro', map: 'paris', seats: 6, options: {}, seed: 6, onTimeout: 'clock', most: 80, every: 5 },
  {
    game: 'metro',
    map: 'paris',
    seats: 2,
    options: { hand: '2', arrow: 'false' },
    seed: 7,
    onTimeout: 'clock',
    most: 60,
    every: 4,
  },
  {
    game: 'metromania',
    map: 'six-quarters',
    seats: 4,
    options: { noCorruption: 'true' },
    seed: 8,
    onTimeout: 'clock',
    most: 60,
    every: 4,
  },
] as const;

const seen = new Set<string>();

test.each(SETTINGS)('$map, $seats seats, on timeout: $onTimeout', async (setting) => {
  let n = 0;
  for (const match of lives(setting, setting.most)) {
    n++;
    // Of those in which nothing special is the matter half as many in the short form.
    const every = LONG > 0 ? setting.every : 2 * setting.every;
    if (n % every !== 0 && !match.paused && match.row.status !== 'over' && !match.question) continue;
    const found = await faultsOf(
      (async function* () {
        yield* publicly(match);
        yield* alone(match, n);
      })(),
      ({ what, screen }) => {
        seen.add(what);
        const content = (screen.body.content as string | null | undefined) ?? '';
        return content.length > 1900 ? [`${content.length} characters of text`] : [];
      },
    );
    expect(found.faults, `after ${n} things and ${match.log.length} rows`).toEqual([]);
  }
  expect(n).toBeGreaterThan(8);
});

test('those lives had everything in them', () => {
  for (const what of [
    'paused',
    'void',
    'wish',
    'takeoff',
    'reminder',
    'round',
    'flip',
    'more',
    'kickask',
    'take',
  ])
    expect(seen, what).toContain(what);
});
