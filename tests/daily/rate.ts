import { rate as library } from 'openskill';
import { DRIFT, type Rating } from '../../src/daily/rating.ts';

/** The library, as ratings are to use it, in its own shape: a team each, of one. */
export const rate = <const Teams extends readonly (readonly Rating[])[]>(
  teams: Teams,
  { rank }: { readonly rank: readonly number[] },
) =>
  library(
    teams.map((team) => [...team]),
    { rank: [...rank], tau: DRIFT },
  ) as { -readonly [Index in keyof Teams]: [Rating] };
