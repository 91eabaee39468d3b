import { beforeEach, describe, expect, test } from 'vitest';
import { decode } from '../../src/app/ids.ts';
import type { Draft } from '../../src/app/outbound.ts';
import type { Reply } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { openSolo } from '../../src/match/opening.ts';
import { load } from '../../src/store/matches.ts';
import type { Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { cell, column } from '../lib/rows.ts';
import { choose, ids, loaded, lobbyOf, over, running, some } from '../match/people.ts';
import { useHall } from './hall.ts';
import { idsOf, unsound, wordsOf } from './sound.ts';
import { ackOf, origin, type Stand } from './stand.ts';

usePictures('blank');

/** Presses of every kind, by everybody: what they do, what they refuse, and that everybody is answered. */

const hall = useHall(12, 20_000);
let store: Store;
let stand: Stand;
beforeEach(() => {
  ({ store, stand } = hall);
});

const STRANGER = '1011';
const screenOf = (reply: Reply): Draft => {
  const screen = reply.screen ?? reply.whisper;
  if (!screen) throw new Error('Nothing was answered.');
  return screen;
};
const said = async (reply: Promise<Reply>): Promise<string> => wordsOf(screenOf(await reply));
const lengthOf = async (id: number): Promise<number> => (await load(store, id))!.log.length;

describe('how a press is acknowledged', () => {
  const ack = (customId: string, personal: boolean) =>
    ackOf({ ...origin('1000', { personal }), kind: 'press', customId, values: [] });

  test('what changes the public message updates it; other presses on public messages are private', () => {
    for (const act of ['join', 'leave', 'start', 'flip', 'rematch'])
      expect(ack(`${act}|1|1`, false)).toBe('update');
    for (const act of ['table', 'mine', 'boards', 'rules', 'options', 'cancel', 'hand', 'reopen'])
      expect(ack(`${act}|1|1`, false), act).toBe('private');
  });

  test('on a private message every press updates it', () => {
    for (const act of ['pick', 'ask', 'games', 'join', 'tutorial', 'nonsense'])
      expect(ack(`${act}|1|1`, true), act).toBe('update');
  });

  test('what is not known is answered privately', () => {
    for (const id of ['', 'nonsense', 'constructor|1|1', '__proto__|1|1', 'toString|1|1'])
      expect(ack(id, false), id).toBe('private');
  });
});

describe('an unknown button', () => {
  test.each(['', 'nonsense', 'constructor|1|1', 'play', '{"a":1}', 'valueof|1|1'])(
    '%j leads to the games',
    async (id) => {
      await running(store, 2);
      const reply = await stand.press('1000', id);
      expect(idsOf(screenOf(reply))).toContain('open|0|0');
      expect(unsound(screenOf(reply), 'webhook-edit', { flags: 64 })).toEqual([]);
    },
  );

  test('of a match that is not there, too, whatever it is', async () => {
    const mine = [
      'table',
      'pick',
      'play',
      'try',
      'mine',
      'ask',
      'fewer',
      'boards',
      'flip',
      'hand',
      'handto',
      'asks',
    ];
    const others = [
      'join',
      'leave',
      'start',
      'options',
      'set',
      'thread',
      'cancel',
      'close',
      'reopen',
      'solo',
    ];
    for (const act of [...mine, ...others, 'rematch', 'record', 'same', 'anew', 'open', 'always']) {
      const reply = await stand.press('1000', `${act}|4242|3|F.2`, ['0']);
      const screen = screenOf(reply);
      expect(unsound(screen, 'webhook-edit', { flags: 64 }), act).toEqual([]);
      expect(idsOf(screen).length, act).toBeGreaterThan(0);
    }
    expect(await cell(store, 'SELECT count(*) FROM matches')).toBe(0);
  });
});

describe('in a round', () => {
  test('a line picked twice, or by two presses at once, is one row and the same screen', async () => {
    const id = await running(store, 2);
    const place = some(await loaded(store, id), 0).split('.')[0]!;
    const press = () => stand.press('1000', `pick|${id}|1|${place}`);
    const [one, two] = await Promise.all([press(), press()]);
    const three = await press();
    expect(await lengthOf(id)).toBe(1);
    expect(wordsOf(screenOf(two))).toBe(wordsOf(screenOf(one)));
    expect(wordsOf(screenOf(three))).toBe(wordsOf(screenOf(one)));
  });

  test('an old button changes nothing, says so, and shows what is needed now', async () => {
    const id = await running(store, 2);
    const match = await loaded(store, id);
    for (const [seat, user] of ids(2).entries()) await choose(store, id, user, some(match, seat));
    const before = await load(store, id);
    for (const press of [
      `pick|${id}|1|T`,
      `play|${id}|1|T.1`,
      `ask|${id}|1`,
      `fewer|${id}|1`,
      `table|${id}|1|5`,
    ]) {
      const reply = await stand.press('1000', press, press.startsWith('table') ? ['T'] : []);
      const screen = screenOf(reply);
      expect(
        idsOf(screen).some((one) => decode(one)?.turn === 2),
        press,
      ).toBe(true);
      expect(wordsOf(screen), press).toContain('2');
    }
    expect(await load(store, id)).toEqual(before);
  });

  test('a watcher is told, and shown the way to all boards and to a table of their own', async () => {
    const id = await running(store, 2);
    for (const press of [`mine|${id}|1`, `pick|${id}|1|T`, `table|${id}|1|5`, `flip|${id}|1`]) {
      const reply = await stand.press(STRANGER, press, ['T']);
      const acts = idsOf(screenOf(reply)).map((one) => decode(one)?.act);
      expect(acts, press).toEqual(['boards', 'newtable']);
    }
    expect(await lengthOf(id)).toBe(0);
  });

  test('a text that is no choice changes nothing', async () => {
    const id = await running(store, 2);
    for (const text of ['Q.9', 'flip', '-1', 'T.99', '/flipper.1', '']) {
      const reply = await stand.press('1000', `play|${id}|1|${text.replace('/', '')}`, [text]);
      expect(unsound(screenOf(reply), 'webhook-edit', { flags: 64 }), text).toEqual([]);
    }
    for (const value of ['Q', '99', '-', 'toString']) await stand.press('1000', `table|${id}|1|5`, [value]);
    expect(await lengthOf(id)).toBe(0);
  });

  test('only the operator turns the card: the other is told privately, and the table stays', async () => {
    const id = await running(store, 2, { options: { flip: 'manual' } });
    const refused = await stand.press('1001', `flip|${id}|0`);
    expect(refused.screen).toBeUndefined();
    expect(wordsOf(refused.whisper!)).toContain('P1000');
    expect(await stand.press('1000', `flip|${id}|0`)).toEqual({});
    expect((await loaded(store, id)).row.turn).toBe(1);
    const again = await stand.press('1000', `flip|${id}|0`);
    expect(again.screen).toBeUndefined();
    expect(again.whisper).toBeDefined();
  });
});

describe('a solo match', () => {
  const solo = async (user: string): Promise<number> => {
    const { id } = await openSolo(store, {
      game: 'metrox',
      map: 'tokyo',
      host: user,
      guild: null,
      origin: null,
      at: now(),
      seed: 'asks',
    });
    return id;
  };

  test('is nobody else’s business', async () => {
    const id = await solo('1000');
    for (const act of ['mine', 'boards', 'pick', 'play', 'try', 'ask', 'record', 'rematch']) {
      const words = await said(stand.press(STRANGER, `${act}|${id}|1|T`));
      expect(words, act).not.toContain('P1000');
    }
    expect(await lengthOf(id)).toBe(0);
  });

  test('asks before a choice counts, until it is told not to', async () => {
    const id = await solo('1000');
    const match = await loaded(store, id);
    const code = some(match, 0);
    const place = code.split('.')[0]!;
    const personal = { personal: true };
    const asked = screenOf(await stand.press('1000', `pick|${id}|1|${place}`, [], personal));
    expect(await lengthOf(id)).toBe(0);
    const always = idsOf(asked).find((one) => one.startsWith('always|'))!;
    const { screen: then } = await stand.press('1000', always, [], personal);
    expect(await lengthOf(id)).toBe(1);
    // The very answer is that of somebody who is not asked any more.
    expect(idsOf(then!).some((one) => one.startsWith('asks|'))).toBe(true);
    const next = await loaded(store, id);
    const other = some(next, 0).split('.')[0]!;
    await stand.press('1000', `pick|${id}|${next.row.turn}|${other}`, [], personal);
    expect(await lengthOf(id)).toBeGreaterThan(1);
  });
});

describe('a lobby', () => {
  test('joined is shown by the lobby alone; joined twice is told privately', async () => {
    const id = await lobbyOf(store, 1);
    expect(await stand.press('1001', `join|${id}|0`)).toEqual({});
    const again = await stand.press('1001', `join|${id}|0`);
    expect(again.screen).toBeUndefined();
    expect(wordsOf(again.whisper!)).not.toBe('');
    expect((await load(store, id))!.seats).toHaveLength(2);
  });

  test('of one who wants to start alone offers a solo game, which closes it', async () => {
    const id = await lobbyOf(store, 1);
    const alone = await stand.press('1000', `start|${id}|0`);
    expect(idsOf(alone.whisper!)).toContain(`solo|${id}|0`);
    const begun = await stand.press('1000', `solo|${id}|0`, [], { personal: true });
    expect(idsOf(begun.screen!).some((one) => one.startsWith('pick|'))).toBe(true);
    expect((await load(store, id))!.row.status).toBe('closed');
  });

  test('is set by its host, to what there is', async () => {
    const id = await lobbyOf(store, 2);
    const set = (user: string, what: string, value: string) =>
      stand.press(user, `set|${id}|0|${what}`, [value], { personal: true });
    await set('1000', 'map', 'osaka');
    await set('1000', 'flip', 'manual');
    for (const [user, what, value] of [
      ['1001', 'map', 'tokyo'],
      ['1000', 'map', 'atlantis'],
      ['1000', 'flip', 'sideways'],
      ['1000', 'colour', 'red'],
    ] as const)
      expect(unsound(screenOf(await set(user, what, value)), 'webhook-edit', { flags: 64 })).toEqual([]);
    expect((await load(store, id))!.row).toMatchObject({ map: 'osaka', options: { flip: 'manual' } });
  });

  test('is closed by its host or a moderator, after a question', async () => {
    const id = await lobbyOf(store, 2);
    const asked = await stand.press('1000', `cancel|${id}|0`);
    expect(idsOf(asked.screen!)).toContain(`close|${id}|0`);
    await stand.press('1001', `close|${id}|0`);
    expect((await load(store, id))!.row.status).toBe('lobby');
    await stand.press('1001', `close|${id}|0`, [], { manages: true });
    expect((await load(store, id))!.row.status).toBe('closed');
  });
});

describe('a new table', () => {
  test('is not opened in a direct message, nor where a right is missing; what is missing is named', async () => {
    const none = await stand.press('1000', 'newtable|0|0|metrox', [], { guild: null, personal: true });
    expect(idsOf(none.screen!)).toEqual(['daily|0|0|metrox', 'practice|0|0|metrox']);
    const rights = (1n << 10n) | (1n << 11n) | (1n << 16n);
    const words = await said(stand.press('1000', 'newtable|0|0|metrox', [], { permissions: rights }));
    expect(words).toContain('Attach Files');
    expect(words).not.toContain('Send Messages**');
    // A thread has no settings of its own.
    const inThread = { permissions: rights, channel: '900', inThread: true, parent: '88' };
    const there = await said(stand.press('1000', 'newtable|0|0|metrox', [], inThread));
    expect(there).toContain('<#88>');
    expect(there).not.toContain('<#900>');
    expect(await cell(store, 'SELECT count(*) FROM matches')).toBe(0);
  });

  test('of a rematch is opened once, whoever presses first, and only by those who played', async () => {
    const id = await over(store, 2);
    const stranger = await stand.press(STRANGER, `rematch|${id}|0`);
    expect(idsOf(stranger.whisper!)).toContain('newtable|0|0|metrox');
    expect(await stand.press('1001', `rematch|${id}|0`)).toEqual({});
    const second = await stand.press('1000', `rematch|${id}|0`);
    expect(wordsOf(second.whisper!)).not.toBe('');
    const rows = await column(store, 'SELECT host FROM matches WHERE rematch_of = ?', id);
    expect(rows).toEqual(['1001']);
  });
});
