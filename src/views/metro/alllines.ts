import { isCentral, linesOf, scoreOf } from '../../games/metro/score.ts';
import type { Line, View } from '../../games/metro/state.ts';
import { commas } from '../lists.ts';
import type { Page, Scene } from '../presenter.ts';
import { boardPicture } from './board.ts';
import { longestOf } from './longest.ts';

/** All lines of a game that has ended: everybody's together, then those of each player, lit. */

/** "1: 9, 5: 4 ×2". */
const eachOf = (lines: readonly Line[], t: Scene['t']): string =>
  commas(
    t,
    lines.map((line) =>
      t(isCentral(line) ? 'metro.parts.doubled' : 'metro.parts.line', {
        station: line.station,
        length: line.length,
      }),
    ),
  );

/** A page for all, and one for each player; none while the game runs. */
export function linePages(view: View, scene: Scene): Page[] {
  if (!view.over) return [];
  const { t, names, spoken } = scene;
  const seats = view.held.map((_, seat) => seat);
  const none = view.lines.filter(({ owner }) => owner === null);
  const title = t('metro.lines.all');
  const all = [
    ...seats.map((seat) =>
      t('metro.lines.of', { name: names[seat]!, lines: eachOf(linesOf(view, seat), t) }),
    ),
    ...(none.length > 0 ? [t('metro.lines.nobodys', { lines: eachOf(none, t) })] : []),
    `-# ${t('metro.lines.note')}`,
  ];
  return [
    { label: title, title, text: all.join('\n'), picture: boardPicture(view, scene) },
    ...seats.map((seat): Page => {
      const own = longestOf({ lines: linesOf(view, seat) }, Number.POSITIVE_INFINITY);
      const count = scoreOf(view, seat);
      return {
        label: t('metro.lines.label', { name: spoken[seat]!, count }),
        title: t('metro.lines.label', { name: names[seat]!, count }),
        text: own
          .map((line) =>
            t(`metro.lines.${isCentral(line) ? 'centre' : 'line'}`, {
              station: line.station,
              count: line.length,
              points: line.points,
            }),
          )
          .join('\n'),
        picture: boardPicture(view, scene, { lit: { lines: own, named: false } }),
      };
    }),
  ];
}
