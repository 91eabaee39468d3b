import type { Logger } from 'pino';
import { type Match, mapOf } from '../match/match.ts';
import { guildOf } from '../store/guilds.ts';
import type { Store } from '../store/open.ts';
import type { SeatRow } from '../store/rows.ts';
import { lookOf } from '../views/index.ts';
import type { Look, Scene, Theme, Translate } from '../views/look.ts';
import { FALLBACK, translator } from '../words.ts';
import type { Places } from './channels.ts';
import type { MemberOf } from './membership.ts';
import { called, calledAloud, calledPlain } from './names.ts';
import type { Outbound } from './outbound.ts';

export type AnyLook = Look<unknown, unknown, unknown>;

/** What every part of the app works with; made once, by `main`. */
export interface App {
  readonly store: Store;
  readonly outbound: Outbound;
  readonly log: Logger;
  /** Whether the bot is there for people at this moment: else nothing is served that is due. Absent: it always is. */
  readonly here?: () => boolean;
  /** Brings a match's public messages up to date, soon. */
  readonly refresh: (match: number) => void;
  /** What the bot may do in a channel of a server; undefined where it sees no such channel. */
  readonly rightsIn?: (guild: string, channel: string) => bigint | undefined;
  /** Whether somebody is in a server, and with which roles. */
  readonly memberOf: MemberOf;
  /** Who may view what. */
  readonly places: Places;
}

/** The game that is meant where a press names none. */
export const FIRST_GAME = 'metrox';

/** Where nobody has chosen. */
export const THEME: Theme = 'dark';

/** For pictures: `theme` is the choice of whoever looks at them; null or absent: the bot's own. */
export function sceneOf(seats: readonly SeatRow[], t: Translate, theme: Theme | null = null): Scene {
  return {
    t,
    theme: theme ?? THEME,
    names: seats.map((seat) => called(seat.name, t)),
    spoken: seats.map((seat) => calledAloud(seat.name, t)),
    plain: seats.map((seat) => calledPlain(seat.name, t)),
  };
}

export const look = (game: string): AnyLook => lookOf(game) as AnyLook;

export const t = (locale: string): Translate => translator(locale);

export const titleOf = (game: string, map: string): string => (mapOf(game, map) as { title: string }).title;

/** How public messages of a server speak and look, as its admins chose. */
export function publicOf(
  app: Pick<App, 'store'>,
  guild: string | null,
): { readonly t: Translate; readonly theme: Theme; readonly locale: string } {
  const chosen = guild === null ? undefined : guildOf(app.store, guild);
  const locale = chosen?.locale ?? FALLBACK;
  return { t: translator(locale), theme: chosen?.theme ?? THEME, locale };
}

/** A watcher's view at a state of a match. */
export const publicView = (match: Match, state: unknown = match.state): unknown => match.game.view(state);
