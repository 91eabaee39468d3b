import { toPlace } from '../../games/metro/board.ts';
import { isCentral, linesOf, partsOf } from '../../games/metro/score.ts';
import type { Paris, View } from '../../games/metro/state.ts';
import { squareName } from '../../games/metro/tracks.ts';
import { and, commas } from '../lists.ts';
import type { MenuPage, Scene } from '../presenter.ts';
import { wayName } from './choices.ts';
import { type Effect, effectsOf } from './effects.ts';
import { longestOf } from './longest.ts';
import { hasSeveral, pageAt } from './paths.ts';

/** What a turn asks, what everybody is told, what a score is made of. */

type Speech = Pick<Scene, 't' | 'names' | 'spoken'>;

export const about = ({ tiles, stations }: Paris, { t }: Pick<Scene, 't'>): string =>
  t('metro.about', {
    tiles: tiles.reduce((sum, { count }) => sum + count, 0),
    stations: stations.length,
  });

/** "28 tiles to place". */
export const headline = (view: View, { t }: Pick<Scene, 't'>): string =>
  t(view.over ? 'metro.headline.over' : 'metro.headline.left', { count: toPlace(view) });

/** That the mover has drawn, which everybody sees; else nothing. */
export const hint = (view: View, { t, names }: Speech): string =>
  view.drew && !view.over ? t('metro.hint.drew', { name: names[view.mover]! }) : '';

/** What is asked on the first page, or where all choices stand in one menu. */
function askFirst(view: View, { t, names }: Speech, flat: boolean): string {
  if (view.over) return t('metro.ask.over');
  if (view.seat !== view.mover) return t('metro.ask.other', { name: names[view.mover]! });
  if (hasSeveral(view)) return t(flat ? 'metro.ask.any' : 'metro.ask.tile');
  const quarter = !flat && pageAt(view, []) === 'region';
  if (view.drawn !== null) return t(quarter ? 'metro.ask.drawnQuarter' : 'metro.ask.drawn');
  return t(quarter ? 'metro.ask.quarter' : 'metro.ask.one');
}

function ask(view: View, scene: Speech, path?: readonly string[]): string {
  const page = pageAt(view, path ?? []);
  // A tile is chosen first: no way leads there.
  if (!path?.length || page === 'tile') return askFirst(view, scene, path === undefined);
  return scene.t(`metro.ask.${page}`, { what: wayName(view, path, scene.t) });
}

/** What a menu asks for. */
const pick = (view: View, { t }: Pick<Scene, 't'>, path?: readonly string[]): string =>
  t(`metro.pick.${path ? pageAt(view, path) : hasSeveral(view) ? 'any' : 'all'}`);

/** What the numbers of a page are, where it has some. */
const askNote = (view: View, { t }: Pick<Scene, 't'>, path?: readonly string[]): string =>
  path && view.legal.length > 0 && ['square', 'turning'].includes(pageAt(view, path)) ? t('metro.note') : '';

/** What a page asks, what its menu says, and the small print. */
export const page = (view: View, path: readonly string[] | undefined, scene: Speech): MenuPage => ({
  title: ask(view, scene, path),
  prompt: pick(view, scene, path),
  note: askNote(view, scene, path),
});

/** "22 points at the edge · 18 in the centre · 3 lines under way". */
export function breakdown(view: View, seat: number, { t }: Pick<Scene, 't'>): string {
  const own = linesOf(view, seat);
  const { outer, centre } = partsOf(view, seat);
  const open = own.filter(({ head }) => head !== null).length;
  return [
    t('metro.parts.outer', { count: outer }),
    t('metro.parts.centre', { points: centre }),
    ...(view.over ? [] : [t('metro.parts.open', { count: open })]),
  ].join(' · ');
}

/** What was placed between two views, and what that did: one sentence, with everything that arrived by name. */
export function news(before: View, after: View, scene: Speech): string[] {
  const { t, names } = scene;
  const { last } = after;
  if (!last || after.turn <= before.turn) return [];
  const square = squareName(last.square);
  const ends = effectsOf(before, after, last.seat).filter(({ arrived }) => arrived);
  if (ends.length === 0) return [t('metro.say.placed', { name: names[last.seat]!, square })];
  const what = ends.map(({ after: { station, points }, owner }) =>
    t('metro.say.line', { name: names[owner]!, station, points }),
  );
  return [t('metro.say.scored', { name: names[last.seat]!, square, what: and(t, what) })];
}

/** "Tile 2: Ben on C1". */
export function step(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last, turn } = after;
  if (!last) return headline(before, scene);
  return t('metro.step', { n: turn, name: names[last.seat]!, square: squareName(last.square) });
}

/** "Ann: tile on H8, own line 24 ends with 1"; where nothing ends, how far lines have come. */
export function summary(before: View, after: View, scene: Speech): string {
  const { t, names } = scene;
  const { last } = after;
  if (!last) return headline(before, scene);
  const effects = effectsOf(before, after, last.seat);
  const ends = effects.filter(({ arrived }) => arrived);
  const lineOf = ({ owner, after: { station } }: Effect): string =>
    t(`metro.diary.${owner === last.seat ? 'own' : 'other'}`, { station, name: names[owner]! });
  const came = (ends.length > 0 ? ends : effects).map((effect) => {
    const [line, { length, points }] = [lineOf(effect), effect.after];
    return effect.arrived
      ? t('metro.diary.ends', { line, points })
      : t('metro.effect.change', { line, from: effect.before.length, count: length });
  });
  return commas(t, [
    t('metro.diary.placed', { name: names[last.seat]!, square: squareName(last.square) }),
    ...(came.length > 0 ? came : [t('metro.diary.none')]),
  ]);
}

/** The longest lines that arrived, which the picture of the end shows; null where none did. */
export function remark(views: readonly View[], { t, names }: Speech): string | null {
  const last = views.at(-1);
  const longest = last?.over ? longestOf(last) : [];
  if (longest.length === 0) return null;
  return [
    t('metro.remark.head', { count: longest.length }),
    ...longest.map((line, i) =>
      t(`metro.remark.${isCentral(line) ? 'centre' : 'line'}`, {
        n: i + 1,
        name: names[line.owner!]!,
        station: line.station,
        count: line.length,
        points: line.points,
      }),
    ),
  ].join('\n');
}
