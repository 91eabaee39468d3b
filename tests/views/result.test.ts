import { describe, expect, test } from 'vitest';
import { metro } from '../../src/games/metro/index.ts';
import { metromania } from '../../src/games/metromania/index.ts';
import { metrox } from '../../src/games/metrox/index.ts';
import { metroPresenter } from '../../src/views/metro/index.ts';
import { metromaniaPresenter } from '../../src/views/metromania/index.ts';
import { metroxPresenter } from '../../src/views/metrox/index.ts';
import type { Picture, Scene, Standing, Theme } from '../../src/views/presenter.ts';
import { MAPS, playTo, read, sceneOf } from './boards.ts';
import { writtenIn } from './legible.ts';
import { played } from './metro/games.ts';
import { botGame, TABLES } from './metromania/games.ts';

/** The card of a result, where the lobby stood. */

const NAMES = ['Ann', 'Bartholomew Long', 'Cleo', 'Dia', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida'];

type Score = { readonly score: number; readonly rank: number };
const standingsOf = (scores: readonly Score[]): Standing[] =>
  scores
    .map(({ score, rank }, seat) => ({ seat, score, rank }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);

interface Case {
  readonly what: string;
  readonly standings: Standing[];
  draw(scene: Scene, standings: readonly Standing[]): Picture;
}

const cases: Case[] = [
  ...[2, 3, 6].map((seats): Case => {
    const state = played(seats, 60, {}, `end ${seats}`);
    return {
      what: `Metro for ${seats}`,
      standings: standingsOf(metro.score(state)),
      draw: (scene, standings) => metroPresenter.pictures.result(metro.view(state), scene, standings),
    };
  }),
  ...TABLES.map((table): Case => {
    const state = botGame(table).at(-1)!;
    return {
      what: `MetroMania for ${table.seats}, ${JSON.stringify(table.options)}`,
      standings: standingsOf(metromania.score(state)),
      draw: (scene, standings) =>
        metromaniaPresenter.pictures.result(metromania.view(state), scene, standings),
    };
  }),
  ...MAPS.map((map, i): Case => {
    const state = playTo(map, [4, 9, 1, 2][i]!, 99);
    return {
      what: `Metro X on ${map}`,
      standings: standingsOf(metrox.score(state)),
      draw: (scene, standings) => metroxPresenter.pictures.result(metrox.view(state), scene, standings),
    };
  }),
];

/** As it came out, and with the first places shared by two and by all. */
const shapesOf = ({ standings }: Case): Standing[][] => [
  standings,
  ...(standings.length > 2 ? [standings.map((one, i) => (i === 1 ? { ...one, rank: 1 } : one))] : []),
  ...(standings.length > 1 ? [standings.map((one) => ({ ...one, rank: 1 }))] : []),
];

describe.each(cases)('$what', (one) => {
  const theme: Theme = cases.indexOf(one) % 2 === 0 ? 'dark' : 'light';
  const scene = sceneOf(theme, NAMES);

  test('can be read on a phone, and Discord has its corner', async () => {
    for (const standings of shapesOf(one)) {
      const card = one.draw(scene, standings);
      let png: Buffer = Buffer.alloc(0);
      const written = await writtenIn({
        width: card.width,
        draw: async () => {
          png = await card.draw();
          return png;
        },
      });
      for (const { text, phone } of written)
        expect(phone, text).toBeGreaterThanOrEqual(/\d{2}|^[+−]?\d+$/.test(text) && text !== '1' ? 11 : 8);
      const { width, height, data } = await read(png);
      expect([width, height]).toEqual([1200, 640]);
      const paper = data.subarray(0, 3).join();
      for (let y = height - 110; y < height; y += 5)
        for (let x = 0; x < 190; x += 5)
          expect(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).join()).toBe(paper);
    }
  });

  test('says in words who won, who came then and what the board shows', () => {
    for (const standings of shapesOf(one)) {
      const { alt } = one.draw(scene, standings);
      expect(alt).not.toMatch(/\{\{|undefined|NaN|(metro|metrox|metromania)\./);
      expect(alt.length).toBeLessThanOrEqual(1024);
      for (const { seat, score } of standings)
        expect(alt).toContain(`${NAMES[seat]} ${score < 0 ? `−${-score}` : score}`);
      const shared = standings.filter(({ rank }) => rank === 1).length > 1;
      if (standings.length > 1) expect(alt).toContain(shared ? 'Shared first: ' : 'First: ');
      expect(alt).toMatch(/Beside it the /);
    }
  });
});

test.each(cases.filter((_, i) => i % 4 === 0))(
  '$what: the same bytes again, and few of them',
  async (one) => {
    const scene = sceneOf('dark', NAMES);
    const png = await one.draw(scene, one.standings).draw();
    expect(png.length).toBeLessThan(160_000);
    expect((await one.draw(scene, one.standings).draw()).equals(png)).toBe(true);
  },
);

test('of five and more players the card names as many as it has room for, and counts the others', async () => {
  const textsOf = async (standings: readonly Standing[], { draw }: Case) =>
    (await writtenIn(draw(sceneOf('dark', NAMES), standings))).map(({ text }) => text);
  const six = cases[2]!;
  const [one, shared, all] = await Promise.all([textsOf(six.standings, six)]).then(async ([first]) => [
    first!,
    await textsOf(shapesOf(six)[1]!, six),
    await textsOf(shapesOf(six)[2]!, six),
  ]);
  expect(one).toContain('and 3 more');
  expect(shared).toContain('and 2 more');
  expect(all).toContain('and 2 more');
  const four = cases.find(({ standings }) => standings.length === 4)!;
  expect((await textsOf(four.standings, four)).join()).not.toContain('more');
});

test('whoever was taken out of the scoring has no place', async () => {
  const three = cases[1]!;
  const standings = three.standings.map((one, i) => (i === 2 ? { ...one, rank: null } : one));
  const card = three.draw(sceneOf('dark', NAMES), standings);
  expect((await writtenIn(card)).map(({ text }) => text)).toContain('–');
  const nobody = three.draw(
    sceneOf('dark', NAMES),
    three.standings.map((one) => ({ ...one, rank: null })),
  );
  expect(nobody.alt).toMatch(/^Metro, Paris\. Then /);
  expect((await writtenIn(nobody)).map(({ text }) => text)).not.toContain('1');
});

test('played alone the card says what the score is called', async () => {
  const alone = cases.find(({ standings }) => standings.length === 1)!;
  const card = alone.draw(sceneOf('dark', NAMES), alone.standings);
  const verdict = /^Metro X, .*?\. Ann −?\d+: (.+?)\./.exec(card.alt)![1]!;
  const texts = (await writtenIn(card)).map(({ text }) => text);
  expect(texts).toContain(verdict);
  expect(texts).not.toContain('1');
});
