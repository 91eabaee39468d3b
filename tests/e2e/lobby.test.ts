import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { metroxModule } from '../../src/modules.ts';
import { labels, parts, words } from '../lib/message.ts';
import { type Club, openBlankClub } from './club.ts';
import type { Ledger } from './ledger.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { alts, asked, isPrivate, leftBehind, matchOf, now, told } from './private.ts';
import type { World } from './world.ts';

let club: Club;
let world: World;
let ledger: Ledger;
let place: Place;
let ann: Person;
let ben: Person;
let cleo: Person;
let dia: Person;

beforeAll(async () => {
  club = await openBlankClub('Ann', 'Ben', 'Cleo', 'Dia');
  ({ world, ledger } = club);
  [ann, ben, cleo, dia] = club.people as [Person, Person, Person, Person];
  place = world.place('general');
});

afterEach(() => ledger.age());
afterAll(() => club?.close());

const open = (host: Person, options: Record<string, unknown> = {}) =>
  host.command(place, 'metrox new', options);
const says = (person: Person, lobby: Message, fits: RegExp) =>
  now(person, lobby, (m) => fits.test(words(m)), `a lobby that says ${fits}`);
const join = async (person: Person, lobby: Message) => {
  await person.wait((m) => m.id === lobby.id && m.components.length > 0, 'the lobby');
  await person.tap(lobby, 'Join');
};
/** A lobby that somebody opened by a button, not by a command. */
const newest = (person: Person, after: Message, fits: RegExp) =>
  person.wait((m) => BigInt(m.id) > BigInt(after.id) && !isPrivate(m) && fits.test(words(m)), 'a new lobby');

describe('opening', () => {
  test('every option shows in the lobby, which everybody sees', async () => {
    const lobby = await open(ben, { map: 'osaka', players: 3, flip: 'manual', thread: false });
    expect(isPrivate(lobby)).toBe(false);
    expect(words(lobby)).toMatch(/Metro X · Osaka[\s\S]*At the table \(1 of 3\)[\s\S]*👑 Ben/);
    expect(words(lobby)).toMatch(/by hand[\s\S]*this channel/);
    expect(labels(lobby)).toEqual([
      'Join',
      'Leave',
      '▶ Start (1)',
      '🤖 Add a computer',
      '⚙ Options',
      'How to play',
      'Cancel',
    ]);
    expect(alts(lobby)[0]).toMatch(/^Map of Osaka/);
    expect(words(await says(cleo, lobby, /Osaka/))).toBe(words(lobby));
  });

  test('without options it takes the first map, 25 seats, cards that flip and a thread', async () => {
    const lobby = await open(ben);
    expect(words(lobby)).toContain(`Metro X · ${metroxModule.maps()[0]!.title}`);
    expect(words(lobby)).toMatch(/1 of 25/);
    // Of the options those are named that are not as usual.
    expect(words(lobby)).not.toMatch(/by hand|by themselves|thread|A turn/);
  });

  test('each map has its own picture and colour', async () => {
    const seen = new Set<unknown>();
    for (const map of metroxModule.maps()) {
      const lobby = await open(ann, { map: map.id });
      expect(words(lobby)).toContain(`Metro X · ${map.title}`);
      expect(alts(lobby)[0]).toContain(`Map of ${map.title}`);
      seen.add((lobby.components[0] as { accent_color?: number }).accent_color);
    }
    expect(seen.size).toBe(metroxModule.maps().length);
  });

  test('five commands at once open three tables; what is refused is seen by one person alone', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => open(dia, { map: 'osaka' })));
    const lobbies = answers.filter((answer) => /At the table/.test(words(answer)));
    expect(lobbies).toHaveLength(3);
    for (const refused of answers.filter((answer) => !lobbies.includes(answer))) {
      expect(isPrivate(refused)).toBe(true);
      expect(words(refused)).toMatch(/^You have opened 3 tables in this server/);
      for (const lobby of lobbies) expect(words(refused)).toContain(`/${lobby.id})`);
    }
  });

  test('How to play shows the rules to one person alone', async () => {
    const lobby = await open(ben);
    const rules = await told(dia, lobby, 'How to play');
    expect(words(rules)).toContain('Metro X in one minute');
    expect(alts(rules)[0]).toMatch(/^Metro X in one minute/);
  });
});

