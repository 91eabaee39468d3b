import { describe, expect, test } from 'vitest';
import { CORNERS } from '../../../src/games/metromania/grid.ts';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Trip, View } from '../../../src/games/metromania/state.ts';
import { styleOf } from '../../../src/views/metromania/colors.ts';
import { EDGE, edgeOf, onEdge, pointOf } from '../../../src/views/metromania/ground.ts';
import { tripPage } from '../../../src/views/metromania/pages.ts';
import { OFF } from '../../../src/views/metromania/ribbon.ts';
import { elsewhere, faultOf, stopsOf } from '../../../src/views/metromania/route.ts';
import { TRIP_HEIGHT, tripPicture } from '../../../src/views/metromania/trip.ts';
import { tripAlt } from '../../../src/views/metromania/tripalt.ts';
import { legsOf, placesOf, STRIP } from '../../../src/views/metromania/tripstrip.ts';
import { rgb } from '../../../src/views/theme.ts';
import { type Laid, laid } from '../../games/metromania/position.ts';
import { read, sceneOf } from '../boards.ts';
import { writtenIn } from '../legible.ts';
import { botGame, TABLES, wildGame } from './games.ts';

const MOST = 256_000;
const scene = sceneOf('dark');

const ends: View[] = TABLES.flatMap((table) =>
  [botGame(table), botGame(table, 'trips'), wildGame(table, 'trips')].map((game) =>
    metromania.view(game.at(-1)!),
  ),
);
const trips: [View, Trip][] = ends.flatMap((view) => view.trips.map((trip) => [view, trip] as [View, Trip]));
const found = trips.filter(([, { minutes }]) => minutes !== null);

test('the games of these tests have trips of all sorts', () => {
  expect(found.length).toBeGreaterThan(3);
  expect(trips.some(([, { guilty }]) => guilty.length > 1)).toBe(true);
  expect(found.some(([, { route }]) => new Set(route.map(({ line }) => line)).size > 1)).toBe(true);
});

describe('stops', () => {
  test('the last minute is that of the trip; a change takes three, a ride one', () => {
    for (const [view, trip] of found) {
      const stops = stopsOf(view, trip);
      expect(stops.at(-1)!.minute).toBe(trip.minutes);
      expect(stops[0]!.minute).toBe(0);
      for (const [i, { leaves, minute, line }] of stops.entries()) {
        const before = stops[i - 1];
        if (before) expect(minute).toBe(before.leaves + 1);
        const changes = before !== undefined && line !== null && before.line !== line;
        expect(leaves - minute).toBe(changes ? 3 : 0);
      }
    }
  });

  test('none where there is no route; the shared station where nobody has to ride', () => {
    const [view, trip] = trips.find(([, { minutes }]) => minutes === null)!;
    expect(stopsOf(view, trip)).toEqual([]);
    const { vertex } = view.stations[0]!;
    const around = CORNERS.flatMap((corners, i) => (corners.includes(vertex) ? [i] : []));
    const near: Trip = { ...trip, ends: [around[0]!, around.at(-1)!], minutes: 0, route: [] };
    expect(stopsOf(view, near)).toEqual([{ vertex, minute: 0, leaves: 0, line: null }]);
  });
});

