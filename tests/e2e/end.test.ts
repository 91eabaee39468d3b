import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Match } from '../../src/match/match.ts';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub, type Table } from './club.ts';
import type { Message, Person } from './person.ts';
import { alts, asked, has, leftBehind, matchOf, now, playLine, round, told } from './private.ts';
import { checkEnd } from './table.ts';

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let table: Table;
let end: Message;

/** One seat is still to play in the last round. */
const last = (match: Pick<Match, 'game' | 'state'>): boolean => {
  const { game, state } = match;
  const [seat] = game.toAct(state);
  if (seat === undefined) return false;
  const after = game
    .toAct(state)
    .reduce((next, one) => game.apply(next, one, game.actions(next, one)[0]!), state);
  return game.over(after);
};

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia');
  [ann, ben, cleo, dia] = club.people as [Person, Person, Person, Person];
  table = await club.sit([ann, ben, cleo], { map: 'osaka' });
});

afterAll(() => club?.close());

test('the last tap ends the game: one line that pings, which becomes the whole result', async () => {
  const match = await club.ledger.ahead(table.id, last);
  const open = await round(ann, table.place, match.game.turn(match.state));
  // With one window left to each there is one line each.
  const line = (seat: number) => (match.game.actions(match.state, seat)[0] as { id: string }).id;
  await playLine(ann, open, line(0));
  await playLine(ben, open, line(1));
  const closing = await playLine(cleo, open, line(2));
  expect(words(closing)).toMatch(/^This game ended <t:\d+:R>\./);
  end = await ann.wait((m) => m.channel_id === table.place.channel && /## 🏁/.test(words(m)), 'the result');
  const posted = (await asked(club.world, 'POST', table.place.channel)).filter((one) =>
    / · 🏁 \*\*.* (wins|share) Metro X #\d+\*\* \(−?\d+\)$/.test(String(one.body?.content)),
  );
  expect(posted.map((one) => one.body?.allowed_mentions)).toEqual([
    { parse: [], users: [ann.id, ben.id, cleo.id] },
  ]);
  expect(end.content).toBe('');
});

test('places, what each score is made of, boards with the winner first, and the record', async () => {
  const match = await club.ledger.match(table.id);
  const places = match.game
    .score(match.state)
    .map((score, seat) => ({ ...score, name: match.seats[seat]!.name }))
    .sort((a, b) => a.rank - b.rank);
  const lines = words(end).split('\n');
  for (const { name, score, rank } of places) {
    const at = lines.findIndex((line) => line.includes(`${name} ${String(score).replace('-', '−')}`));
    expect(lines[at]).toContain(['🥇', '🥈', '🥉'][rank - 1]);
    expect(lines[at + 1]).toMatch(/^-# \d+ points? for lines · \d+ for transfers · \d+ empty/);
  }
  expect(words(end)).toMatch(/-# Osaka · \d+ rounds · \d+ minutes?/);
  expect(alts(end)).toHaveLength(3);
  expect(alts(end)[0]).toMatch(new RegExp(`^${places[0]!.name}, first`));
  await checkEnd(club.world, end, [ann, ben, cleo], 'osaka');
  expect(labels(end)).toEqual(expect.arrayContaining(['Rematch', 'Replay', 'Film', 'All boards']));
});

test('the last round shrinks to its line, and the lobby tells the result and leads to it', async () => {
  await now(ann, end, (m) => parts(m).length > 0);
  const left = () =>
    [...ann.messages.values()].filter(
      (m) => m.channel_id === table.place.channel && m.id !== end.id && m.components.length > 0 && !m.flags,
    );
  await expect.poll(left).toEqual([]);
  const lobby = await now(dia, table.lobby, (m) => words(m).startsWith('🏁'));
  expect(parts(lobby).find((part) => part.url)?.url).toContain(`/${table.place.channel}/`);
});

test('presses on what an old round left behind lead to the result', async () => {
  const old = await leftBehind(club.world, table.place.channel, [
    { type: 2, custom_id: `mine|${table.id}|3`, label: 'My board' },
    { type: 3, custom_id: `table|${table.id}|3|9`, value: 'M' },
    { type: 2, custom_id: `flip|${table.id}|3`, label: 'Flip' },
    { type: 2, custom_id: `hand|${table.id}|3`, label: 'Hand' },
    { type: 2, custom_id: `start|${table.id}|0`, label: 'Start' },
  ]);
  const seen = await ben.wait((m) => m.id === old);
  const before = (await club.ledger.match(table.id)).log.length;
  for (const label of ['My board', 'Flip', 'Hand']) {
    const answer = await told(ben, seen, label);
    expect(words(answer)).toMatch(/^This game ended <t:\d+:R>\./);
    expect(labels(answer).slice(0, 2)).toEqual(['Result', 'All boards']);
    expect(parts(answer).find((part) => part.label === 'Result')?.url).toMatch(new RegExp(`/${end.id}$`));
  }
  expect(words((await ben.choose(seen, 'M', /^/))!)).toMatch(/^This game ended/);
  expect(words(await told(ben, seen, 'Start'))).toMatch(/^This game has begun/);
  expect((await club.ledger.match(table.id)).log).toHaveLength(before);
});

test('all boards are there for everybody, without a way back into the game', async () => {
  const sheet = await told(dia, end, 'All boards');
  expect(words(sheet)).toContain(`## All boards · #${table.id}`);
  const own = (await ben.choose(await told(ben, end, 'All boards'), '1'))!;
  expect(words(own)).toContain("## Ben's board");
  expect(labels(own)).toEqual(['All on one sheet']);
});

test('where the lobby stood, outside the archived thread, one line tells the result and leads on', async () => {
  const line = await now(dia, table.lobby, (m) => /🏁/.test(words(m)), 'the result where the lobby stood');
  expect(line.channel_id).not.toBe(end.channel_id);
  const [, who] = /## 🏁 (.*)/.exec(words(end))!;
  // What is news there is told in the past here.
  expect(words(line)).toContain(`🏁 **${who!.replace(' wins ', ' won ').replace(' share ', ' shared ')}**: `);
  expect(labels(line)).toEqual(['Go to the table', 'Rematch', 'Replay', 'Film']);
  expect(parts(line).find((part) => part.url)?.url).toMatch(new RegExp(`/${end.channel_id}/${end.id}$`));
  expect(words(await told(cleo, line, 'Replay'))).toMatch(/round 1\b/i);
  expect(words(await told(dia, line, 'Rematch'))).toMatch(/^Only those who played/);
});

test('the first Rematch opens one lobby and invites; later ones are led there; strangers are not', async () => {
  const stranger = await told(dia, end, 'Rematch');
  expect(words(stranger)).toMatch(/^Only those who played can ask for a rematch\./);
  expect(labels(stranger)).toEqual(['New table']);
  const before = new Set([...ben.messages.keys(), ...cleo.messages.keys()]);
  await Promise.all([ben.tap(end, 'Rematch'), cleo.tap(end, 'Rematch')]);
  const lobby = await ann.wait(
    (m) => has(m, 'Join') && BigInt(m.id) > BigInt(end.id) && /At the table/.test(words(m)),
    'the rematch',
  );
  const host = words(lobby).includes('👑 Ben') ? ben : cleo;
  const other = host === ben ? cleo : ben;
  const invite = await ann.wait((m) => /would like a rematch on Osaka/.test(m.content), 'the invitation');
  expect(invite.content).toContain(`${host.name} would like a rematch`);
  expect(invite.mentions.map((one) => one.id).sort()).toEqual([ann.id, other.id].sort());
  expect(words(lobby)).toMatch(/Metro X · Osaka[\s\S]*1 of 25/);
  const late = await other.wait((m) => !before.has(m.id) && /rematch is open already/.test(words(m)));
  expect(late.flags & 64).toBe(64);
  const again = await told(ann, end, 'Rematch');
  expect(words(again)).toMatch(/^The rematch is open already/);
  expect(parts(again).find((part) => part.url)?.url).toMatch(new RegExp(`/${lobby.id}$`));
  expect(await club.ledger.ids('lobby')).toEqual([matchOf(lobby)]);
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
