import { describe, expect, test } from 'vitest';
import { now } from '../../src/clock.ts';
import { forget } from '../../src/match/people.ts';
import { usePictures } from '../blank.ts';
import { loaded, some } from '../match/people.ts';
import { chooses, runsOut } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  becomesAway,
  CLEO,
  ELI,
  gather,
  gathered,
  mixed,
  picksOf,
  pressed,
  rows,
  STRANGER,
  said,
  stand,
  store,
  table,
} from './crowd.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Who leaves, comes back, is taken off, takes over or hands over. */

gathered();

describe('leaving', () => {
  test('asks first, leaves, and comes back', async () => {
    const id = await table();
    const asked = await pressed(BEN, `quit|${id}|1`);
    expect(wordsOf(asked)).toBe(`Leave #${id}? Your seat stays and the clock plays it. You can come back.`);
    expect(actsOf(asked)).toEqual(['quitnow', 'stay']);
    expect(await said(BEN, `stay|${id}|1`)).toContain('It stays as it is.');
    expect(await rows(id)).toEqual([]);
    const gone = await pressed(BEN, `quitnow|${id}|1`);
    expect(wordsOf(gone)).toBe('You left this table; the clock plays your seat.');
    expect(actsOf(gone)).toEqual(['back', 'boards']);
    for (const act of ['mine', 'ask', 'quit', 'flip', 'pause'])
      expect(await said(BEN, `${act}|${id}|1`), act).toContain('You left this table');
    expect(await said(BEN, `pick|${id}|1|T`)).toContain('You left this table');
    expect(await rows(id)).toEqual(['/leave.1']);
    expect(await said(BEN, `back|${id}|1`)).toContain('You are back at this table.');
    expect(await rows(id)).toEqual(['/leave.1', '/back.1']);
  });

  test('where the late are dropped it says so, and there is no way back', async () => {
    const id = await table(3, { onTimeout: 'drop' });
    expect(await said(BEN, `quit|${id}|1`)).toContain('out of the scoring');
    const gone = await pressed(BEN, `quitnow|${id}|1`);
    expect(wordsOf(gone)).toContain("out of this game's scoring");
    expect(actsOf(gone)).toEqual(['boards']);
    expect(await said(BEN, `back|${id}|1`)).toContain("out of this game's scoring");
    await stand.press(CLEO, `quitnow|${id}|1`);
    // The last one is not dropped.
    expect(await said(ANN, `quit|${id}|1`)).toContain('You can come back');
    expect(await said(ANN, `quitnow|${id}|1`)).toContain('Nobody is left at this table');
    expect((await loaded(store, id)).voided).toBe('deserted');
  });
});

describe('coming back', () => {
  test('an away player’s press says what the clock played, and shows the board', async () => {
    const id = await table();
    await becomesAway(id, CLEO);
    const { log } = await loaded(store, id);
    const at = Math.floor(log.findLast(({ seat }) => seat === 2)!.at / 1000);
    const words = await said(CLEO, `mine|${id}|1`);
    expect(words).toMatch(
      new RegExp(`^The clock played \\*\\*.+\\*\\* for you <t:${at}:R>\\. Welcome back\\.`),
    );
    expect((await loaded(store, id)).standing[2]).toBe('here');
    // Again until there is something newer.
    expect(await said(CLEO, `mine|${id}|1`)).toContain('The clock played');
    const turn = (await loaded(store, id)).row.turn;
    await stand.press(CLEO, `play|${id}|${turn}|${some(await loaded(store, id), 2)}`);
    expect(await said(CLEO, `mine|${id}|1`)).not.toContain('The clock played');
  });

  test.each(['table', 'pick', 'ask', 'fewer', 'mine'])('%s of an old round does, too', async (act) => {
    const id = await table();
    await becomesAway(id, CLEO);
    expect(await said(CLEO, `${act}|${id}|1|T`, act === 'table' ? ['T'] : [])).toContain('Welcome back.');
    expect((await loaded(store, id)).standing[2]).toBe('here');
  });

  test('late once and not away: told as well; who took over is not', async () => {
    const id = await table();
    for (const user of [ANN, BEN]) await chooses(store, id, user, now());
    await runsOut(store, id);
    expect(await said(CLEO, `mine|${id}|2`)).toContain('The clock played');
    expect(await said(ANN, `mine|${id}|2`)).not.toContain('The clock played');
    await stand.press(CLEO, `quitnow|${id}|2`);
    const words = await said(STRANGER, `sit|${id}|2|2`);
    expect(words).toContain('You play on for Cleo.');
    expect(words).not.toContain('The clock played');
  });

  test('a match that paused by itself goes on with whoever comes first', async () => {
    const id = await table(2);
    for (let time = 0; time < 3; time++) await runsOut(store, id);
    expect((await loaded(store, id)).paused?.by).toBe('clock');
    expect(await said(BEN, `mine|${id}|4`)).toContain('Welcome back.');
    expect(await loaded(store, id)).toMatchObject({ paused: null, standing: ['away', 'here'] });
  });
});

