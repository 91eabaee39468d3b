import { randomInt } from 'node:crypto';
import { Routes } from 'discord.js';
import {
  type APIInteraction,
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
} from 'discord-api-types/v10';
import type { Command } from '../../commands/command.ts';
import { asideScreen, unlessAside } from '../app/aside.ts';
import { type App, t as translate } from '../app/context.ts';
import type { Screen } from '../app/outbound.ts';
import { busyScreen, faultScreen } from '../app/refusals.ts';
import type { Origin, PressRequest, Reply } from '../app/request.ts';
import { type Route, route } from '../app/router.ts';
import { withUnheard } from '../app/unheard.ts';
import { now } from '../clock.ts';
import { meet, noteHeard, noteSeen, noteUnheard, settingsOf } from '../store/players.ts';
import { createAnswers, type Deferred, type Ready, ready } from './answers.ts';
import { deferral, firstAnswer, type Lines, opening, type Taken, telling } from './callback.ts';
import { kindOf, type Meter, nameOf, type Outcome } from './meter.ts';
import { refusal } from './outbound.ts';
import { commandOf, pressOf, titleOf } from './requests.ts';
import { createService, type Place } from './service.ts';

/** Interactions come in here: acknowledged at once, translated, answered. */

const REMEMBERED = 15 * 60_000;
/** An interaction's token works for fifteen minutes; what is sent last must have arrived by then. */
const TOKEN = 14.5 * 60_000;

type Work = {
  readonly ack: Deferred;
  readonly run: (origin: Origin) => Promise<Reply>;
  readonly request: Origin;
  /** The match that it is about; 0: none that is known yet. */
  readonly match: number;
};

export interface Inbound {
  handle(interaction: APIInteraction): Promise<void>;
  /** Whether people wait for their turn. */
  isBusy(): boolean;
  /** Resolves when no interaction is under way. */
  settled(): Promise<void>;
}

