import type { Seat } from '../game.ts';

/** The state of a game of MetroMania: plain data, never changed in place. */

/** 0 to 90, in reading order; see `LABELS` for their names. */
export type Vertex = number;

/** 0 to 149. */
export type Triangle = number;

/** On which side of an edge a triangle lies, looking along it. */
export type Side = 'L' | 'R';

export const KINDS = ['residential', 'commercial', 'entertainment'] as const;
/** What stands on a destination spot, and which markers fit there. */
export type Kind = (typeof KINDS)[number];

/** What stands on a triangle; lake and park are never built on. */
export type Sign = Kind | 'lake' | 'park';

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
/** There are two markers of each letter, of different kinds. */
export type Letter = (typeof LETTERS)[number];

export interface Marker {
  readonly letter: Letter;
  readonly kind: Kind;
}

/** A marker of which the letter may not be known. */
export interface Held {
  readonly letter: Letter | null;
  readonly kind: Kind;
}

export interface Point {
  readonly q: number;
  readonly r: number;
}

/** One of the five triangles that lie along a side of the city. */
export interface Space {
  /** Clockwise from the lower right. */
  readonly side: 0 | 1 | 2 | 3 | 4 | 5;
  /** 1 to 5, clockwise along the side. */
  readonly position: number;
  readonly triangle: Triangle;
  /** Its two corners on the city limit. */
  readonly border: readonly [Vertex, Vertex];
  /** Its corner inside. */
  readonly inner: Vertex;
}

/** The facts of the game's box. */
export interface Box {
  readonly id: string;
  readonly title: string;
  /** The six pieces: the cell, 0 to 24, of each sign. */
  readonly pieces: readonly Readonly<Partial<Record<Sign, number>>>[];
  /** Places along a side, 1 to 5, with a white arrow (a line may start) and with a black one (a line may end). */
  readonly arrows: { readonly white: readonly number[]; readonly black: readonly number[] };
  /** By letter: the kind in the left and in the right column. */
  readonly markers: Readonly<Record<Letter, { readonly left: Kind; readonly right: Kind }>>;
  readonly stations: number;
  /** Tunnels that one line may have. */
  readonly tunnels: number;
}

/** Which piece, 0-based, lies in each sector and which of its corners lies at the centre. */
export type City = readonly { readonly piece: number; readonly turn: number }[];

/** 0-based. A seat has one, in the advanced game two: 0 and 1 belong to seat 0. */
export type Company = number;

/** One of two lines of a company: those of company n are 2n and 2n + 1. */
export interface Line {
  readonly company: Company;
  /** As its seat numbers it: 1 or 2, in the advanced game to 4. */
  readonly number: number;
  /** The side of the city, 0 to 5, on which it starts; null while it is not started. */
  readonly side: number | null;
  /** From its start to its terminus. */
  readonly vertices: readonly Vertex[];
  /** The triangles of its tunnels, one fewer than its vertices. */
  readonly tunnels: readonly Triangle[];
  readonly done: boolean;
}

export type Action =
  /** `line` is the one that is started. */
  | { readonly kind: 'start'; readonly line: number; readonly from: Vertex; readonly triangle: Triangle }
  | {
      readonly kind: 'dig';
      readonly line: number;
      /** The line as its seat numbers it: 1 or 2, in the advanced game to 4. */
      readonly number: number;
      readonly heading: 0 | 1 | 2 | 3 | 4 | 5;
      readonly side: Side;
      readonly triangle: Triangle;
      readonly to: Vertex;
      /** The marker that is placed there. */
      readonly letter: Letter | null;
    }
  | { readonly kind: 'station'; readonly vertex: Vertex }
  /** `vertex` null: no bonus station is wished. */
  | { readonly kind: 'bonus'; readonly vertex: Vertex | null };

export interface Setting {
  readonly seats: number;
  readonly companies: number;
  /** Two companies each. */
  readonly advanced: boolean;
  /** By company: the seat that plays it. */
  readonly owners: readonly Seat[];
  /** All markers lie open: by *Loyal Municipality*, or since *No Corruption* names them to everybody. */
  readonly open: boolean;
  /** Once a line was started in a turn, the rest of it may go on either line. */
  readonly free: boolean;
  /** Hands are those of *No Corruption*. */
  readonly noCorruption: boolean;
  /** Each other company has one more turn at the end. */
  readonly lastTurn: boolean;
}

