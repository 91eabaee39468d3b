// Plain old JavaScript, so that a Node that is too old can still say so.
'use strict';

var needed = [20, 19];
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < needed[0] || (parts[0] === needed[0] && parts[1] < needed[1])) {
  console.error(
    // biome-ignore lint/style/useTemplate: an old Node reads this file too
    'Node ' + process.versions.node + ' is too old: this bot needs Node ' + needed.join('.') + ' or newer.',
  );
  process.exit(1);
}

import('tsx/esm/api')
  .then((tsx) => {
    tsx.register();
    // What is wrong in the environment is said before anything large is loaded.
    return import('./config.ts');
  })
  .then((config) => {
    try {
      config.loadConfig();
    } catch (error) {
      if (!(error instanceof config.ConfigError)) throw error;
      console.error(error.message);
      process.exit(1);
    }
    return import('./main.ts');
  })
  .then((main) => main.main())
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
