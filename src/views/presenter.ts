import type { Seat } from '../games/game.ts';
import type { Translate } from '../locales.ts';
import type { Worth } from './par.ts';

/**
 * What a person sees of a game: pictures and words, made from a view, so they can tell no secret. Texts come
 * from the catalogue through `t`; names come in the scene, ready for where they are to stand.
 */

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** Everything around a view that words and pictures need. */
export interface Scene {
  readonly t: Translate;
  readonly theme: Theme;
  /** By seat, for chat text: cut at 16 graphemes, escaped, and kept from turning the line around. */
  readonly names: readonly string[];
  /** By seat, for alt text and labels, which know no markup: the same, not escaped. */
  readonly spoken: readonly string[];
  /** By seat, for pictures, which set every name by itself: cut, and nothing else. */
  readonly plain: readonly string[];
}

export interface Picture {
  /** What it shows, in words a player can play from; at most 1,024 characters. */
  readonly alt: string;
  /** Pixel size at scale 1. */
  readonly width: number;
  readonly height: number;
  /** Draws it: a PNG. */
  draw(): Promise<Buffer>;
}

/** One of the pictures that tell how a game ended, with its words. */
export interface Page {
  /** In a menu; at most 100 characters. */
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly picture: Picture;
}

/** A seat's place in a game that has ended. */
export interface Standing {
  readonly seat: Seat;
  readonly score: number;
  /** Equal places share one; null for who was taken out of the scoring. */
  readonly rank: number | null;
}

/** A choice, and what could be expected after it. */
export interface Judged<View> {
  readonly after: View;
  /** Points at the end, on average. */
  readonly expected: number;
}

/** A choice of a game that has ended, and another that would have been better. */
export interface Review<View> {
  readonly seat: Seat;
  readonly chosen: Judged<View>;
  readonly better: Judged<View>;
}

/** One entry of a keypad or menu. */
export interface Entry {
  /** On a keypad: "T ×2"; at most 34 characters. */
  readonly button: string;
  /** In a menu: "T Tozai: marks 2"; at most 100. */
  readonly label: string;
  /** In a menu, the small line beneath; at most 100. */
  readonly description: string;
  /** It completes something: the button is green. */
  readonly good: boolean;
}

/** What somebody may choose from at a position. */
export interface Choices<View, Action> {
  readonly view: View;
  readonly actions: readonly Action[];
  /** The view after one of them. */
  foresee(action: Action): View;
}

export interface BoardOptions<View> {
  /** Whose board. */
  readonly seat: Seat;
  /**
   * The view after choices that are not final: what is new in it is drawn ghosted. What `name` and `path` offer is then
   * what may be chosen next.
   */
  readonly after?: View;
  /** The group whose places are named in the picture (a line's stations while one is to be chosen); `*`: all. */
  readonly name?: string;
  /** The way to the page of choices it stands on: ["T"]. */
  readonly path?: readonly string[];
}

/** One question of the tutorial. Its words stand in the catalogue under `<game>.tutorial.<key>`. */
export interface Lesson {
  readonly key: string;
  readonly right: 'a' | 'b';
}

/** What a game has to teach. Its words stand in the catalogue under `<game>.rules`. */
export interface Lessons {
  /** The rules in one minute: the keys of their sentences, in order: ["round", "number", "skip"…]. */
  readonly minute: readonly string[];
  /** All the rules: the keys of their paragraphs, in order. */
  readonly full: readonly string[];
  /** Its questions, in order: [{ key: "number", right: "b" }…]. */
  readonly lessons: readonly Lesson[];
  /** The rules in one minute, drawn. */
  picture(scene: Scene): Picture;
  lesson(lesson: Lesson, scene: Scene): Picture;
}

/** What is known of a run of the daily besides the game itself. */
export interface ShareInfo {
  /** Number of the daily. */
  readonly day: number;
  /** Days in a row, this one included; 0 when none is to be shown. */
  readonly streak: number;
  /** False when the day ran out first: the score counts as it stood. */
  readonly finished: boolean;
  /** The score to compare with, where there is one. */
  readonly par?: number;
}

