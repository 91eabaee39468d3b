import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { threadIn } from './asking.ts';
import { faultsOf } from './payloads.ts';
import { type Message, menuOf, type Person } from './person.ts';
import { told } from './private.ts';
import { openGame, roundOf, takeTurn } from './table.ts';
import { startWorld, type World } from './world.ts';

/** What is set by pressing, and that it holds after the bot was started anew. */

let world: World;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startWorld({ blank: true });
  ann = await world.person('Ann');
  ben = await world.person('Ben');
});

afterAll(() => world?.close());

const restart = async (): Promise<void> => {
  await world.bot.stop();
  await world.bot.start();
};
const metro = () => world.place('metro');

interface Option {
  readonly label: string;
  readonly default?: boolean;
}
const shown = (message: Message, placeholder: RegExp): string[] =>
  ((menuOf(message, placeholder)?.options ?? []) as readonly Option[])
    .filter((option) => option.default)
    .map(({ label }) => label);
const EPHEMERAL = 64;
const pinged = (message: Message): string[] => message.mentions.map(({ id }) => id);

describe('/settings', () => {
  let seen: Message;

  test('each setting changes by pressing, and holds', async () => {
    seen = await ben.command(metro(), 'settings');
    expect(seen.flags & EPHEMERAL).toBe(EPHEMERAL);
    const choose = async (value: string, placeholder: RegExp, said: RegExp) => {
      const answer = (await ben.choose(seen, value, placeholder))!;
      expect(answer.id).toBe(seen.id);
      expect(words(answer)).toMatch(said);
    };
    await choose('light', /pictures look/, /your pictures are light/);
    await choose('digest', /What pings you/, /one digest a day/);
    await choose('23-8', /nothing pings you/, /from 23:00 to 08:00, by the clock of UTC/);
    expect(words((await ben.press(seen, 'Solo: ask before each: on'))!)).toMatch(/plays what you choose/);
    expect(words((await ben.press(seen, "Warn me when I'm last: on"))!)).toMatch(/not told/);
    const zoned = (await ben.fill(seen, 'Time zone', ['asia/tokyo']))!;
    expect(zoned.id).toBe(seen.id);
    expect(words(zoned)).toMatch(/in Asia\\\/Tokyo it is \d\d:\d\d now/);
    await restart();
    const again = await ben.command(metro(), 'settings');
    expect(shown(again, /pictures look/)).toEqual(['Light pictures']);
    expect(shown(again, /What pings you/)).toEqual(['One digest a day']);
    expect(shown(again, /nothing pings you/)).toEqual(['23:00 to 08:00']);
    expect(words(again)).toContain('by the clock of Asia\\/Tokyo');
    expect(labels(again)).toEqual([
      'Other hours',
      'Time zone',
      'Solo: ask before each: off',
      "Warn me when I'm last: off",
      'In world tables: my name',
      'Away, muted tables, people',
    ]);
  });

  test('own hours come from a form that is opened by a button or by the menu', async () => {
    seen = await ben.command(metro(), 'settings');
    const wrong = (await ben.fill(seen, 'Other hours', ['late', '6', '']))!;
    expect(words(wrong)).toContain('“late” is no time that I understand, so nothing was changed.');
    expect(shown(wrong, /nothing pings you/)).toEqual(['23:00 to 08:00']);
    const from = ben.events.length;
    const menu = menuOf(wrong, /nothing pings you/)!;
    await ben.choose(wrong, 'own', /nothing pings you/);
    const form = () => ben.events.slice(from).find(({ t }) => t === 'INTERACTION_MODAL_CREATE');
    await expect.poll(() => form()?.d.custom_id).toBe('hoursset|0|0');
    expect(menu.options!.map(({ value }) => value)).toContain('own');
    const right = (await ben.fill(wrong, 'Other hours', ['21:30', '6', 'Europe/Berlin']))!;
    expect(words(right)).toContain('from 21:30 to 06:00, by the clock of Europe\\/Berlin');
    await restart();
    const again = await ben.command(await world.direct(ben), 'settings');
    expect(shown(again, /nothing pings you/)).toEqual(['21:30 to 06:00']);
    // In direct messages it is the message itself that changes.
    const none = (await ben.choose(again, 'none', /nothing pings you/))!;
    expect(none.id).toBe(again.id);
    expect(words(none)).toContain('there are no quiet hours');
    const filled = (await ben.fill(again, 'Other hours', ['1', '2', '']))!;
    expect(filled.id).toBe(again.id);
    expect(words(filled)).toContain('from 01:00 to 02:00, by the clock of Europe\\/Berlin');
  });
});

