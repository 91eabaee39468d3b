import { now } from '../clock.ts';
import { isClosed } from '../daily/closing.ts';
import { recordOf } from '../match/export.ts';
import { type Match, seatOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { hasPar, type Par } from '../match/par.ts';
import type { Store } from '../store/open.ts';
import { type CardsOf, keepPar, parOf } from '../store/pars.ts';
import { signed } from '../views/numbers.ts';
import { file, GREY, plain, rich, text } from './components.ts';
import { type App, t as translate } from './context.ts';
import { lost } from './games.ts';
import type { Press } from './request.ts';

/** Par beside a score, for whoever has ended the game: what the strongest computer makes of the same cards, and the best that is found. */

/** Said instead of a par where too much is going on to work it out. */
export const BUSY = 'busy';

/** Who ends a day's game first waits no longer than this (ms) for its par, which stands there at the next look. */
const PATIENCE = 3_000;

const cardsOf = ({ row }: Match): CardsOf =>
  row.day === null ? { match: row.id } : { game: row.game, day: row.day };

/**
 * The par of a game for one that has ended, worked out where nobody has before; undefined where that cannot be done, or takes longer
 * than one may wait. One is worked out at a time: while it is, and while the bot has more to do than it can, whoever asks for another
 * is told `BUSY`, and nothing is left to be done for them.
 */
export async function parFor(
  app: App,
  match: Match,
  patience = PATIENCE,
): Promise<Par | typeof BUSY | undefined> {
  if (match.row.status !== 'over' || match.seats.length > 1 || !hasPar(match.module)) return undefined;
  const known = await knownPar(app, match);
  if (known || !app.workOut) return known;
  const underWay = underWayIn(app);
  if (!underWay.has(match.row.seed) && (underWay.size > 0 || app.isBusy?.())) return BUSY;
  const working = worked(app, match, app.workOut).catch((error) => {
    app.log.error({ match: match.id, err: error }, 'a par could not be worked out');
    return undefined;
  });
  let waiting: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    waiting = setTimeout(() => done(undefined), patience);
  });
  return Promise.race([working, late]).finally(() => clearTimeout(waiting));
}

/** The par of a game for one that was worked out before. */
export const knownPar = ({ store }: Pick<App, 'store'>, match: Match): Promise<Par | undefined> =>
  parOf(store, cardsOf(match));

/** What is being worked out, by seed, so that several who end a game with the same cards at once have it done once. */
const underWays = new WeakMap<Store, Map<string, Promise<Par>>>();

function underWayIn({ store }: Pick<App, 'store'>): Map<string, Promise<Par>> {
  let underWay = underWays.get(store);
  if (!underWay) underWays.set(store, (underWay = new Map()));
  return underWay;
}

async function worked(app: App, match: Match, workOut: NonNullable<App['workOut']>): Promise<Par> {
  const { game, map, options, rules, seed } = match.row;
  const underWay = underWayIn(app);
  const known = underWay.get(seed);
  if (known) {
    const par = await known;
    // A practice of a day's cards keeps their par beside the day.
    await keepPar(app.store, cardsOf(match), par);
    return par;
  }
  const working = (async () => {
    const par = await workOut({ game, map, options, rules, seed });
    await keepPar(app.store, cardsOf(match), par);
    return par;
  })().finally(() => underWay.delete(seed));
  underWay.set(seed, working);
  return working;
}

/** The best game that was found for the cards of somebody's own game, as a record; not while others may still play them. */
export const bestRecord: Press = async (app, press, { match: id }) => {
  const match = await open(app.store, id);
  const own = match?.row.status === 'over' && seatOf(match, press.user.id) === 0 ? match : undefined;
  const par = own && (await knownPar(app, own));
  if (!own || !par) return lost(app, press);
  const { day, game } = own.row;
  const t = translate(press.locale);
  if (day !== null && !(await isClosed(app.store, day, now())))
    return { whisper: plain(t('par.later', { day })) };
  const upload = { name: `${game}-${id}-best.json`, data: Buffer.from(recordText(own, par, t('par.found'))) };
  const screen = rich(GREY, [text(t('par.record', { n: signed(par.best) })), file(upload)], [upload]);
  return press.personal ? { whisper: screen } : { screen };
};

function recordText({ row }: Match, { moves }: Par, name: string): string {
  const { game, map, options, rules, seed } = row;
  const log = moves.map((code) => ({ seat: 0, code }));
  const record = recordOf({ game, rules, map, seats: [name], options, chance: { seed }, log }, true);
  return `${JSON.stringify(record, null, 1)}\n`;
}
