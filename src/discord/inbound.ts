import { randomInt } from 'node:crypto';
import { type REST, Routes } from 'discord.js';
import {
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type APIMessageComponentInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ComponentType,
  InteractionContextType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { Command } from '../../commands/command.ts';
import { type App, t as translate } from '../app/context.ts';
import type { Screen } from '../app/outbound.ts';
import { ackOf, answer } from '../app/presses.ts';
import type { Ack, CommandRequest, Origin, PressRequest, Reply } from '../app/request.ts';
import { faultScreen } from '../app/screens/problems.ts';
import { meet } from '../store/players.ts';
import { payload, refusal } from './outbound.ts';

/** Interactions come in here: acknowledged at once, translated, answered. */

const REMEMBERED = 15 * 60_000;
const THREADS = new Set([10, 11, 12]);

type Work = { readonly ack: Ack; readonly run: (origin: Origin) => Promise<Reply>; readonly request: Origin };

export interface Inbound {
  handle(interaction: APIInteraction): Promise<void>;
  /** Resolves when no interaction is under way. */
  settled(): Promise<void>;
}

export function createInbound(
  app: App,
  rest: REST,
  application: () => string,
  commands: ReadonlyMap<string, Command>,
): Inbound {
  const seen = new Map<string, number>();
  const underWay = new Set<Promise<void>>();

  /** The gateway may deliver an event twice after a resume. */
  function known(id: string): boolean {
    const at = Date.now();
    for (const [old, when] of seen) {
      if (at - when < REMEMBERED) break;
      seen.delete(old);
    }
    if (seen.has(id)) return true;
    seen.set(id, at);
    return false;
  }

  async function acknowledge(
    interaction: APIInteraction,
    ack: Ack,
  ): Promise<{ message: string | null } | undefined> {
    const type =
      ack === 'update'
        ? InteractionResponseType.DeferredMessageUpdate
        : InteractionResponseType.DeferredChannelMessageWithSource;
    // A direct message is read by one person anyway; as an ordinary one it stays.
    const alone = interaction.context === InteractionContextType.BotDM;
    const data = ack === 'private' && !alone ? { flags: MessageFlags.Ephemeral } : undefined;
    try {
      const done = (await rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
        auth: false,
        body: { type, ...(data ? { data } : {}) },
        query: new URLSearchParams({ with_response: String(ack === 'public') }),
      })) as { resource?: { message?: { id: string } } } | undefined;
      return { message: done?.resource?.message?.id ?? null };
    } catch (error) {
      // Too late, or another process was faster: there is nobody to answer any more.
      app.log.warn(
        { interaction: interaction.id, ...refusal(error) },
        'an interaction could not be acknowledged',
      );
      return undefined;
    }
  }

  async function send(interaction: APIInteraction, ack: Ack, reply: Reply): Promise<void> {
    const hook = (path: string) => `/webhooks/${application()}/${interaction.token}${path}` as const;
    if (reply.screen) {
      const screen = ack === 'update' ? replacing(reply.screen, interaction) : reply.screen;
      await rest.patch(hook('/messages/@original'), { auth: false, ...payload(screen) });
    }
    if (reply.whisper) {
      const { body, files } = payload(reply.whisper);
      const flags = ((reply.whisper.body.flags as number | undefined) ?? 0) | MessageFlags.Ephemeral;
      await rest.post(hook(''), { auth: false, body: { ...(body as object), flags }, files });
    }
    if (!reply.screen && !reply.whisper && ack !== 'update')
      await rest.delete(hook('/messages/@original'), { auth: false });
  }

  async function work(interaction: APIInteraction): Promise<void> {
    const job = jobOf(interaction, app, commands);
    if (!job) return;
    const acknowledged = await acknowledge(interaction, job.ack);
    if (!acknowledged) return;
    const origin = job.ack === 'public' ? { ...job.request, message: acknowledged.message } : job.request;
    try {
      await meet(app.store, origin.user.id, origin.user.name, homeOf(interaction));
      const reply = await job.run(origin);
      await send(interaction, job.ack, reply);
      // The answer is out and stays: what fails now is mended by the repairs.
      await reply.after?.().catch((error) => app.log.error({ err: error }, 'after an answer'));
    } catch (error) {
      await apologise(interaction, job, error);
    }
  }

  async function apologise(interaction: APIInteraction, job: Work, error: unknown): Promise<void> {
    const number = faultNumber();
    app.log.error(
      { number, interaction: interaction.id, what: nameOf(interaction), err: error },
      'answering failed',
    );
    try {
      const screen = faultScreen(number, translate(job.request.locale));
      await send(interaction, job.ack, job.ack === 'update' ? { whisper: screen } : { screen });
    } catch (again) {
      app.log.warn({ number, err: again }, 'the apology could not be sent either');
    }
  }

  return {
    async handle(interaction) {
      if (known(interaction.id)) return;
      const done = work(interaction).catch((error) => app.log.error({ err: error }, 'an interaction failed'));
      underWay.add(done);
      await done;
      underWay.delete(done);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}

/** A message of components is replaced by one of words only as one of components: the flag stays for good. */
function replacing(screen: Screen, interaction: APIInteraction): Screen {
  const flags = (interaction as APIMessageComponentInteraction).message?.flags ?? 0;
  const rich = Boolean(flags & MessageFlags.IsComponentsV2);
  const { content, components, ...rest } = screen.body;
  if (!rich) {
    if (!(Number(screen.body.flags ?? 0) & MessageFlags.IsComponentsV2)) return screen;
    return { ...screen, body: { ...screen.body, content: null, embeds: [] } as unknown as Screen['body'] };
  }
  if (content === undefined || content === null) return screen;
  const words = { type: ComponentType.TextDisplay as const, content };
  return {
    files: screen.files ?? [],
    body: { ...rest, flags: MessageFlags.IsComponentsV2, components: [words, ...(components ?? [])] },
  };
}

function jobOf(
  interaction: APIInteraction,
  app: App,
  commands: ReadonlyMap<string, Command>,
): Work | undefined {
  if (interaction.type === InteractionType.MessageComponent) {
    const press = pressOf(interaction);
    return { ack: ackOf(press), request: press, run: () => answer(app, press) };
  }
  if (interaction.type === InteractionType.ApplicationCommand) {
    if (interaction.data.type !== ApplicationCommandType.ChatInput) return undefined;
    const request = commandOf(interaction);
    const command = commands.get(request.name);
    if (!command) {
      return { ack: 'private', request, run: async () => ({ screen: unknownCommand(request) }) };
    }
    // What stands in the way is known without waiting, and is told privately.
    const stop = command.obstacle?.(request);
    if (stop) return { ack: 'private', request, run: async () => stop };
    return { ack: command.ack, request, run: (origin) => command.run(app, { ...request, ...origin }) };
  }
  return undefined;
}

const unknownCommand = (request: Origin): Screen => ({
  body: { content: translate(request.locale)('refuse.command'), allowed_mentions: { parse: [] } },
});

function originOf(interaction: APIApplicationCommandInteraction | APIMessageComponentInteraction): Origin {
  const user = interaction.member?.user ?? interaction.user!;
  const channel = interaction.channel as { id: string; type?: number } | undefined;
  const rights = BigInt(interaction.member?.permissions ?? '0');
  return {
    id: interaction.id,
    user: { id: user.id, name: interaction.member?.nick ?? user.global_name ?? user.username },
    guild: interaction.guild_id ?? null,
    channel: channel?.id ?? interaction.channel_id!,
    inThread: THREADS.has(channel?.type ?? 0),
    locale: interaction.locale,
    permissions: BigInt(interaction.app_permissions ?? '0'),
    manages: Boolean(rights & (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)),
    message: null,
    personal: !interaction.guild_id,
  };
}

/** The server, where the bot is part of it; people who brought it along by themselves make it no part. */
const homeOf = ({ authorizing_integration_owners: owners, guild_id }: APIInteraction): string | null =>
  guild_id !== undefined && owners?.[ApplicationIntegrationType.GuildInstall] === guild_id ? guild_id : null;

function pressOf(interaction: APIMessageComponentInteraction): PressRequest {
  const { data, message } = interaction;
  const origin = originOf(interaction);
  return {
    ...origin,
    kind: 'press',
    message: message.id,
    personal: origin.personal || Boolean((message.flags ?? 0) & MessageFlags.Ephemeral),
    customId: data.custom_id,
    values: 'values' in data ? data.values : [],
  };
}

function commandOf(interaction: APIApplicationCommandInteraction): CommandRequest {
  const names = [interaction.data.name];
  let given = 'options' in interaction.data ? (interaction.data.options ?? []) : [];
  for (let sub = given[0]; sub; sub = given[0]) {
    const nested =
      sub.type === ApplicationCommandOptionType.Subcommand ||
      sub.type === ApplicationCommandOptionType.SubcommandGroup;
    if (!nested) break;
    names.push(sub.name);
    given = ('options' in sub ? sub.options : undefined) ?? [];
  }
  const options = Object.fromEntries(
    given.flatMap((o) => ('value' in o ? [[o.name, o.value as string | number | boolean]] : [])),
  );
  const resolved = 'resolved' in interaction.data ? interaction.data.resolved : undefined;
  const users = Object.entries(resolved && 'users' in resolved ? (resolved.users ?? {}) : {});
  return {
    ...originOf(interaction),
    kind: 'command',
    name: names.join(' '),
    options,
    users: Object.fromEntries(users.map(([id, user]) => [id, user.global_name ?? user.username])),
  };
}

const nameOf = (interaction: APIInteraction): string =>
  interaction.type === InteractionType.ApplicationCommand
    ? `/${interaction.data.name}`
    : interaction.type === InteractionType.MessageComponent
      ? interaction.data.custom_id
      : String(interaction.type);

/** A number like K7Q2-M4, without letters that are mistaken for others. */
function faultNumber(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const pick = (n: number) => Array.from({ length: n }, () => letters[randomInt(letters.length)]).join('');
  return `${pick(4)}-${pick(2)}`;
}
