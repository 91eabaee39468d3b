import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sentence } from '../../src/app/components.ts';
import { type Entry, gamesScreen } from '../../src/app/games.ts';
import { changedScreen, closeScreen, ownLobbyScreen } from '../../src/app/joining.ts';
import { closedScreen, inviteScreen, lobbyScreen, startedScreen } from '../../src/app/lobby.ts';
import { optionsScreen, takeOffScreen } from '../../src/app/lobbyoptions.ts';
import { drawn } from '../../src/app/outbound.ts';
import { rightsScreen } from '../../src/app/permissions.ts';
import { practiceScreen } from '../../src/app/practice.ts';
import { faultScreen } from '../../src/app/refusals.ts';
import { rulesFor, tutorial } from '../../src/app/rules.ts';
import { requestId } from '../../src/app/tablerequest.ts';
import { keyOf, LOCALES, translator } from '../../src/locales.ts';
import { termsOf } from '../../src/match/terms.ts';
import { GAMES, metroxModule, moduleOf } from '../../src/modules.ts';
import { presenterOf } from '../../src/presenters.ts';
import type { Stored } from '../../src/store/rows.ts';
import { usePictures } from '../blank.ts';
import { longest } from '../lib/words.ts';
import { seatsOf, storedRow, userOf } from './positions.ts';
import { all, EPHEMERAL, faultsOf, inPlace, privately, type Shown, say, t, V2 } from './shown.ts';
import { idsOf, textsOf, unsound, wordsOf } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** Lobbies, lists, rules and problems, held against Discord's limits. */

