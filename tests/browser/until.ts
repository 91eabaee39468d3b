const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again and again until there is an answer; gives up after `ms` with a sentence that says what never came. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined>,
  ms = 30_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${ms / 1000} s for ${what}.`);
    await pause(100);
  }
}
