import { describe, expect, test } from 'vitest';
import { askToEnd, askToKick, goOn, pause, playOn } from '../../src/match/ending.ts';
import { handOver, leaveSeat, returnTo, takeSeat } from '../../src/match/people.ts';
import { heldQuestion } from '../../src/match/restraint.ts';
import { mayTake } from '../../src/match/rights.ts';
import type { Store } from '../../src/store/open.ts';
import { by, STRANGER } from './company.ts';
import { AT, loaded, peopled, running } from './people.ts';
import { chooses, HOUR, outcome } from './table.ts';

/** What is held back, until when, and what never is. */

async function table(limit = 12 * 3600): Promise<[Store, number]> {
  const store = await peopled(12);
  return [store, await running(store, 3, { limit })];
}

/** Everybody chooses, so that the round closes. */
async function round(store: Store, id: number, at: number): Promise<void> {
  for (const user of ['1000', '1001', '1002']) await chooses(store, id, user, at);
}

describe('the question to end it', () => {
  const ask = (store: Store, id: number, at: number) => askToEnd(store, by('1000', id, at));
  const declined = async (store: Store, id: number, at: number) => {
    expect(outcome(await ask(store, id, at))).toBe('done');
    await playOn(store, by('1001', id, at));
  };

  test('that was declined waits for an hour and for the end of the round', async () => {
    const [store, id] = await table();
    await declined(store, id, AT);
    expect(outcome(await ask(store, id, AT + HOUR - 1))).toBe('heldEnd');
    expect(heldQuestion(await loaded(store, id), null, AT)).toEqual({ until: AT + HOUR });
    // The hour has passed, the round has not closed.
    expect(outcome(await ask(store, id, AT + 2 * HOUR))).toBe('heldEnd');
    expect(heldQuestion(await loaded(store, id), null, AT + 2 * HOUR)).toEqual({ until: null });
    await round(store, id, AT + 2 * HOUR);
    await declined(store, id, AT + 2 * HOUR);
    // The round has closed, the hour has not passed.
    await round(store, id, AT + 2 * HOUR + 1);
    expect(outcome(await ask(store, id, AT + 3 * HOUR - 1))).toBe('heldEnd');
    expect(outcome(await ask(store, id, AT + 3 * HOUR))).toBe('done');
  });

  test('waits for three rounds where turns last minutes', async () => {
    const [store, id] = await table(300);
    await declined(store, id, AT);
    for (let n = 0; n < 3; n++) {
      expect(outcome(await ask(store, id, AT + 9 * HOUR)), `${n} rounds`).toBe('heldEnd');
      expect(heldQuestion(await loaded(store, id), null, AT)).toEqual({ until: null });
      await round(store, id, AT);
    }
    expect(outcome(await ask(store, id, AT))).toBe('done');
  });

  test.each([
    [43_200, 1],
    [300, 3],
  ])(
    'where one plays after the other a round is a turn of each: limit %i s, %i rounds',
    async (limit, rounds) => {
      const store = await peopled(4);
      const id = await running(store, 3, {
        limit,
        game: 'metro',
        map: 'paris',
        options: { order: 'joined' },
      });
      await declined(store, id, AT);
      const at = AT + 2 * HOUR;
      for (let turn = 0; turn < 3 * rounds; turn++) {
        expect(outcome(await ask(store, id, at)), `${turn} turns`).toBe('heldEnd');
        const { game, state, seats } = await loaded(store, id);
        await chooses(store, id, seats[game.toAct(state)[0]!]!.player!, at);
      }
      expect(outcome(await ask(store, id, at))).toBe('done');
    },
  );

  test('is held back for whoever is the host, and to decline it never is', async () => {
    const [store, id] = await table();
    await declined(store, id, AT);
    await handOver(store, { ...by('1000', id), to: 1 });
    expect(outcome(await askToEnd(store, by('1001', id)))).toBe('heldEnd');
    expect(outcome(await playOn(store, by('1002', id)))).toBe('running');
  });

  test('that who asked takes back is held back as well', async () => {
    const [store, id] = await table();
    await ask(store, id, AT);
    await playOn(store, by('1000', id));
    expect(outcome(await ask(store, id, AT + 1))).toBe('heldEnd');
  });
});

