import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encode } from '../../src/app/ids.ts';
import { privacyFor, type Request } from '../../src/app/privacy.ts';
import { now } from '../../src/clock.ts';
import { dayOf } from '../../src/daily/days.ts';
import { ready } from '../../src/discord/answers.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import type { Store } from '../../src/store/open.ts';
import { meet, setSettings } from '../../src/store/players.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { change, column, holding, rows } from '../lib/rows.ts';
import { choose, ids, loaded, lobbyOf, peopled, running, some } from '../match/people.ts';
import { pass } from './hall.ts';
import { idsOf, pieces, textsOf, unsound, wordsOf } from './sound.ts';
import { errorsOf, openStand, origin, type Stand } from './stand.ts';

usePictures('blank');

const NAMES = ['Zwölfenstein', 'Ben', 'Cleo'];

let store: Store;
let stand: Stand;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 12));
  store = await peopled(3, NAMES);
  stand = openStand(store);
});
afterEach(() => {
  expect(stand.chat.faults).toEqual([]);
  expect(errorsOf(stand)).toEqual([]);
  vi.useRealTimers();
});

async function settle(): Promise<void> {
  await pass(stand, 10_000);
}

const asked = async (request: Request, user = '1000') =>
  ready(await privacyFor(stand.app, origin(user), request));
const button = (screen: Parameters<typeof pieces>[0], label: string): string =>
  pieces(screen).find((piece) => piece.label === label)!.custom_id!;

/** The id of whoever stands in the place of somebody who had their data deleted. */
const NOBODY = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Asks for the deletion and presses the red button. */
async function erase(user = '1000'): Promise<string> {
  const { screen } = await asked('delete', user);
  const done = await stand.press(user, button(screen!, 'Delete it all'), [], { personal: true });
  await settle();
  return wordsOf(done.screen!);
}

/** Everything that stands in any channel now. */
const said = (): string =>
  [...stand.chat.messages.values()]
    .flatMap(({ screen }) => [...textsOf(screen), JSON.stringify(screen.body)])
    .join('\n');

