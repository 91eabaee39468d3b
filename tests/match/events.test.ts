import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEvent, encodeEvent, type TableEvent } from '../../src/match/events.ts';
import { VOIDS } from '../../src/store/schema.ts';

/** What happens at tables, as it stands in the logs of databases. */

/** Every text that was ever written: none of them may change. */
const TEXTS: readonly [string, TableEvent][] = [
  ['/flipper.2', { kind: 'operator', seat: 2 }],
  ['/anyone', { kind: 'anyone' }],
  ['/host.0', { kind: 'host', seat: 0 }],
  ['/late.24', { kind: 'late', seat: 24 }],
  ['/excused.1', { kind: 'excused', seat: 1 }],
  ['/away.3', { kind: 'away', seat: 3 }],
  ['/leave.3', { kind: 'leave', seat: 3 }],
  ['/kick.3', { kind: 'kick', seat: 3 }],
  ['/back.3', { kind: 'back', seat: 3 }],
  ['/sit.3', { kind: 'sit', seat: 3 }],
  ['/drop.3', { kind: 'drop', seat: 3 }],
  ['/pause', { kind: 'pause' }],
  ['/go', { kind: 'go' }],
  ['/ask.2', { kind: 'ask', seat: 2, off: null, frail: true }],
  ['/ask.2.end', { kind: 'ask', seat: 2, off: null }],
  ['/ask.2.off.3', { kind: 'ask', seat: 2, off: 3 }],
  ['/agree.1', { kind: 'agree', seat: 1 }],
  ['/playon.1', { kind: 'playon', seat: 1 }],
  ['/lapse', { kind: 'lapse' }],
  ['/gone.4', { kind: 'gone', seat: 4 }],
  ['/end', { kind: 'end' }],
  ['/void.agreed', { kind: 'void', why: 'agreed' }],
  ['/void.moderator', { kind: 'void', why: 'moderator' }],
  ['/void.slept', { kind: 'void', why: 'slept' }],
  ['/void.deserted', { kind: 'void', why: 'deserted' }],
  ['/void.shelved', { kind: 'void', why: 'shelved' }],
];

describe('the text of an event', () => {
  test.each(TEXTS)('is %s, for ever', (code, event) => {
    expect(decodeEvent(code)).toEqual(event);
    expect(encodeEvent(event)).toBe(code);
  });

  test('is there for every way in which a match ends early', () => {
    const known = TEXTS.flatMap(([, event]) => (event.kind === 'void' ? [event.why] : []));
    expect(known.sort()).toEqual([...VOIDS].sort());
  });

  test('means one event, and comes back the same; all else is none', () => {
    const words = fc.constantFrom(
      '/',
      'late',
      'ask',
      'void',
      'end',
      'off',
      'constructor',
      '.',
      '1',
      '12',
      'agreed',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        const code = parts.join('');
        const event = decodeEvent(code);
        if (event !== undefined && !/\.0\d/.test(code)) expect(encodeEvent(event)).toBe(code);
      }),
    );
    for (const code of [
      '',
      '/',
      'late.2',
      '/operator.2',
      '/late',
      '/late.',
      '/late.x',
      '/late.2.3',
      '/pause.1',
      '/nothing',
      '/void.else',
      '/ask.2.off',
      '/ask.2.end.1',
      '/__proto__',
      'F.3',
    ])
      expect(decodeEvent(code), code).toBeUndefined();
  });
});
