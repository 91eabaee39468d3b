import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Membership } from '../../src/app/channels.ts';
import type { Origin } from '../../src/app/request.ts';
import * as lobbies from '../../src/match/lobby.ts';
import { kick } from '../../src/match/people.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { setTable } from '../../src/store/tables.ts';
import { AT, loaded, lobbyOf, running, some } from '../match/people.ts';
import { placeIn, type Server } from './sights.ts';

/** A server with places of all kinds, people of all kinds, and a table in each state of its life. */

export const GUILD = '77';
const ROLES = { insider: '501', mod: '502' } as const;

export const PEOPLE = {
  host: '1000',
  sits: '1001',
  // Was let in, and is not any more.
  'sits, hidden': '1002',
  'sits, left the server': '1003',
  kicked: '1004',
  insider: '1005',
  outsider: '1006',
  manager: '1007',
  owner: '1008',
  moderator: '1009',
  'not in the server': '1010',
} as const;
export type Person = keyof typeof PEOPLE;
export const EVERYONE = Object.keys(PEOPLE) as Person[];

export const PLACES = {
  'a channel': '80',
  'a hidden channel': '81',
  'a thread of a hidden channel': '82',
  'a private thread': '83',
  'a post in a forum': '84',
  'a channel that is gone': '85',
} as const;
export type PlaceName = keyof typeof PLACES;
export const WHERE = Object.keys(PLACES) as PlaceName[];

/** Who may watch there, without sitting at the table. */
export const WATCHERS: Readonly<Record<PlaceName, readonly Person[]>> = {
  'a channel': ['kicked', 'insider', 'outsider', 'manager', 'owner', 'moderator'],
  'a hidden channel': ['insider', 'owner'],
  'a thread of a hidden channel': ['insider', 'owner'],
  'a private thread': ['insider', 'owner', 'moderator'],
  'a post in a forum': ['kicked', 'insider', 'outsider', 'manager', 'owner', 'moderator'],
  'a channel that is gone': [],
};

export const SITTING: readonly Person[] = ['host', 'sits', 'sits, hidden'];
export const AWAY: readonly Person[] = ['sits, left the server', 'not in the server'];

const rolesOf = (person: Person): string[] =>
  person === 'insider' ? [ROLES.insider] : person === 'moderator' ? [ROLES.mod] : [];

const seen = placeIn(GUILD, {
  owner: PEOPLE.owner,
  roles: new Map([
    [GUILD, Flags.ViewChannel],
    [ROLES.insider, 0n],
    [ROLES.mod, Flags.ManageThreads],
  ]),
});
const hidden = {
  ...seen,
  overwrites: new Map([
    [GUILD, { allow: 0n, deny: Flags.ViewChannel }],
    [ROLES.insider, { allow: Flags.ViewChannel, deny: 0n }],
  ]),
};

export const SERVER: Server = {
  guild: GUILD,
  members: Object.fromEntries(
    EVERYONE.map((person): [string, Membership] => [
      PEOPLE[person],
      AWAY.includes(person) ? { is: 'none' } : { is: 'member', roles: rolesOf(person) },
    ]),
  ),
  channels: {
    [PLACES['a channel']]: seen,
    [PLACES['a hidden channel']]: hidden,
    [PLACES['a thread of a hidden channel']]: hidden,
    [PLACES['a private thread']]: { ...seen, secret: true },
    [PLACES['a post in a forum']]: seen,
  },
  threads: { [PLACES['a private thread']]: [PEOPLE.insider] },
};

export const WHENCE = ['there', 'another channel', 'another server', 'direct messages'] as const;
export type Whence = (typeof WHENCE)[number];

/** What Discord tells of somebody who presses something somewhere. */
export function from(person: Person, whence: Whence, place: PlaceName): Partial<Origin> {
  const user = { id: PEOPLE[person], name: person };
  const roles = rolesOf(person);
  const inside = { user, guild: GUILD, roles, manages: person === 'manager' };
  if (whence === 'there') return { ...inside, channel: PLACES[place], sees: true };
  if (whence === 'another channel') return { ...inside, channel: '99', sees: true };
  if (whence === 'another server') return { user, guild: '66', channel: '98', sees: true, manages: true };
  return { user, guild: null, channel: '97', sees: false, personal: true };
}

