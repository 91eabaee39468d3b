import { pick, type Roll } from '../lib/chance.ts';
import type { Shown } from '../lib/chat.ts';
import { partFor, playFrom, type Sitter, walk } from '../lib/person.ts';
import { sitter, type Town } from './town.ts';

/** Games that somebody plays for nothing, alone or against computers, where nobody else sees it. */

interface Practice {
  readonly command: string;
  readonly turns: boolean;
  options(roll: Roll): Record<string, unknown>;
}

/** The strongest think as long as a press takes; they are seldom met. */
const STRENGTHS = [...Array<string>(5).fill('easy'), 'normal', 'normal', 'hard'];
const strength = (roll: Roll) => ({ strength: pick(STRENGTHS, roll) });

const PRACTICES: readonly Practice[] = [
  {
    command: 'metrox solo',
    turns: false,
    options: (roll) => ({ practice: pick(['tokyo', 'osaka', 'metro-city', 'tube-town'], roll) }),
  },
  {
    command: 'metro practice',
    turns: true,
    options: (roll) => ({ ...strength(roll), computers: 1 + roll(2), hand: pick(['1', '2', '3'], roll) }),
  },
  {
    command: 'metromania practice',
    turns: true,
    options: (roll) => ({ ...strength(roll), computers: 1, game: pick(['regular', 'advanced'], roll) }),
  },
];

/** Somebody begins a practice and plays it as far as they like. */
export async function practise(town: Town, roll: Roll): Promise<void> {
  const { world } = town;
  const place = pick(world.places(), roll);
  const who = pick(world.people(place.guild), roll);
  const { command, turns, options } = pick(PRACTICES, roll);
  await world.up();
  const { message } = await world.client.command(who, place, command, options(roll));
  if (message) await playAlone({ ...sitter(town, 0, who, roll, turns), asks: true }, message);
}

/** Keys by which something is chosen. */
const CHOICES = ['pick', 'try', 'play'];
/** What may be asked at the end. */
const AFTER = ['par', 'review', 'replay'];

/** Plays from a screen on, to the end or as far as they like, now and then after a hint, and looks at how it went. */
export async function playAlone(one: Sitter, from: Shown): Promise<void> {
  const { roll } = one;
  let screen: Shown | undefined = from;
  for (let turns = 0; screen && turns < 100; turns++) {
    const shown: Shown = screen;
    const choice = CHOICES.map((act) => partFor(shown, act)).find((part) => part);
    if (!choice) break;
    if (roll(20) === 0) return;
    const [, match, turn] = choice.custom_id!.split('|').map(Number);
    const asked: Shown | undefined = roll(8) === 0 ? await walk(one, shown, ['hint']) : undefined;
    screen = await playFrom({ ...one, match: match! }, asked ?? shown, turn!);
  }
  const after = AFTER.filter((act) => screen && partFor(screen, act));
  if (screen && after.length > 0) await walk(one, screen, [pick(after, roll)]);
}
