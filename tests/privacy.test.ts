import { readFileSync } from 'node:fs';
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { REQUESTS } from '../src/app/privacy.ts';
import { KEPT } from '../src/jobs/purge.ts';
import * as schema from '../src/store/schema.ts';
import * as scores from '../src/store/scores.ts';

/** The texts that whoever runs the bot publishes: what the tables hold of people is told in them. */

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const flat = (text: string): string => text.replace(/\s+/g, ' ');
const PRIVACY = flat(read('docs/PRIVACY.md'));
const TERMS = flat(read('docs/TERMS.md'));
const README = flat(read('README.md'));

interface Told {
  /** Columns that say something of a person, by the words of the text that tell it. */
  readonly of?: Readonly<Record<string, string>>;
  /** All others: ids of games and their like, and what is worked out from the above. */
  readonly else?: string;
}

/** Every table. A new table or column has its place here, and in the text where it says something of somebody. */
const TABLES: Readonly<Record<string, Told>> = {
  players: {
    of: {
      id: 'The id of your Discord account',
      name: 'your display name',
      gone: "finished games keep their scores as *someone's*",
      username: 'your unique name',
      listed: 'whether tables of the world show your name or *someone*',
      asks: 'whether a choice is asked about before it counts',
      warns: 'whether you are told that a choice closes the round',
      theme: 'light or dark pictures',
      locale: 'Your settings: language',
      discordLocale: 'the language of your Discord',
      pings: 'what pings you',
      quietFrom: 'quiet hours',
      quietTo: 'quiet hours',
      zone: 'with your time zone',
      closed: 'whether you take direct messages',
      seenAt: 'The time at which you last pressed something, give or take a few minutes',
      unheard: 'whether an answer of the bot did not reach you',
      direct: "The channel of the bot's direct messages with you",
    },
  },
  members: {
    of: {
      guild: 'For each server in which you used the bot, that you did',
      player: 'For each server in which you used the bot, that you did',
      name: 'the name you go by there',
    },
  },
  matches: {
    of: {
      host: 'who was the host',
      openedBy: 'who opened it',
      origin: 'with which press',
      touchedAt: 'the time at which somebody last did something in a game',
    },
    else: `id game map options rules seed status guided solo guild channel capacity thread limit onTimeout timedAt ponders paused
      voided revision turn toAct rematchOf calls terms day createdAt startedAt turnAt endedAt ended rated aside settled`,
  },
  seats: {
    of: { player: 'which seat you held', since: 'since when', state: 'how you left it' },
    else: 'match seat computer nick settled',
  },
  former: { of: { player: 'which seat you held', state: 'how you left it' }, else: 'match seq seat' },
  barred: { of: { player: 'Who was taken off a lobby' }, else: 'match' },
  actions: {
    of: {
      code: 'every choice at the table',
      user: 'who made it',
      by: 'who made it',
      at: 'every choice at the table with the time of it',
    },
    else: 'match seq seat',
  },
  folded: { of: { log: 'every choice at the table with the time of it and who made it' }, else: 'match' },
  bystanders: {
    of: { user: 'Who did something at a table without sitting there, as those may who manage a server' },
    else: 'match seq',
  },
  results: {
    of: {
      player: 'your score',
      score: 'your score',
      rank: 'your score',
      parts: 'what it consists of',
      facts: 'what it consists of',
    },
    else: 'match seat game map kind people at',
  },
  entries: {
    of: {
      player: 'for whom the game is rated',
      place: 'for whom the game is rated',
      own: 'for whom the game is rated',
    },
    else: 'match seat',
  },
  daily: {
    of: { player: 'Your dailies with their scores', score: 'Your dailies with their scores' },
    else: 'game day match state tie tallied at',
  },
  tallies: {
    of: { player: 'sums of games, wins and points for days, weeks, months, seasons and all time' },
    else: 'game period dailies points games wins best',
  },
  streaks: { of: { player: 'days in a row' }, else: 'game length longest last' },
  ratings: { of: { player: 'ratings' }, else: 'game scope mu sigma shown games' },
  strengths: {
    of: { player: 'the bare strength that you had stays under no name' },
    else: 'game scope mu sigma games',
  },
  jobs: {
    of: {
      subject: 'Reminders and digests that are due to you',
      doneAt: 'for up to seven days after they were',
    },
    else: 'kind key due holder leaseUntil',
  },
  quiets: { of: { player: 'the turns of which you want no more reminders' }, else: 'match phase' },
  mutes: { of: { player: 'The tables that you muted' }, else: 'match' },
  vacations: {
    of: {
      player: 'The stretches of time in which you are away',
      from: 'The stretches of time',
      to: 'The stretches of time',
    },
  },
  blocks: {
    of: {
      player: 'the people whom you keep from your lobbies',
      blocked: 'or by your id alone, when somebody who hosts lobbies keeps you from them',
    },
  },
  once: {
    of: { hash: 'a code stays for as long as a day of the daily or a table that you sat at is open' },
    else: 'kind subject until',
  },
  guilds: {
    of: {
      changedBy: 'who changed these settings last and when',
      changedAt: 'who changed these settings last and when',
      discordLocale: "The server's language",
      locale: "The server's language",
      channels: 'the channels and roles that its managers chose',
      roles: 'the channels and roles that its managers chose',
      dailyChannel: 'the channels and roles that its managers chose',
      goneAt: 'when the bot was removed',
    },
    else: 'id limit onTimeout thread lobbies theme announced discordError',
  },
  messages: {
    of: { message: "the ids of the bot's own messages, those of results that you shared among them" },
    else: 'id match guild slot channel wanted data state attempt nonce at shown due',
  },
  tables: { else: 'match lobbyChannel channel thread archived last shown discordError retryAt' },
  opened: { else: 'key match calledAt' },
  days: { else: 'game day map hasPar' },
  pars: { else: 'cards par best moves' },
  excused: { else: 'day' },
  absences: { else: 'from to' },
  meta: { else: 'key value' },
  leases: { else: 'owner holder until' },
};

