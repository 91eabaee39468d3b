import { describe, expect, test, vi } from 'vitest';
import { agree, askToEnd, goOn, pause, playOn, voidMatch } from '../../src/match/ending.ts';
import { setBlocked } from '../../src/store/blocks.ts';
import { setMuted } from '../../src/store/mutes.ts';
import { PINGS } from '../../src/store/schema.ts';
import { rest } from '../../src/store/vacations.ts';
import type { Call } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { rows } from '../lib/rows.ts';
import { AT, acquaint, loaded } from '../match/people.ts';
import { chooses } from '../match/table.ts';
import { HOUR, house, housed, later, MINUTE, plays, reminded, said, seated, set, store } from './house.ts';

usePictures('blank');

/** Whom every message pings, by what each chose. AT is a Friday noon in UTC. */

housed();

const HALF_DAY = { limit: 43_200 } as const;
const [BOTH, LAST, TURNS, DIGEST, NONE] = ['1000', '1001', '1002', '1003', '1004'] as const;

/** Five people, each of whom chose another of the five. */
async function five(more: Parameters<typeof seated>[2] = HALF_DAY): Promise<number> {
  await acquaint(store, 5);
  for (const [i, pings] of PINGS.entries()) await set(`${1000 + i}`, { pings });
  return seated(house, 5, more);
}

const usersIn = ({ screen }: Call): string[] =>
  (screen?.body.allowed_mentions as { users?: string[] } | undefined)?.users ?? [];
const sent = () => house.chat.calls.filter(({ what, ok }) => ok && (what === 'post' || what === 'edit'));
/** What was posted since so many calls, and whom it pinged. */
const posted = (from = 0) =>
  house.chat.calls
    .slice(from)
    .filter(({ what, ok, purpose }) => ok && what === 'post' && !purpose!.startsWith('digest'))
    .map((call) => [call.purpose!.replace(/^\d+\.(?:reminder:|phase:)?/, ''), usersIn(call)] as const);
const calls = () => house.chat.calls.length;

async function all(id: number): Promise<void> {
  for (const { seat } of (await loaded(store, id)).seats) await plays(id, seat);
}

/** Plays a match to its end, of which its table has to be told. */
async function finish(id: number): Promise<void> {
  for (let match = await loaded(store, id); match.row.status === 'running'; match = await loaded(store, id))
    for (const { seat, player } of match.seats) await chooses(store, id, player!, Date.now(), seat);
}

async function shown(id: number): Promise<void> {
  later(5000);
  house.app.refresh(id);
  await house.tables.settled();
}

const asking = (id: number, user: string) => ({ match: id, user, at: Date.now() });

