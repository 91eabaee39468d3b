import { type Match, phaseKey, present } from '../../src/match/match.ts';
import type { TableRow } from '../../src/store/tables.ts';
import { pressable } from '../lib/message.ts';
import type { Shown } from './chat.ts';
import { type Finding, finding } from './findings.ts';

/** The messages of a match held against its log. */

export interface Posted {
  readonly match: Match;
  readonly table: TableRow;
  /** What was posted for it, in the order of its coming. */
  readonly messages: readonly Shown[];
  /** Whether Discord ever refused to change or delete a message. */
  refused(message: string): boolean;
  /** Whether its channel is still there. */
  exists(channel: string): boolean;
}

/** Discord knows a nonce for five minutes; whoever asks later posts anew. */
export const NONCE = 300_000;

const PHASE = /^(\d+\.(?:round|flip|pause|over)(?:-\d+)?)(?:\.\d+)?$/;
const REMINDER = /^reminder:(\d+\.(?:round|flip|pause)(?:-\d+)?)\/(\w+(?:\/\d+)?)$/;

/** What a message is for, after the match. */
const named = ({ purpose }: Shown): string => purpose?.replace(/^\d+\./, '') ?? '';

/** One message a phase; the present one shows the table, the others are lines or gone. */
export function postFindings(posted: Posted): Finding[] {
  const { match } = posted;
  const keys = new Set(match.phases.map(phaseKey));
  const phases = grouped(posted.messages, (message) => PHASE.exec(named(message))?.[1]);
  const reminders = grouped(posted.messages, (message) => {
    const [, phase, slot] = REMINDER.exec(named(message)) ?? [];
    return phase && `${phase}/${slot}`;
  });
  const found: Finding[] = [];
  for (const [key, messages] of phases) {
    if (!keys.has(key))
      found.push(finding('chat', `Match ${match.id} never was in ${key}, which was posted.`));
    found.push(...doubles(posted, key, messages));
  }
  for (const [key, messages] of reminders) {
    found.push(...doubles(posted, `the reminder ${key}`, messages, true));
    if (key.startsWith(`${phaseKey(present(match))}/`)) continue;
    for (const message of messages)
      if (!forgotten(message, messages)) found.push(...standing(posted, message, `reminder ${key}`));
  }
  return [
    ...found,
    ...presentFindings(posted, phases),
    ...lobbyFindings(posted),
    ...questionFindings(posted),
  ];
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

/** Whether one was posted again so late that Discord knew its nonce no more: nobody could find it any longer. */
const forgotten = (message: Shown, messages: readonly Shown[]): boolean =>
  messages.some((one) => one.purpose === message.purpose && one.at - message.at > NONCE);

/** A second message has a reason: the first was deleted, could not be changed, stood elsewhere, or is forgotten. */
function doubles(posted: Posted, what: string, messages: readonly Shown[], strict = false): Finding[] {
  return messages.slice(1).flatMap((message, i) => {
    const before = messages[i]!;
    if (forgotten(before, [message])) return [];
    const gone = !strict && (before.gone || posted.refused(before.id));
    if (gone || before.channel !== message.channel) return [];
    return [
      finding('chat', `Match ${posted.match.id} posted ${what} twice: ${before.id} and ${message.id}.`),
    ];
  });
}

/** A message that should be a line or gone, and can still be pressed. */
function standing(posted: Posted, message: Shown, what: string): Finding[] {
  const excused = message.gone || posted.refused(message.id) || !posted.exists(message.channel);
  if (excused || pressable(message).length === 0) return [];
  return [
    finding(
      'chat',
      `Match ${posted.match.id}: ${what} still stands there: ${JSON.stringify(message)}; ${told(posted)}`,
    ),
  ];
}

/** All that was posted for a match, in short. */
const told = ({ messages, table }: Posted): string =>
  `${messages.map(({ purpose, channel, at, gone }) => `${purpose}@${channel}+${at}${gone ? ' gone' : ''}`).join(', ')} ${JSON.stringify(table)}`;

function presentFindings(posted: Posted, phases: Map<string, Shown[]>): Finding[] {
  const { match, table } = posted;
  const { id, row } = match;
  const now = phaseKey(present(match));
  const found: Finding[] = [];
  for (const [key, messages] of phases) {
    const older = key === now ? messages.filter((message) => message.id !== table.message) : messages;
    for (const message of older) {
      if (!forgotten(message, messages)) found.push(...standing(posted, message, key));
    }
  }
  const channel = table.channel ?? table.lobbyChannel;
  if (!posted.exists(channel)) {
    // It is noticed when something is to be posted.
    const noticed = table.trouble === '10003' || table.shown < row.revision || table.old.length > 0;
    const waits = row.status === 'running' && !match.paused && noticed;
    return waits ? [...found, finding('chat', `Match ${id} goes on without a place.`)] : found;
  }
  const message = posted.messages.find((one) => one.id === table.message);
  if (table.phase !== now || table.shown < row.revision || table.old.length > 0)
    found.push(finding('chat', `Match ${id} is in ${now}, its table is behind: ${JSON.stringify(table)}`));
  else if (!message || message.gone) {
    // What somebody deletes is noticed when it is to be changed.
    if (!message)
      found.push(finding('chat', `Match ${id} shows a message that nobody saw: ${table.message}.`));
  } else if (PHASE.exec(named(message))?.[1] !== now || !(shows(match, message) || plainEnd(posted, message)))
    found.push(finding('chat', `Match ${id} is in ${now}, its message ${message.id} is ${message.purpose}.`));
  return found;
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

/** The result begins as a line, which stands where Discord refused more. */
const plainEnd = ({ match, refused }: Posted, { id }: Shown): boolean =>
  present(match).kind === 'over' && refused(id);

function lobbyFindings(posted: Posted): Finding[] {
  const { match, messages, table } = posted;
  const lobby = messages.find(({ id }) => id === table.lobbyMessage);
  if (!lobby || match.row.status === 'lobby') return [];
  return pressable(lobby).some((id) => id.startsWith('join|')) ? standing(posted, lobby, 'the lobby') : [];
}

function questionFindings(posted: Posted): Finding[] {
  const { match, messages } = posted;
  const open = messages.filter((one) => named(one).startsWith('question:') && pressable(one).length > 0);
  return open.flatMap((message) =>
    (match.question && !match.voided) || forgotten(message, messages)
      ? []
      : standing(posted, message, 'a question'),
  );
}
