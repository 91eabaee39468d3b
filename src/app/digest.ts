import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { FALLBACK, ofGame, type Translate } from '../locales.ts';
import { seatOf } from '../match/match.ts';
import { replayed } from '../match/open.ts';
import { isUntouched } from '../match/projection.ts';
import { peopleWaitedFor } from '../match/timeline.ts';
import { absencesSince } from '../store/absences.ts';
import { type JobRow, jobOf, setJob } from '../store/jobs.ts';
import { load, matchesOf } from '../store/matches.ts';
import { isMuted } from '../store/mutes.ts';
import type { Store } from '../store/open.ts';
import { directOf, setDirect } from '../store/players.ts';
import { type Reader, readerOf, setClosed } from '../store/reminders.ts';
import { standsAt } from '../store/tables.ts';
import { vacationOf } from '../store/vacations.ts';
import { unlessAside } from './aside.ts';
import { ago, BLUE, button, linkOf, rich, row, text } from './components.ts';
import { type App, titleOf, t as translate } from './context.ts';
import { DiscordError, passing } from './discorderror.ts';
import { encode } from './ids.ts';
import type { Screen, Sent } from './outbound.ts';
import { isQuiet, nextAt, quietUntil } from './quiethours.ts';
import { isAway } from './venue.ts';
import { seatIn } from './view.ts';

/** The digest: one direct message a day with the games that wait for somebody, when their quiet hours end. */

/** 09:00, for those who have no quiet hours. */
const MORNING = 9 * 60;
/** The user takes no direct messages from the bot. */
const CLOSED = 50007;
const UNKNOWN_CHANNEL = 10003;
/** Digests of one hour are spread over so many milliseconds: Discord minds direct messages to many people at once. */
const SPREAD = 10 * 60_000;

const jobFor = (player: string) => ({ kind: 'digest', subject: player, key: 'daily' }) as const;

/** How long (ms) after its hour a player's digest comes: the same every day, and less than ten minutes. */
export const spreadOf = (player: string): number =>
  createHash('sha256').update(`digest ${player}`).digest().readUInt32BE() % SPREAD;

/** The next time (ms) after `at` at which a player's digest is due. */
export function digestAfter({ id, quietFrom, quietTo, zone }: Reader, at: number): number {
  const quiet = quietFrom !== null && quietTo !== null && quietFrom !== quietTo;
  const spread = spreadOf(id);
  return nextAt(zone, quiet ? quietTo : MORNING, at - spread) + spread;
}

/**
 * Notes when somebody who chose the digest gets the next one, by their quiet hours and time zone as they are stored;
 * for others it does nothing. `chosen`: they have just chosen it, so direct messages are tried again.
 */
export async function scheduleDigest(
  store: Store,
  player: string,
  at: number,
  chosen = false,
): Promise<void> {
  const reader = await readerOf(store, player);
  if (reader?.pings !== 'digest') return;
  if (reader.closed && !chosen) return;
  if (reader.closed) await setClosed(store, player, false);
  await setJob(store, { ...jobFor(player), due: digestAfter(reader, at) });
}

/** As `scheduleDigest`, for somebody whose next digest may not have been noted. */
export async function ensureDigest(store: Store, reader: Reader, at: number): Promise<void> {
  const noted = await jobOf(store, jobFor(reader.id));
  if (!noted || noted.doneAt !== null) await scheduleDigest(store, reader.id, at);
}

/**
 * Serves a digest that is due; resolves with the time of the next one, or nothing for those who get none any more.
 * Throws `DiscordError` for what may be tried again.
 */
export async function sendDigest(app: App, job: JobRow): Promise<number | undefined> {
  const at = now();
  const reader = await readerOf(app.store, job.subject);
  if (reader?.pings !== 'digest' || reader.closed) return undefined;
  const spread = spreadOf(reader.id);
  if (isQuiet(reader, at)) return quietUntil(reader, at)! + spread;
  // It was due while the bot was away, as those of others were.
  const back = Math.max(0, ...(await absencesSince(app.store, job.due)).map(({ to }) => to));
  if (at < back + spread) return back + spread;
  if (await vacationOf(app.store, reader.id, at)) return digestAfter(reader, at);
  const next = digestAfter(reader, at);
  const waiting = await waitingFor(app, reader.id, at);
  if (waiting.length === 0) return next;
  const screen = digestScreen(waiting, translate(reader.locale ?? reader.discordLocale ?? FALLBACK));
  const sent = await postDirect(app, reader.id, screen, `digest.${Math.floor(job.due / 60_000)}`);
  if (sent.ok) return next;
  if (sent.code === CLOSED) {
    await setClosed(app.store, reader.id, true);
    return undefined;
  }
  if (passing(sent)) throw new DiscordError(sent.code);
  app.log.warn({ code: sent.code }, 'a digest could not be sent');
  return next;
}

