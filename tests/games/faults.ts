import { expect, test } from 'vitest';
import { MapError } from '../../src/games/game.ts';

/** Faults of map files: what they are called, the change of a good file, path and fault. */
export type Faults<File> = readonly (readonly [
  what: string,
  change: (file: File) => unknown,
  fault: string,
])[];

/** What a game says of a map file that it does not take. */
export function faultOf(read: (json: unknown, file: string) => unknown, json: unknown): string {
  try {
    read(json, 'maps/bad.json');
  } catch (error) {
    expect(error).toBeInstanceOf(MapError);
    return (error as Error).message;
  }
  throw new Error('the map was taken');
}

/** Tests that each fault is named by its path; a change returns the file that is to be read, or has changed it. */
export const testFaults = <File>(
  read: (json: unknown, file: string) => unknown,
  good: () => File,
  faults: Faults<File>,
): void =>
  test.each(faults)('%s', (_, change, fault) => {
    const file = good();
    expect(faultOf(read, change(file) ?? file)).toBe(`maps/bad.json: ${fault}`);
  });