/** Whether somebody can press anything there at all. */
export const canPress = (person: Person, whence: Whence, place: PlaceName): boolean => {
  if (whence === 'another server' || whence === 'direct messages') return true;
  if (AWAY.includes(person)) return false;
  return whence === 'another channel' || WATCHERS[place].includes(person) || person === 'host';
};

export interface Tables {
  readonly lobby: number;
  readonly closed: number;
  readonly running: number;
  readonly over: number;
}

/** A lobby, a closed one, a running match with a free seat, and one that is over. */
export async function tablesIn(store: Store): Promise<Tables> {
  const lobby = await lobbyOf(store, 4);
  const closed = await lobbyOf(store, 4);
  await lobbies.cancel(store, closed, PEOPLE.host, false, AT);
  const match = await running(store, 5);
  await kick(store, { match, user: PEOPLE.host, at: AT, to: 4, manages: false });
  const over = await running(store, 4, {
    game: 'metromania',
    map: 'six-quarters',
    options: { order: 'joined' },
    capacity: 4,
  });
  for (let now = await loaded(store, over); now.row.status === 'running'; ) {
    const [seat] = now.game.toAct(now.state);
    const user = now.seats[seat!]!.player!;
    const turn = now.game.turn(now.state);
    const done = await play(store, { match: now, user, turn, codes: [some(now, seat!)], at: AT + 1000 });
    if (!done.ok) throw new Error(done.why);
    now = done.match;
  }
  return { lobby, closed, running: match, over };
}

/** Has all of them stand in a place. */
export async function standIn(store: Store, tables: Tables, place: PlaceName): Promise<void> {
  const channel = PLACES[place];
  for (const id of Object.values(tables)) await setTable(store, id, { lobbyChannel: channel, channel: null });
}

/** Presses about tables, with what is chosen in menus; `id` tells which. */
export const PRESSES = ({ lobby, closed, running: match, over }: Tables) =>
  [
    ['a board', `boards|${match}|1|0`],
    ['a board of all', `boards|${match}|1`, ['1']],
    ['the sheet', `boards|${match}|1|all`],
    ['the sheet of one that is over', `boards|${over}|1|all`],
    ['one’s own board', `mine|${match}|1`],
    ['a choice from the table', `table|${match}|1`, ['T']],
    ['a choice', `play|${match}|1|T.3`],
    ['replay', `replay|${over}|0`],
    ['replay of one that runs', `replay|${match}|0`],
    ['film', `film|${over}|0`],
    ['film of one that runs', `film|${match}|0`],
    ['a jump', `jumped|${over}|0|1|all`, ['2']],
    ['pages', `pages|${over}|0|0`],
    ['record', `record|${over}|0`],
    ['options', `options|${lobby}|0`],
    ['join', `join|${lobby}|0`],
    ['leave', `leave|${lobby}|0`],
    ['start', `start|${lobby}|0`],
    ['cancel', `cancel|${lobby}|0`],
    ['close', `close|${lobby}|0`],
    ['show it here', `lobbyhere|${lobby}|0`],
    ['take over', `take|${match}|1|4`],
    ['sit down', `sit|${match}|1|4`],
    ['more', `more|${match}|1`],
    ['leave the match', `quitnow|${match}|1`],
    ['come back', `back|${match}|1`],
    ['kick', `kick|${match}|1`],
    ['kick somebody', `kicknow|${match}|1|1`],
    ['go on', `go|${match}|1`],
    ['agree', `agree|${match}|1`],
    ['end it for all', `endnow|${match}|1`],
    ['rematch', `rematch|${over}|0`],
    ['a new table behind a rematch', `newtable|${over}|0|metrox`],
    ['open it again', `reopen|${closed}|0`],
    ['move here', `movehere|${match}|0`],
    ['move here, from the list', 'movehere|0|0', [`${match}`]],
    ['open a game', 'open|0|0', [`${match}`]],
    ['open a lobby', 'open|0|0', [`${lobby}`]],
    ['quiet', `quiet|${match}|0|1.round`],
  ] as const satisfies readonly (readonly [string, string, string[]?])[];

/** The same press about a match that never was. */
export const ofNothing = (id: string, values: readonly string[] = []): [id: string, values: string[]] => [
  id.replace(/^(\w+)\|[1-9]\d*/, '$1|999999'),
  id.startsWith('open|') || id === 'movehere|0|0' ? ['999999'] : [...values],
];
