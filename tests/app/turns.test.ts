import { describe, expect, test } from 'vitest';
import { t as translate } from '../../src/app/context.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { reminderScreen } from '../../src/app/reminders.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import { usePictures } from '../blank.ts';
import { loaded } from '../match/people.ts';
import { runsOut, wholeTurn } from '../match/table.ts';
import { ANN, actsOf, BEN, CLEO, gathered, picksOf, pressed, settle, stand, store, table } from './crowd.ts';
import { all } from './shown.ts';
import { idsOf, pieces, wordsOf } from './sound.ts';

usePictures('blank');

/** What a table says where one plays after the other. */

gathered();

const PARIS = { game: 'metro', map: 'paris', options: { order: 'joined' }, capacity: 6 } as const;
const CITY = { game: 'metromania', map: 'six-quarters', options: { order: 'joined' }, capacity: 4 } as const;

/** The public message that stands open now, line by line. */
async function lines(id: number): Promise<string[]> {
  stand.app.refresh(id);
  await settle();
  const open = [...stand.chat.messages.values()].findLast(({ purpose }) => purpose?.startsWith(`${id}.`));
  return wordsOf(open!.screen).split('\n');
}

/** A whole turn of whoever is to move. */
async function turns(id: number): Promise<string> {
  const move = await wholeTurn(store, id);
  const done = await play(store, { match: id, ...move, at: Date.now() });
  expect(done).toMatchObject({ ok: true });
  return move.codes[0]!;
}

describe('a turn', () => {
  test('its first line says what was just done and whose move it is', async () => {
    const id = await table(2, PARIS);
    expect(await lines(id)).toEqual([
      `<@${ANN}>, your move · **60 tiles to place**`,
      expect.stringMatching(/^closes <t:\d+:R>$/),
    ]);
    const [square] = (await turns(id)).split('.');
    const [first, second] = await lines(id);
    expect(first).toMatch(new RegExp(`^<@${BEN}>, your move · \\*\\*Ann placed ${square}\\*\\*`));
    expect(second).toMatch(/^59 tiles to place · closes <t:\d+:R>$/);
  });

  test('that the clock played is said without what its player alone would have read', async () => {
    for (const game of [PARIS, CITY]) {
      const id = await table(2, game);
      await runsOut(store, id);
      const said = await lines(id);
      expect(said).toContain('🕰 The clock played for Ann.');
      expect(said.join('\n')).not.toMatch(/your \d|\d: line/);
      expect(said[0]).toMatch(new RegExp(`^<@${BEN}>, your move · \\*\\*Ann`));
    }
  });

  test('who was late is told, also when an absent seat is played right after', async () => {
    for (const game of [PARIS, CITY]) {
      const id = await table(3, game);
      await leaveSeat(store, { match: id, user: CLEO, at: Date.now() });
      await turns(id);
      await lines(id);
      for (const late of [1, 2, 3]) {
        // Ben's time is up; Cleo's seat is played at once, and it is Ann's turn.
        await runsOut(store, id);
        const said = await lines(id);
        expect(said[0]).toMatch(new RegExp(`^<@${ANN}>, your move · \\*\\*Ben`));
        expect(said).toContain('🕰 The clock played for Ben.');
        expect(said.includes('🪑 Ben has been away three times in a row; we go on without waiting.')).toBe(
          late === 3,
        );
        expect(said.some((line) => line.startsWith('**Cleo'))).toBe(true);
        await turns(id);
        await lines(id);
      }
    }
  });

  test('a table that pauses tells first why nobody is left to wait for', async () => {
    const id = await table(3, PARIS);
    await leaveSeat(store, { match: id, user: CLEO, at: Date.now() });
    for (let late = 0; late < 6; late++) {
      await runsOut(store, id);
      if (late < 5) await lines(id);
    }
    const said = await lines(id);
    expect(said.at(-1)).toMatch(/^⏸ Nobody is left to wait for/);
    expect(said).toContain('🪑 Ben has been away three times in a row; we go on without waiting.');
    expect(said).not.toContain('🪑 Ann has been away three times in a row; we go on without waiting.');
  });
});

test('the picture shows all that was done since the last message, also by a seat that the clock played', async () => {
  for (const [game, first, then] of [
    [PARIS, /Last tile: \w+ at \w\d by Ben/, /Just before it: \w+ at \w\d by Ann/],
    [CITY, /Last turn by Ben: line \d: \d → \d tunnels/, /Just before it Ann: line \d: \d → \d tunnels/],
  ] as const) {
    const id = await table(3, game);
    await leaveSeat(store, { match: id, user: BEN, at: Date.now() });
    await lines(id);
    const shown = () =>
      [...stand.chat.messages.values()].findLast(({ purpose }) => purpose?.startsWith(`${id}.`))!.screen
        .files![0]!.description!;
    expect(shown()).not.toMatch(then);
    await turns(id);
    await lines(id);
    expect(shown()).toMatch(first);
    expect(shown()).toMatch(then);
    await turns(id);
    await lines(id);
    expect(shown()).not.toContain('Just before it');
  }
});

