import { now } from '../clock.ts';
import { nameOfGame } from '../locales.ts';
import { blockedBy } from '../store/blocks.ts';
import { load } from '../store/matches.ts';
import { isGone } from '../store/players.ts';
import type { Stored } from '../store/rows.ts';
import { setTable, type TableRow, tableOf } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { type App, publicOf, titleOf } from './context.ts';
import { DiscordError, expect, passing, UNKNOWN_MESSAGE } from './discorderror.ts';
import { closedScreen, inviteScreen, lobbyScreen, startedScreen } from './lobby.ts';
import { stand } from './messages/stand.ts';
import { drawn, type Screen } from './outbound.ts';
import { occasion, pingsAmong } from './pings.ts';

/** The public message of a lobby, and the place where its match will be played. */

type Tools = Pick<App, 'store' | 'outbound'>;

/** Calls those who played before, once, ahead of the lobby of a rematch. */
const INVITE = 'invite';

/** Brings a lobby's message up to date. */
export async function showLobby(tools: Tools, stored: Stored, table: TableRow): Promise<void> {
  const { row } = stored;
  const { t, theme } = await publicOf(tools, row.guild);
  const done = row.status !== 'closed' || table.lobbyDone;
  if (table.shown >= row.revision && table.lobbyMessage && done) return;
  const screen =
    row.status === 'closed' ? closedScreen(stored, t) : await drawn(lobbyScreen(stored, t, theme));
  if (row.status === 'closed') screen.body.attachments = [];
  const shown = table.lobbyMessage
    ? await tools.outbound.edit(
        table.lobbyChannel,
        table.lobbyMessage,
        withoutWords(withoutFiles(screen, row.status === 'closed')),
      )
    : undefined;
  if (shown && !shown.ok && shown.code !== UNKNOWN_MESSAGE) throw new DiscordError(shown.code);
  if (shown?.ok) {
    await setTable(tools.store, row.id, {
      shown: row.revision,
      trouble: null,
      lobbyDone: row.status === 'closed',
    });
    return;
  }
  if (row.status === 'closed' && table.lobbyMessage) {
    await setTable(tools.store, row.id, { shown: row.revision, lobbyDone: true });
    return;
  }
  await postLobby(tools, stored, table, screen, t);
}

/**
 * Posts the lobby. Where a process died before it could say which message that is, it is found again by its purpose, as it
 * was: it is brought up to date by whoever comes next.
 */
export async function postLobby(
  tools: Tools,
  stored: Stored,
  table: TableRow,
  screen: Screen,
  t: Translate,
): Promise<string> {
  const { row } = stored;
  if (row.rematchOf !== null && row.calls && !table.lobbyMessage) {
    const former = await load(tools.store, row.rematchOf);
    const kept = await blockedBy(tools.store, row.host);
    const guests = (former?.seats ?? [])
      .filter(({ player, state }) => player !== row.host && !isGone(player) && state !== 'kicked')
      .map(({ player }) => player)
      .filter((player) => !kept.includes(player));
    if (guests.length > 0) {
      const about = { ...occasion('invite', row), match: row.rematchOf };
      const pings = await pingsAmong(tools.store, guests, about, now());
      const invite = inviteScreen(stored, guests, t, pings);
      expect(await stand(tools, { match: row.id }, { slot: INVITE, channel: table.lobbyChannel }, invite));
    }
  }
  // One in the place of another that may still be found.
  const purpose = table.lobbyMessage ? `${row.id}.lobby.${row.revision}` : `${row.id}.lobby`;
  const posted = expect(await tools.outbound.post(table.lobbyChannel, screen, purpose));
  // What was found may be an older state of it.
  const shown = row.revision === 0 ? 0 : -1;
  await setTable(tools.store, row.id, { lobbyMessage: posted.message, shown, trouble: null });
  return posted.message;
}

/** An apology may have taken the place of the answer that was to show the lobby: its words go. */
const withoutWords = (screen: Screen): Screen => ({
  ...screen,
  body: { ...screen.body, content: null } as unknown as Screen['body'],
});

const withoutFiles = (screen: Screen, none: boolean): Screen => (none ? { ...screen, files: [] } : screen);

/** Takes a lobby's message away, so that it is posted anew when it is brought up to date; false while it still stands. */
export async function liftLobby({ store, outbound }: Tools, match: number): Promise<boolean> {
  const table = await tableOf(store, match);
  if (!table?.lobbyMessage) return true;
  const gone = await outbound.remove(table.lobbyChannel, table.lobbyMessage);
  return gone.ok || gone.code === UNKNOWN_MESSAGE;
}

/**
 * Where the rounds go: a thread of the lobby's message, or the channel itself when there can be none. A lobby that
 * somebody deleted, and that was started all the same, is posted again to bear the thread.
 */
export async function placeFor(
  tools: Tools,
  stored: Stored,
  table: TableRow,
  t: Translate,
): Promise<{ readonly channel: string; readonly lobbyMessage: string | null }> {
  const { lobbyChannel, lobbyMessage } = table;
  if (!stored.row.thread || !lobbyMessage) return { channel: lobbyChannel, lobbyMessage };
  const name = t('lobby.threadName', {
    game: t(nameOfGame(stored.row.game)),
    id: stored.row.id,
    map: titleOf(stored.row.game, stored.row.map),
  });
  let bearer = lobbyMessage;
  let opened = await tools.outbound.thread(lobbyChannel, bearer, name);
  if (!opened.ok && opened.code === UNKNOWN_MESSAGE) {
    bearer = await postLobby(tools, stored, table, startedScreen(stored, null, t), t);
    opened = await tools.outbound.thread(lobbyChannel, bearer, name);
  }
  if (!opened.ok && passing(opened)) throw new DiscordError(opened.code);
  return { channel: opened.ok ? opened.channel : lobbyChannel, lobbyMessage: bearer };
}
