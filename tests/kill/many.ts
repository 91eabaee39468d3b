import { killReal } from './real.ts';

/** `npm run kill [how often] [seed]`: the real bot against a Discord on localhost, killed again and again. */

const kills = Number(process.argv[2] ?? 200);
const seed = process.argv[3] ?? 'many';
const begun = Date.now();
const seconds = (): string => `${Math.round((Date.now() - begun) / 1000)} s`;

const outcome = await killReal(kills, seed, (killed) => {
  if (killed % 10 === 0) console.log(`${killed} kills after ${seconds()}`);
});
for (const fault of outcome.faults) console.error(`${fault.kind}: ${fault.words}`);
const count = (kind: 'lost' | 'doubled'): number =>
  outcome.faults.filter((fault) => fault.kind === kind).length;
console.log(`${outcome.games} games and ${outcome.presses} choices in ${seconds()}`);
console.log(`${outcome.kills} kills, ${count('lost')} lost, ${count('doubled')} doubled`);
process.exit(outcome.faults.length === 0 ? 0 : 1);
