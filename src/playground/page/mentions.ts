/** Somebody who can be named in a message. */
interface Named {
  readonly id: string;
  /** As they are called where it is written. */
  readonly name: string;
}

/** What somebody writes, with every "@Name" of `people` as the mention that it stands for; the longest name wins. */
export function withMentions(written: string, people: readonly Named[]): string {
  const byName = new Map(people.map(({ id, name }) => [name.toLowerCase(), id]));
  const names = [...byName.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  if (names.length === 0) return written;
  const any = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return written.replace(
    new RegExp(`(?<![\\w<])@(${any})(?![\\p{L}\\p{N}_])`, 'giu'),
    (_, name: string) => `<@${byName.get(name.toLowerCase())}>`,
  );
}
