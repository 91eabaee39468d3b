import { ApplicationCommandType, RateLimitError, type REST, Routes } from 'discord.js';
import { localizedCommands } from '../../commands/localized.ts';
import { TOKEN_REFUSED, Unmendable } from './login.ts';
import { refusal } from './outbound.ts';

/** The commands as Discord holds them, and as they should be. */

/** Something that passes by itself; the message is one sentence. */
export class NotNow extends Error {}

/** What makes a command or an option of one; Discord adds ids, versions and names in the asker's language. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'type',
  'options',
  'required',
  'choices',
  'value',
  'channel_types',
  'min_value',
  'max_value',
  'min_length',
  'max_length',
  'autocomplete',
  'default_member_permissions',
  'nsfw',
  'contexts',
  'integration_types',
]);

/** What counts as not said: Discord may leave it out, or fill it in. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A command without what Discord adds, its keys and its sets of numbers in one order; options keep theirs. */
function essence(value: unknown, all = false): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((one) => essence(one));
    return parts.every((one) => typeof one === 'number') ? parts.sort() : parts;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => (all || ESSENTIAL.has(key)) && !isEmpty(one))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      // Of translations every key counts, as it is a language.
      .map(([key, one]) => [key, essence(one, key.endsWith('_localizations'))]),
  );
}

const TYPED: number = ApplicationCommandType.ChatInput;

interface Named {
  readonly name: string;
  readonly type?: number;
}

/** One on people or on messages may have the name of another. */
const fullName = ({ name, type = TYPED }: Named): string =>
  type === TYPED ? name : `${name} (of type ${type})`;

/** What makes each command, by its name. */
const essences = (commands: readonly Named[]): ReadonlyMap<string, string> =>
  new Map(commands.map((one) => [fullName(one), JSON.stringify(essence(one))]));

/** Names of commands. */
export interface Difference {
  /** Discord does not have them. */
  readonly lacking: readonly string[];
  /** Discord has others of these names. */
  readonly changed: readonly string[];
  /** Discord has them, and this program does not. */
  readonly unknown: readonly string[];
}

/** Holds the commands that Discord has for everywhere against those that it should have. */
export async function compareCommands(rest: Pick<REST, 'get'>, application: string): Promise<Difference> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const there = essences((await rest.get(Routes.applicationCommands(application), { query })) as Named[]);
  const ours = essences(localizedCommands());
  const names = [...ours.keys()];
  return {
    lacking: names.filter((name) => !there.has(name)),
    changed: names.filter((name) => there.has(name) && there.get(name) !== ours.get(name)),
    unknown: [...there.keys()].filter((name) => !ours.has(name)),
  };
}

/** Whether Discord has exactly what it should have. */
export const isSame = ({ lacking, changed, unknown }: Difference): boolean =>
  lacking.length + changed.length + unknown.length === 0;

/** Tells Discord the commands, for everywhere, in one request; resolves with how many they are. */
async function sendCommands(rest: REST, application: string): Promise<number> {
  const body = localizedCommands();
  await rest.put(Routes.applicationCommands(application), { body });
  return body.length;
}

/**
 * Tells Discord the commands if those that it holds are others: some of them deleted there, or of an older program.
 * Resolves with how many were told; 0: nothing had to be.
 */
export async function bringCommands(rest: REST, application: string): Promise<number> {
  if (isSame(await compareCommands(rest, application))) return 0;
  return sendCommands(rest, application);
}

/**
 * Tells Discord the commands of the bot whose token `rest` has, whatever it holds. Rejects with `Unmendable` where the
 * token is refused, and with `NotNow` where Discord does not answer, or not yet.
 */
export async function tellCommands(
  rest: REST,
  api: string,
): Promise<{ readonly application: string; readonly commands: number }> {
  try {
    const { id, name } = (await rest.get(Routes.currentApplication())) as { id: string; name: string };
    return { application: name, commands: await sendCommands(rest, id) };
  } catch (error) {
    if (error instanceof RateLimitError)
      throw new NotNow(
        `Discord was sent the commands too often. Try again in ${Math.ceil(error.retryAfter / 60_000)} min.`,
      );
    const { status } = refusal(error);
    if (status === 401) throw new Unmendable(TOKEN_REFUSED);
    if ([0, 429].includes(status) || status >= 500)
      throw new NotNow(`DISCORD_API ${api} does not answer (${status || 'no connection'}). Try again later.`);
    throw new Unmendable(`DISCORD_API ${api} did not take the commands (${status}). Is the address right?`);
  }
}
