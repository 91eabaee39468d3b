import { describe, expect, test } from 'vitest';
import { metromania } from '../../../src/games/metromania/index.ts';
import type { Action, State, View } from '../../../src/games/metromania/state.ts';
import { translator } from '../../../src/locales.ts';
import { metromaniaPresenter as presenter } from '../../../src/views/metromania/index.ts';
import type { Scene } from '../../../src/views/presenter.ts';
import { carried, given, type Laid, laid, mover, seeded, v } from '../../games/metromania/position.ts';

/** What people read at a table of MetroMania, each position played by the game itself or laid by hand. */

const names = ['Ann', 'Ben', 'Cleo', 'Dia'];
const scene: Scene = { t: translator('en'), theme: 'dark', names, spoken: names, plain: names };
const seen = (state: State, seat?: number): View => metromania.view(state, seat);

/** The mover's view, the action with such a code, and the view after it. */
function choice(state: State, code: string): [View, Action, View] {
  const seat = mover(state);
  const view = seen(state, seat);
  const action = metromania.actions(state, seat).find((one) => metromania.code(one) === code);
  if (!action) throw new Error(`${code} is not legal.`);
  return [view, action, seen(metromania.apply(metromania.imagine(view), seat, action), seat)];
}

const label = (state: State, code: string) => presenter.menus.effect(...choice(state, code), scene);

