import { afterAll, beforeAll, expect, test } from 'vitest';
import { positionAt } from '../app/positions.ts';
import { seatScreens } from '../app/shown.ts';
import { bare } from '../bare.ts';
import { HOUR, midnight, moveTo, playRun } from '../e2e/days.ts';
import { openLedger } from '../e2e/ledger.ts';
import type { Message, Person } from '../e2e/person.ts';
import { matchOf, now, playLine, round, told } from '../e2e/private.ts';
import { createBot, startWorld, type World } from '../e2e/world.ts';
import { parts } from '../lib/message.ts';
import type { Pack } from '../pack.ts';
import { leaks, packForeign, pressAll } from './pseudo.ts';
import { openSite, type Site, shown, type Told, textsIn } from './site.ts';

/** What is said and shown: to whom, in which letters, in which language. */

let site: Site;
let ann: Person;
let rude: Person;

beforeAll(async () => {
  site = await openSite('Ann');
  [ann] = site.people as [Person];
  const { token } = (await site.world.control('POST', '/people', { name: '@everyone <@&1> ```' })) as {
    token: string;
  };
  rude = await site.world.person(token.replace('person-', ''));
  moveTo(site.world, midnight(500) + 10 * HOUR);
});

afterAll(() => site?.close());

const everything = async () => (await site.world.requests()) as Told[];

test('a name pings everyone, or a role', async () => {
  const here = site.world.place('metro');
  const { first, place } = await site.sit([rude, ann]);
  await told(ann, first, 'All boards');
  await playLine(rude, first);
  await now(ann, first, (m) => m.content.includes('1 of 2') || m.content.includes('Only'));
  await playLine(ann, first);
  await round(ann, place, 2);
  await ann.command(here, 'metrox board', { player: rude.id });
  const start = await rude.command(here, 'metrox solo');
  const run = (await rude.press(start, 'Begin'))!;
  await site.ledger.ahead(matchOf(run), ({ game, state }) => game.turn(state) > 8);
  const end = await playRun(rude, await rude.command(here, 'metrox solo'), 3);
  await rude.press(end, 'Share');
  await rude.command(here, 'metrox leaderboard');
  await rude.command(here, 'metrox stats');
  const sent = await everything();
  let named = 0;
  for (const one of sent) {
    if (!/messages|webhooks/.test(one.route) || one.method === 'DELETE' || one.route.endsWith('/threads'))
      continue;
    if (!['POST', 'PATCH'].includes(one.method)) continue;
    // Without the list Discord reads the text for whom to call.
    expect(one.body?.allowed_mentions, `${one.method} ${one.path}`).toMatchObject({ parse: [] });
    named++;
  }
  expect(named).toBeGreaterThan(15);
  for (const person of [ann, rude])
    for (const message of person.messages.values()) {
      const raw = message as Message & { mention_everyone: boolean; mention_roles: string[] };
      expect([raw.mention_everyone, raw.mention_roles]).toEqual([false, []]);
      for (const { id } of message.mentions) expect([ann.id, rude.id]).toContain(id);
      for (const text of [message.content, ...parts(message).map((part) => part.content ?? '')])
        expect(text).not.toMatch(/(?<!\\)@everyone|<@&|```[^\n]/);
    }
  expect(JSON.stringify(shown(sent))).toContain('everyone');
});

test('colour alone tells one line from another', async () => {
  // Whoever sees no picture hears it: each has its words, and these name lines and stations.
  const pictures = shown(await everything()).flatMap((message) => [
    ...message.attachments.filter(({ filename }) => filename.endsWith('.png')),
    ...parts(message).flatMap(({ items = [] }) => items),
  ]);
  expect(pictures.length).toBeGreaterThan(10);
  for (const { description } of pictures) expect((description ?? '').length).toBeGreaterThan(20);
});

test('memory outside the heap grows with every picture', async () => {
  const match = positionAt({ map: 'tokyo', seats: 2, flip: 'auto', seed: 3 }, 9);
  const draw = async (times: number) => {
    for (let n = 0; n < times; n++)
      for await (const { screen } of seatScreens(match, 0)) if (screen.files) break;
  };
  await draw(15);
  const before = process.memoryUsage.rss();
  // A canvas of such a board takes four megabytes.
  await draw(Number(process.env.PICTURES ?? 40));
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
});

test('a raw key, or English in a translation', async () => {
  let world: World | undefined;
  let bot: Pack | undefined;
  try {
    world = await startWorld({ start: false });
    bot = await packForeign(world.folder);
    const before = process.env.PACKED_BOT;
    process.env.PACKED_BOT = bot.file;
    const foreign = createBot(
      {
        DISCORD_TOKEN: 'playground',
        DISCORD_API: `${world.url}/api`,
        DATABASE_FILE: `${world.folder}/metrox.db`,
        CLOCK_FILE: world.clockFile,
        LOG_LEVEL: 'info',
      },
      true,
    );
    const starting = foreign.start();
    process.env.PACKED_BOT = before;
    await starting;
    const ledger = openLedger(world);
    try {
      const [host, guest] = [await world.person('Ann'), await world.person('Ben')];
      const pressed = new Set<string>();
      const here = world.place('metro');
      const partOf = (message: Message, act: string) =>
        parts(message).find((part) => part.custom_id?.startsWith(`${act}|`))!.custom_id!;
      const lobby = await host.command(here, 'metrox new', { map: 'osaka', flip: 'manual' });
      await now(guest, lobby, (m) => m.components.length > 0);
      await guest.send(lobby, partOf(lobby, 'join'));
      await host.send(host.messages.get(lobby.id)!, partOf(lobby, 'start'));
      const flip = (m: Message) => parts(m).some((part) => part.custom_id?.startsWith('flip|'));
      await host.wait(flip, 'the flip');
      await host.command(here, 'metrox new', { map: 'tube-town' });
      for (const name of ['games', 'metrox rules', 'metrox stats', 'metrox leaderboard', 'server'])
        await host.command(here, name);
      await host.command(here, 'metrox solo');
      const practice = await host.command(here, 'metrox solo', { practice: 'metro-city' });
      await pressAll(host, pressed);
      await pressAll(guest, pressed);
      for (const id of [matchOf(practice), matchOf(lobby)]) await ledger.ahead(id);
      const isEnd = (m: Message) => parts(m).some((part) => part.type === 13);
      await host.wait(isEnd, 'the end');
      await host.command(here, 'privacy show');
      await pressAll(host, pressed);
      expect(pressed.size).toBeGreaterThan(30);
      const said = shown((await world.requests()) as Told[]).flatMap(textsIn);
      expect(said.length).toBeGreaterThan(300);
      expect(said.filter((text) => /\p{Script=Cyrillic}{3}/u.test(text)).length).toBeGreaterThan(
        said.length / 2,
      );
      const people = ['Ann', 'Ben', 'Metro Club', '@ann', '@ben', '**ann**', '**ben**'];
      // Lists and names of languages are the platform's, which takes it for English.
      const found = said.flatMap((text) =>
        leaks(bare(text).replace(/ and |American English/g, ', '), people).map(
          (word) => `${word}: ${text.slice(0, 80)}`,
        ),
      );
      expect([...new Set(found)]).toEqual([]);
      expect(foreign.output()).not.toMatch(/answering failed/);
    } finally {
      await ledger.close();
      await foreign.stop('SIGKILL');
    }
  } finally {
    bot?.remove();
    await world?.close();
  }
});
