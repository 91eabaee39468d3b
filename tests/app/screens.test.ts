import { beforeAll, describe, expect, test } from 'vitest';
import { boardsScreen } from '../../src/app/boards.ts';
import { choiceScreen } from '../../src/app/drafts.ts';
import { endPing, endScreen, recordFile } from '../../src/app/end.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { drawn } from '../../src/app/outbound.ts';
import { roundScreen } from '../../src/app/round.ts';
import { seatContext } from '../../src/app/seat.ts';
import { flipScreen } from '../../src/app/tableaction.ts';
import { type Match, present } from '../../src/match/match.ts';
import { markdown } from '../../src/playground/page/markdown.ts';
import { usePictures } from '../blank.ts';
import { LONG } from '../lib/long.ts';
import { positions, type Setting, userOf } from './positions.ts';
import { all, endScreens, faultsOf, placement, seatScreens, t, tableScreens } from './shown.ts';
import { idsOf, pieces, textsOf, wordsOf } from './sound.ts';

usePictures('blank');

/** Every screen, over states that games come to, held against Discord's limits; names are as hostile as they get. */

const SETTINGS: readonly (Setting & { readonly every: number })[] = [
  { map: 'tokyo', seats: 1, flip: 'auto', seed: 1, solo: true, every: 2 },
  { map: 'tube-town', seats: 1, flip: 'auto', seed: 2, solo: true, every: 2 },
  { map: 'osaka', seats: 2, flip: 'manual', seed: 3, every: 3 },
  { map: 'metro-city', seats: 9, flip: 'auto', seed: 4, every: 23 },
  { map: 'tokyo', seats: 25, flip: 'auto', seed: 5, every: 89 },
  { map: 'tube-town', seats: 25, flip: 'manual', seed: 6, every: 97 },
  { game: 'metro', map: 'paris', seats: 2, options: {}, seed: 7, every: 7 },
  { game: 'metro', map: 'paris', seats: 4, options: { hand: '3', returns: 'classic' }, seed: 8, every: 9 },
  { game: 'metro', map: 'paris', seats: 6, options: { arrow: 'false', hand: '2' }, seed: 9, every: 11 },
  { game: 'metromania', map: 'six-quarters', seats: 2, options: { game: 'advanced' }, seed: 10, every: 9 },
  { game: 'metromania', map: 'six-quarters', seats: 3, options: { digging: 'free' }, seed: 11, every: 9 },
  { game: 'metromania', map: 'six-quarters', seats: 4, options: { lastTurn: 'true' }, seed: 12, every: 9 },
];

const LONGEST_TABLE = 1900;

describe('every screen of a game is one that Discord takes', () => {
  test.each(SETTINGS)(
    '$map, $seats seats, flipping $flip, $options',
    { timeout: 120_000 },
    async (setting) => {
      const kinds = new Set<string>();
      let checked = 0;
      // In the short form every other one of them, but where one plays alone, which takes few.
      const every = LONG > 0 || setting.solo ? setting.every : 2 * setting.every;
      const games = positions(setting, (step) => step % every === 0);
      for (const match of games) {
        const mover = setting.game === 'metromania' ? match.game.toAct(match.state)[0] : undefined;
        const seat = mover ?? match.log.length % match.seats.length;
        const found = await faultsOf(
          (async function* () {
            if (!match.row.solo) yield* tableScreens(match);
            yield* seatScreens(match, seat);
            if (match.row.status === 'over') yield* endScreens(match);
          })(),
          ({ what, screen }) => {
            kinds.add(what);
            const content = (screen.body.content as string | null | undefined) ?? '';
            const cutOff = textsOf(screen).filter((text) => text.length >= 1024 && text.endsWith('…'));
            return [
              ...(content.length > LONGEST_TABLE ? [`${content.length} characters of text`] : []),
              ...cutOff.map((text) => `cut off: ${text.slice(0, 60)}`),
            ];
          },
        );
        expect(found.faults, `after ${match.log.length} rows`).toEqual([]);
        checked += found.count;
      }
      expect(checked).toBeGreaterThan(40);
      const wanted = setting.solo
        ? ['mine', 'ask', 'narrow', 'preview', 'boards', 'solo end']
        : ['round', 'round, edited', 'diary', 'mine', 'ask', 'boards', 'end ping', 'end'];
      const more = setting.game === 'metromania' ? ['step', 'preview', 'page'] : [];
      for (const what of [...wanted, ...more, ...(setting.flip === 'manual' ? ['flip'] : [])])
        expect(kinds).toContain(what);
    },
  );

  test('fewer can be marked where the edition lets people', async () => {
    const kinds = new Set<string>();
    const setting: Setting = { map: 'metro-city', seats: 1, flip: 'auto', seed: 9, solo: true };
    for (const match of positions(setting, () => true)) {
      for await (const one of seatScreens(match, 0)) {
        if (one.what !== 'fewer') continue;
        kinds.add(`${pieces(one.screen).filter((piece) => piece.custom_id?.startsWith('play|')).length}`);
      }
    }
    expect(kinds.size).toBeGreaterThan(1);
  });
});