describe('the second page', () => {
  let page: Message;
  const send = async (what: string, values?: string[]): Promise<string> => {
    const answer = (await ann.send(ann.messages.get(page.id)!, what, values))!;
    expect(answer.id).toBe(page.id);
    return words(answer);
  };

  test('keeps people away, and says until when one is; both hold', async () => {
    const settings = await ann.command(metro(), 'settings');
    page = (await ann.press(settings, 'Away, muted tables, people'))!;
    expect(page.id).toBe(settings.id);
    expect(await send('retreat|0|0|block|0', [ben.id])).toContain(
      `<@${ben.id}> can't join lobbies that you host`,
    );
    expect(await send('retreat|0|0|away', ['3'])).toContain('you are away until <t:');
    await restart();
    const { id } = await ann.command(metro(), 'metrox new');
    const lobby = await ben.wait((one) => one.id === id && labels(one).includes('Join'), 'the lobby');
    const refused = await told(ben, lobby, 'Join');
    expect(refused.flags & EPHEMERAL).toBe(EPHEMERAL);
    expect(words(refused)).toBe("You can't join this table.");
    page = (await ann.press(await ann.command(metro(), 'settings'), 'Away, muted tables, people'))!;
    expect(words(page)).toContain('You are away until <t:');
    expect(await send('retreat|0|0|unblock', [ben.id])).toContain('can join your lobbies again');
    expect(await send('retreat|0|0|back')).toContain('Welcome back');
    await ben.tap(lobby, 'Join');
    await ben.wait((one) => one.id === lobby.id && words(one).includes('Ben'), 'Ben at the table');
  });

  test('whom nothing pings, and who muted the table, are named by its turns and not pinged', async () => {
    const settings = await ben.command(metro(), 'settings');
    await ben.choose(settings, 'none', /What pings you/);
    const { place } = await openGame([ann, ben], metro(), { map: 'tokyo', flip: 'auto' });
    const first = await roundOf(ann, place, 1);
    expect([first.content.includes(`<@${ben.id}>`), pinged(first)]).toEqual([true, [ann.id]]);
    const more = (await ann.press(first, '⋯ More'))!;
    expect(words((await ann.press(more, 'Mute this table'))!)).toContain('pings you any more');
    for (const who of [ann, ben]) await takeTurn(who, first, () => 0);
    expect(pinged(await roundOf(ann, place, 2))).toEqual([]);
  });
});

describe('/server', () => {
  let seen: Message;
  const idOf = (what: string) => `server|0|0|${what}`;
  const defaults = (message: Message, what: string): string[] => {
    const menu = parts(message).find((part) => part.custom_id === idOf(what));
    return ((menu as { default_values?: { id: string }[] } | undefined)?.default_values ?? []).map(
      ({ id }) => id,
    );
  };

  test('each setting changes by pressing, and holds', async () => {
    const { id: role } = (await world.control('POST', `/guilds/${metro().guild}/roles`, {
      name: 'Hosts',
      members: [ben.id],
    })) as { id: string };
    const channels = [metro().channel, world.place('general').channel];
    seen = await ann.command(metro(), 'server');
    expect(seen.flags & EPHEMERAL).toBe(EPHEMERAL);
    const send = async (what: string, values: string[] | undefined, said: string) => {
      const answer = (await ann.send(ann.messages.get(seen.id)!, idOf(what), values))!;
      expect(answer.id).toBe(seen.id);
      expect(words(answer)).toContain(said);
    };
    await send('channels', channels, `opened in <#${channels[0]}>, <#${channels[1]}>`);
    await send('roles', [role], `<@&${role}> may open tables`);
    await send('limit', ['43200'], '12 hours a turn');
    await send('late', ['drop'], 'loses the seat');
    await send('theme', ['light'], 'are light');
    await send('thread|off', undefined, 'stays in its channel');
    await send('daily', [metro().channel], 'Set.');
    await send('test', undefined, `I may do all that I need in <#${channels[0]}>, <#${channels[1]}>.`);
    await restart();
    const again = await ann.command(metro(), 'server');
    expect(defaults(again, 'channels')).toEqual(channels);
    expect(defaults(again, 'roles')).toEqual([role]);
    expect(defaults(again, 'daily')).toEqual([metro().channel]);
    expect(shown(again, /Time a turn/)).toEqual(['12 hours a turn']);
    expect(shown(again, /time is up/)).toEqual(['When late: the seat is dropped']);
    expect(shown(again, /pictures look/)).toEqual(['Light pictures']);
    expect(labels(again)).toContain('Thread: off');
    expect(words(again)).toMatch(/-# Ann changed these settings <t:\d+:R>/);
  });

  test('tables are opened only where and by whom it was set', async () => {
    const tables = `<#${metro().channel}>, <#${world.place('general').channel}>`;
    const elsewhere = await ben.command(world.place('quiet'), 'metrox new');
    expect(elsewhere.flags & EPHEMERAL).toBe(EPHEMERAL);
    expect(words(elsewhere)).toBe(`Tables live in ${tables} here.`);
    expect(words(await ann.command(metro(), 'metrox new'))).toContain('Here tables are opened by <@&');
    const opened = await ben.command(metro(), 'metrox new');
    expect(labels(opened)).toContain('Join');
  });

  test('a forum may be picked, which is for its posts; what is deleted since locks nobody out', async () => {
    const ideas = world.place('ideas').channel;
    const send = (what: string, values?: string[]) =>
      ann.send(ann.messages.get(seen.id)!, idOf(what), values);
    expect(words((await send('channels', [ideas]))!)).toContain(`opened in <#${ideas}>`);
    const post = await threadIn(world, ben, 'ideas', { name: 'Fridays', message: { content: 'Who?' } });
    expect(labels(await ben.command(post, 'metrox new'))).toContain('Join');
    expect(words(await ben.command(metro(), 'metrox new'))).toBe(`Tables live in <#${ideas}> here.`);
    const [role] = defaults(await ann.command(metro(), 'server'), 'roles');
    await world.control('DELETE', `/channels/${ideas}`);
    await world.control('DELETE', `/guilds/${metro().guild}/roles/${role}`);
    const gone = async () => words(await ann.command(metro(), 'server'));
    await expect
      .poll(gone)
      .toMatch(/channel that was picked is gone[\s\S]*everywhere[\s\S]*role that was picked is gone/);
    // Ann never had the role.
    expect(labels(await ann.command(metro(), 'metrox new'))).toContain('Join');
    const tidy = await ann.command(metro(), 'server');
    expect(words((await ann.press(tidy, 'Take off what is gone'))!)).toContain('taken off, 2 in all');
    expect(labels(ann.messages.get(tidy.id)!)).not.toContain('Take off what is gone');
  });

  test('nothing that was sent was refused, and nothing is wrong with it', async () => {
    const { faults, checked } = await faultsOf(world);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(30);
  });
});
