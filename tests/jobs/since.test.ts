import { describe, expect, test } from 'vitest';
import { scheduleDigest } from '../../src/app/digest.ts';
import { entriesOf } from '../../src/app/games.ts';
import { goOn, pause } from '../../src/match/ending.ts';
import { handOver, leaveSeat } from '../../src/match/people.ts';
import { playForTable } from '../../src/match/play.ts';
import { noteHeartbeat } from '../../src/store/heartbeat.ts';
import { behind } from '../../src/store/tables.ts';
import { wordsOf } from '../app/sound.ts';
import { directOf } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { standingTable } from '../lib/messages.ts';
import { AT, acquaint, loaded, lobbyOf } from '../match/people.ts';
import { DAY, HOUR, house, housed, later, MINUTE, plays, said, seated, set, store } from './house.ts';

usePictures('blank');

/** Since when a table waits: since what is open now came up, not what was open before. */

housed();

const BY_HAND = { options: { flip: 'manual' } } as const;
const since = async (id: number) => (await loaded(store, id)).row.turnAt;
const by = (match: number, user = '1000') => ({ match, user, at: Date.now() });

/** The host turns the card of turn `turn`. */
async function turns(id: number, turn: number): Promise<void> {
  await playForTable(store, { ...by(id), turn });
  house.app.refresh(id);
  await house.tables.settled();
}

/** A table whose first round took three days; since then its second card waits to be turned. */
async function betweenRounds(): Promise<number> {
  const id = await seated(house, 2, BY_HAND);
  await turns(id, 0);
  await house.pass(3 * DAY, DAY / 2);
  await plays(id, 0);
  await plays(id, 1);
  return id;
}

describe('a card to be turned', () => {
  test('waits since the round before it closed', async () => {
    const id = await betweenRounds();
    const closed = Date.now();
    expect(await since(id)).toBe(closed);
    await house.pass(DAY - MINUTE);
    expect(said()).toEqual([]);
    await house.pass(MINUTE);
    expect(said()).toEqual([
      `<@1000>, you are waited for · ⏳ **The next card** has been waiting to be turned since <t:${Math.floor(closed / 1000)}:R>`,
    ]);
  });

  test('is listed with that time in /games and in the digest', async () => {
    const id = await betweenRounds();
    const closed = Date.now();
    expect(await entriesOf(house.app, '1000')).toMatchObject([{ id, state: 'mine', since: closed }]);
    await set('1000', { pings: 'digest' });
    await scheduleDigest(store, '1000', Date.now(), true);
    await house.pass(DAY);
    const [message] = house.chat.read(directOf('1000'));
    expect(wordsOf(message!.screen)).toContain(`since <t:${Math.floor(closed / 1000)}:R>`);
  });

  test('the first one waits since the start; once turned, the round is open since then', async () => {
    const id = await seated(house, 2, BY_HAND);
    expect(await since(id)).toBe(AT);
    later(2 * HOUR);
    await turns(id, 0);
    expect(await since(id)).toBe(AT + 2 * HOUR);
  });
});

describe('a pause', () => {
  test('what goes on after it waits since then, and so does its reminder', async () => {
    const id = await seated(house, 2);
    later(5 * HOUR);
    await pause(store, by(id));
    expect(await since(id)).toBe(AT + 5 * HOUR);
    later(10 * DAY);
    const again = Date.now();
    await goOn(store, by(id, '1001'));
    house.app.refresh(id);
    await house.tables.settled();
    expect(await since(id)).toBe(again);
    await house.pass(DAY);
    expect(said()).toEqual([expect.stringContaining(`has been open since <t:${again / 1000}:R>`)]);
  });
});

test('choices, a new host and people who leave do not begin anything anew', async () => {
  const id = await seated(house, 4);
  await plays(id, 1);
  await handOver(store, { ...by(id), to: 1 });
  await leaveSeat(store, by(id, '1003'));
  expect(await since(id)).toBe(AT);
  await plays(id, 0);
  await plays(id, 2);
  expect(await since(id)).toBe(Date.now());
});

describe('a bot that was away', () => {
  const shown = async (id: number) =>
    String(house.chat.messages.get((await standingTable(store, id))!.message!)!.screen.body.content);
  /** The bot is there until here, comes back after a while, and brings up to date what is behind. */
  async function absent(time: number): Promise<void> {
    await noteHeartbeat(store, Date.now(), { at: 0, ago: 0 });
    later(time);
    await noteHeartbeat(store, Date.now());
    for (const match of await behind(store, Date.now())) house.app.refresh(match);
    await house.tables.settled();
  }

  test('says so where somebody waited meanwhile, not where the wait began later', async () => {
    const id = await seated(house, 2);
    await absent(HOUR);
    expect(await shown(id)).toContain('I was away for 60 minutes, nothing is lost');
    expect(await shown(id)).not.toContain('you get that time back');
    later(MINUTE);
    await pause(store, by(id));
    await goOn(store, by(id));
    house.app.refresh(id);
    await house.tables.settled();
    expect(await shown(id)).toContain('**Round 1');
    expect(await shown(id)).not.toContain('I was away');
  });

  test('says how long in all, in the message that stands there, and until when there is time now', async () => {
    const id = await seated(house, 2, { limit: 12 * 3600 });
    const messages = house.chat.messages.size;
    await absent(4 * MINUTE);
    // It is not worth a word, but the time that is given back is shown.
    expect(await shown(id)).not.toContain('I was away');
    expect(await shown(id)).toContain(`<t:${(AT + 12 * HOUR + 4 * MINUTE) / 1000}:R>`);
    later(HOUR);
    await absent(40 * MINUTE);
    expect(await shown(id)).toContain(
      'I was away for 44 minutes, nothing is lost, and you get that time back',
    );
    expect(await shown(id)).toContain(`<t:${(AT + 12 * HOUR + 44 * MINUTE) / 1000}:R>`);
    expect(house.chat.messages.size).toBe(messages);
  });

  test('shows at a lobby, too, that it is open for longer', async () => {
    await acquaint(store, 2);
    const id = await lobbyOf(store, 1);
    house.app.refresh(id);
    await house.tables.settled();
    const words = async () =>
      wordsOf(house.chat.messages.get((await standingTable(store, id))!.lobbyMessage!)!.screen);
    expect(await words()).toContain(`<t:${(AT + DAY) / 1000}:R>`);
    await absent(2 * HOUR);
    expect(await words()).toContain(`<t:${(AT + DAY + 2 * HOUR) / 1000}:R>`);
  });
});
