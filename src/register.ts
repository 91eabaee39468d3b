import { type Config, loadConfig } from './config.ts';
import { NotNow, tellCommands } from './discord/commands.ts';
import { Unmendable } from './discord/login.ts';
import { createRest } from './discord/rest.ts';
import { CONFIG } from './exit.ts';

/**
 * `npm run commands`: sends Discord the commands, whatever it holds. The bot compares them at each start and sends them by
 * itself where they differ; this is for those who will not wait for that.
 */

export const main = (): Promise<void> => send(loadConfig());

async function send({ token, api }: Config): Promise<void> {
  try {
    if (!token) throw new Unmendable('DISCORD_TOKEN is not set, so there is no bot to send the commands of.');
    const rest = createRest(api, token, undefined, { rejectOnRateLimit: ['/'] });
    const { application, commands } = await tellCommands(rest, api);
    console.log(`Discord has ${commands} commands of ${application}.`);
  } catch (error) {
    if (!(error instanceof Unmendable || error instanceof NotNow)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof Unmendable ? CONFIG : 1;
  }
}
