import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardCommand } from '../../src/app/boards.ts';
import type { Reply } from '../../src/app/request.ts';
import { type Sight, sightOf } from '../../src/app/view.ts';
import { leaveSeat } from '../../src/match/people.ts';
import type { Store } from '../../src/store/open.ts';
import { setTable } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { rows } from '../lib/rows.ts';
import { AT, peopled, running } from '../match/people.ts';
import { watched } from './sights.ts';
import { unsound, wordsOf } from './sound.ts';
import { openStand, origin, type Stand } from './stand.ts';
import {
  AWAY,
  canPress,
  EVERYONE,
  from,
  ofNothing,
  PEOPLE,
  type Person,
  PLACES,
  type PlaceName,
  PRESSES,
  SERVER,
  SITTING,
  standIn,
  type Tables,
  tablesIn,
  WATCHERS,
  WHENCE,
  WHERE,
  type Whence,
} from './viewers.ts';

usePictures('blank');

/** Who may see what of a table: kinds of place, of people, of presses, and whence they come. */

let store: Store;
let stand: Stand;
let tables: Tables;
const sights = watched(SERVER);
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = await peopled(11, EVERYONE);
  stand = openStand(store, sights);
  tables = await tablesIn(store);
});
beforeEach(() => void (sights.asked.length = 0));
afterAll(() => void vi.useRealTimers());

/** What one expects, told from the rules alone. */
function expected(person: Person, place: PlaceName): Sight {
  if (SITTING.includes(person)) return 'seat';
  if (person === 'sits, left the server') return 'out';
  return WATCHERS[place].includes(person) ? 'watch' : 'none';
}

/** What it costs to know that, in requests. */
function costs(person: Person, whence: Whence, place: PlaceName): string[] {
  const user = PEOPLE[person];
  const sits = SITTING.includes(person) || person === 'sits, left the server';
  const inside = whence === 'there' || whence === 'another channel';
  if (sits) return inside ? [] : [`member ${user}`];
  if (place === 'a channel that is gone' || whence === 'there') return [];
  const known = person === 'owner' || person === 'moderator' || AWAY.includes(person);
  const thread = place === 'a private thread' && !known ? [`thread ${user}`] : [];
  return [...(inside ? [] : [`member ${user}`]), ...thread];
}

/** What is answered to presses about tables that there are not. */
const nothings = new Map<string, Reply>();

const CASES = WHERE.flatMap((place) =>
  WHENCE.flatMap((whence) =>
    EVERYONE.filter((person) => canPress(person, whence, place)).map((person) => ({ place, whence, person })),
  ),
);

const press = (id: string, values: readonly string[], ...where: Parameters<typeof from>): Promise<Reply> =>
  stand.press(PEOPLE[where[0]], id, values, from(...where));
const shownBy = ({ screen, whisper }: Reply) => JSON.stringify({ screen, whisper });
const wordsIn = (reply: Reply): string => {
  const screen = reply.screen ?? reply.whisper;
  return screen ? wordsOf(screen) : '';
};

/** What is pressed. */
type What = ReturnType<typeof PRESSES>[number][0];

/** All that is stored of matches. */
const written = () =>
  Promise.all(
    ['matches', 'seats', 'actions', 'tables'].map((table) => rows(store, `SELECT * FROM ${table}`)),
  );

test('where Discord says that who presses may not view the channel, they may not', async () => {
  await standIn(store, tables, 'a channel');
  const where = { ...from('outsider', 'there', 'a channel'), sees: false };
  expect(await sightOf(stand.app, origin(PEOPLE.outsider, where), tables.running)).toBe('none');
});

test('a table in a thread of its own is seen like the channel above it, from both without asking', async () => {
  await standIn(store, tables, 'a hidden channel');
  const channel = '89';
  await setTable(store, tables.running, { channel, thread: channel });
  const seen = async (person: Person, whence: Whence, more: object = {}) => {
    const where = { ...from(person, whence, 'a hidden channel'), ...more };
    return sightOf(stand.app, origin(PEOPLE[person], where), tables.running);
  };
  expect(await seen('insider', 'another channel')).toBe('watch');
  // What Discord says of a press goes before what was heard earlier.
  expect(await seen('outsider', 'there')).toBe('watch');
  expect(await seen('outsider', 'there', { channel })).toBe('watch');
  expect(await seen('outsider', 'another channel', { parent: PLACES['a hidden channel'] })).toBe('watch');
  expect(await seen('outsider', 'another channel')).toBe('none');
  expect(sights.asked).toEqual([]);
  await setTable(store, tables.running, { thread: null });
});