describe('screens', () => {
  test('show says in words what is kept', async () => {
    await meet(store, '1000', NAMES[0]!, '77', { username: 'zwoelf', nick: 'Der *Zwölfte*' });
    await lobbyOf(store, 2);
    const { screen } = await asked('show');
    expect(unsound(screen!, 'webhook-edit')).toEqual([]);
    expect(wordsOf(screen!)).toMatch(
      /names of your account: \*\*Zwölfenstein\*\*, \*\*zwoelf\*\*\n- What you go by in servers, shown only there: \*\*Der \\\*Zwölfte\\\*\*\*\n[\s\S]*\*\*1\*\* game that is not over[\s\S]*\*\*1\*\* server/,
    );
    expect(wordsOf(screen!)).not.toContain('**0**');
    expect(pieces(screen!).flatMap((piece) => piece.label ?? [])).toEqual(['As a file', 'Delete…']);
    expect(wordsOf(screen!)).not.toContain('/settings');
    await setSettings(store, '1000', { theme: 'light', zone: 'Asia/Tokyo', asks: false });
    const chosen = (await asked('show')).screen!;
    expect(unsound(chosen, 'webhook-edit')).toEqual([]);
    expect(wordsOf(chosen)).toContain('**2** more settings that you chose: /settings shows them');
  });

  test('export is a file of JSON, beside the question it was asked from', async () => {
    await running(store, 2);
    for (const reply of [
      (await asked('export')).screen!,
      (
        await stand.press('1000', button((await asked('delete')).screen!, 'Export first'), [], {
          personal: true,
        })
      ).whisper!,
    ]) {
      expect(unsound(reply, 'webhook-create')).toEqual([]);
      const [file] = reply.files!;
      expect(file!.name).toBe('metro-data.json');
      const data = JSON.parse(file!.data.toString());
      expect(data.players).toMatchObject([{ id: '1000', name: NAMES[0], asks: true, theme: null }]);
      expect(data.matches).toHaveLength(1);
      expect(JSON.stringify(data)).not.toContain('1001');
    }
  });

  test('an export too large for Discord is compressed', async () => {
    const id = await running(store, 1);
    const insert = connectionOf(store).prepare(
      "INSERT INTO actions VALUES (?, ?, 0, 'A.3', 'player', '1000', 0)",
    );
    connectionOf(store).transaction(() => {
      for (let seq = 0; seq < 90_000; seq++) insert.run(id, seq);
    })();
    const [file] = (await asked('export')).screen!.files!;
    expect(file!.name).toBe('metro-data.json.gz');
    expect(file!.data.length).toBeLessThan(8 * 1024 * 1024);
    expect(JSON.parse(gunzipSync(file!.data).toString()).actions).toHaveLength(90_000);
  });

  test('delete asks once more, in red, and says what becomes of a streak', async () => {
    const days = [330, 331].map((day) => `('metrox', ${day}, '1000', ${day}, 'finished', 30, 0)`).join();
    for (const day of [330, 331])
      await change(
        store,
        "INSERT INTO matches (id, game, map, options, rules, seed, status, solo, host, capacity, thread, to_act, created_at) VALUES (?, 'metrox', 'tokyo', '{}', 1, 's', 'over', 1, '1000', 1, 0, '[]', 0)",
        day,
      );
    await change(store, `INSERT INTO daily (game, day, player, match, state, score, at) VALUES ${days}`);
    const { screen } = await asked('delete');
    expect(unsound(screen!, 'webhook-edit')).toEqual([]);
    expect(wordsOf(screen!)).toMatch(
      /Delete everything about you\?[\s\S]*streak \(\*\*2\*\*\)[\s\S]*cannot be undone/,
    );
    expect((screen!.body.components![0] as { accent_color?: number }).accent_color! >> 16).toBeGreaterThan(
      200,
    );
    expect(pieces(screen!).flatMap((piece) => piece.label ?? [])).toEqual([
      'Delete it all',
      'Keep it',
      'Export first',
    ]);
    expect(JSON.stringify(idsOf(screen!))).not.toContain('1000');
    expect(wordsOf((await asked('delete', '1001')).screen!)).not.toContain('(**');
  });

  test('Keep it keeps everything; a question from long ago is asked again', async () => {
    const { screen } = await asked('delete');
    const kept = await stand.press('1000', button(screen!, 'Keep it'), [], { personal: true });
    expect(wordsOf(kept.screen!)).toBe('Nothing was deleted.');
    vi.setSystemTime(Date.now() + 16 * 60_000);
    const late = await stand.press('1000', button(screen!, 'Delete it all'), [], { personal: true });
    expect(wordsOf(late.screen!)).toContain('Delete everything about you?');
    expect(await holding(store, NAMES[0]!)).toEqual(['players.name']);
  });
});

