import type { APIInteraction } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../commands/index.ts';
import { ACTS, FORMS } from '../../src/app/router.ts';
import { createInbound } from '../../src/discord/inbound.ts';
import { type Kind, kindOf, type Meter, nameOf, type Outcome } from '../../src/discord/meter.ts';
import { usePictures } from '../blank.ts';
import { lobbyOf } from '../match/people.ts';
import { commands, EPHEMERAL, finish, heard, line, stand, store, V2 } from './edge.ts';
import { command, press, refused, submission } from './interactions.ts';

usePictures('blank');

/** Whoever counts hears of each interaction once: what it was, what became of it, and how long somebody waited. */

heard();

let ended: [kind: Kind, name: string, outcome: Outcome][];
let times: [what: 'acknowledged' | 'answered', kind: Kind, ms: number][];
let handle: (interaction: APIInteraction) => Promise<void>;
beforeEach(() => {
  ended = [];
  times = [];
  const meter: Meter = {
    acknowledged: (kind, ms) => void times.push(['acknowledged', kind, ms]),
    answered: (kind, ms) => void times.push(['answered', kind, ms]),
    ended: (...one) => void ended.push(one),
    requested: () => {},
    changed: () => {},
  };
  const lines = { rest: line.rest, first: line.rest };
  handle = createInbound(stand.app, lines, () => '42', commands(), meter).handle;
});

describe('what becomes of it', () => {
  test('a command, a press, a menu and a form are answered', async () => {
    const id = await lobbyOf(store, 1);
    await handle(command('metrox rules'));
    await handle(press(`join|${id}|0`, undefined, V2, { user: '1001' }));
    await handle(press(`set|${id}|0|map`, ['osaka'], EPHEMERAL | V2));
    await handle(submission('hoursset|0|0', { from: '22', to: '7' }, EPHEMERAL | V2));
    expect(ended).toEqual([
      ['command', 'metrox rules', 'answered'],
      ['button', 'join', 'answered'],
      ['menu', 'set', 'answered'],
      ['form', 'hoursset', 'answered'],
    ]);
    expect(times.map(([what, kind]) => `${kind} ${what}`)).toEqual(
      ended.flatMap(([kind]) => [`${kind} acknowledged`, `${kind} answered`]),
    );
  });

  test('a form that is opened is the answer', async () => {
    await handle(press('quiethours|0|0', ['own'], EPHEMERAL | V2));
    await handle(press('ownhours|0|0', undefined, EPHEMERAL | V2));
    expect(ended.at(-1)).toEqual(['button', 'ownhours', 'answered']);
  });

  test('an old client that asks for suggestions is answered', async () => {
    await handle({ ...command('metrox new'), type: 4 } as APIInteraction);
    expect(ended).toEqual([['suggestion', 'other', 'answered']]);
  });

  test('what cannot be acknowledged has no time at all', async () => {
    line.fail('/callback', refused(10062, 404));
    await handle(command('games'));
    expect(ended).toEqual([['command', 'games', 'unacknowledged']]);
    expect(times).toEqual([]);
  });

  test('an answer that has no place any more was acknowledged', async () => {
    line.fail('@original', refused(10003, 404));
    line.fail('/webhooks', refused(10003, 404), 9);
    await handle(command('test word'));
    expect(ended).toEqual([['command', 'test word', 'undelivered']]);
    expect(times).toEqual([['acknowledged', 'command', 0]]);
  });

  test('a fault is told', async () => {
    await handle(command('test broken'));
    expect(ended).toEqual([['command', 'test broken', 'failed']]);
  });

  test('what comes twice is counted as such, and is nothing else', async () => {
    const twice = command('games');
    await handle(twice);
    await handle(twice);
    expect(ended).toEqual([
      ['command', 'games', 'answered'],
      ['command', 'games', 'repeated'],
    ]);
  });

  test('nothing is told of a ping', async () => {
    await handle({ ...command('games'), type: 1 } as APIInteraction);
    expect(ended).toEqual([]);
  });

  test('how long somebody waited is in milliseconds: for a sign, and for the answer', async () => {
    line.hold('/callback', new Promise((done) => setTimeout(done, 300)));
    const handling = handle(command('test slow'));
    await vi.advanceTimersByTimeAsync(300);
    await vi.waitFor(() => expect(times).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(1700);
    finish({});
    await handling;
    expect(times[0]).toEqual(['acknowledged', 'command', 300]);
    expect(times[1]![2]).toBeGreaterThanOrEqual(2000);
  });
});

describe('names', () => {
  test('are those of commands and acts', () => {
    for (const name of COMMANDS.keys()) expect(nameOf(command(name), COMMANDS)).toBe(name);
    for (const act of [...ACTS, ...FORMS]) expect(nameOf(press(`${act}|7|3|x`), COMMANDS)).toBe(act);
  });

  test('of what is not known are one, whatever somebody sends', () => {
    for (const id of ['nonsense', '', 'zzz|1|0', 'toString|1|0', 'join', `join|1|0|${'x'.repeat(99)}`]) {
      expect(nameOf(press(id), COMMANDS), id).toBe('other');
      expect(nameOf(submission(id, {}, null), COMMANDS), id).toBe('other');
    }
    expect(nameOf(command('nothing of'), COMMANDS)).toBe('other');
  });

  test('kinds are those of Discord', () => {
    const all = [
      command('games'),
      press('games|0|0'),
      press('set|1|0', ['x']),
      submission('awayset|0|0', {}, null),
      { ...command('games'), type: 4 } as APIInteraction,
      { ...command('games'), type: 1 } as APIInteraction,
    ];
    expect(all.map(kindOf)).toEqual(['command', 'button', 'menu', 'form', 'suggestion', 'other']);
  });
});