/** Posts a direct message, in the channel that was opened once for its reader. */
async function postDirect(app: App, player: string, screen: Screen, purpose: string): Promise<Sent> {
  const known = await directOf(app.store, player);
  if (known !== null) {
    const sent = await app.outbound.post(known, screen, purpose);
    if (sent.ok || sent.code !== UNKNOWN_CHANNEL) return sent;
  }
  const opened = await app.outbound.direct(player);
  if (!opened.ok) return opened;
  await setDirect(app.store, player, opened.channel);
  return app.outbound.post(opened.channel, screen, purpose);
}

/**
 * The tables that wait for a player now, those that wait longest first; without those that lie untouched. Throws `DiscordError`
 * where nothing can be told because Discord does not say whether they are in the servers.
 */
async function waitingFor(app: App, player: string, at: number): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  let unsure = false;
  for (const row of await matchesOf(app.store, player, { statuses: ['running'] })) {
    if (row.solo || row.paused || row.aside !== null || (await isUntouched(app.store, row, at))) continue;
    if (await isMuted(app.store, row.id, player)) continue;
    const stored = await load(app.store, row.id);
    if (stored?.row.status !== 'running') continue;
    const match = await unlessAside(app, () => replayed(app.store, stored));
    if (!match) continue;
    const seat = seatOf(match, player);
    if (seat === undefined || !peopleWaitedFor(match).includes(seat) || (await isAway(app, match))) continue;
    // Nothing is told of games in servers that they have left.
    const sight = await seatIn(app, { guild: null, user: { id: player } }, row.guild);
    unsure ||= sight === 'unsure';
    if (sight !== 'seat') continue;
    const stands = await standsAt(app.store, row.id);
    waiting.push({
      id: row.id,
      game: row.game,
      map: row.map,
      turn: row.turn,
      since: row.turnAt ?? row.startedAt ?? row.createdAt,
      deadline: row.deadline,
      link: linkOf(row.guild, stands?.channel, stands?.message),
    });
  }
  if (unsure && waiting.length === 0) throw new DiscordError(0);
  return waiting.sort((a, b) => a.since - b.since || a.id - b.id);
}

/** More are counted. */
const SHOWN = 10;

/** A game that waits for somebody. */
export interface Waiting {
  readonly id: number;
  readonly game: string;
  readonly map: string;
  readonly turn: number;
  readonly since: number;
  readonly deadline: number | null;
  readonly link: string | null;
}

/** One message for all games that wait for somebody; `waiting` is in the order it is shown and never empty. */
export function digestScreen(waiting: readonly Waiting[], t: Translate): Screen {
  const more = waiting.length - SHOWN;
  const lines = [
    `## ${t('reminder.digest.title', { count: waiting.length })}`,
    ...waiting.slice(0, SHOWN).map((one) => line(one, t)),
    ...(more > 0 ? [t('reminder.digest.more', { count: more })] : []),
    `-# ${t('reminder.digest.note')}`,
  ];
  return rich(BLUE, [
    text(lines.join('\n')),
    row(
      button(t('button.games'), encode('games'), 'blue'),
      button(t('reminder.digest.change'), encode('settings')),
    ),
  ]);
}

function line({ id, game, map, turn, since, deadline, link }: Waiting, t: Translate): string {
  const parts = [
    `🟡 **${t('games.name', { id, map: titleOf(game, map) })}**`,
    t('games.state.mine', { at: t(ofGame(game, 'table.at'), { turn }) }),
    t('games.since', { when: ago(since) }),
    ...(deadline === null ? [] : [t('reminder.digest.closes', { when: ago(deadline) })]),
    ...(link ? [`[${t('games.link')}](${link})`] : []),
  ];
  return parts.join(' · ');
}
