import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pack, pack, packSmall } from './pack.ts';

/** Tests that start the bot, or one of the small programs, as a process of its own. */
const STARTING = /tests\/(?:e2e|faults|sim|store|config)|tests\/?$/;
const SMALL = /tests\/(?:store|match|replays|position|simulate|discord|doctor|playground)|tests\/?$/;
const PROGRAMS = [
  ...['backup', 'move', 'position', 'ratings', 'register', 'replay', 'restore', 'simulate', 'validate'].map(
    (name) => `src/${name}`,
  ),
  'src/doctor/main',
  'src/playground/main',
  ...['leaser', 'opener', 'reopener'].map((name) => `tests/store/${name}`),
];

/**
 * Before all tests: the bot packed into one file as `npm run build` does it, and small programs into another. It deals the same cards in every run.
 * Settings, the playground and the browser's tests start it as `npm start` does.
 */
export default async function setup(): Promise<() => void> {
  // Asked for by name are perhaps only tests that start nothing.
  const asked = process.argv.slice(2).filter((one) => /tests\/(?!.*\.config\.ts$)/.test(one));
  const starts = (which: RegExp): boolean => asked.length === 0 || asked.some((one) => which.test(one));
  const packs: Pack[] = [];
  const remains = gatherRemains();
  try {
    if (starts(SMALL)) {
      const small = await packSmall(PROGRAMS);
      packs.push(small);
      process.env.PACKED_PROGRAMS = small.file;
    }
    if (starts(STARTING)) {
      const bot = await packBot();
      packs.push(bot);
      process.env.PACKED_BOT = bot.file;
    }
  } catch (error) {
    // What cannot be packed cannot run either, and the tests that start it will say so; the others need none.
    console.error(error);
  }
  return () => {
    for (const { remove } of packs) remove();
    remains();
  };
}

/** Puts all that tests, and what they start, leave in the folder for such things below one that goes in the end. */
function gatherRemains(): () => void {
  const { TMPDIR } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'metrox-tests-'));
  // As the folder for such things is: some tests run a program as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

async function packBot(): Promise<Pack> {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-pack-'));
  try {
    return await pack('tests/bot', {
      DISCORD_TOKEN: 'x.y.z',
      DATABASE_FILE: join(folder, 'metrox.db'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
