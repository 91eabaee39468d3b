import { gzipSync } from 'node:zlib';
import { now } from '../clock.ts';
import { openDays } from '../daily/closing.ts';
import { countFinished } from '../daily/count.ts';
import { hasDaily, standingOf } from '../daily/runs.ts';
import { playForGone } from '../match/play.ts';
import { GAMES } from '../modules.ts';
import { forget, keptOf, rowsAbout, scrub } from '../store/privacy.ts';
import { unlessAside } from './aside.ts';
import { type App, t as translate } from './context.ts';
import type { Id } from './ids.ts';
import type { Upload } from './outbound.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { deleteScreen, exportScreen, keptScreen } from './screens/privacy.ts';
import { sentence } from './screens/problems.ts';

/** What is kept about a person: they see it, take it along, or have it deleted. */

export const REQUESTS = ['show', 'export', 'delete'] as const;
export type Request = (typeof REQUESTS)[number];

/** Discord takes 10 MiB; a larger file is compressed. */
const LARGE = 8 * 1024 * 1024;
const MINUTE = 60_000;
/** So long a question may be answered. */
const FRESH = 15;

export async function privacyFor(app: App, origin: Origin, request: Request): Promise<Reply> {
  const t = translate(origin.locale);
  const { id } = origin.user;
  if (request === 'export') return { screen: exportScreen(fileOf(app, id), t) };
  if (request === 'delete') return { screen: deleteScreen(streakOf(app, id), stamp(), t) };
  const kept = keptOf(app.store, id);
  return { screen: kept ? keptScreen(kept, t) : sentence(t('privacy.nothing')) };
}

export async function privacyPress(app: App, press: PressRequest, { parts }: Id): Promise<Reply> {
  const t = translate(press.locale);
  const [what, asked] = parts;
  if (what === 'export') {
    const { screen } = await privacyFor(app, press, 'export');
    // Beside the question, which stays.
    return press.personal ? { whisper: screen } : { screen };
  }
  if (what === 'keep') return { screen: sentence(t('privacy.kept.all')) };
  if (what === 'erase' && Number(stamp()) - Number(asked) <= FRESH) return erase(app, press);
  return privacyFor(app, press, what === 'delete' || what === 'erase' ? 'delete' : 'show');
}

/**
 * Deletes everything about a person. The tables at which they sat go on without them and are shown anew, without
 * their name.
 */
async function erase(app: App, press: PressRequest): Promise<Reply> {
  const { id } = press.user;
  const at = now();
  // Whoever played with them is rated against what they were.
  await countFinished(app.store, at);
  const { running, lobbies } = await forget(app.store, id, at, openDays(app.store, at));
  for (const match of running) await unlessAside(app, () => playForGone(app.store, match, at));
  for (const match of [...running, ...lobbies]) app.refresh(match);
  if (!(await scrub(app.store, id))) app.log.warn('a deletion could not be taken out of the file yet');
  return { screen: sentence(translate(press.locale)('privacy.gone')) };
}

function fileOf(app: App, player: string): Upload {
  const data = Buffer.from(`${JSON.stringify(rowsAbout(app.store, player), null, 1)}\n`);
  if (data.length <= LARGE) return { name: 'metro-data.json', data };
  return { name: 'metro-data.json.gz', data: gzipSync(data) };
}

const streakOf = (app: App, player: string): number =>
  Math.max(
    0,
    ...GAMES.filter(({ id }) => hasDaily(id)).map(
      ({ id }) => standingOf(app.store, id, player, now()).streak,
    ),
  );

const stamp = (): string => String(Math.floor(now() / MINUTE));
