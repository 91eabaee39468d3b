/** Ratings of games with two or more people, by a Weng-Lin model: a normal belief about each player's strength. */

export interface Rating {
  readonly mu: number;
  readonly sigma: number;
}

/** What is believed of somebody who has not played yet. */
export const UNKNOWN: Rating = { mu: 25, sigma: 25 / 3 };

/** How far strengths are believed to drift from one game to the next, as a deviation: without it long histories would weigh for ever. */
export const DRIFT = 25 / 300;

/** Until so many games a rating is provisional. */
export const SETTLED = 10;

/** A rating in points: 1,000 for the unknown, 40 for each point of what the strength is very likely above. */
export const shownOf = ({ mu, sigma }: Rating): number => Math.round(1000 + 40 * (mu - 3 * sigma));

/** Ratings after a game; `ranks` are those of the game, in the same order: equal ones are a tie. */
export type Rate = (before: readonly Rating[], ranks: readonly number[]) => Rating[];

/** The library is loaded when the first game is to be rated: that takes longer than the rest of the bot. */
export async function loadRate(): Promise<Rate> {
  const { rate } = await import('openskill');
  return (before, ranks) =>
    rate(
      before.map((rating) => [rating]),
      { rank: [...ranks], tau: DRIFT },
    ).map(([rating]) => rating!);
}
