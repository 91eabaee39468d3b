import { type APIChannel, type APIOverwrite, ChannelType, Routes } from 'discord-api-types/v10';
import { rightsIn } from '../app/channels.ts';
import { kindOfType, missingForDaily, missingForTables } from '../app/permissions.ts';
import { now } from '../clock.ts';
import { refusal, saysNo } from '../discord/outbound.ts';
import { translator } from '../locales.ts';
import type { Chosen } from '../store/checkup.ts';
import type { Asking } from './application.ts';
import { type Finding, note, ok, plain, wrong } from './finding.ts';

/** Whether the bot may do what it needs in each of its servers: where tables may be opened, and where the daily is announced. */

/** So many servers come with one answer. */
const PAGE = 200;
/** Of so many channels the first are named. */
const NAMED = 5;

/** Kinds of channels in which a table can stand; in others nobody looks for one. */
const FOR_TABLES: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
];

/** What a server is like to who has chosen nothing there. */
const UNCHOSEN: Chosen = { channels: [], thread: true, dailyChannel: null, refused: null };

interface Server {
  readonly id: string;
  readonly name: string;
  /** What the bot's roles give it in the whole server. */
  readonly permissions: string;
}

interface Member {
  readonly roles: readonly string[];
  readonly communication_disabled_until?: string | null;
}

/** A channel of a server with the bot's rights in it. */
interface Place {
  readonly name: string;
  readonly type: ChannelType;
  readonly rights: bigint;
}

export interface Asked {
  readonly rest: Asking;
  /** The id of the bot's account. */
  readonly bot: string;
  /** The address that adds it to a server. */
  readonly invitation: string;
  /** By the ids of servers; what is not there was never chosen. */
  readonly chosen: ReadonlyMap<string, Chosen>;
  /** Told after each server how many were looked at, of how many. */
  readonly progress: (done: number, all: number) => void;
}

/** Looks at every server, one after the other, with two requests for each. Rejects where Discord does not list them. */
export async function servers({ rest, bot, invitation, chosen, progress }: Asked): Promise<Finding[]> {
  const all = await listed(rest);
  if (all.length === 0)
    return [note('servers', 'The bot is in no server yet.', `This link adds it to one: ${invitation}`)];
  const findings: Finding[] = [];
  let well = 0;
  for (const [at, server] of all.entries()) {
    const found = await serverFindings(rest, bot, server, chosen.get(server.id) ?? UNCHOSEN);
    if (found.every(({ level }) => level !== 'mend')) well++;
    findings.push(...found);
    progress(at + 1, all.length);
  }
  const says = `In ${well} of ${all.length} servers the bot may do what it needs.`;
  return well === all.length ? [ok('servers', says), ...findings] : [...findings, note('servers', says)];
}

async function listed(rest: Asking): Promise<Server[]> {
  const all: Server[] = [];
  for (;;) {
    const query = new URLSearchParams({ limit: `${PAGE}`, after: all.at(-1)?.id ?? '0' });
    const some = (await rest.get(Routes.userGuilds(), { query })) as Server[];
    all.push(...some);
    if (some.length < PAGE) return all;
  }
}

async function serverFindings(rest: Asking, bot: string, server: Server, chosen: Chosen): Promise<Finding[]> {
  const name = nameOf(server);
  try {
    const [channels, member] = (await Promise.all([
      rest.get(Routes.guildChannels(server.id)),
      rest.get(Routes.guildMember(server.id, bot)),
    ])) as [APIChannel[], Member];
    const places = new Map(
      channels.map((channel) => [channel.id, placeOf(channel, channel, server, bot, member)]),
    );
    // Threads do not come with the channels.
    for (const id of [...chosen.channels, ...(chosen.dailyChannel ? [chosen.dailyChannel] : [])]) {
      if (places.has(id)) continue;
      const thread = await threadOf(rest, id);
      const above = channels.find((one) => thread && 'parent_id' in thread && one.id === thread.parent_id);
      if (thread && above) places.set(id, placeOf(thread, above, server, bot, member));
    }
    return [
      ...muted(name, member),
      ...(chosen.channels.length > 0 ? named(name, places, chosen) : everywhere(name, places, chosen)),
      ...daily(name, places, chosen),
    ];
  } catch (error) {
    const { status } = refusal(error);
    return [note('servers', `${name} could not be looked at: Discord answered ${status || 'nothing'}.`)];
  }
}

const nameOf = ({ id, name }: Server): string => `${plain(name)} (${id})`;

