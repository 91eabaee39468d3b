import type { Seat } from '../game.ts';

/** The state of a game of Metro: plain data, never changed in place. */

/** Four letters, one for each of the connectors 0, 2, 4 and 6, as they lie on the board: turned letters when turned. */
export type Code = string;

/** Quarter turns clockwise; 0 with the arrow up. */
export type Turns = 0 | 1 | 2 | 3;

/** 0 to 63, row by row from the top left: `row * 8 + column`. Squares 27, 28, 35 and 36 are the central station. */
export type Square = number;

/** A way for a tile to lie. */
export interface Spot {
  readonly square: Square;
  readonly turns: Turns;
}

/** The board's facts. */
export interface Paris {
  readonly id: string;
  readonly title: string;
  readonly tiles: readonly { readonly tile: Code; readonly count: number }[];
  /** In order of their numbers. */
  readonly stations: readonly {
    /** 1 to 32, counter-clockwise from the top right. */
    readonly n: number;
    readonly row: number;
    readonly col: number;
    /** Connectors of the square before it. */
    readonly departure: number;
    readonly arrival: number;
  }[];
  /** Central entrances: the square before each, and the connector by which a train leaves that square. */
  readonly entrances: readonly { readonly row: number; readonly col: number; readonly connector: number }[];
  /** By number of players: the stations of each card, in the order of the cards. */
  readonly cards: Readonly<Record<string, readonly (readonly number[])[]>>;
}

export interface Placed {
  /** The type of the tile, with its arrow up. */
  readonly tile: Code;
  readonly turns: Turns;
  /** Whoever placed it. */
  readonly seat: Seat;
}

/** A tile of the hand (or the one just drawn) put on a square; or another tile drawn. */
export type Action =
  | {
      readonly kind: 'place';
      readonly tile: Code;
      readonly square: Square;
      readonly turns: Turns;
      /**
       * The text names the tile: several are in hand, or it has just been drawn, so that a text that was meant for the
       * tile in hand does not place it.
       */
      readonly named: boolean;
    }
  | { readonly kind: 'draw' };

/** Where a line goes on or has come to: the square it enters next, and the connector by which it enters. */
export interface Head {
  readonly square: Square;
  readonly connector: number;
}

/** The line that starts at the departure of a station. */
export interface Line {
  /** 1 to 32, counter-clockwise from the top right. */
  readonly station: number;
  readonly owner: Seat | null;
  /** Tiles passed, every pass counted; not doubled. */
  readonly length: number;
  /** Where it goes on; null when it has arrived. */
  readonly head: Head | null;
  /** The station, or the central entrance (0 to 7 as the data lists them), at which it arrived. */
  readonly arrival: { readonly station: number } | { readonly central: number } | null;
  /** Points it has brought: its length, doubled at the centre; 0 while it is open or when it is nobody's. */
  readonly points: number;
}

export interface Setting {
  readonly seats: number;
  /** `none`: no line may return to its station; `classic`: no line of one tile. */
  readonly returns: 'none' | 'classic';
  /** Whether the arrow has to point up. */
  readonly arrow: boolean;
  readonly hand: 1 | 2 | 3;
}

/** What everybody knows. */
export interface Open {
  readonly map: Paris;
  readonly setting: Setting;
  readonly squares: readonly (Placed | null)[];
  /** By station, 1 to 32: the line of station n is at n - 1. */
  readonly lines: readonly Line[];
  /** Tiles that nobody has drawn yet. */
  readonly left: number;
  readonly mover: Seat;
  /** Tiles in each hand; the drawn one is not among them. */
  readonly held: readonly number[];
  /** The last action of anybody that placed a tile: the square, and the stations whose lines arrived by it. */
  readonly last: { readonly seat: Seat; readonly square: Square; readonly arrived: readonly number[] } | null;
  /** Tiles placed so far: drawing another one is a step of the same turn. */
  readonly turn: number;
  readonly over: boolean;
}

export interface State extends Open {
  /** By seat: the tiles that are known; `held` counts the others, too. */
  readonly hands: readonly (readonly Code[])[];
  /** The tile that the mover drew and has to place now. */
  readonly drawn: Code | null;
  /** Tiles in the order in which they will be drawn. */
  readonly pool: readonly Code[];
  /** Tiles that were drawn, in their order: the first ones were dealt round the seats. */
  readonly dealt: readonly Code[];
  /** Tiles of which it is not known when they come up, after those of the pool. */
  readonly unknown: number;
  /** The mover can only go on with one of these. */
  readonly waits: boolean;
}

/** What one seat knows, or a watcher (`seat` null). */
export interface View extends Open {
  readonly seat: Seat | null;
  /** The own hand; for a watcher empty, or the mover's once the game is over. */
  readonly hand: readonly Code[];
  /** The drawn tile, when the seat is the mover; null for everybody else. */
  readonly drawn: Code | null;
  /** For the mover: where each tile may be placed now, in reading order; empty for everybody else. */
  readonly legal: readonly { readonly tile: Code; readonly spots: readonly Spot[] }[];
  /** Whether the mover has drawn one and has to place it: everybody sees that. */
  readonly drew: boolean;
}
