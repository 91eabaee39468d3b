import type { Roll } from '../lib/chance.ts';
import type { Person } from './person.ts';
import type { Sitter, Town } from './town.ts';

/** A table of people, and how they are. */

/** How somebody plays: at once, now and then, or not at all until somebody else sits there. */
export type Temper = 'steady' | 'flaky' | 'idle' | 'gone';

/** How a table ends when nothing happens to it. */
export type Fate = 'played' | 'agreed' | 'deserted' | 'slept' | 'moderated' | 'forgotten' | 'cancelled';

export interface Table {
  readonly town: Town;
  readonly match: number;
  readonly guild: string;
  readonly lobby: string;
  readonly roll: Roll;
  /** One plays after the other. */
  readonly turns: boolean;
  readonly limit: number;
  readonly fate: Fate;
  readonly sitters: Sitter[];
  readonly tempers: Map<string, Temper>;
}

/** Somebody at a table of a match. */
export const sitter = (town: Town, match: number, who: Person, roll: Roll, turns: boolean): Sitter => ({
  town,
  match,
  who,
  roll,
  old: [],
  turns,
  asks: turns,
});

/** Those who have not gone; everybody, where all have. */
export const present = (table: Table): Sitter[] => {
  const here = table.sitters.filter(({ who }) => table.tempers.get(who.id) !== 'gone');
  return here.length > 0 ? here : [...table.sitters];
};
