import type { Screen } from '../../src/app/outbound.ts';
import type { CommandRequest, PressRequest } from '../../src/app/request.ts';
import type { Match } from '../../src/match/match.ts';
import { openStore } from '../../src/store/open.ts';
import { chance, pick, type Roll } from '../lib/chance.ts';
import { EPHEMERAL, type Shown, wordsIn } from '../lib/chat.ts';
import { type Clock, openClock } from '../lib/clock.ts';
import { type Book, emptyBook, type Finding, finding } from '../lib/ledger.ts';
import type { Component } from '../lib/message.ts';
import { underWay } from '../lib/messages.ts';
import type { Answer, Client, Person, Place } from '../lib/person.ts';
import { type Call, createStandIn, type Refusal, type StandIn } from '../lib/standin.ts';
import { packText } from '../pack.ts';
import { tableIn, tellers } from '../tellers.ts';
import { audit } from './audit.ts';
import { evening } from './evening.ts';
import { createLives, type Lives } from './lives.ts';
import { anyPlan, type Plan } from './lobby.ts';
import { isLater } from './talk.ts';
import { type Fate, noCounts, type Town, tableRoll, type World } from './town.ts';

/** Games in a time of their own, played with a program that is killed at any step; then everything is looked at. */

const DAY = 24 * 3_600_000;
const START = Date.UTC(2026, 2, 1, 12);
/** What passes when all are gone, and how often a process is killed while it does what is due then, the leap included. */
const LATER = [
  // Lobbies are closed.
  { time: DAY + 3_600_000, kills: 6 },
  // Reminders come, threads are kept open.
  { time: 8 * DAY, kills: 3 },
  // Tables are put away.
  { time: 60 * DAY, kills: 4 },
] as const;
const LATE_KILLS = LATER.reduce((sum, { kills }) => sum + kills, 0);
/** How long whoever has pressed takes for the next press (ms), at most. */
const THOUGHT = 2_000;
const MINUTE = 60_000;
const LIMIT = 300;
/** Minutes in which all that is left to do is done. */
const TRIES = 600;
/** So long (ms) Discord fails. */
const LONG_ENOUGH = 20 * MINUTE;
/** Tables that are played at once. */
const AT_ONCE = 10;
/** Of so many answers of Discord one is lost, and so many requests are refused. */
const LOST = 40;
const REFUSED = 12;
/** `after`: as often as not it is carried out all the same; `on`: of these requests alone. */
const REFUSALS: readonly (Refusal & { after: boolean; on?: Call['kind'] })[] = [
  { code: 0, status: 500, after: true },
  { code: 0, status: 429, after: false },
  { code: 30046, status: 429, after: false, on: 'edit' },
];
const DENIALS: readonly Refusal[] = [
  { code: 50001, status: 403 },
  { code: 50013, status: 403 },
];

const GUILD = '700';
const NAMES = 'Ann Ben Cleo Dia Eve Finn Gil Hana Ida Jo Kim Leo Mia Nell Ole Pia Quin Ruth Una Vic'.split(
  ' ',
);
const CHANNELS = Array.from({ length: 12 }, (_, n) => String(11 + n));
const EVERYTHING = 0xff_ff_ff_ff_ff_ffn;

const table = (game: string, turns: boolean, size: number, more: Partial<Plan> = {}): Plan => ({
  ...{ game, turns, size, limit: LIMIT, fate: 'played' as const },
  ...more,
  options: { thread: true, ...more.options },
});
const lone = (fate: Plan['fate']): Plan => table('metrox', false, 2, { fate });

/** What has to come about in every run; whatever else does is left to chance. */
const PLANS: readonly Plan[] = [
  table('metrox', false, 2, { options: { map: 'tokyo', flip: 'auto' } }),
  table('metrox', false, 3, { options: { map: 'osaka', flip: 'manual', thread: false } }),
  table('metrox', false, 3, { options: { map: 'tube-town', flip: 'manual', late: 'drop' } }),
  table('metromania', true, 2, { options: { map: 'six-quarters', markers: 'hidden', thread: false } }),
  table('metro', true, 2, { computers: 1, options: { map: 'paris', hand: '2' }, fate: 'agreed' }),
  table('metrox', false, 1),
  lone('forgotten'),
  lone('shelved'),
  lone('slept'),
  lone('deserted'),
];

/** Of these a run has one each, and turns of several steps that were kept at once in this game. */
const LEFT: readonly Fate[] = ['shelved', 'slept'];
const SEVERAL = 'metromania';
/** And so many choices, at least. */
const CHOICES = 100;

