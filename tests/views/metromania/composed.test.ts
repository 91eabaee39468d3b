import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Composition } from '../../../src/views/kit/drawing.ts';
import { drawBoard } from '../../../src/views/metromania/board.ts';
import { drawMap } from '../../../src/views/metromania/example.ts';
import { groupsOf } from '../../../src/views/metromania/numbering.ts';
import { sightOf as sight } from '../../../src/views/metromania/sight.ts';
import { drawTrip } from '../../../src/views/metromania/trip.ts';
import { drawTrips } from '../../../src/views/metromania/tripsheet.ts';
import { drawTurn } from '../../../src/views/metromania/turn.ts';
import { THEMES } from '../../../src/views/presenter.ts';
import { amount, LONG } from '../../lib/long.ts';
import { sceneOf } from '../boards.ts';
import { likeness } from '../composed.ts';
import { box, momentOf, sightOf, TABLES, wildGame } from './games.ts';

/** What is composed of parts that are kept looks as it does when it is painted anew. */

/** Pixels of a picture that may be far off: where edges of several parts lie over each other. */
const FAR = 16;

async function hold(drawing: Composition, where: string): Promise<void> {
  const { psnr, far, at } = await likeness(drawing);
  expect(psnr, where).toBeGreaterThan(47);
  expect(far, `${where}, as at ${at.join()}`).toBeLessThanOrEqual(FAR);
}

describe.each(THEMES)('%s', (theme) => {
  const scene = sceneOf(theme);
  // Of the four tables each theme shows two, but in the long form.
  const tables = TABLES.filter((_, i) => LONG > 0 || i % 2 === THEMES.indexOf(theme));

  test.each(tables)('of $seats seats $options', async (table) => {
    for (const n of Array(amount(1, 8)).keys()) {
      const states = wildGame(table, `composed ${n}`);
      for (const share of LONG > 0 ? [0.1, 0.35, 0.6, 0.9] : [0.6]) {
        const view = sightOf(momentOf(states, share));
        if (view.over) continue;
        const where = `${n} at ${share}`;
        await hold(drawBoard(view, scene), where);
        for (const group of groupsOf(view).slice(0, LONG > 0 ? undefined : 2))
          await hold(drawTurn(sight(view, undefined, [group]), scene), `${where}, ${group}`);
        const after = metromania.view(
          metromania.apply(momentOf(states, share), view.seat!, view.legal[0]!),
          view.seat!,
        );
        await hold(drawTurn(sight(view, after, undefined), scene), `${where}, draft`);
        await hold(drawBoard(view, scene, { after }), `${where}, draft on the board`);
      }
      const end = metromania.view(states.at(-1)!);
      await hold(drawBoard(end, scene), `${n}, end`);
      await hold(drawTrips(end, scene), `${n}, trips`);
      for (const trip of LONG > 0 ? end.trips : end.trips.slice(0, 1))
        await hold(drawTrip(end, trip, scene), `${n}, trip ${trip.id}`);
    }
  });

  test('of a map', async () => {
    await hold(drawMap(box, scene), 'map');
  });
});
