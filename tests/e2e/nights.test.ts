import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { labels, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { type Club, openBlankClub } from './club.ts';
import { HOUR, MINUTE, mapOn, midnight, moveTo, playRun, resultOf, runIn, wasThere } from './days.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { alts, isPrivate, keypad, leftBehind, pictures, told } from './private.ts';

/** What is secret before one's own run has ended, earlier dailies, and what happens when a day ends meanwhile. */

/** 2027-05-16. */
const DAY = 501;

let club: Club;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;
let eli: Person;
let here: Place;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia', 'Eli');
  [ann, ben, cleo, dia, eli] = club.people as [Person, Person, Person, Person, Person];
  here = club.world.place('metro');
  moveTo(club.world, midnight(DAY) + 10 * HOUR);
});

afterAll(() => club?.close());

const solo = (person: Person, options: Record<string, unknown> = {}, place = here) =>
  person.command(place, 'metrox solo', options);

/** Begins today's run on a new screen. */
async function begin(person: Person, place = here): Promise<Message> {
  return (await person.press(await solo(person, {}, place), /^(Begin|Play #\d+)$/))!;
}

/** Begins today's run and ends it out of sight; resolves with its match. */
async function played(person: Person): Promise<number> {
  const id = runIn(await begin(person));
  await club.ledger.ahead(id);
  return id;
}

/** Presses what can be pressed first on a board. */
async function pressOne(person: Person, screen: Message): Promise<Message> {
  const [key] = keypad(screen);
  return key ? (await person.press(screen, key))! : (await person.choose(screen, /./))!;
}

/** Everything that a person could read or see of a message. */
const tells = (message: Message): string => [words(message), ...alts(message)].join('\n');

describe('before one’s own run has ended', () => {
  let run: number;
  let score: number;

  /** Every screen that could tell of Ann's run, as Ben can open it; `old` are buttons as Ann's own screens have them. */
  async function everywhere(): Promise<Message[]> {
    const shown: Message[] = [];
    for (const scope of ['server', 'world'])
      for (const period of ['today', 'week', 'month', 'season', 'all'])
        shown.push(await ben.command(here, 'metrox leaderboard', { scope, period, by: 'daily' }));
    for (const period of ['today', 'all'])
      shown.push(await ben.command(here, 'metrox leaderboard', { scope: 'world', period, by: 'best' }));
    shown.push(await ben.command(here, 'metrox stats', { player: ann.id }));
    shown.push(await ben.command(here, 'metrox board', { player: ann.id }));
    shown.push(await ben.command(here, 'games'));
    const acts = ['boards', 'mine', 'goon', 'share', 'record', 'same', 'open'];
    const ids = acts.map((act) => ({ type: 2 as const, custom_id: `${act}|${run}|0`, label: act }));
    for (const some of [ids.slice(0, 4), ids.slice(4)]) {
      const old = await ben.wait(
        (
          (id) => (m: Message) =>
            m.id === id
        )(await leftBehind(club.world, here.channel, some)),
      );
      for (const label of labels(old)) shown.push(await told(ben, old, label));
    }
    return shown;
  }

  const telling = () =>
    new RegExp(`Ann's board|Ann, −?\\d|Ann · |## ${score} point|Daily #${DAY} · .* lines \\d`);

  beforeAll(async () => {
    run = await played(ann);
    const match = await club.ledger.match(run);
    score = match.game.score(match.state)[0]!.score;
    // The pattern finds what it looks for where it may be seen.
    expect(tells(await solo(ann))).toMatch(telling());
    expect(words(await ann.command(here, 'metrox leaderboard'))).toContain('Ann · ');
  });

  test('no screen tells anybody’s score or shows a board of the day', async () => {
    const shown = [await solo(ben), ...(await everywhere())];
    for (const screen of shown) {
      expect(isPrivate(screen)).toBe(true);
      expect(tells(screen)).not.toMatch(telling());
      expect(await pictures(screen)).toEqual([]);
    }
    expect(tells(shown[1]!)).toContain("Finish your run first; then you see everybody's.");
    expect(labels(shown[1]!)).toContain('Play');
  });

  test('nor while it is under way', async () => {
    await begin(ben);
    const shown = await everywhere();
    for (const screen of shown) expect(tells(screen)).not.toMatch(telling());
    expect(labels(shown[0]!)).toContain('Go on');
    const board = (await ben.press(shown[0]!, 'Go on'))!;
    expect(words(board)).toMatch(/^Welcome back, round 1\.\n/);
  });

  test('then today’s table is open, with one’s own row', async () => {
    const id = runIn(await solo(ben));
    await club.ledger.ahead(id, undefined, ({ game, state }, seat) => game.actions(state, seat).at(-1));
    const end = await solo(ben);
    const mine = resultOf(end).score;
    expect(resultOf(end)).toMatchObject({
      here: [score > mine ? 2 : 1, 2],
      world: [score > mine ? 2 : 1, 2],
    });
    const table = (await ben.press(end, "Today's table"))!;
    const tell = (n: number) => String(n).replace('-', '−');
    expect(words(table)).toContain(`Ann · **${tell(score)}**`);
    expect(words(table)).toContain(`Ben · **${tell(mine)}** ← you`);
    // Boards stay everybody's own.
    expect(words(await ben.command(here, 'metrox board', { player: ann.id }))).toContain("doesn't sit");
  });
});

describe('earlier dailies', () => {
  test('are those of days that have ended', async () => {
    for (const day of [DAY, DAY + 1, 9999]) {
      const screen = await solo(cleo, { day });
      expect(words(screen)).toBe(`Only dailies that have ended can be practised: 1 to ${DAY - 1}.`);
      expect(labels(screen)).toEqual(['Daily']);
    }
    expect(await club.ledger.ids()).toHaveLength(2);
  });

  test('come by option or from the list, with the cards they had, and count for nothing', async () => {
    const first = await solo(cleo, { day: DAY - 1 });
    expect(words(first)).toMatch(/-# Practice · round 1/);
    expect(alts(first)[0]).toContain(mapOn(DAY - 1));
    const list = (await ann.press(await solo(ann), 'Earlier dailies'))!;
    const options = menuOf(list)!.options!;
    expect(options).toHaveLength(25);
    expect(options[0]!.label).toBe(`Daily #${DAY - 1} · ${mapOn(DAY - 1)}`);
    const older = (await ann.press(list, '▶'))!;
    expect(menuOf(older)!.options![0]!.label).toBe(`Daily #${DAY - 26} · ${mapOn(DAY - 26)}`);
    const again = (await ann.choose((await ann.press(older, '◀'))!, String(DAY - 1)))!;
    const [one, other] = [await club.ledger.match(runIn(first)), await club.ledger.match(runIn(again))];
    expect(other.row.seed).toBe(one.row.seed);
    await club.ledger.ahead(one.id);
    expect(labels(await pressOne(cleo, first))).toEqual([
      'Same cards again',
      'New game',
      'Replay',
      'Film',
      'Record',
      'Par',
      'Review',
    ]);
    expect(labels(await solo(cleo))).toContain('Begin');
    expect(words(await cleo.command(here, 'metrox stats'))).toContain("You haven't finished a game yet.");
  });

  test('the cards of a day are those that everybody had on it', async () => {
    moveTo(club.world, midnight(DAY + 1) + 10 * HOUR);
    const [run] = await club.ledger.ids();
    const practice = await club.ledger.match(runIn(await solo(dia, { day: DAY })));
    const daily = await club.ledger.match(run!);
    expect([practice.row.seed, practice.row.map]).toEqual([daily.row.seed, daily.row.map]);
    expect(practice.row.day).toBeNull();
  });
});

describe('over midnight', () => {
  let direct: Place;
  let left: Message;
  let open: number;

  test('a run that was begun before it counts for its day, and the screen goes on', async () => {
    direct = await club.world.direct(eli);
    moveTo(club.world, midnight(DAY + 2) - 2 * MINUTE);
    const before = await playRun(eli, await begin(eli), 5, (screen) => /round 5 ·/.test(words(screen)));
    const stale = await solo(dia);
    expect(words(stale)).toContain(`Daily #${DAY + 1}`);
    moveTo(club.world, midnight(DAY + 2));
    const end = await playRun(eli, before, 6);
    expect(end.id).toBe(before.id);
    expect(resultOf(end)).toMatchObject({ day: DAY + 1, finished: true, streak: 1, world: [1, 1] });
    expect(words(end)).not.toContain('-# next');
    expect(labels(end)).toContain(`Play #${DAY + 2}`);
    const next = (await eli.press(end, `Play #${DAY + 2}`))!;
    expect(words(next)).toContain(`-# Daily #${DAY + 2} · round 1`);

    // Begin of the day that has gone begins nothing: here is today's.
    const passed = (await dia.press(stale, 'Begin'))!;
    expect(words(passed)).toMatch(
      new RegExp(`^#${DAY + 1} is over\\. This is today's:\n## 📅 Daily #${DAY + 2} · ${mapOn(DAY + 2)}`),
    );
    expect(words((await dia.press(passed, 'Begin'))!)).toContain(`-# Daily #${DAY + 2} · round 1`);
  });

  test('yesterday’s run can be gone on with beside today’s, from everywhere', async () => {
    moveTo(club.world, midnight(DAY + 2) + 10 * HOUR);
    left = await begin(cleo, await club.world.direct(cleo));
    open = runIn(left);
    moveTo(club.world, midnight(DAY + 3) + 10 * HOUR);
    const start = await solo(cleo);
    expect(words(start)).toContain(`Your run of #${DAY + 2} is still open.`);
    expect(labels(start)).toEqual([
      `Go on with #${DAY + 2}`,
      'Close it as it stands',
      `Play #${DAY + 3}`,
      'Practice first',
    ]);
    expect(runIn((await cleo.press(start, `Go on with #${DAY + 2}`))!)).toBe(open);
    // Its cards are not for practice yet.
    const refused = await solo(cleo, { day: DAY + 2 });
    expect(words(refused)).toBe(`Your run of #${DAY + 2} is still open: finish that first.`);
    expect(runIn((await cleo.press(refused, 'Go on'))!)).toBe(open);

    const today = runIn(await begin(cleo));
    const games = await cleo.command(here, 'games');
    for (const day of [DAY + 2, DAY + 3]) expect(words(games)).toContain(`daily #${day} · round 1`);
    expect(runIn((await cleo.choose(games, String(open)))!)).toBe(open);
    await club.ledger.ahead(today);
    const end = await solo(cleo);
    expect(resultOf(end)).toMatchObject({ day: DAY + 3, streak: 1 });
    expect(runIn((await cleo.press(end, `Go on with #${DAY + 2}`))!)).toBe(open);
    // Of yesterday, too, nothing is told before it has ended.
    expect(words(await cleo.command(here, 'metrox stats', { player: eli.id }))).not.toContain('2 dailies');
  });

  test('a day later it has ended as it stood, and an old screen says so', async () => {
    const stood = await club.ledger.match(open);
    moveTo(club.world, midnight(DAY + 4) + 1000);
    await wasThere(club.world, midnight(DAY + 4));
    const result = await pressOne(cleo, left);
    expect(resultOf(result)).toMatchObject({
      day: DAY + 2,
      finished: false,
      score: stood.game.score(stood.state)[0]!.score,
      streak: null,
    });
    expect(words(result)).toContain('Not finished: it counts as it stood, and is no day of a streak.');
    expect((await club.ledger.codes(open)).length).toBe(stood.log.length);
    const start = await solo(cleo);
    expect(words(start)).toContain('🔥 1 day so far: this makes 2.');
    expect(labels(start)).toEqual(['Begin', 'Practice first']);
    const shared = (await cleo.press(result, 'Share'))!;
    expect(words(shared)).toMatch(
      /Metro X Daily #503 .*\n-?−?\d+ points?, not finished\n[^\n]* of 9 lines\n```$/,
    );
  });

  test('whoever never comes back is closed, too, without anybody’s doing', async () => {
    const over = (id: number) =>
      vi.waitFor(async () => expect((await club.ledger.match(id)).row.status).toBe('over'), PATIENCE);
    // Those of two days ago were left open, and nobody looked at them since.
    const matches = await Promise.all((await club.ledger.ids()).map((id) => club.ledger.match(id)));
    const old = matches.filter(({ row }) => row.day === DAY + 2);
    expect(old.map(({ row }) => row.host).sort()).toEqual([cleo.id, dia.id, eli.id].sort());
    for (const { id } of old) await over(id);
    const id = runIn(await begin(eli, direct));
    moveTo(club.world, midnight(DAY + 6) - MINUTE);
    expect((await club.ledger.match(id)).row.status).toBe('running');
    moveTo(club.world, midnight(DAY + 6));
    await over(id);
    expect((await club.ledger.match(id)).log.map(({ code }) => code)).toEqual(['/end']);
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
