import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Sets the offset of a clock file, in milliseconds. It is replaced and not rewritten: whoever reads it at that moment
 * sees the time before or after, and never one without an offset.
 */
export function setOffset(file: string, milliseconds: number): void {
  writeFileSync(`${file}.next`, String(Math.round(milliseconds)));
  renameSync(`${file}.next`, file);
}

/** The time by a clock file, in milliseconds since 1970: that of the bot that goes by it. */
export const timeBy = (file: string): number =>
  Date.now() + (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
