import { ApplicationFlags, type RESTGetAPIGatewayBotResult, Routes } from 'discord-api-types/v10';
import { INVITED } from '../app/permissions.ts';
import { now } from '../clock.ts';
import { compareCommands, isSame } from '../discord/commands.ts';
import { TOKEN_REFUSED } from '../discord/login.ts';
import { refusal } from '../discord/outbound.ts';
import { createRest, type Noting } from '../discord/rest.ts';
import { type Finding, note, ok, plain, stretch, wrong } from './finding.ts';

/** What Discord says of the token, of the application on its developer page, and of the commands that it holds. */

/** Requests in a second: a bot that runs shares the token's fifty. */
const PACE = 10;
const TIMEOUT = 10_000;
/** Discord's answers tell their time in whole seconds (ms). */
const SECOND = 1_000;
/** A clock may be wrong by so much (ms) before it is told, and before it is to be mended. */
const OFF = 3_000;
const FAR = 30_000;

export type Asking = Pick<ReturnType<typeof createRest>, 'get'>;

/** The way to Discord, and by how much (ms) this machine's clock is ahead of Discord's at least, as far as the answers told. */
export interface Way {
  readonly rest: Asking;
  ahead(): number | undefined;
}

export function wayTo(api: string, token: string): Way {
  let found: number | undefined;
  const noting: Noting = (request) => async (url, init) => {
    const asked = now();
    const response = await request(url, init);
    const told = Date.parse(response.headers.get('date') ?? '');
    // It was said at some moment of these, so the clock is ahead or behind by that much at least.
    const [least, most] = [asked - told - SECOND, now() - told];
    const ahead = least > 0 ? least : Math.min(most, 0);
    if (Number.isFinite(ahead) && Math.abs(ahead) >= Math.abs(found ?? 0)) found = ahead;
    return response;
  };
  const rest = createRest(api, token, noting, {
    timeout: TIMEOUT,
    retries: 1,
    rejectOnRateLimit: ['/gateway', '/applications'],
    perSecond: PACE,
  });
  return { rest, ahead: () => found };
}

/** What the developer page says of an application, as far as it matters here. */
interface Application {
  readonly id: string;
  readonly name: string;
  readonly bot?: { readonly id: string };
  readonly flags?: number;
  readonly bot_require_code_grant?: boolean;
  readonly interactions_endpoint_url?: string | null;
  readonly privacy_policy_url?: string | null;
  readonly terms_of_service_url?: string | null;
}

export interface Told {
  /** Undefined where Discord did not say. */
  readonly bot: Bot | undefined;
  readonly findings: readonly Finding[];
}

export interface Bot {
  /** The id of its account. */
  readonly id: string;
  /** The address that adds it to a server. */
  readonly invitation: string;
}

/** Asks about everything but the servers. Discord is asked twice where it refuses the token: one refusal may be chance. */
export async function application({ rest, ahead }: Way, api: string): Promise<Told> {
  const me = async () => {
    const told = (await rest.get(Routes.currentApplication())) as Partial<Application> | undefined;
    // What else may stand at an address says something else.
    return typeof told?.id === 'string' && typeof told.name === 'string' ? (told as Application) : undefined;
  };
  let known: Application | undefined;
  try {
    known = await me().catch((error) => (refusal(error).status === 401 ? me() : Promise.reject(error)));
  } catch (error) {
    const { status } = refusal(error);
    return {
      bot: undefined,
      findings: [status === 401 ? wrong('discord', TOKEN_REFUSED) : unheard(api, status), ...clock(ahead())],
    };
  }
  if (!known) return { bot: undefined, findings: [unheard(api, 200)] };
  const { id, name } = known;
  const findings = [
    ok('discord', `The token is that of ${plain(name)} (application ${id}).`),
    ...page(known),
    ...(await asked(api, 'discord', () => gateway(rest))),
    ...(await asked(api, 'commands', () => commands(rest, id))),
  ];
  const invitation = `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=${INVITED}`;
  return {
    bot: { id: known.bot?.id ?? id, invitation },
    findings: [...findings, ...clock(ahead())],
  };
}

