import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useClockFile } from '../../src/clock.ts';
import { tellCommands } from '../../src/discord/commands.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type Asking, application, clock, wayTo } from '../../src/doctor/application.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import { servers } from '../../src/doctor/servers.ts';
import { type Discord, startDiscord } from '../../src/playground/server.ts';
import { APPLICATION } from '../../src/playground/world.ts';
import type { Chosen } from '../../src/store/checkup.ts';

/** What the doctor finds out from Discord, and that it changes nothing there. */

let discord: Discord;
let api: string;
beforeEach(async () => {
  discord = await startDiscord({ limits: 'off' });
  api = `${discord.url}/api`;
});
afterEach(async () => {
  useClockFile(undefined);
  await discord.close();
});

const control = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${discord.url}/_${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Record<string, string>>;
};

const told = (findings: readonly Finding[], level: Finding['level']): string[] =>
  findings
    .filter((one) => one.level === level)
    .map(({ about, says, mend }) => [`${about}:`, says, ...(mend ? [mend] : [])].join(' '));

const asked = () => discord.requests(0).map(({ method, path }) => `${method} ${path}`);

describe('the application', () => {
  const look = async () => {
    const { findings, bot } = await application(wayTo(api, discord.token), api);
    return { findings, bot };
  };

  test('is well once the commands were sent; everything is only read', async () => {
    await tellCommands(createRest(api, discord.token), api);
    const before = asked().length;
    const { findings, bot } = await look();
    expect(told(findings, 'mend')).toEqual([]);
    expect(told(findings, 'ok')).toEqual([
      `discord: The token is that of Metro (application ${APPLICATION}).`,
      'commands: Discord has the commands of this version.',
      'clock: This machine’s clock agrees with Discord’s.',
    ]);
    expect(bot?.id).toBe(APPLICATION);
    expect(asked().slice(before)).toEqual([
      'GET /applications/@me',
      'GET /gateway/bot',
      `GET /applications/${APPLICATION}/commands`,
    ]);
  });

  test('tells commands that Discord lacks, has otherwise, and has beside ours', async () => {
    expect(told((await look()).findings, 'mend')).toEqual([
      expect.stringMatching(
        /^commands: Discord lacks \/metrox, .*\. Run "npm run commands", or start the bot/,
      ),
    ]);
    const rest = createRest(api, discord.token);
    await tellCommands(rest, api);
    const route = `/applications/${APPLICATION}/commands` as const;
    const query = new URLSearchParams({ with_localizations: 'true' });
    type Held = { name: string; description: string; id?: string; version?: string; application_id?: string };
    const held = (await rest.get(route, { query })) as Held[];
    const others = held
      .filter(({ name }) => name !== 'games')
      .map(({ id: _, version: __, application_id: ___, ...one }) =>
        one.name === 'metro' ? { ...one, description: 'Another game' } : one,
      );
    await rest.put(route, { body: [...others, { name: 'chess', description: 'Kings' }] });
    expect(told((await look()).findings, 'mend')).toEqual([
      'commands: Discord lacks /games; it has another /metro; it has, and should not, /chess. Run "npm run commands", or start the bot, which does the same.',
    ]);
  });

  test('tells what somebody set on the developer page that keeps the bot from hearing or being invited', async () => {
    await tellCommands(createRest(api, discord.token), api);
    await control('PUT', '/application', {
      interactions_endpoint_url: 'https://elsewhere.example/presses',
      bot_require_code_grant: true,
      flags: (1 << 15) | (1 << 18),
      privacy_policy_url: 'https://metro.example/privacy',
    });
    const { findings } = await look();
    const page = `https://discord.com/developers/applications/${APPLICATION}`;
    expect(told(findings, 'mend')).toEqual([
      `discord: The application has an Interactions Endpoint URL (https://elsewhere.example/presses), so no press and no command comes to this bot. Empty that field at ${page}/information.`,
      `discord: The application asks for an OAuth2 code grant, so the link that invites the bot fails. Switch "Requires OAuth2 Code Grant" off at ${page}/bot.`,
    ]);
    expect(told(findings, 'note')).toEqual([
      `discord: The application may have Server Members Intent and Message Content Intent, which this bot does not use. Switch it off at ${page}/bot.`,
      expect.stringMatching(/^discord: The application names no address of its Terms of Service, /),
    ]);
  });

  test('a token that is refused twice is told; one refusal is chance', async () => {
    await control('POST', '/faults', { route: '/applications/@me', status: 401, times: 1 });
    expect((await look()).bot?.id).toBe(APPLICATION);
    await control('DELETE', `/tokens/${discord.token}`);
    const { findings, bot } = await look();
    expect(bot).toBeUndefined();
    expect(told(findings, 'mend')).toEqual([
      expect.stringMatching(/^discord: DISCORD_TOKEN is refused by Discord: .*Reset Token\)\.$/),
    ]);
  });

  test('an outage of one part is told, and the others are looked at', async () => {
    await control('POST', '/faults', { route: '/gateway/bot', status: 503, times: 9 });
    await tellCommands(createRest(api, discord.token), api);
    const { findings } = await look();
    expect(told(findings, 'mend')).toEqual([
      expect.stringMatching(
        /^discord: DISCORD_API \S+ does not answer as Discord does \(503\)\. Try again later/,
      ),
    ]);
    expect(told(findings, 'ok')).toContain('commands: Discord has the commands of this version.');
  });

  test.each([
    [-7_900_000, 'behind'],
    [7_900_000, 'ahead of'],
  ])('a clock that was moved by %s ms is told', async (offset, where) => {
    const file = join(mkdtempSync(join(tmpdir(), 'metrox-doctor-')), 'clock');
    writeFileSync(file, String(offset));
    useClockFile(file);
    const { findings } = await look();
    expect(told(findings, 'mend').at(-1)).toMatch(
      new RegExp(`^clock: This machine’s clock is 2 hours ${where} Discord’s`),
    );
  });

  test('what is no Discord is told', async () => {
    const page = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
    });
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const other = `http://127.0.0.1:${(page.address() as AddressInfo).port}/api`;
    try {
      const { findings, bot } = await application(wayTo(other, 'x'), other);
      expect(bot).toBeUndefined();
      expect(told(findings, 'mend')).toEqual([
        expect.stringContaining(`DISCORD_API ${other} does not answer as Discord does (200)`),
      ]);
    } finally {
      page.closeAllConnections();
      page.close();
    }
  });

  test('the link that adds the bot is that of the README', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [link] = /https:\/\/discord\.com\/oauth2\/authorize\S+/.exec(readme)!;
    expect((await look()).bot?.invitation).toBe(link.replace('APPLICATION_ID', APPLICATION));
  });

  test('nobody there is told', async () => {
    const { findings, bot } = await application(
      wayTo('http://127.0.0.1:9/api', 'x'),
      'http://127.0.0.1:9/api',
    );
    expect(bot).toBeUndefined();
    expect(told(findings, 'mend')).toEqual([expect.stringContaining('(no connection)')]);
  });
});

