import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasDisplay } from '../src/config.ts';
import { type Played, playUntil } from '../src/match/record.ts';
import { begin, type Ended } from './installation.ts';
import { PATIENCE } from './patience.ts';
import { command } from './store/programs.ts';

/** `npm run position`: a position of a record in plain text and as a picture. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPLAYS = join(ROOT, 'tests/replays');
const patience = { timeout: PATIENCE };

const recordIn = (file: string): unknown => JSON.parse(readFileSync(join(REPLAYS, file), 'utf8'));

function played(record: unknown, turn?: number): Played {
  const found = playUntil(record, turn);
  if (!('state' in found)) throw new Error(found.error);
  return found;
}

describe('a record up to a turn', () => {
  const record = recordIn('half-chosen.json');
  const at = (turn: number): string => {
    const { module, state } = played(record, turn);
    return module.notation.draw(state);
  };

  test('is its beginning: nobody has chosen yet', () => {
    expect(at(2)).toContain('round 2: T lies open\n');
    expect(at(2)).not.toContain('chose');
    expect(at(5)).not.toContain('chose');
    expect(at(6)).toContain('chose free.s1000');
  });

  test('has no fault that comes later', () => {
    const wrong = { ...(record as { actions: string[] }), actions: ['0 B.3', '1 A.3', '0 nothing'] };
    expect(played(wrong, 2).fault).toBeUndefined();
    expect(played(wrong, 3).fault).toMatchObject({ at: 2 });
  });

  test('stops before what a record may leave out', () => {
    const all = played(recordIn('free-left-out.json'));
    const { module, state } = played(recordIn('free-left-out.json'), 1);
    expect(module.rules.turn(state)).toBe(1);
    expect(module.rules.turn(all.state)).toBeGreaterThan(1);
  });
});

test.each(readdirSync(REPLAYS).filter((file) => file.endsWith('.json')))('%s fits a terminal', (file) => {
  const found = playUntil(recordIn(file));
  if (!('state' in found)) return;
  const lines = found.module.notation.draw(found.state).split('\n');
  expect(lines.filter((line) => !/^[\x20-\x7e]{0,100}$/.test(line) || line.endsWith(' '))).toEqual([]);
});

test('a window can be opened where there is a display', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'freebsd')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});

describe('the program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'metrox-shown-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const position = (words: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
    begin(process.execPath, command('position', ...words), REPLAYS, { TMPDIR: folder, TEMP: folder, ...env })
      .ended;

  test('prints who plays and the board, and writes the picture', patience, async () => {
    const { code, out, err } = await position(['half-chosen.json', '2', '--no-open']);
    expect([code, err]).toEqual([0, '']);
    // Three stations of 76 are filled on each board: the most that empty ones can cost.
    const parts = '{"bonuses":0,"transfers":0,"empty":73,"penalty":10}';
    const { module, state } = played(recordIn('half-chosen.json'), 2);
    const [head, picture] = out.split(`\n\n${module.notation.draw(state)}\n\n`);
    expect(head!.split('\n')).toEqual([
      'metrox on metro-city, turn 2',
      `seat 0 Ann: score -10 ${parts}, rank 1, to act`,
      `seat 1 Ben: score -10 ${parts}, rank 1, to act`,
    ]);
    const [, file = ''] = /^Picture: (.+\.png)\n$/.exec(picture!)!;
    expect(file.startsWith(folder)).toBe(true);
    expect(readFileSync(file).subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  test.skipIf(process.platform !== 'linux')('has the system show the picture', patience, async () => {
    const seen = join(folder, 'seen');
    const viewer = join(folder, 'xdg-open');
    writeFileSync(viewer, `#!/bin/sh\nprintf %s "$1" > "${seen}.part" && mv "${seen}.part" "${seen}"\n`);
    chmodSync(viewer, 0o755);
    const { out } = await position(['seed.json'], {
      DISPLAY: ':0',
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    });
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), PATIENCE);
    expect(out).toContain(`Picture: ${readFileSync(seen, 'utf8')}\n`);
  });

  test('goes on where nothing can show it', patience, async () => {
    const { code, out, err } = await position(['wrong-number.json'], { DISPLAY: ':0', PATH: folder });
    expect(out).toContain('Picture: ');
    // All that is wrong stands in the record.
    expect(err).toMatch(/^It stops at action 1, counted from 0: [^\n]+\n$/);
    expect(code).toBe(2);
  });

  test('tells how it is called', patience, async () => {
    const usage = /^Usage: npm run --silent position -- RECORD \[TURN\]/;
    const { code, out, err } = await position(['seed.json', 'second']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(usage);
  });

  test('says that there is no such file', patience, async () => {
    const err = 'absent.json cannot be read: there is no such file.\n';
    expect(await position(['absent.json'])).toEqual({ code: 2, out: '', err });
  });

  test('says how far the record comes, and shows that', patience, async () => {
    const { code, out, err } = await position(['half-chosen.json', '9', '--no-open']);
    expect([code, err]).toEqual([2, 'There is no turn 9: the record comes to turn 5.\n']);
    expect(out).toContain('round 5: F lies open');
  });
});
