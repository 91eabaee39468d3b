import { afterAll, beforeAll, expect, test } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person, Place } from './person.ts';
import { alts, has, isPrivate, leftBehind, matchOf, told } from './private.ts';
import { openGame } from './table.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let ledger: Ledger;
let ann: Person;
let ben: Person;
let dia: Person;
let here: Place;
let id: number;
let end: Message;
let rounds: number;

beforeAll(async () => {
  world = await startWorld({ blank: true });
  ledger = openLedger(world);
  [ann, ben, dia] = await Promise.all([world.person('Ann'), world.person('Ben'), world.person('Dia')]);
  here = world.place('metro');
  const game = await openGame([ann, ben], here, { map: 'osaka' });
  id = matchOf(game.lobby);
  const match = await ledger.ahead(id);
  rounds = match.game.turn(match.state);
  end = await ann.wait((m) => m.channel_id === game.place.channel && has(m, 'Rematch'), 'the result');
});

afterAll(async () => {
  await ledger?.close();
  await world?.close();
});

const headline = (message: Message): string => /^## (Round \d+ · .+)$/m.exec(words(message))![1]!;
const disabled = (message: Message): string[] =>
  parts(message).flatMap((part) => (part.type === 2 && part.disabled ? [part.label!] : []));

test('Replay opens one private message, which then shows round after round to the end', async () => {
  let screen = await told(ann, end, 'Replay');
  const { id: message } = screen;
  expect(isPrivate(screen)).toBe(true);
  expect(alts(screen)[0]).toMatch(/^Ann's board, Osaka, after round 1\./);
  expect(labels(screen).slice(0, 5)).toEqual(['⏮', '◀', '▶', '⏭', `1 / ${rounds}`]);
  expect(disabled(screen)).toEqual([]);
  const match = await ledger.match(id);
  const turned = match.phases.filter(({ kind }) => kind === 'round').map(({ state }) => state);
  for (let round = 1; round <= rounds; round++) {
    const { card } = turned[round - 1] as { card: string };
    const name = { N: 'Number', S: 'Skip', T: 'Transfer', F: 'Free' }[card[0]!];
    expect(headline(screen)).toMatch(new RegExp(`^Round ${round} · ${name}`));
    if (round < rounds) screen = (await ann.press(screen, '▶'))!;
    expect(screen.id).toBe(message);
  }
  expect(words(screen)).toContain('That was the last round.');
  expect(disabled(screen)).toEqual(['▶', '⏭']);
  expect(alts(screen)[0]).toMatch(/^Ann, (first|second)/);
  expect(words(end)).toMatch(/🏁/);
});

test('first, back, last, and the board of anybody', async () => {
  let screen = await told(ben, end, 'Replay');
  expect(alts(screen)[0]).toMatch(/^Ben's board/);
  screen = (await ben.press(screen, '⏭'))!;
  expect(headline(screen)).toMatch(new RegExp(`^Round ${rounds} `));
  screen = (await ben.press(screen, '◀'))!;
  expect(headline(screen)).toMatch(new RegExp(`^Round ${rounds - 1} `));
  screen = (await ben.choose(screen, '0'))!;
  expect(alts(screen)[0]).toMatch(/^Ann's board/);
  screen = (await ben.choose(screen, 'all'))!;
  expect(alts(screen)[0]).toMatch(new RegExp(`^All boards, Osaka, after round ${rounds - 1}\\.`));
  screen = (await ben.press(screen, '⏮'))!;
  expect(words(screen)).toMatch(/^## Before the first round$/m);
  expect(disabled(screen)).toEqual(['⏮', '◀']);
  screen = (await ben.press(screen, '▶'))!;
  expect(headline(screen)).toMatch(/^Round 1 /);
  expect(alts(screen)[0]).toMatch(/^All boards, Osaka, after round 1\./);
});

test('a form asks for a round; what is no round of the game stays where it was', async () => {
  const first = await told(dia, end, 'Replay');
  expect(alts(first)[0]).toMatch(/^All boards/);
  let screen = (await dia.fill(first, `1 / ${rounds}`, ['5']))!;
  expect(screen.id).toBe(first.id);
  expect(headline(screen)).toMatch(/^Round 5 /);
  for (const text of ['-1', '99', 'two']) {
    screen = (await dia.fill(screen, `5 / ${rounds}`, [text]))!;
    expect(words(screen)).toMatch(/^There is no such round: this game had \d+\.\n## Round 5 /);
  }
  screen = (await dia.fill(screen, `5 / ${rounds}`, [String(rounds)]))!;
  expect(words(screen)).toContain('That was the last round.');
});

test('the record comes beside it', async () => {
  const screen = await told(ann, end, 'Replay');
  const record = await told(ann, screen, 'Record');
  expect(parts(record).some((part) => part.type === 13)).toBe(true);
  await expect.poll(() => headline(ann.messages.get(screen.id)!)).toMatch(/^Round 1 /);
});

test('a practice, too, by its player alone, and back to its result', async () => {
  const begun = await dia.command(here, 'metrox solo', { practice: 'osaka' });
  const solo = matchOf(begun);
  await ledger.ahead(solo);
  const result = (await dia.press(begun, /^[A-Z] ×|^[A-Z] ★|^[A-Z] \d/))!;
  expect(labels(result)).toContain('Replay');
  const screen = (await dia.press(result, 'Replay'))!;
  expect(screen.id).toBe(result.id);
  expect(words(screen)).toContain('Replay of a practice on Osaka');
  expect(words((await dia.press(screen, 'Result'))!)).toBe(words(result));
  const old = await leftBehind(world, here.channel, [
    { type: 2, custom_id: `replay|${solo}|0`, label: 'Replay' },
  ]);
  const seen = await ann.wait((m) => m.id === old);
  const refused = await told(ann, seen, 'Replay');
  expect(words(refused)).toMatch(/^I don't know that button any more/);
  expect(alts(refused)).toEqual([]);
});

test('nothing the bot sent was out of shape, unasked or refused', async () => {
  const { faults, checked } = await faultsOf(world);
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(40);
  expect(world.bot.output()).not.toMatch(/answering failed|an interaction failed/);
});
