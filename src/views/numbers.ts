/** Numbers as people read them. */

/** A number with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** To whole points, as people count them. */
export const whole = (n: number): number => Math.round(n) || 0;

const writers = new Map<string, Intl.NumberFormat>();

/** A number to one decimal as a language writes it, with a real minus: "1,612", "29.4", "−4". */
export function rounded(n: number, locale: string): string {
  let writer = writers.get(locale);
  if (!writer) {
    writer = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'negative' });
    writers.set(locale, writer);
  }
  return writer.format(Math.round(n * 10) / 10).replace('-', '−');
}
