import { describe, expect, test, vi } from 'vitest';
import { createHeartbeat, type Heartbeat } from '../../src/jobs/heartbeat.ts';
import { join } from '../../src/match/lobby.ts';
import { rowOf } from '../../src/store/matches.ts';
import { behind, metaOf } from '../../src/store/tables.ts';
import { usePictures } from '../blank.ts';
import { allow, refuse, rows } from '../lib/rows.ts';
import { AT, acquaint, loaded, lobbyOf } from '../match/people.ts';
import {
  codes,
  DAY,
  HOUR,
  type House,
  house,
  housed,
  later,
  MINUTE,
  openHouse,
  plays,
  reminded,
  seated,
  store,
} from './house.ts';

usePictures('blank');

/** What the bot's absence does to what is due: nothing is charged to anybody, and each thing is served once. */

housed();

const SECOND = 1000;
const HOURLY = { limit: 3600 };
const HALF_DAY = { limit: 43_200 };

/** A process of the bot with its heartbeat, and a Discord that may be out of reach. */
interface Life extends House {
  readonly heartbeat: Heartbeat;
  cut: boolean;
  silent: boolean;
  /** Looks at all that is looked at again and again. */
  turn(): Promise<void>;
}

/** The machine's own clock. It goes with the date, but for steps of the tests in which the bot is there all the time. */
let machine = 0;

/** A process that begins now. */
function begin(): Life {
  const line = { cut: false, silent: false };
  const way = { connected: () => !line.cut, answers: async () => !line.silent };
  const heartbeat = createHeartbeat(house.app, way, () => machine);
  const one = openHouse(store, undefined, { ...house, app: { ...house.app, here: heartbeat.here } });
  const turn = async (): Promise<void> => {
    await heartbeat.look();
    await one.look();
  };
  return Object.assign(line, one, { heartbeat, turn });
}

/** Until a time since AT a process looks again and again, at least each `step`. */
async function until(life: Life, time: number, step = 20 * SECOND): Promise<void> {
  await life.turn();
  while (Date.now() < AT + time) {
    const passed = Math.min(AT + time - Date.now(), step);
    later(passed);
    machine += Math.min(passed, 20 * SECOND);
    await life.turn();
  }
}

/** Nobody looks at anything until a time since AT. */
function dark(time: number): void {
  machine += AT + time - Date.now();
  vi.setSystemTime(AT + time);
}

const deadline = async (id: number): Promise<number> => (await rowOf(store, id))!.deadline! - AT;
const absences = async (): Promise<number[][]> => {
  const found = await rows(store, 'SELECT "from", "to" FROM absences ORDER BY "from"');
  return (found as { from: number; to: number }[]).map(({ from, to }) => [from - AT, to - AT]);
};
/** Rows of the table's own. */
const told = async (id: number) => (await codes(id)).filter((code) => code.startsWith('/'));

/** Three at a table of one-hour turns that strikes the late; two have chosen. */
async function waiting(): Promise<number> {
  const id = await seated(house, 3, { ...HOURLY, onTimeout: 'drop' });
  await plays(id, 0);
  await plays(id, 1);
  return id;
}

describe('a process that ended', () => {
  test('strikes nobody when it is back, but when the time is up that it gave back, once', async () => {
    const id = await waiting();
    await until(begin(), 2 * MINUTE);
    dark(5 * HOUR);
    const life = begin();
    await until(life, 5 * HOUR + MINUTE);
    expect(await told(id)).toEqual([]);
    expect(await deadline(id)).toBe(6 * HOUR - 2 * MINUTE);
    await until(life, 6 * HOUR - 2 * MINUTE - 1);
    expect(await told(id)).toEqual([]);
    await until(life, 6 * HOUR - 2 * MINUTE);
    expect(await told(id)).toEqual(['/excused.2', '/drop.2']);
    await until(begin(), 6 * HOUR + 30 * MINUTE, MINUTE);
    expect(await told(id)).toEqual(['/excused.2', '/drop.2']);
  });

  test('leaves a quarter of the turn, in which whoever was waited for plays on', async () => {
    const id = await waiting();
    await until(begin(), 59 * MINUTE);
    dark(5 * HOUR);
    const life = begin();
    await until(life, 5 * HOUR + 14 * MINUTE);
    expect(await deadline(id)).toBe(5 * HOUR + 15 * MINUTE);
    await plays(id, 2);
    await until(life, 5 * HOUR + 20 * MINUTE);
    expect(await told(id)).toEqual([]);
    expect((await loaded(store, id)).row.turn).toBe(2);
  });

  test('serves nothing before its first heartbeat, and gives an absence once, however often starts are killed', async () => {
    const id = await waiting();
    await until(begin(), 10 * MINUTE);
    dark(3 * HOUR);
    for (let killed = 0; killed < 3; killed++) {
      // Each is killed before it has written a heartbeat, or just after it.
      await begin().look();
      const life = begin();
      life.silent = true;
      await life.turn();
      expect(await told(id)).toEqual([]);
      await begin().turn();
      later(SECOND);
    }
    expect(await absences()).toEqual([[10 * MINUTE, 3 * HOUR]]);
    expect(await deadline(id)).toBe(3 * HOUR + 50 * MINUTE);
  });

  test('twice in one turn gives both back', async () => {
    const id = await waiting();
    await until(begin(), 10 * MINUTE);
    dark(70 * MINUTE);
    await until(begin(), 80 * MINUTE);
    dark(200 * MINUTE);
    const life = begin();
    await until(life, 220 * MINUTE);
    expect(await absences()).toEqual([
      [10 * MINUTE, 70 * MINUTE],
      [80 * MINUTE, 200 * MINUTE],
    ]);
    expect(await deadline(id)).toBe(240 * MINUTE);
    expect(await told(id)).toEqual([]);
    await until(life, 240 * MINUTE);
    expect(await told(id)).toEqual(['/excused.2', '/drop.2']);
  });

  test('in order, and that began again at once, was never away', async () => {
    const life = begin();
    await until(life, MINUTE);
    dark(MINUTE + 9 * SECOND);
    await life.heartbeat.end();
    expect(await metaOf(store, 'alive')).toBe(String(Date.now()));
    dark(2 * MINUTE + 9 * SECOND);
    await begin().turn();
    expect(await absences()).toEqual([]);
  });
});

