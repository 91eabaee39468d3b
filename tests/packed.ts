import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.ts';

/** Tests that start the bot as a process of its own. */
const STARTING = /tests\/(?:e2e|faults|kill|soak)|tests\/?$/;

/**
 * Before all tests: the bot packed into one file. It deals the same cards in every run. Settings, the playground and the
 * browser's tests start it as `npm start` does.
 */
export default async function setup(): Promise<() => void> {
  // Asked for by name are only tests that start no bot.
  const asked = process.argv.slice(2).filter((one) => one.includes('tests/'));
  if (asked.length > 0 && !asked.some((one) => STARTING.test(one))) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'metrox-pack-'));
  const env = {
    DISCORD_TOKEN: 'x.y.z',
    DATABASE_FILE: join(folder, 'metrox.db'),
  };
  try {
    const { file, remove } = await pack('tests/bot.ts', 'drawn', env);
    process.env.PACKED_BOT = file;
    return remove;
  } catch (error) {
    // What cannot be packed cannot run either, and the tests that start the bot will say so; the others need none.
    console.error(error);
    return () => {};
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
