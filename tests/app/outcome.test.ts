import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { isOpenToAllOf, type Place } from '../../src/app/channels.ts';
import { now } from '../../src/clock.ts';
import { play } from '../../src/match/play.ts';
import { moduleOf } from '../../src/modules.ts';
import { presenterOf } from '../../src/presenters.ts';
import { behind } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { cell } from '../lib/rows.ts';
import { loaded } from '../match/people.ts';
import { chooses, wholeTurn } from '../match/table.ts';
import { ANN, actsOf, BEN, gathered, pressed, settle, stand, store, table } from './crowd.ts';
import { placeIn } from './sights.ts';
import { wordsOf } from './sound.ts';

usePictures('blank');

/** What came of a game, told where its lobby stood: in an archived thread nobody can press anything. */

gathered();

async function shown(id: number): Promise<void> {
  stand.app.refresh(id);
  await settle();
}

async function begun(more: Parameters<typeof table>[1] = {}): Promise<number> {
  const id = await table(2, more);
  await shown(id);
  return id;
}

async function playOut(id: number): Promise<void> {
  for (let match = await loaded(store, id); match.row.status === 'running'; match = await loaded(store, id))
    for (const seat of match.game.toAct(match.state))
      await chooses(store, id, match.seats[seat]!.player!, now());
  await shown(id);
}

const lobbyOf = async (id: number) =>
  stand.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!;
const edits = async (id: number) => {
  const lobby = (await lobbyOf(id)).id;
  return stand.chat.calls.filter(({ what, message, ok }) => ok && what === 'edit' && message === lobby);
};

test('a game in its own thread: result, link, rematch and replay in the place of the lobby, once', async () => {
  const id = await begun();
  expect(wordsOf((await lobbyOf(id)).screen)).toContain('started');
  await playOut(id);
  const { channel, message, archived, threaded } = (await standingTable(store, id))!;
  expect({ archived, threaded }).toEqual({ archived: true, threaded: true });
  const { screen } = await lobbyOf(id);
  expect(wordsOf(screen)).toMatch(
    new RegExp(`^🏁 \\*\\*.* (won|shared) Metro X #${id}\\*\\*: −?\\d+, −?\\d+ · \\d+ rounds · `),
  );
  expect(wordsOf(screen)).not.toContain('<@');
  expect(actsOf(screen)).toEqual(['rematch', 'replay', 'film']);
  expect(JSON.stringify(screen.body)).toContain(`/${channel}/${message}"`);
  // Its card stands beside it, instead of the map of the lobby.
  expect(screen.files!.map(({ name }) => name)).toEqual([`result-${id}.png`]);
  expect(screen.files![0]!.description).toMatch(/^Metro X, Tokyo\. (First|Shared first): /);
  expect(stand.chat.archived.has(channel!)).toBe(true);
  const told = (await edits(id)).length;
  await shown(id);
  expect(await edits(id)).toHaveLength(told);
  expect(await behind(store, now())).toEqual([]);
  // Whoever presses there opens the next lobby there.
  await stand.press(BEN, `rematch|${id}|0`, [], { channel: '88' });
  await settle();
  const next = (await cell(store, "SELECT max(id) FROM matches WHERE status = 'lobby'")) as number;
  expect((await standingTable(store, next))!.lobbyChannel).toBe('88');
});

test('a game that ended without a winner says so there', async () => {
  const id = await begun();
  await pressed(ANN, `askend|${id}|1`);
  await stand.press(BEN, `agree|${id}|1`);
  await settle();
  await shown(id);
  expect((await loaded(store, id)).voided).toBe('agreed');
  expect(wordsOf((await lobbyOf(id)).screen)).toContain(`#${id}`);
  expect(wordsOf((await lobbyOf(id)).screen)).not.toMatch(/ won | shared /);
  expect((await lobbyOf(id)).screen.files).toEqual([]);
  // No round was closed, so there is nothing to look at again.
  expect(actsOf((await lobbyOf(id)).screen)).toEqual(['rematch']);
});