describe('a choice', () => {
  test('has the number of the picture and says where the line goes', () => {
    const state = given(2);
    expect(label(laid({}), 'start.G10')).toEqual({
      button: '7',
      label: '7 · line 1 from the lower right',
      description: 'No home, shop or show at its end',
      good: false,
    });
    const begun = carried(state, 'start.G10');
    expect(label(begun, 'dig.1.W-L').label).toMatch(/^\d · west, /);
  });

  test('numbers go clockwise from 12 o’clock, one a tunnel; its markers are letters beside it', () => {
    // West of F8 stands the line's head at F7: north-west, west and south-west of it, a triangle on each side.
    const state = laid({
      lines: { 0: 'F10 W-L W-L W-L' },
      signs: { 'E6 F6 F7': 'residential' },
    });
    const view = seen(state, 0);
    const keys = presenter.menus.places(view, ['l1']).map((code) => [code, label(state, code).button]);
    expect(keys).toEqual([
      ['dig.1.SW-L', '1'],
      ['dig.1.SW-R', '2'],
      ['dig.1.W-L', '3'],
      ['dig.1.W-R.A', '4 A'],
      ['dig.1.W-R.D', '4 D'],
      ['dig.1.NW-L.A', '5 A'],
      ['dig.1.NW-L.D', '5 D'],
      ['dig.1.NW-R', '6'],
    ]);
  });

  test('says which of two triangles is used up: by what only one of them comes near to, else by the compass', () => {
    const lines = { 0: 'F10 W-L W-L W-L' };
    const bare = laid({ lines });
    const sides = (state: State, way: string) =>
      ['L', 'R'].map((side) => label(state, `dig.1.${way}-${side}`).label.split(', ').slice(1).join());
    expect(sides(bare, 'W')).toEqual(['on the south side', 'on the north side']);
    expect(sides(bare, 'SW')).toEqual(['on the east side', 'on the west side']);
    expect(sides(bare, 'NW')).toEqual(['on the west side', 'on the east side']);
    const east = laid({ lines: { 0: 'F1 E-L E-L E-L' } });
    expect(sides(east, 'E')).toEqual(['on the north side', 'on the south side']);
    expect(sides(east, 'NE')).toEqual(['on the west side', 'on the east side']);
    expect(sides(east, 'SE')).toEqual(['on the east side', 'on the west side']);
    // The triangle on the left of west has its corner at G6, where the lake lies.
    expect(sides(laid({ lines, signs: { 'G6 H5 H6': 'lake' } }), 'W')).toEqual([
      'towards the lake',
      'on the north side',
    ]);
  });

  test('a step means the same for ever: the text of the action', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L W-L' } });
    const view = seen(state, 0);
    for (const action of view.legal) {
      const ways = presenter.menus.paths(view, action);
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways) expect(way.at(-1)).toBe(metromania.code(action));
    }
  });

  //        D6
  //       /        Ben's line comes down from D6 by E6 to F6, Ann's goes west from F10 to F7: north-west of it is E6,
  //     E6         west of it F6, both on Ben's line; south-west G6, where nobody is.
  //    /
  //  F6    F7 -- F8 -- F9 -- F10
  const crossed = laid({
    lines: { 0: 'F10 W-L W-L W-L', 2: 'D6 SW-L SW-L' },
    signs: { 'E6 E7 F7': 'commercial' },
    stations: [],
  });

  test('is said to have the number of the picture on pages where it has one', () => {
    const view = seen(crossed, 0);
    const note = (path?: string[]) => presenter.menus.page(view, path, scene).note;
    const said = 'numbers as in the picture; a letter places that marker';
    expect([note(), note(['l1'])]).toEqual([said, said]);
    // The first page of many names only kinds.
    expect(note([])).toBe('');
    expect(presenter.menus.page(seen(crossed, 1), undefined, scene).note).toBe('');
  });

  test('says which line it joins, and what the station brings', () => {
    const codes = metromania.actions(crossed, 0).map(metromania.code);
    const joining = codes.filter((code) => /joins/.test(label(crossed, code).label));
    expect(joining.map((code) => code.split(/[.-]/)[2])).toEqual(expect.arrayContaining(['W', 'NW']));
    expect(joining.filter((code) => /SW/.test(code))).toEqual([]);
    for (const code of joining)
      expect(label(crossed, code).label).toMatch(/, joins Ben's line 1 \(\d points?\)$/);
  });

  test('says to where it leads, and what touches that vertex', () => {
    const description = (what: Laid, code: string) => label(laid(what), code).description;
    // The line has come from C3 to B2; north-west of it is A1, west of it B1.
    const lines = { 0: 'C3 NW-L' };
    expect(description({ lines }, 'dig.1.NW-R')).toBe('at the city limit');
    expect(description({ lines, stations: ['A1'] }, 'dig.1.NW-R')).toBe('to a station, at the city limit');
    const signs = { 'B1 C1 C2': 'residential', 'B1 B2 C2': 'residential', 'A1 B1 B2': 'lake' } as const;
    expect(description({ lines: { 0: 'B4 W-R W-R' }, signs }, 'dig.1.SW-L')).toBe('beside 2 homes');
    expect(description({ lines: { 0: 'C3 NW-R' }, signs }, 'dig.1.W-L.A')).toBe(
      'beside 2 homes and the lake, at the city limit',
    );
    // E6 touches the shop, and a station comes there.
    expect(label(crossed, 'dig.1.NW-R.B').description).toBe('beside a shop');
    expect(label(crossed, 'dig.1.SW-R').description).toBe('No home, shop or show at its end');
  });

  test('a join names the lines that are met there, not one that runs alongside', () => {
    // From F7 to F6 Ben's first line runs along, by E7 and F7; his second one crosses at F6 from E6 to G5.
    const state = laid({
      lines: { 0: 'F10 W-L W-L W-L', 2: 'E7 SW-L W-R', 3: 'E6 SW-R SW-R' },
    });
    expect(label(state, 'dig.1.W-L').label).toMatch(
      /^\d+ · west, on the south side, joins Ben's line 2 \(0 points\)$/,
    );
  });

  test('a parting names the lines that were run along, not one that crosses there', () => {
    // From F8 to F7 along Ben's first line, which goes on to G6; his second one crosses at F7 from E7 to G7.
    const state = laid({
      lines: { 0: 'F10 W-L W-L W-R', 2: 'F8 W-L SW-R', 3: 'E7 SW-R SE-R' },
    });
    expect(label(state, 'dig.1.W-R').label).toMatch(
      /^\d+ · west, on the north side, leaves Ben's line 1 \(0 points\)$/,
    );
  });

  test('a start on a line says so', () => {
    expect(label(laid({ lines: { 2: 'G9 E-L' } }), 'start.G10').label).toBe(
      "7 · line 1 from the lower right, starts on Ben's line 1 (0 points)",
    );
  });

  test('names a marker and what it is put on', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L W-L' }, signs: { 'E6 F6 F7': 'residential' } });
    const code = metromania
      .actions(state, 0)
      .map(metromania.code)
      .find((one) => one.endsWith('.A'))!;
    expect(label(state, code).label).toMatch(/^\d+ A · .*west, puts A on the home$/);
    // Both of the player's homes may be put there.
    expect(metromania.actions(state, 0).map(metromania.code)).toContain(code.replace(/A$/, 'D'));
  });

  test('a station: where, and its points', () => {
    const state = laid({
      lines: { 0: 'F10 W-L W-L W-L W-L' },
      stations: ['F6'],
      signs: { 'E7 F7 F8': 'residential' },
    });
    expect(label(state, 'station.F8').label).toMatch(/^\d+ · station, 1 point$/);
    expect(label(state, 'station.F8').good).toBe(true);
    expect(label(state, 'station.F9').label).toMatch(/^\d+ · station, 0 points$/);
  });
});

