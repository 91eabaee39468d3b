import { describe, expect, test } from 'vitest';
import { type Brush, brushOf, surface, widthOf, write } from '../../src/views/canvas.ts';
import { settable } from '../../src/views/fonts.ts';
import { graphemesOf } from '../../src/views/lists.ts';
import { wholeName, writeName } from '../../src/views/names.ts';

/** Names as they stand in pictures, in any direction. */

const HEBREW = 'משה כהן!';
const INK = '#ff0000';

/** The columns in which something red is drawn. */
function redColumns(paint: (brush: Brush) => void): [first: number, last: number] {
  const on = surface(600, 60, '#000000');
  paint(brushOf(on));
  const bytes = on.data();
  const columns = Array.from({ length: 600 }, (_, x) => x).filter((x) =>
    Array.from({ length: 60 }, (_, y) => bytes[(y * 600 + x) * 4]!).some((red) => red > 128),
  );
  return [columns[0]!, columns.at(-1)!];
}

describe('in a line with other words', () => {
  test('a name in Hebrew is held together, one in plain letters needs nothing', () => {
    expect(wholeName({ text: HEBREW, mark: ' (2)' })).toBe(`\u2068${HEBREW}\u2069 (2)`);
    expect(wholeName({ text: 'Ann', mark: '' })).toBe('Ann');
  });

  test('what stands after it is drawn after it', async () => {
    expect(await settable(HEBREW)).toBe(true);
    const how = { size: 30, color: INK };
    const line = `${wholeName({ text: HEBREW, mark: '' })}  ·  35`;
    const brush = brushOf(surface(10, 10));
    const before = widthOf(brush, line, how.size) - widthOf(brush, '35', how.size);
    const behind = redColumns((on) => {
      write(on, line, 0, 40, how);
      on.fillStyle = '#000000';
      on.fillRect(0, 0, before, 60);
    });
    const alone = redColumns((on) => write(on, '35', before, 40, how));
    for (const side of [0, 1] as const) expect(Math.abs(behind[side] - alone[side])).toBeLessThanOrEqual(1);
  });
});

describe('where there is little room', () => {
  /** What is written of a name, and how wide it is. */
  function written(text: string, mark: string, room: number): string {
    const told: string[] = [];
    const brush = brushOf(surface(600, 60));
    const spy = new Proxy(brush, {
      get: (of, key) => {
        if (key === 'fillText') return (words: string) => void told.push(words);
        const value = Reflect.get(of, key) as unknown;
        return typeof value === 'function' ? value.bind(of) : value;
      },
      set: (of, key, value) => Reflect.set(of, key, value),
    });
    writeName(spy, { text, mark }, 0, 40, { size: 30, color: INK, room });
    return told.join('');
  }

  test('it is cut, and what tells it apart stays', () => {
    const cut = written('Maximilian the Elder', ' (12)', 150);
    expect(cut).toMatch(/^\u2068Max.*…\u2069 \(12\)$/);
    expect(graphemesOf(cut).length).toBeLessThan('Maximilian the Elder (12)'.length);
    expect(written('Max', ' (12)', 150)).toBe('Max (12)');
  });

  test('a name in Hebrew is cut within what holds it together', async () => {
    expect(await settable(HEBREW)).toBe(true);
    expect(written(`${HEBREW} ${HEBREW}`, ' (2)', 120)).toMatch(/^\u2068[^\u2068\u2069]+…\u2069 \(2\)$/);
  });
});
