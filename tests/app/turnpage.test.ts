import { beforeEach, describe, expect, test } from 'vitest';
import { decode, stepsIn } from '../../src/app/ids.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { now } from '../../src/clock.ts';
import type { Match } from '../../src/match/match.ts';
import type { Opening } from '../../src/match/opening.ts';
import { play } from '../../src/match/play.ts';
import type { Store } from '../../src/store/open.ts';
import { usePictures } from '../blank.ts';
import { dice } from '../lib/chance.ts';
import { amount } from '../lib/long.ts';
import { loaded, running } from '../match/people.ts';
import { wholeTurn } from '../match/table.ts';
import { useHall } from './hall.ts';
import { pieces, textsOf } from './sound.ts';
import type { Stand } from './stand.ts';

usePictures('blank');

/** A turn chosen by presses alone: how many it takes, and the ways back. */

const hall = useHall(8);
let store: Store;
let stand: Stand;
beforeEach(() => {
  ({ store, stand } = hall);
});

const METRO = { game: 'metro', map: 'paris', options: {} } as const;
const MANIA = { game: 'metromania', map: 'six-quarters', options: {} } as const;

/** Whose turn it is: the person, and their seat. */
function moverOf(match: Match): { user: string; seat: number } {
  const [seat] = match.game.toAct(match.state);
  return { user: match.seats[seat!]!.player!, seat: seat! };
}

const press = async (user: string, id: string, values: readonly string[] = []): Promise<Draft> => {
  const { screen } = await stand.press(user, id, values, { personal: true });
  if (!screen) throw new Error(`${id} showed nothing`);
  return screen;
};

const keysOf = (screen: Draft): ReturnType<typeof pieces> =>
  pieces(screen).filter(({ type, disabled }) => type === 2 && disabled !== true);
const labelled = (screen: Draft, label: string): string | undefined =>
  keysOf(screen).find((piece) => piece.label === label)?.custom_id;
/** What may be chosen on a page itself: the keys, or entries of its menu where it has too many for keys. */
function choicesOf(screen: Draft): { id: string; values: string[] }[] {
  const keys = new Set(keysOf(screen).map(({ custom_id }) => custom_id));
  const menus = pieces(screen).filter(({ type }) => type === 3);
  return menus.flatMap(({ custom_id, options }) =>
    options!.map(({ value }) => {
      const id = `${custom_id!.startsWith('pick|') ? custom_id : custom_id!.replace('ask', 'pick')}|${value}`;
      return keys.has(id) ? { id, values: [] } : { id: custom_id!, values: [value] };
    }),
  );
}
const titleOf = (screen: Draft): string => textsOf(screen)[0]!;
const depthOf = (id: string): number => stepsIn(decode(id)!).steps.length;

/** Presses keys at random from *My turn* on until the turn is kept; what was pressed, the last the key that keeps it. */
async function turn(
  id: number,
  roll: (n: number) => number,
): Promise<{ user: string; pressed: string[]; kept: Draft }> {
  const match = await loaded(store, id);
  const { user } = moverOf(match);
  const pressed = [`mine|${id}|${match.game.turn(match.state)}`];
  let screen = await press(user, pressed[0]!);
  for (;;) {
    const keep = labelled(screen, 'Keep');
    // Where nothing else is possible another tile is drawn.
    const sure = keep ?? labelled(screen, 'Draw it');
    const choices = choicesOf(screen);
    const next = sure === undefined ? choices[roll(choices.length)] : { id: sure, values: [] };
    if (pressed.length > 20 || next === undefined) throw new Error(`Nothing to press: ${titleOf(screen)}`);
    pressed.push(next.id);
    screen = await press(user, next.id, next.values);
    if (keep) return { user, pressed, kept: screen };
  }
}

/** So many turns go by, whoever plays them. */
async function turns(id: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await play(store, { match: id, ...(await wholeTurn(store, id)), at: now() });
}

