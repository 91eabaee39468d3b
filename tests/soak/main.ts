import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from '../pack.ts';
import { soak } from './run.ts';

/** `npm run soak -- [--seconds 720] [--games 1000] [--sample 20] [--seed soak]`: many games, much trouble, an audit. */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '720' },
    games: { type: 'string', default: '1000' },
    sample: { type: 'string' },
    seed: { type: 'string', default: 'soak' },
  },
});
const seconds = Number(values.seconds);
const games = Number(values.games);
const sample = Number(values.sample ?? (seconds >= 300 ? 20 : 0));
const folder = mkdtempSync(join(tmpdir(), 'metrox-soak-'));
const env = {
  DISCORD_TOKEN: 'x.y.z',
  DATABASE_FILE: join(folder, 'metrox.db'),
};
const packed = await pack('tests/soak/bot.ts', 'drawn', env);
let found = 1;
try {
  const { findings, figures } = await soak({
    program: packed.file,
    seconds,
    games,
    sample,
    seed: values.seed,
    tell: (line) => console.log(line),
  });
  for (const { part, words } of findings.slice(0, 200)) console.error(`${part}: ${words}`);
  for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`);
  console.log(`findings: ${findings.length}`);
  found = findings.length;
} finally {
  packed.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(found === 0 ? 0 : 1);
