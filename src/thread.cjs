'use strict';
const { workerData } = require('node:worker_threads');
const { load, locator } = require('./built.cjs');

/** Runs `thread.ts` in a thread, from what the program runs itself that began it: so both are of one version. */
async function run(built) {
  const { programs, edge, keep } = load(built, 'thread');
  (await edge.stacks()).locateWith(locator(built.file));
  const { main } = await programs.thread();
  await main();
  keep();
}

run(workerData);
