import { pick, shuffled } from '../lib/chance.ts';
import type { Shown } from './chat.ts';
import { partFor } from './person.ts';
import { present, sitter, type Table } from './table.ts';
import { choose, deed, pressOld, type Sitter, tap, walk } from './town.ts';
import { another } from './world.ts';

/** What happens at a table beside its game: people leave and come back, stop the clocks, move, end it. */

/** The host, or one who manages the server, brings a table that has lost its place to another channel. */
export async function bringElsewhere(table: Table): Promise<void> {
  const { town, guild, match, roll } = table;
  const { world } = town;
  const places = world.places().filter((one) => one.guild === guild);
  const who =
    roll(2) === 0
      ? world.people(guild).find((one) => world.manages(guild, one))!
      : pick(table.sitters, roll).who;
  const answer = await world.crowd.command(who, pick(places, roll), 'games');
  const menu = answer.message && partFor(answer.message, 'movehere');
  if (!answer.message || !menu?.options?.some(({ value }) => value === String(match))) return;
  await world.crowd.press(who, answer.message, menu, [String(match)]);
}

/** Something that happens at tables now and then. */
export async function happen(table: Table, message: Shown, turn: number): Promise<void> {
  const { town, match, roll, fate, sitters, tempers, guild } = table;
  const { world } = town;
  const one = pick(present(table), roll);
  const end = turn >= 2;
  if (fate === 'agreed' && end) return endTogether(table, message);
  if (fate === 'deserted' && end) {
    for (const each of sitters) if (await quit(each, message)) tempers.set(each.who.id, 'gone');
    return;
  }
  if (fate === 'slept' && end) {
    for (const each of sitters)
      if (await deed(each, message, ['more', 'pause'], 'pause', 'life.paused.host')) return;
    return;
  }
  if (fate === 'moderated' && end) {
    const moderator = world.people(guild).find((who) => world.manages(guild, who))!;
    await deed(
      sitter(town, match, moderator, roll, table.turns),
      message,
      ['more', 'endall', 'endnow'],
      'void',
      'life.ended',
    );
    return;
  }
  if (partFor(message, 'take', match) && roll(2) === 0) return takeOver(table, message);
  switch (roll(12)) {
    case 0:
      if (sitters.length > 2 && (await quit(one, message))) tempers.set(one.who.id, 'gone');
      return;
    case 1: {
      const sure = await walk(one, message, ['more', 'kick', 'kickask']);
      const asks = (sure && partFor(sure, 'kicknow')?.custom_id?.endsWith('|ask')) ?? false;
      if (sure && asks) await deed(one, sure, ['kicknow'], 'ask', 'life.kickAsked');
      else if (sure) await deed(one, sure, ['kicknow'], 'kick', 'life.kicked');
      return;
    }
    case 2:
      await deed(one, message, ['more', 'crown', 'crownnow'], 'host', 'life.crowned');
      return;
    case 3:
      await deed(one, message, ['more', 'pause'], 'pause', 'life.paused.host');
      return;
    case 4:
      await deed(one, message, ['more', 'askend'], 'ask', 'life.asked');
      await settleWish(table, 'playon');
      return;
    case 5:
      if (roll(3) === 0) await bringElsewhere(table);
      return;
    case 6:
    case 7:
      return pressOld(one);
    case 8: {
      const stranger = another(
        world,
        guild,
        sitters.map(({ who }) => who),
      );
      if (stranger) await choose(sitter(town, match, stranger, roll, table.turns), message, turn);
      return;
    }
    case 9: {
      const reminder = world.chat.of(match).findLast((each) => !each.gone && partFor(each, 'quiet', match));
      if (reminder) await walk(one, reminder, ['quiet']);
      return;
    }
    case 10: {
      const gone = sitters.find(({ who }) => ['gone', 'idle'].includes(tempers.get(who.id) ?? ''));
      if (!gone) return;
      const mine = await walk(gone, message, ['mine']);
      if (mine && partFor(mine, 'back', match)) await deed(gone, mine, ['back'], 'back', 'life.returned');
      tempers.set(gone.who.id, 'flaky');
      return;
    }
    default:
      await walk(one, message, [pick(['boards', 'more', 'mine'], roll)]);
  }
}

const quit = (one: Sitter, message: Shown): Promise<boolean> =>
  deed(
    one,
    message,
    ['more', 'quit', 'quitnow'],
    'leave',
    'life.refuse.left',
    'life.leftLast',
    'life.refuse.dropped',
  );

/** Somebody new plays on for one who is not waited for any more. */
async function takeOver(table: Table, message: Shown): Promise<void> {
  const { town, match, roll, sitters, tempers, guild } = table;
  const next = another(
    town.world,
    guild,
    sitters.map(({ who }) => who),
  );
  if (!next) return;
  const heir = sitter(town, match, next, roll, table.turns);
  const asked = await walk(heir, message, ['take']);
  if (!asked || !(await deed(heir, asked, ['sit'], 'sit', 'life.sat'))) return;
  sitters.push(heir);
  tempers.set(next.id, roll(3) === 0 ? 'flaky' : 'steady');
}

/** The host asks to end it, and the others agree. */
async function endTogether(table: Table, message: Shown): Promise<void> {
  const { roll } = table;
  for (const one of shuffled(present(table), roll))
    if (await deed(one, message, ['more', 'askend'], 'ask', 'life.asked')) break;
  await settleWish(table, 'agree');
}

async function settleWish(table: Table, how: 'agree' | 'playon'): Promise<void> {
  const { town, match, roll } = table;
  const { chat } = town.world;
  const open = () => chat.of(match).findLast((one) => !one.gone && partFor(one, 'agree', match));
  for (let tries = 0; tries < 4 && !open(); tries++) await chat.change(match, 700);
  for (const one of present(table)) {
    const wish = open();
    if (!wish) return;
    await tap(one, wish, how === 'playon' && roll(2) === 0 ? 'agree' : how);
  }
}
