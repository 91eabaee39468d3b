import { alike } from './alike.ts';
import { type Brush, REGULAR, textWidth, write } from './canvas.ts';
import { drawable } from './fonts.ts';
import type { Stage } from './kit/stage.ts';
import { graphemesOf, isolated } from './lists.ts';
import type { Scene } from './presenter.ts';

/** Names of people in pictures. */

/** A name as it can be drawn. */
export interface Name {
  readonly text: string;
  /** What tells it from another's that looks the same; empty where none does. It stays when the name is cut. */
  readonly mark: string;
}

/** A name that would have to be smaller than this share of its size is cut. */
const LEAST = 0.7;

const LATIN = /^[\x20-\x7e]*$/;

/** A name among other text of a line; none turns the line around. */
export const wholeName = ({ text, mark }: Name): string => (LATIN.test(text) ? text : isolated(text)) + mark;

/** So many graphemes of a name are seen in the narrowest room. */
const SURE = 8;

const beginning = (text: string): string => graphemesOf(text).slice(0, SURE).join('');

type Called = Pick<Scene, 'plain' | 't'>;

async function drawnNames({ plain, t }: Called): Promise<readonly Name[]> {
  const all = await Promise.all(plain.map((name, at) => drawable(name, t('picture.seat', { n: at + 1 }))));
  const twins = alike(all.map(beginning));
  return all.map((text, at) => ({ text, mark: twins[at] ? ` (${at + 1})` : '' }));
}

/** The names of a scene are asked for seat by seat, and each depends on all. */
const drawn = new WeakMap<readonly string[], Promise<readonly Name[]>>();

/**
 * The name of a seat, or its number where nothing of the name can be drawn. Whoever's name begins like another's, as far
 * as it can be drawn, has the number of the seat beside it.
 */
export async function nameOf(scene: Called, seat: number): Promise<Name> {
  let names = drawn.get(scene.plain);
  if (!names) {
    names = drawnNames(scene);
    drawn.set(scene.plain, names);
  }
  return (await names)[seat] ?? { text: scene.t('picture.seat', { n: seat + 1 }), mark: '' };
}

/**
 * Writes a name, or words of ours, into the room there is: smaller, and cut after whole graphemes when it is still too
 * long. Gives back the width it took.
 */
export function writeName(
  on: Brush | Stage,
  given: Name | string,
  x: number,
  y: number,
  how: {
    readonly size: number;
    readonly weight?: 500 | 800;
    readonly color: string;
    readonly room: number;
    readonly align?: 'left' | 'right';
    /** Smallest share of its size in which it is written. */
    readonly least?: number;
  },
): number {
  const { room, weight = REGULAR, least = LEAST, ...rest } = how;
  const name = typeof given === 'string' ? { text: given, mark: '' } : given;
  const fits = (text: string) => textWidth(text, how.size * least, weight) <= room;
  let text = wholeName(name);
  if (!fits(text)) {
    const parts = graphemesOf(name.text);
    do {
      parts.pop();
      text = wholeName({ ...name, text: `${parts.join('').trimEnd()}…` });
    } while (!fits(text) && parts.length > 1);
  }
  const set = { ...rest, weight, fit: room };
  return 'stamp' in on ? on.write(text, x, y, set) : write(on, text, x, y, set);
}
