import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setOffset } from '../clock.ts';
import { labels, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import type { Message, Person, Place } from './person.ts';
import { has, leftBehind, matchOf, pictures, toldBy } from './private.ts';

/** A table in a channel that not everybody sees, and who sees what of it from where. */

const NOBODY = "Ben doesn't sit at a table here.";
const UNKNOWN = /^I don't know that button any more\. Here are your games\.\n## Your games/;

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let table: Table;
let lobby: Message;
let metro: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia');
  [ann, ben, cleo, dia] = club.people as [Person, Person, Person, Person];
  metro = club.world.place('metro');
  table = await club.sit([ann, ben], { channel: 'general', cards: ['N3', 'N4', 'N5'] });
  lobby = await ann.command(club.world.place('general'), 'metrox new', { map: 'osaka' });
  await only(ann.id, ben.id, dia.id);
});

afterAll(() => club?.close());

const only = (...people: string[]) =>
  club.world.control('PUT', `/channels/${club.world.place('general').channel}`, { only: people });

/** What the bot has asked of Discord while something was done, but for its look whether that answers, which it makes at times. */
async function asks<T>(work: () => Promise<T>): Promise<{ done: T; asked: string[] }> {
  const from = (await club.world.requests()).length;
  const done = await work();
  const after = (await club.world.requests()).slice(from);
  const asked = after
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/^.*\/v10/, ''));
  return { done, asked: asked.filter((path) => path !== '/gateway') };
}

const member = (person: Person) => `/guilds/${metro.guild}/members/${person.id}`;
const board = (person: Person, place: Place, options = {}) => person.command(place, 'metrox board', options);

