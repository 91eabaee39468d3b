import { beforeAll, describe, expect, test, vi } from 'vitest';
import { t as translate } from '../../src/app/context.ts';
import type { Screen } from '../../src/app/outbound.ts';
import { rulesFor, tutorial } from '../../src/app/rules.ts';
import {
  askScreen,
  deskOf,
  fewerScreen,
  mineScreen,
  narrowScreen,
  previewScreen,
} from '../../src/app/screens/board.ts';
import { boardsScreen } from '../../src/app/screens/boards.ts';
import { endPing, endScreen, recordFile, soloEndScreen } from '../../src/app/screens/end.ts';
import { type Entry, gamesScreen } from '../../src/app/screens/games.ts';
import {
  closedScreen,
  closeScreen,
  inviteScreen,
  lobbyScreen,
  optionsScreen,
  startedScreen,
} from '../../src/app/screens/lobby.ts';
import { faultScreen, rightsScreen, sentence } from '../../src/app/screens/problems.ts';
import { diaryScreen, flipScreen, roundScreen } from '../../src/app/screens/round.ts';
import { practiceScreen } from '../../src/app/solo.ts';
import { maps } from '../../src/maps.ts';
import { type Match, phaseKey, present } from '../../src/match/open.ts';
import { markdown } from '../../src/playground/page/markdown.ts';
import type { Stored } from '../../src/store/matches.ts';
import { lookOf } from '../../src/views/index.ts';
import { keys } from '../../src/views/panel.ts';
import { positions, type Setting, seatsOf, storedRow, userOf } from './positions.ts';
import { idsOf, pieces, textsOf, unsound, wordsOf } from './sound.ts';
import { origin } from './stand.ts';

vi.mock('../../src/views/metrox/picture.ts', () => import('./blank.ts'));

/** Every screen, over states that games come to, held against Discord's limits; names are as hostile as they get. */

const t = translate('en');
const EPHEMERAL = 64;
const V2 = 1 << 15;

type Kind = Parameters<typeof unsound>[1];
type Previous = Parameters<typeof unsound>[2];
interface Shown {
  readonly what: string;
  readonly screen: Screen;
  readonly kind: Kind;
  readonly previous?: Previous;
}

const privately = (what: string, screen: Screen): Shown => ({
  what,
  screen,
  kind: 'webhook-edit',
  previous: { flags: EPHEMERAL },
});

const inPlace = (what: string, screen: Screen): Shown => ({
  what,
  screen,
  kind: 'webhook-edit',
  previous: { flags: EPHEMERAL | V2, components: [{ type: 17, components: [] }] },
});

async function* tableScreens(match: Match): AsyncGenerator<Shown> {
  const old = { content: 'x', components: [], attachments: [{ id: '1', filename: 'table.png' }] };
  const { kind } = present(match);
  if (kind === 'round') {
    for (const inThread of [true, false]) {
      yield { what: 'round', kind: 'create', screen: await roundScreen(match, t, inThread, true) };
      const screen = await roundScreen(match, t, inThread, false);
      yield { what: 'round, edited', kind: 'edit', previous: old, screen };
    }
  }
  if (kind === 'flip') {
    for (const inThread of [true, false])
      yield { what: 'flip', kind: 'create', screen: flipScreen(match, t, inThread) };
  }
  for (const phase of match.phases.slice(-4)) {
    const screen = diaryScreen(match, phaseKey(phase), t);
    if (screen) yield { what: 'diary', kind: 'edit', previous: old, screen };
  }
}

async function* deskScreens(match: Match, seat: number): AsyncGenerator<Shown> {
  const running = match.row.status === 'running';
  const kind = present(match).kind;
  for (const asks of match.row.solo ? [true, false] : [false]) {
    if (!running) break;
    const desk = deskOf(match, seat, t, asks);
    const note = t('refuse.stale', { now: match.row.turn });
    yield privately('mine', await mineScreen(desk, note));
    if (kind !== 'round') continue;
    yield inPlace('ask', await askScreen(desk, note));
    const all = keys(desk.look, desk.hand, [], desk.scene);
    for (const key of all.filter((one) => one.kind === 'group').slice(0, 4))
      yield inPlace('narrow', await narrowScreen(desk, key.path, t('refuse.illegal')));
    const { actions } = desk.hand;
    const samples = [actions[0], actions[Math.floor(actions.length / 2)], actions.at(-1)];
    for (const action of new Set(samples)) {
      const code = match.game.code(action);
      if (/^[A-Z]\w*\.\d/.test(code)) yield inPlace('fewer', await fewerScreen(desk, code));
      if (asks) yield inPlace('preview', await previewScreen(desk, action));
    }
  }
  yield privately('boards', await boardsScreen(match, t, userOf(seat)));
  yield inPlace('one board', await boardsScreen(match, t, userOf(seat), (seat + 1) % match.seats.length));
  yield privately('boards of a watcher', await boardsScreen(match, t, '5', undefined, t('refuse.stranger')));
}

