import { describe, expect, test } from 'vitest';
import { sceneOf } from '../../src/app/context.ts';
import { endScreen } from '../../src/app/end.ts';
import { lobbyScreen } from '../../src/app/lobby.ts';
import { called, calledAloud, calledPlain, chatName, quoted } from '../../src/app/names.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { drawn } from '../../src/app/outbound.ts';
import { recordText } from '../../src/match/export.ts';
import type { Match } from '../../src/match/match.ts';
import { replay } from '../../src/match/open.ts';
import type { Stored } from '../../src/store/rows.ts';
import { cut } from '../../src/views/lists.ts';
import { usePictures } from '../blank.ts';
import { positions, type Setting, seatsOf, storedRow } from './positions.ts';
import { endScreens, type Shown, seatScreens, t, tableScreens } from './shown.ts';

usePictures('blank');

/** Names in Hebrew and Arabic must not move what stands beside them: crowns, scores, other names. */

const OPEN = '\u2068';
const SHUT = '\u2069';
const NAMES = ['משה כהן!', 'محمد 12', 'Ann', '1 שרה'];

const named = <T extends Pick<Stored, 'seats'>>(of: T): T => ({
  ...of,
  seats: of.seats.map((seat, i) => ({ ...seat, name: NAMES[i % NAMES.length]! })),
});

/** A game between people with such names, at some of its positions and at its end. */
function* matches(game: string, map: string): Generator<Match> {
  const options: Setting['options'] = game === 'metrox' ? { flip: 'manual' } : {};
  for (const match of positions({ game, map, seats: 4, options, seed: 5 }, (n) => n % 23 === 11)) {
    const { row, former, log } = match;
    yield { ...replay(named({ row, seats: match.seats, former, log })), row };
  }
}

/** Every text of what is sent, as it is sent. */
function sentTexts(screen: Draft): string[] {
  const texts: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (
      typeof value === 'string' &&
      ['content', 'label', 'description', 'placeholder', 'title'].includes(key)
    )
      texts.push(value);
    else if (Array.isArray(value)) for (const one of value) walk(one, key);
    else if (value && Object.getPrototypeOf(value) === Object.prototype)
      for (const [name, one] of Object.entries(value)) walk(one, name);
  };
  walk(screen.body, '');
  walk(screen.files ?? [], '');
  return texts;
}

const RTL = /[\u0590-\u06ff]/u;
const ISOLATED = /\u2068[^\u2068\u2069\n]*\u2069/gu;

/** Lines in which text that runs from right to left stands open to its neighbours, or a mark has lost its other. */
const openLines = (screen: Draft): string[] =>
  sentTexts(screen)
    .flatMap((text) => text.split('\n'))
    .filter((line) => /[\u0590-\u06ff\u2068\u2069]/u.test(line.replace(ISOLATED, '')));

describe('a name', () => {
  test('is held together in chat, alt text and labels, and by itself for pictures', () => {
    expect(chatName('משה *x*')).toBe(`${OPEN}משה \\*x\\*${SHUT}`);
    expect(called('Ann', t)).toBe(`${OPEN}Ann${SHUT}`);
    expect(calledAloud('*Ann*', t)).toBe(`${OPEN}*Ann*${SHUT}`);
    expect(calledPlain('*Ann*', t)).toBe('*Ann*');
  });

  test('who is nobody any more is called in our own words', () => {
    for (const as of [called, calledAloud, calledPlain]) expect(as('', t)).toBe('someone');
  });

  test('cannot break out of what holds it', () => {
    for (const name of [`a${SHUT}b`, `${OPEN}${OPEN}a`, `a\u202eb\u2067`, `${SHUT}${OPEN}`])
      expect(chatName(name).slice(1, -1)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('what is cut within one is closed, and no longer than it may be', () => {
    const label = `${OPEN}${'ש'.repeat(16)}${SHUT} 35`;
    for (let max = 2; max <= label.length; max++) {
      const short = cut(label, max);
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short.replace(ISOLATED, '')).not.toMatch(/[\u0590-\u06ff\u2068\u2069]/u);
    }
    expect(cut(label, label.length)).toBe(label);
    expect(cut(`${OPEN}Ann${SHUT} has chosen`, 9)).toBe(`${OPEN}Ann${SHUT} ha…`);
  });
});

describe('what somebody typed', () => {
  test('is held together, and brings no marks of its own', () => {
    expect(quoted('שעה\u202e\n *22*', 40)).toBe(`${OPEN}שעה \\*22\\*${SHUT}`);
    expect(quoted('x'.repeat(50), 10)).toBe(`${OPEN}${'x'.repeat(9)}…${SHUT}`);
  });
});

describe.each([
  ['metrox', 'osaka'],
  ['metro', 'paris'],
  ['metromania', 'six-quarters'],
])('%s among Hebrew and Arabic players', (game, map) => {
  test('no line of any screen, menu or alt text leaves a name open', async () => {
    let seen = 0;
    for (const match of matches(game, map)) {
      const shown: AsyncGenerator<Shown>[] = [tableScreens(match), seatScreens(match, 1)];
      if (match.row.status === 'over') shown.push(endScreens(match));
      for (const screens of shown)
        for await (const { what, screen } of screens) {
          seen += sentTexts(screen).filter((text) => RTL.test(text)).length;
          expect(openLines(screen), what).toEqual([]);
        }
    }
    expect(seen).toBeGreaterThan(20);
  });

  test('records have the names and nothing else', async () => {
    const last = [...matches(game, map)].at(-1)!;
    expect(last.row.status).toBe('over');
    expect(recordText(last)).toContain(NAMES[0]);
    expect(recordText(last)).not.toMatch(/[\u2066-\u2069]/);
    const sent = (await drawn(endScreen(last, t))).files?.filter(({ name }) => name.endsWith('.json')) ?? [];
    expect(sent).toHaveLength(1);
    expect(String(sent[0]!.data)).toContain(NAMES[0]);
    expect(String(sent[0]!.data)).not.toMatch(/[\u2066-\u2069]/);
  });
});

test('the crown of a lobby stays with its name', async () => {
  const stored = named({
    row: storedRow({ map: 'osaka', seats: 4, flip: 'auto', seed: 1 }),
    seats: seatsOf(4),
    former: [],
    log: [],
  });
  const screen = await drawn(lobbyScreen(stored, t));
  expect(openLines(screen)).toEqual([]);
  const names = sceneOf(stored.seats, t).names;
  expect(sentTexts(screen).join('\n')).toContain(`👑 ${names[0]} · ${names[1]} · ${names[2]} · ${names[3]}`);
});