describe('the question to take somebody off', () => {
  test('that was declined is held back for everybody; one about somebody else is not, nor is the one to end it', async () => {
    const store = await peopled(12);
    const id = await running(store, 5, { limit: 12 * 3600 });
    const round = async (at: number) => {
      for (const user of ['1000', '1001', '1002', '1003', '1004']) await chooses(store, id, user, at);
    };
    const off = (user: string, to: number, at: number) =>
      askToKick(store, { ...by(user, id, at), to, manages: false });
    await round(AT);
    expect(outcome(await off('1000', 4, AT))).toBe('done');
    for (const user of ['1001', '1002']) await playOn(store, { ...by(user, id), question: 5 });
    expect((await loaded(store, id)).question).toBeNull();
    for (const user of ['1000', '1001']) expect(outcome(await off(user, 4, AT + HOUR - 1))).toBe('heldKick');
    expect(outcome(await off('1001', 4, AT + HOUR))).toBe('heldKick');
    await round(AT + HOUR);
    expect(outcome(await off('1001', 3, AT))).toBe('done');
    for (const user of ['1000', '1002'])
      await playOn(store, { ...by(user, id), question: (await loaded(store, id)).question!.seq });
    expect(outcome(await off('1001', 4, AT + HOUR))).toBe('done');
  });
});

describe('a pause', () => {
  test('comes from the same person again only when a turn has ended; to go on is never held back', async () => {
    const [store, id] = await table();
    for (let turn = 1; turn < 4; turn++) {
      expect(outcome(await pause(store, by('1000', id)))).toBe('done');
      expect(outcome(await goOn(store, by('1001', id)))).toBe('done');
      expect(outcome(await pause(store, by('1000', id, AT + 9 * HOUR)))).toBe('heldPause');
      await round(store, id, AT);
    }
  });

  test('comes from somebody else at once', async () => {
    const [store, id] = await table();
    await pause(store, by('1000', id));
    await goOn(store, by('1001', id));
    await handOver(store, { ...by('1000', id), to: 1 });
    expect(outcome(await pause(store, by('1001', id)))).toBe('done');
    await goOn(store, by('1001', id));
    expect(outcome(await pause(store, by('1001', id)))).toBe('heldPause');
  });
});

describe('a seat that was taken over', () => {
  test('and left: who did so takes none there again, but comes back as long as it is theirs', async () => {
    const [store, id] = await table();
    for (const user of ['1001', '1002']) await leaveSeat(store, by(user, id));
    expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat: 1 }))).toBe('done');
    await leaveSeat(store, by(STRANGER, id));
    expect(outcome(await returnTo(store, by(STRANGER, id)))).toBe('done');
    await leaveSeat(store, by(STRANGER, id));
    expect(outcome(await takeSeat(store, { ...by('1005', id), seat: 1 }))).toBe('done');
    for (const seat of [1, 2]) {
      expect(outcome(await takeSeat(store, { ...by(STRANGER, id), seat }))).toBe('gaveUp');
      expect(mayTake(await loaded(store, id), STRANGER, seat)).toBe(false);
    }
    expect(outcome(await takeSeat(store, { ...by('1006', id), seat: 2 }))).toBe('done');
  });

  test('from somebody who had sat there from the beginning keeps nobody from another', async () => {
    const [store, id] = await table();
    for (const user of ['1001', '1002']) await leaveSeat(store, by(user, id));
    await takeSeat(store, { ...by(STRANGER, id), seat: 1 });
    expect(outcome(await takeSeat(store, { ...by('1001', id), seat: 2 }))).toBe('done');
  });
});