describe('Delete it all', () => {
  test('a lobby shows who is left and who is host now', async () => {
    const id = await lobbyOf(store, 3, { at: now() });
    stand.app.refresh(id);
    await settle();
    expect(said()).toContain('👑 Zwölfenstein');
    expect(await erase()).toBe('It is gone. Thank you for playing.');
    expect(said()).toContain('👑 Ben · Cleo');
    expect(said()).not.toContain('Zwölfenstein');
  });

  test('a lobby of one is closed', async () => {
    const id = await lobbyOf(store, 1, { at: now() });
    stand.app.refresh(id);
    await settle();
    await erase();
    expect(said()).toContain('everybody left');
    expect(said()).not.toContain('Zwölfenstein');
  });

  test.each(['auto', 'manual'])(
    'a running table (%s) goes on with “someone”, who is never pinged, to its end',
    async (flip) => {
      const id = await running(store, 3, { options: { flip }, at: now(), thread: false });
      stand.app.refresh(id);
      await settle();
      await erase();
      expect(await holding(store, NAMES[0]!)).toEqual([]);
      const table = async () => stand.chat.messages.get((await standingTable(store, id))!.message!)!.screen;
      expect(JSON.stringify((await table()).body)).not.toContain('1000');
      for (
        let match = await loaded(store, id);
        match.row.status === 'running';
        match = await loaded(store, id)
      ) {
        const [seat] = match.game.toAct(match.state);
        const turn = match.game.turn(match.state);
        if (seat === -1) {
          expect(match.operator).toBe(1);
          await stand.press('1001', `flip|${id}|${turn}`);
        } else await choose(store, id, ids(3)[seat!]!, some(match, seat!));
        stand.app.refresh(id);
        if (turn % 6 === 0) await settle();
      }
      await settle();
      expect(wordsOf(await table())).toContain('someone');
      expect(JSON.stringify((await table()).body)).not.toMatch(NOBODY);
      expect(said()).not.toMatch(NOBODY);
      expect(said()).not.toMatch(/Zwölfenstein/);
      expect(JSON.stringify((await table()).body)).toContain('<@1001> <@1002>');
      // Boards and the record, which were drawn and written anew.
      const boards = await stand.press('1001', `boards|${id}|0`);
      expect(textsOf(boards.screen!).join()).toContain('someone');
    },
    60_000,
  );

  test('the flipping is not handed to a seat that nobody holds', async () => {
    const id = await running(store, 3, { options: { flip: 'manual' }, at: now() });
    await erase();
    const { screen } = await stand.press('1001', `hand|${id}|0`);
    const options = pieces(screen!).flatMap((piece) => piece.options ?? []);
    expect(options.map(({ label }) => label)).toEqual(['3 · Cleo']);
  });

  test('everybody at a table goes: nobody is pinged, and the chat stays whole', async () => {
    const id = await running(store, 2, { at: now(), thread: false });
    stand.app.refresh(id);
    await settle();
    await erase('1000');
    await erase('1001');
    for (let n = 0; n < 5; n++) await settle();
    expect((await loaded(store, id)).row.status).toBe('over');
    expect(said()).toMatch(/someone/);
    expect(said()).not.toMatch(/Zwölfenstein|\bBen\b|<@/);
    expect(said()).not.toMatch(NOBODY);
  });

  test('a rematch invites only those who are still there', async () => {
    const id = await running(store, 3, { at: now(), thread: false });
    await erase();
    for (const user of ['1001', '1002']) await meet(store, user, `P${user}`);
    await change(store, "UPDATE matches SET status = 'over', ended_at = 1 WHERE id = ?", id);
    await stand.press('1001', `rematch|${id}|0`);
    await settle();
    const invite = [...stand.chat.messages.values()].find(({ purpose }) => purpose?.endsWith('.invite'))!;
    expect(invite.screen.body.allowed_mentions?.users).toEqual(['1002']);
  });
});

test('the daily begun, deleted and begun again: the screen says that it counts for nothing, and so it is', async () => {
  const day = dayOf(now());
  const daily = async () =>
    (await stand.press('1000', encode('daily', 0, 0, 'metrox'), [], { personal: true })).screen!;
  const first = await daily();
  await stand.press('1000', button(first, 'Begin'), [], { personal: true });
  expect(wordsOf((await asked('delete')).screen!)).toContain('a day that you have begun counts once');
  expect(await erase()).toBe('It is gone. Thank you for playing.');
  await meet(store, '1000', NAMES[0]!, '77');
  const second = await daily();
  expect(unsound(second, 'webhook-edit')).toEqual([]);
  expect(wordsOf(second)).toContain(`You began #${day} before you had your data deleted`);
  // The old button is still in their chat.
  for (const id of [button(second, 'Play its cards'), button(first, 'Begin')]) {
    const { screen } = await stand.press('1000', id, [], { personal: true });
    expect(wordsOf(screen!)).toContain('this is practice and counts for nothing');
  }
  expect(await column(store, 'SELECT day FROM matches ORDER BY id')).toEqual([day, null, null]);
  expect(await rows(store, 'SELECT * FROM daily')).toEqual([]);
  const list = wordsOf((await stand.press('1000', 'games', [], { personal: true })).screen!);
  expect(list).not.toContain('not played yet');
});

test('who held a seat before their deletion is told that they can watch', async () => {
  const id = await running(store, 3);
  await erase();
  const { screen } = await stand.press('1000', encode('take', id, 1, '0'), [], { personal: true });
  expect(wordsOf(screen!)).toContain('You held a seat here before you had your data deleted.');
});
