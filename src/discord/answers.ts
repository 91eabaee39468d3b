import type { REST } from 'discord.js';
import {
  type APIInteraction,
  type APIMessageComponentInteraction,
  ComponentType,
  MessageFlags,
} from 'discord-api-types/v10';
import { UNKNOWN_MESSAGE } from '../app/discorderror.ts';
import { drawn, drawnIf, type Screen } from '../app/outbound.ts';
import type { Ack, Reply } from '../app/request.ts';
import { now } from '../clock.ts';
import { payload, refusal } from './outbound.ts';
import { OLD_EDITS } from './rest.ts';

/** What follows the first answer to an interaction: it goes by the interaction's own token, while that works. */

/**
 * Unknown message, webhook or interaction, invalid token: Discord says so now and then of an answer that is there, and
 * takes the same a moment later.
 */
const PASSING: ReadonlySet<number> = new Set([UNKNOWN_MESSAGE, 10015, 10062, 50027]);
/** A pressed message that is unknown was deleted: no other try will do. */
const PASSING_PRESSED: ReadonlySet<number> = new Set([...PASSING].filter((code) => code !== UNKNOWN_MESSAGE));
/** The channel is unknown or not open to the bot, or the thread is archived or locked: nothing can be said there. */
const NOWHERE: ReadonlySet<number> = new Set([...PASSING, 10003, 50001, 50083, 160005]);
/** Pauses before the next try, in milliseconds. */
const PAUSES = [400, 1_500, 4_000];

export type Deferred = Exclude<Ack, 'modal'>;

/** An answer whose pictures are drawn. `passed`: another one takes the place of its screen, which is not drawn then. */
export interface Ready extends Pick<Reply, 'instead' | 'after'> {
  readonly screen?: Screen;
  readonly whisper?: Screen;
  readonly passed?: boolean;
}

/** Draws an answer; its screen only if that is still `wanted` as its turn comes. */
export async function ready(reply: Reply, wanted: () => boolean = () => true): Promise<Ready> {
  const { screen, whisper, ...others } = reply;
  const shown = screen && (await drawnIf(screen, wanted));
  return {
    ...others,
    ...(shown ? { screen: shown } : screen ? { passed: true } : {}),
    ...(whisper ? { whisper: await drawn(whisper) } : {}),
  };
}

/** What became of an answer: it is out, its time was over, or there was no place for it any more. */
export type Delivered = 'sent' | 'late' | { readonly code: number; readonly status: number };

export interface Answers {
  /**
   * Brings the answer to an interaction to where it belongs, before `until` (ms). Rejects where Discord does not answer, or
   * does not take what was sent.
   */
  deliver(interaction: APIInteraction, ack: Deferred, reply: Ready, until: number): Promise<Delivered>;
}

export function createAnswers(rest: REST, application: () => string): Answers {
  /** Tries again what is refused with one of these codes. */
  async function persistently(
    work: () => Promise<unknown>,
    until: number,
    codes: ReadonlySet<number> = PASSING,
  ): Promise<void> {
    for (const pause of PAUSES) {
      try {
        await work();
        return;
      } catch (error) {
        if (!codes.has(refusal(error).code) || now() + pause >= until) throw error;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
    await work();
  }

  async function send(
    interaction: APIInteraction,
    ack: Deferred,
    reply: Ready,
    until: number,
  ): Promise<void> {
    const hook = (path: string) => `/webhooks/${application()}/${interaction.token}${path}` as const;
    const whisper = (screen: Screen): Promise<void> => {
      const { body, files } = payload(screen);
      const flags = ((screen.body.flags as number | undefined) ?? 0) | MessageFlags.Ephemeral;
      const whole = { ...(body as object), flags };
      return persistently(() => rest.post(hook(''), { auth: false, body: whole, files }), until);
    };
    const clear = (): Promise<void> =>
      persistently(() => rest.delete(hook('/messages/@original'), { auth: false }), until);

    if (reply.screen) {
      const screen = ack === 'update' ? replacing(reply.screen, interaction) : reply.screen;
      const edit = () => rest.patch(hook('/messages/@original'), { auth: false, ...payload(screen) });
      try {
        await persistently(edit, until, ack === 'update' ? PASSING_PRESSED : PASSING);
      } catch (error) {
        const { code } = refusal(error);
        // What all were to see is nothing for one person alone.
        if (code !== OLD_EDITS && (ack === 'public' || !PASSING.has(code))) throw error;
        await whisper(reply.screen);
      }
    }
    // Else it would become what all were to see.
    if (reply.instead && ack === 'public') await clear();
    if (reply.whisper) await whisper(reply.whisper);
    if (!reply.screen && !reply.whisper && !reply.passed && ack !== 'update') await clear();
  }

  return {
    async deliver(interaction, ack, reply, until) {
      if (now() >= until) return 'late';
      try {
        await send(interaction, ack, reply, until);
        return 'sent';
      } catch (error) {
        const no = refusal(error);
        if (!NOWHERE.has(no.code)) throw error;
        return no;
      }
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
