import { renameSync, writeFileSync } from 'node:fs';

/**
 * Sets the offset of a clock file, in milliseconds. It is replaced and not rewritten: whoever reads it at that moment
 * sees the time before or after, and never one without an offset.
 */
export function setOffset(file: string, milliseconds: number): void {
  writeFileSync(`${file}.next`, String(Math.round(milliseconds)));
  renameSync(`${file}.next`, file);
}
