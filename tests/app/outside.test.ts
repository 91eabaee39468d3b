import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boardCommand } from '../../src/app/boards.ts';
import type { Membership } from '../../src/app/channels.ts';
import type { App } from '../../src/app/context.ts';
import { listGames } from '../../src/app/games.ts';
import type { Draft } from '../../src/app/outbound.ts';
import type { Origin, Reply } from '../../src/app/request.ts';
import { tableCommand } from '../../src/app/tableaction.ts';
import { load } from '../../src/store/matches.ts';
import { setTable } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { lobbyOf, over } from '../match/people.ts';
import { ANN, actsOf, BEN, gathered, picksOf, rows, STRANGER, settle, stand, store, table } from './crowd.ts';
import { placeIn } from './sights.ts';
import { idsOf, pieces, textsOf, unsound, wordsOf } from './sound.ts';
import { origin } from './stand.ts';

usePictures('blank');

/** What is left to players who are not in their table's server any more, and to those of whom nobody can tell. */

gathered();

const DIRECT: Partial<Origin> = { guild: null, channel: '97', sees: false, personal: true };
const GONE = /^You are not in the server of game #\d+ any more\./;
const UNSURE = /^I can't tell just now whether you are still in the server of game #\d+\. Try again/;

let members: Record<string, Membership['is']>;
let asked: string[];
beforeEach(() => {
  members = {};
  asked = [];
  const memberOf: App['memberOf'] = async (guild, user) => {
    asked.push(`${guild} ${user}`);
    const is = members[user] ?? 'member';
    return is === 'member' ? { is, roles: [] } : { is };
  };
  Object.assign(stand.app, { memberOf });
});
afterEach(settle);

const sound = ({ screen, whisper }: Reply): Draft => {
  const found = screen ?? whisper;
  if (!found) throw new Error('Nothing was answered.');
  expect(unsound(found, 'webhook-edit', { flags: 64 })).toEqual([]);
  return found;
};
const press = async (user: string, id: string, values: string[] = [], where: Partial<Origin> = DIRECT) =>
  sound(await stand.press(user, id, values, where));
const games = async (user: string, where: Partial<Origin> = DIRECT) =>
  sound(await listGames(stand.app, origin(user, where), 0));

describe('who sits at a table and has left its server', () => {
  beforeEach(() => {
    members[BEN] = 'none';
  });

  test('may leave the game, from the list too', async () => {
    const id = await table();
    const opened = await press(BEN, 'open|0|0', [`${id}`]);
    expect(wordsOf(opened)).toMatch(GONE);
    expect(wordsOf(opened)).toContain('You can still leave the game.');
    expect(idsOf(opened)).toEqual([`quitnow|${id}|0`, 'games|0|0']);
    const left = await press(BEN, `quitnow|${id}|0`);
    expect(wordsOf(left)).toContain(`You left #${id}.`);
    expect(await rows(id)).toEqual(['/leave.1']);
    // There is nothing more to be left.
    const again = await press(BEN, 'open|0|0', [`${id}`]);
    expect(wordsOf(again)).toMatch(GONE);
    expect(idsOf(again)).toEqual(['games|0|0']);
    for (const act of ['back', 'mine', 'boards', 'more']) await press(BEN, `${act}|${id}|1`);
    expect(await rows(id)).toEqual(['/leave.1']);
  });

  test('may leave a lobby', async () => {
    const id = await lobbyOf(store, 3);
    expect(idsOf(await press(BEN, 'open|0|0', [`${id}`]))).toEqual([`leave|${id}|0`, 'games|0|0']);
    expect(wordsOf(await press(BEN, `leave|${id}|0`))).toContain(`You left #${id}.`);
    expect((await load(store, id))!.seats.map(({ player }) => player)).toEqual([ANN, '1002']);
  });

  test('gets no board of it by a command, and turns no card', async () => {
    const id = await table(2, { options: { flip: 'manual' } });
    members[ANN] = 'none';
    const asks = (user: string) => origin(user, DIRECT);
    for (const user of [ANN, BEN])
      expect(wordsOf(sound(await boardCommand(stand.app, asks(user), 'metrox', undefined, '')))).toMatch(
        GONE,
      );
    expect(wordsOf(sound(await tableCommand(stand.app, asks(ANN), id)))).toMatch(GONE);
    expect(await rows(id)).toEqual([]);
  });

  test('sees in the list that they are out, and nothing else of it', async () => {
    const id = await table();
    const list = await games(BEN);
    expect(wordsOf(list)).toContain(`#${id} Tokyo** · you are not in its server any more`);
    expect(textsOf(list).join('\n')).not.toMatch(/Ann|P1002|discord\.com|round|your move/);
    expect(picksOf(list)).toEqual([String(id)]);
    expect(pieces(list).some(({ url }) => url !== undefined)).toBe(false);
  });

  test('has them back when they are in it again', async () => {
    const id = await table();
    await press(BEN, `mine|${id}|1`);
    members[BEN] = 'member';
    expect(wordsOf(await press(BEN, `mine|${id}|1`))).not.toMatch(GONE);
    expect(wordsOf(await games(BEN))).toContain('round 1 · your move');
  });
});