export interface Outcome {
  readonly found: readonly Finding[];
  readonly matches: readonly Match[];
  readonly book: Book;
  readonly lives: Lives;
  readonly standIn: StandIn;
  /** How often something went wrong that was not the program's end. */
  readonly troubles: number;
}

/** `troubled`: Discord fails, too, and people delete messages and threads, and take rights away, until the town closes. */
export async function killing(kills: number, seed: string, troubled = false): Promise<Outcome> {
  const roll = chance(seed);
  const clock = openClock(START);
  const standIn = createStandIn(clock);
  const lost = new Map<string, number>();
  const lives = createLives({
    source: await packText('tests/sim/life.ts'),
    ...{ clock, standIn, roll, kills: kills - LATE_KILLS },
    faults: (call) => {
      const fault = roll(LOST) === 0 ? { code: 0, status: 0, after: true } : undefined;
      return fault ?? (troubled && !closing() && roll(REFUSED) === 0 ? refusal(call) : undefined);
    },
  });
  const book = emptyBook();
  const came = new Set<Fate>();
  /** What a run has to hold before it is worth something; where it does not come in a day the test says so. */
  const missing = (): Plan | undefined => {
    const steps = book.presses.some(({ meant, taken }) => taken && 'before' in meant);
    return PLANS.find(({ fate, game }) =>
      LEFT.includes(fate) ? !came.has(fate) : game === SEVERAL && !steps,
    );
  };
  const opens = START + (troubled ? LONG_ENOUGH : 0);
  const closing = (): boolean =>
    (lives.kills() >= kills - LATE_KILLS &&
      clock.now() >= opens &&
      book.presses.length > CHOICES &&
      !missing()) ||
    clock.now() > START + DAY;
  const { chat } = standIn;
  const vanished = new Set<string>();
  const refused = new Set<string>();
  let troubles = 0;

  function refusal(call: Call): (Refusal & { readonly after: boolean }) | undefined {
    const { code, status, after, on } = pick(REFUSALS, roll);
    if (on && on !== call.kind) return undefined;
    troubles++;
    if (code >= 10_000 && 'message' in call && call.message) refused.add(call.message);
    return { code, status, after: after && roll(2) === 0 };
  }
  /** People who look after a server do something that a table has to live with. */
  async function disturb(): Promise<void> {
    while (!closing()) {
      await clock.pause(roll(MINUTE));
      const about = [...chat.messages.values()].slice(-100).filter(({ gone }) => !gone);
      if (about.length === 0) continue;
      const { id, channel } = pick(about, roll);
      troubles++;
      if (roll(3) > 0) {
        vanished.add(id);
        chat.remove(id);
      } else if (standIn.isThread(channel) && roll(2) === 0) standIn.close(channel);
      else {
        standIn.deny(channel, pick(DENIALS, roll));
        clock.after(roll(4 * MINUTE), () => standIn.deny(channel));
      }
    }
  }
  const world: World = {
    roll,
    chat,
    client: clientOf(lives, standIn, clock, roll, book),
    now: clock.now,
    up: async () => {},
    people: () => PEOPLE,
    manages: (_, who) => who === PEOPLE.at(-1),
    places: () => PLACES,
    tell: (match) => tableIn(lives.file(), match),
    patience: { soon: 2_000, idle: MINUTE, look: 8 * MINUTE, most: 120 * MINUTE },
  };
  const town: Town = {
    ...{ world, seed, book, counts: noCounts(), came, stuck: [], acts: [] },
    wishes: () => {},
    closing,
    closed: () => false,
  };
  tellers.set('the kills', () => JSON.stringify([lives.killed, lives.errors, town.counts, town.stuck]));
  try {
    let games = 0;
    const play = async (): Promise<void> => {
      do {
        const n = games++;
        const any = anyPlan(tableRoll(town, n));
        await evening(town, n, PLANS[n] ?? missing() ?? { ...any, limit: Math.min(any.limit, LIMIT) });
      } while (!closing());
    };
    const tables = Array.from({ length: AT_ONCE }, play);
    await clock.run(Promise.all([...tables, ...(troubled ? [disturb()] : [])]));
    for (const { channel } of chat.messages.values()) standIn.deny(channel);
    for (const { time, kills: more } of LATER) {
      const most = lives.kills() + more;
      const leapt = new Promise<void>((resolve) => lives.leap(time, more - 1, resolve));
      await clock.run(leapt);
      const store = openStore(lives.file());
      for (const purpose of await underWay(store)) lost.set(purpose, clock.now());
      await store.close();
      for (let tries = 0; ; tries++) {
        const { matches, due } = await clock.run(lives.behind());
        if (lives.kills() >= most && matches.length + due.length === 0) break;
        if (tries === TRIES) town.stuck.push(`Not brought up to date: ${JSON.stringify({ matches, due })}`);
        if (tries === TRIES) break;
        await clock.run(clock.pause(MINUTE));
      }
    }
    const store = openStore(lives.file());
    const { found, matches } = await audit({
      ...{ store, book, chat: standIn.chat, now: clock.now(), settled: true, exists: standIn.exists },
      refused: (id) => refused.has(id) || standIn.refused.has(id),
      vanished: (id) => vanished.has(id),
      forgotten: (message, later) =>
        isLater(message, later) && (troubled || message.at < (lost.get(message.purpose ?? '') ?? 0)),
    });
    await store.close();
    const discordError = [...lives.errors, ...town.stuck].map((words) => finding('program', words));
    return { found: [...discordError, ...found], matches, book, lives, standIn, troubles };
  } finally {
    lives.stop();
    tellers.delete('the kills');
  }
}

