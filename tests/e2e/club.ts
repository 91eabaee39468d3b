import { expect } from 'vitest';
import { whenFree } from '../../src/store/engine/busy.ts';
import { cardOf, type Ledger, openLedger } from './ledger.ts';
import { faultsOf } from './payloads.ts';
import type { Message, Person, Place } from './person.ts';
import { matchOf, round, startWith } from './private.ts';
import { startWorld, type World } from './world.ts';

// Many presses one after the other, on a machine that may have more to do.
/** A running bot, its book, and people who have come to play. */
export interface Club {
  readonly world: World;
  readonly ledger: Ledger;
  readonly people: readonly Person[];
  /** Opens a table, lets everybody join and starts; where cards flip, resolves with the first round. */
  sit(seats: readonly Person[], options?: Sitting): Promise<Table>;
  /** What must hold of everything the bot sent. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Sitting {
  readonly map?: string;
  readonly flip?: string;
  readonly thread?: boolean;
  /** By its name, or a place that is not there from the beginning. */
  readonly channel?: string | Place;
  /** Seconds a turn; by default there is no limit. */
  readonly deadline?: number;
  /** What happens to a seat whose time is up. */
  readonly late?: string;
  /** The first card is one of these. */
  readonly cards?: readonly string[];
}

export interface Table {
  readonly id: number;
  readonly lobby: Message;
  /** Where the rounds are posted. */
  readonly place: Place;
  /** The first message there. */
  readonly first: Message;
}

/** A club whose boards are blank: whoever looks at pictures has them drawn for as long (`bot.usePictures`). */
export async function openBlankClub(...names: readonly string[]): Promise<Club> {
  const world = await startWorld({ blank: true });
  const ledger = openLedger(world);
  const people = await Promise.all(names.map((name) => world.person(name)));
  return {
    world,
    ledger,
    people,
    async sit([host, ...guests], { channel = 'metro', cards, ...options } = {}) {
      const here = typeof channel === 'string' ? world.place(channel) : channel;
      const lobby = await host!.command(here, 'metrox new', { ...options });
      const id = matchOf(lobby);
      if (cards)
        await whenFree(() =>
          ledger.stack(id, guests.length + 1, (position) => cards.includes(cardOf(position) ?? '')),
        );
      await startWith(host!, guests, lobby, () => ledger.seated(id));
      const place = options.thread === false ? here : { guild: here.guild, channel: lobby.id };
      const first =
        options.flip === 'manual'
          ? await host!.wait(
              (m) =>
                m.channel_id === place.channel && /turn the first card/.test(m.content) && m.id > lobby.id,
            )
          : await round(host!, place, 1);
      return { id, lobby, place, first };
    },
    async check() {
      const { faults, checked } = await faultsOf(world);
      expect(faults).toEqual([]);
      expect(checked).toBeGreaterThan(20);
      expect(world.bot.output()).not.toMatch(
        /answering failed|refreshing a table failed|an interaction failed/,
      );
    },
    async close() {
      await ledger.close();
      await world.close();
    },
  };
}
