import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { button, type Club, connect, type Line, type Loose, openClub } from './club.ts';

/** A bot that knows one command and has posted one message with a button; Ann and Ben look on. */

export const clockFile = join(tmpdir(), `clock-${process.pid}-interactions`);
const HI = { name: 'hi', description: 'Says hello' };
export let club: Club;
export let ann: Line;
export let ben: Line;
export let hi: Loose;
export let table: Loose;

/** Makes it the bot's only command again. */
export async function registerHi(): Promise<void> {
  [hi] = await club.register([HI]);
}

/** The tests of a file share the club; each has a message of its own. */
export function gathered(): void {
  beforeAll(async () => {
    club = await openClub({ clockFile });
    ann = connect(club.discord, 'person-ann');
    ben = connect(club.discord, 'person-ben');
    await ann.next('READY');
    await ben.next('READY');
    await registerHi();
  });

  beforeEach(async () => {
    rmSync(clockFile, { force: true });
    table = (
      await club.bot('POST', `/channels/${club.place('metro')}/messages`, {
        content: 'table',
        components: [button('press')],
      })
    ).body;
  });

  afterAll(async () => {
    ann.close();
    ben.close();
    rmSync(clockFile, { force: true });
    await club.close();
  });
}
