import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { AnyAction, AnyMap, AnyState } from '../src/games/game.ts';
import * as metro from '../src/games/metro/compact.ts';
import { dealAnew, playOut as playMetroOut } from '../src/games/metro/playout.ts';
import * as mania from '../src/games/metromania/compact.ts';
import { playOut as playManiaOut } from '../src/games/metromania/playout.ts';
import { type Compact, compactOf, setBack } from '../src/games/metrox/compact.ts';
import { playOut } from '../src/games/metrox/playout.ts';
import type { MetroxMap, State } from '../src/games/metrox/state.ts';
import { type AnyModule, mapOf, metroModule, metromaniaModule, metroxModule } from '../src/modules.ts';
import { cpu, type Measured, median, type Part, table } from './measure.ts';

/**
 * How many games at random the rules play in a second of CPU time: Metro X beside `peer.py`, on the same maps with as many
 * players; and one of each other game beside those.
 */
export const part: Part = { name: 'rules', run };

/** Milliseconds of CPU time that are measured at a time. */
const SPAN = 400;
const ROUNDS = 3;
const SEED = 'bench';
const TABLES = [
  ['tokyo', 1],
  ['tokyo', 4],
  ['metro-city', 1],
  ['metro-city', 4],
] as const;
const PEER = fileURLToPath(new URL('peer.py', import.meta.url));
const CHECKED_GAMES = 25;

const random = xoroshiro128plus(1);
const roll = (count: number): number => Math.floor(((random.next() >>> 0) / 2 ** 32) * count);

async function run(): Promise<Measured> {
  if (spawnSync('python3', ['--version']).status !== 0)
    return {
      lines: ['skipped: it is measured beside bench/peer.py, and there is no python3'],
      figures: null,
    };
  const rows: string[][] = [['games a CPU-second', 'peer.py', 'rules', 'x peer', 'play-outs', 'x peer']];
  const figures: Record<string, unknown> = {};
  for (const [id, seats] of TABLES) {
    const map = mapOf(metroxModule, id);
    check(id, seats);
    const found = inTurns({
      peer: () => peerSpeed(id, seats),
      rules: () => speed(() => togetherGame(map, seats)),
      playouts: () => speed(playOuts(map, seats)),
    });
    const ratios = { rules: found.rules / found.peer, playouts: found.playouts / found.peer };
    rows.push([
      `Metro X, ${id}, ${seats}`,
      thousands(found.peer),
      thousands(found.rules),
      ratios.rules.toFixed(1),
      thousands(found.playouts),
      ratios.playouts.toFixed(0),
    ]);
    figures[`${id} ${seats}`] = rounded(ratios);
  }
  const others = inTurns({
    peer: () => peerSpeed('tokyo', 1),
    metro: () => speed(() => randomGame(metroModule, metroModule.maps()[0]!, 3)),
    metroPlayouts: () => speed(metroPlayOuts(3)),
    metromania: () => speed(() => randomGame(metromaniaModule, metromaniaModule.maps()[0]!, 3)),
    maniaPlayouts: () => speed(maniaPlayOuts(3)),
  });
  for (const [name, key, playouts] of [
    ['Metro, 3', 'metro', others.metroPlayouts],
    ['MetroMania, 3', 'metromania', others.maniaPlayouts],
  ] as const) {
    const ratio = others[key] / others.peer;
    const row = [name, '', thousands(others[key]), ratio.toFixed(3)];
    figures[key] = Number(ratio.toFixed(4));
    rows.push([...row, thousands(playouts), (playouts / others.peer).toFixed(1)]);
    figures[`${key} playouts`] = Number((playouts / others.peer).toFixed(2));
  }
  return { lines: table(rows), figures };
}

const rounded = (ratios: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]));

const thousands = (games: number): string => `${(games / 1000).toFixed(games < 10_000 ? 2 : 1)}k`;

/** Medians of what each measures, one after the other in every round. */
function inTurns<K extends string>(work: Readonly<Record<K, () => number>>): Record<K, number> {
  const names = Object.keys(work) as K[];
  const rounds = Array.from({ length: ROUNDS }, () => names.map((name) => work[name]()));
  const entries = names.map((name, at) => [name, median(rounds.map((round) => round[at]!))]);
  return Object.fromEntries(entries) as Record<K, number>;
}

/** Games a CPU-second. What is not compiled yet is played first, unmeasured. */
function speed(play: () => unknown): number {
  const until = cpu() + SPAN / 2;
  while (cpu() < until) play();
  const from = cpu();
  let games = 0;
  // The clock costs as much as a game does.
  for (let some = 1; cpu() - from < SPAN; some = Math.min(50, 2 * some))
    for (let game = 0; game < some; game += 1, games += 1) play();
  return (games * 1000) / (cpu() - from);
}

