import type { Action } from '../../games/metromania/state.ts';
import { CENTRE, EDGE, pointOf, ROW, type Shown, type Spot } from './ground.ts';

/** The part of the city that a page of a turn shows, large, beside the column at its left. Pixels of the picture. */

export const TURN = { width: 1100, height: 860 } as const;
/** Where the part stands. */
export const FIELD = { left: 300, top: 0, width: 800, height: 860 } as const;

/** Where the field's legend stands: left, top, right, bottom. */
export const LEGEND = [850, 776, 1100, 860] as const;

/** What of the city stands in the middle of the field, and how much larger than on the board. */
export interface Window {
  readonly on: Spot;
  readonly scale: number;
}

/** Around the head of a line an edge is 297 pixels long. */
const LARGE = 2.8;
/** The least scale at which stations stand on the page of a line: an edge is as long as two discs. */
const LEAST = 1.45;
/** Room for a disc around everything that may be chosen. */
const MARGIN = 84;
/** Half an edge in pixels of the picture where all of the city has room for discs around it. */
const SMALL = 37;

/**
 * Scales at which all vertices lie on whole pixels, so that what is drawn once for one of them fits at every place: half an
 * edge is a number of pixels, and so is, but for a shade over the whole city, the distance of two rows.
 */
const SCALES: readonly number[] = Array.from({ length: 160 - SMALL }, (_, i) => SMALL + i).flatMap((half) => {
  const scale = half / (EDGE / 2);
  const off = Math.abs(ROW * scale - Math.round(ROW * scale));
  return off * 5 < 0.5 || half === SMALL ? [scale] : [];
});

/** The same window with its vertices on whole pixels: a little smaller, its middle moved by less than one. */
function fitted({ on, scale: most }: Window): Window {
  const scale = SCALES.findLast((one) => one <= most + 0.001) ?? SCALES[0]!;
  const moved = (at: number, centre: number) => centre - Math.round((centre - at) * scale) / scale;
  return { on: [moved(on[0], CENTRE[0]), moved(on[1], CENTRE[1])], scale };
}

/** All of the city. */
const WHOLE: Window = { on: CENTRE, scale: SMALL / (EDGE / 2) };

/** The city with the signs around it. */
const CITY = { left: -30, top: 60, right: 1130, bottom: 1100 } as const;

/** Of a part that is hardly larger than all of the city, all is shown. */
const NEARLY = 0.85;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(spots: readonly Spot[]): Box {
  const xs = spots.map(([x]) => x);
  const ys = spots.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const clamp = (value: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);

/** The largest window with room for some places, with one of them as near to its middle as they allow. */
function around(spots: readonly Spot[], middle: Spot | null, most: number): Window {
  const box = boxOf(spots);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(
    most,
    (FIELD.width - 2 * MARGIN) / Math.max(wide, 1),
    (FIELD.height - 2 * MARGIN) / Math.max(high, 1),
  );
  const centre: Spot = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const wished: Spot = middle ? [(middle[0] + centre[0]) / 2, (middle[1] + centre[1]) / 2] : centre;
  const [x, y] = [FIELD.width / 2, FIELD.height / 2].map((half) => half / scale) as [number, number];
  const room = MARGIN / scale;
  // Nothing is shown of what lies far outside, if what must be seen allows it.
  const inside: Spot = [
    clamp(wished[0], CITY.left + x, CITY.right - x),
    clamp(wished[1], CITY.top + y, CITY.bottom - y),
  ];
  return {
    on: [
      clamp(inside[0], box.right - x + room, box.left + x - room),
      clamp(inside[1], box.bottom - y + room, box.top + y - room),
    ],
    scale,
  };
}

const spotsOf = (actions: readonly Action[]): Spot[] =>
  actions.flatMap((action) => {
    if (action.kind === 'dig') return [pointOf(action.to)];
    if (action.kind === 'start' || action.vertex === null) return [];
    return [pointOf(action.vertex)];
  });

/** Around the head of a line, with what it may be dug on to, and whatever else may be done on its page. */
function lineWindow({ lines }: Pick<Shown, 'lines'>, line: number, actions: readonly Action[]): Window {
  const head = pointOf(lines[line]!.vertices.at(-1)!);
  return around([head, ...spotsOf(actions)], head, LARGE);
}

/** Whether stations may stand on the page of a line, beside its tunnels. */
export const holdsStations = (
  view: Pick<Shown, 'lines'>,
  line: number,
  actions: readonly Action[],
): boolean => lineWindow(view, line, actions).scale >= LEAST;

/** The window of a page: around the head of the line that is dug on, else the whole city. */
export function windowOf(view: Pick<Shown, 'lines'>, actions: readonly Action[]): Window {
  const dig = actions.find(({ kind }) => kind === 'dig');
  return dig?.kind === 'dig' ? fitted(lineWindow(view, dig.line, actions)) : WHOLE;
}

/** Around what a draft builds. */
export function newsWindow(before: Shown, after: Shown): Window {
  const was = new Set(before.stations.map(({ vertex }) => vertex));
  const dug = after.lines.flatMap(({ tunnels, vertices }, line) => {
    const first = before.lines[line]!.tunnels.length;
    return first < tunnels.length ? vertices.slice(first) : [];
  });
  const built = after.stations.flatMap(({ vertex }) => (was.has(vertex) ? [] : [vertex]));
  const spots = [...dug, ...built].map(pointOf);
  if (spots.length === 0) return WHOLE;
  // A line that runs far off is shown with what lies beside it.
  const found = around(spots, null, LARGE * 0.75);
  return found.scale < NEARLY ? WHOLE : fitted(found);
}

/** A place of the city in the picture. */
export const through = ({ on, scale }: Window, [x, y]: Spot): Spot => [
  FIELD.left + FIELD.width / 2 + (x - on[0]) * scale,
  FIELD.top + FIELD.height / 2 + (y - on[1]) * scale,
];

/** What the window shows, as the corners of a rectangle in the city: left, top, right, bottom. */
export const frameOf = ({ on, scale }: Window): readonly [number, number, number, number] => {
  const [x, y] = [FIELD.width / 2 / scale, FIELD.height / 2 / scale];
  return [on[0] - x, on[1] - y, on[0] + x, on[1] + y];
};