describe('where nobody can tell whether a player is in the server', () => {
  test('they cannot act, are told so, and may leave', async () => {
    members[BEN] = 'unknown';
    const id = await table();
    for (const act of ['mine', 'boards', 'more', 'go', 'agree']) {
      const told = await press(BEN, `${act}|${id}|1`);
      expect(wordsOf(told), act).toMatch(UNSURE);
      expect(actsOf(told), act).toEqual(['quitnow', 'games']);
    }
    expect(wordsOf(await games(BEN))).toContain("I can't tell just now whether you are in its server");
    expect(await rows(id)).toEqual([]);
    expect(wordsOf(await press(BEN, `quitnow|${id}|0`))).toContain(`You left #${id}.`);
  });

  test('a press that public messages answer is told beside them', async () => {
    members[BEN] = 'unknown';
    const id = await table();
    const where = { guild: '66', channel: '98' };
    const { screen, whisper } = await stand.press(BEN, `go|${id}|1`, [], where);
    expect(screen).toBeUndefined();
    expect(wordsOf(whisper!)).toMatch(UNSURE);
  });
});

describe('the list of games', () => {
  test('asks for nobody in the server itself, and elsewhere once for each game of the page', async () => {
    for (let n = 0; n < 12; n++) await lobbyOf(store, 2, { guild: `6${n}` });
    await lobbyOf(store, 2, { guild: '77' });
    await games(ANN, { guild: '77', channel: '88' });
    expect(asked).toHaveLength(9);
    asked.length = 0;
    await games(ANN);
    expect(asked).toHaveLength(10);
    expect(new Set(asked).size).toBe(10);
  });

  test('names nothing of a server that one has left on any page', async () => {
    for (let n = 0; n < 12; n++) await table(2, { guild: `6${n}` });
    members[ANN] = 'none';
    for (const page of [0, 1]) {
      const list = sound(await listGames(stand.app, origin(ANN, DIRECT), page));
      expect(textsOf(list).join('\n')).not.toMatch(/Ben|discord\.com|round/);
    }
  });
});

describe('what a button has opened', () => {
  test('is shown to those alone who may see where it stands', async () => {
    const id = await over(store, 2);
    await stand.press(ANN, `rematch|${id}|0`, [], { channel: '90' });
    const led = await press(BEN, `rematch|${id}|0`, [], { channel: '88', personal: true });
    expect(wordsOf(led)).toContain('The rematch is open already');
    const overwrites = new Map([['77', { allow: 0n, deny: 1n << 10n }]]);
    const placeOf = async (guild: string, at: string) => placeIn(guild, at === '90' ? { overwrites } : {});
    Object.assign(stand.app, { places: { placeOf, isInThread: async () => false } });
    const kept = await press(BEN, `rematch|${id}|0`, [], { channel: '88', personal: true });
    expect(wordsOf(kept)).toContain("I don't know that button any more");
    expect(textsOf(kept).join('\n')).not.toContain('/90/');
    // Nor does it open another.
    expect(picksOf(await games(ANN))).toHaveLength(1);
  });
});

describe('who manages the server', () => {
  const manager = { manages: true };
  const hidden = (channel: string) => {
    const overwrites = new Map([['77', { allow: 0n, deny: 1n << 10n }]]);
    const placeOf = async (guild: string, at: string) =>
      at === channel ? placeIn(guild, { overwrites }) : placeIn(guild);
    Object.assign(stand.app, { places: { placeOf, isInThread: async () => false } });
  };
  const offers = async (user: string, more: Partial<Origin>) => {
    const list = await games(user, { channel: '99', ...more });
    return pieces(list).flatMap((piece) =>
      piece.custom_id?.startsWith('movehere') ? piece.options!.map(({ value }) => value) : [],
    );
  };

  test('brings tables here that lost their place in a channel they may view, and no others', async () => {
    const id = await table();
    await setTable(store, id, { channel: '88', discordError: '50013' });
    expect(await offers(STRANGER, manager)).toEqual([String(id)]);
    hidden('88');
    expect(await offers(STRANGER, manager)).toEqual([]);
    const told = await press(STRANGER, `movehere|${id}|0`, [], { channel: '99', ...manager });
    expect(wordsOf(told)).toContain("I don't know that button any more");
  });

  test('brings those here whose channel is gone, of which they see nothing before', async () => {
    const id = await table();
    await setTable(store, id, { channel: '88', discordError: '10003' });
    const placeOf = async () => undefined;
    Object.assign(stand.app, { places: { placeOf, isInThread: async () => false } });
    expect(await offers(STRANGER, manager)).toEqual([String(id)]);
    expect(await offers(STRANGER, { manages: false })).toEqual([]);
    expect(await offers(STRANGER, { manages: true, guild: '66' })).toEqual([]);
    const where = { channel: '99', ...manager };
    for (const act of ['boards', 'more', 'endnow', 'kick'])
      expect(wordsOf(await press(STRANGER, `${act}|${id}|1`, [], where)), act).toContain(
        "I don't know that button any more",
      );
    for (const more of [{ manages: false }, { guild: '66' }])
      expect(wordsOf(await press(STRANGER, `movehere|${id}|0`, [], { ...where, ...more }))).toContain(
        "I don't know that button any more",
      );
    const moved = await press(STRANGER, 'movehere|0|0', [String(id)], where);
    expect(wordsOf(moved)).toContain(`#${id} is moving here.`);
    expect(actsOf(await press(STRANGER, `boards|${id}|1`, [], where))).toContain('boards');
  });
});
