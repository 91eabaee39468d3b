import type { Plugin } from 'esbuild';

export interface Bundle {
  readonly text: string;
  readonly map: string;
  readonly files: Readonly<Record<string, readonly [size: number, time: number, digest: string]>>;
}

export function bundle(
  entries: Readonly<Record<string, string>>,
  plugins?: readonly Plugin[],
): Promise<Bundle>;
export const APART: readonly string[];
export function digest(text: string | Uint8Array): string;
export function bundleOf(file: string): Promise<Bundle>;
