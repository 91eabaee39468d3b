/** Programs run from one file that was built of all sources: errors tell of places in that file. */

let locating = (text: string): string => text;

/** Names what finds a place in the sources; without it a text stays as it is. */
export function locateWith(locate: (text: string) => string): void {
  locating = locate;
}

/** A text, such as the stack of an error, with places in the sources. */
export const located = (text: string): string => locating(text);
