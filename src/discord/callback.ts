import { setTimeout as sleep } from 'node:timers/promises';
import { type REST, Routes } from 'discord.js';
import {
  type APIInteraction,
  type APIInteractionResponse,
  type APIInteractionResponseCallbackData,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  InteractionContextType,
  InteractionResponseType,
  MessageFlags,
  type RESTPostAPIInteractionCallbackWithResponseResult,
  TextInputStyle,
} from 'discord-api-types/v10';
import type { Logger } from 'pino';
import type { Screen } from '../app/outbound.ts';
import type { Ack, Modal } from '../app/request.ts';
import { refusal } from './outbound.ts';
import { titleOf } from './requests.ts';
import type { First } from './rest.ts';

/** The first answer to an interaction, which Discord awaits for three seconds. */

const ACKNOWLEDGED = 40060;
const TRIES = 3;
/** No further try begins later than this. */
const PATIENCE = 2_000;
const APART = 150;
/** How long (ms) is waited before each time that Discord is asked which message a first answer made. */
const LOOKS = [0, 400, 1_500];
/** What Discord may say of an answer that it has only just taken: unknown webhook, message or interaction, or token. */
const NOT_YET: ReadonlySet<number> = new Set([10015, 10008, 10062, 50027]);

/** The two connections: one that tries once and gives up soon, for first answers, and one for all that follows them. */
export interface Lines {
  readonly rest: REST;
  readonly first: First;
}

/** That a first answer was taken, with the message it made where that was asked for. */
export interface Taken {
  readonly message: string | null;
}

/** What goes back at once; the work follows. */
export function deferral(interaction: APIInteraction, ack: Exclude<Ack, 'modal'>): APIInteractionResponse {
  if (ack === 'update') return { type: InteractionResponseType.DeferredMessageUpdate };
  const type = InteractionResponseType.DeferredChannelMessageWithSource;
  // A direct message is read by one person anyway; as an ordinary one it stays.
  const alone = interaction.context === InteractionContextType.BotDM;
  return ack === 'private' && !alone ? { type, data: { flags: MessageFlags.Ephemeral } } : { type };
}

/** A screen of words as a first answer, for whoever asked alone. */
export const telling = ({ body }: Screen): APIInteractionResponse => ({
  type: InteractionResponseType.ChannelMessageWithSource,
  data: { ...(body as APIInteractionResponseCallbackData), flags: MessageFlags.Ephemeral },
});

/** A modal as Discord takes it: each field is a line of text under its label. */
export function opening(modal: Modal): APIInteractionResponse {
  const data: APIModalInteractionResponseCallbackData = {
    custom_id: modal.customId,
    title: modal.title,
    components: modal.fields.map(({ id, label, value, placeholder, max, required = true }) => ({
      type: ComponentType.Label,
      label,
      component: {
        type: ComponentType.TextInput,
        custom_id: id,
        style: TextInputStyle.Short,
        required,
        ...(value === undefined ? {} : { value }),
        ...(placeholder === undefined ? {} : { placeholder }),
        ...(max === undefined ? {} : { max_length: max }),
      },
    })),
  };
  return { type: InteractionResponseType.Modal, data };
}

/**
 * Sends the first answer, again where it or what Discord said to it was lost on the way. Undefined when it is not for
 * this process to go on: the answer came too late, or another process was faster.
 * @param asks whether the id of the message that it makes is wanted
 */
export async function firstAnswer(
  { rest, first }: Lines,
  log: Logger,
  application: string,
  interaction: APIInteraction,
  body: APIInteractionResponse,
  asks: boolean,
): Promise<Taken | undefined> {
  const begun = Date.now();
  const about = { interaction: interaction.id, what: titleOf(interaction) };
  for (let tries = 1; ; tries++) {
    const lost = tries > 1;
    try {
      const done = (await first.post(Routes.interactionCallback(interaction.id, interaction.token), {
        auth: false,
        body,
        query: new URLSearchParams({ with_response: String(asks) }),
      })) as RESTPostAPIInteractionCallbackWithResponseResult | undefined;
      const message = done?.interaction?.response_message_id ?? done?.resource?.message?.id;
      if (message !== undefined || !asks) return { message: message ?? null };
      // Discord promises neither of the two for an answer that is deferred.
      return (await original(rest, application, interaction)) ?? { message: null };
    } catch (error) {
      const no = refusal(error);
      const unheard = no.status === 0 || no.status === 429 || no.status >= 500;
      if (unheard && tries < TRIES && Date.now() - begun < PATIENCE) {
        await sleep(APART);
        continue;
      }
      // Without a try that was lost, an answer that is there already is another process's.
      if (no.code === ACKNOWLEDGED && !lost) {
        log.debug(about, 'an interaction was taken by another process');
        return undefined;
      }
      if (no.code === ACKNOWLEDGED && !asks) return { message: null };
      // A lost one may have been taken all the same.
      const taken = lost || unheard ? await original(rest, application, interaction) : undefined;
      if (taken) return taken;
      if (no.code === ACKNOWLEDGED) return { message: null };
      log.warn({ ...about, ...no }, 'an interaction could not be acknowledged');
      return undefined;
    }
  }
}

/**
 * The message that a first answer made or was about; undefined where Discord knows of none. Asked again where it may not
 * know of it yet.
 */
async function original(
  rest: REST,
  application: string,
  { token }: APIInteraction,
): Promise<Taken | undefined> {
  for (const wait of LOOKS) {
    await sleep(wait);
    try {
      const message = (await rest.get(`/webhooks/${application}/${token}/messages/@original`, {
        auth: false,
      })) as { id: string };
      return { message: message.id };
    } catch (error) {
      const no = refusal(error);
      if (!NOT_YET.has(no.code) && no.status !== 0 && no.status < 500) return undefined;
    }
  }
  return undefined;
}