describe('from another channel of the server', () => {
  test('who may see it sees its boards, others hear what they would hear of no table; nothing is asked', async () => {
    const { done, asked } = await asks(async () => ({
      insider: await board(dia, metro, { player: ben.id }),
      outsider: await board(cleo, metro, { player: ben.id }),
    }));
    expect(words(done.insider)).toContain(`Ben's board · #${table.id}`);
    expect(await pictures(done.insider)).toHaveLength(1);
    expect(words(done.outsider)).toBe(NOBODY);
    expect(done.outsider.attachments).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('buttons that an outsider still has lead to their games, and do nothing', async () => {
    const ids = ['boards', 'mine', 'more', 'replay', 'film', 'record', 'take', 'go', 'rematch']
      .map((act) => `${act}|${table.id}|1`)
      .concat(['join', 'options', 'start', 'reopen'].map((act) => `${act}|${matchOf(lobby)}|0`));
    const { asked } = await asks(async () => {
      for (const custom_id of ids) {
        const old = await leftBehind(club.world, metro.channel, [{ type: 2, custom_id }]);
        const seen = await cleo.wait((m) => m.id === old, 'the old button');
        const answer = await toldBy(cleo, () => cleo.tap(seen, 'Old'));
        expect(words(answer), custom_id).toMatch(UNKNOWN);
        // The challenge of the day may be on any map.
        expect(words(answer).replace(/^📅.*$/gm, ''), custom_id).not.toMatch(/Ann|Ben|Osaka/);
      }
    });
    expect(asked).toEqual([]);
    expect(await club.ledger.seated(matchOf(lobby))).toBe(1);
  });

  test('who sits there plays on, though the channel is hidden from them now', async () => {
    await only(ann.id, dia.id);
    const { done, asked } = await asks(() => board(ben, metro));
    expect(words(done)).toContain('round 1');
    const chosen = (await ben.press(done, /^T ×/))!;
    expect(words(chosen)).toContain('## You play T Tozai');
    expect(asked).toEqual([]);
    await only(ann.id, ben.id, dia.id);
  });
});

describe('from direct messages', () => {
  test('the server is asked about whoever asks, once a minute', async () => {
    const [from, away, own] = await Promise.all([dia, cleo, ben].map((one) => club.world.direct(one)));
    const insider = await asks(() => board(dia, from!, { player: ben.id }));
    expect(words(insider.done)).toContain(`Ben's board · #${table.id}`);
    expect(insider.asked).toEqual([member(dia)]);
    const outsider = await asks(async () => {
      for (let time = 0; time < 2; time++)
        expect(words(await board(cleo, away!, { player: ben.id }))).toBe(NOBODY);
    });
    expect(outsider.asked).toEqual([member(cleo)]);
    const player = await asks(async () => ben.press(await board(ben, own!), '↺ Change'));
    expect(words(player.done!)).toContain('round 1');
    expect(player.asked).toEqual([member(ben)]);
  });

  test('where Discord does not say, it is no', async () => {
    setOffset(club.world.clockFile, 61_000);
    const route = '/guilds/:id/members/:id';
    await club.world.control('POST', '/faults', { method: 'GET', route, status: 500, times: 6 });
    const [away, own] = await Promise.all([dia, ben].map((one) => club.world.direct(one)));
    expect(words(await board(dia, away!, { player: ben.id }))).toBe(NOBODY);
    expect(words(await board(ben, own!))).toMatch(
      /^I can't tell just now whether you are still in the server/,
    );
    expect(words(await board(ben, own!))).toContain('## You play T Tozai');
  });
});

describe('a private thread', () => {
  test('is seen by its members', async () => {
    const thread = await secret(ann, ben, dia);
    const opened = await ann.command({ guild: metro.guild, channel: thread }, 'metrox new', { map: 'tokyo' });
    const id = matchOf(opened);
    await ben.wait((m) => m.id === opened.id && has(m, 'Join'));
    await ben.tap(opened, 'Join');
    await expect.poll(() => club.ledger.seated(id)).toBe(2);
    const shown = async (person: Person) => {
      const old = await leftBehind(club.world, metro.channel, [{ type: 2, custom_id: `options|${id}|0` }]);
      const seen = await person.wait((m) => m.id === old, 'the old button');
      return asks(() => toldBy(person, () => person.tap(seen, 'Old')));
    };
    const insider = await shown(dia);
    expect(words(insider.done)).toMatch(/Tokyo/);
    expect(insider.asked).toEqual([`/channels/${thread}/thread-members/${dia.id}`]);
    const outsider = await shown(cleo);
    expect(words(outsider.done)).toMatch(UNKNOWN);
    expect(outsider.asked).toEqual([`/channels/${thread}/thread-members/${cleo.id}`]);
    // The owner of the server sees everything.
    expect((await shown(ann)).asked).toEqual([]);
  });

  async function secret(...people: Person[]): Promise<string> {
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization: 'person-ann', 'content-type': 'application/json' };
      const answer = await fetch(`${club.world.url}/api/v10${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return answer.status === 204 ? undefined : ((await answer.json()) as { id: string });
    };
    const { id } = (await ask('POST', `/channels/${metro.channel}/threads`, { name: 'Secret', type: 12 }))!;
    const [bot] = (await club.world.requests()).flatMap(
      ({ path }) => /applications\/(\d+)/.exec(path)?.[1] ?? [],
    );
    for (const who of [bot!, ...people.slice(1).map((one) => one.id)])
      await ask('PUT', `/channels/${id}/thread-members/${who}`);
    return id;
  }
});

describe('after leaving the server', () => {
  test('a player may leave the table, and nothing else', async () => {
    setOffset(club.world.clockFile, 180_000);
    const own = await club.world.direct(ben);
    const list = await ben.command(own, 'games');
    await club.world.control('DELETE', `/guilds/${metro.guild}/members/${ben.id}`);
    setOffset(club.world.clockFile, 241_000);
    const now = await ben.command(own, 'games');
    expect(words(now)).toContain(`#${table.id} Tokyo** · you are not in its server any more`);
    expect(words(now)).not.toMatch(/Ann|round|discord\.com/);
    const opened = (await ben.choose(list, String(table.id), /Open a game/))!;
    expect(words(opened)).toMatch(/^You are not in the server of game #\d+ any more\./);
    expect(labels(opened)).toEqual(['Leave', 'My games']);
    const left = (await ben.press(opened, 'Leave'))!;
    expect(words(left)).toContain(`You left #${table.id}.`);
    const { log } = await club.ledger.match(table.id);
    expect(log.at(-1)!.code).toBe('/leave.1');
    // Figures and their own data stay theirs.
    expect(words(await ben.command(own, 'privacy show'))).not.toMatch(/not in the server/);
  });
});

test('nothing was out of shape', () => club.check());
