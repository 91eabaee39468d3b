import { expect, vi } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { metaOf } from '../../src/store/tables.ts';
import { setOffset } from '../clock.ts';
import { dice } from '../lib/chance.ts';
import { labels, parts, words } from '../lib/message.ts';
import { PATIENCE } from '../patience.ts';
import { type Message, menuOf, type Person, type Place } from './person.ts';
import { playOn } from './table.ts';
import type { World } from './world.ts';

/** Days that pass, and runs of the daily as people play them. */

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** The first millisecond of a day, on the calendar: day 1 is 2026-01-01. */
export const midnight = (day: number): number => Date.UTC(2026, 0, day);

/** Moves the clock of the bot and of Discord; it goes on from there. */
export function moveTo(world: World, at: number): void {
  setOffset(world.clockFile, at - Date.now());
}

/**
 * Waits until the bot has written down that it was there at a moment or later: whatever lies between that and its next
 * start is an absence.
 */
export async function wasThere(world: World, at: number): Promise<void> {
  const store = openStore(`${world.folder}/metrox.db`);
  try {
    await vi.waitFor(
      async () => expect(Number(await metaOf(store, 'alive'))).toBeGreaterThanOrEqual(at),
      PATIENCE,
    );
  } finally {
    await store.close();
  }
}

const MAPS = ['Tokyo', 'Osaka', 'Metro City', 'Tube Town'];
export const mapOn = (day: number): string => MAPS[(day - 1) % 4]!;

/** A channel of the second server. */
export async function abroad(world: World, channel: string): Promise<Place> {
  const read = async (path: string) =>
    (await (
      await fetch(`${world.url}/api/v10${path}`, { headers: { authorization: 'person-ann' } })
    ).json()) as { id: string; name: string }[];
  const guild = (await read('/users/@me/guilds'))[1]!.id;
  return { guild, channel: (await read(`/guilds/${guild}/channels`)).find((c) => c.name === channel)!.id };
}

const ended = (screen: Message): boolean => labels(screen).some((label) => /^Shared?$/.test(label));

/** Plays a run on from its screen, by presses, until `until` holds or there is a result. */
export async function playRun(
  person: Person,
  screen: Message,
  seed: number,
  until: (screen: Message) => boolean = () => false,
): Promise<Message> {
  const roll = dice(seed);
  let now = screen;
  for (let steps = 0; steps < 200; steps++) {
    if (ended(now) || until(now)) return now;
    const always = labels(now).find((label) => /^Keep, and/.test(label));
    if (always) now = (await person.press(now, always))!;
    else if (menuOf(now, /station/)) now = (await person.choose(now, /./, /station/))!;
    else now = await playOn(person, now, roll);
  }
  throw new Error(`No end in sight: ${words(now)}`);
}

/** What a result's screen says. */
export interface Result {
  readonly note: string;
  readonly score: number;
  readonly finished: boolean;
  readonly day: number;
  readonly map: string;
  readonly here: readonly [rank: number, of: number] | null;
  readonly world: readonly [rank: number, of: number];
  readonly best: number;
  readonly isNew: boolean;
  /** Days in a row as told; null where none are. */
  readonly streak: number | null;
}

const numberIn = (text: string): number => Number(text.replace('−', '-'));

export function resultOf(screen: Message): Result {
  const said = words(screen);
  const find = (pattern: RegExp): RegExpExecArray => {
    const found = pattern.exec(said);
    if (!found) throw new Error(`No ${pattern} in ${said}`);
    return found;
  };
  const head = find(/^## (−?\d+) points?(?: · |, (not finished))/m);
  const [, day, map] = find(/^-# Daily #(\d+) · ([^·]+?) · /m);
  const here = /Here: \*\*(\d+)\*\* of (\d+) · world/.exec(said);
  const world = find(/[wW]orld: \*\*(\d+)\*\* of (\d+)/);
  const best = find(/^Your best daily on ([^:]+): \*\*(−?\d+)\*\*(, new!)?/m);
  if (best[1] !== map) throw new Error(`The best is on ${best[1]} and not on ${map}.`);
  const streak = /^🔥 \*\*(\d+) days?/m.exec(said) ?? /^🔥 A new count starts: \*\*(1)\*\*/m.exec(said);
  return {
    note: said.slice(0, said.indexOf('## ')).trim(),
    score: numberIn(head[1]!),
    finished: head[2] === undefined,
    day: Number(day),
    map: map!,
    here: here ? [Number(here[1]), Number(here[2])] : null,
    world: [Number(world[1]), Number(world[2])],
    best: numberIn(best[2]!),
    isNew: best[3] !== undefined,
    streak: streak ? Number(streak[1]) : null,
  };
}

/** The number of the match that a board's keys and menus mean. */
export function runIn(screen: Message): number {
  for (const part of parts(screen)) {
    const [act, id] = part.custom_id?.split('|') ?? [];
    if (Number(id) > 0 && act !== 'rules') return Number(id);
  }
  throw new Error(`No run in ${words(screen)}`);
}

/**
 * Presses one private message that many times at once. Discord refuses those that come when the button is gone already. Of the
 * others only the newest is answered there, by each bot that is at work; the newest of all is when this resolves.
 */
export async function atOnce(world: World, times: number, press: () => Promise<unknown>): Promise<void> {
  const from = (await world.requests()).length;
  const presses = await Promise.allSettled(Array.from({ length: times }, press));
  const accepted = presses.filter(({ status }) => status === 'fulfilled').length;
  expect(accepted).toBeGreaterThan(1);
  await vi.waitFor(async () => {
    const went = (await world.requests()).slice(from).filter(({ status }) => status < 300);
    const found = (of: RegExp) => went.flatMap(({ path }) => [of.exec(path) ?? []]).filter(([all]) => all);
    const taken = found(/\/interactions\/(\d+)\/([^/]+)\/callback/);
    const answered = found(/\/webhooks\/\d+\/([^/]+)\/messages\/@original/).map(([, token]) => token);
    expect(taken.length).toBeGreaterThanOrEqual(accepted);
    // Acknowledgements overtake one another on their way; the presses themselves are numbered.
    const [, , newest] = taken.reduce((last, one) => (BigInt(one[1]!) > BigInt(last[1]!) ? one : last));
    expect(answered).toContain(newest);
  }, PATIENCE);
}
