import { describe, expect, test } from 'vitest';
import type { PressRequest } from '../../src/app/request.ts';
import { now } from '../../src/clock.ts';
import { openSolo } from '../../src/match/opening.ts';
import { leaveSeat } from '../../src/match/people.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import type { Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { loaded } from '../match/people.ts';
import {
  ANN,
  actsOf,
  BEN,
  EVERYBODY,
  gathered,
  mixed,
  picksOf,
  pressed,
  rows,
  STRANGER,
  said,
  settle,
  stand,
  store,
  table,
} from './crowd.ts';
import { pieces, unsound, wordsOf } from './sound.ts';
import { ackOf, origin } from './stand.ts';

usePictures('blank');

/** A table's life, pressed by everybody: what it does, what it refuses, and that nothing leads nowhere. */

gathered();

/** Every press, and for whom something is written. */
const PRESSES: readonly [act: string, rest: string, values: string[], writes: string][] = [
  ['more', '', [], 'away'],
  ['quit', '', [], ''],
  ['quitnow', '', [], 'host player away'],
  ['stay', '', [], 'away'],
  ['back', '', [], 'left away'],
  ['kick', '', [], ''],
  ['kickask', '', ['3'], ''],
  ['kickask', '', ['77'], ''],
  ['kicknow', '|3|ask', [], 'host player'],
  ['kicknow', '|5|alone', [], 'manager'],
  ['kicknow', '|5|ask', [], 'away'],
  ['kicknow', '|5', [], ''],
  ['kicknow', '|x', [], ''],
  ['crown', '', [], ''],
  ['crownnow', '', ['5'], 'host'],
  ['crownnow', '', ['2'], ''],
  ['pause', '', [], 'host'],
  ['go', '', [], 'away'],
  ['askend', '', [], 'host'],
  ['agree', '', [], 'away'],
  ['playon', '', [], 'away'],
  ['endall', '', [], 'away'],
  ['endnow', '', [], 'away manager'],
  ['take', '|2', [], 'away'],
  ['take', '', ['2'], 'away'],
  ['sit', '|2', [], 'away stranger manager manager elsewhere'],
  ['sit', '|99', [], 'away'],
  ['mine', '', [], 'away'],
  ['boards', '', [], ''],
];

describe('every press by everybody', () => {
  test.each([true, false])('personal: %s', async (personal) => {
    const id = await mixed();
    stand.app.refresh(id);
    await settle();
    const restore = snapshot(store);
    const { turn } = (await loaded(store, id)).row;
    const before = await rows(id);
    const wrote: Record<string, string> = {};
    for (const [act, rest, values] of PRESSES) {
      const who: string[] = [];
      for (const [name, [user, more]] of Object.entries(EVERYBODY)) {
        const reply = await stand.press(user, `${act}|${id}|${turn}${rest}`, values, { personal, ...more });
        const what = `${act}${rest} ${values} by ${name}`;
        const screen = reply.screen ?? reply.whisper;
        // Only what the public message itself answers says nothing.
        if (!screen) expect(['go', 'agree', 'playon'], what).toContain(act);
        else {
          expect(unsound(screen, 'webhook-edit', { flags: 64 }), what).toEqual([]);
          expect(wordsOf(screen).length, what).toBeGreaterThan(0);
          expect(
            pieces(screen).some(({ custom_id, url }) => custom_id ?? url),
            `${what} leads on`,
          ).toBe(true);
        }
        if (personal) expect(screen, what).toBeDefined();
        if ((await rows(id)).length > before.length) who.push(name);
        await settle();
        restore();
        expect(await rows(id)).toEqual(before);
      }
      wrote[`${act}${rest} ${values}`] = who.join(' ');
    }
    const expected = PRESSES.map(([act, rest, values, writes]) => [`${act}${rest} ${values}`, writes]);
    expect(wrote).toEqual(Object.fromEntries(expected));
  });

  test('of a match alone, one that is over, and none at all', async () => {
    const { id: alone } = await openSolo(store, {
      game: 'metrox',
      map: 'tokyo',
      host: ANN,
      guild: null,
      origin: null,
      at: now(),
    });
    const over = await table(2);
    await stand.press('1011', `endnow|${over}|1`, [], { manages: true });
    for (const [act, rest, values] of [...PRESSES.slice(0, -2), ['movehere', '', [], '']] as typeof PRESSES) {
      for (const user of [ANN, STRANGER]) {
        const more = { manages: true };
        expect(await said(user, `${act}|${alone}|1${rest}`, values.slice(0, 0), more), act).toContain(
          'Here are your games',
        );
        expect(await said(user, `${act}|4242|1${rest}`, values.slice(0, 0), more), act).toContain(
          'Here are your games',
        );
        expect(await said(user, `${act}|${over}|1${rest}`, values.slice(0, 0), more), act).toContain(
          'This game ended',
        );
      }
    }
    expect(await rows(alone)).toEqual([]);
    expect(await rows(over)).toEqual(['/void.moderator']);
  });

  test('what everybody sees is answered by the message itself, all else in private', () => {
    const ack = (act: string) =>
      ackOf({ ...origin(ANN), kind: 'press', customId: `${act}|1|1`, values: [] } as PressRequest);
    for (const act of ['go', 'agree', 'playon']) expect(ack(act), act).toBe('update');
    for (const [act] of PRESSES)
      if (!['go', 'agree', 'playon'].includes(act)) expect(ack(act), act).toBe('private');
    expect(ack('movehere')).toBe('private');
  });
});

