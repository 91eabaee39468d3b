import { join } from 'node:path';
import { nonceOf } from '../../src/app/messages/nonce.ts';
import { replay } from '../../src/match/open.ts';
import { play, recordOf } from '../../src/match/record.ts';
import { load } from '../../src/store/matches.ts';
import { openStore } from '../../src/store/open.ts';
import type { Message, Person, Place } from '../e2e/person.ts';
import { startWorld, type World } from '../e2e/world.ts';
import { chance, pick, type Roll, shuffled } from '../lib/chance.ts';
import { parts, words } from '../lib/message.ts';
import { firstRow } from '../lib/rows.ts';
import { logFaults, tableFaults } from './check.ts';
import { compare, doubled, type Fault, lost, type Pressed, refuses, saysOver } from './ledger.ts';
import { createMortal, type Mortal } from './mortal.ts';
import { INTO, meaning } from './people.ts';

/** The real bot at the real client's end: three people, and a bot that dies under their hands. */

export interface Outcome {
  readonly kills: number;
  readonly games: number;
  readonly presses: number;
  readonly faults: readonly Fault[];
}

interface Night {
  readonly world: World;
  readonly mortal: Mortal;
  readonly roll: Roll;
  readonly people: readonly Person[];
  readonly presses: Pressed[];
}

const PATIENCE = 120_000;
const PRIVATE = 64;
const LOADING = 128;

/** Plays game after game until the bot was killed so often, finishes the last one, and looks at what is left. */
export async function killReal(
  kills: number,
  seed: string,
  tell: (killed: number) => void = () => {},
): Promise<Outcome> {
  const world = await startWorld({ blank: true });
  try {
    const roll = chance(seed);
    const people = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => world.person(name)));
    const mortal = createMortal(world, roll, kills, tell);
    const night: Night = { world, mortal, roll, people, presses: [] };
    const games: Game[] = [];
    do {
      const flip = games.length % 2 === 0 ? 'auto' : 'manual';
      games.push(await game(night, world.place('metro'), { map: pick(MAPS, roll), flip }));
    } while (mortal.killed() < kills);
    await mortal.stop();
    const faults = await inspect(night, games);
    return { kills: mortal.killed(), games: games.length, presses: night.presses.length, faults };
  } catch (error) {
    console.error(world.bot.output().slice(-3000));
    throw error;
  } finally {
    await world.close();
  }
}

const MAPS = ['tokyo', 'osaka', 'metro-city', 'tube-town'];

/** A game that was played to its end. */
interface Game {
  readonly match: number;
  readonly end: Message;
}

async function game(night: Night, place: Place, options: Record<string, string>): Promise<Game> {
  const { mortal, people } = night;
  const [host] = people;
  const opened = await mortal.insist('opening', () => host!.command(place, 'metrox new', options));
  const lobby = await see(host!, 'the lobby', (m) => m.id === opened.value.id && !!idOf(m, 'join'));
  const match = Number(idOf(lobby, 'join')!.split('|')[1]);
  for (const guest of people.slice(1)) {
    await mortal.insist(`${guest.name} joins`, async () => {
      await guest.tap(lobby, 'Join');
      await see(host!, 'the guest', (m) => m.id === lobby.id && words(m).includes(guest.name), 8_000);
    });
  }
  await mortal.insist('starting', async () => {
    const begun = (m: Message) => !!next(m, match, 0, -1);
    if (![...host!.messages.values()].some(begun)) {
      await host!.send(lobby, `start|${match}|0`);
      await see(host!, 'the first round', begun, 8_000);
    }
  });
  return { match, end: await rounds(night, match) };
}

const idOf = (message: Message, act: string): string | undefined =>
  parts(message).find((part) => part.custom_id?.startsWith(`${act}|`))?.custom_id;

/** The id of what a message newly asks of its table, after a turn and a flip. */
const next = (message: Message, match: number, turn: number, flipped: number): string | undefined =>
  message.flags & PRIVATE
    ? undefined
    : parts(message)
        .map((part) => part.custom_id ?? '')
        .find((id) => {
          const [act, of, at] = id.split('|');
          if (Number(of) !== match) return false;
          if (act === 'rematch') return true;
          return act === 'table' ? Number(at) > turn : act === 'flip' && Number(at) > flipped;
        });

async function rounds(night: Night, match: number): Promise<Message> {
  const { mortal, people, roll } = night;
  const [host] = people;
  let [turn, flipped] = [0, -1];
  for (;;) {
    const news = (message: Message) => next(message, match, turn, flipped);
    const message = await see(host!, `what comes after turn ${turn}`, (m) => !!news(m));
    const [act, , at] = news(message)!.split('|');
    if (act === 'rematch') return message;
    if (act === 'table') {
      turn = Number(at);
      await Promise.all(shuffled(people, roll).map((who) => choose(night, who, message, match, turn)));
      continue;
    }
    flipped = Number(at);
    await mortal.insist('turning a card', async () => {
      if ([...host!.messages.values()].some((m) => !!news(m))) return;
      if (host!.messages.has(message.id)) await host!.tap(message, 'Flip');
      await see(host!, 'the card', (m) => !!news(m), 8_000);
    });
  }
}

