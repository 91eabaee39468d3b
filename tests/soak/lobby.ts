import { pick, type Roll, shuffled } from '../lib/chance.ts';
import type { Shown } from './chat.ts';
import { partFor } from './person.ts';
import { type Fate, sitter, type Table } from './table.ts';
import { type Sitter, type Town, tap, walk } from './town.ts';

/** How tables come about: lobbies and rematches, what is chosen there, and those that nobody starts. */

interface Kind {
  readonly game: string;
  /** One plays after the other. */
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
  ['slept', 4],
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

/** Opens a lobby, waits for guests and starts; undefined where that leads to no game. */
export async function gather(town: Town, roll: Roll): Promise<Table | undefined> {
  const { world, counts } = town;
  const place = pick(world.places(), roll);
  const kind = weighed(KINDS, roll);
  const size = weighed(kind.sizes, roll);
  const people = shuffled(world.people(place.guild), roll).slice(0, size);
  const host = people[0]!;
  const limit = weighed(TIMES, roll);
  const options = {
    ...kind.options(roll),
    deadline: limit,
    thread: roll(2) === 0,
    ...(roll(3) === 0 ? { players: Math.max(2, size) } : {}),
  };
  const fate = weighed(FATES, roll);
  await world.keeper.up();
  const opened = await world.crowd.command(host, place, `${kind.game} new`, options);
  const join = opened.message && partFor(opened.message, 'join');
  if (!opened.message || !join) return undefined;
  counts.opened++;
  const match = Number(join.custom_id!.split('|')[1]);
  const all = people.map((who) => sitter(town, match, who, roll, kind.turns));
  const lobby = (): Shown => world.chat.messages.get(opened.message!.id) ?? opened.message!;
  if (fate === 'forgotten') return undefined;
  if (fate === 'cancelled') {
    await walk(all[0]!, lobby(), ['cancel', 'close']);
    return undefined;
  }
  await Promise.all(
    all.slice(1).map(async (guest) => {
      await tap(guest, lobby(), 'join');
      if (roll(12) === 0) {
        await tap(guest, lobby(), 'leave');
        await tap(guest, lobby(), 'join');
      }
    }),
  );
  if (roll(10) === 0) await walk(all[0]!, lobby(), ['options', 'set']);
  if (size === 1) {
    await alone({ ...all[0]!, asks: true }, lobby());
    return undefined;
  }
  return begin({
    town,
    match,
    guild: place.guild,
    lobby: opened.message.id,
    roll,
    turns: kind.turns,
    limit,
    fate,
    sitters: all,
    tempers: new Map(),
  });
}

/** Starts a lobby; undefined where it did not. */
async function begin(table: Table): Promise<Table | undefined> {
  const { town, match, roll, limit, sitters, tempers, lobby } = table;
  const { chat } = town.world;
  // Where nobody is waited for any more, a table pauses: one acts at least now and then.
  sitters.forEach(({ who }, i) => {
    const temper = pick(
      i === 0
        ? (['steady', 'flaky', 'flaky', 'flaky', 'flaky', 'flaky'] as const)
        : (['steady', 'flaky', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle'] as const),
      roll,
    );
    tempers.set(who.id, limit === 0 ? 'steady' : temper);
  });
  for (let tries = 0; tries < 6; tries++) {
    if (chat.table(match)) break;
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

/** A host without guests plays alone, a few cards. */
async function alone(host: Sitter, lobby: Shown): Promise<void> {
  const refused = await tap(host, lobby, 'start');
  if (!refused?.message) return;
  let screen = await walk(host, refused.message, ['solo']);
  for (let card = 0; screen && card < 6; card++) {
    const next = (await walk(host, screen, ['pick'])) ?? (await walk(host, screen, ['try']));
    screen = next && ((await walk(host, next, ['play'])) ?? next);
  }
}

/** After the end: now and then somebody asks for a rematch, two at once. */
export async function again(table: Table, end: Shown): Promise<Table | undefined> {
  const { town, match, roll, sitters } = table;
  const { chat } = town.world;
  if (town.closing() || roll(7) > 0 || sitters.length < 2) return undefined;
  const known = new Set(chat.messages.keys());
  await Promise.all(sitters.slice(0, 2).map((one) => tap(one, end, 'rematch')));
  for (let tries = 0; tries < 6; tries++) {
    const lobby = [...chat.messages.values()]
      .slice(-200)
      .find(
        (one) => !known.has(one.id) && one.channel === end.channel && /^\d+\.lobby/.test(one.purpose ?? ''),
      );
    const join = lobby && partFor(lobby, 'join');
    if (!lobby || !join) {
      await chat.change(match, 700);
      continue;
    }
    const next = Number(join.custom_id!.split('|')[1]);
    town.counts.opened++;
    const seats = sitters.map(({ who }) => sitter(town, next, who, roll, table.turns));
    for (const one of seats) await tap(one, lobby, 'join');
    return begin({
      ...table,
      match: next,
      lobby: lobby.id,
      sitters: [...seats],
      tempers: new Map(),
      fate: 'played',
    });
  }
  return undefined;
}
