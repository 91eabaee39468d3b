/**
 * Type of pictures that are 1200 pixels wide. A phone shows them 285 pixels wide, and there letters of 11 pixels can be read
 * at a glance and letters of 8 with some care.
 */

/** Least size of figures one counts with and of letters one chooses by, in pixels. */
export const COUNTED = 46.5;
/** Least size of anything that is written. */
export const READ = 34;
