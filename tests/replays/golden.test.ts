import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TABLE } from '../../src/games/game.ts';
import { gameOf, writtenOf } from '../../src/games/index.ts';
import { mapOf, maps } from '../../src/maps.ts';
import { play } from '../../src/match/record.ts';

/** Each `NAME.json` is a record and `NAME.line` the line that `npm run replay` must print for it. */

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length));

function text(file: string): string {
  return readFileSync(`${folder}${file}`, 'utf8');
}

/** Runs the command as `npm run replay` does. */
function replay(
  files: string[],
  input = '',
): Promise<{ lines: string[]; errors: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/replay.ts', ...files], { cwd: root });
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
    child.stdin.end(input);
  });
}

test.each(names)('%s', (name) => {
  expect(`${JSON.stringify(play(JSON.parse(text(`${name}.json`))))}\n`).toBe(text(`${name}.line`));
});

/** The actions of a record up to the first that is not legal where it stands, such as after a silent one. */
function* legalLines(record: { game: string; map?: string; seats: string[]; actions: string[] }) {
  const { seed, rules, options = {}, ...given } = record as typeof record & Partial<Deal>;
  const game = gameOf(record.game)!;
  const texts = Object.entries(options).map(([id, value]) => [id, String(value)]);
  let state = game.setup({
    map: record.map === undefined ? maps(game.id)[0]! : mapOf(game.id, record.map)!,
    seats: record.seats.length,
    options: Object.fromEntries(texts),
    chance: seed === undefined ? { given } : { seed },
    rules: rules ?? game.rules,
  });
  for (const line of record.actions) {
    for (; game.toAct(state)[0] === TABLE; state = game.apply(state, TABLE, { kind: 'flip' }));
    const [seat, code] = [Number(line.split(' ')[0]), line.split(' ')[1] ?? ''];
    const written = (action: unknown) => writtenOf(game).text?.(state, action) ?? game.code(action);
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
      expect(game.code(read)).toBe(code);
      expect(game.apply(state, seat, read)).toStrictEqual(game.apply(state, seat, action));
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(500);
});

describe('the command', () => {
  test('prints one line a file, in order, and exits with 0', async () => {
    const good = ['whole-osaka', 'half-chosen', 'ranks'];
    const { lines, errors, code } = await replay(good.map((name) => `tests/replays/${name}.json`));
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

  test('without files it says how it is used', async () => {
    const { lines, errors, code } = await replay([]);
    expect(lines).toEqual([]);
    expect(errors).toBe('Usage: npm run --silent replay -- FILE...   (- reads standard input)\n');
    expect(code).toBe(2);
  });
});
