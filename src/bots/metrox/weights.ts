/**
 * What the policy goes by. The values were found by trying: it played some thousand games alone with each, and those were kept with
 * which it scored more.
 */
export interface Weights {
  /** A run of empty stations needs `begin` + its stations / `reach` cards, one at least. */
  readonly begin: number;
  readonly reach: number;
  /** How likely a line is to be completed, in logits: for each window above the cards it needs, and with as many as these. */
  readonly slope: number;
  readonly spare: number;
  /** Points for each station that is filled, and more for each window of the board that is still empty. */
  readonly station: number;
  readonly early: number;
  /** Points that are lost with each point that a transfer could have written in a station that is filled otherwise. */
  readonly transfer: number;
}

/** Those of players. They are the same for all maps: with weights of its own a map gains half a point, and a player who looks ahead less. */
export const WEIGHTS: Weights = {
  begin: 0.3,
  reach: 5.4,
  slope: 3,
  spare: 1.7,
  station: 1.05,
  early: 0.09,
  transfer: 0.1,
};
