import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type AnyAction, TABLE } from '../../src/games/game.ts';
import { play } from '../../src/match/record.ts';
import { mapOf, moduleOf } from '../../src/modules.ts';
import { command } from '../store/programs.ts';

/** Each `NAME.json` is a record and `NAME.line` the line that `npm run replay` must print for it. */

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length));

function text(file: string): string {
  return readFileSync(`${folder}${file}`, 'utf8');
}

/** Runs the command to its end. */
function replay(
  files: string[],
  input: string | Buffer = '',
): Promise<{ lines: string[]; errors: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command('replay', ...files), { cwd: root });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (part) => out.push(part));
    child.stderr.on('data', (part) => err.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = Buffer.concat(out).toString('utf8').split('\n');
      expect(lines.pop()).toBe('');
      resolve({ lines, errors: Buffer.concat(err).toString('utf8'), code });
    });
    // It stops reading where it has read enough.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

test.each(names)('%s', (name) => {
  expect(`${JSON.stringify(play(JSON.parse(text(`${name}.json`))))}\n`).toBe(text(`${name}.line`));
});

/** The actions of a record up to the first that is not legal where it stands, such as after a silent one. */
function* legalLines(record: { game: string; map?: string; seats: string[]; actions: string[] }) {
  const { seed, rules, options = {}, ...given } = record as typeof record & Partial<Deal>;
  const { rules: game, notation } = moduleOf(record.game);
  const texts = Object.entries(options).map(([id, value]) => [id, String(value)]);
  let state = game.setup({
    map: record.map === undefined ? moduleOf(game.id).maps()[0]! : mapOf(moduleOf(game.id), record.map),
    seats: record.seats.length,
    options: Object.fromEntries(texts),
    chance: seed === undefined ? { given } : { seed },
    rules: rules ?? game.rules,
  });
  for (const line of record.actions) {
    for (; game.toAct(state)[0] === TABLE; state = game.apply(state, TABLE, game.actions(state, TABLE)[0]!));
    const [seat, code] = [Number(line.split(' ')[0]), line.split(' ')[1] ?? ''];
    const written = (action: AnyAction) => notation.text?.(state, action) ?? game.code(action);
    const action = game.actions(state, seat).find((one) => written(one) === code);
    if (action === undefined) return;
    yield { game, state, seat, code, action };
    state = game.apply(state, seat, action);
  }
}

interface Deal {
  readonly seed: string;
  readonly rules: number;
  readonly options: Record<string, unknown>;
}

