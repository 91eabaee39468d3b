import { BOLD, type Brush, CAP, type Lettering, REGULAR, setFont, textWidth } from '../canvas.ts';

/**
 * What a picture is composed on. Everything is laid as a stamp: something small that depends on its key alone and lies at
 * whole pixels, so that it can be drawn once, kept as numbers of colours, and copied into every picture that shows it. The
 * same composition can also be painted on a canvas: there a stamp is simply drawn.
 */

/** Left, top, right and bottom edge around a stamp's own origin, in pixels; what is drawn beyond them is lost. */
export type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** Around a spot, so far to each side. */
export const around = (spot: readonly [number, number], reach: number): Bounds => boundsOf([spot], reach);

/** Around several spots, so far to each side. */
export function boundsOf(spots: readonly (readonly [number, number])[], reach: number): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of spots) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [
    Math.floor(left - reach),
    Math.floor(top - reach),
    Math.ceil(right + reach),
    Math.ceil(bottom + reach),
  ];
}

export interface Stage {
  /** Begins a picture: fills all of it with a colour. */
  ground(color: string): void;
  /**
   * Begins a picture: fills all of it with a colour and composes what many pictures have in common, which is kept as a whole.
   * The key names all that it depends on besides map, theme and size.
   */
  layer(key: string, color: string, compose: () => void): void;
  /**
   * Lays what `paint` draws, its origin at (x, y). The key names all that the drawing depends on besides the picture's map and
   * theme: the same key is the same drawing.
   */
  stamp(key: string, x: number, y: number, bounds: Bounds, paint: (brush: Brush) => void): void;
  /** Fills a rectangle. */
  rect(x: number, y: number, width: number, height: number, color: string): void;
  /** Writes one line with its baseline at y; gives back the width it took. */
  write(text: string, x: number, y: number, how: Lettering): number;
  /** Writes figures or a letter, bold where nothing else is said, centred on a point. */
  center(text: string, x: number, y: number, how: Omit<Lettering, 'align'>): void;
  /**
   * The same stage with its origin at (x, y), that many times as large; with `clip` (left, top, right, bottom in the new
   * measures) nothing is laid outside of it.
   */
  within(x: number, y: number, scale: number, clip?: Bounds): Stage;
  /** How many times as large as its own measures the stage is. */
  readonly scale: number;
}

/** A line of text as it will be set: smaller where it has to fit. */
export interface SetText {
  readonly size: number;
  readonly weight: number;
  readonly width: number;
}

export function setText(text: string, how: Lettering): SetText {
  const weight = how.weight ?? REGULAR;
  const width = textWidth(text, how.size, weight);
  if (how.fit === undefined || width <= how.fit) return { size: how.size, weight, width };
  return { size: (how.size * how.fit) / width, weight, width: how.fit };
}

/** Where a line of text begins that is aligned at x. */
export const startOf = (x: number, width: number, { align = 'left' }: Lettering): number =>
  align === 'left' ? x : align === 'right' ? x - width : x - width / 2;

/** The middle of figures and capitals lies on y when their baseline lies here. */
export const baseline = (y: number, size: number): number => y + (size * CAP) / 2;

/** Draws a line of text from x on, with what is needed around it set for it alone. */
export function paintText(brush: Brush, text: string, { size, weight }: SetText, color: string): void {
  setFont(brush, weight, size, text);
  brush.fillStyle = color;
  brush.textAlign = 'left';
  brush.textBaseline = 'alphabetic';
  brush.fillText(text, 0, 0);
}

/** Lays everything on a canvas at once, as `paint` draws it. */
export function canvasStage(brush: Brush): Stage {
  const put = (x: number, y: number, scale: number, at: (brush: Brush) => void) => {
    brush.save();
    brush.translate(x, y);
    brush.scale(scale, scale);
    at(brush);
    brush.restore();
  };
  const flood = (color: string) => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, brush.canvas.width, brush.canvas.height);
  };
  const made = (left: number, top: number, scale: number, clip: Bounds | null): Stage => {
    const lay = (x: number, y: number, paint: (brush: Brush) => void) => {
      const to = [Math.round(left + x * scale), Math.round(top + y * scale)] as const;
      if (!clip) return put(...to, scale, paint);
      brush.save();
      brush.beginPath();
      brush.rect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]);
      brush.clip();
      put(...to, scale, paint);
      brush.restore();
    };
    const write = (text: string, x: number, y: number, how: Lettering) => {
      const set = setText(text, how);
      lay(startOf(x, set.width, how), y, (b) => paintText(b, text, set, how.color));
      return set.width;
    };
    return {
      scale,
      ground: flood,
      layer(_key, color, compose) {
        flood(color);
        compose();
      },
      stamp: (_key, x, y, _bounds, paint) => lay(x, y, paint),
      rect(x, y, width, height, color) {
        const [l, t, r, b] = edges(left, top, scale, [x, y, x + width, y + height], clip);
        brush.fillStyle = color;
        brush.fillRect(l, t, r - l, b - t);
      },
      write,
      center: (text, x, y, how) => {
        write(text, x, baseline(y, how.size), { weight: BOLD, ...how, align: 'center' });
      },
      within: (x, y, more, area) => {
        const at = [left + x * scale, top + y * scale, scale * more] as const;
        return made(...at, area ? edges(...at, area, clip) : clip);
      },
    };
  };
  return made(0, 0, 1, null);
}

/** Edges of an area of a stage in whole pixels of the picture, no wider than a clip. */
export function edges(left: number, top: number, scale: number, area: Bounds, clip: Bounds | null): Bounds {
  const l = Math.round(left + area[0] * scale);
  const t = Math.round(top + area[1] * scale);
  const r = Math.round(left + area[2] * scale);
  const b = Math.round(top + area[3] * scale);
  if (!clip) return [l, t, r, b];
  return [Math.max(l, clip[0]), Math.max(t, clip[1]), Math.min(r, clip[2]), Math.min(b, clip[3])];
}