test.each([
  [undefined, undefined, /^$/],
  [-2_900, 'ok', /agrees/],
  [4_000, 'note', /is 4 seconds ahead of Discord’s, .*timedatectl/],
  [-90 * 60_000, 'mend', /is 2 hours behind Discord’s/],
] as const)('a clock that is %s ms ahead', (ahead, level, says) => {
  const [found] = clock(ahead);
  expect(found?.level).toBe(level);
  expect(`${found?.says ?? ''}${found?.mend ?? ''}`).toMatch(says);
});

describe('servers', () => {
  interface Place {
    readonly id: string;
    readonly channels: Readonly<Record<string, string>>;
  }
  const UNCHOSEN: Chosen = { channels: [], thread: true, dailyChannel: null, refused: null };

  /** The club and the night line of the playground, with their channels by name. */
  async function places(): Promise<Place[]> {
    const rest = createRest(api, discord.token);
    const guilds = (await rest.get('/users/@me/guilds')) as { id: string }[];
    return Promise.all(
      guilds.map(async ({ id }) => {
        const channels = (await rest.get(`/guilds/${id}/channels`)) as { id: string; name: string }[];
        return { id, channels: Object.fromEntries(channels.map((one) => [one.name, one.id])) };
      }),
    );
  }

  const look = (chosen: Readonly<Record<string, Partial<Chosen>>> = {}, rest?: Asking) =>
    servers({
      rest: rest ?? wayTo(api, discord.token).rest,
      bot: APPLICATION,
      invitation: 'https://invite.example',
      chosen: new Map(Object.entries(chosen).map(([id, one]) => [id, { ...UNCHOSEN, ...one }])),
      progress: () => {},
    });

  test('where nothing was chosen one channel has to do; one that people would try in vain is told', async () => {
    const findings = await look();
    expect(told(findings, 'mend')).toEqual([]);
    expect(told(findings, 'ok')).toEqual(['servers: In 2 of 2 servers the bot may do what it needs.']);
    // Discord says so of #quiet, where the bot may write and not attach files.
    expect(told(findings, 'note')).toEqual([
      expect.stringMatching(
        /^servers: In Metro Club \(\d+\) the bot sees #quiet, and lacks Send Messages in Threads, Attach Files there/,
      ),
    ]);
  });

  test('where channels were named each has to do, as the table would be', async () => {
    const [club, night] = (await places()) as [Place, Place];
    const { metro, quiet, ideas } = club.channels as Record<string, string>;
    const findings = await look({
      [club.id]: { channels: [metro!, quiet!, ideas!, '99'] },
      [night.id]: { channels: [night.channels.tracks!] },
    });
    expect(told(findings, 'mend')).toEqual([
      expect.stringMatching(
        /^servers: In Metro Club \(\d+\) tables may be opened in #quiet, where the bot lacks Send Messages in Threads, Attach Files\. Allow it/,
      ),
    ]);
    expect(told(findings, 'note')).toEqual([
      expect.stringMatching(/A channel in which tables may be opened is not in Metro Club \(\d+\) any more/),
      'servers: In 1 of 2 servers the bot may do what it needs.',
    ]);
    // Without threads of their own, tables in #quiet need no right to write in these.
    const plain = await look({ [club.id]: { channels: [quiet!], thread: false } });
    expect(told(plain, 'mend')[0]).toContain('lacks Attach Files.');
  });

  test('a thread that was named has the rights of the channel it hangs on', async () => {
    const [club] = (await places()) as [Place, Place];
    const thread = async (channel: string): Promise<string> => {
      const answer = await fetch(`${api}/v10/channels/${channel}/threads`, {
        method: 'POST',
        headers: { authorization: 'person-ann', 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'corner', type: 11 }),
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const [good, bad] = [await thread(club.channels.metro!), await thread(club.channels.quiet!)];
    expect(told(await look({ [club.id]: { channels: [good] } }), 'mend')).toEqual([]);
    expect(told(await look({ [club.id]: { channels: [bad] } }), 'mend')).toEqual([
      expect.stringContaining('#corner, where the bot lacks Send Messages in Threads, Attach Files.'),
    ]);
  });

  test('the channel of the daily needs less, and may be gone', async () => {
    const [club, night] = (await places()) as [Place, Place];
    const { tracks } = night.channels as Record<string, string>;
    await control('PUT', `/channels/${tracks}`, { deny: ['SendMessagesInThreads', 'ReadMessageHistory'] });
    const findings = await look({
      [club.id]: { dailyChannel: '99' },
      [night.id]: { dailyChannel: tracks!, channels: [tracks!], refused: '50013' },
    });
    expect(told(findings, 'mend').map((one) => one.replace(/\(\d+\)/, '()'))).toEqual([
      expect.stringMatching(/^servers: The channel of the daily is not in Metro Club \(\) any more/),
      expect.stringMatching(
        /^servers: In Night Line \(\) tables may be opened in #tracks, where the bot lacks Send Messages in Threads, Read Message History\./,
      ),
    ]);
    // What it needs for the daily it has again.
    expect(told(findings, 'note').join('\n')).toMatch(
      /Night Line .* refused today’s message .*\(code 50013\)/,
    );
    await control('PUT', `/channels/${tracks}`, { deny: ['ViewChannel'] });
    expect(told(await look({ [night.id]: { dailyChannel: tracks! } }), 'mend').join('\n')).toMatch(
      /no channel in which a table can be opened; in most the bot lacks View Channel[\s\S]*the daily is announced in #tracks, where the bot lacks View Channel/,
    );
  });

  test('a bot that is timed out is told, once it is over not any more', async () => {
    const { rest } = wayTo(api, discord.token);
    const until = (date: string): Asking => ({
      get: async (route, options) => {
        const answer = await rest.get(route, options);
        return /\/members\//.test(route)
          ? { ...(answer as object), communication_disabled_until: date }
          : answer;
      },
    });
    expect(told(await look({}, until('2999-01-01T00:00:00Z')), 'mend')).toHaveLength(2);
    expect(told(await look({}, until('2020-01-01T00:00:00Z')), 'mend')).toEqual([]);
  });

  test('servers come in pages, each is asked for twice, and one that does not answer ends nothing', async () => {
    const ids = Array.from({ length: 401 }, (_, i) => `${1000 + i}`);
    const routes: string[] = [];
    const seen: string[] = [];
    const rest: Asking = {
      async get(route, options) {
        routes.push(route);
        if (route === '/users/@me/guilds') {
          const after = options?.query?.get('after');
          const from = ids.findIndex((id) => Number(id) > Number(after));
          const page = from < 0 ? [] : ids.slice(from, from + Number(options?.query?.get('limit')));
          // What a terminal would act on is in no name that is told.
          return page.map((id) => ({ id, name: `\u001b[2J${id}\n`, permissions: '8' }));
        }
        if (route === '/guilds/1007/channels')
          throw Object.assign(new Error('fetch failed'), { cause: new Error('ECONNRESET') });
        return route.endsWith('/channels') ? [{ id: '1', type: 0, name: 'a' }] : { roles: [] };
      },
    };
    const findings = await servers({
      rest,
      bot: '1',
      invitation: '',
      chosen: new Map(),
      progress: (done, all) => seen.push(`${done}/${all}`),
    });
    expect(findings.map(({ level, says }) => `${level} ${says}`)).toEqual([
      'ok In 401 of 401 servers the bot may do what it needs.',
      'note [2J1007 (1007) could not be looked at: Discord answered nothing.',
    ]);
    expect(routes.filter((route) => route === '/users/@me/guilds')).toHaveLength(3);
    expect(routes).toHaveLength(3 + 2 * 401);
    expect([seen[0], seen.at(-1)]).toEqual(['1/401', '401/401']);
  });

  test('a bot that is in no server is told how to add it', async () => {
    for (const { id } of await places()) await control('DELETE', `/guilds/${id}`);
    expect(told(await look(), 'note')).toEqual([
      'servers: The bot is in no server yet. This link adds it to one: https://invite.example',
    ]);
  });
});
