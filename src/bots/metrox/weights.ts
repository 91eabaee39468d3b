import type { MetroxMap } from '../../games/metrox/state.ts';

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

const CITY: Weights = {
  begin: 0.059,
  reach: 5.903,
  slope: 2.078,
  spare: 1.652,
  station: 0.792,
  early: 0.0616,
  transfer: 0.003,
};

export const weightsOf = (_map: MetroxMap): Weights => CITY;
