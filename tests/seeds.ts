import { chance } from '../src/match/seed.ts';

const byChance = chance.text;

/** Counts seeds from now on, so that matches get the same cards in every run; `SEED=random` leaves them to chance. */
export function countSeeds(name = 'test seed '): void {
  if (process.env.SEED === 'random') return;
  let count = 0;
  chance.text = () => `${name}${count++}`;
}

/** Leaves seeds to chance, as the bot does. */
export function leaveSeeds(): void {
  chance.text = byChance;
}
