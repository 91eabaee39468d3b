/** What the drawings of positions in plain text have in common. */

/** Characters in a line at most, if no single word is longer. */
const WIDTH = 100;

/** A heading and the words after it, on as many lines as they take; the later ones stand below the first word. */
export function wrapped(heading: string, words: readonly string[], gap = ' '): string[] {
  const lines = [heading];
  for (const [at, word] of words.entries()) {
    const line = lines.at(-1)!;
    const more = (at === 0 ? '' : gap) + word;
    if (at === 0 || line.length + more.length <= WIDTH) lines[lines.length - 1] = line + more;
    else lines.push(' '.repeat(heading.length) + word);
  }
  return lines;
}

/** Lines as one text, without blanks at their ends. */
export const textOf = (lines: readonly string[]): string => lines.map((line) => line.trimEnd()).join('\n');
