import { describe, expect, test } from 'vitest';
import type { MetroxMap, Point } from '../../src/games/metrox/state.ts';
import { metroxModule } from '../../src/modules.ts';
import { CAR, planOf, sideOf, WIDTH } from '../../src/views/metrox/frame.ts';
import { LINE, pointAt, type Track } from '../../src/views/metrox/network.ts';

const STEP = 3;

const points = (track: Track) =>
  Array.from({ length: Math.floor(track.length / STEP) }, (_, i) => pointAt(track, i * STEP));

const half = (map: MetroxMap, station: number) => sideOf(map.stations[station]!.lines.length) / 2;

/** How far a point is from the edge of a station, a square with round corners; negative inside. */
function gap(map: MetroxMap, station: number, [x, y]: Point): number {
  const [sx, sy] = planOf(map).at(station);
  const round = 9;
  const inner = half(map, station) - round;
  const dx = Math.abs(x - sx) - inner;
  const dy = Math.abs(y - sy) - inner;
  return Math.hypot(Math.max(0, dx), Math.max(0, dy)) + Math.min(0, Math.max(dx, dy)) - round;
}

describe.each(metroxModule.maps().map((map) => [map.id, map] as const))('layout of %s', (_, map) => {
  const plan = planOf(map);

  test('everything stands inside the picture', () => {
    for (const car of plan.cars) {
      expect(car.x).toBeGreaterThanOrEqual(12);
      expect(car.right).toBeLessThanOrEqual(WIDTH - 12);
      expect(car.y + CAR.height / 2).toBeLessThan(plan.bottom);
    }
    for (const track of plan.tracks)
      for (const { x, y } of points(track)) {
        expect(x).toBeGreaterThan(LINE);
        expect(x).toBeLessThan(WIDTH - LINE);
        expect(y).toBeLessThan(plan.bottom - LINE);
      }
  });

  test('lines run straight in eight directions between round bends', () => {
    const askew = plan.tracks.flatMap((track) =>
      track.pieces.filter((piece) => {
        if (piece.kind !== 'straight') return false;
        const dx = Math.abs(piece.to[0] - piece.from[0]);
        const dy = Math.abs(piece.to[1] - piece.from[1]);
        // A change of place in a bundle is hidden beneath a station.
        const hidden = map.stations.some((_, s) =>
          [piece.from, piece.to].every((p) => gap(map, s, p) < -LINE / 4),
        );
        return !hidden && Math.min(dx, dy, Math.abs(dx - dy)) > 0.01;
      }),
    );
    expect(askew).toEqual([]);
  });

  test('a line passes under its own stations, in order', () => {
    map.lines.forEach((line, i) => {
      const track = plan.tracks[i]!;
      expect(track.stops).toHaveLength(line.stations.length);
      line.stations.forEach((station, stop) => {
        const { x, y } = pointAt(track, track.stops[stop]!);
        const [sx, sy] = plan.at(station);
        expect(Math.hypot(x - sx, y - sy), `${line.id}${stop + 1}`).toBeLessThan(18);
        if (stop > 0) expect(track.stops[stop]!).toBeGreaterThan(track.stops[stop - 1]!);
      });
    });
  });

  test('no line touches a station at which it does not stop', () => {
    map.lines.forEach((line, i) => {
      const way = points(plan.tracks[i]!);
      map.stations.forEach((station, s) => {
        if (station.lines.includes(i)) return;
        const nearest = Math.min(...way.map(({ x, y }) => gap(map, s, [x, y])));
        expect(nearest, `${line.id} and ${station.id}`).toBeGreaterThan(LINE / 2 + 1);
      });
    });
  });

  test('no car covers a station, another car or another line', () => {
    const h = CAR.height / 2;
    map.lines.forEach((line, i) => {
      const car = plan.cars[i]!;
      map.stations.forEach((station, s) => {
        const [sx, sy] = plan.at(s);
        const apart =
          Math.abs(sy - car.y) >= h + half(map, s) ||
          sx + half(map, s) <= car.x ||
          sx - half(map, s) >= car.right;
        expect(apart, `${line.id} and ${station.id}`).toBe(true);
      });
      map.lines.forEach((other, j) => {
        if (i === j) return;
        const they = plan.cars[j]!;
        const apart =
          Math.abs(they.y - car.y) >= CAR.height + 2 || they.x >= car.right || they.right <= car.x;
        expect(apart, `${line.id} and ${other.id}`).toBe(true);
        const inside = points(plan.tracks[j]!).some(
          ({ x, y }) => x > car.x && x < car.right && Math.abs(y - car.y) < h,
        );
        expect(inside, `${line.id} under ${other.id}`).toBe(false);
      });
    });
  });

  test('lines that share a stretch lie side by side', () => {
    map.lines.forEach((_, i) => {
      map.lines.forEach((_, j) => {
        if (j <= i) return;
        // What is hidden beneath a station is not seen.
        const seen = (track: Track) =>
          points(track).filter((p) => map.stations.every((_, s) => gap(map, s, [p.x, p.y]) > 0));
        const theirs = seen(plan.own[j]!);
        // Where two lines run the same way for a while, their middles keep at least a line's width apart.
        const along = seen(plan.own[i]!).filter((p) =>
          theirs.some((q) => {
            const turn = Math.abs(Math.sin(p.angle - q.angle));
            return turn < 0.02 && Math.hypot(p.x - q.x, p.y - q.y) < LINE - 1;
          }),
        );
        expect(along, `${map.lines[i]!.id} and ${map.lines[j]!.id}`).toEqual([]);
      });
    });
  });
});
