import { describe, expect, test } from 'vitest';
import { takeBackAside } from '../../src/app/aside.ts';
import { scheduleDigest } from '../../src/app/digest.ts';
import { encode } from '../../src/app/ids.ts';
import { goOnWithoutGone } from '../../src/jobs/purge.ts';
import { playForTable } from '../../src/match/play.ts';
import { depart } from '../../src/store/guilds.ts';
import { rowOf } from '../../src/store/matches.ts';
import { behind } from '../../src/store/tables.ts';
import { wordsOf } from '../app/sound.ts';
import { directOf } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { change, rows } from '../lib/rows.ts';
import { choose, loaded, some } from '../match/people.ts';
import { DAY, HOUR, house, housed, later, MINUTE, plays, seated, set, store } from './house.ts';

usePictures('blank');

/** A match whose log this program cannot read is put aside: it disturbs nobody, and costs nobody anything. */

housed();

const LIMIT = { limit: 43_200 };
const TOLD = 'This game is put aside';

const codes = async (id: number): Promise<string[]> =>
  (await rows<{ code: string }>(store, 'SELECT code FROM actions WHERE match = ? ORDER BY seq', id)).map(
    ({ code }) => code,
  );

/** As if a program that knew more had written it: no code of that row says anything to this one. */
async function spoil(id: number): Promise<() => Promise<void>> {
  const before = (await codes(id))[0]!;
  const put = (code: string) =>
    change(store, 'UPDATE actions SET code = ? WHERE match = ? AND seq = 0', code, id);
  await put('beyond.understanding');
  return () => put(before);
}

/** A table with a first choice made, which cannot be read, and another one. */
async function twoTables(more = {}): Promise<{ broken: number; sound: number; mend: () => Promise<void> }> {
  const broken = await seated(house, 3, { ...LIMIT, ...more });
  const sound = await seated(house, 3, LIMIT);
  await plays(broken, 0);
  await plays(sound, 0);
  return { broken, sound, mend: await spoil(broken) };
}

const press = async (user: string, customId: string, values: string[] = []): Promise<string> => {
  const { screen, whisper } = await house.press(user, customId, values, { personal: true });
  return wordsOf((whisper ?? screen)!);
};
const words = async (id: number): Promise<string> => {
  const { channel, message } = (await standingTable(store, id))!;
  return house.chat.read(channel!).find((one) => one.id === message)!.screen.body.content!;
};
/** What was said of faults, and nothing else may be: each is looked at once. */
const complaints = (): string[] =>
  house.logged
    .splice(0)
    .filter(({ level }) => Number(level) >= 40)
    .map(({ level, match, msg }) => `${level} ${match} ${msg}`);

test('every press on it is answered with a sentence, and it is logged once', async () => {
  const { broken, sound } = await twoTables();
  expect(await press('1001', encode('mine', broken, 1))).toContain(TOLD);
  expect(complaints()).toEqual([`50 ${broken} a match cannot be replayed and is put aside`]);
  for (const id of [
    'play',
    'pick',
    'boards',
    'more',
    'quit',
    'back',
    'take',
    'kick',
    'pause',
    'askend',
    'replay',
    'film',
    'record',
    'rematch',
  ].map((act) => encode(act, broken, 1, 'F.1')))
    expect(await press('1001', id)).toContain(TOLD);
  // On the table's own message the answer stands beside it.
  const beside = await house.press('1001', encode('go', broken, 1));
  expect([beside.screen, wordsOf(beside.whisper!)]).toEqual([undefined, expect.stringContaining(TOLD)]);
  expect(await press('1001', encode('mine', sound, 1))).not.toContain(TOLD);
  expect(complaints()).toEqual([]);
});

test('its table says so, once, and pings nobody', async () => {
  const { broken, sound } = await twoTables();
  await press('1001', encode('mine', broken, 1));
  complaints();
  later(MINUTE);
  for (const match of await behind(store, Date.now())) house.app.refresh(match);
  await house.tables.settled();
  expect(await words(broken)).toBe(
    `🔧 **#${broken} is put aside.** Since my last update I cannot read what was played here. Nothing is lost, no time runs, and it costs nobody anything. It goes on here by itself as soon as I am mended.`,
  );
  const posted = house.chat.read((await standingTable(store, broken))!.channel!).at(-1)!;
  expect(posted.screen.body).toMatchObject({ components: [], allowed_mentions: { parse: [] } });
  expect(await words(sound)).toContain('Round 1');
  const calls = house.chat.calls.length;
  later(MINUTE);
  expect(await behind(store, Date.now())).toEqual([]);
  house.app.refresh(broken);
  await house.tables.settled();
  expect(house.chat.calls.length).toBe(calls);
  expect(house.chat.read((await standingTable(store, broken))!.channel!).at(-1)!.id).toBe(posted.id);
});

