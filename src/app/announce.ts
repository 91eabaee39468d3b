import { now } from '../clock.ts';
import { closesAt, firstOpen, maySee } from '../daily/closing.ts';
import { dayOf } from '../daily/days.ts';
import { mapOfDay } from '../daily/maps.ts';
import { noteRefusal, playedHere } from '../store/announcements.ts';
import { guildOf } from '../store/guilds.ts';
import { type MessageRow, messagesOf } from '../store/messages.ts';
import { type App, publicOf } from './context.ts';
import type { Target } from './messages/plan.ts';
import type { Feature } from './messages/reconcile.ts';
import type { Draft } from './outbound.ts';
import { dailyScreen, type Told } from './screens/announce.ts';

/**
 * The messages that announce the daily in a server: one a day, which nobody is pinged by. It stands with its buttons until
 * the next day, and is edited once: when the day before it is closed, so that its scores are told, too.
 */

interface Days {
  readonly guild: string;
  readonly today: number;
  /** The first day that is not closed. */
  readonly open: number;
  /** By their numbers, those that have a message: what each tells, and when it is to be looked at again (ms). */
  readonly days: ReadonlyMap<number, { readonly draft: (over: boolean) => Draft; readonly until: number }>;
}

const dayIn = ({ slot }: Pick<MessageRow, 'slot'>): number => Number(slot.split(':')[1]);

/** The announcements of `game` in servers. */
export const announcements = ({ store }: Pick<App, 'store'>, game: string): Feature<Days> => ({
  async open(owner) {
    const guild = 'guild' in owner ? owner.guild : undefined;
    const row = guild === undefined ? undefined : await guildOf(store, guild);
    if (guild === undefined || !row || row.goneAt !== null) return undefined;
    const at = now();
    const days: [number, { draft: (over: boolean) => Draft; until: number }][] = [];
    for (const day of (await messagesOf(store, owner)).map(dayIn)) {
      const told = await toldOf(store, game, guild, day, at);
      const { t, theme } = await publicOf({ store }, guild);
      const draft = (over: boolean) => dailyScreen(game, { ...told, over }, t, theme);
      days.push([day, { draft, until: await closesAt(store, day - 1) }]);
    }
    return { guild, today: dayOf(at), open: await firstOpen(store, at), days: new Map(days) };
  },
  // Who finds that a day has begun notes its message.
  slots: () => [],
  screenOf(row, { today, open, days }): Target {
    const day = dayIn(row);
    const about = days.get(day);
    if (!about || (row.state === 'planned' && day < today)) return 'nothing';
    const policy = { gone: 'drop', old: 'wait', unsure: 'never' } as const;
    // One that waits for its day to close waits no longer than until the one after the next.
    const later = [...days.keys()].filter((other) => other > day).length;
    if (day < today && (day <= open || later > 1)) return { show: about.draft(true), last: true, ...policy };
    return { show: about.draft(false), fixed: true, until: about.until, ...policy };
  },
  async refused(row, code, { guild }) {
    await noteRefusal(store, guild, dayIn(row), code);
    return 'drop';
  },
});

async function toldOf(
  store: App['store'],
  game: string,
  guild: string,
  day: number,
  at: number,
): Promise<Omit<Told, 'over'>> {
  return {
    day,
    map: await mapOfDay(store, game, day),
    yesterday:
      day === 1
        ? null
        : {
            map: await mapOfDay(store, game, day - 1),
            played: await playedHere(store, game, day - 1, guild),
          },
    closed: await maySee(store, game, day - 1, null, at),
  };
}
