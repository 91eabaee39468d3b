import { type Deal, DealError, type Given, ORDER } from '../game.ts';
import { checkTerms } from '../terms.ts';
import { emptyBoard } from './board.ts';
import { canBeDealt, chanceOf, cityBy, handsBy, markersOf, same } from './deal.ts';
import { CORNERS, placed } from './grid.ts';
import {
  type Box,
  type City,
  KINDS,
  LETTERS,
  type Marker,
  type Setting,
  type Sign,
  type State,
} from './state.ts';

/** How a game begins. */

/** The newest number of the rules. */
export const RULES = 1;

export const OPTIONS = [
  { id: 'game', values: ['regular', 'advanced'], default: 'regular', seats: [2, 2] },
  { id: 'markers', values: ['hidden', 'open'], default: 'hidden' },
  { id: 'noCorruption', values: ['false', 'true'], default: 'false', seats: [4, 4] },
  { id: 'digging', values: ['line', 'free'], default: 'line' },
  { id: 'lastTurn', values: ['false', 'true'], default: 'false' },
  ORDER,
] as const;

/** Deals the city and all hands. Throws a `DealError` for what does not fit. */
export function setup({ map: box, seats, options, chance, rules }: Deal<Box>): State {
  if (seats < 2 || seats > 4) throw new DealError(`MetroMania is for 2 to 4 players, not for ${seats}.`);
  checkTerms({ title: 'MetroMania', rules: RULES, options: OPTIONS }, { rules, options, seats });
  const setting = settingOf(seats, options);
  const { city, hands } =
    'seed' in chance ? dealt(box, setting, chance.seed) : givenOf(box, setting, chance.given);
  const { companies } = setting;
  const lines = Array.from({ length: 2 * companies }, (_, line) => ({
    company: line >> 1,
    number: 1 + (setting.advanced ? line % 4 : line % 2),
    side: null,
    vertices: [],
    tunnels: [],
    done: false,
  }));
  return {
    ...emptyBoard(box),
    setting,
    city,
    signs: signsOf(box, city),
    lines,
    blocked: lines.map(() => false),
    points: Array<number>(companies).fill(0),
    hands,
  };
}

function dealt(box: Box, setting: Setting, seed: string) {
  const chance = chanceOf(seed);
  const city = cityBy(chance);
  return { city, hands: handsBy(box, setting, chance) };
}

/** By triangle: what stands there. */
function signsOf({ pieces }: Box, city: City): (Sign | null)[] {
  const signs = CORNERS.map((): Sign | null => null);
  for (const [sector, { piece, turn }] of city.entries())
    for (const [sign, cell] of Object.entries(pieces[piece]!))
      signs[placed(cell, sector, turn)] = sign as Sign;
  return signs;
}

function settingOf(seats: number, options: Deal<Box>['options']): Setting {
  const advanced = options.game === 'advanced';
  const companies = advanced ? 2 * seats : seats;
  const noCorruption = options.noCorruption === 'true';
  return {
    seats,
    companies,
    advanced,
    owners: Array.from({ length: companies }, (_, company) => (advanced ? company >> 1 : company)),
    // Who holds what by *No Corruption* everybody can read in its rules.
    open: options.markers === 'open' || noCorruption,
    free: options.digging === 'free',
    noCorruption,
    lastTurn: options.lastTurn === 'true',
  };
}

/** `city`: [piece, turn] for each sector; `markers`: by seat, as LETTER.TYPE. */
function givenOf(box: Box, setting: Setting, { city, markers }: Given) {
  return { city: cityOf(city), hands: handsOf(box, setting, markers) };
}

function cityOf(given: unknown): City {
  const sectors = Array.isArray(given) && given.length === 6 ? given : [];
  const city = sectors.flatMap((one: unknown) => {
    const [piece, turn] = Array.isArray(one) && one.length === 2 ? (one as unknown[]) : [];
    return isWhole(piece, 1, 6) && isWhole(turn, 0, 2) ? [{ piece: piece - 1, turn }] : [];
  });
  if (city.length !== 6)
    throw new DealError(
      'The city must be six pairs [piece, turn], by sector: pieces are 1 to 6, turns are 0 to 2.',
    );
  if (new Set(city.map(({ piece }) => piece)).size !== 6)
    throw new DealError('Each of the six pieces lies in the city once.');
  return city;
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** "A.R": the letter, and the first letter of the kind. */
const MARKER = /^([A-F])\.([RCE])$/;

export const markerText = ({ letter, kind }: Marker): string => `${letter}.${kind[0]!.toUpperCase()}`;

function handsOf(box: Box, setting: Setting, given: unknown): Marker[][] {
  const lists = Array.isArray(given) ? (given as unknown[]) : [];
  if (lists.length !== setting.seats || !lists.every(Array.isArray))
    throw new DealError(
      `The markers must be ${setting.seats} lists, one a seat, of markers such as "A.R"; a game that has not ended does not tell them.`,
    );
  const hands = lists.map((list) => (list as unknown[]).map((text) => markerOf(box, text)));
  const all = hands.flat();
  const twice = all.find((one, at) => all.findIndex((other) => same(one, other)) !== at);
  if (twice) throw new DealError(`The marker ${markerText(twice)} is there once, not twice.`);
  const absent = markersOf(box).find((one) => !all.some((other) => same(one, other)));
  if (absent) throw new DealError(`Nobody holds the marker ${markerText(absent)}: all twelve are dealt.`);
  const byCompany = setting.advanced
    ? hands.flatMap((hand) => [
        hand.filter(({ letter }) => LETTERS.indexOf(letter) < 3),
        hand.filter(({ letter }) => LETTERS.indexOf(letter) >= 3),
      ])
    : hands;
  if (!canBeDealt(box, setting, byCompany)) throw new DealError(HANDS[handsKey(setting)]);
  return byCompany;
}

const handsKey = ({ noCorruption, seats, advanced }: Setting): keyof typeof HANDS =>
  noCorruption
    ? 'noCorruption'
    : seats === 2
      ? advanced
        ? 'advanced'
        : 'two'
      : seats === 3
        ? 'three'
        : 'four';

const HANDS = {
  noCorruption: 'With noCorruption each seat holds the markers that its rules name.',
  two: 'With two players one seat holds the left column of the markers, the other the right one.',
  advanced:
    'In the advanced game one seat holds the left column of A to C and the other the right one, and so for D to F.',
  three:
    'With three players each seat holds four markers of different letters, two of them of one kind: for each seat another one.',
  four: 'With four players each seat holds one marker of each kind, of different letters.',
} as const;

function markerOf(box: Box, text: unknown): Marker {
  const [, letter, short] = (typeof text === 'string' && MARKER.exec(text)) || [];
  const kind = KINDS.find((one) => one[0]!.toUpperCase() === short);
  const marker = markersOf(box).find((one) => one.letter === letter && one.kind === kind);
  if (!marker) throw new DealError(`There is no marker ${JSON.stringify(text)?.slice(0, 40)}.`);
  return marker;
}
