import { ChannelType } from 'discord-api-types/v10';
import { now } from '../clock.ts';
import { returnTo } from '../match/life.ts';
import { type Match, seatOf } from '../match/match.ts';
import type { Refusal } from '../match/play.ts';
import { heldNewest } from '../match/restraint.ts';
import { mayMove } from '../match/rights.ts';
import { setTable, type TableRow, tableOf } from '../store/tables.ts';
import type { Translate } from '../views/look.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { entriesOf, linkOf, unplayedBy, veiled } from './games.ts';
import { encode, type Id } from './ids.ts';
import { movable } from './move.ts';
import { ago, button, link, type row } from './parts.ts';
import { kindOfType, missingAtTable } from './permissions.ts';
import type { Origin, PressRequest, Reply } from './request.ts';
import { openLive, resultOf } from './result.ts';
import { mineScreen } from './screens/board.ts';
import { soloEndScreen } from './screens/end.ts';
import { gamesScreen } from './screens/games.ts';
import { pauseLine, takeButtons, welcome } from './screens/life.ts';
import { sentence } from './screens/problems.ts';
import { turnOf } from './screens/round.ts';
import { type Desk, deskOf } from './screens/seat.ts';
import { lasting } from './trouble.ts';

/** What a person needs to see now in a match, whatever they pressed: their desk, or why there is none. */

/** The bot may not see the channel, or not do that there. */
const NO_ACCESS = 50001;
const FORBIDDEN: readonly number[] = [NO_ACCESS, 50013];

/** The screen that a person needs now in a match: their board, the result, or what others see. `note` goes first. */
export async function showMine(app: App, origin: Origin, given: Match, note = ''): Promise<Reply> {
  const t = translate(origin.locale);
  const seat = seatOf(given, origin.user.id);
  if (seat === undefined) return refuse(app, origin, { why: 'stranger', match: given }, note);
  const { match, hello } = await arrive(app, origin, given);
  if (match.row.status === 'over') {
    if (match.row.day !== null) return resultOf(app, origin, match, note);
    if (match.row.solo) return { screen: await soloEndScreen(match, t, origin.theme) };
    return refuse(app, origin, { why: 'over', match }, note);
  }
  const standing = match.standing[seat];
  if (standing === 'left' || standing === 'dropped')
    return refuse(app, origin, { why: standing, match }, note);
  if (match.paused) return refuse(app, origin, { why: 'paused', match }, note);
  const notes = [await trouble(app, origin, match, t), hello, note].filter(Boolean).join('\n');
  return { screen: await mineScreen(deskOf(match, seat, t, origin.asks, origin.theme, origin.warns), notes) };
}

/** Finds the presser's seat in the match as it is now; a turn of -1 asks for no particular one. */
export async function atDesk(
  app: App,
  press: PressRequest,
  id: Pick<Id, 'match' | 'turn'>,
  show: (desk: Desk, note: string) => Promise<Reply>,
): Promise<Reply> {
  const found = await openLive(app, id.match);
  if (!found) return lost(app, press);
  const seat = seatOf(found, press.user.id);
  if (seat === undefined) return refuse(app, press, { why: 'stranger', match: found });
  const { match, hello } = await arrive(app, press, found);
  if (match.row.status === 'over' || match.paused || match.standing[seat] !== 'here')
    return showMine(app, press, match);
  if (id.turn >= 0 && turnOf(match) !== id.turn) return refuse(app, press, { why: 'stale', match });
  const t = translate(press.locale);
  const notes = [await trouble(app, press, match, t), hello].filter(Boolean).join('\n');
  return show(deskOf(match, seat, t, press.asks, press.theme, press.warns), notes);
}

/**
 * Whoever was not waited for any more and presses something is here again. `hello` tells what the clock played for
 * them meanwhile; it is empty for those who were never late.
 */
export async function arrive(
  app: App,
  origin: Origin,
  match: Match,
): Promise<{ readonly match: Match; readonly hello: string }> {
  const seat = seatOf(match, origin.user.id);
  if (seat === undefined || match.row.status === 'over' || match.row.solo) return { match, hello: '' };
  const t = translate(origin.locale);
  if (match.standing[seat] !== 'away') return { match, hello: welcome(match, seat, t) };
  const done = await returnTo(app.store, { match, user: origin.user.id, at: now() });
  if (!done.ok) return { match, hello: '' };
  if (done.changed) app.refresh(match.id);
  return { match: done.match, hello: welcome(done.match, seat, t) || t('life.welcome') };
}