/** `above` has the overwrites: a thread has none of its own. */
function placeOf(
  channel: APIChannel,
  above: APIChannel,
  server: Server,
  bot: string,
  { roles }: Member,
): Place {
  const written: readonly APIOverwrite[] =
    'permission_overwrites' in above ? (above.permission_overwrites ?? []) : [];
  const overwrites = new Map(
    written.map(({ id, allow, deny }) => [id, { allow: BigInt(allow), deny: BigInt(deny) }]),
  );
  // What all its roles come to in the server is known already.
  const given = new Map([[server.id, BigInt(server.permissions)]]);
  return {
    name: `#${plain(channel.name ?? channel.id)}`,
    type: channel.type,
    rights: rightsIn({ owner: '', roles: given, overwrites, secret: false }, server.id, bot, roles),
  };
}

/** A thread, or whatever else it is; undefined where there is none for this bot. */
async function threadOf(rest: Asking, id: string): Promise<APIChannel | undefined> {
  try {
    return (await rest.get(Routes.channel(id))) as APIChannel;
  } catch (error) {
    if (saysNo(refusal(error).status)) return undefined;
    throw error;
  }
}

function muted(server: string, { communication_disabled_until: until }: Member): Finding[] {
  if (!until || Date.parse(until) <= now()) return [];
  return [
    wrong(
      'servers',
      `In ${server} the bot was timed out until ${until}, and cannot write.`,
      'A moderator there has to remove the timeout: right click on the bot → Remove Timeout.',
    ),
  ];
}

const t = translator('en');

/** What the bot lacks in a place, by names as Discord's settings have them. */
const lackedAt = ({ rights, type }: Place, thread: boolean): string[] =>
  missingForTables(rights, thread, kindOfType(type), t);

const WHERE = 'Allow it in the settings of the channel → Permissions → the bot’s role.';

const some = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** Channels by what they lack, those that lack nothing left out. */
function byLack(places: readonly Place[], thread: boolean): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const place of places) {
    const lack = lackedAt(place, thread).join(', ');
    if (lack !== '') found.set(lack, [...(found.get(lack) ?? []), place.name]);
  }
  return found;
}

/** Where the settings of a server name the channels in which tables may be opened. */
function named(server: string, places: ReadonlyMap<string, Place>, { channels, thread }: Chosen): Finding[] {
  const here = channels.flatMap((id) => places.get(id) ?? []);
  const lacks = [...byLack(here, thread)].map(([lack, names]) =>
    wrong(
      'servers',
      `In ${server} tables may be opened in ${some(names)}, where the bot lacks ${lack}.`,
      WHERE,
    ),
  );
  const gone = channels.length - here.length;
  if (gone === 0) return lacks;
  const count = gone === 1 ? 'A channel' : `${gone} channels`;
  const says = `${count} in which tables may be opened ${gone === 1 ? 'is' : 'are'} not in ${server} any more, or hidden from the bot.`;
  return [...lacks, note('servers', says, 'Whoever manages the server takes it off with /server.')];
}

/**
 * Where tables may be opened in every channel: one has to do. Channels that the bot does not see are closed to it on purpose;
 * in those that it sees somebody may well try.
 */
function everywhere(server: string, places: ReadonlyMap<string, Place>, { thread }: Chosen): Finding[] {
  const all = [...places.values()].filter(({ type }) => FOR_TABLES.includes(type));
  const lacks = [...byLack(all, thread)];
  if (all.length > 0 && all.every((place) => lackedAt(place, thread).length > 0)) {
    const [[lack]] = lacks.sort(([, a], [, b]) => b.length - a.length) as [[string, string[]]];
    return [
      wrong(
        'servers',
        `In ${server} there is no channel in which a table can be opened; in most the bot lacks ${lack}.`,
        'Allow it in Server Settings → Roles → the bot’s role, or in the settings of a channel → Permissions.',
      ),
    ];
  }
  const hidden = t('permission.ViewChannel');
  return lacks
    .filter(([lack]) => !lack.split(', ').includes(hidden))
    .map(([lack, names]) =>
      note(
        'servers',
        `In ${server} the bot sees ${some(names)}, and lacks ${lack} there for a table.`,
        WHERE,
      ),
    );
}

function daily(
  server: string,
  places: ReadonlyMap<string, Place>,
  { dailyChannel, refused }: Chosen,
): Finding[] {
  if (dailyChannel === null) return [];
  const place = places.get(dailyChannel);
  const choose = 'Whoever manages the server chooses another with /server.';
  if (!place)
    return [
      wrong(
        'servers',
        `The channel of the daily is not in ${server} any more, or hidden from the bot.`,
        choose,
      ),
    ];
  const lack = missingForDaily(place.rights, t);
  if (lack.length > 0)
    return [
      wrong(
        'servers',
        `In ${server} the daily is announced in ${place.name}, where the bot lacks ${lack.join(', ')}.`,
        WHERE,
      ),
    ];
  if (refused === null) return [];
  return [
    note(
      'servers',
      `In ${server} Discord refused today’s message of the daily in ${place.name} (code ${refused}).`,
      'It is tried again tomorrow, or at once when "Test my rights" of /server is pressed.',
    ),
  ];
}
