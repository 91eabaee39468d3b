import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { decode } from '../../src/app/ids.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { soloEndScreen } from '../../src/app/practice.ts';
import { jump, openView, replayScreen, type Whose } from '../../src/app/replay.ts';
import type { PressRequest } from '../../src/app/request.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import type { View } from '../../src/games/metrox/state.ts';
import type { Match } from '../../src/match/match.ts';
import { stepsOf } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { openSolo } from '../../src/match/opening.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { running } from '../match/people.ts';
import { ended, useArchive } from './archive.ts';
import { positionAt, positions, type Setting } from './positions.ts';
import { t } from './shown.ts';
import { idsOf, pieces, textsOf, unsound, wordsOf } from './sound.ts';
import { ackOf, modalOf, origin } from './stand.ts';

usePictures('blank');

/** Finished matches, a round at a time. */

const SETTINGS: readonly Setting[] = [
  { map: 'tokyo', seats: 1, flip: 'auto', seed: 21, solo: true },
  { map: 'osaka', seats: 2, flip: 'manual', seed: 22 },
  { map: 'metro-city', seats: 9, flip: 'auto', seed: 23 },
  { map: 'tube-town', seats: 24, flip: 'auto', seed: 24 },
  { map: 'tokyo', seats: 25, flip: 'manual', seed: 25 },
];

const eye = { t, theme: null };

const buttons = (screen: Draft) => pieces(screen).filter((piece) => piece.type === 2);
const labelled = (screen: Draft, label: string) => buttons(screen).find((piece) => piece.label === label)!;
const to = (screen: Draft, label: string): string | undefined =>
  decode(labelled(screen, label).custom_id!)?.parts[0];
const options = (screen: Draft): string[] =>
  pieces(screen).flatMap((piece) => (piece.options ?? []).map(({ value }) => value));

const CARD_NAMES: Readonly<Record<string, string>> = { T: 'Transfer ★', F: 'Free ⊠', N6R: 'Number 6 ↻' };
const nameOf = (card: string): string =>
  CARD_NAMES[card] ?? `${card[0] === 'S' ? 'Skip' : 'Number'} ${card[1]}`;