describe('stations to choose from', () => {
  // Eighteen tunnels by rows E and F, seventeen vertices between; sixteen by rows H and I, fifteen between.
  const row = (step: string, n: number) => Array(n).fill(step).join(' ');
  const first = `E1 ${row('E-L', 9)} SE-R ${row('W-L', 8)}`;
  const second = `H1 ${row('E-L', 8)} SW-R ${row('W-L', 7)}`;
  const groups = (state: State): Record<string, number> => {
    const view = seen(state, mover(state));
    const steps = view.legal
      .filter(({ kind }) => kind === 'station')
      .map((one) => presenter.menus.paths(view, one)[0]![0]!);
    return Object.fromEntries(
      [...new Set(steps)].map((step) => [step, steps.filter((one) => one === step).length]),
    );
  };

  test('are one group while a menu holds them', () => {
    const state = laid({ lines: { 0: first, 1: second }, stations: ['F3'] });
    expect(groups(state)).toEqual({ stations: 17 });
  });

  test('are a group for each line where they are too many', () => {
    const state = laid({ lines: { 0: first, 1: second }, stations: ['F3', 'I1'] });
    expect(groups(state)).toEqual({ s1: 17, s2: 15 });
    const view = seen(state, 0);
    expect(presenter.menus.places(view, [])).toEqual(expect.arrayContaining(['s1', 's2']));
    expect(presenter.menus.place(view, ['s1'], scene)).toMatchObject({
      label: 'Stations, line 1',
      description: '17 choices',
    });
    expect(presenter.menus.place(view, ['s2'], scene)).toMatchObject({
      label: 'Stations, line 2',
      description: '15 choices',
    });
  });

  test('stand on the page of a line that shows them all, and then need no page of their own', () => {
    const near = laid({ lines: { 0: 'F10 W-L W-L W-L W-L' }, stations: ['F6'] });
    const view = seen(near, 0);
    expect(presenter.menus.places(view, [])).toEqual(['start', 'l1']);
    const builds = presenter.menus.places(view, ['l1']).filter((code) => code.startsWith('station'));
    expect(builds).toEqual(['station.F7', 'station.F8', 'station.F9']);
    const digs = presenter.menus.places(view, ['l1']).length - builds.length;
    expect(label(near, 'station.F7').button).toBe(String(digs + 1));
    // The other line is far from them.
    const two = laid({ lines: { 0: 'F10 W-L W-L W-L W-L', 1: 'A2 SE-L' }, stations: ['F6'] });
    expect(presenter.menus.places(seen(two, 0), [])).toEqual(['l1', 'l2', 'stations']);
    const ways = presenter.menus.paths(seen(two, 0), { kind: 'station', vertex: v('F7') });
    expect(ways).toEqual([
      ['l1', 'station.F7'],
      ['stations', 'station.F7'],
    ]);
  });
});

describe('choosing begins', () => {
  const opens = (state: State) => presenter.menus.opens!(seen(state, mover(state)));

  test('with the start of a line where there is none to go on', () => {
    expect(opens(given(2))).toEqual(['start']);
  });

  test('with the first line that can go on, in a draft with the one that was dug last', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L', 1: 'A2 SE-L' } });
    expect(opens(state)).toEqual(['l1']);
    const code = metromania
      .actions(state, 0)
      .map(metromania.code)
      .find((one) => one.startsWith('dig.2'))!;
    expect(opens(carried(state, code))).toEqual(['l2']);
  });

  test('with stations where only these can be built, and nowhere for whoever does not move', () => {
    const state = laid({ lines: { 0: 'F10 W-L W-L W-L' } });
    const only = { ...seen(state, 0), legal: [{ kind: 'station', vertex: 45 } as const] };
    expect(presenter.menus.opens!(only)).toEqual(['stations']);
    expect(presenter.menus.opens!(seen(state, 1))).toEqual([]);
  });
});