/** Says that the table cannot be written to any more, and makes it try again; empty when all is well. */
async function trouble(app: App, origin: Origin, match: Match, t: Translate): Promise<string> {
  const table = tableOf(app.store, match.id);
  const code = Number(table?.trouble ?? 0);
  if (!table || !lasting(code)) return '';
  const names = lacking(app, match, table, t);
  if (code === NO_ACCESS && names === '' && isPrivate(app, origin, match, table)) {
    if (!(await app.places.hasBot(table.channel!))) return t('problem.shutOutOf', { id: match.id });
    // It was added again: the next try need not wait.
    await setTable(app.store, match.id, { trouble: null, retryAt: 0 });
    app.refresh(match.id);
    return '';
  }
  app.refresh(match.id);
  return names === ''
    ? t('problem.noWrite', { id: match.id })
    : t('problem.noRight', { id: match.id, names });
}

/** Whether a table stands in a private thread, of which the bot may hear nothing any more. */
function isPrivate(app: App, origin: Origin, { row: { guild } }: Match, { channel }: TableRow): boolean {
  if (guild === null || channel === null) return false;
  if (origin.channel === channel) return origin.secret;
  return app.serverOf?.(guild)?.typeOf(channel) === ChannelType.PrivateThread;
}

/** The rights without which a table that stands still cannot be written to, if it is that; it tries again, too. */
function needs(app: App, match: Match, t: Translate): string {
  const table = tableOf(app.store, match.id);
  if (!table || !FORBIDDEN.includes(Number(table.trouble))) return '';
  app.refresh(match.id);
  const names = lacking(app, match, table, t);
  return names === '' ? '' : t('problem.needs', { names });
}

/** Names of what Discord's refusal says is lacking at a table; empty where it says nothing of that. */
function lacking(app: App, { row: { guild } }: Match, table: TableRow, t: Translate): string {
  if (guild === null || !FORBIDDEN.includes(Number(table.trouble))) return '';
  return lackingAt(app, guild, table, t)
    .map((name) => `**${name}**`)
    .join(', ');
}

/** What the bot would need to write at a table again, as far as it can tell. */
function lackingAt(app: App, guild: string, table: TableRow, t: Translate): string[] {
  const place = table.threaded ? table.lobbyChannel : (table.channel ?? table.lobbyChannel);
  const rights = app.rightsIn ? (app.rightsIn(guild, place) ?? 0n) : undefined;
  const type = app.serverOf?.(guild)?.typeOf(place);
  return rights === undefined ? [] : missingAtTable(rights, table.threaded ? 'thread' : kindOfType(type), t);
}