describe('a process that runs', () => {
  test.each(['cut', 'silent'] as const)(
    'and reaches nobody (%s) serves nothing, and gives the time back',
    async (fault) => {
      const id = await waiting();
      const life = begin();
      await until(life, 50 * MINUTE);
      life[fault] = true;
      await until(life, 66 * MINUTE);
      expect(life.heartbeat.here()).toBe(false);
      expect(await told(id)).toEqual([]);
      life[fault] = false;
      await until(life, 81 * MINUTE - 1);
      expect(life.heartbeat.here()).toBe(true);
      expect(await absences()).toEqual([[50 * MINUTE, 66 * MINUTE]]);
      expect(await deadline(id)).toBe(81 * MINUTE);
      expect(await told(id)).toEqual([]);
      await until(life, 81 * MINUTE);
      expect(await told(id)).toEqual(['/excused.2', '/drop.2']);
    },
  );

  test('and is out of reach for a minute was not away; what is due waits for as long', async () => {
    const id = await waiting();
    const life = begin();
    await until(life, HOUR - 30 * SECOND);
    life.cut = true;
    await until(life, HOUR + 20 * SECOND);
    expect(await told(id)).toEqual([]);
    life.cut = false;
    await until(life, HOUR + 30 * SECOND);
    expect(await absences()).toEqual([]);
    expect(await told(id)).toEqual(['/late.2', '/drop.2']);
  });

  test('and can write nothing is away, too', async () => {
    const id = await waiting();
    const life = begin();
    await until(life, 50 * MINUTE);
    await refuse(store, 'UPDATE', 'meta', 'The disk is full.');
    await until(life, 65 * MINUTE);
    expect(await told(id)).toEqual([]);
    await allow(store, 'meta');
    await until(life, 66 * MINUTE);
    expect(await absences()).toEqual([[50 * MINUTE, 65 * MINUTE]]);
    expect(await told(id)).toEqual([]);
  });

  test('on a machine that slept serves nothing when it wakes, before it has given the time back', async () => {
    const id = await waiting();
    const life = begin();
    await until(life, 10 * MINUTE);
    dark(8 * HOUR);
    await life.look();
    expect(await told(id)).toEqual([]);
    await life.turn();
    expect(await deadline(id)).toBe(8 * HOUR + 50 * MINUTE);
    expect(await told(id)).toEqual([]);
  });

  test('while somebody moves the date was there all the time: what is due then is served', async () => {
    const id = await waiting();
    const life = begin();
    await life.turn();
    vi.setSystemTime(AT + 59 * MINUTE);
    await life.turn();
    vi.setSystemTime(AT + 3 * DAY);
    // First the new date is written, so that a start just now would find none either.
    await life.look();
    expect(await told(id)).toEqual([]);
    await life.turn();
    expect(await metaOf(store, 'alive')).toBe(String(AT + 3 * DAY));
    expect(await told(id)).toEqual(['/late.2', '/drop.2']);
    expect(await absences()).toEqual([]);
  });
});