describe.each(WHERE)('a table in %s', (place) => {
  const cases = CASES.filter((one) => one.place === place);
  beforeEach(() => standIn(store, tables, place));

  test('is seen by whom it may be seen, and known without asking wherever that can be', async () => {
    const found: object[] = [];
    const wanted: object[] = [];
    for (const { person, whence } of cases) {
      for (const id of [tables.running, tables.over, tables.lobby, tables.closed]) {
        sights.asked.length = 0;
        const sight = await sightOf(stand.app, origin(PEOPLE[person], from(person, whence, place)), id);
        found.push({ person, whence, id, sight, asked: [...sights.asked] });
        const asked = costs(person, whence, place);
        wanted.push({ person, whence, id, sight: expected(person, place), asked });
      }
    }
    expect(found).toEqual(wanted);
  });

  test('is in the list of those who sit there, and of nobody else', async () => {
    let count = 0;
    for (const { person, whence } of cases) {
      const listed = wordsIn(await press('games|0|0', [], person, whence, place));
      const sits = SITTING.includes(person) || person === 'sits, left the server';
      for (const id of [tables.running, tables.lobby])
        expect(listed.includes(`#${id} `), `${person}, ${whence}, #${id}`).toBe(sits);
      count += Number(sits);
    }
    expect(count).toBeGreaterThan(0);
  });

  test('is to others as if there were none, whatever they press', async () => {
    const before = await written();
    let count = 0;
    for (const { person, whence } of cases.filter((one) => expected(one.person, place) === 'none'))
      for (const [what, id, values = []] of PRESSES(tables)) {
        const told = await press(id, values, person, whence, place);
        const [unknown, none] = ofNothing(id, values);
        // Elsewhere it is one answer for all places.
        const asked = `${[unknown, ...none, person, whence, whence === 'there' ? place : '']}`;
        const nothing = nothings.get(asked) ?? (await press(unknown, none, person, whence, place));
        nothings.set(asked, nothing);
        expect(shownBy(told), `${what}, ${person}, ${whence}`).toBe(shownBy(nothing));
        expect(wordsIn(told)).toMatch(/^I don't know that button any more\. Here are your games\./);
        count++;
      }
    expect(await written()).toEqual(before);
    expect(count).toBeGreaterThanOrEqual(PRESSES(tables).length * 2);
  });

  test('shows itself to those who may see it', async () => {
    const looks: What[] = ['a board', 'the sheet', 'replay', 'film', 'pages', 'record', 'options'];
    const seen = new Map(looks.map((what) => [what, 0]));
    for (const { person, whence } of cases)
      for (const [what, id, values = []] of PRESSES(tables)) {
        const sight = expected(person, place);
        if (!looks.includes(what) || sight === 'none' || sight === 'out') continue;
        seen.set(what, seen.get(what)! + 1);
        const told = await press(id, values, person, whence, place);
        const screen = (told.screen ?? told.whisper)!;
        expect(wordsOf(screen), `${what}, ${person}, ${whence}`).not.toMatch(
          /I don't know|not in the server/,
        );
        expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
      }
    // Whoever sits there can come from another server at least, and see all of it.
    for (const what of looks) expect(seen.get(what), what).toBeGreaterThanOrEqual(SITTING.length);
  });

  test('is nothing but left by who sits there and is not in the server any more', async () => {
    const before = await written();
    for (const whence of ['another server', 'direct messages'] as const)
      for (const [what, id, values = []] of PRESSES(tables)) {
        if (what === 'leave' || what === 'leave the match') continue;
        const told = await press(id, values, 'sits, left the server', whence, place);
        expect(wordsIn(told), what).toMatch(/^You are not in the server of game #\d+ any more\./);
        expect(told.screen?.files ?? []).toEqual([]);
      }
    expect(await written()).toEqual(before);
  });

  test('is what the board of a player shows, and only to whom it may be seen', async () => {
    const nobody = "outsider doesn't sit at a table here.";
    for (const { person, whence } of cases) {
      const asks = origin(PEOPLE[person], from(person, whence, place));
      for (const whose of ['host', 'sits'] as const) {
        if (person === whose) continue;
        const told = await boardCommand(stand.app, asks, 'metrox', PEOPLE[whose], 'outsider');
        const sight = expected(person, place);
        const shown = whence !== 'another server' && (sight === 'seat' || sight === 'watch');
        const what = `${person}, ${whence}, ${whose}`;
        if (shown) expect(wordsIn(told), what).toContain(`${whose}'s board · #${tables.running}`);
        else expect(wordsIn(told), what).toBe(nobody);
      }
    }
  });
});

test('whoever has left their seat sees what others there see, and no more', async () => {
  const id = await running(store, 5);
  const seen = (place: PlaceName, whence: Whence, person: Person = 'sits, hidden') =>
    sightOf(stand.app, origin(PEOPLE[person], from(person, whence, place)), id);
  await setTable(store, id, { lobbyChannel: PLACES['a hidden channel'], channel: null });
  for (const whence of WHENCE) expect(await seen('a hidden channel', whence)).toBe('seat');
  for (const person of ['sits, hidden', 'sits, left the server'] as const)
    await leaveSeat(store, { match: id, user: PEOPLE[person], at: AT });
  for (const whence of ['another channel', 'another server', 'direct messages'] as const)
    expect(await seen('a hidden channel', whence), whence).toBe('none');
  expect(await seen('a hidden channel', 'direct messages', 'sits, left the server')).toBe('out');
  await setTable(store, id, { lobbyChannel: PLACES['a channel'] });
  for (const whence of WHENCE) expect(await seen('a channel', whence), whence).toBe('watch');
});
