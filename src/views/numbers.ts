/** Numbers as people read them. */

/** A number with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** A number with one digit after the point, none if that is zero. */
export const rounded = (n: number): string => signed(Math.round(n * 10) / 10);