describe.each([
  ['English', translator('en')],
  ['the longest that any language says', longest],
] as const)('lobby, lists, rules and problems in %s', (_, words) => {
  beforeEach(() => say(words));
  afterAll(() => say(translator('en')));

  const lobby = (count: number, more: Partial<Stored['row']> = {}): Stored => ({
    row: storedRow({ map: 'osaka', seats: count, flip: 'manual', seed: 1 }, { startedAt: 1e12, ...more }),
    seats: seatsOf(count),
    former: [],
    log: [],
  });

  async function* lobbyScreens(): AsyncGenerator<Shown> {
    for (const count of [1, 2, 9, 25]) {
      for (const thread of [true, false]) {
        const stored = lobby(count, { thread });
        const screen = await drawn(lobbyScreen(stored, t));
        yield { what: `lobby ${count}`, kind: 'webhook-edit', previous: { flags: 0 }, screen };
        yield {
          what: `lobby ${count}, edited`,
          kind: 'edit',
          previous: { flags: V2, components: [{ type: 17, components: [] }] },
          screen,
        };
        yield { what: `lobby ${count}, posted`, kind: 'create', screen };
        const was = { flags: V2, attachments: [{ id: '1', filename: 'map.png' }] };
        const started = startedScreen(stored, 'https://discord.com/channels/1/2/3', t);
        yield { what: 'started', kind: 'edit', previous: was, screen: { ...started, files: [] } };
        yield {
          what: 'started, no link',
          kind: 'edit',
          previous: was,
          screen: startedScreen(stored, null, t),
        };
        yield { what: 'closed', kind: 'edit', previous: was, screen: closedScreen(stored, t) };
        for (const who of [userOf(0), '5'])
          for (const manages of [true, false])
            yield inPlace('options', optionsScreen(stored, who, manages, t, t('lobby.set')));
        yield inPlace(
          'own lobby',
          ownLobbyScreen(stored, userOf(0), { here: thread, manages: true, starts: true }, t),
        );
        yield privately('take off?', takeOffScreen(stored, stored.seats.at(-1)!, t));
        yield privately('close?', closeScreen(stored, t));
        yield privately(
          'changed?',
          changedScreen(
            {
              ...stored,
              row: { ...stored.row, terms: termsOf({ ...stored.row, map: 'osaka', limit: 300 }) },
            },
            t,
          ),
        );
        const guests = stored.seats.slice(1).map(({ player }) => player!);
        yield { what: 'invitation', kind: 'create', screen: inviteScreen(stored, guests, t, all) };
      }
    }
    yield { what: 'emptied', kind: 'edit', previous: { flags: V2 }, screen: closedScreen(lobby(0), t) };
  }

  test('lobbies of 1, 2, 9 and 25, and what becomes of them', async () => {
    const { faults, count } = await faultsOf(lobbyScreens());
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });

  const entry = (n: number): Entry => ({
    id: 2_147_483_600 + n,
    game: 'metrox',
    map: metroxModule.maps()[n % 4]!.id,
    guild: null,
    state: (['mine', 'waiting', 'lobby', 'solo'] as const)[n % 4]!,
    turn: 24,
    since: 1_700_000_000_000,
    waiting: 'Ann, Ben, Cleo',
    link:
      n % 5 === 0
        ? null
        : `https://discord.com/channels/${'9'.repeat(19)}/${'8'.repeat(19)}/${'7'.repeat(19)}`,
  });

  test('lists of 0, 1 and 30 games, every page', async () => {
    const shown: Shown[] = [];
    for (const count of [0, 1, 4, 10, 11, 30]) {
      const entries = Array.from({ length: count }, (_, n) => entry(n));
      for (const guild of [true, false])
        for (const page of [0, 1, 2, 3, 9999])
          shown.push(privately(`games ${count}`, gamesScreen(entries, page, t, guild, t('refuse.button'))));
    }
    const { faults } = await faultsOf(
      (async function* () {
        yield* shown;
      })(),
    );
    expect(faults).toEqual([]);
    const first = textsOf(
      gamesScreen(
        Array.from({ length: 30 }, (_, n) => entry(n)),
        0,
        t,
        true,
      ),
    ).join('\n');
    expect(first).toContain(String(entry(9).id));
    expect(first).not.toContain(String(entry(10).id));
    // A lobby alone can be opened, too.
    const lobbies = gamesScreen([{ ...entry(2), state: 'lobby' }], 0, t, true);
    expect(unsound(lobbies, 'webhook-edit', { flags: EPHEMERAL })).toEqual([]);
    expect(idsOf(lobbies)).toContain('open|0|0');
  });

  test('what is said of problems', async () => {
    const all = [
      'ViewChannel',
      'SendMessages',
      'CreatePublicThreads',
      'SendMessagesInThreads',
      'AttachFiles',
    ];
    const lacking = [...all, 'ReadMessageHistory'].map((name) => t(keyOf(`permission.${name}`)));
    const again = requestId({
      game: 'metrox',
      map: 'metro-city',
      capacity: 25,
      thread: false,
      limit: 604_800,
      onTimeout: 'clock',
      options: { flip: 'manual' },
      rematchOf: 9_999_999_999,
    });
    const { faults } = await faultsOf(
      (async function* () {
        for (const only of [true, false])
          yield privately(
            'rights',
            rightsScreen(lacking, '8'.repeat(19), again, only ? requestId({ game: 'metro' }) : undefined, t),
          );
        yield privately('rights', rightsScreen(lacking.slice(0, 1), '8', again, undefined, t));
        yield privately('fault', faultScreen('K7Q2-M4', t));
        yield privately('sentence', sentence(t('refuse.button')));
      })(),
    );
    expect(faults).toEqual([]);
    expect(textsOf(faultScreen('K7Q2-M4', t)).join()).toContain('K7Q2-M4');
  });

  test('a name that is a placeholder stays one', async () => {
    const row = storedRow({ map: 'osaka', seats: 2, flip: 'auto', seed: 1 });
    const seats = ['{{name}}', '{{count}} $t(lobby.set)'].map((name, seat) => ({
      seat,
      player: userOf(seat),
      name,
      state: 'here' as const,
    }));
    const words = wordsOf(await drawn(lobbyScreen({ row, seats, former: [], log: [] }, t))).replaceAll(
      '\\',
      '',
    );
    expect(words).toContain('{{name}}');
    expect(words).toContain('{{count}} $t(lo…');
  });
});

test.each(LOCALES)(
  'rules, every page, and every question of the tutorial with every answer: %s',
  async (locale) => {
    const at = origin('1', { locale });
    const press = { ...at, kind: 'press' as const, customId: '', values: [] };
    const { faults, count } = await faultsOf(
      (async function* () {
        for (const { id: game } of GAMES) {
          for (const page of ['minute', 'full', 'maps', 'nonsense'])
            yield privately(`rules ${game} ${page}`, (await rulesFor(at, game, page)).screen!);
          for (const guild of [at.guild, null])
            for (let turn = 0; turn <= presenterOf(moduleOf(game)).lessons.lessons.length; turn++)
              for (const answer of [[], ['a'], ['b'], ['c']]) {
                const id = { act: 'tutorial', match: 0, turn, parts: [game, ...answer], game };
                const asked = await tutorial(undefined as never, { ...press, guild }, id);
                yield inPlace(`tutorial ${game} ${turn} ${answer}`, asked.screen!);
              }
        }
        yield privately('practice', practiceScreen(at, 'metrox').screen!);
      })(),
    );
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(20);
    expect(presenterOf(metroxModule).lessons.lessons.length).toBeGreaterThanOrEqual(3);
  },
);