describe('three turns in a row', () => {
  test('are those in which the bot was there', async () => {
    const id = await seated(house, 2, HALF_DAY);
    const life = begin();
    /** A turn in which nobody plays, and in which the bot is away or not. */
    const turn = async (absent: boolean): Promise<void> => {
      if (absent) {
        await until(life, Date.now() - AT + MINUTE);
        dark(Date.now() - AT + 4 * HOUR);
      }
      await life.turn();
      await until(life, await deadline(id), 6 * HOUR);
    };
    await turn(false);
    await turn(true);
    await turn(true);
    await turn(false);
    expect((await loaded(store, id)).missed).toEqual([2, 2]);
    expect((await loaded(store, id)).standing).toEqual(['here', 'here']);
    await turn(false);
    expect((await loaded(store, id)).standing).toEqual(['away', 'away']);
    expect((await told(id)).filter((code) => code.endsWith('.0'))).toEqual([
      '/late.0',
      '/excused.0',
      '/excused.0',
      '/late.0',
      '/late.0',
      '/away.0',
    ]);
  });
});

describe('reminders', () => {
  test('come at half time and near the end of the time that is given back, once each', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await until(begin(), 5 * HOUR, HOUR);
    dark(13 * HOUR);
    const life = begin();
    const heard: string[] = [];
    for (let time = 13 * HOUR; time < 20 * HOUR; time += 12 * MINUTE) {
      await until(life, time, 12 * MINUTE);
      for (const purpose of reminded().slice(heard.length)) heard.push(`${purpose} ${time / HOUR}`);
    }
    expect(heard).toEqual([`${id}.1.round/half 14`, `${id}.1.round/end 18.8`]);
  });

  test('that came before an absence do not come again', async () => {
    const id = await seated(house, 2, HALF_DAY);
    await until(begin(), 7 * HOUR, MINUTE);
    expect(reminded()).toEqual([`${id}.1.round/half`]);
    dark(9 * HOUR);
    const life = begin();
    await until(life, 12 * HOUR + 47 * MINUTE, MINUTE);
    expect(reminded()).toEqual([`${id}.1.round/half`]);
    await until(life, 12 * HOUR + 48 * MINUTE, MINUTE);
    expect(reminded()).toEqual([`${id}.1.round/half`, `${id}.1.round/end`]);
  });

  test('of a card that anybody may turn follow its new time', async () => {
    const id = await seated(house, 2, { ...HALF_DAY, options: { flip: 'manual' } });
    await until(begin(), 13 * HOUR, 10 * MINUTE);
    expect(await told(id)).toEqual(['/anyone']);
    const before = reminded().length;
    dark(23 * HOUR);
    const life = begin();
    await until(life, 32 * HOUR, MINUTE);
    expect(reminded()).toHaveLength(before);
    await until(life, 33 * HOUR, MINUTE);
    expect(reminded()).toHaveLength(before + 1);
    expect(reminded().at(-1)).toBe(`${id}.0.flip/last`);
    expect(await told(id)).toEqual(['/anyone']);
  });

  test('without a limit come after a day, eight and fifteen in which the bot was there', async () => {
    const id = await seated(house, 2);
    await until(begin(), 20 * HOUR, HOUR);
    dark(44 * HOUR);
    const life = begin();
    await until(life, 48 * HOUR - 1, HOUR);
    expect(reminded()).toEqual([]);
    await until(life, 48 * HOUR, HOUR);
    expect(reminded()).toEqual([`${id}.1.round/1`]);
    await until(life, 9 * DAY - 1, 12 * HOUR);
    expect(reminded()).toHaveLength(1);
    await until(life, 9 * DAY, 12 * HOUR);
    expect(reminded()).toHaveLength(2);
  });
});

test('a lobby is open for a day in which the bot was there, and closes once', async () => {
  await acquaint(store, 3);
  const id = await lobbyOf(store, 1);
  house.app.refresh(id);
  await house.tables.settled();
  await until(begin(), 20 * HOUR, HOUR);
  dark(40 * HOUR);
  const life = begin();
  await until(life, 44 * HOUR - 1, HOUR);
  expect((await rowOf(store, id))!.status).toBe('lobby');
  await join(store, id, '1002', Date.now());
  await until(life, 68 * HOUR - 2, HOUR);
  expect((await rowOf(store, id))!.status).toBe('lobby');
  await until(life, 68 * HOUR - 1, HOUR);
  expect((await rowOf(store, id))!.status).toBe('closed');
});

test('a table is put away after 60 days in which the bot was there', async () => {
  const id = await seated(house, 2);
  await until(begin(), MINUTE);
  dark(50 * DAY);
  const life = begin();
  await until(life, 61 * DAY, 5 * DAY);
  expect((await loaded(store, id)).row.status).toBe('running');
  await until(life, 110 * DAY - MINUTE - 1, 5 * DAY);
  expect((await loaded(store, id)).row.status).toBe('running');
  await until(life, 110 * DAY - MINUTE, DAY);
  expect((await loaded(store, id)).row).toMatchObject({ status: 'over', voided: 'slept' });
});

test('a table at which nobody did anything is looked after as long as if the bot had been there', async () => {
  const id = await seated(house, 2);
  await until(begin(), MINUTE);
  dark(100 * DAY);
  await until(begin(), 100 * DAY + MINUTE);
  // What is said of the absence at the table is still to be shown.
  expect(await behind(store, Date.now())).toEqual([id]);
});
