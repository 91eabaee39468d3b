import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listGames } from '../../src/app/games.ts';
import { connectionOf } from '../../src/store/engine/sqlite.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { behind } from '../../src/store/tables.ts';
import { wordsOf } from '../app/sound.ts';
import { origin } from '../app/stand.ts';
import { usePictures } from '../blank.ts';
import { passing } from '../lib/clock.ts';
import { AT } from '../match/people.ts';
import { earlier, openFormer, released, scratch } from '../store/folders.ts';
import { fillFormer } from '../store/former.ts';
import { faultsOf, type House, openHouse } from './house.ts';

usePictures('blank');

/** What was under way in any former release is looked after like all that came later. */

const GAME = 40;
const PEOPLE = [
  { id: '1000', name: 'Ann' },
  { id: '1001', name: 'Ben' },
];

let store: Store;
let house: House;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(AT);
});
afterEach(async () => {
  await store.close();
  vi.useRealTimers();
});

test.each(Array.from({ length: released() - 1 }, (_, n) => n + 1))(
  'with the first %i migrations',
  async (count) => {
    const file = join(scratch(), 'metrox.db');
    const old = openFormer(file, earlier(count));
    fillFormer(connectionOf(old), count, { game: GAME, guild: '77', channel: '88', people: PEOPLE, at: AT });
    await old.close();
    // The first start, and one that finds everything done.
    openStore(file).close();
    store = openStore(file);
    house = openHouse(store);
    expect(connectionOf(store).pragma('foreign_key_check')).toEqual([]);
    expect(await behind(store, AT)).toContain(GAME);
    for (const match of await behind(store, AT)) house.app.refresh(match);
    await passing(house.look(), 1000);
    // It is listed and shown, and the lobby closes, whose time is up.
    const { screen } = await listGames(house.app, origin('1000'), 0);
    expect(wordsOf(screen!)).toContain(`#${GAME} Tokyo`);
    const posted = [...house.chat.messages.values()].map((message) => message.screen);
    const table = posted.find(({ body }) => body.content?.includes(`#${GAME} Tokyo · **Round 1`));
    expect(table?.body.allowed_mentions).toMatchObject({ users: PEOPLE.map(({ id }) => id) });
    expect(posted.filter((one) => wordsOf(one).includes('nobody started this table in a day'))).toHaveLength(
      1,
    );
    expect(faultsOf(house)).toEqual([]);
    const backup = `metrox.db.before-${count}`;
    expect(readdirSync(dirname(file)).filter((name) => name.includes('before'))).toEqual([backup]);
    const kept = new Database(join(dirname(file), backup), { readonly: true });
    expect(kept.prepare('SELECT id FROM matches').pluck().all()).toEqual([GAME, GAME + 1]);
    expect(kept.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()).toBe(count);
    kept.close();
  },
);
