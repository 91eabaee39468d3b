// Plain old JavaScript, so that a Node that is too old can still say so.
'use strict';

var needed = [20, 19];
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < needed[0] || (parts[0] === needed[0] && parts[1] < needed[1])) {
  console.error(
    // biome-ignore lint/style/useTemplate: an old Node reads this file too
    'Node ' + process.versions.node + ' is too old: this bot needs Node ' + needed.join('.') + ' or newer.',
  );
  // CONFIG of exit.ts.
  process.exit(78);
}

require('./launch.cjs');
