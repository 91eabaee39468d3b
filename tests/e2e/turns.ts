import { expect } from 'vitest';
import { labels, parts, words } from '../lib/message.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { startWith } from './private.ts';
import type { World } from './world.ts';

/** Games in which one plays after the other, through the real bot. */

export const ended = (message: Message): boolean =>
  /🏁 .*(wins|share)/.test(words(message)) && parts(message).some((part) => part.type === 13);

const asks = (message: Message): boolean =>
  /your move/i.test(message.content) && message.components.length > 0;

/** Opens a table and starts it; the channel or thread in which it is played. */
export async function begin(
  people: readonly Person[],
  place: Place,
  game: string,
  options: Record<string, unknown>,
): Promise<{ guild: string | null; channel: string }> {
  const [host, ...guests] = people;
  const lobby = await host!.command(place, `${game} new`, options);
  await startWith(host!, guests, lobby);
  const first = await host!.wait((m) => asks(m) && m.id > lobby.id, 'the first turn');
  return { guild: place.guild, channel: first.channel_id };
}

type Roll = (n: number) => number;

/** How the people of a game choose. */
export interface Way {
  readonly game: string;
  readonly roll: Roll;
  /** Buttons that make a draft final. */
  readonly keeps: readonly string[];
  /** Which options of a menu they take; `kept` are the labels of the finals pressed so far. */
  readonly takes?: (option: { readonly value: string }, kept: readonly string[]) => boolean;
  /** Most turns of a game. */
  readonly most: number;
}

/** One turn: from the table's message to all that is kept; the screens that were seen. */
export async function takeTurn(
  person: Person,
  table: Message,
  { roll, keeps, takes }: Way,
): Promise<Message[]> {
  let screen = (await person.press(table, 'My turn'))!;
  let back = false;
  const kept: string[] = [];
  const seen: Message[] = [];
  for (let steps = 0; steps < 40; steps++) {
    seen.push(screen);
    const said = words(screen);
    if (/It is .*'s turn|is next|Waiting for|game (is over|was over|ended)/.test(said)) return seen;
    const keep = labels(screen).find((label) => keeps.includes(label));
    if (keep) {
      // Now and then somebody thinks better of it.
      back = !back && labels(screen).includes('Back') && keep === 'Keep' && roll(6) === 0;
      if (!back) kept.push(keep);
      screen = (await person.press(screen, back ? 'Back' : keep))!;
      // The next turn may be theirs, too.
      if (!back && keep === 'Keep') return seen;
      continue;
    }
    const menu = menuOf(screen);
    if (!menu) throw new Error(`Nothing to choose: ${said}`);
    const options = menu.options!.filter((option) => takes?.(option, kept) ?? true);
    screen = (await person.choose(screen, options[roll(options.length)]!.value))!;
  }
  throw new Error(`No end of a turn: ${seen.map(words).join('\n')}`);
}

/** Plays a game from its first turn to its end, whose message it returns; the power is cut once. */
export async function playOut(
  world: World,
  people: readonly Person[],
  channel: string,
  way: Way,
  look: (table: Message, screens: readonly Message[]) => void = () => {},
): Promise<Message> {
  let last = '';
  for (let turn = 0; ; turn++) {
    expect(turn).toBeLessThan(way.most);
    if (turn === 9) {
      await world.bot.stop('SIGKILL');
      await world.bot.start();
    }
    const shown = await people[0]!.wait(
      (m) => m.channel_id === channel && m.id > last && (ended(m) || asks(m)),
      `turn ${turn} or the end`,
    );
    if (ended(shown)) return shown;
    const mover = people.find(({ id }) => shown.content.includes(`<@${id}>`))!;
    const seen = await mover.wait((m) => m.id === shown.id, 'the turn');
    look(seen, await takeTurn(mover, seen, way));
    last = shown.id;
  }
}

/** The record that lies with the end of a game. */
export async function recordIn(world: World, end: Message): Promise<Record<string, unknown>> {
  const file = parts(end).find((part) => part.type === 13)!;
  return (await (await fetch(new URL(file.file!.url, world.url))).json()) as Record<string, unknown>;
}
