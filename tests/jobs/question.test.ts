import { describe, expect, test, vi } from 'vitest';
import { agree, askToEnd, askToKick, playOn } from '../../src/match/ending.ts';
import { noteAbsence } from '../../src/store/absences.ts';
import { idsOf, wordsOf } from '../app/sound.ts';
import { usePictures } from '../blank.ts';
import { standing, standingTable } from '../lib/messages.ts';
import { choose, loaded, some } from '../match/people.ts';
import { DAY, HOUR, house, housed, MINUTE, seated, store } from './house.ts';

usePictures('blank');

/** What is asked at a table is asked in one message that says what follows, and lapses without anybody pressing anything. */

housed();

const PEOPLE = ['1000', '1001', '1002', '1003', '1004'];

/** Everybody chooses. */
async function round(id: number): Promise<void> {
  for (const [seat, user] of PEOPLE.entries())
    await choose(store, id, user, some(await loaded(store, id), seat));
}

async function begun(): Promise<number> {
  const id = await seated(house, PEOPLE.length, { limit: 0 });
  await round(id);
  return id;
}

const off = (id: number, user: string, to: number) =>
  askToKick(store, { match: id, user, to, manages: false, at: Date.now() });

/** The messages that ask something, open or settled. */
const questions = (id: number) =>
  [...house.chat.messages.values()].filter(({ purpose }) => purpose?.startsWith(`${id}.question:`));

async function shown(id: number) {
  // Edits keep their distance.
  vi.setSystemTime(Date.now() + MINUTE);
  house.app.refresh(id);
  await house.tables.settled();
  return questions(id).at(-1)!.screen;
}

const at = (time: number): string => `<t:${Math.floor(time / 1000)}:R>`;

describe('to take somebody off', () => {
  test('says who asks, whom, how many agree and until when, and pings those who are asked', async () => {
    const id = await begun();
    const since = Date.now();
    await off(id, '1001', 0);
    const screen = await shown(id);
    expect(wordsOf(screen).split('\n')[0]).toBe(
      '<@1002>, <@1003> and <@1004>, your say · **P1001 would like to take P1000 off #1** · 0 of 3 agree, 2 have to',
    );
    expect(wordsOf(screen)).toContain("the result stays P1000's");
    expect(wordsOf(screen)).toContain(`It lapses ${at(since + DAY)}`);
    expect(screen.body.allowed_mentions?.users).toEqual(['1002', '1003', '1004']);
    const { seq } = (await loaded(store, id)).question!;
    expect(idsOf(screen)).toEqual([`agree|${id}|2|${seq}`, `playon|${id}|2|${seq}`]);
    await agree(store, { match: id, user: '1002', at: since, question: seq });
    expect(wordsOf(await shown(id)).split('\n')[0]).toMatch(
      /^<@1003> and <@1004>, your say · .* off #1\*\* · 1 of 3 agree, 2 have to$/,
    );
    await agree(store, { match: id, user: '1003', at: since, question: seq });
    const settled = await shown(id);
    expect([wordsOf(settled), idsOf(settled)]).toEqual(['#1: P1000 was taken off the table.', []]);
    expect(await standing(store, { match: id }, 'question:')).toEqual([]);
    const news = wordsOf(house.chat.messages.get((await standingTable(store, id))!.message!)!.screen);
    expect(news).toContain('Most agreed to take P1000 off the table; the seat is free.');
    expect(questions(id)).toHaveLength(1);
  });

  test('a day later it has lapsed, if everybody has had a turn', async () => {
    const id = await begun();
    await off(id, '1001', 0);
    await shown(id);
    await round(id);
    await house.pass(DAY - HOUR);
    expect((await loaded(store, id)).question).not.toBeNull();
    await house.pass(HOUR);
    expect((await loaded(store, id)).question).toBeNull();
    expect(wordsOf(questions(id)[0]!.screen)).toBe('#1: P1000 is not taken off.');
  });

  test('while somebody has not, it stands; with their turn it lapses at once', async () => {
    const id = await begun();
    await off(id, '1001', 0);
    await shown(id);
    await house.pass(3 * DAY);
    expect((await loaded(store, id)).question).not.toBeNull();
    await round(id);
    await house.look();
    expect((await loaded(store, id)).question).toBeNull();
    expect(wordsOf(questions(id)[0]!.screen)).toBe('#1: P1000 is not taken off.');
  });

  test('time in which the bot was away is not counted', async () => {
    const id = await begun();
    const since = Date.now();
    await off(id, '1001', 0);
    await round(id);
    await noteAbsence(store, since + HOUR, since + 4 * HOUR);
    await house.pass(DAY + 2 * HOUR);
    expect((await loaded(store, id)).question).not.toBeNull();
    await house.pass(HOUR);
    expect((await loaded(store, id)).question).toBeNull();
  });

  test('one that was withdrawn does not take the next one with it', async () => {
    const id = await begun();
    await off(id, '1001', 0);
    await shown(id);
    await playOn(store, {
      match: id,
      user: '1001',
      at: Date.now(),
      question: (await loaded(store, id)).question!.seq,
    });
    await house.pass(12 * HOUR);
    await off(id, '1001', 2);
    const screen = await shown(id);
    expect(wordsOf(screen)).toContain('P1001 would like to take P1002 off');
    expect(questions(id).map((one) => wordsOf(one.screen).split('\n')[0])).toEqual([
      '#1: P1000 is not taken off.',
      wordsOf(screen).split('\n')[0],
    ]);
    await round(id);
    await house.pass(13 * HOUR);
    expect((await loaded(store, id)).question).toMatchObject({ off: 2 });
    await house.pass(11 * HOUR);
    expect((await loaded(store, id)).question).toBeNull();
  });
});

test('to end it: asks all who have not left, and lapses after three days', async () => {
  const id = await begun();
  const since = Date.now();
  await askToEnd(store, { match: id, user: '1000', at: since });
  const screen = await shown(id);
  expect(wordsOf(screen)).toContain('It then counts for nobody, and changes no ratings.');
  expect(wordsOf(screen)).toContain(`it lapses ${at(since + 3 * DAY)}`);
  expect(screen.body.allowed_mentions?.users).toEqual(['1001', '1002', '1003', '1004']);
  await house.pass(3 * DAY - HOUR, DAY);
  expect((await loaded(store, id)).question).not.toBeNull();
  await house.pass(HOUR);
  expect((await loaded(store, id)).question).toBeNull();
  expect(wordsOf(questions(id)[0]!.screen)).toBe('#1: not all agreed within three days, so we play on.');
  expect((await loaded(store, id)).row.status).toBe('running');
});