/** What one company did in a turn. */
export interface Turn {
  readonly company: Company;
  readonly tunnels: readonly { readonly line: number; readonly triangle: Triangle }[];
  /** Stations in the order they were placed, with the points they brought. */
  readonly stations: readonly { readonly vertex: Vertex; readonly points: number }[];
  readonly started: number | null;
  readonly ended: readonly number[];
  /** Where a marker was placed. */
  readonly marked: Triangle | null;
  /** Companies that could do nothing and were passed over after it. */
  readonly passed: readonly Company[];
}

/** Why building ended. */
export type Ending = 'lines' | 'stations' | 'blocked';

/** A ride from a station to the next one along a line. */
export interface Hop {
  readonly line: number;
  readonly from: Vertex;
  readonly to: Vertex;
}

export interface Trip {
  /** `park`: from the park to the lake. */
  readonly id: Letter | 'park';
  /** The triangles it joins; null where a marker was never placed. */
  readonly ends: readonly [Triangle | null, Triangle | null];
  /** Minutes of the fastest routes; null when there is none. */
  readonly minutes: number | null;
  /** One of the fastest routes. */
  readonly route: readonly Hop[];
  /** Companies with a line on any fastest route. */
  readonly involved: readonly Company[];
  /** Companies to whom an impossible trip is due. */
  readonly guilty: readonly Company[];
  /** By company: what the trip brings or costs. */
  readonly points: readonly number[];
}

/** What a company's score is made of: all positive numbers; `unfinished` and `faults` are taken off. */
export interface Parts {
  /** What its stations brought. */
  readonly stations: number;
  /** What it loses of that for lines that were not completed. */
  readonly unfinished: number;
  readonly trips: number;
  /** From park to lake. */
  readonly park: number;
  /** For trips that were impossible. */
  readonly faults: number;
}

/** What everybody knows. */
export interface Open {
  readonly box: Box;
  readonly setting: Setting;
  readonly city: City;
  /** By triangle. */
  readonly signs: readonly (Sign | null)[];
  readonly lines: readonly Line[];
  /** By triangle: the line that has dug there. */
  readonly dug: readonly (number | null)[];
  readonly stations: readonly { readonly vertex: Vertex; readonly company: Company }[];
  /** Markers on the board. */
  readonly marked: readonly {
    readonly triangle: Triangle;
    readonly company: Company;
    readonly marker: Marker;
  }[];
  /** By line: not ended, and nothing can be dug, as it was tested after the last turn. */
  readonly blocked: readonly boolean[];
  /** By company: what its stations brought. */
  readonly points: readonly number[];
  readonly mover: Company;
  /** The turn that is under way. */
  readonly doing: Turn;
  /** The line that has just ended and may have its bonus station. */
  readonly bonus: number | null;
  /** The turn before; null at the beginning. */
  readonly last: Turn | null;
  /** Turns ended so far. */
  readonly turn: number;
  /** Who brought building to its end while the others have their last turn. */
  readonly closing: Company | null;
  /** Why building ends. */
  readonly ending: Ending | null;
  readonly over: boolean;
}

export interface State extends Open {
  /** By company: markers not yet placed. */
  readonly hands: readonly (readonly Marker[])[];
}

/** What one seat knows, or a watcher (`seat` null). */
export interface View extends Open {
  readonly seat: Seat | null;
  /** By company: markers not yet placed; letters that are not for this seat are null. */
  readonly hands: readonly (readonly Held[])[];
  /** By company. */
  readonly parts: readonly Parts[];
  /** By seat: its place when the game is over; empty until then. */
  readonly ranks: readonly number[];
  /** By letter, A to F: minutes of its trip over what is built so far; null while a marker is missing, or a route. */
  readonly minutes: readonly (number | null)[];
  /** When the game is over: the trips A to F, then that from park to lake. */
  readonly trips: readonly Trip[];
  /** For whoever moves: everything that may be done now; empty for everybody else. */
  readonly legal: readonly Action[];
}

/** The two lines of a company. */
export const linesOf = (company: Company): [number, number] => [2 * company, 2 * company + 1];

/** The companies of a seat. */
export const companiesOf = ({ owners }: Pick<Setting, 'owners'>, seat: Seat): Company[] =>
  owners.flatMap((owner, company) => (owner === seat ? [company] : []));