describe('as each chose', () => {
  test('three rounds: each turn, both reminders or the last, turns alone, or nothing', async () => {
    const id = await five();
    for (let round = 1; round <= 3; round++) {
      await house.pass(11 * HOUR, 30 * MINUTE);
      await all(id);
    }
    const turn = [BOTH, LAST, TURNS, DIGEST];
    const rounds = [1, 2, 3].flatMap((n) => [
      [`${n}.round`, turn],
      [`${n}.round/half`, [BOTH]],
      [`${n}.round/end`, [BOTH, LAST]],
    ]);
    expect(posted()).toEqual([['lobby', []], ...rounds, ['4.round', turn]]);
    expect(sent().flatMap(usersIn)).not.toContain(NONE);
    // All are named all the same.
    const table = house.chat.calls.find(({ purpose }) => purpose === `${id}.phase:1.round`)!;
    expect(table.screen!.body.content).toContain(`<@${NONE}>`);
  });

  test.each([
    ['of a day or less, the digest would come too late', 24 * 3600, true],
    ['of more than a day', 3 * 24 * 3600, false],
    ['without a limit', 0, false],
  ])('turns %s: the digest, or nothing, pings of all that happens', async (_, limit, pinged) => {
    const id = await five({ limit });
    const others = pinged ? [LAST, TURNS, DIGEST] : [LAST, TURNS];
    expect(posted().at(-1)).toEqual(['1.round', [BOTH, ...others]]);
    let from = calls();
    await askToEnd(store, asking(id, BOTH));
    await shown(id);
    expect(posted(from).map(([, users]) => users)).toEqual([others]);
    await playOn(store, asking(id, LAST));
    await shown(id);
    from = calls();
    await pause(store, asking(id, BOTH));
    await shown(id);
    expect(posted(from)).toEqual([['1.pause-1', []]]);
    from = calls();
    await goOn(store, asking(id, BOTH));
    await shown(id);
    expect(posted(from)).toEqual([['1.round-1', [BOTH, ...others]]]);
    // The table goes on in another channel.
    from = calls();
    await house.press(BOTH, `movehere|${id}|0`, [], { channel: '89' });
    await shown(id);
    expect(posted(from).map(([, users]) => users)).toContainEqual([BOTH, ...others]);
    from = calls();
    await finish(id);
    await shown(id);
    expect(posted(from).map(([, users]) => users)).toContainEqual([BOTH, ...others]);
    // Whom the new host keeps away is not asked at all.
    await setBlocked(store, TURNS, [LAST], true);
    from = calls();
    await house.press(TURNS, `rematch|${id}|0`);
    await house.tables.settled();
    const guests = [BOTH, ...others].filter((player) => player !== TURNS && player !== LAST);
    expect(posted(from).filter(([purpose]) => purpose === 'invite')).toEqual([['invite', guests]]);
    const invite = house.chat.calls.slice(from).find(({ purpose }) => purpose?.endsWith('.invite'))!;
    expect(invite.screen!.body.content).not.toContain(`<@${LAST}>`);
    expect(sent().flatMap(usersIn)).not.toContain(NONE);
  });

  test('the end by a moderator, and a card to be turned', async () => {
    const id = await five({ ...HALF_DAY, options: { flip: 'manual' } });
    expect(posted().at(-1)).toEqual(['0.flip', [BOTH]]);
    await set(BOTH, { pings: 'none' });
    await house.pass(12 * HOUR + MINUTE);
    // Whoever sits there may turn it by now: that is as new to them as a turn is.
    expect(posted().at(-1)).toEqual(['0.flip/anyone', [LAST, TURNS, DIGEST]]);
    const from = calls();
    await voidMatch(store, { ...asking(id, '9'), manages: true });
    await shown(id);
    expect(posted(from)).toEqual([['0.over', [LAST, TURNS, DIGEST]]]);
  });

  test('nothing: nothing ever pings', async () => {
    await acquaint(store, 3);
    for (const player of ['1000', '1001', '1002']) await set(player, { pings: 'none' });
    const id = await seated(house, 3, { ...HALF_DAY, options: { flip: 'manual' } });
    await house.pass(23 * HOUR);
    await askToEnd(store, asking(id, '1000'));
    await shown(id);
    await house.pass(2 * HOUR);
    for (let n = 0; n < 3; n++) {
      const match = await loaded(store, id);
      later(5000);
      if (match.row.toAct.includes(-1)) await house.press('1000', `flip|${id}|${match.row.turn}`);
      await house.tables.settled();
      await all(id);
    }
    await agree(store, asking(id, '1001'));
    await agree(store, asking(id, '1002'));
    await shown(id);
    await house.press('1001', `rematch|${id}|0`);
    await house.tables.settled();
    expect(posted().length).toBeGreaterThan(5);
    expect(sent().flatMap(usersIn)).toEqual([]);
  });
});