export function createInbound(
  app: App,
  lines: Lines,
  application: () => string,
  commands: ReadonlyMap<string, Command>,
  meter?: Meter,
): Inbound {
  const answers = createAnswers(lines.rest, application);
  const service = createService();
  const seen = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();

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

  /** Whether the answer is out; whom it did not reach reads so in the next one. */
  async function send(
    interaction: APIInteraction,
    { ack, request, match }: Work,
    reply: Ready,
    until: number,
  ): Promise<boolean> {
    const done = await answers.deliver(interaction, ack, reply, until);
    if (done === 'sent') return true;
    if (done === 'late') app.log.warn(about(interaction), 'an answer came too late and was dropped');
    else app.log.warn({ ...about(interaction), ...done }, 'there was no place for an answer any more');
    await noteUnheard(app.store, request.user.id, match);
    return false;
  }

  /** What became of it; undefined for what asks for nothing. */
  async function work(interaction: APIInteraction): Promise<Outcome | undefined> {
    const until = now() + TOKEN;
    const begun = Date.now();
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete) return suggest(interaction);
    if (service.isFull()) return refuse(interaction);
    const press = pressIn(interaction);
    const way = press && route(press);
    if (press && way?.ack === 'modal' && interaction.type === InteractionType.MessageComponent) {
      const { locale } = await settingsOf(app.store, press.user.id);
      const modal = way.modal({ ...press, locale: locale ?? press.locale })!;
      const opened = await firstAnswer(lines, app.log, application(), interaction, opening(modal), false);
      if (!opened) return 'unacknowledged';
      noteAnswer(interaction, begun, noteTaken(interaction, begun));
      return 'answered';
    }
    const job =
      press && way ? pressed(app, press, way, interaction.type) : await commanded(app, interaction, commands);
    if (!job) return undefined;
    const place = placeOf(interaction, job);
    try {
      return await answer(interaction, job, place, begun, until);
    } finally {
      place?.leave();
    }
  }

  /** Acknowledges, serves, and sends the answer. */
  async function answer(
    interaction: APIInteraction,
    job: Work,
    place: Place | undefined,
    begun: number,
    until: number,
  ): Promise<Outcome> {
    const { ack } = job;
    const body = deferral(interaction, ack);
    const taken = await firstAnswer(lines, app.log, application(), interaction, body, ack === 'public');
    if (!taken) return 'unacknowledged';
    const acknowledged = noteTaken(interaction, begun);
    place?.take();
    try {
      const { reply, heard } = await service.serve(() => served(job, taken, place));
      if (!(await send(interaction, job, reply, until))) return 'undelivered';
      noteAnswer(interaction, begun, acknowledged);
      if (!reply.passed) await heard?.();
      // The answer is out and stays: what fails now is mended by the repairs.
      await reply.after?.().catch((error) => app.log.error({ err: error }, 'after an answer'));
      return 'answered';
    } catch (error) {
      await apologise(interaction, job, error, until);
      return 'failed';
    }
  }

  /** Of presses on one message that only one person sees, the newest is answered there: nobody would see the others. */
  const placeOf = (interaction: APIInteraction, { ack, request }: Work): Place | undefined =>
    ack === 'update' && request.personal && request.message !== null
      ? service.place(request.message, interaction.id)
      : undefined;

  /** The answer, drawn, and what is to be noted once it is heard. */
  async function served(
    { ack, request, run, match }: Work,
    taken: Taken,
    place: Place | undefined,
  ): Promise<{ reply: Ready; heard?: () => Promise<void> }> {
    const { user, guild, message, locale } = request;
    const known = async () => {
      const player = await meet(app.store, user.id, user.name, guild, { ...user, discordLocale: locale });
      await noteSeen(app.store, player, now());
      return player;
    };
    const { origin, answered, player } = await service.inOrder(match, known, async (player) => {
      const origin = {
        ...request,
        message: ack === 'public' ? taken.message : message,
        locale: player.locale ?? locale,
        theme: player.theme,
        asks: player.asks,
        warns: player.warns,
      };
      return { origin, player, answered: await run(origin) };
    });
    const { unheard } = player;
    if (unheard === null) return { reply: await ready(answered, place?.isNewest) };
    const told = withUnheard(answered, unheard, { ack, personal: origin.personal }, translate(origin.locale));
    const reply = await ready(told, place?.isNewest);
    return told === answered ? { reply } : { reply, heard: () => noteHeard(app.store, player.id, unheard) };
  }

  /** Says at once that too much is going on, in the place of a first answer. Nothing else is done. */
  async function refuse(interaction: APIInteraction): Promise<Outcome | undefined> {
    if (interaction.type === InteractionType.Ping) return undefined;
    const body = telling(busyScreen(translate(interaction.locale)));
    app.log.warn(about(interaction), 'too much at once: an interaction was not served');
    await firstAnswer(lines, app.log, application(), interaction, body, false);
    return 'busy';
  }

  /** When a first answer was taken (ms). */
  function noteTaken(interaction: APIInteraction, begun: number): number {
    const acknowledged = Date.now();
    meter?.acknowledged(kindOf(interaction), acknowledged - begun);
    return acknowledged;
  }

  /** How long somebody waited: for a sign, and for the answer. */
  function noteAnswer(interaction: APIInteraction, begun: number, acknowledged: number): void {
    const took = { acknowledged: acknowledged - begun, answered: Date.now() - begun };
    meter?.answered(kindOf(interaction), took.answered);
    app.log.debug({ ...about(interaction), ...took }, 'a press was answered');
  }

  const noteEnd = (interaction: APIInteraction, outcome: Outcome): void =>
    meter?.ended(kindOf(interaction), nameOf(interaction, commands), outcome);

  /** No option of a command completes itself (any more); an empty list says so at once. */
  async function suggest(interaction: APIInteraction): Promise<Outcome> {
    const body = {
      type: InteractionResponseType.ApplicationCommandAutocompleteResult,
      data: { choices: [] },
    };
    try {
      await lines.first.post(Routes.interactionCallback(interaction.id, interaction.token), {
        auth: false,
        body,
      });
      return 'answered';
    } catch (error) {
      app.log.debug({ ...about(interaction), ...refusal(error) }, 'nothing could be suggested');
      return 'unacknowledged';
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
      await send(interaction, job, { whisper: screen }, until);
    } catch (again) {
      app.log.warn({ number, err: again }, 'the apology could not be sent either');
      await noteUnheard(app.store, job.request.user.id, job.match).catch(() => {});
    }
  }

  return {
    async handle(interaction) {
      if (known(interaction.id)) return noteEnd(interaction, 'repeated');
      const done = work(interaction)
        .catch((error): Outcome => {
          app.log.error({ err: error }, 'an interaction failed');
          return 'failed';
        })
        .then((outcome) => outcome && noteEnd(interaction, outcome));
      underWay.add(done);
      await done;
      underWay.delete(done);
    },
    isBusy: service.isBusy,
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}

const about = (interaction: APIInteraction): { interaction: string; what: string } => ({
  interaction: interaction.id,
  what: titleOf(interaction),
});

/** A press, or a modal that was sent off; undefined for everything else. */
function pressIn(interaction: APIInteraction): PressRequest | undefined {
  const { type } = interaction;
  return type === InteractionType.MessageComponent || type === InteractionType.ModalSubmit
    ? pressOf(interaction)
    : undefined;
}

function pressed(app: App, press: PressRequest, way: Route, type: InteractionType): Work {
  const sent = press.personal && press.message ? 'update' : 'private';
  return {
    ack: type === InteractionType.ModalSubmit || way.ack === 'modal' ? sent : way.ack,
    request: press,
    match: way.match,
    run: (origin) => way.run(app, { ...press, ...origin }),
  };
}

async function commanded(
  app: App,
  interaction: APIInteraction,
  commands: ReadonlyMap<string, Command>,
): Promise<Work | undefined> {
  if (interaction.type !== InteractionType.ApplicationCommand) return undefined;
  if (interaction.data.type !== ApplicationCommandType.ChatInput) return undefined;
  const request = commandOf(interaction);
  const command = commands.get(request.name);
  // What stands in the way is known without waiting, and is told privately.
  const stop = command ? await command.obstacle?.(app, request) : { screen: unknownCommand(request) };
  if (!command || stop) return { ack: 'private', request, match: 0, run: async () => stop ?? {} };
  const run = async (origin: Origin): Promise<Reply> =>
    (await unlessAside(app, () => command.run(app, { ...request, ...origin }))) ?? {
      screen: asideScreen(origin),
    };
  return { ack: command.ack, request, match: 0, run };
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
