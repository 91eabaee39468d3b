/**
 * Custom ids say everything about a press, so that no button needs anything in memory:
 * `act|match|turn|part|part…`, at most 100 characters.
 */

export interface Id {
  readonly act: string;
  /** 0 where no match is meant. */
  readonly match: number;
  readonly turn: number;
  readonly parts: readonly string[];
  /** The game that the id names; where it names none, that of the buttons which could not name one yet. */
  readonly game: string;
}

/** Buttons, and announcements, of the first release name no game: there was one. */
export const GAME_OF_OLD_BUTTONS = 'metrox';

/** Of acts whose ids name a game, which part (0-based) that is. */
const GAME_PART: ReadonlyMap<string, number> = new Map([
  ...[
    ...['newtable', 'tutorial', 'leaders', 'stats', 'poststats', 'practice', 'practise'],
    ...['daily', 'begin', 'earlier', 'earlierday'],
  ].map((act) => [act, 0] as const),
  ['rules', 1],
  ['jump', 3],
]);

const LONGEST = 100;
const SHAPE = /^([a-z-]{1,20})\|(\d{1,10})\|(\d{1,4})((?:\|[\w.*/:+-]{0,40})*)$/;

/** Throws a RangeError for what would not fit or not come back the same. */
export function encode(act: string, match = 0, turn = 0, ...parts: readonly string[]): string {
  const text = [act, match, turn, ...parts].join('|');
  const whole = parts.every((part) => !part.includes('|'));
  if (!whole || text.length > LONGEST || !SHAPE.test(text))
    throw new RangeError(`"${text}" is no custom id.`);
  return text;
}

/** Marks parts that are steps of a turn which was not kept yet. */
const STEP = '+';

/** Texts of steps as parts of an id. */
export const stepParts = (steps: readonly string[]): string[] => steps.map((step) => `${STEP}${step}`);

/** The steps in the parts of an id, and what comes after them. */
export function stepsIn({ parts }: Pick<Id, 'parts'>): { readonly steps: string[]; readonly rest: string[] } {
  const at = parts.findIndex((part) => !part.startsWith(STEP));
  const end = at < 0 ? parts.length : at;
  return { steps: parts.slice(0, end).map((part) => part.slice(STEP.length)), rest: parts.slice(end) };
}

/** undefined for what is not ours. */
export function decode(text: string): Id | undefined {
  const found = text.length <= LONGEST ? SHAPE.exec(text) : null;
  if (!found) return undefined;
  const [, act = '', match, turn, rest] = found;
  const parts = rest ? rest.slice(1).split('|') : [];
  const game = parts[GAME_PART.get(act) ?? parts.length] ?? GAME_OF_OLD_BUTTONS;
  return { act, match: Number(match), turn: Number(turn), parts, game };
}
