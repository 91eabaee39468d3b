import type { APIInteraction } from 'discord-api-types/v10';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Command } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { sentence } from '../../src/app/components.ts';
import type { CommandRequest, Reply } from '../../src/app/request.ts';
import { createInbound, type Inbound } from '../../src/discord/inbound.ts';
import type { Store } from '../../src/store/open.ts';
import { openStand, type Stand } from '../app/stand.ts';
import { standing } from '../lib/clock.ts';
import { cell } from '../lib/rows.ts';
import { peopled } from '../match/people.ts';
import { command, type Line, openLine, type Sent } from './interactions.ts';

/** A bot at the edge to Discord, and what it answered. */

export const EPHEMERAL = 64;
export const V2 = 1 << 15;

export let store: Store;
export let stand: Stand;
export let line: Line;
export let inbound: Inbound;
export let asked: CommandRequest[];
/** Ends `/test slow`. */
export let finish: (reply: Reply | Promise<never>) => void;

/** Each test of the file has a bot of its own that hears what the test sends. */
export function heard(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    store = await peopled(4);
    stand = openStand(store);
    line = openLine();
    asked = [];
    inbound = createInbound(stand.app, { rest: line.rest, first: line.rest }, () => '42', commands());
  });
  afterEach(async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
  });
}

/** The real commands, and some whose answer a test decides. */
export function commands(): ReadonlyMap<string, Command> {
  const watch = (run: () => Promise<Reply>, ack: Command['ack'] = 'private'): Command => ({
    ack,
    run: async (_app, request) => {
      asked.push(request);
      return run();
    },
  });
  return new Map([
    ...COMMANDS,
    ['test broken', watch(async () => Promise.reject(new Error('the innermost part broke')))],
    ['test public', watch(async () => Promise.reject(new Error('the innermost part broke')), 'public')],
    ['test slow', watch(() => new Promise((done) => (finish = done)))],
    ['test silent', watch(async () => ({}))],
    ['test word', watch(async () => ({ screen: sentence('Well.') }))],
  ]);
}

export const callbacks = (): Sent[] => line.sent.filter(({ route }) => route.includes('/callback'));
export const handle = async (interaction: APIInteraction): Promise<Sent[]> => {
  const from = line.sent.length;
  await inbound.handle(interaction);
  return line.sent.slice(from);
};
/** `/test slow`, which is at work for so many ms and waits for `finish`. */
export async function slowly(milliseconds = 0): Promise<{ readonly handling: Promise<Sent[]> }> {
  const before = asked.length;
  const handling = handle(command('test slow'));
  await standing(() => asked.length > before);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return { handling };
}
export const flagsOf = (sent: Sent): number => Number(sent.body?.flags ?? 0);
export const warnings = () => stand.logged.filter(({ level }) => Number(level) >= 40);
export const errors = () => stand.logged.filter(({ level }) => Number(level) >= 50);
export const count = (table: string): Promise<unknown> => cell(store, `SELECT count(*) FROM ${table}`);
export const text = (sent: Sent): string => JSON.stringify(sent.body);
