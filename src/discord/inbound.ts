import { randomInt } from 'node:crypto';
import { Routes } from 'discord.js';
import {
  type APIInteraction,
  type APIMessageComponentInteraction,
  ApplicationCommandType,
  ComponentType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import type { Command } from '../../commands/command.ts';
import { asideScreen, unlessAside } from '../app/aside.ts';
import { type App, t as translate } from '../app/context.ts';
import type { Screen } from '../app/outbound.ts';
import { ackOf, answer, modalOf } from '../app/presses.ts';
import type { Ack, Modal, Origin, PressRequest, Reply } from '../app/request.ts';
import { faultScreen } from '../app/screens/problems.ts';
import { now } from '../clock.ts';
import { meet, noteSeen, settingsOf } from '../store/players.ts';
import { deferral, firstAnswer, type Lines, opening } from './callback.ts';
import { payload, refusal } from './outbound.ts';
import { commandOf, pressOf, titleOf } from './requests.ts';
import { OLD_EDITS } from './rest.ts';

/** Interactions come in here: acknowledged at once, translated, answered. */

const REMEMBERED = 15 * 60_000;
/** An interaction's token works for fifteen minutes; what is sent last must have arrived by then. */
const TOKEN = 14.5 * 60_000;

const UNKNOWN_MESSAGE = 10008;
/**
 * Refusals of an answer that mean that nobody waits for it: the channel, the message, the webhook, the interaction is
 * unknown, the place is not open to the bot, the token is over, the thread is archived or locked.
 */
const NOWHERE: ReadonlySet<number> = new Set([
  10003,
  UNKNOWN_MESSAGE,
  10015,
  10062,
  50001,
  50027,
  50083,
  160005,
]);

type Deferred = Exclude<Ack, 'modal'>;
type Work = {
  readonly ack: Deferred;
  readonly run: (origin: Origin) => Promise<Reply>;
  readonly request: Origin;
};

export interface Inbound {
  handle(interaction: APIInteraction): Promise<void>;
  /** Resolves when no interaction is under way. */
  settled(): Promise<void>;
}

export function createInbound(
  app: App,
  lines: Lines,
  application: () => string,
  commands: ReadonlyMap<string, Command>,
): Inbound {
  const { rest } = lines;
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

  /** Whether the answer is out. There may be no place for it any more: then the log has a line. */
  async function send(
    interaction: APIInteraction,
    ack: Deferred,
    reply: Reply,
    until: number,
  ): Promise<boolean> {
    if (now() >= until) {
      app.log.warn(about(interaction), 'an answer came too late and was dropped');
      return false;
    }
    try {
      await deliver(interaction, ack, reply);
      return true;
    } catch (error) {
      const no = refusal(error);
      if (!NOWHERE.has(no.code)) throw error;
      app.log.warn({ ...about(interaction), ...no }, 'there was no place for an answer any more');
      return false;
    }
  }

  async function deliver(interaction: APIInteraction, ack: Deferred, reply: Reply): Promise<void> {
    const hook = (path: string) => `/webhooks/${application()}/${interaction.token}${path}` as const;
    const whisper = async (screen: Screen): Promise<void> => {
      const { body, files } = payload(screen);
      const flags = ((screen.body.flags as number | undefined) ?? 0) | MessageFlags.Ephemeral;
      await rest.post(hook(''), { auth: false, body: { ...(body as object), flags }, files });
    };
    if (reply.screen) {
      const screen = ack === 'update' ? replacing(reply.screen, interaction) : reply.screen;
      try {
        await rest.patch(hook('/messages/@original'), { auth: false, ...payload(screen) });
      } catch (error) {
        const { code } = refusal(error);
        // The pressed message was deleted, or edited too often for now.
        if (code !== OLD_EDITS && !(code === UNKNOWN_MESSAGE && ack === 'update')) throw error;
        await whisper(reply.screen);
      }
    }
    // Else it would become what all were to see.
    if (reply.instead && ack === 'public') await rest.delete(hook('/messages/@original'), { auth: false });
    if (reply.whisper) await whisper(reply.whisper);
    if (!reply.screen && !reply.whisper && ack !== 'update')
      await rest.delete(hook('/messages/@original'), { auth: false });
  }

  async function work(interaction: APIInteraction): Promise<void> {
    const until = now() + TOKEN;
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete) return suggest(interaction);
    const modal = modalFor(interaction, app);
    if (modal) {
      await firstAnswer(lines, app.log, application(), interaction, opening(modal), false);
      return;
    }
    const job = jobOf(interaction, app, commands);
    if (!job) return;
    const { ack } = job;
    const body = deferral(interaction, ack);
    const taken = await firstAnswer(lines, app.log, application(), interaction, body, ack === 'public');
    if (!taken) return;
    try {
      const { user, guild, message, locale } = job.request;
      const player = await meet(app.store, user.id, user.name, guild, user);
      await noteSeen(app.store, player, now());
      const reply = await job.run({
        ...job.request,
        message: ack === 'public' ? taken.message : message,
        locale: player.locale ?? locale,
        theme: player.theme,
      });
      if (!(await send(interaction, ack, reply, until))) return;
      // The answer is out and stays: what fails now is mended by the repairs.
      await reply.after?.().catch((error) => app.log.error({ err: error }, 'after an answer'));
    } catch (error) {
      await apologise(interaction, job, error, until);
    }
  }

  /** No option of a command completes itself (any more); an empty list says so at once. */
  async function suggest(interaction: APIInteraction): Promise<void> {
    const body = {
      type: InteractionResponseType.ApplicationCommandAutocompleteResult,
      data: { choices: [] },
    };
    try {
      await lines.first.post(Routes.interactionCallback(interaction.id, interaction.token), {
        auth: false,
        body,
      });
    } catch (error) {
      app.log.debug({ ...about(interaction), ...refusal(error) }, 'nothing could be suggested');
    }
  }

  async function apologise(
    interaction: APIInteraction,
    job: Work,
    error: unknown,
    until: number,
  ): Promise<void> {
    const number = faultNumber();
    app.log.error({ number, ...about(interaction), err: error }, 'answering failed');
    try {
      const screen = faultScreen(number, translate(job.request.locale));
      // In the place of a deferred answer; beside one that arrived although nobody said so.
      await send(interaction, job.ack, { whisper: screen }, until);
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
  const before = (interaction as APIMessageComponentInteraction).message?.flags ?? 0;
  const { content, components, ...rest } = screen.body;
  // What was an ordinary message when it was pressed may be one of components by now, as after two taps.
  const emptied = Number(before) & MessageFlags.IsComponentsV2 ? {} : { content: null, embeds: [] };
  if (content === undefined || content === null)
    return { ...screen, body: { ...screen.body, ...emptied } as unknown as Screen['body'] };
  const words = { type: ComponentType.TextDisplay as const, content };
  const body = {
    ...rest,
    ...emptied,
    flags: MessageFlags.IsComponentsV2,
    components: [words, ...(components ?? [])],
  };
  return { files: screen.files ?? [], body: body as unknown as Screen['body'] };
}

const about = (interaction: APIInteraction): { interaction: string; what: string } => ({
  interaction: interaction.id,
  what: titleOf(interaction),
});

/** The modal that a press opens, which is all the answer it gets; in the player's language, which is read at once. */
function modalFor(interaction: APIInteraction, app: App): Modal | undefined {
  if (interaction.type !== InteractionType.MessageComponent) return undefined;
  const press = pressOf(interaction);
  if (ackOf(press) !== 'modal') return undefined;
  const { locale } = settingsOf(app.store, press.user.id);
  return modalOf({ ...press, locale: locale ?? press.locale });
}

function jobOf(
  interaction: APIInteraction,
  app: App,
  commands: ReadonlyMap<string, Command>,
): Work | undefined {
  const pressed = (request: PressRequest, ack: Deferred): Work => ({
    ack,
    request,
    run: (origin) => answer(app, { ...request, ...origin }),
  });
  if (interaction.type === InteractionType.MessageComponent) {
    const press = pressOf(interaction);
    return pressed(press, ackOf(press) as Deferred);
  }
  if (interaction.type === InteractionType.ModalSubmit) {
    const press = pressOf(interaction);
    return pressed(press, press.personal && press.message ? 'update' : 'private');
  }
  if (interaction.type === InteractionType.ApplicationCommand) {
    if (interaction.data.type !== ApplicationCommandType.ChatInput) return undefined;
    const request = commandOf(interaction);
    const command = commands.get(request.name);
    if (!command) {
      return { ack: 'private', request, run: async (origin) => ({ screen: unknownCommand(origin) }) };
    }
    // What stands in the way is known without waiting, and is told privately.
    const stop = command.obstacle?.(app, request);
    if (stop) return { ack: 'private', request, run: async () => stop };
    const run = async (origin: Origin): Promise<Reply> =>
      (await unlessAside(app, () => command.run(app, { ...request, ...origin }))) ?? {
        screen: asideScreen(origin),
      };
    return { ack: command.ack, request, run };
  }
  return undefined;
}

const unknownCommand = (request: Origin): Screen => ({
  body: { content: translate(request.locale)('refuse.command'), allowed_mentions: { parse: [] } },
});

/** A number like K7Q2-M4, without letters that are mistaken for others. */
function faultNumber(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const pick = (n: number) => Array.from({ length: n }, () => letters[randomInt(letters.length)]).join('');
  return `${pick(4)}-${pick(2)}`;
}