async function* endScreens(match: Match): AsyncGenerator<Shown> {
  const ping = endPing(match, t);
  yield { what: 'end ping', kind: 'create', screen: ping };
  const screen = await endScreen(match, t);
  yield {
    what: 'end',
    kind: 'edit',
    previous: { content: 'x', components: [], attachments: [] },
    screen: { ...screen, body: { ...screen.body, content: null } as unknown as Screen['body'] },
  };
  if (match.seats.length === 1) yield inPlace('solo end', await soloEndScreen(match, t));
}

/** What is wrong with them, and how many there were. */
async function faultsOf(
  shown: AsyncGenerator<Shown>,
  each: (one: Shown) => string[] = () => [],
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for await (const one of shown) {
    count++;
    for (const fault of [...unsound(one.screen, one.kind, one.previous), ...each(one)])
      faults.push(`${one.what}: ${fault}`);
  }
  return { faults: [...new Set(faults)].slice(0, 20), count };
}

const SETTINGS: readonly (Setting & { readonly every: number })[] = [
  { map: 'tokyo', seats: 1, flip: 'auto', seed: 1, solo: true, every: 2 },
  { map: 'tube-town', seats: 1, flip: 'auto', seed: 2, solo: true, every: 2 },
  { map: 'osaka', seats: 2, flip: 'manual', seed: 3, every: 3 },
  { map: 'metro-city', seats: 9, flip: 'auto', seed: 4, every: 23 },
  { map: 'tokyo', seats: 25, flip: 'auto', seed: 5, every: 89 },
  { map: 'tube-town', seats: 25, flip: 'manual', seed: 6, every: 97 },
];

const LONGEST_TABLE = 1900;