test('it is noticed at its deadline as well; its work rests, and that of others goes on', async () => {
  const { broken, sound } = await twoTables();
  await house.pass(13 * HOUR);
  expect(complaints()).toEqual([`50 ${broken} a match cannot be replayed and is put aside`]);
  expect(await codes(sound)).toContain('/late.1');
  await house.pass(3 * DAY, 12 * HOUR);
  expect(await codes(broken)).toHaveLength(1);
  expect(await codes(sound)).toContain('/away.1');
  expect(complaints()).toEqual([]);
});

test('lists and the digest go on without it', async () => {
  const { broken, sound } = await twoTables();
  await set('1001', { pings: 'digest' });
  await scheduleDigest(store, '1001', Date.now(), true);
  await house.pass(22 * HOUR, 22 * HOUR);
  expect(house.chat.read(directOf('1001')).map(({ screen }) => wordsOf(screen))).toEqual([
    expect.stringContaining(`#${sound}`),
  ]);
  expect(wordsOf(house.chat.read(directOf('1001'))[0]!.screen)).not.toContain(`#${broken}`);
  complaints();
  const list = await press('1001', 'games');
  expect(list).toMatch(new RegExp(`🔧 \\*\\*#${broken}.*put aside until I am mended; it costs you nothing`));
  expect(list).toContain(`#${sound}`);
  expect(complaints()).toEqual([]);
});

test('a list is what notices it', async () => {
  const broken = await seated(house, 2, { options: { flip: 'manual' } });
  await playForTable(store, { match: broken, user: '1000', turn: 0, at: Date.now() });
  for (const [seat, user] of ['1000', '1001'].entries())
    await choose(store, broken, user, some(await loaded(store, broken), seat));
  await spoil(broken);
  expect(await press('1001', 'games')).toMatch(/🔧 .*put aside/);
  expect(complaints()).toEqual([`50 ${broken} a match cannot be replayed and is put aside`]);
});

test('somebody who sits there can be forgotten, and a server that is left is no fault', async () => {
  const { broken, sound } = await twoTables();
  await press('1001', encode('mine', broken, 1));
  complaints();
  const asked = (await house.press('1001', encode('privacy', 0, 0, 'delete'), [], { personal: true }))
    .screen!;
  const id = /"custom_id":"(privacy\|[^"]*erase[^"]*)"/.exec(JSON.stringify(asked.body))![1]!;
  expect(await press('1001', id)).toBe('It is gone. Thank you for playing.');
  await goOnWithoutGone(house.app);
  await depart(store, ['77'], Date.now());
  expect(complaints()).toEqual([]);
  expect((await codes(broken)).at(-1)).toBe('/gone.1');
  expect(await codes(sound)).toContain('/gone.1');
});

describe('at the next start', () => {
  test('of a program that cannot read it either it stays as it is', async () => {
    const { broken } = await twoTables();
    await press('1001', encode('mine', broken, 1));
    complaints();
    await takeBackAside(house.app);
    expect(complaints()).toEqual([`40 ${broken} a match is still put aside`]);
    expect((await rowOf(store, broken))!.aside).not.toBeNull();
  });

  test('of one that can it goes on with a whole turn, below what was said', async () => {
    const { broken, mend } = await twoTables();
    await house.pass(13 * HOUR);
    for (const match of await behind(store, Date.now())) house.app.refresh(match);
    await house.tables.settled();
    complaints();
    const { channel, message: told } = (await standingTable(store, broken))!;
    await mend();
    later(3 * DAY);
    await takeBackAside(house.app);
    expect(await rowOf(store, broken)).toMatchObject({
      aside: null,
      deadline: Date.now() + 12 * HOUR,
      turn: 1,
    });
    for (const match of await behind(store, Date.now())) house.app.refresh(match);
    await house.look();
    expect(house.chat.messages.has(told!)).toBe(false);
    expect((await standingTable(store, broken))!.channel).toBe(channel);
    expect(await words(broken)).toContain('Round 1');
    expect(await codes(broken)).toHaveLength(1);
    expect(await press('1001', encode('mine', broken, 1))).not.toContain(TOLD);
    await house.pass(12 * HOUR);
    expect((await codes(broken)).filter((code) => code.startsWith('/'))).toEqual(['/late.1', '/late.2']);
    expect(complaints()).toEqual([]);
  });
});
