import { beforeEach, describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { now } from '../../src/clock.ts';
import { playComputers } from '../../src/match/computers.ts';
import { addComputer, join, start } from '../../src/match/lobby.ts';
import { think } from '../../src/match/thinking.ts';
import { load } from '../../src/store/matches.ts';
import type { SeatRow } from '../../src/store/rows.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { loaded, lobbyOf } from '../match/people.ts';
import { ANN, BEN, gathered, pressed, said, settle, stand, store } from './crowd.ts';
import { t } from './shown.ts';
import { idsOf, unsound, wordsOf } from './sound.ts';

usePictures('blank');

/** Computers in lobbies and at tables, as people see them. */

gathered();

const METRO = { game: 'metro', map: 'paris', options: { order: 'joined' }, capacity: 4 } as const;

let id: number;
beforeEach(async () => {
  id = await lobbyOf(store, 1, { at: now(), ...METRO });
  stand.app.refresh(id);
  await settle();
});

const seats = async () =>
  (await load(store, id))!.seats.map(({ player, computer }) => player ?? computer ?? '?');

/** What the lobby's message says. */
const shown = async (): Promise<string> => {
  await settle();
  return wordsOf(stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);
};

describe('in the lobby', () => {
  test('one press leads to the strengths that the game has, and one on a strength seats a computer', async () => {
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(unsound(page, 'create')).toEqual([]);
    expect(idsOf(page)).toContain(`addcomputer|${id}|0|easy`);
    const after = await pressed(ANN, `addcomputer|${id}|0|easy`, [], { personal: true });
    expect(await seats()).toEqual([ANN, 'easy']);
    expect(wordsOf(after)).toContain('🤖 Bolt (easy)');
    expect(await shown()).toMatch(/At the table \(2 of 4\)[\s\S]*👑 .* · 🤖 Bolt \(easy\)/u);
  });

  test('each that sits there has a key that takes it off', async () => {
    for (let n = 0; n < 2; n++) await pressed(ANN, `addcomputer|${id}|0|easy`);
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(idsOf(page).filter((one) => one.startsWith('uncomputer'))).toEqual([
      `uncomputer|${id}|0|1`,
      `uncomputer|${id}|0|2`,
    ]);
    await pressed(ANN, `uncomputer|${id}|0|1`);
    expect(await shown()).toContain('🤖 Cog (easy)');
    expect(await shown()).not.toContain('Bolt');
    // Tapped twice it is what was asked for.
    expect(await said(ANN, `uncomputer|${id}|0|1`)).toContain('Cog');
    expect(await seats()).toEqual([ANN, 'easy']);
  });

  test('others are told who may', async () => {
    await join(store, id, BEN, now());
    for (const act of [`computers|${id}|0`, `addcomputer|${id}|0|easy`, `uncomputer|${id}|0|1`])
      expect(await said(BEN, act)).toMatch(/Only the host, .*, can do that/);
    expect(await seats()).toEqual([ANN, BEN]);
  });

  test('a full table takes no more, and its page says so', async () => {
    for (let n = 0; n < 5; n++) await pressed(ANN, `addcomputer|${id}|0|easy`);
    expect(await seats()).toEqual([ANN, 'easy', 'easy', 'easy']);
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(wordsOf(page)).toContain('The table is full (4 of 4)');
  });

  test('the largest table of them is taken by Discord', async () => {
    id = await lobbyOf(store, 1, { at: now(), capacity: 25 });
    for (let n = 0; n < 24; n++) await addComputer(store, id, ANN, now(), 'easy');
    const page = await pressed(ANN, `computers|${id}|0`);
    expect(unsound(page, 'create')).toEqual([]);
    expect(idsOf(page).filter((one) => one.startsWith('uncomputer'))).toHaveLength(24);
    const names = sceneOf((await load(store, id))!.seats, t).plain;
    expect(new Set(names).size).toBe(25);
  });

  test('whoever is alone with one starts with one more press; alone they are offered one', async () => {
    expect(await said(ANN, `start|${id}|0`)).toContain('or a computer');
    await pressed(ANN, `addcomputer|${id}|0|easy`);
    await stand.press(ANN, `start|${id}|0`);
    expect((await load(store, id))!.row.status).toBe('running');
  });

  test('a computer is in no list of people', async () => {
    await pressed(ANN, `addcomputer|${id}|0|easy`);
    const options = await pressed(ANN, `options|${id}|0`);
    expect(idsOf(options).some((one) => /^(takeoff|passon)/.test(one))).toBe(false);
    await join(store, id, BEN, now());
    expect(JSON.stringify(await pressed(ANN, `options|${id}|0`))).not.toMatch(/Bolt/);
  });
});

describe('its name', () => {
  const person = (seat: number, name: string): SeatRow => ({
    seat,
    player: String(seat),
    name,
    state: 'here',
  });
  const bolt: SeatRow = { seat: 0, player: null, name: '', computer: 'normal', nick: 0, state: 'here' };

  test('bears its sign and its strength', () => {
    const { names, spoken, plain } = sceneOf([bolt, person(1, 'Ann')], t);
    expect(names[0]).toContain('🤖 ');
    expect(names[0]).toMatch(/Bolt.* \(normal\)/u);
    expect(spoken[0]).toMatch(/🤖 .*Bolt.* \(normal\)/u);
    expect(plain).toEqual(['🤖 Bolt', 'Ann']);
  });

  test.each(['Bolt', '🤖 Bolt', '🤖 Bolt (normal)', 'bolt', '🤖'])(
    'is not that of a person who is called %s',
    (name) => {
      const { names, plain } = sceneOf([bolt, person(1, name)], t);
      expect(names[1]).not.toContain('🤖');
      expect(plain[1]).not.toContain('🤖');
      expect(plain[1]).not.toBe('');
      expect(names[1]).not.toBe(names[0]);
    },
  );

  test('of a person keeps all its signs where no computer sits', () => {
    expect(sceneOf([person(0, '🤖 Bolt')], t).plain).toEqual(['🤖 Bolt']);
  });
});

describe('at a table', () => {
  async function table() {
    for (let n = 0; n < 2; n++) await addComputer(store, id, ANN, now(), 'easy');
    const started = await start(store, id, ANN, now());
    if (!started.ok) throw new Error(started.why);
    stand.app.refresh(id);
    await settle();
  }
  const newest = async (): Promise<string> => {
    await settle();
    return wordsOf(stand.chat.read((await standingTable(store, id))!.channel!).at(-1)!.screen);
  };

  test('it is said who thinks, and then what all of them did', async () => {
    await table();
    const begun = await loaded(store, id);
    const choices = begun.game.actions(begun.state, 0);
    await pressed(ANN, `play|${id}|${begun.game.turn(begun.state)}|${begun.game.code(choices[0]!)}`);
    expect(await newest()).toMatch(/^🤖 Bolt \(easy\) is thinking · /u);
    const after = await playComputers(store, think, await loaded(store, id));
    stand.app.refresh(after);
    const words = await newest();
    expect(words).toContain(`<@${ANN}>, your move`);
    expect(words).toContain('Bolt');
    expect(words).toContain('Cog');
  });
});