describe('taking off, taking over, handing over', () => {
  test('the host takes somebody off, and may think again', async () => {
    const id = await table();
    const menu = await pressed(ANN, `kick|${id}|1`);
    expect(picksOf(menu)).toEqual(['1', '2']);
    const asked = await pressed(ANN, `kickask|${id}|1`, ['2']);
    expect(wordsOf(asked)).toBe(
      'Take Cleo off the table? Not everybody has had a turn yet, so nobody is rated against that seat.',
    );
    expect(idsOf(asked)).toEqual([`kicknow|${id}|1|2|alone`, `stay|${id}|1`]);
    const done = await pressed(ANN, `kicknow|${id}|1|2|alone`);
    expect(wordsOf(done)).toContain('Cleo is off the table; the seat is free.');
    expect(actsOf(done)).toContain('pick');
    expect(await said(CLEO, `mine|${id}|1`)).toContain("You don't sit at this table");
    expect(await said(BEN, `kick|${id}|1`)).toBe('Only the host, Ann, can do that.');
    expect(await said('1011', `kicknow|${id}|1|0|alone`, [], { manages: true })).toContain(
      'Ann is off the table',
    );
    expect((await loaded(store, id)).host).toBe(1);
  });

  test('whoever has left is not in that menu; who leaves while it is open is not taken off', async () => {
    const id = await mixed();
    const judge = { manages: true };
    expect(picksOf(await pressed('1011', `kick|${id}|4`, [], judge))).toEqual(['0', '1', '3', '5']);
    await stand.press(BEN, `quitnow|${id}|4`);
    for (const [act, values] of [
      [`kickask|${id}|4`, ['1']],
      [`kicknow|${id}|4|1|alone`, []],
    ] as [string, string[]][])
      expect(picksOf(await pressed('1011', act, values, judge)), act).toEqual(['0', '3', '5']);
    expect((await loaded(store, id)).standing[1]).toBe('left');
  });

  test('25 at a table: every menu fits', async () => {
    await gather(25);
    const id = await table(25);
    expect(picksOf(await pressed(ANN, `kick|${id}|1`))).toHaveLength(24);
    expect(picksOf(await pressed(ANN, `crown|${id}|1`))).toHaveLength(24);
    expect(picksOf(await pressed('4444', `kick|${id}|1`, [], { manages: true }))).toHaveLength(25);
  });

  test('nobody else is there', async () => {
    const id = await table(2);
    await stand.press(BEN, `quitnow|${id}|1`);
    expect(await said(ANN, `crown|${id}|1`)).toContain('Nobody else is at this table.');
    expect(await said(ANN, `kick|${id}|1`)).toContain('Nobody else is at this table.');
  });

  test('the crown goes on', async () => {
    const id = await table();
    expect(picksOf(await pressed(ANN, `crown|${id}|1`))).toEqual(['1', '2']);
    expect(await said(ANN, `crownnow|${id}|1`, ['1'])).toContain('Ben is the host now.');
    expect(await said(ANN, `pause|${id}|1`)).toBe('Only the host, Ben, can do that.');
  });

  test('a stranger is offered free seats, sees the board, and sits down', async () => {
    const id = await mixed();
    const offered = await pressed(STRANGER, `mine|${id}|4`);
    expect(idsOf(offered).filter((one) => one.startsWith('take'))).toEqual(
      [2, 3, 4].map((n) => `take|${id}|4|${n}`),
    );
    expect(actsOf(await pressed(ELI, `mine|${id}|4`))).not.toContain('take');
    const shown = await pressed(STRANGER, `take|${id}|4|2`);
    expect(wordsOf(shown)).toContain('This is how it stands for Cleo. Play it to the end?');
    expect(shown.files).toHaveLength(1);
    expect(idsOf(shown)).toEqual([`sit|${id}|4|2`, `stay|${id}|4`]);
    const sat = await pressed(STRANGER, `sit|${id}|4|2`);
    expect(wordsOf(sat)).toContain('You play on for Cleo.');
    expect(actsOf(sat)).toContain('pick');
    expect(await said(STRANGER, `sit|${id}|4|3`)).toContain('You sit at this table already.');
    const late = await pressed('1011', `sit|${id}|4|2`);
    expect(wordsOf(late)).toContain("That seat isn't free.");
    expect(actsOf(late).filter((act) => act === 'take')).toHaveLength(2);
    expect(await said(CLEO, `mine|${id}|4`)).toContain("You don't sit at this table");
  });

  test('whoever was taken off is offered no seat, also when somebody plays on for them', async () => {
    const id = await mixed();
    await stand.press(STRANGER, `sit|${id}|4|4`);
    for (const act of ['more', 'mine'])
      expect(actsOf(await pressed(ELI, `${act}|${id}|4`)), act).not.toContain('take');
    for (const act of ['take', 'sit'])
      expect(await said(ELI, `${act}|${id}|4|2`), act).toContain("That seat isn't free.");
  });

  test('the seat of one whose data was deleted can be taken over', async () => {
    const id = await table();
    await forget(store, CLEO, now());
    expect(await said(STRANGER, `take|${id}|1|2`)).toContain('This is how it stands for someone.');
    expect(await said(STRANGER, `sit|${id}|1|2`)).toContain('You play on for someone.');
  });
});