/** Puts everything about matches back as it is now. */
function snapshot(store: Store): () => void {
  const raw = connectionOf(store);
  const names = ['matches', 'seats', 'former', 'actions', 'tables', 'jobs', 'players'];
  const kept = names.map((name) => [name, raw.prepare(`SELECT * FROM ${name}`).all() as object[]] as const);
  return () => {
    raw.pragma('foreign_keys = OFF');
    raw.transaction(() => {
      for (const [name, all] of kept) {
        raw.prepare(`DELETE FROM ${name}`).run();
        for (const one of all) {
          const columns = Object.keys(one);
          raw
            .prepare(
              `INSERT INTO ${name} (${columns.map((c) => `"${c}"`)}) VALUES (${columns.map((c) => `@${c}`)})`,
            )
            .run(one);
        }
      }
    })();
    raw.pragma('foreign_keys = ON');
  };
}

describe('⋯ More', () => {
  test('shows everybody what they may do', async () => {
    const id = await mixed();
    const acts = async (name: string) => {
      const [user, more] = EVERYBODY[name]!;
      return actsOf(await pressed(user, `more|${id}|4`, [], more));
    };
    const host = ['mine', 'rules', 'settings', 'mute', 'quit', 'kick', 'crown', 'pause', 'askend'];
    expect(await acts('host')).toEqual(host);
    expect(await acts('player')).toEqual(['mine', 'rules', 'settings', 'mute', 'quit', 'kick']);
    expect(await acts('left')).toEqual(['rules', 'settings', 'mute', 'back']);
    expect(await acts('stranger')).toEqual(['rules', 'take', 'take', 'take']);
    expect(await acts('kicked')).toEqual(['rules']);
    expect(await acts('manager')).toEqual(['rules', 'kick', 'endall', 'take', 'take', 'take']);
    expect(await acts('manager elsewhere')).toEqual(['rules', 'take', 'take', 'take']);
    expect(await acts('away')).toEqual(['mine', 'rules', 'settings', 'mute', 'quit', 'kick']);
    const both = actsOf(await pressed(ANN, `more|${id}|4`, [], { manages: true }));
    // Whoever manages the server and plays is a player like others.
    expect(both).toEqual(host);
    const kick = async (user: string, manages = false) =>
      pieces(await pressed(user, `more|${id}|4`, [], { manages })).find(({ custom_id }) =>
        custom_id?.startsWith('kick|'),
      )?.label;
    expect([await kick(BEN), await kick('1011', true)]).toEqual(['Ask to kick', 'Kick']);
  });

  test('while it is paused the host may go on; more free seats than fit in a row are in a menu', async () => {
    const id = await table(9);
    for (const user of ['1003', '1004', '1005', '1006', '1007', '1008'])
      await leaveSeat(store, { match: id, user, at: now() });
    await stand.press(ANN, `pause|${id}|1`);
    const screen = await pressed(ANN, `more|${id}|1`);
    expect(actsOf(screen)).toContain('go');
    expect(actsOf(screen)).not.toContain('pause');
    expect(wordsOf(screen)).toContain('Ann paused this game');
    const free = await pressed(STRANGER, `more|${id}|1`);
    expect(actsOf(free)).toEqual(['rules', 'take']);
    expect(picksOf(free)).toEqual(['3', '4', '5', '6', '7', '8']);
  });
});