describe('a turn', () => {
  test.each([
    { ...METRO, least: 3 },
    { ...METRO, options: { hand: '3', arrow: 'false' }, least: 4 },
    { ...MANIA, least: 3 },
    { ...MANIA, options: { game: 'advanced' }, least: 3 },
  ])('of $game $options takes few presses, and one line stays of it', async ({ least, ...wish }) => {
    const id = await running(store, 2, wish as Partial<Opening>);
    const roll = dice(5);
    const counts: number[] = [];
    for (let n = 0; n < amount(10, 60); n++) {
      if ((await loaded(store, id)).row.status !== 'running') break;
      const { user, pressed, kept } = await turn(id, roll);
      counts.push(pressed.length);
      const match = await loaded(store, id);
      if (match.row.status !== 'running') break;
      if (moverOf(match).user === user) continue;
      expect(pieces(kept).filter(({ type }) => type === 10)).toHaveLength(1);
      expect(titleOf(kept)).toMatch(/^✓ .+ · .+ is next$/);
      expect(titleOf(kept)).not.toContain('\n');
      expect(keysOf(kept).map(({ label }) => label)).toEqual(['Board']);
      expect(pieces(kept).some(({ type }) => type === 12)).toBe(false);
    }
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(least - 1);
    expect(counts.filter((count) => count <= 6).length / counts.length).toBeGreaterThan(0.6);
  });

  test('with one possible choice is shown at once, before it counts', async () => {
    const id = await running(store, 2, METRO);
    // Until one square alone is left.
    await turns(id, 59);
    const match = await loaded(store, id);
    const { user, seat } = moverOf(match);
    expect(match.game.actions(match.state, seat)).toHaveLength(1);
    const screen = await press(user, `mine|${id}|59`);
    expect(labelled(screen, 'Keep')).toBeDefined();
    expect(labelled(screen, 'Back')).toBeUndefined();
    expect((await loaded(store, id)).row.status).toBe('running');
    await press(user, labelled(screen, 'Keep')!);
    expect((await loaded(store, id)).row.status).toBe('over');
  });

  test('with one possible choice says first what a press beside it has done', async () => {
    const id = await running(store, 2, METRO);
    await turns(id, 59);
    const match = await loaded(store, id);
    const { user } = moverOf(match);
    await press(match.row.host, `askend|${id}|59`);
    const screen = await press(user, `playon|${id}|59`);
    expect(titleOf(screen)).toMatch(/^That is settled, and the table plays on\.\n## /);
    expect(labelled(screen, 'Keep')).toBeDefined();
  });

  test.each([MANIA, { ...METRO, options: { hand: '2', arrow: 'false' } }])(
    'goes back one step at a time, or begins anew: $game',
    async (wish) => {
      const id = await running(store, 2, wish as Partial<Opening>);
      const roll = dice(11);
      for (let n = 0; n < 8; n++) await turn(id, roll);
      const match = await loaded(store, id);
      const { user } = moverOf(match);
      const first = await press(user, `mine|${id}|${match.game.turn(match.state)}`);
      const seen: Draft[] = [first];
      while (!labelled(seen.at(-1)!, 'Keep')) {
        expect(seen.length).toBeLessThan(12);
        const choices = choicesOf(seen.at(-1)!);
        const { id: key, values } = choices[roll(choices.length)]!;
        seen.push(await press(user, key, values));
      }
      expect(seen.length).toBeGreaterThan(2);
      const beginning = labelled(seen.at(-1)!, 'Start over');
      // The way back passes the positions of the way there, each with fewer steps or on a page further out.
      const back: string[] = [];
      for (let at = seen.at(-1)!; ; ) {
        const key = labelled(at, 'Back');
        if (key === undefined) break;
        back.push(key);
        at = await press(user, key);
        if (back.length > 12) throw new Error('It never ends.');
        if (titleOf(at) === titleOf(first) && labelled(at, 'Back') === undefined) break;
      }
      const depths = back.map(depthOf);
      expect(depths).toEqual([...depths].sort((a, b) => b - a));
      expect(depths.at(-1)).toBe(0);
      if (beginning !== undefined) {
        expect(depthOf(beginning)).toBe(0);
        expect(titleOf(await press(user, beginning))).toBe(titleOf(first));
      }
    },
  );

  test('whose position has changed begins anew, and says so', async () => {
    const id = await running(store, 2, MANIA);
    const match = await loaded(store, id);
    const { user } = moverOf(match);
    const screen = await press(user, `pick|${id}|0|+dig.1.E-L|l1|dig.1.E-L`);
    expect(titleOf(screen)).toContain("That can't be played now");
  });
});

describe('presses from the table on', () => {
  /** How many each turn took, with how many of its steps; the least roundabout choice, by the roll of a die. */
  async function presses(wish: Partial<Opening>, skip: number, count: number) {
    const id = await running(store, 2, wish);
    await turns(id, skip);
    const roll = dice(17);
    const found: { pressed: number; codes: string[] }[] = [];
    for (let n = 0; n < count; n++) {
      const { log } = await loaded(store, id);
      if ((await loaded(store, id)).row.status !== 'running') break;
      const { pressed } = await turn(id, roll);
      const codes = (await loaded(store, id)).log.slice(log.length).map(({ code }) => code);
      found.push({ pressed: pressed.length, codes });
    }
    return found;
  }

  test('Metro: three for a tile, four where its squares are many', async () => {
    const late = await presses(METRO, 36, amount(8, 20));
    expect(new Set(late.map(({ pressed }) => pressed))).toEqual(new Set([3]));
    const early = await presses(METRO, 4, amount(6, 20));
    expect(Math.max(...early.map(({ pressed }) => pressed))).toBe(4);
  });

  test('Metro with three tiles in hand that may be turned: five', async () => {
    const late = await presses({ ...METRO, options: { hand: '3', arrow: 'false' } }, 40, amount(6, 20));
    expect(Math.max(...late.map(({ pressed }) => pressed))).toBe(5);
  });

  test('MetroMania: one a tunnel or station, and two around them', async () => {
    const all = await presses(MANIA, 2, amount(24, 80));
    const isDig = (code: string): boolean => code.startsWith('dig');
    const digs = all.filter(({ codes }) => codes.some(isDig));
    expect(digs.filter(({ codes }) => codes.filter(isDig).length === 3).length).toBeGreaterThan(2);
    // Where only one thing is possible there is nothing to press.
    for (const { pressed, codes } of digs)
      expect(pressed, codes.join()).toBeLessThanOrEqual(codes.length + 2);
    for (const { pressed, codes } of all.filter((one) => one.codes.length === 1)) {
      // A station that lies elsewhere than the head of the line is a page further.
      expect(pressed, codes.join()).toBeLessThanOrEqual(4);
    }
  });
});

describe('Metro', () => {
  test('another tile can be drawn on every page, and is placed in five presses', async () => {
    const id = await running(store, 2, METRO);
    await turns(id, 46);
    const match = await loaded(store, id);
    const { user } = moverOf(match);
    const pressed = [`mine|${id}|46`];
    let screen = await press(user, pressed[0]!);
    const [deeper] = choicesOf(screen);
    expect(labelled(await press(user, deeper!.id, deeper!.values), 'Draw another tile')).toBeDefined();
    for (const label of ['Draw another tile', 'Draw it']) {
      pressed.push(labelled(screen, label)!);
      screen = await press(user, pressed.at(-1)!);
    }
    const state = await loaded(store, id);
    expect(state.game.turn(state.state)).toBe(46);
    while (!labelled(screen, 'Keep')) {
      expect(pressed.length).toBeLessThan(12);
      const [next] = choicesOf(screen);
      pressed.push(next!.id);
      screen = await press(user, next!.id, next!.values);
    }
    pressed.push(labelled(screen, 'Keep')!);
    await press(user, pressed.at(-1)!);
    expect((await loaded(store, id)).row.turn).toBe(47);
    expect(pressed.length).toBeLessThanOrEqual(5);
  });
});
