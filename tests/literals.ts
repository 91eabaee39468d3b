/** What stands in quotes in a source, and which words its code consists of; comments are left aside. */

export interface Literals {
  /** Texts in quotes as one part; a template as the parts around what it is filled with. */
  readonly texts: readonly (readonly string[])[];
  /** Names, numbers, and what is between the dots of texts. */
  readonly words: ReadonlySet<string>;
}

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`|[{}]|[\w$]+|[^\w$'"`{}]/gy;

/** Reads a source by hand: templates may hold code that holds templates. */
export function literalsOf(source: string): Literals {
  const texts: string[][] = [];
  const words = new Set<string>();
  let at = 0;
  function code(inTemplate: boolean): void {
    for (let depth = 0; at < source.length; ) {
      TOKEN.lastIndex = at;
      const [token, single, double] = TOKEN.exec(source)!;
      at = TOKEN.lastIndex;
      const text = single ?? double;
      if (text !== undefined) texts.push([text]);
      else if (token === '`') template();
      else if (token === '{') depth++;
      else if (token === '}' && inTemplate && depth-- === 0) return;
      else if (token === '}' && !inTemplate) depth--;
      else if (/^\w/.test(token)) words.add(token.replaceAll('_', '')).add(token);
    }
  }
  function template(): void {
    const parts = [''];
    for (; at < source.length && source[at] !== '`'; ) {
      if (source.startsWith('${', at)) {
        at += 2;
        code(true);
        parts.push('');
        continue;
      }
      const length = source[at] === '\\' ? 2 : 1;
      parts.push(parts.pop()! + source.slice(at, at + length));
      at += length;
    }
    at++;
    texts.push(parts);
  }
  code(false);
  for (const parts of texts) for (const part of parts) for (const word of part.split('.')) words.add(word);
  return { texts, words };
}
