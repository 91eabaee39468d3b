import { setTimeout as sleep } from 'node:timers/promises';

/** People who play at tables by what they are shown alone: whatever can be chosen there they choose by chance. */

/** What the bot sends: a message, or a first answer. */
export interface Body {
  readonly type?: number;
  readonly flags?: number;
  readonly content?: string | null;
  readonly components?: readonly Component[];
}

interface Component {
  readonly custom_id?: string;
  readonly disabled?: boolean;
  readonly options?: readonly { readonly value: string }[];
  readonly components?: readonly Component[];
}

export interface Person {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly channel: string;
}

/** A message that is pressed: 64 is seen by one person alone. */
interface Pressed {
  readonly id: string;
  readonly flags: number;
}

/** What is done over a stretch of time. */
export interface Figures {
  /** Presses and commands that were begun, by their first word. */
  readonly clicks: Readonly<Record<string, number>>;
  readonly begun: number;
  /** Ms from the event to the first answer, and to the answer, each in its order. */
  readonly acknowledged: readonly number[];
  readonly answered: readonly number[];
  /** Of those that had no first answer within three seconds. */
  readonly missed: number;
  /** Of those that were told that too much is going on; they press again. */
  readonly busy: number;
  /** First answers and answers that came though there was one. */
  readonly twice: number;
  /** Requests of the bot, by what they are about. */
  readonly requests: Readonly<Record<string, number>>;
  /** How often nobody had anything to press when it was time. */
  readonly starved: number;
  readonly seconds: number;
}

/** What a bench asks of the crowd. `tables`: so many of a game begin, and the others are left. */
export type Order =
  /** Says nothing before the bot is there. */
  | { readonly do: 'ready' }
  | { readonly do: 'tables'; readonly game: string; readonly count: number }
  /** So many presses are under way at any time until so many are answered, or the time (ms) is up. */
  | { readonly do: 'press'; readonly at: number; readonly clicks: number; readonly most: number }
  /** Presses come at a rate (a second) for so many ms, whatever becomes of them. */
  | { readonly do: 'rush'; readonly rate: number; readonly most: number };

export interface Crowd {
  readonly channels: readonly string[];
  obey(order: Order): Promise<Figures>;
  /** The bot has logged in. */
  met(): void;
  count(kind: string): void;
  twice(what: string): void;
  /** Too much is going on: nothing was done. */
  refused(token: string, after: number): void;
  /** `open`: the pressed message, which all see, is the answer. */
  acknowledged(token: string, after: number, open: boolean): void;
  answered(token: string, after: number, message: string, body: Body, beside: boolean): void;
  /** A message stands in a channel as it is shown now. */
  shown(channel: string, message: string, body: Body): void;
}

interface World {
  readonly channels: readonly string[];
  /** Sends an interaction; its token comes back. */
  send(person: Person, data: object, message?: Pressed): string;
  forget(token: string): void;
}

/** What can be chosen in a turn; all else on a screen leads somewhere else. */
const CHOICES = new Set(['pick', 'play', 'try', 'flip', 'table']);
/** Until a press that was not answered is given up, in ms. */
const GIVEN_UP = 15_000;
const MISSED = 3_000;

interface Choice {
  readonly customId: string;
  readonly values: readonly string[];
}

interface Table {
  readonly channel: string;
  readonly people: readonly Player[];
  readonly game: string;
  /** Its last message, and what may be pressed there. */
  message: Pressed | undefined;
  /** The message of its lobby, whose id its thread bears. */
  lobby?: string;
  choices: readonly Choice[];
  /** Those who are named in it. */
  named: string;
  over: boolean;
  /** Somebody has pressed what changes its message. */
  waits: boolean;
}

interface Player extends Person {
  table: Table | undefined;
  /** The private message that they look at. */
  screen: Pressed | undefined;
  choices: readonly Choice[];
  /** What they looked at last of the table: a turn is asked for once. */
  asked: string;
  busy: boolean;
}

let seed = 2_463_534_242;
/** The next number of a fixed sequence, below `n`. */
function roll(n: number): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return Math.floor(((seed >>> 0) / 2 ** 32) * n);
}

function parts(components: readonly Component[] = []): Component[] {
  return components.flatMap((one) => [one, ...parts(one.components)]);
}