/** From one's board, which is private, through its keys and menus; sometimes with a change of mind. */
async function choose(night: Night, who: Person, table: Message, match: number, turn: number): Promise<void> {
  const { mortal, roll } = night;
  await see(who, 'the table', (m) => m.id === table.id);
  let screen = await board(night, who, table, match, turn);
  for (let steps = 0; steps < 20; steps++) {
    const open = parts(screen).filter((part) => {
      const [, act, of, at] = INTO.exec(part.custom_id ?? '') ?? [];
      return act && !part.disabled && Number(of) === match && Number(at) === turn;
    });
    const change = idOf(screen, 'ask');
    if (open.length === 0) {
      if (change !== `ask|${match}|${turn}` || roll(8) > 0) return;
      screen = (await mortal.insist('thinking again', () => answered(who, screen, change))).value;
      continue;
    }
    const part = pick(open, roll);
    const values = part.options ? [pick(part.options, roll).value] : undefined;
    const id = part.custom_id!;
    const sent = await mortal.insist(`${who.name} chooses`, () => answered(who, screen, id, values));
    screen = sent.value;
    const meant = meaning(id, values ?? [], false);
    const again = sent.again || saysOver(words(screen));
    if (meant)
      night.presses.push({ match, user: who.id, turn, meant, taken: !refuses(words(screen)), again });
  }
  throw new Error(`${who.name} found no way to choose: ${words(screen)}`);
}

/** A press on a private screen; what stands there instead. */
async function answered(who: Person, screen: Message, id: string, values?: string[]): Promise<Message> {
  const before = who.messages.get(screen.id) ?? screen;
  const after = await who.send(before, id, values);
  if (!after || after === before) throw new Error('There was no answer.');
  return after;
}

/** A new private message with the board. An edit of the table in between is no answer. */
async function board(
  night: Night,
  who: Person,
  table: Message,
  match: number,
  turn: number,
): Promise<Message> {
  const { value } = await night.mortal.insist(`${who.name} asks for a board`, async () => {
    const seen = new Set(who.messages.keys());
    await who.send(table, `mine|${match}|${turn}`);
    const fresh = (m: Message) => !seen.has(m.id) && !!(m.flags & PRIVATE) && !(m.flags & LOADING);
    return see(who, 'the board', (m) => fresh(m) && m.components.length > 0, 8_000);
  });
  return value;
}

/** Waits until somebody sees a message that fits. */
async function see(
  who: Person,
  what: string,
  fits: (message: Message) => boolean,
  patience = PATIENCE,
): Promise<Message> {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const found = [...who.messages.values()].findLast(fits);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error(`${who.name} waited in vain for ${what}.`);
}

async function inspect({ world, people, presses }: Night, games: readonly Game[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  const store = openStore(join(world.folder, 'metrox.db'));
  const settled = async (): Promise<boolean> => {
    for (const { match } of games) {
      const row = await firstRow(store, 'SELECT old, lobby_done FROM tables WHERE match = ?', match);
      if (row?.old !== '[]' || row.lobby_done !== 1) return false;
    }
    return true;
  };
  for (let tries = 0; tries < 300 && !(await settled()); tries++)
    await new Promise((done) => setTimeout(done, 100));
  const posted = people[0]!.events.filter((event) => event.t === 'MESSAGE_CREATE').map((event) => event.d);
  const requests = await world.requests();
  for (const { match: id, end } of games) {
    const match = replay((await load(store, id))!);
    faults.push(...(await logFaults(store, match)), ...(await tableFaults(store, match)));
    faults.push(
      ...compare(
        match,
        presses.filter((press) => press.match === id),
      ),
    );
    const { channel } = (await firstRow(store, 'SELECT channel FROM tables WHERE match = ?', id)) as {
      channel: string;
    };
    for (const { turn, kind } of match.phases) {
      if (kind !== 'round') continue;
      const here = posted.filter((message) => {
        const { channel_id, content, flags } = message as unknown as Message;
        return channel_id === channel && !(flags & PRIVATE) && content.includes(`Round ${turn} ·`);
      });
      if (here.length !== 1)
        faults.push((here.length > 1 ? doubled : lost)(`Round ${turn} of ${id} came ${here.length} times.`));
      const left = people[0]!.messages.get(String(here[0]?.id));
      if (!left || left.components.length > 0 || left.attachments.length > 0)
        faults.push(lost(`Round ${turn} of ${id} did not become a line.`));
      const purpose = `${id}.${turn}.${kind}`;
      const nonce = nonceOf(channel, purpose);
      if (!requests.some(({ method, body }) => method === 'POST' && body?.nonce === nonce))
        faults.push(lost(`Nobody asked to post ${purpose}.`));
    }
    faults.push(...(await recordFaults(world, match, end)));
  }
  const stray = await firstRow(store, 'SELECT count(*) AS n FROM matches WHERE status = ?', 'running');
  if ((stray as { n: number }).n > 0) faults.push(doubled('A game runs that nobody plays.'));
  await store.close();
  return faults;
}

/** The record that hangs on the result is the log, and comes to the same places. */
async function recordFaults(world: World, match: ReturnType<typeof replay>, end: Message): Promise<Fault[]> {
  const file = parts(end).find((part) => part.type === 13);
  if (!file) return [lost(`The result of ${match.id} has no record.`)];
  const record = await (await fetch(new URL(file.file!.url, world.url))).json();
  const { row, seats, log } = match;
  const own = recordOf({ ...row, seats: seats.map((seat) => seat.name), chance: { seed: row.seed }, log });
  if (JSON.stringify(record) !== JSON.stringify(own)) return [lost(`The record of ${match.id} is another.`)];
  const outcome = play(record) as { over?: boolean; seats?: { score: number; rank: number }[] };
  const told = outcome.seats?.map(({ score, rank }) => `${score} ${rank}`).join();
  const here = match.game.score(match.state).map(({ score, rank }) => `${score} ${rank}`);
  return outcome.over && told === here.join() ? [] : [lost(`The record of ${match.id} ends otherwise.`)];
}
