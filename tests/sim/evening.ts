import type { Shown } from '../lib/chat.ts';
import { choose, type Person, type Sitter, tap } from '../lib/person.ts';
import { bringElsewhere, goOn, handOn, happen, isByClock } from './happenings.ts';
import { again, anyPlan, gather, type Plan } from './lobby.ts';
import { practise } from './practice.ts';
import { type Fate, type Table, type Town, tableRoll } from './town.ts';

/** One table after the other, each from its lobby to its end. */

/** Tables that somebody ends before their time: soon enough that there is time for many. */
const ENDED: readonly Fate[] = ['agreed', 'deserted', 'shelved', 'moderated'];

/** Plays the `n`th game of a town, any or as it was planned, and the rematches that come of it. */
export async function evening(town: Town, n: number, plan?: Plan): Promise<void> {
  const roll = tableRoll(town, n);
  if (roll(10) === 0) await practise(town, roll);
  let table = await gather(town, roll, plan ?? anyPlan(roll));
  if (table?.fate === 'slept') {
    town.came.add('slept');
    return;
  }
  while (table) table = await play(table);
}

/** From the first card to the result; the table of the rematch, when there is one. */
async function play(table: Table): Promise<Table | undefined> {
  const { town, match, roll, limit } = table;
  const { chat, patience, now: time } = town.world;
  let key = '';
  let since = time();
  let looked = time();
  const acted = new Set<string>();
  while (!town.closed()) {
    await town.world.up();
    const shown = chat.table(match);
    const now = shown ? `${shown.asks} ${shown.turn} ${shown.message.id}` : 'none';
    if (now !== key) [key, since, looked] = [now, time(), time()];
    else if (time() - since > patience.most) {
      town.stuck.push(
        `${match}: ${now}, ${table.fate}, limit ${limit}, ${[...table.tempers.values()]}: ${shown?.message.content.slice(0, 150)} ${town.world.tell(match)}`,
      );
      return undefined;
    } else if (time() - looked > patience.look) {
      // Who did nothing looks again, and again: only who never will is waited for in vain.
      looked = time();
      acted.clear();
    }
    if (!shown) {
      if (limit > 0) town.wishes(limit * 1000);
      await chat.change(match, 3_000);
      if (time() - since > 8_000 && roll(3) === 0) await bringElsewhere(table);
      continue;
    }
    const { message, asks, turn } = shown;
    if (asks === 'rematch') {
      town.counts.ended++;
      return again(table, message);
    }
    // When the town closes, not all play on to the end.
    if (town.closing() && table.fate === 'played' && match % 3 > 0) table.fate = 'agreed';
    const ends = ENDED.includes(table.fate) && (turn >= 2 || town.closing());
    if (asks === 'go') {
      if (table.fate === 'shelved' && ends && !isByClock(message)) {
        town.came.add('shelved');
        return undefined;
      }
      await goOn(table, message);
      await chat.change(match, 4_000);
      continue;
    }
    const stops = ends && table.fate === 'shelved';
    if (stops || roll(ends ? 5 : 14) === 0) await happen(table, message, turn, ends);
    const asked = waitedFor(table, message).filter(({ who }) => plays(table, who, `${asks} ${turn}`, acted));
    if (asks === 'flip') {
      if (roll(3) === 0) await handOn(table, message);
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
    await chat.change(match, asked.length > 0 ? patience.soon : patience.idle);
  }
  return undefined;
}

/** The people whom a table's message names as those it waits for. */
const waitedFor = (table: Table, message: Shown): Sitter[] =>
  table.sitters.filter(({ who }) => message.content.includes(`<@${who.id}>`));

function plays({ town, tempers, roll }: Table, who: Person, now: string, acted: Set<string>): boolean {
  if (acted.has(`${now} ${who.id}`)) return false;
  const temper = town.closing() ? 'steady' : tempers.get(who.id);
  if (temper === 'steady' || (temper === 'flaky' && roll(3) === 0)) return true;
  acted.add(`${now} ${who.id}`);
  return false;
}