const tables = [...Object.values(schema), ...Object.values(scores)]
  .filter((one) => is(one, SQLiteTable))
  .map((one) => ({ name: getTableConfig(one).name, table: one }));

const elseOf = ({ else: others = '' }: Told): string[] => others.split(/\s+/).filter(Boolean);

describe('the privacy text', () => {
  test('every table there is has its place in this list, and none that there is not', () => {
    expect(Object.keys(TABLES).sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  test.each(tables)('$name: every column is told, or says nothing of anybody', ({ name, table }) => {
    const told = TABLES[name]!;
    expect([...Object.keys(told.of ?? {}), ...elseOf(told)].sort()).toEqual(
      Object.keys(getTableColumns(table)).sort(),
    );
    for (const words of Object.values(told.of ?? {})) expect(PRIVACY).toContain(words);
  });

  test('what points to a player is never among what says nothing of anybody', () => {
    const pointing = tables.flatMap(({ name, table }) =>
      getTableConfig(table).foreignKeys.flatMap((key) => {
        const { columns, foreignTable } = key.reference();
        return foreignTable === schema.players ? columns.map((column) => `${name}.${column.name}`) : [];
      }),
    );
    expect(pointing.length).toBeGreaterThan(10);
    const silent = Object.entries(TABLES).flatMap(([name, told]) =>
      elseOf(told).map((column) => `${name}.${column}`),
    );
    expect(pointing.filter((column) => silent.includes(column))).toEqual([]);
  });

  test('has the times and the commands of the program', () => {
    expect(KEPT).toBe(30 * 86_400_000);
    expect(PRIVACY).toContain('goes thirty days later');
    for (const request of REQUESTS) expect(PRIVACY).toContain(`\`/privacy ${request}\``);
  });
});

describe('the texts to publish', () => {
  test.each([
    ['PRIVACY', PRIVACY],
    ['TERMS', TERMS],
  ])('%s says to whoever runs the bot what is to be filled in, and brackets are whole', (_name, text) => {
    expect(text).toMatch(/^<!-- For whoever runs the bot: .*\[\[double brackets\]\] filled in.*? -->/);
    const body = text.replace(/<!--.*?-->/, '');
    const filled = body.replace(/\*\*\[\[[^[\]]+\]\]\*\*/g, '');
    expect(filled).not.toMatch(/\[\[|\]\]/);
    expect(body.length).toBeGreaterThan(filled.length);
  });

  test('the README leads to both, and says where Discord asks for them', () => {
    expect(README).toMatch(/\(docs\/PRIVACY\.md\).*\(docs\/TERMS\.md\).*\*\*General Information\*\*/);
  });
});
