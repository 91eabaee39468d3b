import { pick, type Roll } from '../lib/chance.ts';
import { parts } from '../lib/message.ts';
import { tableIn } from '../tellers.ts';
import type { Shown } from './chat.ts';
import { bringElsewhere, happen } from './happenings.ts';
import { again, gather } from './lobby.ts';
import type { Person } from './person.ts';
import { type Fate, present, type Table } from './table.ts';
import { choose, type Sitter, type Town, tableRoll, tap } from './town.ts';

/** One table after the other, each from its lobby to its end. */

/** A table that is begun again is given up after so long without a change. */
const PATIENCE = 75_000;
/** After so long those who take themselves to have chosen look again: an apology may have been all they saw. */
const AGAIN = 20_000;

/** Tables that somebody ends before their time: soon enough that there is time for many. */
const ENDED: readonly Fate[] = ['agreed', 'deserted', 'slept', 'moderated'];

/** Plays the `n`th game of a soak, and the rematches that come of it. */
export async function evening(town: Town, n: number): Promise<void> {
  const roll = tableRoll(town, n);
  let table = await gather(town, roll);
  while (table) table = await play(table);
}

/** From the first card to the result; the table of the rematch, when there is one. */
async function play(table: Table): Promise<Table | undefined> {
  const { town, match, roll, limit } = table;
  const { chat, keeper } = town.world;
  let key = '';
  let since = Date.now();
  let looked = false;
  const acted = new Set<string>();
  while (!town.closed()) {
    await keeper.up();
    const shown = chat.table(match);
    const now = shown ? `${shown.asks} ${shown.turn} ${shown.message.id}` : 'none';
    if (now !== key) [key, since, looked] = [now, Date.now(), false];
    else if (Date.now() - since > PATIENCE) {
      town.counts.stuck++;
      town.stuck.push(
        `${match}: ${now}, ${table.fate}, limit ${limit}, ${[...table.tempers.values()]}: ${shown?.message.content.slice(0, 150)} ${tableIn(town.world.database, match)}`,
      );
      return undefined;
    } else if (!looked && Date.now() - since > AGAIN) {
      looked = true;
      acted.clear();
    }
    if (!shown) {
      if (limit > 0) town.wishes(limit * 1000);
      await chat.change(match, 3_000);
      if (Date.now() - since > 8_000 && roll(3) === 0) await bringElsewhere(table);
      continue;
    }
    const { message, asks, turn } = shown;
    if (asks === 'rematch') {
      town.counts.ended++;
      return again(table, message);
    }
    if (asks === 'go') {
      if (table.fate === 'slept') {
        town.counts.left++;
        return undefined;
      }
      await tap(pick(present(table), roll), message, 'go');
      await chat.change(match, 4_000);
      continue;
    }
    const ends = ENDED.includes(table.fate) && turn >= 2;
    if (roll(ends ? 5 : 14) === 0) await happen(table, message, turn);
    const asked = waitedFor(table, message).filter(({ who }) => plays(table, who, `${asks} ${turn}`, acted));
    if (asks === 'flip') {
      for (const one of asked)
        if (chat.table(match)?.message.id === message.id) await tap(one, message, 'flip');
    } else {
      await Promise.all(
        asked.map(async (one) => {
          if (await choose(one, message, turn)) acted.add(`${asks} ${turn} ${one.who.id}`);
        }),
      );
    }
    const later = chat.table(match);
    if (later?.message.id !== message.id) continue;
    if (asked.length === 0 && limit > 0) town.wishes(limit * 1000);
    await chat.change(match, asked.length > 0 ? 400 : 2_000);
  }
  return undefined;
}

/** The people whom a table's message names as those it waits for. */
const waitedFor = (table: Table, message: Shown): Sitter[] =>
  table.sitters.filter(({ who }) => message.content.includes(`<@${who.id}>`));

function plays({ tempers, roll }: Table, who: Person, now: string, acted: Set<string>): boolean {
  if (acted.has(`${now} ${who.id}`)) return false;
  const temper = tempers.get(who.id);
  if (temper === 'steady' || (temper === 'flaky' && roll(3) === 0)) return true;
  acted.add(`${now} ${who.id}`);
  return false;
}

/** Some people want other reminders than others. */
export async function settle(town: Town, roll: Roll): Promise<void> {
  const { world } = town;
  for (const [i, { guild, channel }] of world.places().entries()) {
    const who = world.people(guild)[i];
    if (!who) continue;
    const answer = await world.crowd.command(who, { guild, channel }, 'settings');
    const wanted = pick(['digest', 'none', 'last'], roll);
    const menu = parts(answer.message ?? {}).find((part) =>
      part.options?.some(({ value }) => value === wanted),
    );
    if (answer.message && menu) await world.crowd.press(who, answer.message, menu, [wanted]);
  }
}
