import { expect } from 'vitest';
import { dice } from '../lib/chance.ts';
import { parts, words } from '../lib/message.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { startWith, told, toldBy } from './private.ts';
import type { World } from './world.ts';

/** Whole games, played as people would. */

const keypad = (message: Message) =>
  parts(message).filter((part) => part.type === 2 && !part.disabled && part.custom_id?.startsWith('pick|'));

export const chosen = (message: Message): boolean => /You (play|fill)|Nothing to fill/.test(words(message));

/** The table's message of a round, once it is there. */
export const roundOf = (person: Person, place: Place, n: number): Promise<Message> =>
  person.wait(
    (m) => m.content.includes(`**Round ${n} ·`) && m.components.length > 0 && fits(m, place),
    `round ${n}`,
  );

const fits = (message: Message, place: Place): boolean =>
  place.channel === '' || message.channel_id === place.channel;

/** Plays some line, from the table's menu or after a look at the board; answers with the screen that followed. */
export async function takeTurn(
  person: Person,
  table: Message,
  roll: (n: number) => number,
): Promise<Message> {
  const number = /Round (\d+)/.exec(table.content)![1];
  const { options } = menuOf(person.messages.get(table.id) ?? table)!;
  const { value } = options![roll(options!.length)]!;
  const answer =
    roll(3) === 0
      ? await told(person, table, 'My board')
      : await toldBy(person, () => person.choose(table, value, /Play a line/));
  // A board, a line that is used up, or a station still to be picked: the round is the same and nothing chosen.
  const open = new RegExp(`round ${number}\\b`).test(words(answer)) && !chosen(answer);
  return open ? playOn(person, answer, roll) : answer;
}

/** Plays from a private board: a key, a menu of lines, then a station where one is asked for. */
export async function playOn(person: Person, board: Message, roll: (n: number) => number): Promise<Message> {
  let screen = board;
  for (let steps = 0; steps < 4; steps++) {
    const keys = keypad(screen);
    const menu = menuOf(screen);
    const byMenu = menu && (keys.length === 0 || roll(4) === 0);
    const before = words(screen);
    if (byMenu) screen = (await person.choose(screen, menu.options![roll(menu.options!.length)]!.value))!;
    else screen = (await person.press(screen, keys[roll(keys.length)]!.label!))!;
    if (!/A station of/.test(words(screen)) || words(screen) === before) return screen;
  }
  throw new Error(`No way to play from ${words(board)}`);
}

export interface Game {
  readonly lobby: Message;
  readonly place: Place;
}

/** Opens a lobby, lets the others join, starts; resolves with the place of the rounds. */
export async function openGame(
  people: readonly Person[],
  place: Place,
  options: Record<string, unknown>,
): Promise<Game> {
  const [host, ...guests] = people;
  const lobby = await host!.command(place, 'metrox new', options);
  await startWith(host!, guests, lobby);
  const first = await host!.wait(
    (m) => /Round 1 ·|turn the first card/.test(m.content) && m.id > lobby.id && m.components.length > 0,
    'the first round',
  );
  return { lobby, place: { guild: place.guild, channel: first.channel_id } };
}

/** Plays a game to its end; `between` runs before each round. Resolves with the final message. */
export async function playToEnd(
  people: readonly Person[],
  game: Game,
  manual: boolean,
  between: (round: number) => Promise<void> = async () => {},
): Promise<Message> {
  const roll = dice(people.length * 7919);
  const [host] = people;
  for (let round = 1; ; round++) {
    await between(round);
    if (manual) {
      const ask = await host!.wait(
        (m) =>
          (/turn the (first|next) card/.test(m.content) || ended(m)) &&
          fits(m, game.place) &&
          (ended(m) || m.components.length > 0),
        `the flip before round ${round}`,
      );
      if (ended(ask)) return ask;
      await host!.tap(ask, 'Flip');
    }
    const table = await host!.wait(
      (m) =>
        fits(m, game.place) &&
        (ended(m) || (m.content.includes(`**Round ${round} ·`) && m.components.length > 0)),
      `round ${round} or the end`,
    );
    if (ended(table)) return table;
    for (const person of people) {
      const seen = await person.wait((m) => m.id === table.id, 'the table');
      await takeTurn(person, seen, roll);
    }
    if (round > 60) throw new Error('This game never ends.');
  }
}

const ended = (message: Message): boolean =>
  /🏁 .*(wins|share)/.test(words(message)) && parts(message).some((p) => p.type === 13);

/** What the end must show: places, boards, the record; its scores are those of the record played again. */
export async function checkEnd(
  world: World,
  end: Message,
  people: readonly Person[],
  map: string,
): Promise<void> {
  const { play } = await import('../../src/match/record.ts');
  const boards = parts(end).flatMap((part) => part.items ?? []);
  expect(boards).toHaveLength(Math.min(9, people.length));
  for (const item of boards) expect(item.description?.length).toBeGreaterThan(20);
  const file = parts(end).find((part) => part.type === 13)!;
  const answer = await fetch(new URL(file.file!.url, world.url));
  const record = (await answer.json()) as { map: string; actions: string[] };
  expect(record.map).toBe(map);
  const outcome = play(record) as unknown as {
    over: boolean;
    seats: { name: string; score: number; rank: number }[];
  };
  expect(outcome.over).toBe(true);
  for (const seat of outcome.seats) {
    expect(words(end)).toMatch(new RegExp(`${seat.name}.* ${String(seat.score).replace('-', '[-−\\\\]+')}`));
  }
}