describe('in quiet hours', () => {
  const NIGHT = { quietFrom: 11 * 60, quietTo: 14 * 60 };
  const pings = (player: string) =>
    sent().filter((call) => call.what === 'post' && usersIn(call).includes(player));

  test('a turn names them; when they end it pings them, once, if it is still their move', async () => {
    await acquaint(store, 4);
    await set('1001', NIGHT);
    await set('1002', { ...NIGHT, pings: 'turns' });
    await set('1003', NIGHT);
    const id = await seated(house, 4, HALF_DAY);
    expect(posted().at(-1)).toEqual(['1.round', ['1000']]);
    await plays(id, 3);
    await house.pass(2 * HOUR - MINUTE, 10 * MINUTE);
    expect(reminded()).toEqual([]);
    await house.pass(MINUTE);
    // One message for both, and none for the one who has chosen.
    expect(posted().at(-1)).toEqual(['1.round/turn/1', ['1001', '1002']]);
    expect(said()[0]).toMatch(/^<@1001>, <@1002> and P1000, you are waited for · ⏳/);
    const before = reminded();
    await house.pass(HOUR);
    expect(reminded()).toEqual(before);
    await all(id);
    // By now nobody is quiet.
    expect(posted().at(-1)).toEqual(['2.round', ['1000', '1001', '1002', '1003']]);
    expect(pings('1001')).toHaveLength(2);
  });

  test('the turn that was over by then pings nobody, nor does one whose time is up', async () => {
    await acquaint(store, 2);
    await set('1001', NIGHT);
    const id = await seated(house, 2, HALF_DAY);
    await all(id);
    expect(posted().at(-1)).toEqual(['2.round', ['1000']]);
    await house.pass(2 * HOUR, 10 * MINUTE);
    expect(reminded()).toEqual([`${id}.2.round/turn/1`]);
    const short = await seated(house, 2, { limit: 3600, origin: 'b' });
    await set('1001', { quietFrom: 13 * 60, quietTo: 23 * 60 });
    await all(short);
    expect(
      await rows(store, "SELECT key FROM jobs WHERE subject = ? AND key LIKE '%/turn/%'", String(short)),
    ).toEqual([]);
  });

  test('what is posted anew meanwhile pings nobody twice', async () => {
    await acquaint(store, 2);
    await set('1001', NIGHT);
    const id = await seated(house, 2, HALF_DAY);
    house.chat.vanish((await standingTable(store, id))!.message!);
    vi.setSystemTime(AT + 2 * HOUR);
    await plays(id, 0);
    expect(posted().at(-1)![1]).toEqual([]);
    await house.look();
    expect(pings('1001')).toHaveLength(1);
  });

  test('whoever turns the cards is asked when they end', async () => {
    await acquaint(store, 2);
    await set('1000', NIGHT);
    await seated(house, 2, { ...HALF_DAY, options: { flip: 'manual' } });
    expect(posted().at(-1)).toEqual(['0.flip', []]);
    await house.pass(2 * HOUR);
    expect(posted().at(-1)).toEqual(['0.flip/turn/0', ['1000']]);
  });

  test('a question waits for them, in later turns, too, and an answer settles it', async () => {
    await acquaint(store, 4);
    for (const player of ['1001', '1002']) await set(player, NIGHT);
    const id = await seated(house, 4, { ...HALF_DAY });
    await askToEnd(store, asking(id, '1000'));
    await shown(id);
    expect(posted().at(-1)![1]).toEqual(['1003']);
    await agree(store, asking(id, '1002'));
    await all(id);
    const from = calls();
    await house.pass(2 * HOUR);
    expect(posted(from)).toEqual([['2.round/ask/1', ['1001', '1002']]]);
    expect(said()[0]).toMatch(
      /^<@1001>, <@1002>, P1000 and P1003, you are waited for .*\n<@1001>, you are waited for · ⏳ A question to the table is still open$/,
    );
  });

  test('an end and an invitation name them, and nothing comes later', async () => {
    await acquaint(store, 2);
    await set('1001', NIGHT);
    const id = await seated(house, 2, HALF_DAY);
    await finish(id);
    await shown(id);
    await house.press('1000', `rematch|${id}|0`);
    await house.tables.settled();
    await house.pass(12 * HOUR);
    expect(pings('1001')).toEqual([]);
  });
});

test('a table that somebody muted pings them by nothing, until they unmute it; others do', async () => {
  await acquaint(store, 2);
  const id = await seated(house, 2, HALF_DAY);
  await setMuted(store, id, '1001', true);
  const from = calls();
  for (let round = 0; round < 3; round++) {
    await all(id);
    await house.pass(11 * HOUR);
  }
  await askToEnd(store, asking(id, '1000'));
  await shown(id);
  expect(house.chat.calls.slice(from).flatMap(usersIn)).not.toContain('1001');
  expect(house.chat.calls.slice(from).flatMap(usersIn)).toContain('1000');
  const other = await seated(house, 2, { ...HALF_DAY, origin: 'b' });
  expect(usersIn(house.chat.calls.find(({ purpose }) => purpose === `${other}.phase:1.round`)!)).toContain(
    '1001',
  );
  await setMuted(store, id, '1001', false);
  await all(id);
  expect(posted().at(-1)![1]).toContain('1001');
});

test('who is on vacation is pinged by nothing before it ends', async () => {
  await acquaint(store, 2);
  await rest(store, '1001', Date.now(), Date.now() + 5 * HOUR);
  await seated(house, 2, HALF_DAY);
  expect(posted().at(-1)).toEqual(['1.round', ['1000']]);
  await house.pass(5 * HOUR - MINUTE);
  expect(sent().flatMap(usersIn)).not.toContain('1001');
  await house.pass(MINUTE);
  expect(posted().at(-1)).toEqual(['1.round/turn/1', ['1001']]);
});
