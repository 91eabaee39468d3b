import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { type Shown, wordsIn } from '../lib/chat.ts';
import { type Finding, finding, sentence } from '../lib/ledger.ts';
import { parts, pressable } from '../lib/message.ts';
import type { Placed } from '../lib/messages.ts';
import { NONCE } from '../lib/standin.ts';

/** What stands in the chat about a match, held against its log. */

export interface Posted {
  readonly match: Match;
  readonly placed: Placed;
  /** What was posted for it, in the order of its coming. */
  readonly messages: readonly Shown[];
  /** Whether Discord ever refused to change or delete a message. */
  refused(message: string): boolean;
  /** Whether somebody else than the bot deleted it. */
  vanished(message: string): boolean;
  /** Whether its channel is still there. */
  exists(channel: string): boolean;
  /** Whether what was posted for a purpose may have been on its way when Discord forgot its nonce. */
  forgotten(message: Shown, later: Shown): boolean;
  /**
   * The match is over and had all the time that it needs, so that everything is as it stays. `moves`: how often its table
   * may have been moved; `guests`: in a rematch somebody was to be asked.
   */
  readonly settled?: { readonly moves: number; readonly guests: boolean };
}

/** Discord knows a nonce for five minutes; whoever asks later posts anew. */
export const isLater = (message: Shown, later: Shown): boolean =>
  message.purpose === later.purpose && later.at - message.at > NONCE;

const REMINDER = /^reminder:(\d+\.(?:round|flip|pause)(?:-\d+)?)\/\w+(?:\/\d+)?$/;
const QUESTION = /^question:\d+$/;
const PHASE = /^phase:(\d+\.(?:round|flip|pause|over)(?:-\d+)?)$/;
const OTHERS = /^(?:lobby(?:\.\d+)?|invite|locked)$/;
const MOVED = sentence('table.movedTo');

