import { describe, expect, test } from 'vitest';
import { COMMANDS, commandData } from '../../commands/index.ts';
import { encode } from '../../src/app/ids.ts';
import type { CommandRequest, PressRequest, Reply } from '../../src/app/request.ts';
import { ACTS, FORMS, route } from '../../src/app/router.ts';
import { translator } from '../../src/locales.ts';
import { bare } from '../bare.ts';
import { usePictures } from '../blank.ts';
import { LONG } from '../lib/long.ts';
import { cell } from '../lib/rows.ts';
import { ANN, gathered, stand, store, table } from './crowd.ts';
import { unsound, wordsOf } from './sound.ts';
import { errorsOf, origin } from './stand.ts';

usePictures('blank');

/** Ids that nobody was given: buttons of an older release, and what somebody makes up. */

gathered();

/** Names that every plain object knows, and what may have been the name of something once. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'oldgame', '0', ''];
const OUTDATED = /^I don't know that button any more\./;

async function pressed(customId: string, values: readonly string[], personal: boolean): Promise<Reply> {
  const press = { ...origin(ANN, { personal }), kind: 'press', customId, values } as PressRequest;
  const way = route(press);
  // A form opens without anything being answered.
  const modal = way.modal(press);
  if (modal) {
    for (const words of [modal.title, ...modal.fields.map(({ label }) => label)]) {
      expect(words.length, words).toBeLessThanOrEqual(45);
      expect(words).not.toMatch(/^[a-z]\w*\.[\w.]+$/i);
    }
    return {};
  }
  return bare(await way.run(stand.app, press));
}

const saidBy = (reply: Reply): string =>
  [reply.screen, reply.whisper].flatMap((screen) => (screen ? [wordsOf(screen)] : [])).join('\n');

function sound(reply: Reply): void {
  for (const screen of [reply.screen, reply.whisper])
    if (screen) expect(unsound(screen, 'webhook-edit', { flags: 64 })).toEqual([]);
}

describe('a part of an id that is nothing', () => {
  test.each([...ACTS, ...FORMS])('breaks nothing: %s', async (act) => {
    const id = await table(2);
    const matches = [0, id, 987654];
    for (const [n, name] of ['constructor', '__proto__', 'oldgame', ''].entries())
      for (const [m, parts] of [
        [name],
        [name, name],
        ['metrox', name],
        ['metrox', 'tokyo', name, name],
        [name, '1', '2', '3'],
        ['1', name, '9'.repeat(30), 'metro'],
        ['1', 'all', '24', name],
      ].entries()) {
        // Of the pairs every second one, but in the long form: each name and each shape is still tried.
        if (LONG === 0 && (n + m + act.length) % 2 > 0) continue;
        // Any two of match, name, parts and values meet.
        const match = matches[(n + m) % 3]!;
        const values = (n + (m >> 1)) % 2 === 0 ? [] : [name];
        const custom = encode(act, match, 1, ...parts);
        const reply = await pressed(custom, values, match === 0).catch((error: Error) => {
          throw new Error(`${custom} ${JSON.stringify(values)}: ${error.stack}`);
        });
        sound(reply);
      }
    expect(errorsOf(stand)).toEqual([]);
    expect(
      await cell(
        store,
        'SELECT count(*) FROM matches WHERE game NOT IN (SELECT value FROM json_each(?))',
        '["metrox","metro","metromania"]',
      ),
    ).toBe(0);
  });

  test.each([
    ['practice', 0],
    ...['practise', 'daily', 'begin', 'earlier', 'earlierday'].map((act) => [act, 0, 'metro']),
    ...['leaders', 'stats', 'poststats', 'newtable', 'tutorial'].map((act) => [act, 0]),
    ['rules', 1],
    ['jump', 3],
  ] as [string, number, string?][])(
    'is told to be outdated where it should be a game: %s',
    async (act, at, without) => {
      for (const name of [...NAMES.filter((one) => one !== ''), ...(without ? [without] : [])]) {
        const before = Array<string>(at).fill('full');
        for (const after of [[], ['server', 'all', 'daily']]) {
          const reply = await pressed(encode(act, 0, 0, ...before, name, ...after), [], true);
          sound(reply);
          expect(saidBy(reply), name).toMatch(OUTDATED);
        }
      }
      expect(await cell(store, 'SELECT count(*) FROM matches')).toBe(0);
    },
  );
});

test('a lesson that there is not leads to the first', async () => {
  for (const turn of [4, 50, 9999])
    for (const answer of [[], ['a']]) {
      const reply = await pressed(encode('tutorial', 0, turn, 'metrox', ...answer), [], true);
      expect(saidBy(reply)).toMatch(/1 of \d/);
    }
});

test.each([...COMMANDS.keys()])(
  'an option of a command that is nothing breaks nothing: /%s',
  async (name) => {
    await table(2);
    const [first, sub] = name.split(' ');
    const data = commandData(translator('en')).find((one) => one.name === first)!;
    const verb = (data.options ?? []).find((one) => one.name === sub) ?? data;
    const known = ((verb as { options?: readonly { name: string }[] }).options ?? []).map((one) => one.name);
    for (const guild of ['77', null])
      for (const value of ['constructor', '__proto__', 'oldgame', '', -1, 1e9, true]) {
        const options = Object.fromEntries(known.map((option) => [option, value]));
        const request = {
          ...origin(ANN, { guild, personal: guild === null }),
          kind: 'command',
          name,
          options,
          users: new Map(),
        };
        const command = COMMANDS.get(name)!;
        const asked = request as unknown as CommandRequest;
        const reply = (await command.obstacle?.(stand.app, asked)) ?? (await command.run(stand.app, asked));
        sound(bare(reply));
      }
    expect(errorsOf(stand)).toEqual([]);
  },
);