test.each([
  ['metro', 'paris', 'Metro, Paris'],
  ['metromania', 'six-quarters', 'MetroMania'],
])(
  '%s: the card is drawn and sent once, however often the table is looked after',
  async (game, map, title) => {
    const { result } = presenterOf(moduleOf(game)).pictures;
    const drawings = vi.spyOn(presenterOf(moduleOf(game)).pictures, 'result');
    let drawn = 0;
    drawings.mockImplementation((...given) => {
      const card = result(...given);
      return {
        ...card,
        draw: () => {
          drawn++;
          return card.draw();
        },
      };
    });
    try {
      const id = await begun({ game, map, options: { order: 'joined' } });
      for (
        let match = await loaded(store, id);
        match.row.status === 'running';
        match = await loaded(store, id)
      ) {
        const move = await wholeTurn(store, id);
        expect(await play(store, { match: id, ...move, at: now() })).toMatchObject({ ok: true });
      }
      await shown(id);
      const { screen } = await lobbyOf(id);
      expect(screen.files!.map(({ name }) => name)).toEqual([`result-${id}.png`]);
      expect(screen.files![0]!.description).toContain(`${title}. `);
      const told = (await edits(id)).length;
      for (let time = 0; time < 3; time++) {
        vi.setSystemTime(now() + 3_600_000);
        await shown(id);
      }
      expect(await edits(id)).toHaveLength(told);
      expect(drawn).toBe(1);
    } finally {
      drawings.mockRestore();
    }
  },
);

test('a table in that very channel says it there itself', async () => {
  const id = await begun({ thread: false });
  await playOut(id);
  expect(wordsOf((await lobbyOf(id)).screen)).toContain('started');
  expect(actsOf((await lobbyOf(id)).screen)).toEqual([]);
});

type Said = [string, { allow: bigint; deny: bigint }];

const hides = (...who: string[]): Partial<Place> => ({
  overwrites: new Map(who.map((one) => [one, { allow: 0n, deny: Flags.ViewChannel }])),
});

test.each([
  ['that all see', {}, {}, true],
  ['that fewer see', hides('77'), {}, false],
  ['that as many see', hides('5'), hides('5'), true],
  ['that is a private thread', { secret: true }, {}, false],
])('of a table that was moved to a channel %s', async (_, there, here, tells) => {
  const id = await begun();
  Object.assign(stand.app.places, {
    placeOf: async (guild: string, channel: string) => placeIn(guild, channel === '55' ? there : here),
  });
  await pressed(ANN, `movehere|${id}|0`, [], { channel: '55' });
  await settle();
  await playOut(id);
  const words = wordsOf((await lobbyOf(id)).screen);
  expect(words.includes('🏁')).toBe(tells);
  expect(words.includes('started')).toBe(!tells);
  expect(await standingTable(store, id)).toMatchObject({ channel: '55', archived: true });
  expect(await behind(store, now())).toEqual([]);
});

test.each([
  ['for a moment: it is told as soon as they are', 30 * 60_000, true],
  ['any more: nothing is told', 2 * 3_600_000, false],
])('of a table that was moved between channels that are not known %s', async (_, wait, tells) => {
  const id = await begun();
  const known = { placeOf: async (guild: string) => placeIn(guild) };
  await pressed(ANN, `movehere|${id}|0`, [], { channel: '55' });
  await settle();
  Object.assign(stand.app.places, { placeOf: async () => undefined });
  await playOut(id);
  expect((await standingTable(store, id))!.lobbyDone).toBe(false);
  expect(wordsOf((await lobbyOf(id)).screen)).not.toContain('🏁');
  vi.setSystemTime(now() + wait);
  if (tells) Object.assign(stand.app.places, known);
  await shown(id);
  expect((await standingTable(store, id))!.archived).toBe(true);
  expect(wordsOf((await lobbyOf(id)).screen).includes('🏁')).toBe(tells);
  expect(await behind(store, now())).toEqual([]);
});

test('a channel is open to all of another where it takes nothing from anybody and gives nobody less', () => {
  const place = (allow: string[], deny: string[]): Place =>
    placeIn('77', {
      overwrites: new Map([
        ...allow.map((id): Said => [id, { allow: Flags.ViewChannel, deny: 0n }]),
        ...deny.map((id): Said => [id, { allow: 0n, deny: Flags.ViewChannel }]),
        ['99', { allow: 0n, deny: Flags.SendMessages }],
      ]),
    });
  expect(isOpenToAllOf(place([], []), place([], []))).toBe(true);
  expect(isOpenToAllOf(place(['5'], []), place([], ['77']))).toBe(true);
  expect(isOpenToAllOf(place(['5'], ['77']), place(['5'], ['77']))).toBe(true);
  expect(isOpenToAllOf(place([], ['77']), place(['5'], ['77']))).toBe(false);
  expect(isOpenToAllOf(place([], ['6']), place([], []))).toBe(false);
});