let deals = 0;

/** A game of Metro X in which everybody chooses at random. As in the peer, nobody asks who is to act: all are. */
function togetherGame(map: MetroxMap, seats: number): State {
  const { rules } = metroxModule;
  let state = rules.setup({ map, seats, options: {}, chance: { seed: `${SEED} ${deals++}` }, rules: 1 });
  while (!state.over)
    for (let seat = 0; seat < seats; seat += 1) {
      const actions = rules.actions(state, seat);
      state = rules.apply(state, seat, actions[roll(actions.length)]!);
    }
  return state;
}

/** A game of any kind in which everybody chooses at random. */
function randomGame({ rules }: AnyModule, map: AnyMap, seats: number): AnyState {
  let state = rules.setup({
    map,
    seats,
    options: {},
    chance: { seed: `${SEED} ${deals++}` },
    rules: rules.rules,
  });
  while (!rules.over(state))
    for (const seat of rules.toAct(state)) {
      const actions = rules.actions(state, seat);
      state = rules.apply(state, seat, actions[roll(actions.length)]!);
    }
  return state;
}

/** Plays a game from its beginning to its end each time it is called. */
function playOuts(map: MetroxMap, seats: number): () => Compact {
  const state = metroxModule.rules.setup({
    map,
    seats,
    options: { flip: 'manual' },
    chance: { seed: SEED },
    rules: 1,
  });
  const [start, game] = [compactOf(state), compactOf(state)];
  return () => {
    setBack(game, start);
    playOut(game, random);
    return game;
  };
}

/** As `playOuts`, with the tiles dealt anew each time. */
function metroPlayOuts(seats: number): () => metro.Compact {
  const { rules } = metroModule;
  const map = metroModule.maps()[0]!;
  const state = rules.setup({ map, seats, options: {}, chance: { seed: SEED }, rules: rules.rules });
  const [start, game] = [metro.compactOf(state), metro.compactOf(state)];
  return () => {
    metro.setBack(game, start);
    dealAnew(game, game.mover, random);
    playMetroOut(game, random);
    return game;
  };
}

/** As `playOuts`, each time with the next of some deals: games in different cities are of different lengths. */
function maniaPlayOuts(seats: number): () => mania.Compact {
  const { rules } = metromaniaModule;
  const map = metromaniaModule.maps()[0]!;
  const tables = Array.from({ length: 20 }, (_, deal) => {
    const chance = { seed: `${SEED} ${deal}` };
    const state = rules.setup({ map, seats, options: {}, chance, rules: rules.rules });
    return [mania.compactOf(state), mania.compactOf(state)] as const;
  });
  let at = 0;
  return () => {
    const [start, game] = tables[at++ % tables.length]!;
    mania.setBack(game, start);
    playManiaOut(game, random);
    return game;
  };
}

const mapFile = (id: string): string => fileURLToPath(new URL(`../maps/metrox/${id}.json`, import.meta.url));

function peer(id: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('python3', [PEER, mapFile(id), ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`bench/peer.py failed: ${stderr}`);
  return stdout;
}

function peerSpeed(id: string, seats: number): number {
  const said = JSON.parse(peer(id, [String(seats), String(SPAN / 1000), SEED])) as {
    games: number;
    seconds: number;
  };
  return said.games / said.seconds;
}

/** Throws where the peer, with the same cards and choices, comes to other scores: then it is no measure. */
function check(id: string, seats: number): void {
  const games = Array.from({ length: CHECKED_GAMES }, () => recorded(id, seats));
  const told = games.map(({ cards, choices }) => JSON.stringify({ cards, choices })).join('\n');
  const scores = peer(id, ['--check'], told).trim().split('\n');
  for (const [at, game] of games.entries())
    if (JSON.stringify(JSON.parse(scores[at]!)) !== JSON.stringify(game.scores))
      throw new Error(`bench/peer.py has other scores on ${id}: ${scores[at]}, not ${game.scores}`);
}

function recorded(id: string, seats: number) {
  const { rules } = metroxModule;
  const cards: string[] = [];
  const choices: number[][] = [];
  let state: State = rules.setup({
    map: mapOf(metroxModule, id),
    seats,
    options: {},
    chance: { seed: `${SEED} ${deals++}` },
    rules: rules.rules,
  });
  while (state.card !== null) {
    cards.push(state.card);
    const places: number[] = [];
    for (const seat of rules.toAct(state)) {
      const actions: AnyAction[] = rules.actions(state, seat);
      places.push(roll(actions.length));
      state = rules.apply(state, seat, rules.actions(state, seat)[places.at(-1)!]!);
    }
    choices.push(places);
  }
  return { cards, choices, scores: rules.score(state).map(({ score }) => score) };
}