/** A run of the daily as people show it to others: it tells how it went and nothing about how to play it. */
export interface Share {
  /** A few short lines for a chat: no mention, no link, no line names. */
  readonly text: string;
  readonly card: Picture;
}

/** What the score of a game for one stands beside. */
export interface Comparison {
  /** Number of the daily; null in practice. */
  readonly day: number | null;
  /** Days in a row; 0 when none is to be shown. */
  readonly streak: number;
  /** False when the day ran out first. */
  readonly finished: boolean;
  readonly par: Worth | undefined;
  /** How many players came to each score on the same cards, one's own among them; none where they are too few. */
  readonly scores: readonly (readonly [score: number, players: number])[];
  /** How many of a hundred of them are behind it; null where they are too few. */
  readonly ahead: number | null;
}

/** Boards on a sheet at most: with more, names and scores could not be read. */
export const SHEET = 9;

/** Pictures with their words; they are drawn only when they are asked for. */
export interface Pictures<View, M> {
  /** The empty map, for the lobby: "Map of Tokyo: 9 lines, 77 stations, 23 windows. F Fukutoshin…". */
  map(map: M, scene: Scene): Picture;
  /**
   * What the table's public message shows: the card strip. `since`, where one plays after the other: what all saw when its
   * last message came; all that was done from then on is shown as new.
   */
  table(view: View, scene: Scene, since?: View): Picture;
  /** One player's board; what `options.after` has more is ghosted. */
  board(view: View, scene: Scene, options: BoardOptions<View>): Picture;
  /**
   * What a private page of a turn shows: the part of the board where one acts, large, with the whole of it small beside; what
   * may be chosen there bears the words of its keys. Options are those of `board`; without it the whole board is shown.
   */
  turn?(view: View, scene: Scene, options: BoardOptions<View>): Picture;
  /**
   * Boards on one sheet, best first: `SHEET` of them where each has one of its own. `page`, 0-based, says which; beyond the
   * last page it is the last.
   */
  sheet(view: View, scene: Scene, page?: number): Picture;
  /** The result of a game that has ended as its channel sees it, 1200 by 640 pixels; `standings`: the winner first. */
  result(view: View, scene: Scene, standings: readonly Standing[]): Picture;
  /** What stands beside the final board of a game that has ended, such as all trips on one sheet; null where nothing does. */
  finale?(view: View, scene: Scene): Picture | null;
  /**
   * What there is to see of a game that has ended besides its board, a picture a page: [{ label: "Trip A", title: "Trip A",
   * text: "There is no route.\nAnn −6…", picture }…]; `end.pages.<game>` names them all.
   */
  pages?(view: View, scene: Scene): Page[];
  /**
   * A game that has ended as a picture that moves (a GIF), from `views` of a watcher, hands open: as it began, then after each
   * step. `seat`: whose board it shows, where each has one. Drawing it takes seconds; others have their turn meanwhile.
   */
  film(views: readonly View[], scene: Scene, seat: Seat): Picture;
  /** A choice beside the better one, small boards with what each would have brought; for games that can be judged. `view`: before it. */
  review?(view: View, scene: Scene, review: Review<View>): Picture;
  /** Accent colour of the map, or of a place on it (a line): 0x3fa8f3. */
  accent(map: M, place?: string): number;
}

/** Sentences about a map, a position, or what lies between two. */
export interface Words<View, M> {
  /** One line on a map: "9 lines, 77 stations, okazu rules". */
  about(map: M, scene: Pick<Scene, 't'>): string;
  /** Where the game stands: "Round 7 · Skip 2". */
  headline(view: View, scene: Scene): string;
  /** What to do now, one or two sentences for everybody: "Pick a line. It gets up to 2 stations; the first filled one stops it." */
  hint(view: View, scene: Scene): string;
  /**
   * What happened between two views, for everybody, a line each: ["**Ben placed E2**."]; at most `names` people in a line
   * (0: a count).
   */
  news(before: View, after: View, scene: Scene, names?: number): string[];
  /** What a step of a replay was, in a few words: "Tile 2: Ben on C1". */
  step(before: View, after: View, scene: Scene): string;
  /** The one line that stays of a turn: "Round 6 · Number 6 ↻ · 🏁 F: Ben +2". */
  summary(before: View, after: View, scene: Scene): string;
  /** What a score is made of: "22 points for lines · 18 for transfers · 12 empty: −5". */
  breakdown(view: View, seat: Seat, scene: Scene): string;
  /**
   * Something worth telling at the end, or nothing: "Closest line: **N Namboku**, finished by Ann and Ben in the same
   * round…"; `views` are a watcher's views after each turn.
   */
  remark(views: readonly View[], scene: Scene): string | null;
}