const PEOPLE: readonly Person[] = NAMES.map((name, n) => ({ id: String(9001 + n), name }));
const PLACES: readonly Place[] = CHANNELS.map((channel) => ({ guild: GUILD, channel }));

/** People press until they are answered: again, where whoever should have answered died first. */
function clientOf(lives: Lives, standIn: StandIn, clock: Clock, roll: Roll, book: Book): Client {
  let interactions = 0;
  const origin = ({ id, name }: Person, channel: string) => ({
    ...{ id: `i${++interactions}`, user: { id, name }, guild: GUILD, channel, parent: null },
    ...{ inThread: standIn.isThread(channel), secret: false, voice: false, sees: true, roles: [] },
    ...{ locale: 'en-GB', theme: null, asks: true, warns: true, permissions: EVERYTHING },
    manages: id === PEOPLE.at(-1)!.id,
  });
  const privately = (channel: string, screen: Screen): Shown => ({
    ...{ id: '', channel, nonce: null, purpose: null, at: clock.now(), flags: EPHEMERAL, gone: false },
    content: screen.body.content ?? '',
    components: (screen.body.components ?? []) as readonly Component[],
    files: screen.files?.length ?? 0,
  });
  const answerOf = (message: Shown | undefined, again: boolean): Answer => {
    const state = message ? 'answered' : 'done';
    return {
      state,
      ...(message ? { message } : {}),
      words: message ? wordsIn(message) : '',
      sure: true,
      again,
    };
  };
  return {
    async press(who, message, part, values = []) {
      const personal = message.flags === EPHEMERAL;
      for (let again = false; ; again = true) {
        await clock.pause(roll(THOUGHT));
        const request: PressRequest = {
          ...origin(who, message.channel),
          ...{ kind: 'press', message: personal ? null : message.id, personal },
          customId: part.custom_id!,
          values,
        };
        const heard = await lives.press(request);
        if (heard === 'lost') continue;
        const { ack, whisper, screen } = heard;
        if (screen && ack === 'update' && !personal) standIn.show(message.id, screen);
        const shown = whisper ?? (ack === 'update' && !personal ? undefined : screen);
        return answerOf(shown && privately(message.channel, shown), again);
      }
    },
    async command(who, { channel }, name, options = {}) {
      await clock.pause(roll(THOUGHT));
      const opens = name.endsWith(' new');
      const message = opens ? standIn.promise(channel) : null;
      const request: CommandRequest = {
        ...origin(who, channel),
        ...{ kind: 'command', name, options: options as CommandRequest['options'], users: new Map() },
        ...{ message, personal: false },
      };
      // Delivered again where it was not answered, and now and then although it was.
      let heard = await lives.press(request);
      while (heard === 'lost' || roll(8) === 0) heard = await lives.press(request);
      const shown = heard.screen ?? heard.whisper;
      if (message && shown && heard.ack === 'public') {
        standIn.show(message, shown);
        book.openings.add(request.id);
        return answerOf(standIn.chat.messages.get(message), false);
      }
      if (message) standIn.chat.remove(message);
      return answerOf(shown && privately(channel, shown), false);
    },
  };
}
