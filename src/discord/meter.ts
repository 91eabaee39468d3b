import { type APIInteraction, ComponentType, InteractionType } from 'discord-api-types/v10';
import { decode } from '../app/ids.ts';
import { ACTS, FORMS } from '../app/router.ts';
import { titleOf } from './requests.ts';

/** What the edge to Discord tells of itself, for whoever counts. Nothing of it is about a person, a server or a match. */

/** What people send. */
export const KINDS = ['command', 'button', 'menu', 'form', 'suggestion', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What becomes of it: it is answered, too much else was to be done, it could not be acknowledged (in time, or since another
 * process was faster), its answer had no place any more, a fault was told instead, or it was sent twice.
 */
export const OUTCOMES = ['answered', 'busy', 'unacknowledged', 'undelivered', 'failed', 'repeated'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What becomes of the connection over which the bot hears. */
export const CHANGES = ['ready', 'resumed', 'reconnecting', 'disconnected', 'error'] as const;
export type Change = (typeof CHANGES)[number];

/** Times are in ms. */
export interface Meter {
  /** So long after it was heard, Discord had taken the first answer, and the whole one. */
  acknowledged(kind: Kind, ms: number): void;
  answered(kind: Kind, ms: number): void;
  /** Told once for each interaction. `name`: of the command, or the act of what was pressed; `OTHER` for what is not known. */
  ended(kind: Kind, name: string, outcome: Outcome): void;
  /** A request to Discord; `status` is 0 where there was no answer. */
  requested(method: string, route: string, status: number, ms: number): void;
  changed(change: Change): void;
}

export const OTHER = 'other';

export function kindOf({ type, data }: APIInteraction): Kind {
  switch (type) {
    case InteractionType.ApplicationCommand:
      return 'command';
    case InteractionType.MessageComponent:
      return data.component_type === ComponentType.Button ? 'button' : 'menu';
    case InteractionType.ModalSubmit:
      return 'form';
    case InteractionType.ApplicationCommandAutocomplete:
      return 'suggestion';
    default:
      return OTHER;
  }
}

const KNOWN: ReadonlySet<string> = new Set([...ACTS, ...FORMS]);

/** "metrox new", or the act of what was pressed: so many names as the bot has commands and acts, and `OTHER`. */
export function nameOf(interaction: APIInteraction, commands: ReadonlyMap<string, unknown>): string {
  const title = titleOf(interaction);
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return commands.has(title.slice(1)) ? title.slice(1) : OTHER;
    case InteractionType.MessageComponent:
    case InteractionType.ModalSubmit: {
      const act = decode(title)?.act ?? OTHER;
      return KNOWN.has(act) ? act : OTHER;
    }
    default:
      return OTHER;
  }
}