/** One sentence, then the screen that is needed now. `note` goes before it. */
export async function refuse(app: App, origin: Origin, refused: Refusal, note = ''): Promise<Reply> {
  if (refused.why === 'unknown') return lost(app, origin);
  const t = translate(origin.locale);
  const { match } = refused;
  const user = origin.user.id;
  const scene = sceneOf(match.seats, t);
  const id = (act: string, turn = turnOf(match)) => encode(act, match.id, turn);
  const say = (words: string, ...buttons: Parameters<typeof row>): Reply => ({
    screen: sentence([note, words].filter(Boolean).join('\n'), ...buttons),
  });
  const allBoards = button(t(`${match.row.game}.table.boards`), id('boards'));
  const mine =
    seatOf(match, user) === undefined ? [] : [button(t(`${match.row.game}.table.mine`), id('mine'), 'blue')];
  const newTable = button(t('button.newTable'), encode('newtable', 0, 0, match.row.game), 'blue');
  switch (refused.why) {
    case 'stranger':
      if (match.row.solo) return lost(app, origin);
      return say(t('refuse.stranger'), ...takeButtons(match, scene, user, 3), allBoards, newTable);
    case 'over': {
      // One's own run or practice shows how it went; two taps on its last choice both end there.
      if (match.row.solo && seatOf(match, user) !== undefined) return showMine(app, origin, match);
      const shown = tableOf(app.store, match.id);
      const url = linkOf(match.row.guild, shown?.channel, shown?.message);
      return say(
        t('refuse.over', { when: ago(match.row.endedAt ?? 0) }),
        ...(url ? [link(t('button.result'), url)] : []),
        allBoards,
        button(t('replay.button'), encode('replay', match.id), 'blue'),
      );
    }
    case 'flipper':
      return say(t('refuse.flipper', { name: scene.names[match.flipper]! }), allBoards);
    case 'host':
      return say(t('refuse.host', { name: scene.names[match.host]! }), ...mine, allBoards);
    case 'paused': {
      const seat = seatOf(match, user);
      const plays =
        seat !== undefined && (match.standing[seat] === 'here' || match.standing[seat] === 'away');
      const unwritten = match.paused?.by === 'bot';
      const moves = unwritten && mayMove(match, user, managesTable(origin, match));
      return say(
        [pauseLine(match, scene), unwritten ? needs(app, match, t) : ''].filter(Boolean).join('\n'),
        ...(moves && origin.guild === match.row.guild
          ? [button(t('button.moveHere'), encode('movehere', match.id), 'blue')]
          : []),
        ...(plays ? [button(t('button.goOn'), id('go'), 'blue')] : []),
        allBoards,
        ...(seat === undefined ? [] : [button(t('button.more'), id('more'))]),
      );
    }
    case 'left':
      return say(t('life.refuse.left'), button(t('life.comeBack'), id('back'), 'blue'), allBoards);
    case 'dropped':
      return say(t('life.refuse.dropped'), allBoards);
    case 'patience':
      return say(t('life.refuse.patience'), ...mine, allBoards);
    case 'heldEnd':
    case 'heldKick': {
      const { until } = heldNewest(match, refused.why === 'heldEnd' ? 'end' : 'off', now()) ?? {
        until: null,
      };
      const words =
        until === null
          ? t('life.refuse.heldQuestionTurn')
          : t('life.refuse.heldQuestion', { when: ago(until) });
      return say(words, ...mine, allBoards);
    }
    case 'heldPause':
      return say(t('life.refuse.heldPause'), ...mine, allBoards);
    case 'heldBefore':
      return say(t('life.refuse.heldBefore'), allBoards, newTable);
    case 'gaveUp':
      return say(t('life.refuse.gaveUp'), allBoards, newTable);
    case 'unwelcome':
      return say(t('refuse.unwelcome'), allBoards, newTable);
    case 'taken':
      return say(t('life.refuse.taken'), ...takeButtons(match, scene, user, 3), allBoards, newTable);
    case 'seated':
      return showMine(app, origin, match, t('refuse.seated'));
    case 'running':
    case 'asked':
    case 'few':
    case 'concerned':
      return showMine(app, origin, match, t(`life.refuse.${refused.why}`));
    case 'interested':
      return say(t('life.refuse.interested'), ...mine, allBoards);
    case 'stale':
      return showMine(app, origin, match, t(`${match.row.game}.table.stale`, { now: turnOf(match) }));
    case 'illegal':
    case 'often':
      return showMine(app, origin, match, t(`refuse.${refused.why}`));
  }
}

/** Whether something is asked in the server that a match is played in. */
export const within = (
  origin: Origin,
  { row }: { readonly row: { readonly guild: string | null } },
): boolean => origin.guild !== null && origin.guild === row.guild;

/** Whether somebody manages the server that a match is played in. */
export const managesTable = (origin: Origin, match: Pick<Match, 'row'>): boolean =>
  origin.manages && within(origin, match);

/**
 * A button or a match that is not there, or of which one may not know that it is: here are one's games. It is the same
 * for all of these, so that nothing can be learnt from it.
 */
export async function lost(app: App, origin: Origin): Promise<Reply> {
  return listGames(app, origin, 0, translate(origin.locale)('refuse.button'));
}

/** All the games of a person, what waits for them first. */
export async function listGames(app: App, origin: Origin, page: number, note = ''): Promise<Reply> {
  const entries = await veiled(
    app,
    origin,
    await entriesOf(app, origin.user.id, translate(origin.locale)),
    page,
  );
  const inGuild = origin.guild !== null;
  const waiting = await unplayedBy(app, origin.user.id);
  const moves = await movable(app, origin);
  return { screen: gamesScreen(entries, page, translate(origin.locale), inGuild, note, waiting, moves) };
}
