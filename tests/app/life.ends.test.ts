import { describe, expect, test } from 'vitest';
import { now } from '../../src/clock.ts';
import { pauseLost, serveDeadline } from '../../src/match/ending.ts';
import { forget } from '../../src/match/people.ts';
import { usePictures } from '../blank.ts';
import { messageOf, standingTable } from '../lib/messages.ts';
import { loaded } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import {
  ANN,
  actsOf,
  BEN,
  CLEO,
  gathered,
  pressed,
  rows,
  STRANGER,
  said,
  settle,
  stand,
  store,
  table,
} from './crowd.ts';
import { idsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** A table that stands still, and one that is ended. */

gathered();

describe('standing still', () => {
  test('the host pauses; every press at the desk says so, and any player goes on', async () => {
    const id = await table();
    stand.app.refresh(id);
    await settle();
    const at = Math.floor(now() / 1000);
    const paused = await pressed(ANN, `pause|${id}|1`);
    expect(wordsOf(paused)).toBe(`Ann paused this game <t:${at}:R>. Nobody has to act.`);
    expect(actsOf(paused)).toEqual(['go', 'boards', 'more']);
    for (const act of ['mine', 'ask', 'fewer', 'flip'])
      expect(await said(BEN, `${act}|${id}|1`), act).toContain('Ann paused this game');
    for (const act of ['pick', 'play', 'table'])
      expect(await said(BEN, `${act}|${id}|1|T`, act === 'table' ? ['T'] : []), act).toContain('Ann paused');
    expect(await said(STRANGER, `go|${id}|1`)).toContain("You don't sit");
    await settle();
    expect(await stand.press(BEN, `go|${id}|1`)).toEqual({});
    expect(await stand.press(CLEO, `go|${id}|1`)).toEqual({});
    expect(await rows(id)).toEqual(['/pause', '/go']);
    expect(await said(BEN, `go|${id}|1`, [], { personal: true })).toContain('The game goes on.');
  });

  test('paused by one who is not to be known any more, and for want of a place', async () => {
    const id = await table();
    await stand.press(ANN, `pause|${id}|1`);
    const lost = await table();
    await pauseLost(store, lost, now());
    const words = await pressed(ANN, `mine|${lost}|1`);
    expect(wordsOf(words)).toContain('I could not write at this table any more');
    expect(actsOf(words)).toEqual(['movehere', 'go', 'boards', 'more']);
    expect(actsOf(await pressed(BEN, `mine|${lost}|1`))).toEqual(['go', 'boards', 'more']);
    expect(actsOf(await pressed(BEN, `mine|${lost}|1`, [], { manages: true }))).toContain('movehere');
    expect(actsOf(await pressed(ANN, `mine|${lost}|1`, [], { guild: '66' }))).not.toContain('movehere');
    await forget(store, ANN, now());
    expect(await said(BEN, `mine|${id}|1`)).toContain('someone paused this game');
  });
});

describe('ending it', () => {
  test('the host asks, all agree', async () => {
    const id = await table();
    const asked = await said(ANN, `askend|${id}|1`);
    expect(asked).toContain('The others are asked.');
    expect(await said(BEN, `askend|${id}|1`)).toBe('Only the host, Ann, can do that.');
    expect(await stand.press(BEN, `agree|${id}|1`)).toEqual({});
    expect(await said(BEN, `agree|${id}|1`, [], { personal: true })).toContain('You agree.');
    expect(await said(STRANGER, `agree|${id}|1`)).toContain("You don't sit");
    expect(await said(CLEO, `agree|${id}|1`, [], { personal: true })).toContain('The game is ended');
    expect((await loaded(store, id)).voided).toBe('agreed');
    expect(await said(ANN, `mine|${id}|1`)).toContain('This game ended');
  });

  test('one plays on', async () => {
    const id = await table();
    await stand.press(ANN, `askend|${id}|1`);
    expect(await stand.press(BEN, `playon|${id}|1`)).toEqual({});
    expect(await said(CLEO, `agree|${id}|1`)).toContain('Nobody asks that any more.');
    expect((await loaded(store, id)).row.status).toBe('running');
  });

  test('the agreement of one who has left does not count any more', async () => {
    const id = await table(4);
    const asked = async () => {
      stand.app.refresh(id);
      await settle();
      const question = await messageOf(store, { match: id }, 'question:');
      return String(stand.chat.messages.get(question!)!.screen.body.content);
    };
    const lapses = Math.floor(now() / 1000) + 3 * 24 * 3600;
    const wish = (who: string, agree: string) =>
      [
        `${who}, your say · **Ann would like to end #${id}** without a winner · ${agree} agree`,
        `-# It then counts for nobody, and changes no ratings. All who have not left have to agree; it lapses <t:${lapses}:R>.`,
      ].join('\n');
    await stand.press(ANN, `askend|${id}|1`);
    expect(await asked()).toBe(wish('<@1001>, <@1002> and <@1003>', '1 of 4'));
    await stand.press(ANN, `quitnow|${id}|1`);
    expect(await asked()).toBe(wish('<@1001>, <@1002> and <@1003>', '0 of 3'));
    await stand.press(BEN, `agree|${id}|1`);
    expect(await asked()).toBe(wish('<@1002> and <@1003>', '1 of 3'));
    await stand.press(ANN, `back|${id}|1`);
    expect(await asked()).toBe(wish('<@1002> and <@1003>', '2 of 4'));
  });

  test('the question is settled, too, when the game is over otherwise', async () => {
    const id = await table();
    await stand.press(ANN, `askend|${id}|1`);
    await stand.tables.settled();
    const shown = () => [...stand.chat.messages.values()].map(({ screen }) => String(screen.body.content));
    expect(shown().join()).toContain('would like to end');
    await stand.press(STRANGER, `endnow|${id}|1`, [], { manages: true });
    await stand.tables.settled();
    expect(shown()).toContain(`#${id}: that question is settled, the game is over.`);
  });

  test('a host who is alone here is asked whether that is meant', async () => {
    const id = await table(2);
    await stand.press(BEN, `quitnow|${id}|1`);
    const asked = await pressed(ANN, `askend|${id}|1`);
    expect(wordsOf(asked)).toContain('All others have left.');
    expect((await loaded(store, id)).voided).toBeNull();
    expect(idsOf(asked)[0]).toBe(`askend|${id}|1|sure`);
    expect(await said(ANN, idsOf(asked)[0]!)).toContain('The game is ended');
    expect((await loaded(store, id)).voided).toBe('agreed');
  });

  test('a moderator ends it for everybody, after a question; nobody else does', async () => {
    const id = await table();
    for (const act of ['endall', 'endnow'])
      for (const more of [{}, { manages: true, guild: '66' }, { manages: true, guild: null }])
        expect(await said(ANN, `${act}|${id}|1`, [], more)).toContain(
          'Only those who manage this server can do that.',
        );
    const asked = await pressed(STRANGER, `endall|${id}|1`, [], { manages: true });
    expect(actsOf(asked)).toEqual(['endnow', 'stay']);
    expect(await said(STRANGER, `endnow|${id}|1`, [], { manages: true })).toContain('counts for nobody');
    expect((await loaded(store, id)).voided).toBe('moderator');
  });

  test('what was played by then can be replayed from its last message', async () => {
    const id = await table();
    for (const user of [ANN, BEN, CLEO]) await chooses(store, id, user, now());
    await stand.press(STRANGER, `endnow|${id}|1`, [], { manages: true });
    await settle();
    const { screen } = stand.chat.messages.get((await standingTable(store, id))!.message!)!;
    expect(actsOf(screen)).toEqual(['rematch', 'replay', 'film', 'boards']);
    const button = idsOf(screen)[1]!;
    for (const user of [BEN, STRANGER]) {
      const words = await said(user, button);
      expect(words).toContain('## Round 1 ·');
      expect(words).toContain('It ended here, before the game was over.');
    }
  });

  test('where no round was closed there is nothing to replay', async () => {
    const id = await table();
    await chooses(store, id, ANN, now());
    await stand.press(STRANGER, `endnow|${id}|1`, [], { manages: true });
    await settle();
    const { screen } = stand.chat.messages.get((await standingTable(store, id))!.message!)!;
    expect(actsOf(screen)).toEqual(['rematch', 'boards']);
  });
});

describe('a card turned by hand', () => {
  test('after a deadline whoever plays here may', async () => {
    const id = await table(3, { options: { flip: 'manual' } });
    expect(await said(BEN, `flip|${id}|0`)).toBe('Ann turns the cards at this table.');
    await serveDeadline(store, id, (await loaded(store, id)).row.deadline!);
    expect(actsOf(await pressed(BEN, `mine|${id}|0`))).toContain('flip');
    expect(await stand.press(BEN, `flip|${id}|0`)).toEqual({});
    expect((await loaded(store, id)).row.turn).toBe(1);
    expect(await standingTable(store, id)).toBeDefined();
  });
});
