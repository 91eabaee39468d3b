import { now } from '../clock.ts';
import type { Match } from '../match/match.ts';
import { open } from '../match/open.ts';
import { alive, HOLDER } from '../store/lease.ts';
import { messagesOf } from '../store/messages.ts';
import { type TableRow, tableOf } from '../store/tables.ts';
import type { Translate } from '../views/presenter.ts';
import { linkOf } from './components.ts';
import { type App, sceneOf } from './context.ts';
import { DiscordError } from './discorderror.ts';
import { noteUnasked, questionPings } from './later.ts';
import type { Target } from './messages/plan.ts';
import { type Feature, reconcile } from './messages/reconcile.ts';
import type { Draft, Outbound } from './outbound.ts';
import { isLocked, NOTICE } from './place.ts';
import { questionSlot, questionTarget } from './question.ts';
import { type Reminding, reminderTarget, reminding } from './reminders.ts';
import { lockedScreen, movedScreen, questionScreen } from './standstill.ts';

/** What stands beside the table of a match: a question to it, and a reminder. */

type Tools = Pick<App, 'store' | 'log'> & { readonly outbound: Outbound; readonly spare: Outbound };

const STAYS = { fixed: true, gone: 'drop', old: 'wait', unsure: 'never' } as const;

interface Beside {
  readonly match: Match;
  readonly table: TableRow;
  /** How the question reads that is open. */
  readonly question: Draft | undefined;
  readonly reminding: Reminding;
}

/**
 * Brings what stands beside a table up to date. Resolves with whether all of it is done, or some of it waits. Throws `DiscordError`
 * where Discord refuses what the table would be refused, too.
 */
export async function showBeside(tools: Tools, match: Match, t: Translate): Promise<boolean> {
  const { store } = tools;
  const owner = { match: match.id };
  const refused: number[] = [];
  const feature = featureOf(tools, match, t, (code) => void refused.push(code));
  await reconcile({ ...tools, holder: HOLDER, alive }, feature, owner);
  const [code] = refused;
  if (code !== undefined) throw new DiscordError(code);
  return (await messagesOf(store, owner)).every(({ due }) => due === null);
}

function featureOf(
  { store }: Tools,
  given: Match,
  t: Translate,
  refuse: (code: number) => void,
): Feature<Beside> {
  let known: Match | undefined = given;
  return {
    async open(owner) {
      const match = known ?? (await open(store, given.id));
      known = undefined;
      const table = await tableOf(store, given.id);
      if (!match || !table) return undefined;
      const at = now();
      const rows = await messagesOf(store, owner);
      const asked = match.row.status === 'running' ? match.question : null;
      if (asked) await noteUnasked(store, match, at);
      const stands = asked && rows.findLast(({ slot }) => slot === questionSlot(asked.seq))?.message;
      const link = linkOf(match.row.guild, table.channel, stands) ?? undefined;
      const question = asked
        ? questionScreen(match, asked, sceneOf(match.seats, t), await questionPings(store, match, at))
        : undefined;
      return { match, table, question, reminding: await reminding(store, match, table, rows, link, t, at) };
    },
    slots: ({ match, table, question }) =>
      question && match.question && table.channel
        ? [{ slot: questionSlot(match.question.seq), channel: table.channel }]
        : [],
    screenOf(row, { match, table, question, reminding }): Target {
      if (row.wanted === 'nothing') return 'nothing';
      if (row.wanted === 'moved') {
        const url = `https://discord.com/channels/${match.row.guild ?? '@me'}/${table.channel}/${table.message}`;
        return { show: movedScreen(url, t), last: true, gone: 'drop', old: 'wait', unsure: 'again' };
      }
      // It is told once, however long the thread stays locked.
      if (row.slot === NOTICE && isLocked(Number(table.trouble ?? 0)))
        return { ...STAYS, show: lockedScreen(match, t) };
      return questionTarget(row, match, question, t) ?? reminderTarget(row, reminding) ?? 'as it is';
    },
    async refused(_row, code) {
      refuse(code);
      return 'wait';
    },
  };
}
