import type { App } from '../app/context.ts';
import { BUSY, parFor } from '../app/par.ts';
import { open } from '../match/open.ts';
import { hasPar } from '../match/par.ts';
import { MODULES } from '../modules.ts';
import { runsWithoutPar } from '../store/pars.ts';
import { type Job, repeat } from './job.ts';

const EVERY = 30_000;
/** A game is left for the next look after this long (ms). */
const PATIENCE = 60_000;

/**
 * Works out pars of days that somebody has ended, one at a look, the newest first: of a day that was ended by nobody who waited for it,
 * and of those before there were pars.
 */
export const startPars = (app: App): Job => {
  const failed = new Set<number>();
  return repeat(app, 'pars', EVERY, () => workOutNext(app, failed));
};

/**
 * Works out the next par there is to work out, unless too much else is going on: then it is left for a later look. Matches whose par
 * `failed` before hold up neither other games' days nor earlier ones of their own.
 */
export async function workOutNext(app: App, failed: Set<number>): Promise<void> {
  if (!app.workOut) return;
  for (const { rules } of MODULES.filter(hasPar)) {
    const ids = await runsWithoutPar(app.store, rules.id, failed.size + 1);
    const id = ids.find((one) => !failed.has(one));
    if (id === undefined) continue;
    const match = await open(app.store, id);
    const par = match && (await parFor(app, match, PATIENCE));
    if (par !== BUSY && !par) failed.add(id);
    return;
  }
}
