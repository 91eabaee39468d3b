import { now } from '../clock.ts';

/** Answers to questions that cost a request. */
export type Memory<T> = (key: string, within: number, ask: () => Promise<T>) => Promise<T>;

/**
 * Remembers answers by key, so many at most, the oldest going first. An answer that is not older than `within`
 * milliseconds is given again, also one that is still on its way; one that does not last is asked for anew.
 */
export function createMemory<T>(most: number, lasts: (answer: T) => boolean): Memory<T> {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key, within, ask) => {
    const found = known.get(key);
    // A clock may be set back, too.
    if (found && Math.abs(now() - found.at) < within) return found.answer;
    const answer = ask();
    known.delete(key);
    known.set(key, { at: now(), answer });
    if (known.size > most) known.delete(known.keys().next().value!);
    const forget = (): void => {
      if (known.get(key)?.answer === answer) known.delete(key);
    };
    answer.then((one) => lasts(one) || forget(), forget);
    return answer;
  };
}