describe('a draft', () => {
  test('titles its step, and says at the end what the turn brings and that it is final', () => {
    const state = carried(given(2), 'start.G10');
    const [code] = metromania.actions(state, 0).map(metromania.code);
    expect(presenter.menus.confirm(...choice(state, code!), scene).title).toMatch(
      /^Line 1 south-west, puts . on the show$/,
    );
    const last = carried(state, code!);
    const [third] = metromania.actions(last, 0).map(metromania.code);
    expect(presenter.menus.confirm(...choice(last, third!), scene).text.split('\n')).toEqual([
      'Your line 1: 0 → 3 tunnels',
      'This turn brings **0 points**.',
      '-# Once kept, a turn cannot be taken back.',
    ]);
  });

  test('asks on each page for what stands there', () => {
    const title = (state: State, ...path: string[]) =>
      presenter.menus.page(seen(state, mover(state)), path, scene).title;
    expect(title(laid({}), 'start')).toBe('Where does line 1 start?');
    const begun = laid({ lines: { 0: 'F10 W-L W-L W-L W-L', 1: 'A2 SE-L' } });
    expect(title(begun, 'l2')).toBe('Line 2: tunnel 1 of 3');
    const served = laid({ lines: { 0: 'F10 W-L W-L W-L W-L', 1: 'A2 SE-L' }, stations: ['F6'] });
    expect(title(served, 'l1')).toBe('Line 1: tunnel 1 of 3, or a station');
    expect(title(served, 'l2')).toBe('Line 2: tunnel 1 of 3');
    expect(title(served, 'stations')).toBe('Build a station');
  });

  test('the key of what completes a line is green, as that of what brings points', () => {
    // From I1 the line comes to K2 by the lower edge, where it may end.
    const state = laid({ lines: { 0: 'A5 SW-L SW-L SW-L SW-L SW-L SW-L SW-L SW-L SW-L' } });
    const [view] = [seen(state, 0)];
    const ends = view.legal.filter((one) => label(state, metromania.code(one)).label.includes('completes'));
    expect(ends.length).toBeGreaterThan(0);
    for (const one of ends) expect(label(state, metromania.code(one)).good).toBe(true);
  });

  test('asks for the next tunnel by its number, for a start, and for a whole turn', () => {
    const state = given(2);
    expect(presenter.menus.page(seen(state, 0), undefined, scene).title).toBe(
      'Where does your first line start?',
    );
    expect(presenter.menus.page(seen(state, 1), undefined, scene).title).toBe('Waiting for Ann');
    expect(presenter.menus.page(seen(carried(state, 'start.G10'), 0), undefined, scene).title).toBe(
      'Tunnel 2 of 3',
    );
    const laidOut = laid({ lines: { 0: 'F10 W-L W-L W-L' } });
    expect(presenter.menus.page(seen(laidOut, 0), undefined, scene).title).toBe('Dig three tunnels');
    // With a second line before its first station there is something to build as well; some can only build.
    const view = seen(laidOut, 0);
    const [dig] = view.legal.filter(({ kind }) => kind === 'dig');
    const station = { kind: 'station', vertex: 45 } as const;
    expect(presenter.menus.page({ ...view, legal: [dig!, station] }, undefined, scene).title).toBe(
      'Dig three tunnels, or build a station',
    );
    expect(presenter.menus.page({ ...view, legal: [station] }, undefined, scene).title).toBe(
      'Build a station',
    );
    const two = seeded(2, { game: 'advanced' });
    expect(presenter.menus.page(seen(two, 0), undefined, scene).title).toBe(
      'A–C: where does your first line start?',
    );
    expect(presenter.words.hint(seen(two), scene)).toBe('Ann (A–C) is to move.');
  });
});