describe('who is pinged', () => {
  const pinged = (screen: Draft): readonly string[] => screen.body.allowed_mentions?.users ?? [];

  test('a table names exactly those who are to act, and only names of people can be in it', async () => {
    let rounds = 0;
    for (const match of positions({ map: 'tokyo', seats: 4, flip: 'manual', seed: 7 }, (n) => n % 3 === 0)) {
      if (match.row.status === 'over') break;
      const waiting = match.game.toAct(match.state);
      const flips = present(match).kind === 'flip';
      const screen = flips
        ? flipScreen(match, placement(true))
        : await drawn(roundScreen(match, placement(true)));
      expect([...pinged(screen)].sort()).toEqual(
        flips ? [match.seats[match.operator]!.player] : waiting.map(userOf).sort(),
      );
      const mentioned = [...wordsOf(screen).matchAll(/<@(\d+)>/g)].map(([, id]) => id!);
      expect(new Set(mentioned)).toEqual(new Set(pinged(screen)));
      rounds++;
    }
    expect(rounds).toBeGreaterThan(20);
  });

  test('no private screen pings anybody', async () => {
    for (const match of positions({ map: 'tokyo', seats: 3, flip: 'auto', seed: 8 }, (n) => n % 9 === 0)) {
      for await (const one of seatScreens(match, 0)) expect(pinged(one.screen), one.what).toEqual([]);
    }
  });
});

describe('a private board', () => {
  test('tells nobody what another has chosen in this round', async () => {
    const setting: Setting = { map: 'tokyo', seats: 3, flip: 'auto', seed: 21 };
    let compared = 0;
    for (const match of positions(setting, () => true)) {
      const hidden = (match.state as { choices: unknown[] }).choices;
      const seat = hidden.indexOf(null);
      if (match.row.status === 'over' || seat < 0 || hidden.every((choice) => choice === null)) continue;
      const bare = { ...match, state: { ...(match.state as object), choices: [null, null, null] } };
      // What is seen is the same as if the others had not chosen yet; only who is waited for differs.
      const words = async (one: Match): Promise<string[]> =>
        (
          await Promise.all([
            boardsScreen(one, t, userOf(seat)),
            boardsScreen(one, t, userOf(seat), (seat + 1) % 3),
            choiceScreen(seatContext(one, seat, t, false)),
          ])
        ).flatMap((screen) => textsOf(screen).filter((text) => text !== `**${t('metrox.table.last')}**`));
      const [with_, without] = [await words(match), await words(bare)];
      const last = t('metrox.table.last');
      expect(with_.map((text) => text.replace(`\n${last}`, ''))).toEqual(
        without.map((text) => text.replace(`\n${last}`, '')),
      );
      if (++compared > 25) break;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe('the end of a game', () => {
  let matches: Match[] = [];
  beforeAll(() => {
    const ends = [1, 2, 9, 11, 25].map((seats) => [
      ...positions({ map: 'osaka', seats, flip: 'auto', seed: seats }, () => false),
    ]);
    matches = ends.map((game) => game.at(-1)!);
  });

  test('ten files at most: nine boards, the winner first, and the record', async () => {
    for (const match of matches) {
      const screen = await drawn(endScreen(match, t));
      const names = screen.files!.map((file) => file.name);
      expect(names).toHaveLength(Math.min(9, match.seats.length) + 1);
      expect(names.at(-1)).toBe(recordFile(match).name);
      const scores = match.game.score(match.state);
      const shown = names.slice(0, -1).map((name) => Number(/-(\d+)\.png$/.exec(name)![1]));
      const ranks = shown.map((seat) => scores[seat]!.rank);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      expect(ranks[0]).toBe(1);
    }
  });

  test('the winner’s board stands alone, to be read, and the others together', async () => {
    for (const match of matches) {
      const galleries = pieces(await drawn(endScreen(match, t))).flatMap(({ items }) =>
        items ? [items.length] : [],
      );
      const others = Math.min(9, match.seats.length) - 1;
      expect(galleries).toEqual(others > 0 ? [1, others] : [1]);
    }
  });

  test('every place is named with its score', async () => {
    for (const match of matches) {
      const words = wordsOf(await drawn(endScreen(match, t)));
      const lines = words.split('\n').filter((line) => /^(?:🥇|🥈|🥉|\*\*\d)/u.test(line));
      expect(lines).toHaveLength(match.seats.length);
      const scores = match.game.score(match.state).map(({ score }) => score);
      const told = lines.map((line) => Number(/(-?−?\d+)\**$/.exec(line)![1]!.replace('−', '-')));
      expect(told).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  test('the first line pings at most twelve, all of whom it mentions', () => {
    for (const match of matches) {
      const { content, allowed_mentions } = endPing(match, t, all).body;
      expect(allowed_mentions?.users).toHaveLength(Math.min(12, match.seats.length));
      for (const id of allowed_mentions!.users!) expect(content).toContain(`<@${id}>`);
    }
  });
});

describe('markup', () => {
  test('of a hostile name none is read in any public message', async () => {
    const games = positions({ map: 'tube-town', seats: 9, flip: 'manual', seed: 31 }, (n) => n % 40 === 0);
    let looked = 0;
    for (const match of games) {
      for await (const { screen } of match.row.status === 'over' ? endScreens(match) : tableScreens(match)) {
        const read = JSON.stringify(markdown(wordsOf(screen)));
        expect(read).not.toMatch(
          /"type":"(?:everyone|role|channel|spoiler|strike|underline|emoji|command|link|fence|quote)"/,
        );
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(20);
  });

  test('ids of all buttons and menus in a message are different', async () => {
    for (const match of positions({ map: 'tokyo', seats: 2, flip: 'auto', seed: 5 }, (n) => n % 7 === 0)) {
      for await (const { screen, what } of seatScreens(match, 0)) {
        const ids = idsOf(screen);
        expect(new Set(ids).size, what).toBe(ids.length);
      }
    }
  });
});
