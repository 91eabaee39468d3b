import { seeded, shuffle } from '../rng.ts';
import {
  type Box,
  type City,
  type Company,
  type Held,
  KINDS,
  type Kind,
  LETTERS,
  type Letter,
  type Marker,
  type Setting,
} from './state.ts';

/** How pieces and markers are dealt, and which hands there can be. */

const SECTORS = 6;

/** Hands of *No Corruption*, by company. */
const NO_CORRUPTION: readonly (readonly Marker[])[] = [
  [mark('A', 'residential'), mark('B', 'commercial'), mark('C', 'entertainment')],
  [mark('D', 'residential'), mark('A', 'commercial'), mark('E', 'entertainment')],
  [mark('F', 'residential'), mark('E', 'commercial'), mark('B', 'entertainment')],
  [mark('C', 'residential'), mark('F', 'commercial'), mark('D', 'entertainment')],
];

function mark(letter: Letter, kind: Kind): Marker {
  return { letter, kind };
}

/** Chance as the deal uses it: each draw takes the next seed of a row. */
export interface Chance {
  shuffle<T>(items: readonly T[]): T[];
}

/** The row of chances that a seed stands for. */
export function chanceOf(seed: string): Chance {
  let rng = seeded(seed);
  return {
    shuffle(items) {
      const [order, then] = shuffle(items, rng);
      rng = then;
      return order;
    },
  };
}

/** The six pieces in a random order, each turned at random. */
export function cityBy(chance: Chance): City {
  const pieces = chance.shuffle([0, 1, 2, 3, 4, 5]);
  return Array.from({ length: SECTORS }, (_, sector) => ({
    piece: pieces[sector]!,
    turn: chance.shuffle([0, 1, 2])[0]!,
  }));
}

/** All twelve markers, by letter. */
export const markersOf = ({ markers }: Pick<Box, 'markers'>): Marker[] =>
  LETTERS.flatMap((letter) => [mark(letter, markers[letter].left), mark(letter, markers[letter].right)]);

export const same = (one: Marker, other: Marker): boolean =>
  one.letter === other.letter && one.kind === other.kind;

type Who = Pick<Setting, 'companies' | 'advanced' | 'noCorruption' | 'seats'>;

/** The letters that one column of the markers is dealt in, and the companies that get the two columns. */
function columns({ advanced }: Who): { letters: readonly Letter[]; pair: readonly [Company, Company] }[] {
  if (!advanced) return [{ letters: LETTERS, pair: [0, 1] }];
  return [
    { letters: ['A', 'B', 'C'], pair: [0, 2] },
    { letters: ['D', 'E', 'F'], pair: [1, 3] },
  ];
}

/** Whether hands are dealt by columns: two play, and each column goes to one of them. */
const byColumn = ({ seats }: Who): boolean => seats === 2;

const column = (box: Pick<Box, 'markers'>, letters: readonly Letter[], which: 'left' | 'right'): Marker[] =>
  letters.map((letter) => mark(letter, box.markers[letter][which]));

/**
 * All hands at once, as chance has it: with two the columns by lot, else each kind's markers by lot among those who have to
 * hold that kind, anew until nobody holds a letter twice.
 */
export function handsBy(box: Box, who: Who, chance: Chance): Marker[][] {
  if (who.noCorruption) return NO_CORRUPTION.map((hand) => hand.slice());
  const hands: Marker[][] = Array.from({ length: who.companies }, () => []);
  if (byColumn(who)) {
    for (const { letters, pair } of columns(who)) {
      const sides = chance.shuffle(['left', 'right'] as const);
      for (const [at, company] of pair.entries()) hands[company] = column(box, letters, sides[at]!);
    }
    return hands;
  }
  const doubles = who.companies === 3 ? chance.shuffle(KINDS) : [];
  for (;;) {
    const dealt: Marker[][] = hands.map(() => []);
    for (const kind of KINDS) {
      const order = chance.shuffle(markersOf(box).filter((one) => one.kind === kind));
      for (const [company, hand] of dealt.entries())
        hand.push(...order.splice(0, doubles[company] === kind ? 2 : 1));
    }
    if (dealt.every(distinct)) return dealt;
  }
}

const distinct = (hand: readonly Marker[]): boolean =>
  hand.every(({ letter }, at) => hand.findIndex((one) => one.letter === letter) === at);

/** Whether hands can have been dealt like this; every marker is in one of them. */
export function canBeDealt(box: Box, who: Who, hands: readonly (readonly Marker[])[]): boolean {
  const holds = (hand: readonly Marker[], all: readonly Marker[]): boolean =>
    hand.length === all.length && all.every((one) => hand.some((other) => same(one, other)));
  if (who.noCorruption) return NO_CORRUPTION.every((hand, company) => holds(hands[company]!, hand));
  if (byColumn(who))
    return columns(who).every(({ letters, pair: [one, other] }) => {
      const [left, right] = [column(box, letters, 'left'), column(box, letters, 'right')];
      return (
        (holds(hands[one]!, left) && holds(hands[other]!, right)) ||
        (holds(hands[one]!, right) && holds(hands[other]!, left))
      );
    });
  const counts = hands.map((hand) => KINDS.map((kind) => hand.filter((one) => one.kind === kind).length));
  if (!hands.every(distinct)) return false;
  if (who.companies === 4) return counts.every((count) => count.every((n) => n === 1));
  // Three: one kind twice, for each another one.
  const doubled = counts.map((count) => count.indexOf(2));
  return (
    counts.every((count) => count.toSorted().join() === '1,1,2') && new Set(doubled).size === hands.length
  );
}

/**
 * Letters for the markers of which only the kind is known, so that the hands with what was placed of them can have been dealt.
 * `placed` and `hands` are by company. With `chance` at random, else always the same. Throws where there are none.
 */
export function guessed(
  box: Box,
  who: Who,
  placed: readonly (readonly Marker[])[],
  hands: readonly (readonly Held[])[],
  chance?: Chance,
): Marker[][] {
  const known = (hand: readonly Held[]) => hand.flatMap((one) => (one.letter ? [one as Marker] : []));
  const mix = <T>(items: readonly T[]): readonly T[] => (chance ? chance.shuffle(items) : items);
  const all = mix(markersOf(box));
  const sure = hands.map((hand, company) => [...placed[company]!, ...known(hand)]);
  const missing = hands.flatMap((hand, company) =>
    hand.filter(({ letter }) => letter === null).map(({ kind }) => ({ company, kind })),
  );
  const fill = (at: number, full: Marker[][]): Marker[][] | undefined => {
    const slot = missing[at];
    if (!slot) return canBeDealt(box, who, full) ? full : undefined;
    const { company, kind } = slot;
    const free = all.filter(
      (one) =>
        one.kind === kind &&
        !full.some((hand) => hand.some((other) => same(one, other))) &&
        !full[company]!.some(({ letter }) => letter === one.letter),
    );
    for (const one of free) {
      const found = fill(
        at + 1,
        full.map((hand, i) => (i === company ? [...hand, one] : hand)),
      );
      if (found) return found;
    }
    return undefined;
  };
  const full = fill(0, sure);
  if (!full) throw new Error('No hands fit what is known of them.');
  return full.map((hand, company) => hand.slice(placed[company]!.length));
}