/** What somebody can set there that keeps a bot from hearing or being invited, or that it does not need. */
function page({ id, flags = 0, ...known }: Application): Finding[] {
  const at = `https://discord.com/developers/applications/${id}`;
  const findings: Finding[] = [];
  if (known.interactions_endpoint_url)
    findings.push(
      wrong(
        'discord',
        `The application has an Interactions Endpoint URL (${plain(known.interactions_endpoint_url)}), so no press and no command comes to this bot.`,
        `Empty that field at ${at}/information.`,
      ),
    );
  if (known.bot_require_code_grant)
    findings.push(
      wrong(
        'discord',
        'The application asks for an OAuth2 code grant, so the link that invites the bot fails.',
        `Switch "Requires OAuth2 Code Grant" off at ${at}/bot.`,
      ),
    );
  const intents = PRIVILEGED.filter(([, mask]) => (flags & mask) !== 0).map(([name]) => name);
  if (intents.length > 0)
    findings.push(
      note(
        'discord',
        `The application may have ${intents.join(' and ')}, which this bot does not use.`,
        `Switch it off at ${at}/bot.`,
      ),
    );
  const addresses = [
    ...(known.privacy_policy_url ? [] : ['Privacy Policy']),
    ...(known.terms_of_service_url ? [] : ['Terms of Service']),
  ];
  if (addresses.length > 0)
    findings.push(
      note(
        'discord',
        `The application names no address of its ${addresses.join(' and ')}, which Discord wants of a bot that is to be verified.`,
        `Publish docs/PRIVACY.md and docs/TERMS.md with your own contact, and name them at ${at}/information.`,
      ),
    );
  return findings;
}

const PRIVILEGED = [
  ['Presence Intent', ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited],
  [
    'Server Members Intent',
    ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited,
  ],
  [
    'Message Content Intent',
    ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
  ],
] as const;

async function gateway(rest: Asking): Promise<Finding[]> {
  const { shards, session_start_limit: limit } = (await rest.get(
    Routes.gatewayBot(),
  )) as RESTGetAPIGatewayBotResult;
  const findings = [];
  if (limit.remaining <= 0)
    findings.push(
      wrong(
        'discord',
        `Discord takes no login of this bot for ${stretch(limit.reset_after)}: it has logged in ${limit.total} times in a day.`,
        'See in its log why it starts so often; it waits by itself.',
      ),
    );
  if (shards > 1)
    findings.push(
      note(
        'discord',
        `Discord would have this bot use ${shards} connections. It uses one, which Discord takes up to 2,500 servers.`,
      ),
    );
  return findings;
}

async function commands(rest: Asking, application: string): Promise<Finding[]> {
  const difference = await compareCommands(rest, application);
  if (isSame(difference)) return [ok('commands', 'Discord has the commands of this version.')];
  const { lacking, changed, unknown } = difference;
  const told = [
    ['lacks', lacking],
    ['has another', changed],
    ['has, and should not,', unknown],
  ] as const;
  const what = told.flatMap(([verb, names]) =>
    names.length > 0 ? [`${verb} ${names.map((name) => `/${plain(name)}`).join(', ')}`] : [],
  );
  return [
    wrong(
      'commands',
      `Discord ${what.join('; it ')}.`,
      'Run "npm run commands", or start the bot, which does the same.',
    ),
  ];
}

/** What Discord does not answer is told and ends nothing. */
async function asked(
  api: string,
  about: 'discord' | 'commands',
  ask: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await ask();
  } catch (error) {
    return [{ ...unheard(api, refusal(error).status), about }];
  }
}

export const unheard = (api: string, status: number): Finding =>
  wrong(
    'discord',
    `DISCORD_API ${api} does not answer as Discord does (${status || 'no connection'}).`,
    'Try again later; if it goes on, see whether the address is right and whether this machine reaches it.',
  );

/** `ahead` in ms; undefined where no answer told Discord's time. */
export function clock(ahead: number | undefined): Finding[] {
  if (ahead === undefined) return [];
  const away = Math.abs(ahead);
  if (away < OFF) return [ok('clock', 'This machine’s clock agrees with Discord’s.')];
  const says = `This machine’s clock is ${stretch(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} Discord’s, so turns and days end at wrong times.`;
  return [
    (away > FAR ? wrong : note)('clock', says, 'Have it set by the network: timedatectl set-ntp true.'),
  ];
}
