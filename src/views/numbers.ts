/** Numbers as people read them. */

/** A number with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** To whole points, as people count them. */
export const whole = (n: number): number => Math.round(n) || 0;

/** A number with one digit after the point, none if that is zero. */
export const rounded = (n: number): string => signed(Math.round(n * 10) / 10);