describe('the strip', () => {
  test('the minutes on each line and of each change add up to the trip', () => {
    for (const [view, trip] of found) {
      const legs = legsOf(stopsOf(view, trip));
      expect(legs.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(trip.minutes);
      expect(legs.flatMap(({ line }) => line ?? [])).toEqual(
        trip.route.map(({ line }) => line).filter((line, i, all) => line !== all[i - 1]),
      );
      for (const { line, minutes } of legs) if (line === null) expect(minutes).toBe(3);
    }
  });

  test('has room for the figures of each, or is left out', () => {
    const stop = (minute: number, leaves: number, line: number | null) => ({
      vertex: 0,
      minute,
      leaves,
      line,
    });
    for (const changes of [0, 1, 2, 3, 4, 5, 6]) {
      const stops = [
        ...Array.from({ length: changes + 1 }, (_, i) => stop(4 * i, 4 * i + (i > 0 ? 3 : 0), i)),
        stop(4 * changes + 4, 4 * changes + 4, null),
      ];
      const places = placesOf(stops);
      if (changes < 5) expect(places).toHaveLength(2 * changes + 1);
      for (const [i, { x, w, line }] of places.entries()) {
        expect(w).toBeGreaterThanOrEqual(line === null ? 62 : 58);
        const next = places[i + 1];
        if (next) expect(next.x).toBeCloseTo(x + w);
        else expect(x + w + 52 + STRIP.end).toBeLessThanOrEqual(STRIP.to + 1);
      }
    }
  });

  test('is read on a phone, as all of the picture', async () => {
    const long = found.toSorted((a, b) => b[1].route.length - a[1].route.length).slice(0, 4);
    const none = trips.filter(([, { minutes }]) => minutes === null).slice(0, 4);
    for (const [view, trip] of [...long, ...none]) {
      const written = await writtenIn(
        tripPicture(view, trip, sceneOf('light', ['Ann', 'Bartholomew L.', 'Cleo', 'Dia'])),
      );
      expect(written.length).toBeGreaterThan(2);
      for (const { text, phone } of written)
        expect(phone, text).toBeGreaterThanOrEqual(/^[+−]?\d+$/.test(text) ? 11 : 8);
    }
  });
});

describe('in words', () => {
  test('which trip, its minutes, its lines in order, who gains or loses what', () => {
    for (const [view, trip] of trips) {
      const text = tripAlt(view, trip, scene);
      expect(text.length).toBeLessThanOrEqual(1024);
      expect(text).not.toMatch(/\{\{|metromania\.|undefined|NaN/);
      expect(text).toContain(trip.id === 'park' ? 'park to the lake' : `Trip ${trip.id} between `);
      if (trip.minutes === null) expect(text).toContain('There is no route.');
      else expect(text).toMatch(new RegExp(`takes ${trip.minutes} minutes?\\.`));
      const order = trip.route.map(({ line }) => line).filter((line, i, all) => line !== all[i - 1]);
      let at = 0;
      for (const line of order) {
        const { number, company } = view.lines[line]!;
        at = text.indexOf(`line ${number} of ${scene.plain[view.setting.owners[company]!]} from`, at) + 1;
        expect(at).toBeGreaterThan(0);
      }
      for (const [company, points] of trip.points.entries()) {
        if (points === 0) continue;
        const name = scene.plain[view.setting.owners[company]!];
        const verb = points > 0 ? 'gains' : 'loses';
        expect(text).toMatch(new RegExp(`${name}( \\([A-F]–[A-F]\\))? ${verb} ${Math.abs(points)} points`));
      }
    }
  });
});

describe('to whom it is due', () => {
  const tripA = (what: Laid): [View, Trip] => {
    const view = metromania.view(laid({ seats: 3, over: true, ...what }));
    return [view, view.trips[0]!];
  };
  const told = (what: Laid): string[] => {
    const [view, trip] = tripA(what);
    const page = tripPage(view, trip, scene);
    const [, who, why = ''] = page.text.split('\n');
    // The words for those who do not see the picture end with the same.
    expect(page.picture.alt.endsWith(why)).toBe(true);
    return [who!, why].filter(Boolean);
  };

  // From F9 to F7 Ann rides by F8, Ben by G8 and G7: a minute for both. Trip A is between E8-E9-F9 and F7-F8-G7.
  const two: Laid = {
    lines: { 0: 'F10 W-L W-L W-L', 2: 'E9 SW-R SW-L W-L NW-L' },
    stations: ['F9', 'F7'],
    marked: [
      ['A.C', 'E8 E9 F9', 1],
      ['A.R', 'F7 F8 G7', 0],
    ],
  };

  test('whoever takes part by another route alone, as fast as the one that is lit', () => {
    const [view, trip] = tripA(two);
    expect([trip.minutes, trip.involved, elsewhere(view, trip)]).toEqual([1, [0, 1], [1]]);
    expect(told(two)).toEqual(['Ann +6, Ben +6', 'Ben takes part by an equally fast route.']);
    // With a station at G8 Ben's route takes a minute more.
    expect(told({ ...two, stations: ['F9', 'F7', 'G8'] })).toEqual(['Ann +6']);
    // Of two nobody earns, and the same is said.
    expect(told({ ...two, seats: 2 })).toEqual([
      'Both took part, so nobody earns anything.',
      'Ben takes part by an equally fast route.',
    ]);
  });

  test('why it is impossible: never placed, without a station, or no route', () => {
    expect(told({})).toEqual([
      'Ann −6, Ben −6',
      'Ann never placed the home marker. Ben never placed the shop marker.',
    ]);
    expect(told({ ...two, stations: ['F9'] })).toEqual(['Ann −6', 'No station touches the home of Ann.']);
    // Two lines that do not meet, a station of each at one end of the trip.
    const apart = { ...two, lines: { ...two.lines, 2: 'E9 SW-R' }, stations: ['E9', 'F7'] };
    expect(told(apart)).toEqual([
      'Ann −6, Ben −6',
      'Both markers touch a station, but no route leads from one to the other.',
    ]);
    const [view, trip] = tripA(apart);
    expect([0, 1].map((company) => faultOf(view, trip, company))).toEqual([
      { why: 'apart', kind: 'residential' },
      { why: 'apart', kind: 'commercial' },
    ]);
  });

  test('both show in the picture', async () => {
    const png = async (what: Laid, change: (trip: Trip) => Trip = (trip) => trip) => {
      const [view, trip] = tripA(what);
      return (await tripPicture(view, change(trip), scene).draw()).toString('base64');
    };
    const lit = (trip: Trip): Trip => ({ ...trip, involved: [0] });
    expect(await png(two)).not.toBe(await png(two, lit));
    const cold = { ...two, stations: [] };
    const held = { ...cold, hands: { 0: ['A.R'], 1: ['A.C'], 2: [] } };
    expect(await png(cold)).not.toBe(await png(held));
  });
});

describe('pictures', () => {
  test('of every trip of a game: each another one, with its bytes the same again', async () => {
    const view = ends[9]!;
    const drawn = await Promise.all(view.trips.map((trip) => tripPicture(view, trip, scene).draw()));
    expect(new Set(drawn.map((bytes) => bytes.toString('base64'))).size).toBe(view.trips.length);
    expect(drawn.every(({ length }) => length < MOST)).toBe(true);
    expect((await tripPicture(view, view.trips[0]!, scene).draw()).equals(drawn[0]!)).toBe(true);
  });

  test('only the lines of the route have their colours in the city', async () => {
    const [view, trip] = found.toSorted((a, b) => b[1].route.length - a[1].route.length)[0]!;
    const image = await read(await tripPicture(view, trip, sceneOf('light')).draw());
    expect([image.width, image.height]).toEqual([1100, TRIP_HEIGHT]);
    const ridden = new Set(
      trip.route.flatMap(({ line, from, to }) => {
        const { vertices, tunnels } = view.lines[line]!;
        const ends = [vertices.indexOf(from), vertices.indexOf(to)].toSorted((a, b) => a - b);
        return tunnels.slice(ends[0], ends[1]);
      }),
    );
    expect(ridden.size).toBeGreaterThan(1);
    for (const line of view.lines)
      for (const [i, triangle] of line.tunnels.entries()) {
        const edge = edgeOf(line.vertices[i]!, line.vertices[i + 1]!, triangle);
        const [x, y] = onEdge(edge, EDGE / 2, OFF);
        const wanted = rgb(styleOf('light', line.company).color).join();
        let seen = false;
        for (let dy = -5; dy <= 5; dy++)
          for (let dx = -5; dx <= 5; dx++) {
            const at = (Math.floor(y + dy) * image.width + Math.floor(x + dx)) * 4;
            seen ||= [...image.data.subarray(at, at + 3)].join() === wanted;
          }
        // The two ends of the trip have their placers' colours, too.
        if (!trip.ends.includes(triangle)) expect(seen, `${triangle}`).toBe(ridden.has(triangle));
      }
    // A stop's plate lies over whatever else is there.
    for (const { vertex, leaves, minute } of stopsOf(view, trip)) {
      const [x, y] = pointOf(vertex);
      if (leaves !== minute) continue;
      const from = (Math.floor(y - 26) * image.width + Math.floor(x)) * 4;
      expect([...image.data.subarray(from, from + 3)]).toEqual([255, 255, 255]);
    }
  });

  test('four who lose, in names of any kind', async () => {
    const end = ends[9]!;
    const view: View = { ...end, hands: end.hands.map(() => [{ letter: 'A', kind: 'residential' }]) };
    const trip: Trip = {
      ...view.trips[0]!,
      minutes: null,
      route: [],
      involved: [],
      guilty: [0, 1, 2, 3],
      points: [-6, -6, -6, -6],
    };
    const names = ['W'.repeat(16), '🚇'.repeat(16), 'שלום עולם', ''];
    const bytes = await tripPicture(view, trip, sceneOf('dark', names)).draw();
    expect(bytes.length).toBeLessThan(MOST);
    expect(bytes.equals(await tripPicture(view, trip, scene).draw())).toBe(false);
  });
});