describe('what happened', () => {
  const started = (): [View, View] => {
    const first = laid({ seats: 3 });
    let state = first;
    while (state.turn === 0) state = metromania.apply(state, 0, metromania.actions(state, 0)[0]!);
    return [seen(first), seen(state)];
  };

  test('a start and its tunnels, in one sentence and in the diary', () => {
    const [before, after] = started();
    expect(presenter.words.news(before, after, scene)).toEqual([
      '**Ann** started line 1 at the lower right: 0 → 3 tunnels.',
    ]);
    expect(presenter.words.summary(before, after, scene)).toBe('Ann: line 1: 0 → 3 tunnels');
  });

  test('a turn in one line: whose, what, and what came of it', () => {
    const line = (state: State, ...codes: string[]) => {
      const after = codes.reduce((one, code) => carried(one, code), state);
      return presenter.words.summary(seen(state), seen(after), scene);
    };
    const served = laid({
      lines: { 0: 'F10 W-L W-L W-L W-L' },
      stations: ['F6'],
      signs: { 'E7 F7 F8': 'residential' },
    });
    expect(line(served, 'station.F8')).toBe('Ann: a station, +1 point');
    expect(line(served, 'station.F9')).toBe('Ann: a station, +0 points');
    const spot = laid({ lines: { 0: 'F10 W-L W-L W-L' }, signs: { 'E6 F6 F7': 'residential' } });
    expect(line(spot, 'dig.1.W-R.A', 'dig.1.W-L', 'dig.1.W-L')).toBe(
      'Ann: line 1: 3 → 6 tunnels, A on a home',
    );
  });

  test('who is passed over, and why building ends', () => {
    const [before, after] = started();
    const told = presenter.words.news(
      before,
      {
        ...after,
        ending: 'stations',
        closing: 0,
        last: { ...after.last!, passed: [1], stations: [{ vertex: 45, points: 2 }] },
      },
      scene,
    );
    expect(told).toEqual([
      '**Ann** started line 1 at the lower right: 0 → 3 tunnels and built a station. +2 points.',
      'Ben can do nothing and is passed over.',
      'The last station stands: building ends.',
      'Everybody else has one last turn.',
    ]);
  });

  test('nothing, where no turn is over', () => {
    const state = given(2);
    expect(presenter.words.news(seen(state), seen(carried(state, 'start.G10')), scene)).toEqual([]);
  });
});

describe('scores', () => {
  test('while building: stations and lines; at the end all that they are made of', () => {
    const running = laid({ lines: { 0: 'F10 W-L W-L W-L .' }, points: [5, 0] });
    expect(presenter.words.breakdown(seen(running), 0, scene)).toBe(
      '5 points for stations · 1 line completed',
    );
    const over = laid({ lines: { 0: 'F10 W-L W-L W-L .' }, points: [5, 0], over: true });
    // One of two lines: half of five is lost, rounded down. Nobody has placed a marker: both are at fault, so nobody loses.
    expect(presenter.words.breakdown(seen(over), 0, scene)).toBe(
      '5 points for stations · −2 for unfinished lines · 1 line completed',
    );
  });

  test('the two companies of a seat count together', () => {
    const state = laid({
      options: { game: 'advanced' },
      lines: { 0: 'F10 W-L W-L W-L .', 2: 'A2 SE-L SE-L .' },
      points: [5, 3, 0, 0],
    });
    expect(presenter.words.breakdown(seen(state), 0, scene)).toBe(
      '8 points for stations · 2 lines completed',
    );
  });
});

test('a page of a trip says who earns or loses, and why nobody does', () => {
  const page = (state: State, id: string) => {
    const view = seen(state);
    return presenter.pictures.pages!(view, scene)[view.trips.findIndex((trip) => trip.id === id)]!;
  };
  // Nobody has placed a marker: with two both are at fault, with three each holder loses.
  expect(page(laid({ over: true }), 'A').text.split('\n')).toEqual([
    'There is no route.',
    'Both are at fault, so nobody loses anything.',
    'Ann never placed the home marker. Ben never placed the shop marker.',
  ]);
  expect(page(laid({ seats: 3, over: true }), 'A').text).toMatch(/\n\w+ −6, \w+ −6\n/);
  expect(page(laid({ seats: 3, over: true }), 'park').text).toContain('It brings nobody anything.');
});