describe.each(SETTINGS)('$map, $seats seats, flipping $flip', (setting) => {
  const match = ended(setting);
  const last = stepsOf(match).length;
  const everyone: readonly Whose[] = setting.seats > 1 ? ['all', 0, setting.seats - 1] : [0];

  test('has a step for every round, the last of them the end', () => {
    expect(last).toBe(match.game.turn(match.state));
    expect(stepsOf(match).map(({ before }) => before.turn)).toEqual(
      Array.from({ length: last }, (_, i) => i + 1),
    );
    expect(stepsOf(match).at(-1)!.after.kind).toBe('over');
  });

  test('every step is a screen that Discord takes, under the card it is about', {
    timeout: 60_000,
  }, async () => {
    const faults: string[] = [];
    for (let step = 1; step <= last; step++) {
      const { card } = stepsOf(match)[step - 1]!.before.state as View;
      for (const whose of everyone) {
        const screen = await replayScreen(match, step, whose, eye);
        faults.push(...unsound(screen, 'webhook-edit', { flags: 64 }).map((fault) => `${step}: ${fault}`));
        expect(wordsOf(screen).split('\n')[0]).toBe(`## Round ${step} · ${nameOf(card!)}`);
        expect(new Set(idsOf(screen)).size).toBe(idsOf(screen).length);
        expect(textsOf(screen).filter((text) => text.length >= 1024 && text.endsWith('…'))).toEqual([]);
        const alt = screen.files![0]!.description!;
        if (step < last) {
          expect(alt).toContain(`after round ${step}.`);
          if (whose !== 'all') expect(alt).toContain('Last move ');
        } else expect(wordsOf(screen)).toContain('That was the last round.');
      }
    }
    expect(faults).toEqual([]);
  });

  test('leads to the beginning, the round before, the next and the last, and nowhere beyond', async () => {
    for (const step of new Set([0, 1, 2, Math.ceil(last / 2), last - 1, last])) {
      const screen = await replayScreen(match, step, 0, eye);
      expect(
        buttons(screen)
          .slice(0, 5)
          .map(({ label }) => label),
      ).toEqual(['⏮', '◀', '▶', '⏭', `${step} / ${last}`]);
      const off = buttons(screen).flatMap(({ label, disabled }) => (disabled ? [label] : []));
      expect(off).toEqual(step === 0 ? ['⏮', '◀'] : step === last ? ['▶', '⏭'] : []);
      if (step > 0) expect([to(screen, '⏮'), to(screen, '◀')]).toEqual(['0', String(step - 1)]);
      if (step < last) expect([to(screen, '▶'), to(screen, '⏭')]).toEqual([String(step + 1), String(last)]);
    }
  });

  test('begins before the first round, with boards that are empty', async () => {
    for (const whose of everyone) {
      const screen = await replayScreen(match, 0, whose, eye);
      expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
      expect(wordsOf(screen).split('\n')).toEqual([
        '## Before the first round',
        expect.stringMatching(/^-# Replay of /),
      ]);
      expect(screen.files![0]!.description).not.toContain('Last move');
    }
  });

  test('offers every board, and all of them at once', async () => {
    const screen = await replayScreen(match, 1, 0, eye);
    const seats = match.seats.map(({ seat }) => String(seat));
    if (setting.seats === 1) expect(options(screen)).toEqual([]);
    else if (setting.seats < 25) expect(options(screen)).toEqual(['all', ...seats]);
    else {
      expect(options(screen)).toEqual(seats);
      expect(labelled(screen, 'All on one sheet').custom_id).toContain('|1|all|');
    }
  });

  test('shows the boards as the round left them', () => {
    const end = match.game.view(match.state) as View;
    for (const { before, after } of stepsOf(match)) {
      const [then, now] = [match.game.view(before.state), match.game.view(after.state)] as [View, View];
      const shown = metrox.closed!(then, now, end);
      expect(shown.boards).toBe(now.boards);
      expect(shown.scores).toEqual(now.scores);
      expect([shown.round, shown.card]).toEqual([before.turn, now.over ? null : then.card]);
      expect(shown.rounds).toBeGreaterThanOrEqual(shown.round);
    }
  });
});

const IN_TURNS: readonly Setting[] = [
  { game: 'metro', map: 'paris', seats: 3, options: { hand: '2' }, seed: 31 },
  { game: 'metromania', map: 'six-quarters', seats: 3, options: {}, seed: 32 },
];

describe.each(IN_TURNS)('$game, where one plays after the other', (setting) => {
  const match = ended(setting);
  const steps = stepsOf(match);
  const headOf = (screen: Draft): string => wordsOf(screen).split('\n')[0]!;

  test('the headline of every step says whose it was and what was done', async () => {
    const faults: string[] = [];
    const heads: string[] = [];
    for (let step = 0; step <= steps.length; step++) {
      const screen = await replayScreen(match, step, 'all', eye);
      faults.push(...unsound(screen, 'webhook-edit', { flags: 64 }).map((fault) => `${step}: ${fault}`));
      heads.push(headOf(screen));
    }
    expect(faults).toEqual([]);
    expect(heads[0]).toBe(`## Before the first ${setting.game === 'metro' ? 'tile' : 'turn'}`);
    const { names } = sceneOf(match.seats, t);
    steps.forEach(({ after }, i) => {
      const view = match.game.view(after.state) as {
        turn: number;
        last: { seat?: number; company?: number };
        setting: { owners?: number[] };
      };
      const { seat, company } = view.last;
      const name = names[seat ?? view.setting.owners![company!]!]!;
      expect(heads[i + 1]).toContain(`${view.turn}: ${name.replace(/[\u2068\u2069]/g, '')} `);
      expect(heads[i + 1]).toMatch(
        setting.game === 'metro' ? / on [A-H][1-8]$/ : / (completes|starts|digs|builds) /,
      );
    });
  });

  test('hands lie open once the game is over, and stay closed where it was stopped before', async () => {
    const middle = Math.floor(steps.length / 2);
    const { state } = steps[middle - 1]!.after;
    const stopped: Match = { ...match, state, row: { ...match.row, status: 'over' } };
    expect(match.game.over(match.state)).toBe(true);
    const { hands, mover } = state as unknown as { hands: unknown[][]; mover: number };
    const [open, closed] = [match, stopped].map((one) => openView(one, state) as { [hand: string]: unknown });
    if (setting.game === 'metro') {
      const alt = async (one: Match) => (await replayScreen(one, middle, 'all', eye)).files![0]!.description!;
      expect([open!.hand, closed!.hand]).toEqual([hands[mover], []]);
      expect(hands[mover]).toHaveLength(2);
      for (const tile of hands[mover]!) expect(await alt(match)).toContain(`${tile} (from`);
      expect(await alt(stopped)).not.toContain('In hand');
    } else {
      expect(open!.hands).toEqual(hands);
      expect(JSON.stringify(hands)).toMatch(/"letter":"[A-F]"/);
      expect(JSON.stringify(closed!.hands)).not.toMatch(/"letter":"[A-F]"/);
    }
  });
});

test('a run of the daily says of which day, and leads back to its result', async () => {
  const match = ended(SETTINGS[0]!);
  const screen = await replayScreen({ ...match, row: { ...match.row, day: 332 } }, 2, 0, eye);
  expect(wordsOf(screen)).toContain('Replay of Daily #332 · Tokyo');
  expect(labelled(screen, 'Result').custom_id).toBe(`mine|${match.id}|0`);
});

describe('presses', () => {
  const archive = useArchive();
  const { press, playOut } = archive;

  async function solo(user: string): Promise<number> {
    const bare = { game: 'metrox', map: 'osaka', guild: '77', origin: null, at: 1 };
    return (await openSolo(archive.store, { ...bare, host: user })).id;
  }

  test('from the result: one’s own board after the first round; a watcher sees all boards', async () => {
    const id = await running(archive.store, 3);
    await playOut(id);
    const own = await press('1001', `replay|${id}|0`);
    expect(wordsOf(own)).toContain('## Round 1 · ');
    expect(wordsOf(own)).toContain('After this round: P1001');
    expect(own.files![0]!.description).toMatch(/^P1001's board/);
    const watched = await press('1005', `replay|${id}|0`);
    expect(watched.files![0]!.description).toMatch(/^All boards/);
  });

  test('a press on a public message is answered privately, one on a private message in its place', () => {
    const asks = (customId: string, personal: boolean): PressRequest => ({
      ...origin('1000', { personal }),
      kind: 'press',
      customId,
      values: [],
    });
    expect(ackOf(asks('replay|5|0', false))).toBe('private');
    expect(ackOf(asks('replay|5|0|2|all|on', true))).toBe('update');
    expect(ackOf(asks('jumped|5|0|2|all', true))).toBe('update');
    expect(ackOf(asks('jump|5|0|2|all|24', true))).toBe('modal');
    expect(modalOf(asks('jump|5|0|2|all|24', true))?.title).toBe('Jump to a round');
  });

  test('every button and every board leads where it says', async () => {
    const id = await running(archive.store, 3);
    const last = stepsOf(await playOut(id)).length;
    let screen = await press('1000', `replay|${id}|0`);
    const go = async (label: string, values: readonly string[] = []) => {
      const found = values.length > 0 ? pieces(screen).find((one) => one.options) : labelled(screen, label);
      screen = await press('1000', found!.custom_id!, values);
      return wordsOf(screen);
    };
    expect(await go('▶')).toContain('## Round 2 ·');
    expect(await go('', ['2'])).toContain('After this round: P1002');
    expect(wordsOf(screen)).toContain('## Round 2 ·');
    expect(await go('⏭')).toContain(`## Round ${last} ·`);
    expect(wordsOf(screen)).toContain('After this round: P1002');
    expect(await go('◀')).toContain(`## Round ${last - 1} ·`);
    await go('', ['all']);
    expect(screen.files![0]!.description).toMatch(/^All boards/);
    expect(await go('⏮')).toContain('## Before the first round');
    expect(screen.files![0]!.description).toMatch(/^All boards/);
  });

  test('a jump asks for a number, and goes there or says why not', async () => {
    const id = await running(archive.store, 2);
    const last = stepsOf(await playOut(id)).length;
    const screen = await press('1000', `replay|${id}|0|3|1|on`);
    const customId = labelled(screen, `3 / ${last}`).custom_id!;
    const modal = jump({ ...origin('1000'), kind: 'press', customId, values: [] }, decode(customId)!);
    expect(modal.fields).toEqual([
      expect.objectContaining({ label: `Round, 0 (the beginning) to ${last}`, max: 4 }),
    ]);
    expect(modal.title.length).toBeLessThanOrEqual(45);
    const jumps = (text: string) => press('1000', modal.customId, [text]);
    for (const text of ['7', ' 7 ', '７']) expect(wordsOf(await jumps(text))).toContain('## Round 7 ·');
    expect(wordsOf(await jumps(String(last)))).toContain(`## Round ${last} ·`);
    expect(wordsOf(await jumps('0'))).toContain('## Before the first round');
    for (const text of [String(last + 1), '9999', '-1', '1e1', '2.5', 'seven', '', '@everyone']) {
      const words = wordsOf(await jumps(text));
      expect(words).toContain(`There is no such round: this game had ${last}.`);
      expect(words).toContain('## Round 3 ·');
      expect(words).toContain('After this round: P1001');
      expect(words).not.toContain('everyone');
    }
  });

  test('ids that are out of bounds lead to what there is', async () => {
    const id = await running(archive.store, 2);
    const last = stepsOf(await playOut(id)).length;
    for (const [parts, round] of [
      ['99|0|on', last],
      ['x|0|on', 1],
      ['2|9|on', 2],
      ['2|x|on', 2],
      ['2', 2],
    ] as const) {
      const screen = await press('1000', `replay|${id}|0|${parts}`);
      expect(wordsOf(screen), parts).toContain(`## Round ${round} ·`);
      expect(wordsOf(screen), parts).toContain('After this round: P1000');
    }
    expect(wordsOf(await press('1000', `jumped|${id}|0|x|y`, ['2']))).toContain('## Round 2 ·');
  });

  test('a running match is refused, with its boards and no round of it', async () => {
    const id = await running(archive.store, 2);
    await playOut(id, 4);
    for (const [user, act] of [
      ['1000', 'replay'],
      ['1004', 'replay'],
      ['1000', 'jumped'],
    ] as const) {
      const screen = await press(user, `${act}|${id}|0|2|0`, act === 'jumped' ? ['2'] : []);
      expect(wordsOf(screen)).toMatch(/^This game is not over yet\./);
      expect(wordsOf(screen)).toContain('## All boards');
      expect(idsOf(screen).some((one) => /^(replay|jump)/.test(one))).toBe(false);
    }
  });

  test('a practice is replayed by its player alone, and leads back to its result', async () => {
    const id = await solo('1000');
    const match = await playOut(id);
    const result = await soloEndScreen(match, t);
    const screen = await press('1000', labelled(result, 'Replay').custom_id!);
    expect(wordsOf(screen)).toContain('Replay of a practice on Osaka');
    const back = await press('1000', labelled(screen, 'Result').custom_id!);
    expect(wordsOf(back)).toBe(wordsOf(result));
    for (const act of ['replay', 'jumped']) {
      const refused = await press('1001', `${act}|${id}|0|2|0`, act === 'jumped' ? ['2'] : []);
      expect(wordsOf(refused)).toMatch(/^I don't know that button any more/);
      expect(refused.files ?? []).toEqual([]);
    }
  });

  test('a match that is not there leads to the games', async () => {
    for (const id of ['replay|4242|0', 'jumped|4242|0|1|0'])
      expect(wordsOf(await press('1000', id, ['1']))).toMatch(/^I don't know that button any more/);
  });

  test('presses on a game that is over offer it', async () => {
    const id = await running(archive.store, 2);
    await playOut(id);
    const screen = await press('1000', `mine|${id}|1`);
    expect(wordsOf(screen)).toMatch(/^This game ended/);
    expect(wordsOf(await press('1000', labelled(screen, 'Replay').custom_id!))).toContain('## Round 1 ·');
  });
});

describe('games that did not come to their end', () => {
  const cut = (setting: Setting, after: number, codes: readonly string[]): Match => {
    const [match] = positions(setting, (n) => n === after);
    const rows = codes.map((code, i) => ({
      match: match!.id,
      seq: match!.log.length + i,
      seat: -1,
      code,
      by: 'player' as const,
      user: null,
      at: 1,
    }));
    return replayed(match!, rows);
  };
  const replayed = (match: Match, rows: Match['log']): Match => {
    const again = replay({ row: match.row, seats: match.seats, former: [], log: [...match.log, ...rows] });
    return { ...again, row: { ...again.row, status: 'over' } };
  };
  const setting: Setting = { map: 'tokyo', seats: 3, flip: 'auto', seed: 31 };

  test('show the rounds that closed, not the one that was cut off', async () => {
    for (const codes of [['/void.agreed'], ['/pause', '/void.asleep'], ['/end'], []]) {
      const match = cut(setting, 20, codes);
      const open = match.game.turn(match.state);
      expect(open).toBeGreaterThan(3);
      expect(stepsOf(match)).toHaveLength(open - 1);
      const words = wordsOf(await replayScreen(match, open - 1, 'all', eye));
      expect(words).toContain(`## Round ${open - 1} ·`);
      expect(words).toContain('It ended here, before the game was over.');
    }
  });

  test('a pause in the middle of a round makes no round of its own', () => {
    const whole = ended(setting);
    const at = Math.floor(whole.log.length / 2);
    const breaks = ['/pause', '/go', '/pause', '/go'].map((code) => ({
      ...whole.log[at]!,
      seat: -1,
      code,
    }));
    const log = [...whole.log.slice(0, at), ...breaks, ...whole.log.slice(at)].map((row, seq) => ({
      ...row,
      seq,
    }));
    const paused = replay({ row: whole.row, seats: whole.seats, former: [], log });
    expect(paused.phases.length).toBeGreaterThan(whole.phases.length);
    expect(stepsOf(paused).map(({ before }) => before.turn)).toEqual(
      stepsOf(whole).map(({ before }) => before.turn),
    );
    expect(stepsOf(paused).map(({ after }) => after.state)).toEqual(
      stepsOf(whole).map(({ after }) => after.state),
    );
  });
});

test.each(['metro', 'metromania'])(
  '%s: on a board of all, what it is worth to each is told',
  async (game) => {
    const map = game === 'metro' ? 'paris' : 'six-quarters';
    const match = positionAt({ game, map, seats: 3, options: {}, seed: 3 }, 40);
    const over = { ...match, row: { ...match.row, status: 'over' as const } };
    const told = wordsOf(await replayScreen(over, stepsOf(over).length, 0, eye)).split('\n');
    for (const name of sceneOf(match.seats, t).names.map(bare))
      expect(told.filter((line) => line.startsWith(`-# ${name} · `))).toHaveLength(1);
  },
);
