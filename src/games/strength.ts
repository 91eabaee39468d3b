/** How well computers play, the weakest first. */
export const STRENGTHS = ['easy', 'normal', 'hard'] as const;
export type Strength = (typeof STRENGTHS)[number];
