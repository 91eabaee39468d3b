import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] as const;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
] as const;

/** Where Chromium is: what CHROMIUM names, or where systems put it. Throws a sentence when it is nowhere. */
export function findChromium(
  named: string | undefined = process.env.CHROMIUM,
  usual: readonly string[] = USUAL,
): string {
  const found = (named ? [named] : usual).find(runs);
  if (found !== undefined) return found;
  throw new Error(
    named
      ? `CHROMIUM names ${named}, which is no program that can be run.`
      : 'These tests need Chromium: `apt-get install chromium` on Debian, or set CHROMIUM to where it is.',
  );
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts Chromium without a screen. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...FLAGS] });
