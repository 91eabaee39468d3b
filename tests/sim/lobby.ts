import { pick, type Roll, shuffled } from '../lib/chance.ts';
import type { Shown } from '../lib/chat.ts';
import { partFor, type Sitter, tap, walk } from '../lib/person.ts';
import { playAlone } from './practice.ts';
import { type Fate, sitter, type Table, type Temper, type Town } from './town.ts';

/** How tables come about: lobbies and rematches, what is chosen there, and those that nobody starts. */

/** What a table is to be. */
export interface Plan {
  readonly game: string;
  /** One plays after the other. */
  readonly turns: boolean;
  readonly size: number;
  /** Computers beside the people. */
  readonly computers?: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of a turn, in seconds; none: 0. */
  readonly limit: number;
  readonly fate: Fate;
}

interface Kind {
  readonly game: string;
  readonly turns: boolean;
  readonly sizes: readonly (readonly [number, number])[];
  options(roll: Roll): Record<string, string>;
}

const METRO_X: Kind = {
  game: 'metrox',
  turns: false,
  sizes: [
    [1, 4],
    [2, 50],
    [3, 28],
    [4, 13],
    [6, 5],
  ],
  options: (roll) => ({
    map: pick(['tokyo', 'osaka', 'metro-city', 'tube-town'], roll),
    flip: roll(8) === 0 ? 'manual' : 'auto',
    late: roll(4) === 0 ? 'drop' : 'clock',
  }),
};

/** Few choose at once in these, so that they take longer; they are played less often. */
const METRO: Kind = {
  game: 'metro',
  turns: true,
  sizes: [
    [2, 5],
    [3, 2],
    [6, 1],
  ],
  options: (roll) => ({ hand: pick(['1', '2', '3'], roll), returns: pick(['none', 'classic'], roll) }),
};

const METROMANIA: Kind = {
  game: 'metromania',
  turns: true,
  sizes: [
    [2, 3],
    [3, 2],
    [4, 2],
  ],
  options: (roll) => ({
    game: pick(['regular', 'advanced'], roll),
    markers: pick(['hidden', 'open'], roll),
    'last-turn': pick(['false', 'true'], roll),
  }),
};

const KINDS: readonly [Kind, number][] = [
  [METRO_X, 84],
  [METRO, 8],
  [METROMANIA, 8],
];

const FATES: readonly [Fate, number][] = [
  ['played', 35],
  ['agreed', 19],
  ['deserted', 15],
  ['shelved', 3],
  ['slept', 1],
  ['moderated', 20],
  ['forgotten', 4],
  ['cancelled', 3],
];

const TIMES: readonly [number, number][] = [
  [0, 6],
  [300, 46],
  [3600, 32],
  [43_200, 16],
];

function weighed<T>(list: readonly (readonly [T, number])[], roll: Roll): T {
  let left = roll(list.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [one, weight] of list) {
    if (left < weight) return one;
    left -= weight;
  }
  return list[0]![0];
}

/** With so many people there are no computers. */
const MANY = 4;

/** Any table. */
export function anyPlan(roll: Roll): Plan {
  const kind = weighed(KINDS, roll);
  const size = weighed(kind.sizes, roll);
  const computers = size < MANY && roll(5) === 0 ? 1 : 0;
  const options = {
    ...kind.options(roll),
    thread: roll(2) === 0,
    ...(roll(3) === 0 ? { players: Math.max(2, size + computers) } : {}),
  };
  const { game, turns } = kind;
  return { game, turns, size, computers, options, limit: weighed(TIMES, roll), fate: weighed(FATES, roll) };
}