test('what was chosen in a turn stays a draft until the turn is kept, in the picture as in words', async () => {
  const id = await table(2, CITY);
  const { codes } = await wholeTurn(store, id);
  const first = await pressed(ANN, `mine|${id}|0`);
  const tries = (screen: Draft): string =>
    idsOf(screen)
      .filter((one) => one.startsWith('pick|'))
      .sort((a, b) => a.length - b.length)[0]!;
  const alt = ({ files }: Draft): string => files![0]!.description!;
  expect(alt(first)).not.toContain('Preview');
  const second = await pressed(ANN, tries(first), [codes[0]!]);
  expect(wordsOf(second)).toMatch(/So far: /);
  expect(alt(second)).toMatch(/Preview, not final yet: line 1: 0 → 1 tunnel, /);
  // What may be chosen next is told as well.
  expect(alt(second)).toMatch(/Line 1 from /);
  const third = await pressed(ANN, tries(second), [codes[1]!]);
  expect(alt(third)).toMatch(/Preview, not final yet: line 1: 0 → 2 tunnels, /);
  const kept = await pressed(ANN, tries(third), [codes[2]!]);
  expect(actsOf(kept)).toContain('play');
  expect(alt(kept)).toMatch(/Preview, not final yet: line 1: 0 → 3 tunnels, /);
  for (const screen of [first, second, third, kept]) expect(alt(screen)).not.toContain('Done so far');
});

test('from a draft one goes back to the page it was chosen from', async () => {
  const lengths: number[] = [];
  for (const options of [{ order: 'joined', arrow: 'false' }, PARIS.options]) {
    const id = await table(2, { ...PARIS, options });
    const pages = [await pressed(ANN, `mine|${id}|0`)];
    // A region, a square, and where the tile may be turned how it lies.
    for (let n = 0; n < 3 && !actsOf(pages.at(-1)!).includes('play'); n++) {
      const menu = pieces(pages.at(-1)!).find((piece) => piece.options)!;
      pages.push(await pressed(ANN, menu.custom_id!, [menu.options![0]!.value]));
    }
    const [draft, page] = [pages.at(-1)!, pages.at(-2)!];
    expect(actsOf(draft)).toContain('play');
    const back = await pressed(ANN, idsOf(draft).find((one) => /^(pick|ask)\|/.test(one))!);
    expect(wordsOf(back)).toBe(wordsOf(page));
    expect(picksOf(back)).toEqual(picksOf(page));
    lengths.push(pages.length);
  }
  expect(Math.max(...lengths)).toBeGreaterThan(2);
});

describe('the end', () => {
  test('tells what the last turn did', async () => {
    const id = await table(2, { ...CITY, limit: 0 });
    while ((await loaded(store, id)).row.status === 'running') await turns(id);
    const match = await loaded(store, id);
    const last = match.log.at(-1)!;
    const said = await lines(id);
    expect(said[0]).toMatch(/^## 🏁 /);
    expect(said.join('\n')).toMatch(/[Bb]uilding ends/);
    expect(said.some((line) => line.startsWith(`**${last.seat === 0 ? 'Ann' : 'Ben'}**`))).toBe(true);
  });
});

test('All lines of Metro give the length of every line, also of those that are nobody’s', async () => {
  const id = await table(3, { ...PARIS, limit: 0 });
  while ((await loaded(store, id)).row.status === 'running') await turns(id);
  const said = wordsOf(await pressed(BEN, `pages|${id}|0|0`));
  const lists = [...said.matchAll(/(?:\*\*|Nobody's:) ((?:\d+: \d+(?: ×2)?(?:, )?)+)/g)].map(
    ([, list]) => list!,
  );
  const stations = lists.flatMap((list) => list.split(', ').map((line) => Number.parseInt(line, 10)));
  expect(stations.sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
});

test('a reminder speaks of the turn, not of what is left in the box', async () => {
  const id = await table(2, PARIS);
  const { content } = reminderScreen(await loaded(store, id), all([ANN]), translate('en'), {
    inThread: true,
  }).body;
  expect(content).toMatch(
    new RegExp(`^<@${ANN}>, you are waited for · ⏳ \\*\\*This turn\\*\\* closes <t:\\d+:R>$`),
  );
});