const actOf = ({ customId }: Choice): string => customId.split('|')[0]!;

const choicesOf = (body: Body): Choice[] =>
  parts(body.components).flatMap(({ custom_id: customId, disabled, options }): Choice[] => {
    if (customId === undefined || disabled) return [];
    return options ? options.map(({ value }) => ({ customId, values: [value] })) : [{ customId, values: [] }];
  });

export function createCrowd(world: World): Crowd {
  let tables: Table[] = [];
  let figures = begin();
  const underWay = new Map<
    string,
    { readonly player: Player; readonly given: Choice; readonly at: number; acknowledged: boolean }
  >();
  let next = 0;
  let people = 0;
  let meet = (): void => {};
  const met = new Promise<void>((resolve) => (meet = resolve));

  function begin() {
    return {
      clicks: {} as Record<string, number>,
      acknowledged: [] as number[],
      answered: [] as number[],
      requests: {} as Record<string, number>,
      missed: 0,
      busy: 0,
      twice: 0,
      starved: 0,
      at: performance.now(),
    };
  }

  function seat(game: string, channel: string): Table {
    const table: Table = {
      channel,
      people: [],
      game,
      message: undefined,
      choices: [],
      named: '',
      over: true,
      waits: false,
    };
    const players = [0, 1].map((): Player => {
      const number = people++;
      return {
        number,
        id: String(200_000_000_000_000_000n + BigInt(number)),
        name: `p${number}`,
        channel,
        table,
        screen: undefined,
        choices: [],
        asked: '',
        busy: false,
      };
    });
    return Object.assign(table, { people: players });
  }

  function begun(player: Player, given: Choice, data: object, message?: Pressed): void {
    const act = actOf(given);
    figures.clicks[act] = (figures.clicks[act] ?? 0) + 1;
    player.busy = true;
    underWay.set(world.send(player, data, message), {
      player,
      given,
      at: performance.now(),
      acknowledged: false,
    });
  }

  const press = (player: Player, given: Choice, message: Pressed): void =>
    begun(
      player,
      given,
      {
        type: 3,
        data: {
          custom_id: given.customId,
          component_type: given.values.length > 0 ? 3 : 2,
          ...(given.values.length > 0 ? { values: given.values } : {}),
        },
      },
      message,
    );

  /** What somebody would press now, if there is anything. */
  function wish(player: Player): (() => void) | undefined {
    const { table } = player;
    if (player.busy || !table || table.waits) return undefined;
    const [host] = table.people;
    const { message } = table;
    if (table.over) {
      if (player !== host) return undefined;
      return () => {
        Object.assign(table, { waits: true, message: undefined, choices: [] });
        for (const one of table.people) Object.assign(one, { screen: undefined, choices: [], asked: '' });
        const options = [{ name: 'players', type: 4, value: 2 }];
        const data = { id: '1', type: 1, name: table.game, options: [{ type: 1, name: 'new', options }] };
        begun(player, { customId: 'new', values: [] }, { type: 2, data });
      };
    }
    if (!message) return undefined;
    const on = (act: string): Choice | undefined => table.choices.find((one) => actOf(one) === act);
    const [join, start, mine] = [on('join'), on('start'), on('mine')];
    // A full lobby offers no seat any more.
    if (start) {
      const given = player === host ? (join ? undefined : start) : join;
      if (!given) return undefined;
      return () => {
        table.waits = true;
        press(player, given, message);
      };
    }
    const { screen, choices } = player;
    const flip = table.named.includes(player.id) ? on('flip') : undefined;
    if (flip) return () => press(player, flip, message);
    if (screen && choices.length > 0) {
      const given = choices[roll(choices.length)]!;
      return () => press(player, given, screen);
    }
    if (!mine || player.asked === mine.customId || !table.named.includes(player.id)) return undefined;
    return () => {
      player.asked = mine.customId;
      press(player, mine, message);
    };
  }

  /** Somebody presses, in turn; whether anybody could. */
  function pressOnce(): boolean {
    const all = tables.flatMap((table) => table.people);
    for (let i = 0; i < all.length; i++) {
      const wished = wish(all[(next + i) % all.length]!);
      if (!wished) continue;
      next = (next + i + 1) % all.length;
      wished();
      return true;
    }
    return false;
  }

  /** What is not answered is given up after a while, as people do: they press again. */
  function tidy(): void {
    const at = performance.now();
    for (const [token, one] of underWay) {
      if (at - one.at < GIVEN_UP) break;
      finish(token, one.player);
      one.player.asked = '';
      if (one.player.table) one.player.table.waits = false;
    }
  }

  function finish(token: string, player: Player): void {
    const one = underWay.get(token);
    if (one && !one.acknowledged) figures.missed++;
    underWay.delete(token);
    player.busy = false;
    // Whatever comes for it from now on is too much: it stays known for a while.
    setTimeout(() => world.forget(token), GIVEN_UP).unref();
  }

  function summed(): Figures {
    const { at, ...rest } = figures;
    const missed =
      rest.missed +
      [...underWay.values()].filter((one) => !one.acknowledged && performance.now() - one.at > MISSED).length;
    const all = Object.values(rest.clicks).reduce((sum, n) => sum + n, 0);
    return { ...rest, missed, begun: all, seconds: (performance.now() - at) / 1000 };
  }

  async function pressing({ at: most, clicks, most: time }: Extract<Order, { do: 'press' }>): Promise<void> {
    const until = performance.now() + time;
    while (figures.answered.length < clicks && performance.now() < until) {
      tidy();
      while (underWay.size < most && pressOnce());
      await sleep(1);
    }
  }

  async function rushing({ rate, most }: Extract<Order, { do: 'rush' }>): Promise<void> {
    const from = performance.now();
    for (let done = 0; ; ) {
      const time = performance.now() - from;
      if (time >= most) return;
      tidy();
      for (; done < (time / 1000) * rate; done++) if (!pressOnce()) figures.starved++;
      await sleep(2);
    }
  }

  return {
    channels: world.channels,
    met: () => meet(),
    async obey(order) {
      if (order.do === 'ready') {
        await met;
        return summed();
      }
      if (order.do === 'tables') {
        tables = world.channels.slice(0, order.count).map((channel) => seat(order.game, channel));
        underWay.clear();
        figures = begin();
        return summed();
      }
      figures = begin();
      await (order.do === 'press' ? pressing(order) : rushing(order));
      return summed();
    },
    count: (kind) => void (figures.requests[kind] = (figures.requests[kind] ?? 0) + 1),
    twice: () => void figures.twice++,
    refused(token, after) {
      const one = underWay.get(token);
      figures.acknowledged.push(after);
      figures.busy++;
      if (!one) return;
      one.acknowledged = true;
      finish(token, one.player);
      one.player.asked = '';
      if (one.player.table) one.player.table.waits = false;
    },
    acknowledged(token, after, open) {
      const one = underWay.get(token);
      figures.acknowledged.push(after);
      if (!one) return;
      one.acknowledged = true;
      if (!open) return;
      finish(token, one.player);
      figures.answered.push(after);
    },
    answered(token, after, message, body, beside) {
      const one = underWay.get(token);
      if (!one) return;
      const { player, given } = one;
      finish(token, player);
      figures.answered.push(after);
      const act = actOf(given);
      if (act === 'new' || act === 'join' || act === 'start' || act === 'rematch') {
        if (!beside && player.table) stands(player.table, message, body);
        return;
      }
      if (beside) return;
      player.screen = { id: message, flags: 64 | (body.flags ?? 0) };
      player.choices = choicesOf(body).filter((choice) => CHOICES.has(actOf(choice)));
    },
    shown(channel, message, body) {
      const table = tables.find((one) => one.channel === channel || one.lobby === channel);
      if (table) stands(table, message, body);
    },
  };

  function stands(table: Table, id: string, body: Body): void {
    const choices = choicesOf(body);
    const acts = new Set(choices.map(actOf));
    // What stays of a lobby or a round says nothing that is to be pressed.
    if (!['join', 'start', 'mine', 'flip', 'rematch'].some((act) => acts.has(act))) return;
    table.message = { id, flags: body.flags ?? 0 };
    if (acts.has('start')) table.lobby = id;
    table.choices = choices;
    table.named = JSON.stringify(body);
    table.over = acts.has('rematch');
    table.waits = false;
  }
}