/** What a message is for, after the match; one that was only to be found by its purpose, to be deleted, is for nothing. */
const named = ({ purpose }: Shown): string => purpose?.replace(/^\d+\./, '') ?? '';
const isStray = (message: Shown): boolean => message.gone && /^(?:…|#\d+ .* · )$/.test(wordsIn(message));
const phaseOf = (message: Shown): string | undefined => PHASE.exec(named(message))?.[1];

/** One message a phase, in order; the present one shows the table, of the others lines are left, or nothing. */
export function talkFindings(posted: Posted): Finding[] {
  const { match, settled } = posted;
  const own = posted.messages.filter(
    ({ purpose, ...message }) => purpose?.startsWith(`${match.id}.`) && !isStray({ purpose, ...message }),
  );
  const found: Finding[] = [];
  const fault = (words: string, about: readonly Shown[] = []): void => {
    const seen = about.map((one) =>
      JSON.stringify({ ...one, words: wordsIn(one).slice(0, 80), components: pressable(one) }),
    );
    found.push(finding('chat', [`Match ${match.id} ${words}`, ...seen].join(' ')));
  };
  const keys = match.phases.map(phaseKey);
  const now = phaseKey(present(match));
  const phases = grouped(own, phaseOf);
  for (const [key, messages] of phases) {
    if (!keys.includes(key)) fault(`never was in ${key}, which was posted.`, messages);
    doubles(posted, messages, (one, other) => fault(`posted ${key} twice.`, [one, other]));
    const older = key === now ? messages.filter(({ id }) => id !== posted.placed.message) : messages;
    for (const message of older) if (isOpen(posted, message, messages)) fault(`left ${key} open.`, [message]);
    const most = 1 + 2 * (settled?.moves ?? 0);
    const told = messages.filter(
      (one) => !excused(posted, one) && !messages.some((other) => posted.forgotten(one, other)),
    );
    if (settled && told.length > most) fault(`posted ${key} too often.`, messages);
  }
  const firsts = match.phases.flatMap(({ kind }, i) =>
    kind === 'round' || kind === 'over' ? (phases.get(keys[i]!)?.[0] ?? []) : [],
  );
  if (firsts.some(({ id }, i) => i > 0 && BigInt(id) < BigInt(firsts[i - 1]!.id)))
    fault('posted its phases in another order.', firsts);
  const beside = grouped(own, (message) => (phaseOf(message) === undefined ? named(message) : undefined));
  for (const [key, messages] of beside) {
    const [, phase] = REMINDER.exec(key) ?? [];
    const asks = QUESTION.test(key);
    if (!phase && !asks && !OTHERS.test(key)) fault(`posted ${key}.`, messages);
    // A question that is open goes along with its table, there and back.
    doubles(posted, messages, (one, other) => fault(`posted ${key} twice.`, [one, other]), !asks);
    if (asks && settled && messages.length > 1 + settled.moves + lapses(posted, messages))
      fault(`posted ${key} too often.`, messages);
    const ended = phase ? phase !== now : asks && !(match.question && !match.voided);
    for (const message of ended ? messages : [])
      if (isOpen(posted, message, messages)) fault(`left ${key} open.`, [message]);
    if (settled && phase)
      for (const message of messages)
        if (
          !message.gone &&
          !messages.some((other) => posted.forgotten(message, other)) &&
          !excused(posted, message)
        )
          fault(`left ${key} standing.`, [message]);
  }
  if (settled) stays(posted, phases, fault, settled.guests, beside);
  else presentTable(posted, now, fault);
  return found;
}

function grouped(
  messages: readonly Shown[],
  keyOf: (message: Shown) => string | undefined,
): Map<string, Shown[]> {
  const groups = new Map<string, Shown[]>();
  for (const message of messages) {
    const key = keyOf(message);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return groups;
}

const excused = (posted: Posted, { id, channel }: Shown): boolean =>
  posted.refused(id) || posted.vanished(id) || !posted.exists(channel);

const lapses = (posted: Posted, messages: readonly Shown[]): number =>
  messages
    .slice(1)
    .filter((later, i) => excused(posted, messages[i]!) || posted.forgotten(messages[i]!, later)).length;

/**
 * A second message has a reason: the first was deleted, could not be changed, stood elsewhere, or is forgotten; or it takes
 * the place of one that itself did so for a while. What pings is not posted again for any but the first and the last.
 */
function doubles(
  posted: Posted,
  messages: readonly Shown[],
  fault: (one: Shown, other: Shown) => void,
  pings = false,
): void {
  const replaced = ({ id }: Shown): boolean => posted.vanished(id) || (!pings && posted.refused(id));
  for (const [i, message] of messages.slice(1).entries()) {
    const before = messages[i]!;
    if (posted.forgotten(before, message) || before.channel !== message.channel) continue;
    if (!replaced(before) && !(before.gone && messages.slice(0, i).some(replaced))) fault(before, message);
  }
}

/** A message that should be a line or gone, and can still be pressed. */
const isOpen = (posted: Posted, message: Shown, messages: readonly Shown[]): boolean =>
  !message.gone &&
  !excused(posted, message) &&
  !messages.some((other) => posted.forgotten(message, other)) &&
  pressable(message).length > 0;

type Fault = (words: string, about?: readonly Shown[]) => void;

/** What is left of a match that is over: a line for each round, and the result. */
function stays(
  posted: Posted,
  phases: ReadonlyMap<string, readonly Shown[]>,
  fault: Fault,
  guests: boolean,
  beside: ReadonlyMap<string, readonly Shown[]>,
): void {
  const { match, messages, placed } = posted;
  const { id, voided } = match;
  if (!placed.done) fault(`still has messages to see to: ${JSON.stringify(placed)}.`);
  for (const [i, phase] of match.phases.entries()) {
    const key = phaseKey(phase);
    const next = match.phases[i + 1];
    const all = phases.get(key) ?? [];
    const left = all.filter((one) => !one.gone && !MOVED.test(wordsIn(one)) && !excused(posted, one));
    const kept = left.filter((one) => !all.some((other) => posted.forgotten(one, other)));
    if (next === undefined) {
      const shows = kept.filter(
        (one) => pressable(one).includes(`rematch|${id}|0`) && one.files > (voided ? 0 : 1),
      );
      if ((shows.length !== 1 || kept.length !== 1) && !all.some((one) => excused(posted, one)))
        fault(`has no result, or two.`, all);
      continue;
    }
    const lasts = phase.kind === 'round' && next.kind !== 'pause' && !(voided && next.kind === 'over');
    const lines = kept.filter((one) => wordsIn(one) !== '' && one.files === 0 && parts(one).length === 0);
    const most = lasts && !all.some((one) => excused(posted, one)) ? 1 : kept.length;
    if (lines.length !== kept.length || kept.length !== (lasts ? most : 0))
      fault(`has not left ${key} as it should stay.`, all);
  }
  const lobby = messages.find((message) => message.id === placed.lobby);
  // Where the table is in another channel than its lobby, the lobby tells the result and leads on.
  const apart = lobby && placed.channel !== lobby.channel;
  const leads = apart ? [`rematch|${id}|0`, `replay|${id}|0`, `film|${id}|0`] : [];
  const offered = lobby ? pressable(lobby) : [];
  const linked = lobby && !lobby.gone && parts(lobby).some((part) => part.url);
  const well =
    linked && offered.every((one) => leads.includes(one)) && (!apart || offered.includes(leads[0]!));
  // Its row goes where somebody deleted it.
  const spoilt = messages.some((one) => !named(one).replace(/^lobby.*/, '') && excused(posted, one));
  if (!well && !(lobby ? excused(posted, lobby) : spoilt))
    fault('has a lobby that does not say what became of it.', lobby ? [lobby] : []);
  const again = match.row.rematchOf !== null;
  const count = (what: string): number => {
    const all = beside.get(what) ?? [];
    return all.length - lapses(posted, all);
  };
  if (count('lobby') !== (again ? 1 : 0) && !posted.vanished(placed.lobby ?? ''))
    fault('posted its lobby another number of times.');
  if (count('invite') !== (again && guests ? 1 : 0)) fault('called its guests another number of times.');
}

/** The table as it is at this moment. */
function presentTable({ match, placed, messages, refused, exists }: Posted, now: string, fault: Fault): void {
  const { row } = match;
  if (!exists(placed.channel)) {
    // It is noticed when something is to be posted.
    const noticed = placed.discordError === '10003' || !placed.upToDate;
    if (row.status === 'running' && !match.paused && noticed) fault('goes on without a place.');
    return;
  }
  const message = messages.find((one) => one.id === placed.message);
  if (placed.phase !== now || !placed.upToDate)
    fault(`is in ${now}, its table is behind: ${JSON.stringify(placed)}.`, messages);
  else if (!message) fault(`shows a message that nobody saw: ${placed.message}.`);
  // What somebody deletes is noticed when it is to be changed.
  else if (
    !message.gone &&
    !(phaseOf(message) === now && (shows(match, message) || (now.includes('over') && refused(message.id))))
  )
    fault(`is in ${now}, its message is another.`, [message]);
  const lobby = messages.find(({ id }) => id === placed.lobby);
  if (
    lobby &&
    !lobby.gone &&
    !refused(lobby.id) &&
    exists(lobby.channel) &&
    pressable(lobby).some((id) => id.startsWith('join|'))
  )
    fault('has begun, and its lobby is still open.', [lobby]);
}

/** Whether a message offers what the present phase asks. */
function shows(match: Match, message: Shown): boolean {
  const { kind, turn } = present(match);
  const acts = { round: ['table', 'mine'], flip: ['flip'], pause: ['go'], over: ['rematch'] }[kind];
  return pressable(message).some((id) => {
    const [does, of, at] = id.split('|');
    return acts.includes(does!) && Number(of) === match.id && (kind === 'over' || Number(at) === turn);
  });
}
