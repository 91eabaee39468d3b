import type { Logger } from 'pino';
import type { AnyState, AnyView } from '../games/game.ts';
import { FALLBACK, keyOf, type Translate, translator } from '../locales.ts';
import type { Match } from '../match/match.ts';
import type { Cards, Par } from '../match/par.ts';
import type { Choices, Loss } from '../match/review.ts';
import { type Computer, hasComputers, isComputer } from '../match/seats.ts';
import type { Think } from '../match/thinking.ts';
import { mapOf, moduleOf } from '../modules.ts';
import { guildOf } from '../store/guilds.ts';
import type { Store } from '../store/open.ts';
import type { FormerRow, SeatRow, Stored } from '../store/rows.ts';
import { looksLike, marked } from '../views/alike.ts';
import type { Scene, Theme } from '../views/presenter.ts';
import type { MemberOf, Places, Server } from './channels.ts';
import { called, calledAloud, calledPlain, withSeat } from './names.ts';
import type { Outbound } from './outbound.ts';

/** What every part of the app works with; made once, by `main`. */
export interface App {
  readonly store: Store;
  readonly outbound: Outbound;
  readonly log: Logger;
  /** Whether the bot is there for people at this moment: else nothing is served that is due. Absent: it always is. */
  readonly here?: () => boolean;
  /** Brings a match's public messages up to date, soon. One that is at hand need not be read again. */
  readonly refresh: (match: number | Match | Stored) => void;
  /** What the bot may do in a channel of a server; undefined where it sees no such channel. */
  readonly rightsIn?: (guild: string, channel: string) => bigint | undefined;
  /** A server as the bot hears of it; undefined while it hears nothing, as in an outage. */
  readonly serverOf?: (guild: string) => Server | undefined;
  /** Whether somebody is in a server, and with which roles. */
  readonly memberOf: MemberOf;
  /** Who may view what. */
  readonly places: Places;
  /** Answers for computers at a table. */
  readonly think: Think;
  /** Finds the choices that cost most, elsewhere; absent: that is done here. */
  readonly review?: (choices: Choices) => Promise<Loss[]>;
  /** Whether there is more to do than can be done at once: what may be left is left then. Absent: there never is. */
  readonly isBusy?: () => boolean;
  /** Works out what cards are worth; absent: nobody does. */
  readonly workOut?: (cards: Cards) => Promise<Par>;
}

/** Whether the bot is away at this moment: then nothing closes, since how long that lasts is not known yet. */
export const isAbsent = ({ here }: Pick<App, 'here'>): boolean => here?.() === false;

/** Where nobody has chosen. */
export const THEME: Theme = 'dark';

/**
 * The people of a match for its screens: whose names look the same have the numbers of their seats beside them. For
 * pictures: `theme` is the choice of whoever looks at them; null or absent: the bot's own.
 */
export function sceneOf(seats: readonly SeatRow[], t: Translate, theme: Theme | null = null): Scene {
  const inAll = namings.get(seats) ?? new Map<Translate, Naming>();
  const naming = inAll.get(t) ?? namingOf(seats, t);
  namings.set(seats, inAll.set(t, naming));
  return { t, theme: theme ?? THEME, ...naming };
}

type Naming = Pick<Scene, 'names' | 'spoken' | 'plain'>;

/** A match is asked for its people again and again, and each name depends on all. */
const namings = new WeakMap<readonly SeatRow[], Map<Translate, Naming>>();

function namingOf(seats: readonly SeatRow[], t: Translate): Naming {
  const amongComputers = hasComputers({ seats });
  // A person may be called what a computer is: their bare names are compared, and only computers bear their sign.
  const bare = seats.map((seat) =>
    isComputer(seat) ? nameOfComputer(seat, t) : amongComputers ? withoutSign(seat.name) : seat.name,
  );
  const marks = marked(
    bare.map((name) => calledPlain(name, t)),
    (name, at) => withSeat(name, at, t),
  );
  const as = (name: (stored: string, t: Translate) => string): string[] =>
    seats.map((seat, at) => {
      const own = name(bare[at]!, t);
      const whole = isComputer(seat) ? signed(own, seat, t) : own;
      return marks[at] ? withSeat(whole, at, t) : whole;
    });
  const plain = seats.map((seat, at) => {
    const own = calledPlain(bare[at]!, t);
    return isComputer(seat) ? t('computer.drawn', { name: own }) : own;
  });
  return { names: as(called), spoken: as(calledAloud), plain };
}

const nameOfComputer = ({ nick }: Computer, t: Translate): string => t(keyOf(`computer.name.${nick ?? 0}`));

/** A computer's name with its sign and how well it plays. */
const signed = (name: string, { computer }: Computer, t: Translate): string =>
  t('computer.called', { name, strength: t(keyOf(`computer.strength.${computer}`)) });

/** A person's name without what would make them a computer. */
const withoutSign = (name: string): string => name.replaceAll('🤖', ' ');

/** What a person of a match or a lobby is called on its screens; who is not there is not to be known. */
export function nameAmong(
  seats: readonly SeatRow[],
  player: string | null | undefined,
  t: Translate,
): string {
  const at = seats.findIndex((seat) => seat.player !== null && seat.player === player);
  return sceneOf(seats, t).names[at] ?? t('privacy.someone');
}

/** Somebody who held a seat of a match before, told apart from all who sit there now and from the others before. */
export function nameOfFormer(
  { seats, former }: Pick<Match, 'seats' | 'former'>,
  one: FormerRow,
  t: Translate,
): string {
  const others = [...seats, ...former].filter(({ player }) => player !== null && player !== one.player);
  const twin = looksLike(
    calledPlain(one.name, t),
    others.map(({ name }) => calledPlain(name, t)),
  );
  const name = called(one.name, t);
  return twin ? t('list.marked', { name, seat: t('list.formerly', { n: one.seat + 1 }) }) : name;
}

export const t = (locale: string): Translate => translator(locale);

export const titleOf = (game: string, map: string): string => mapOf(moduleOf(game), map).title;

/** How public messages of a server speak and look, as its admins chose. `gone`: the bot was removed from it. */
export async function publicOf(
  app: Pick<App, 'store'>,
  guild: string | null,
): Promise<{
  readonly t: Translate;
  readonly theme: Theme;
  readonly locale: string;
  readonly gone: boolean;
}> {
  const chosen = guild === null ? undefined : await guildOf(app.store, guild);
  const locale = chosen?.locale ?? chosen?.discordLocale ?? FALLBACK;
  return { t: translator(locale), theme: chosen?.theme ?? THEME, locale, gone: chosen?.goneAt != null };
}

/** A watcher's view at a state of a match. */
export const publicView = (match: Match, state: AnyState = match.state): AnyView => match.game.view(state);
