import type { APIApplicationCommandOption } from 'discord-api-types/v10';
import type { App } from '../src/app/context.ts';
import type { Ack, Answer, CommandRequest, Reply } from '../src/app/request.ts';
import type { Translate } from '../src/locales.ts';

/** One verb of the bot: what Discord shows of it, and what it does. */
export interface Command<Answered = Reply> {
  readonly ack: Exclude<Ack, 'modal'>;
  /** Why it cannot be done here, known without waiting; told privately. */
  obstacle?(app: App, request: CommandRequest): Promise<Reply | undefined>;
  run(app: App, request: CommandRequest): Promise<Answered>;
}

/** A verb under a game's command, such as `/metrox new`. */
export interface Verb {
  readonly name: string;
  /** Whether a game has it; all do when absent. */
  games?(game: string): boolean;
  data(game: string, t: Translate): { description: string; options: APIApplicationCommandOption[] };
  command(game: string): Command<Answer>;
}
