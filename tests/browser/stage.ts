import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startChromium } from './chromium.ts';
import { makeProgram, type Program } from './program.ts';
import { openWindow, type Window } from './window.ts';

/** A browser and the program, for all tests of a file. */
export interface Stage {
  readonly program: Program;
  /** Those that were opened, in their order. */
  readonly windows: readonly Window[];
  open(name: string, size: 'desktop' | 'phone'): Promise<Window>;
}

/** Starts both before the tests and ends them after; a test that fails leaves pictures of its windows. */
export function openStage(): Stage {
  let browser: Browser;
  let program: Program;
  const windows: Window[] = [];
  beforeAll(async () => {
    browser = await startChromium();
    program = await makeProgram();
    await program.start();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const folder = mkdtempSync(join(tmpdir(), 'metrox-screens-'));
    const pictures = await Promise.all(windows.map((window) => window.picture(folder)));
    console.log([...pictures, program.output().slice(-4000)].join('\n'));
  });
  afterAll(async () => {
    await browser?.close();
    await program?.close();
  });
  return {
    get program() {
      return program;
    },
    windows,
    async open(name, size) {
      const window = await openWindow(browser, program.url, name, size);
      windows.push(window);
      return window;
    },
  };
}