test('every action of a record is parsed as the one it was: what came of it is the same', () => {
  let count = 0;
  for (const name of names) {
    const record = JSON.parse(text(`${name}.json`));
    // Refused before a single action was read.
    if ('toAct' in play(record) === false) continue;
    for (const { game, state, seat, code, action } of legalLines(record)) {
      expect(game.parse(state, seat, game.code(action))).toStrictEqual(action);
      const read = game.parse(state, seat, code);
      expect(game.code(read!)).toBe(code);
      expect(game.apply(state, seat, read!)).toStrictEqual(game.apply(state, seat, action));
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(500);
});

describe('the command', () => {
  test('prints one line a file, in order, and exits with 0', async () => {
    const good = ['whole-osaka', 'half-chosen', 'ranks'];
    const files = good.map((name) => `tests/replays/${name}.json`);
    const { lines, errors, code } = await replay(files);
    expect(lines.map((line) => `${line}\n`)).toEqual(good.map((name) => text(`${name}.line`)));
    expect([errors, code]).toEqual(['', 0]);
  });

  test('reads on after a bad file, and exits with 2', async () => {
    const { lines, errors, code } = await replay([
      'tests/replays/impossible-draw.json',
      'tests/replays/none.json',
      'tests/replays',
      'package-lock.json',
      'vitest.config.ts',
      'tests/replays/seed.json',
    ]);
    expect(lines).toHaveLength(6);
    expect(`${lines[0]}\n`).toBe(text('impossible-draw.line'));
    expect(JSON.parse(lines[1]!)).toEqual({
      error: 'tests/replays/none.json cannot be read: there is no such file.',
    });
    expect(JSON.parse(lines[2]!)).toEqual({ error: 'tests/replays cannot be read: it is a folder.' });
    expect(JSON.parse(lines[3]!)).toEqual({ error: 'A record needs "game": the game\'s id.' });
    expect(JSON.parse(lines[4]!).error).toMatch(/^vitest\.config\.ts is not JSON: /);
    expect(`${lines[5]}\n`).toBe(text('seed.line'));
    expect([errors, code]).toEqual(['', 2]);
  });

  test('- reads standard input, also beside files', async () => {
    const { lines, code } = await replay(['-', 'tests/replays/seed.json'], `\uFEFF${text('ranks.json')}`);
    expect(lines.map((line) => `${line}\n`)).toEqual([text('ranks.line'), text('seed.line')]);
    expect(code).toBe(0);
  });

  test('what is not JSON has an error alone', async () => {
    const { lines, code } = await replay(['-'], '{"game": "metrox",');
    expect(Object.keys(JSON.parse(lines[0]!))).toEqual(['error']);
    expect(JSON.parse(lines[0]!).error).toMatch(/^Standard input is not JSON: .*\.$/);
    expect(code).toBe(2);
  });

  describe('what is no record by its size or its shape is refused, and the next file is played', () => {
    const place = mkdtempSync(join(tmpdir(), 'metrox-replay-'));
    const file = (name: string, content: string): string => {
      writeFileSync(join(place, name), content);
      return join(place, name);
    };
    afterAll(() => rmSync(place, { recursive: true }));
    const next = 'tests/replays/seed.json';
    const record = JSON.parse(text('by-hand.json')) as Record<string, unknown>;
    /** Deeper than any stack; `JSON.stringify` could not write it either. */
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

    test('thousands deep, in whatever field', async () => {
      const fields = ['actions', 'draws', 'seats', 'options', 'map', 'note'];
      const files = fields.map((field) =>
        file(`${field}.json`, JSON.stringify({ ...record, [field]: ['HERE'] }).replace('"HERE"', deep)),
      );
      const { lines, errors, code } = await replay([...files, next]);
      const error = 'Nothing in a record is nested more than 20 deep.';
      expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual(fields.map(() => ({ error })));
      expect(`${lines.at(-1)}\n`).toBe(text('seed.line'));
      expect([errors, code]).toEqual(['', 2]);
    });

    test('nothing but brackets, also where they are never closed', async () => {
      const { lines, errors, code } = await replay([
        file('brackets.json', deep),
        file('open.json', '[{"a":'.repeat(100_000)),
        next,
      ]);
      expect(lines.slice(0, 2).map((line) => Object.keys(JSON.parse(line)))).toEqual([['error'], ['error']]);
      expect(`${lines[2]}\n`).toBe(text('seed.line'));
      expect([errors, code]).toEqual(['', 2]);
    });

    test('a hundred megabytes, as a file and as standard input: most of it is not even read', async () => {
      const big = file('big.json', '{"game": "');
      // The hole takes no room on the disk.
      truncateSync(big, 100_000_000);
      const input = Buffer.alloc(100_000_000, ' ');
      const { lines, errors, code } = await replay([big, '-', next], input);
      expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual([
        { error: `${big} is too long for a record: it has more than 1000 kB.` },
        { error: 'Standard input is too long for a record: it has more than 1000 kB.' },
      ]);
      expect(`${lines[2]}\n`).toBe(text('seed.line'));
      expect([errors, code]).toEqual(['', 2]);
    });

    test('what goes on without an end', async () => {
      const { lines, code } = await replay(['/dev/zero', next]);
      expect(JSON.parse(lines[0]!).error).toMatch(/^\/dev\/zero is too long for a record/);
      expect([lines.length, code]).toEqual([2, 2]);
    });

    test('the longest that is played', async () => {
      const padded = file('padded.json', text('by-hand.json').padEnd(1_000_000));
      expect((await replay([padded])).lines.map((line) => `${line}\n`)).toEqual([text('by-hand.line')]);
    });
  });

  test('without files it says how it is used', async () => {
    const { lines, errors, code } = await replay([]);
    expect(lines).toEqual([]);
    expect(errors.split('\n')[0]).toBe(
      'Usage: npm run --silent replay -- FILE...   (- reads standard input)',
    );
    expect(code).toBe(2);
  });
});
