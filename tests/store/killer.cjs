'use strict';

// Kills this process just before the n-th call of these functions, or just after it: loaded before the program.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const [at, when, ...names] = process.env.KILL_AT.split(' ');
let n = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
for (const name of names) {
  const real = fs[name];
  fs[name] = (...values) => {
    n++;
    if (n === Number(at) && when === 'before') die();
    const done = real(...values);
    if (n === Number(at) && when === 'after') die();
    return done;
  };
}
syncBuiltinESMExports();
