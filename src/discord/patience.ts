/** Waiting that counts only while there is somebody to wait: a loop that is busy hears nothing, however long it is. */

/** A stretch (ms) counts once, also where the loop was held up for longer and heard nothing meanwhile. */
const STRETCH = 100;

/**
 * Calls `ends` when the loop has been free for so many ms, unless what is returned was called before. After each stretch it
 * hears first what has come in meanwhile.
 */
export function patience(ms: number, ends: () => void): () => void {
  let left = ms;
  const look = (): void => {
    left -= STRETCH;
    if (left > 0) timer = setTimeout(look, STRETCH);
    else ends();
  };
  let timer = setTimeout(look, STRETCH);
  return () => clearTimeout(timer);
}