/** Opens a lobby, waits for guests and starts; undefined where that leads to no game. */
export async function gather(town: Town, roll: Roll, plan: Plan): Promise<Table | undefined> {
  const { world, counts, book } = town;
  const { size, computers = 0, limit, fate, turns } = plan;
  const place = pick(world.places(), roll);
  const people = shuffled(world.people(place.guild), roll).slice(0, size);
  const host = people[0]!;
  await world.up();
  // Some sit there when the lobby opens, the others are added there.
  const atOnce = computers > 0 && roll(2) === 0;
  const options = { ...plan.options, deadline: limit, ...(atOnce ? { computers } : {}) };
  const { message } = await world.client.command(host, place, `${plan.game} new`, options);
  const join = message && partFor(message, 'join');
  if (!join) return undefined;
  counts.opened++;
  const match = Number(join.custom_id!.split('|')[1]);
  const all = people.map((who) => sitter(town, match, who, roll, turns));
  const lobby = (): Shown => world.chat.messages.get(message.id) ?? message;
  if (fate === 'forgotten') return void book.forsaken.add(match);
  if (fate === 'cancelled') return void (await walk(all[0]!, lobby(), ['cancel', 'close']));
  const sits = async (guest: Sitter, act: 'join' | 'leave'): Promise<void> => {
    const answer = await tap(guest, lobby(), act);
    if (answer?.state === 'done' && answer.sure) book.sat.set(`${match} ${guest.who.id}`, act === 'join');
    else book.sat.delete(`${match} ${guest.who.id}`);
  };
  await Promise.all(
    all.slice(1).map(async (guest) => {
      await sits(guest, 'join');
      if (roll(6) > 0) return;
      await sits(guest, 'leave');
      await sits(guest, 'join');
    }),
  );
  if (roll(10) === 0) await walk(all[0]!, lobby(), ['options', 'set']);
  if (computers > 0 && !atOnce)
    await walk(all[0]!, lobby(), ['computers', ...Array.from({ length: computers }, () => 'addcomputer')]);
  if (size === 1 && computers === 0) return alone({ ...all[0]!, asks: true }, lobby());
  return begin({
    ...{ town, match, guild: place.guild, lobby: message.id, roll, turns, limit, fate },
    sitters: all,
    tempers: new Map(),
  });
}

const LAZY: readonly Temper[] = ['steady', 'flaky', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle'];
const HOSTS: readonly Temper[] = ['steady', 'flaky', 'flaky', 'flaky', 'flaky', 'flaky'];

/** Starts a lobby; undefined where it did not. */
async function begin(table: Table): Promise<Table | undefined> {
  const { town, match, roll, limit, sitters, tempers, lobby } = table;
  const { chat } = town.world;
  // Where nobody is waited for any more, a table pauses: one acts at least now and then.
  for (const [i, { who }] of sitters.entries())
    tempers.set(who.id, limit === 0 ? 'steady' : pick(i === 0 ? HOSTS : LAZY, roll));
  for (let tries = 0; tries < 6 && !chat.table(match); tries++) {
    const message = chat.messages.get(lobby);
    const asked = message && !message.gone ? await tap(sitters[0]!, message, 'start') : undefined;
    // What was changed after others had joined is asked about.
    if (asked?.message && partFor(asked.message, 'start')) await walk(sitters[0]!, asked.message, ['start']);
    if (!chat.table(match)) await chat.change(match, 2_000);
  }
  if (!chat.table(match)) return undefined;
  town.counts.begun++;
  if (table.turns) town.counts.turns++;
  return table;
}

/** A host without guests plays alone, to the end or as far as they like. */
async function alone(host: Sitter, lobby: Shown): Promise<undefined> {
  const refused = await tap(host, lobby, 'start');
  const screen = refused?.message && (await walk(host, refused.message, ['solo']));
  if (screen) await playAlone(host, screen);
  return undefined;
}

/** After the end: now and then somebody asks for a rematch, two at once. */
export async function again(table: Table, end: Shown): Promise<Table | undefined> {
  const { town, match, roll, sitters } = table;
  const { chat } = town.world;
  if (town.closing() || roll(5) > 0 || sitters.length < 2) return undefined;
  const known = chat.messages.size;
  await Promise.all(sitters.slice(0, 2).map((one) => tap(one, end, 'rematch')));
  for (let tries = 0; tries < 6; tries++) {
    const lobby = [...chat.messages.values()]
      .slice(known)
      .find((one) => one.channel === end.channel && /^\d+\.lobby/.test(one.purpose ?? ''));
    const join = lobby && partFor(lobby, 'join');
    if (!lobby || !join) {
      await chat.change(match, 700);
      continue;
    }
    const next = Number(join.custom_id!.split('|')[1]);
    town.counts.opened++;
    const seats = sitters.map(({ who }) => sitter(town, next, who, roll, table.turns));
    for (const one of seats) await tap(one, lobby, 'join');
    const fresh = {
      match: next,
      lobby: lobby.id,
      sitters: seats,
      tempers: new Map(),
      fate: 'played' as const,
    };
    return begin({ ...table, ...fresh });
  }
  return undefined;
}
