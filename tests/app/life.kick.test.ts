import { describe, expect, test } from 'vitest';
import { endScreen, outcomeScreen } from '../../src/app/end.ts';
import { drawn } from '../../src/app/outbound.ts';
import { now } from '../../src/clock.ts';
import { kick, leaveSeat, takeSeat } from '../../src/match/people.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { playOut } from '../match/company.ts';
import { loaded } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  CLEO,
  DIA,
  ELI,
  gathered,
  picksOf,
  pressed,
  rows,
  STRANGER,
  said,
  stand,
  store,
  table,
} from './crowd.ts';
import { t } from './shown.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Taking somebody off once everybody has had a turn, as it is pressed; and what the end says of whose result a seat is. */

gathered();

/** So many sit there, and everybody has had so many turns. */
async function begun(count: number, turns = 1): Promise<number> {
  const id = await table(count);
  for (let turn = 0; turn < turns; turn++)
    for (const { player } of (await loaded(store, id)).seats) await chooses(store, id, player!, now());
  return id;
}

const JUDGE = ['1011', { manages: true }] as const;

describe('the others are asked', () => {
  test('by anybody who is here; most of them agree', async () => {
    const id = await begun(5);
    const menu = await pressed(BEN, `kick|${id}|2`);
    expect(picksOf(menu)).toEqual(['0', '2', '3', '4']);
    const sure = await pressed(BEN, `kickask|${id}|2`, ['0']);
    expect(wordsOf(sure)).toContain('More than half of those who are here have to agree, and at least two.');
    expect(wordsOf(sure)).toContain('The result stays theirs');
    expect(idsOf(sure)).toEqual([`kicknow|${id}|2|0|ask`, `stay|${id}|2`]);
    expect(await said(BEN, idsOf(sure)[0]!)).toContain('The others are asked about Ann.');
    const { seq } = (await loaded(store, id)).question!;
    const answers = (user: string, act: string) =>
      said(user, `${act}|${id}|2|${seq}`, [], { personal: true });
    expect(await answers(ANN, 'agree')).toContain('This is about you, so the others decide.');
    expect(await answers(STRANGER, 'agree')).toContain("You don't sit");
    expect(await answers(CLEO, 'playon')).toContain('You are against it.');
    expect(await answers(CLEO, 'agree')).toContain('You agree.');
    // An old button, and one of the question to end it, mean something else.
    expect(await said(DIA, `agree|${id}|2`)).toContain('Nobody asks that any more.');
    expect(await said(DIA, `agree|${id}|2|1`)).toContain('Nobody asks that any more.');
    expect(await said(ELI, `kicknow|${id}|2|2|ask`)).toContain('Something else is being asked');
    expect(await said(ANN, `askend|${id}|2`)).toContain('Something else is being asked');
    expect(await stand.press(DIA, `agree|${id}|2|${seq}`)).toEqual({});
    expect((await loaded(store, id)).standing[0]).toBe('kicked');
    expect(await said(ANN, `mine|${id}|2`)).toContain("You don't sit at this table");
  });

  test('with two or three there are too few, and a moderator who never sat there can', async () => {
    for (const count of [2, 3]) {
      const id = await begun(count);
      for (const act of ['kick', 'kickask', 'kicknow'])
        expect(await said(ANN, `${act}|${id}|2|1|alone`), act).toContain('there are not enough');
      expect(actsOf(await pressed(ANN, `more|${id}|2`))).not.toContain('kick');
      const sure = await pressed(JUDGE[0], `kickask|${id}|2`, ['1'], JUDGE[1]);
      expect(wordsOf(sure)).toContain('The result stays theirs');
      expect(await said(JUDGE[0], idsOf(sure)[0]!, [], JUDGE[1])).toContain('Ben is off the table');
    }
  });

  test('where a screen said that it is one’s own to decide, and it is not any more, it is asked again', async () => {
    const id = await table(5);
    const sure = await pressed(ANN, `kickask|${id}|1`, ['1']);
    expect(idsOf(sure)[0]).toBe(`kicknow|${id}|1|1|alone`);
    for (const { player } of (await loaded(store, id)).seats) await chooses(store, id, player!, now());
    const before = await rows(id);
    expect(idsOf(await pressed(ANN, idsOf(sure)[0]!))[0]).toBe(`kicknow|${id}|2|1|ask`);
    expect(await rows(id)).toEqual(before);
  });

  test('a manager who plays is a player like others, also in ending it', async () => {
    const id = await begun(2);
    const manages = { manages: true };
    expect(await said(ANN, `kick|${id}|2`, [], manages)).toContain('there are not enough');
    for (const act of ['endall', 'endnow'])
      expect(await said(ANN, `${act}|${id}|2`, [], manages)).toContain(
        "Whoever plays or has played here can't decide this.",
      );
    expect((await loaded(store, id)).row.status).toBe('running');
  });
});

describe('the end says whose win it is', () => {
  /** The first line of the result, where seat 1 has won. */
  const won = async (id: number): Promise<string> => {
    const match = await loaded(store, id);
    const places = match.game.score(match.state).map((one, seat) => ({ ...one, rank: seat === 1 ? 1 : 2 }));
    const game = { ...match.game, score: () => places };
    const first = wordsOf(await drawn(endScreen({ ...match, game }, t))).split('\n')[0]!;
    // The card where the lobby stood says the same.
    const { files } = outcomeScreen({ ...match, game }, 'https://discord.com/channels/1/2/3', t);
    const [, whose] = /🏁 (.+) wins /.exec(first)!;
    expect(bare(files![0]!.description!)).toContain(`First: ${whose} ${places[1]!.score}`.replace('-', '−'));
    return first;
  };
  const off = (id: number, to: number) =>
    kick(store, { match: id, user: '1008', to, manages: true, at: now() });

  test('of who was taken off and had played most of it, whoever sits there now', async () => {
    const id = await begun(3, 15);
    await off(id, 1);
    await playOut(store, id);
    expect(await won(id)).toContain('🏁 Ben wins');
    const other = await begun(3, 15);
    await off(other, 1);
    await takeSeat(store, { match: other, user: ELI, seat: 1, at: now() });
    await playOut(store, other);
    expect(await won(other)).toContain("Ben's seat wins");
  });

  test('of nobody, where the seat was cleared early; of who took it over where it was left', async () => {
    const id = await begun(3, 1);
    await off(id, 1);
    await playOut(store, id);
    expect(await won(id)).toContain("Ben's seat wins");
    const other = await begun(3, 1);
    await leaveSeat(store, { match: other, user: BEN, at: now() });
    await takeSeat(store, { match: other, user: ELI, seat: 1, at: now() });
    await playOut(store, other);
    expect(await won(other)).toContain('Eli wins');
  });
});

test('where everybody has left the clock plays the rest, and nobody is pinged', async () => {
  const id = await begun(2, 2);
  await stand.press(ANN, `quitnow|${id}|3`);
  expect(await said(BEN, `quitnow|${id}|3`)).toContain('Nobody is left at this table');
  const match = await loaded(store, id);
  expect(match.row).toMatchObject({ status: 'over', voided: null });
  const words = wordsOf(await drawn(endScreen(match, t)));
  expect(words).toContain('Everybody had left, so the clock played the rest.');
  expect(words).not.toContain('<@');
});
