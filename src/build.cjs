'use strict';
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { make } = require('./built.cjs');
const { BUILT } = require('./installed.cjs');

/** `npm run build`: builds the programs, and starts the bot once, so that its compiled code is kept for the first real start. */

exports.main = async () => {
  const { file, text } = await make(BUILT);
  if (text !== undefined) {
    process.stderr.write(`The programs cannot be written: ${dirname(file)} may not be made or changed.\n`);
    process.exitCode = 78;
    return;
  }
  await begin();
  process.stdout.write(`Built: ${file}\n`);
};

/** A start whose token is refused: it goes as far as one gets without Discord, and leaves nothing behind but its code. */
async function begin() {
  const folder = mkdtempSync(join(tmpdir(), 'metrox-build-'));
  const refusing = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No.","code":0}');
  });
  await new Promise((done) => refusing.listen(0, '127.0.0.1', done));
  const env = {
    ...process.env,
    DISCORD_TOKEN: 'a.b.c',
    DISCORD_API: `http://127.0.0.1:${refusing.address().port}/api`,
    DATABASE_FILE: join(folder, 'games.db'),
    HEALTH_PORT: '',
    METRICS_PORT: '',
    KEEP_CODE: '1',
  };
  const child = spawn(process.execPath, [join(__dirname, 'start.cjs')], { env, stdio: 'ignore' });
  await new Promise((done) => child.once('close', done));
  refusing.closeAllConnections();
  refusing.close();
  rmSync(folder, { recursive: true, force: true });
}