describe('every screen of a game is one that Discord takes', () => {
  test.each(SETTINGS)('$map, $seats seats, flipping $flip', { timeout: 120_000 }, async (setting) => {
    const kinds = new Set<string>();
    let checked = 0;
    const games = positions(setting, (step) => step % setting.every === 0);
    for (const match of games) {
      const seat = match.log.length % match.seats.length;
      const found = await faultsOf(
        (async function* () {
          if (!match.row.solo) yield* tableScreens(match);
          yield* deskScreens(match, seat);
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
    for (const what of [...wanted, ...(setting.flip === 'manual' ? ['flip'] : [])])
      expect(kinds).toContain(what);
  });

  test('fewer can be marked where the edition lets people', async () => {
    const kinds = new Set<string>();
    const setting: Setting = { map: 'metro-city', seats: 1, flip: 'auto', seed: 9, solo: true };
    for (const match of positions(setting, () => true)) {
      for await (const one of deskScreens(match, 0)) {
        if (one.what !== 'fewer') continue;
        kinds.add(`${pieces(one.screen).filter((piece) => piece.custom_id?.startsWith('play|')).length}`);
      }
    }
    expect(kinds.size).toBeGreaterThan(1);
  });
});

describe('who is pinged', () => {
  const pinged = (screen: Screen): readonly string[] => screen.body.allowed_mentions?.users ?? [];

  test('a table names exactly those who are to act, and only names of people can be in it', async () => {
    let rounds = 0;
    for (const match of positions({ map: 'tokyo', seats: 4, flip: 'manual', seed: 7 }, (n) => n % 3 === 0)) {
      if (match.row.status === 'over') break;
      const waiting = match.game.toAct(match.state);
      const flips = present(match).kind === 'flip';
      const screen = flips ? flipScreen(match, t, true) : await roundScreen(match, t, true, true);
      expect([...pinged(screen)].sort()).toEqual(
        flips ? [match.seats[match.flipper]!.player] : waiting.map(userOf).sort(),
      );
      const mentioned = [...wordsOf(screen).matchAll(/<@(\d+)>/g)].map(([, id]) => id!);
      expect(new Set(mentioned)).toEqual(new Set(pinged(screen)));
      rounds++;
    }
    expect(rounds).toBeGreaterThan(20);
  });

  test('no private screen pings anybody', async () => {
    for (const match of positions({ map: 'tokyo', seats: 3, flip: 'auto', seed: 8 }, (n) => n % 9 === 0)) {
      for await (const one of deskScreens(match, 0)) expect(pinged(one.screen), one.what).toEqual([]);
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
            askScreen(deskOf(one, seat, t, false)),
          ])
        ).flatMap((screen) => textsOf(screen).filter((text) => text !== `**${t('ask.last')}**`));
      const [with_, without] = [await words(match), await words(bare)];
      const last = t('ask.last');
      expect(with_.map((text) => text.replace(`\n${last}`, ''))).toEqual(
        without.map((text) => text.replace(`\n${last}`, '')),
      );
      if (++compared > 25) break;
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe('lobby, lists, rules and problems', () => {
  const lobby = (count: number, more: Partial<Stored['row']> = {}): Stored => ({
    row: storedRow({ map: 'osaka', seats: count, flip: 'manual', seed: 1 }, { startedAt: 1e12, ...more }),
    seats: seatsOf(count),
    log: [],
  });

  async function* lobbyScreens(): AsyncGenerator<Shown> {
    for (const count of [1, 2, 9, 25]) {
      for (const thread of [true, false]) {
        const stored = lobby(count, { thread });
        const screen = await lobbyScreen(stored, t);
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
        yield inPlace('options', optionsScreen(stored, true, t, t('lobby.set')));
        yield inPlace('options to read', optionsScreen(stored, false, t));
        yield privately('close?', closeScreen(stored, t));
        const guests = stored.seats.slice(1).map(({ player }) => player);
        yield { what: 'invitation', kind: 'create', screen: inviteScreen(stored, guests, t) };
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
    map: maps('metrox')[n % 4]!.id,
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
    // A list of lobbies alone has nothing to be opened: an empty menu would be refused.
    const lobbies = gamesScreen([{ ...entry(2), state: 'lobby' }], 0, t, true);
    expect(unsound(lobbies, 'webhook-edit', { flags: EPHEMERAL })).toEqual([]);
  });

  test('rules, every page, and every question of the tutorial with every answer', async () => {
    const at = origin('1');
    const press = { ...at, kind: 'press' as const, customId: '', values: [] };
    const { guide } = lookOf('metrox');
    const { faults, count } = await faultsOf(
      (async function* () {
        for (const page of ['minute', 'full', 'maps', 'nonsense'])
          yield privately(`rules ${page}`, (await rulesFor(at, 'metrox', page)).screen!);
        for (const guild of [at.guild, null])
          for (let turn = 0; turn <= guide.lessons.length; turn++)
            for (const answer of [[], ['a'], ['b'], ['c']]) {
              const id = { act: 'tutorial', match: 0, turn, parts: ['metrox', ...answer] };
              const asked = await tutorial(undefined as never, { ...press, guild }, id);
              yield inPlace(`tutorial ${turn} ${answer}`, asked.screen!);
            }
        yield privately('practice', practiceScreen(at, 'metrox').screen!);
      })(),
    );
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(20);
    expect(guide.lessons.length).toBeGreaterThanOrEqual(3);
  });

  test('what is said of problems', async () => {
    const all = [
      'ViewChannel',
      'SendMessages',
      'CreatePublicThreads',
      'SendMessagesInThreads',
      'AttachFiles',
    ];
    const lacking = [...all, 'ReadMessageHistory'].map((name) => t(`permission.${name}`));
    const opening = ['metrox', 'metro-city', '25', 'manual'];
    const { faults } = await faultsOf(
      (async function* () {
        for (const only of [true, false])
          yield privately('rights', rightsScreen(lacking, '8'.repeat(19), only, opening, t));
        yield privately('rights', rightsScreen(lacking.slice(0, 1), '8', false, ['metrox', '', '', ''], t));
        yield privately('fault', faultScreen('K7Q2-M4', t));
        yield privately('sentence', sentence(t('refuse.button')));
      })(),
    );
    expect(faults).toEqual([]);
    expect(textsOf(faultScreen('K7Q2-M4', t)).join()).toContain('K7Q2-M4');
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
      const screen = await endScreen(match, t);
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

  test('every place is named with its score', async () => {
    for (const match of matches) {
      const words = wordsOf(await endScreen(match, t));
      const lines = words.split('\n').filter((line) => /^(?:🥇|🥈|🥉|\*\*\d)/u.test(line));
      expect(lines).toHaveLength(match.seats.length);
      const scores = match.game.score(match.state).map(({ score }) => score);
      const told = lines.map((line) => Number(/(-?−?\d+)\**$/.exec(line)![1]!.replace('−', '-')));
      expect(told).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  test('the first line pings at most twelve, all of whom it mentions', () => {
    for (const match of matches) {
      const { content, allowed_mentions } = endPing(match, t).body;
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

  test('a name that is a placeholder stays one', async () => {
    const row = storedRow({ map: 'osaka', seats: 2, flip: 'auto', seed: 1 });
    const seats = ['{{name}}', '{{count}} $t(lobby.set)'].map((name, seat) => ({
      seat,
      player: userOf(seat),
      name,
    }));
    const words = wordsOf(await lobbyScreen({ row, seats, log: [] }, t)).replaceAll('\\', '');
    expect(words).toContain('{{name}}');
    expect(words).toContain('{{count}} $t(lo…');
  });

  test('ids of all buttons and menus in a message are different', async () => {
    for (const match of positions({ map: 'tokyo', seats: 2, flip: 'auto', seed: 5 }, (n) => n % 7 === 0)) {
      for await (const { screen, what } of deskScreens(match, 0)) {
        const ids = idsOf(screen);
        expect(new Set(ids).size, what).toBe(ids.length);
      }
    }
  });
});