/** What stands on a page of choices. */
export interface MenuPage {
  /** Title of the private screen: "Skip 2: where to?". */
  readonly title: string;
  /** What the menu says before anything is picked: "Play a line (with details)". */
  readonly prompt: string;
  /** Small print below the title, without round and time: "×2 fills two stations, 🏁 completes a line"; may be empty. */
  readonly note: string;
}

/** The screen after choosing. */
export interface Confirmation {
  /** "You play F Fukutoshin". */
  readonly title: string;
  /** "Number 2 marks **F1** and **F2**…". */
  readonly text: string;
  /** What the button says that makes a draft final, where that is not simply kept. */
  readonly keep?: string;
}

/** How a seat's actions are chosen: by a keypad, by menus that narrow, and by what is said before and after. */
export interface Menus<View, Action> {
  /**
   * Steps of a page in fixed order: ["F", "Y", "T"…]; what it does not name comes after them, in the order of the actions. On
   * the first page they are keys of a keypad, those too that cannot be played now; where there are none the page is a menu
   * alone.
   */
  places(view: View, path: readonly string[]): string[];
  /** The ways a menu may narrow to an action: [["T"]], or [["T", "s0606"]] for the free card. */
  paths(view: View, action: Action): string[][];
  /** The page on which choosing begins, where that is not the first: ["l1"]; its neighbours are a key away. */
  opens?(view: View): string[];
  /** `path` is the way to the page, [] the first; without one: the page that holds all choices at once. */
  page(view: View, path: readonly string[] | undefined, scene: Scene): MenuPage;
  /**
   * An entry for a group that still has to be narrowed, or for a place that cannot be played: { button: "F –", label:
   * "F Fukutoshin –", description: "0 of 11 filled…", good: false }; `inside` are the actions of the group. With a watcher's
   * view: what everybody knows of a place, for the table's own menu.
   */
  place(view: View, path: readonly string[], scene: Scene, inside?: Choices<View, Action>): Entry;
  /**
   * An action and what it would do: { button: "F ×2", label: "F Fukutoshin: marks 2", description: "F1 and F2. Then 9 to
   * go…", good: false }; `after` is the view after it, `path` the way the menu came to it.
   */
  effect(view: View, action: Action, after: View, scene: Scene, path?: readonly string[]): Entry;
  /** What is said once an action is chosen, or would be; `after` is the view after it. */
  confirm(view: View, action: Action, after: View, scene: Scene): Confirmation;
  /** One of several actions that stand at the same place, beside the others: "Mark 2"; for games in which there are such. */
  variant?(action: Action, scene: Scene): string;
}

/** What a game that is played alone says of a run. */
export interface Solo<View> {
  /** The verdict on a score: "Rail replacement bus". */
  verdict(view: View, scene: Scene): string;
  /** How a score stands between par and the best that was found, and among others' scores; for the eyes of who made it. */
  compare(view: View, comparison: Comparison, scene: Scene): Picture;
  /** A run of the daily for others to see; `views` are its views after each turn, the last as it ended. */
  share(views: readonly View[], info: ShareInfo, scene: Scene): Share;
}

/** All that people see of a game, in five parts. */
export interface Presenter<View, Action, M> {
  readonly pictures: Pictures<View, M>;
  readonly words: Words<View, M>;
  readonly menus: Menus<View, Action>;
  readonly lessons: Lessons;
  /** For games that are played alone. */
  readonly solo?: Solo<View>;
}
