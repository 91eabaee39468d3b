import { describe, expect, test, vi } from 'vitest';
import { check } from '../../src/playground/payload.ts';
import { usePictures } from '../blank.ts';
import { cell, change } from '../lib/rows.ts';
import { lobbyOf } from '../match/people.ts';
import {
  asked,
  count,
  EPHEMERAL,
  errors,
  flagsOf,
  handle,
  heard,
  line,
  stand,
  store,
  text,
  V2,
} from './edge.ts';
import { command, press, refused, type Sent } from './interactions.ts';

usePictures('blank');

/** Who asks, as Discord tells it, and what they are told when something breaks. */

heard();

describe('who asks', () => {
  const nameOf = (id: string): Promise<unknown> => cell(store, 'SELECT name FROM players WHERE id = ?', id);
  const nameHere = (id: string): Promise<unknown> =>
    cell(store, 'SELECT name FROM members WHERE player = ?', id);

  test('is known by the name of the account, or else of the login, and in a server by the name there', async () => {
    await handle(command('test word', [], { user: '2000', name: 'Ann', nick: 'Annie' }));
    expect([await nameOf('2000'), await nameHere('2000')]).toEqual(['Ann', 'Annie']);
    await handle(command('test word', [], { user: '2000', name: 'Ann' }));
    expect([await nameOf('2000'), await nameHere('2000')]).toEqual(['Ann', 'Ann']);
    const bare = command('test word', [], { user: '2001', name: 'Ben' });
    Object.assign(bare.member!.user, { global_name: null });
    await handle(bare);
    expect([await nameOf('2001'), await nameHere('2001')]).toEqual(['ben', 'ben']);
    await handle(command('test word', [], { user: '2002', name: 'Cleo', guild: null }));
    expect([await nameOf('2002'), await nameHere('2002')]).toEqual(['Cleo', undefined]);
  });

  test('has the language and the theme of their own choice, or else those of their Discord', async () => {
    const choose = 'UPDATE players SET locale = ?, theme = ? WHERE id = ?';
    await handle(command('test word', [], { user: '1001', locale: 'fr' }));
    await change(store, choose, 'de', 'light', '1001');
    await handle(command('test word', [], { user: '1001', locale: 'fr' }));
    expect(asked).toMatchObject([
      { locale: 'fr', theme: null },
      { locale: 'de', theme: 'light' },
    ]);
  });

  test('what was given, where, and with which rights comes along', async () => {
    const given = [
      { name: 'player', type: 6, value: '1003' },
      { name: 'n', type: 4, value: 7 },
      { name: 'yes', type: 5, value: true },
    ];
    await handle(command('test word', given, { rights: 1n << 5n, permissions: 3n, channelType: 11 }));
    await handle(command('test word', [], { rights: 1n << 3n, locale: 'de' }));
    await handle(command('test word', [], { guild: null }));
    expect(asked[0]).toMatchObject({
      kind: 'command',
      name: 'test word',
      options: { player: '1003', n: 7, yes: true },
      users: new Map([['1003', 'U1003']]),
      user: { id: '1000', name: 'Ann' },
      guild: '77',
      channel: '88',
      inThread: true,
      permissions: 3n,
      manages: true,
      personal: false,
    });
    expect(asked[1]).toMatchObject({ manages: true, inThread: false, locale: 'de' });
    expect(asked[2]).toMatchObject({ guild: null, personal: true, manages: false });
  });
});

describe('when something breaks', () => {
  const NUMBER = /[A-Z2-9]{4}-[A-Z2-9]{2}/;

  /** The apology tells a number, and the log tells what broke under that number. */
  function expectNumber(sent: Sent): void {
    const [number] = NUMBER.exec(text(sent))!;
    expect(text(sent)).not.toMatch(/innermost|Error|\.ts/);
    expect(errors()).toMatchObject([
      { number, err: { message: expect.any(String), stack: expect.any(String) } },
    ]);
    expect(errors()[0]!.what).toBeTruthy();
  }

  test('in a command, an apology with a number that stands in the log takes the place of the deferred answer', async () => {
    const [, answer, ...others] = await handle(command('test broken'));
    expect(answer!.method).toBe('post');
    expect(others).toEqual([]);
    expectNumber(answer!);
    expect(check('webhook-create', answer!.body, { files: [] })).toBeNull();
  });

  test('in a press on a public message, the apology is a whisper', async () => {
    const id = await lobbyOf(store, 1);
    vi.spyOn(store, 'write').mockImplementation(() => {
      throw new Error('the disk is gone');
    });
    const [, whisper, ...others] = await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    vi.restoreAllMocks();
    expect(whisper!.method).toBe('post');
    expect(flagsOf(whisper!) & EPHEMERAL).toBe(EPHEMERAL);
    expect(others).toEqual([]);
    expectNumber(whisper!);
  });

  test('when Discord refuses the answer, too', async () => {
    line.fail('patch', refused(50035, 400));
    const [, tried, apology] = await handle(command('games'));
    expect([tried!.method, apology!.method]).toEqual(['patch', 'post']);
    expectNumber(apology!);
  });

  test('and the apology cannot be sent either, that is logged, and the next press works', async () => {
    line.fail('/webhooks', refused(50035, 400));
    await handle(command('test broken'));
    expect(errors()).toHaveLength(1);
    const [number] = NUMBER.exec(String(errors()[0]!.number))!;
    expect(stand.logged.filter((one) => one.number === number)).toHaveLength(2);
    expect(await handle(command('test word'))).toHaveLength(2);
  });

  test('two faults have two numbers', async () => {
    await handle(command('test broken'));
    await handle(command('test public'));
    const numbers = errors().map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2);
  });

  test('before anything was stored, nothing is', async () => {
    const before = await count('matches');
    line.fail('/callback', refused(10062, 404));
    await handle(command('metrox new'));
    expect(await count('matches')).toBe(before);
  });
});
