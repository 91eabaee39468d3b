'use strict';

// Makes the database a file that is mounted by itself, as a system tells of one: it has one name, and that stays its own.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

for (const [name, code] of [
  ['linkSync', 'EXDEV'],
  ['renameSync', 'EBUSY'],
]) {
  const real = fs[name];
  fs[name] = (from, to) => {
    if (![from, to].includes(process.env.DATABASE_FILE)) return real(from, to);
    throw Object.assign(new Error(code), { code, path: from, dest: to });
  };
}
syncBuiltinESMExports();
