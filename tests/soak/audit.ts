import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import { load } from '../../src/store/matches.ts';
import { openStore } from '../../src/store/open.ts';
import { tableOf } from '../../src/store/tables.ts';
import { column } from '../lib/rows.ts';
import { jobFindings, rowFindings, toldFindings, turnFindings } from './books.ts';
import { type Finding, finding } from './findings.ts';
import { postFindings } from './posts.ts';
import { lineFindings, memoryFindings, trafficFindings } from './program.ts';
import type { Town } from './town.ts';
import type { Rest } from './traffic.ts';

export type { Finding };

export interface Evidence {
  readonly town: Town;
  readonly rest: Rest;
  /** When the bot ended, by its clock. */
  readonly now: number;
  readonly ends: readonly string[];
}

/** Everything that must hold when all is over. */
export async function audit({ town, rest, now, ends }: Evidence): Promise<Finding[]> {
  const { world } = town;
  const store = openStore(world.database);
  const found: Finding[] = [
    ...lineFindings(world.keeper.lines, rest.bad),
    ...trafficFindings(rest.bad),
    ...memoryFindings(world.keeper.lives),
    ...rest.errors.map((words) => finding('players', words)),
    ...ends.map((words) => finding('program', words)),
  ];
  const presses = byMatch(town.presses);
  const deeds = byMatch(town.deeds);
  const refused = new Set(rest.bad.map(({ path }) => /^\/channels\/\d+\/messages\/(\d+)/.exec(path)?.[1]));
  const matches = new Map<number, Match>();
  const ids = await column<number>(store, 'SELECT id FROM matches ORDER BY id');
  for (const id of ids) {
    const stored = (await load(store, id))!;
    if (stored.row.status !== 'running' && stored.row.status !== 'over') {
      if (stored.log.length > 0) found.push(finding('log', `Match ${id} has a log and never began.`));
      continue;
    }
    let match: Match;
    try {
      match = replay(stored);
    } catch (error) {
      found.push(finding('log', (error as Error).message));
      continue;
    }
    matches.set(id, match);
    found.push(...(await rowFindings(store, match)), ...turnFindings(match));
    const told = toldFindings(match, presses.get(id) ?? [], deeds.get(id) ?? []);
    found.push(...told);
    for (const line of told.length > 0 ? town.said.filter((one) => one.match === id) : [])
      if (told.some(({ words }) => words.includes(`turn ${line.turn},`)))
        found.push(finding('choices', `${line.user} in turn ${line.turn}: ${line.words}`));
    const table = await tableOf(store, id);
    if (!table) continue;
    const messages = world.chat.of(id);
    const exists = (channel: string): boolean => world.exists(channel);
    found.push(
      ...postFindings({ match, table, messages, refused: (message) => refused.has(message), exists }),
    );
  }
  found.push(...(await jobFindings(store, now, (id) => matches.get(id))));
  await store.close();
  return found;
}

function byMatch<T extends { readonly match: number }>(list: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of list) {
    const group = groups.get(one.match);
    if (group) group.push(one);
    else groups.set(one.match, [one]);
  }
  return groups;
}