describe('sitting down and leaving', () => {
  test('names stand in the order of joining, the crown goes to the next, and the last closes it', async () => {
    const lobby = await open(ben);
    await join(cleo, lobby);
    await join(dia, lobby);
    await says(ben, lobby, /3 of 25[\s\S]*👑 Ben · Cleo · Dia/);
    expect(words(await told(cleo, lobby, 'Join'))).toMatch(/^You sit at this table already/);
    await ben.tap(lobby, 'Leave');
    await says(ben, lobby, /2 of 25[\s\S]*👑 Cleo · Dia/);
    expect(words(await told(ben, lobby, 'Leave'))).toMatch(/^You don't sit at this table/);
    await cleo.tap(lobby, 'Leave');
    await says(dia, lobby, /1 of 25[\s\S]*👑 Dia/);
    await dia.tap(lobby, 'Leave');
    const closed = await says(dia, lobby, /everybody left/);
    expect(labels(closed)).toEqual(['Open it again']);
    expect(alts(closed)).toEqual([]);
  });

  test('two who press Join at once for one seat: one sits, the other may open another table', async () => {
    const lobby = await open(ben, { players: 2, map: 'osaka' });
    for (const person of [cleo, dia]) await says(person, lobby, /1 of 2/);
    const before = new Set([...cleo.messages.keys(), ...dia.messages.keys()]);
    await Promise.all([cleo.tap(lobby, 'Join'), dia.tap(lobby, 'Join')]);
    const full = await says(ben, lobby, /The table is full \(2 of 2\)/);
    expect(labels(full)).toContain('Full');
    expect(parts(full).find((part) => part.label === 'Full')?.disabled).toBe(true);
    const seated = /👑 Ben · (Cleo|Dia)$/m.exec(words(full))?.[1];
    const late = seated === 'Cleo' ? dia : cleo;
    const refused = await late.wait((m) => !before.has(m.id) && isPrivate(m), 'the refusal');
    expect(words(refused)).toMatch(/^The last seat has just gone/);
    expect(words((await late.press(refused, 'Open another table'))!)).toMatch(/table is open/);
    const another = await newest(ben, lobby, new RegExp(`1 of 25[\\s\\S]*👑 ${late.name}`));
    expect(matchOf(another)).not.toBe(matchOf(lobby));
  });
});

describe('options', () => {
  test('the host sets map, flipping and thread, and the lobby shows them', async () => {
    const lobby = await open(ben);
    let screen = await told(ben, lobby, '⚙ Options');
    expect(menuOf(screen, /Map/)?.options?.map((option) => option.value)).toEqual(
      metroxModule.maps().map((map) => map.id),
    );
    screen = (await ben.choose(screen, 'tube-town', /Map/))!;
    expect(words(screen)).toContain('Set. The lobby shows it.');
    screen = (await ben.choose(screen, 'manual', /Flipping/))!;
    screen = (await ben.press(screen, 'Thread: on'))!;
    expect(labels(screen)).toEqual(['Thread: off', 'Done']);
    const shown = await says(cleo, lobby, /Tube Town[\s\S]*by hand[\s\S]*this channel/);
    expect(alts(shown)[0]).toMatch(/^Map of Tube Town/);
    expect(words((await ben.press(screen, 'Done'))!)).toBe('Set. The lobby shows it.');
  });

  test('others read them; a menu that is no longer theirs changes nothing', async () => {
    const lobby = await open(ben);
    const read = await told(cleo, lobby, '⚙ Options');
    expect(words(read)).toMatch(/Tokyo[\s\S]*Only the host can change these/);
    expect(menuOf(read)).toBeUndefined();
    await join(cleo, lobby);
    const mine = await told(ben, lobby, '⚙ Options');
    await ben.tap(lobby, 'Leave');
    await says(ben, lobby, /👑 Cleo/);
    expect(words((await ben.choose(mine, 'osaka', /Map/))!)).toMatch(/^Only the host, Cleo, can do that/);
    expect(words(await says(cleo, lobby, /👑 Cleo/))).toContain('Tokyo');
  });
});

describe('who sits there', () => {
  test('the host takes somebody off, who cannot come back, and hands the table over', async () => {
    const lobby = await open(ben);
    for (const guest of [cleo, dia]) await join(guest, lobby);
    await says(ben, lobby, /👑 Ben · Cleo · Dia/);
    const options = await told(ben, lobby, '⚙ Options');
    const sure = (await ben.choose(options, /Cleo/, /Take somebody off/))!;
    expect(words(sure)).toMatch(/^Take Cleo off the table\?/);
    expect(labels((await ben.press(sure, 'No'))!)).toContain('Done');
    await ben.press((await ben.choose(options, /Cleo/, /Take somebody off/))!, 'Take off');
    await says(dia, lobby, /👑 Ben · Dia$/m);
    expect(words(await told(cleo, lobby, 'Join'))).toBe('You were taken off this table.');
    const over = (await ben.choose(options, /Dia/, /Hand the table over/))!;
    expect(words(over)).toContain('Dia is the host now.');
    await says(cleo, lobby, /Ben · 👑 Dia$/m);
    await dia.tap(lobby, /Start/);
    await says(cleo, lobby, /\*\*started\*\*/);
    expect((await ledger.match(matchOf(options))).seats.map(({ player }) => player)).toEqual([
      ben.id,
      dia.id,
    ]);
  });
});

describe('closing', () => {
  test('the host is asked once more; others cannot', async () => {
    const lobby = await open(ben, { map: 'osaka', flip: 'manual' });
    await join(cleo, lobby);
    await says(ben, lobby, /Cleo/);
    expect(words(await told(cleo, lobby, 'Cancel'))).toMatch(/^Only the host, Ben, can do that/);
    const sure = await told(ben, lobby, 'Cancel');
    expect(words(sure)).toBe('Close this lobby?');
    expect(words((await ben.press(sure, 'Keep it'))!)).toBe('It stays as it is.');
    const again = await told(ben, lobby, 'Cancel');
    expect(words((await ben.press(again, 'Close it'))!)).toBe('The lobby is closed.');
    const closed = await says(cleo, lobby, /closed before it began/);
    expect(labels(closed)).toEqual(['Open it again']);
    expect(words(await told(cleo, closed, 'Open it again'))).toMatch(/table is open/);
    await newest(ben, lobby, /Osaka[\s\S]*👑 Cleo[\s\S]*by hand/);
  });

  test('Open it again, pressed by three at once, opens one, and leads there from then on', async () => {
    const lobby = await open(ann);
    await ann.press(await told(ann, lobby, 'Cancel'), 'Close it');
    for (const person of [ben, cleo, dia]) await says(person, lobby, /closed before it began/);
    const before = await ledger.ids('lobby');
    const answers = await Promise.all([ben, cleo, dia].map((who) => told(who, lobby, 'Open it again')));
    const opened = (await ledger.ids('lobby')).filter((id) => !before.includes(id));
    expect(opened).toHaveLength(1);
    const said = answers.map(words).sort();
    expect(said[0]).toMatch(/^That table is open already/);
    expect(said[1]).toMatch(/^That table is open already/);
    expect(said[2]).toMatch(/^The table is open in this channel/);
    const isShown = (m: Message) =>
      !isPrivate(m) && parts(m).some((part) => part.custom_id?.split('|')[1] === String(opened[0]));
    const shown = await ben.wait(isShown, 'the lobby');
    // People may see it before the bot has noted which message it is.
    const way = async () => parts(await told(ann, lobby, 'Open it again')).find((part) => part.url)?.url;
    await expect.poll(way).toMatch(new RegExp(`/${shown.id}$`));
    expect((await ledger.ids('lobby')).filter((id) => !before.includes(id))).toEqual(opened);
  });

  test('who manages the server may close it too', async () => {
    const lobby = await open(ben);
    await says(ann, lobby, /👑 Ben/);
    await ann.press(await told(ann, lobby, 'Cancel'), 'Close it');
    await says(ben, lobby, /closed before it began/);
  });
});

describe('starting', () => {
  test('alone: wait, or a solo game on the same map, which closes the lobby', async () => {
    const lobby = await open(ben, { map: 'osaka' });
    const alone = await told(ben, lobby, /Start/);
    expect(words(alone)).toMatch(/^You are alone here/);
    expect(words((await ben.press(alone, 'Wait'))!)).toBe('It stays as it is.');
    const solo = (await ben.press(await told(ben, lobby, /Start/), 'Solo'))!;
    expect(words(solo)).toContain('Practice · round 1');
    expect(alts(solo)[0]).toContain('Osaka');
    await says(ben, lobby, /closed before it began/);
  });

  test('opens the thread with the first round, and the lobby leads there; the late may watch', async () => {
    const lobby = await open(ben, { players: 2 });
    await join(cleo, lobby);
    const id = matchOf(lobby);
    await says(cleo, lobby, /Cleo/);
    expect(words(await told(cleo, lobby, /Start/))).toMatch(/^Only the host, Ben, can start it\./);
    await ben.tap(lobby, /Start/);
    const started = await says(dia, lobby, /\*\*started\*\* <t:\d+:R>/);
    expect(words(started)).toContain(`Metro X #${id} · Tokyo`);
    expect(words(started)).toContain('Ben, Cleo');
    expect(labels(started)).toEqual(['Go to the table']);
    const first = await ben.wait((m) => m.content.includes('**Round 1 ·') && m.channel_id === lobby.id);
    expect(parts(started)[2]?.url ?? parts(started).find((part) => part.url)?.url).toBe(
      `https://discord.com/channels/${place.guild}/${first.channel_id}/${first.id}`,
    );
    const threads = (await world.requests()).filter((one) => one.path.endsWith(`${lobby.id}/threads`));
    expect(threads.map((one) => one.body?.name)).toEqual([`Metro X #${id} · Tokyo`]);

    // Somebody whose client still showed the open lobby.
    const old = await leftBehind(world, place.channel, [
      { type: 2, custom_id: `join|${id}|0`, label: 'Join' },
      { type: 2, custom_id: `options|${id}|0`, label: 'Options' },
    ]);
    const seen = await dia.wait((m) => m.id === old);
    for (const label of ['Join', 'Options']) {
      const late = await told(dia, seen, label);
      expect(words(late)).toMatch(/^This game has begun/);
      expect(labels(late)).toEqual(['All boards', 'New table']);
      expect(words((await dia.press(late, 'All boards'))!)).toContain(`All boards · #${id}`);
    }
    const late = await told(dia, seen, 'Join');
    await dia.press(late, 'New table');
    await newest(ben, late, /👑 Dia/);
  });

  test('twenty Starts at once start one game', async () => {
    const lobby = await open(ben, { map: 'osaka' });
    await join(cleo, lobby);
    await says(ben, lobby, /Cleo/);
    const id = matchOf(lobby);
    // Some may come when the button is gone already: Discord refuses those.
    const presses = await Promise.allSettled(Array.from({ length: 20 }, () => ben.tap(lobby, /Start/)));
    expect(presses.filter((press) => press.status === 'fulfilled').length).toBeGreaterThan(1);
    await says(ben, lobby, /\*\*started\*\*/);
    await ben.wait((m) => m.channel_id === lobby.id && m.content.includes('**Round 1 ·'));
    expect(await asked(world, 'POST', lobby.id)).toHaveLength(1);
    expect((await ledger.match(id)).row.status).toBe('running');
    expect((await world.requests()).filter((one) => one.path.endsWith(`${lobby.id}/threads`))).toHaveLength(
      1,
    );
  });
});

test('nothing the bot sent was out of shape, unasked or refused', () => club.check());
