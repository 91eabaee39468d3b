import { type Rng, shuffle } from '../rng.ts';
import { CARDS, type Card, type Edition, type State } from './state.ts';

/** The printed cards of each edition. */
export const DECKS: Readonly<Record<Edition, readonly Card[]>> = {
  okazu: [
    ...(['N2', 'N2', 'N3', 'N3', 'N3', 'N3', 'N4', 'N4', 'N4', 'N4', 'N5', 'N5', 'N6R'] as const),
    ...(['S2', 'S2', 'S3', 'T', 'T', 'T', 'F'] as const),
  ],
  gamewright: [
    ...(['N3', 'N3', 'N3', 'N4', 'N4', 'N4', 'N5', 'N5', 'N6R'] as const),
    ...(['S2', 'S2', 'S3', 'T', 'T', 'F'] as const),
  ],
};

type Kind = 'N' | 'S' | 'T' | 'F';

/** What a deck does next: the card that was turned, and what is left to be turned and by which chance. */
export interface Turned {
  readonly card: Card | null;
  readonly deck: readonly Card[];
  readonly chance: State['chance'];
}

/** What a card does; a number goes with N and S. */
export function kindOf(card: Card): Kind {
  return card[0] as Kind;
}

/** The number on a number or skip card; 0 for a transfer or free card. */
export function numberOf(card: Card): number {
  return card.length > 1 ? Number(card[1]) : 0;
}

/** The sign that makes the deck whole again at the end of the round. */
export function reshuffles(card: Card): boolean {
  return card === 'N6R';
}

/** Cards in the order of `CARDS`: what can be known of a deck without its order. */
export function sorted(deck: readonly Card[]): Card[] {
  return deck.slice().sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b));
}

/** All cards face down again: shuffled where the state carries a generator. */
export function whole(cards: readonly Card[], chance: State['chance']): [readonly Card[], State['chance']] {
  if (chance !== null && 'rng' in chance) {
    const [deck, rng]: [Card[], Rng] = shuffle(cards, chance.rng);
    return [deck, { rng }];
  }
  return [cards, chance];
}

/**
 * The card that comes up as number `round` + 1, or null: nothing may come up, the given draws are used up, or
 * the next of them cannot be left in the deck.
 */
export function turned(
  printed: readonly Card[],
  left: readonly Card[],
  chance: State['chance'],
  round: number,
): Turned {
  if (chance === null) return { card: null, deck: left, chance };
  // The reshuffle sign comes before the last card of every deck; this is the printed safeguard.
  const [deck, then] = left.length === 0 ? whole(printed, chance) : [left, chance];
  if ('rng' in chance) return { card: deck[0]!, deck: deck.slice(1), chance: then };
  const at = round < chance.draws.length ? deck.indexOf(chance.draws[round] as Card) : -1;
  if (at < 0) return { card: null, deck: left, chance };
  return { card: deck[at]!, deck: [...deck.slice(0, at), ...deck.slice(at + 1)], chance };
}
