import { now } from '../clock.ts';
import type { Seat } from '../games/game.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, phaseKey, present } from '../match/match.ts';
import { open } from '../match/open.ts';
import { isUntouched, remindsAt } from '../match/projection.ts';
import { askedSeats } from '../match/question.ts';
import { personIn } from '../match/seats.ts';
import { peopleWaitedFor, playersIn } from '../match/timeline.ts';
import { anyOverdue } from '../match/waiting.ts';
import { presenterOf } from '../presenters.ts';
import { type DueJob, dueFor, type JobRow } from '../store/jobs.ts';
import type { MessageRow } from '../store/messages.ts';
import type { Store } from '../store/open.ts';
import { noteReminded, readersOf, silentIn } from '../store/reminders.ts';
import { type TableRow, tableOf } from '../store/tables.ts';
import { ladder } from '../views/lists.ts';
import type { Scene } from '../views/presenter.ts';
import { alsoFor, calling } from './calling.ts';
import { ago, button, link, mention, plain, row } from './components.ts';
import { type App, publicView, sceneOf } from './context.ts';
import { ensureDigest } from './digest.ts';
import { DiscordError } from './discorderror.ts';
import { encode } from './ids.ts';
import { ASK, laterFor, TURN } from './later.ts';
import type { Target } from './messages/plan.ts';
import type { Draft, Screen } from './outbound.ts';
import { judge, occasion, type Pinged, pingable, type Verdict, type What } from './pings.ts';
import { actButton } from './tableaction.ts';
import { isAway, isThreaded } from './venue.ts';

/**
 * Reminders: one message in the table's channel, for those who are waited for and want it. A job's key says of which
 * phase it is and which of its reminders: `7.round/half`, `/end`; for a card that anybody may turn by now `/anyone`,
 * `/last`; or, where there is no time limit, `/1`, `/8`, `/15` (days). `/turn` is of the turn itself and `/ask` of a
 * question to the table, both for those who were quiet when that was posted. A third part names the one seat whose
 * player's quiet hours or vacation it waited for.
 */

/** Reminders that are due at one moment, served as one. */
interface Batch {
  readonly jobs: readonly JobRow[];
  /** The latest of those that are for everybody; else the first that is for somebody. */
  readonly lead: JobRow;
  readonly everybody: boolean;
  /** Seats whose players' quiet hours it waited for, and for which reminder. */
  readonly waited: readonly { readonly seat: Seat; readonly slot: string }[];
}

const partsOf = ({ key }: Pick<JobRow, 'key'>): readonly string[] => key.split('/');
const slotOf = (job: Pick<JobRow, 'key'>): string => partsOf(job)[1] ?? '';

/**
 * Serves a reminder that is due, and with it all others of its phase; resolves with the time at which it is due if that
 * is later by an absence. Throws `DiscordError` for what may be tried again.
 */
export async function remind(app: App, job: JobRow): Promise<number | undefined> {
  const at = now();
  const [phase = ''] = partsOf(job);
  const match = await open(app.store, Number(job.subject));
  if (!match || (await isAway(app, match))) return undefined;
  if (!(await isWorth(app.store, match, phase, at))) return undefined;
  const due = await dueAt(app.store, match, job);
  if (due > at) return due;
  const others = await dueFor(app.store, job.kind, job.subject, `${phase}/`, at);
  const times = await Promise.all(others.map((one) => dueAt(app.store, match, one)));
  const batch = batchOf(
    job,
    others.filter((_, i) => times[i]! <= at),
  );
  await ensureDigests(app.store, match, at);
  // The table itself may not be posted yet.
  const table = await tableOf(app.store, match.id);
  const channel = table?.channel;
  const { pinged, called, later } = await judged(app.store, match, phase, batch, at);
  if (pinged.length > 0 && !channel) throw new DiscordError(Number(table?.discordError ?? 0));
  const fresh =
    pinged.length > 0 && channel
      ? {
          slot: `${REMINDER}${batch.lead.key}`,
          channel,
          data: { called: called.map(({ seat, slot }) => [seat, slot]) },
        }
      : undefined;
  await noteReminded(app.store, match.id, fresh, batch.jobs, later, at);
  if (fresh) app.refresh(match);
  return undefined;
}

/** When a reminder of the present phase is due; one that waited for one person is due when their quiet hours end. */
async function dueAt(store: Store, match: Match, job: JobRow): Promise<number> {
  return partsOf(job).length > 2 ? job.due : await remindsAt(store, match, slotOf(job));
}

/** Whoever is told once a day of what waits for them gets the next digest. */
async function ensureDigests(store: Store, match: Match, at: number): Promise<void> {
  for (const reader of await readersOf(store, playersIn(match, peopleWaitedFor(match))))
    if (reader.pings === 'digest' && !reader.closed) await ensureDigest(store, reader, at);
}

/** A seat that is called, and by which reminder. */
interface Called {
  readonly seat: Seat;
  readonly slot: string;
}

/** Whom the reminders of a batch ping now, in the order of their seats, and whom later. */
async function judged(
  store: Store,
  match: Match,
  phase: string,
  { everybody, lead, waited }: Batch,
  at: number,
): Promise<{
  readonly pinged: Pinged;
  readonly called: readonly Called[];
  readonly later: readonly DueJob[];
}> {
  const slot = slotOf(lead);
  const whole = everybody ? concerned(match, slot).map((seat) => ({ seat, slot })) : [];
  const verdicts = await verdictsOn(store, match, phase, [...whole, ...waited], at);
  const pinged = pingable(verdicts, at);
  const wait = verdicts.filter(({ player }) => !pinged.includes(player));
  return {
    pinged,
    called: verdicts.filter(({ player }) => pinged.includes(player)),
    later: wait.flatMap((one) => laterFor(match, `${phase}/${one.slot}/${one.seat}`, one.due)),
  };
}

const concerned = (match: Match, slot: string): Seat[] =>
  slot === ASK ? askedSeats(match) : peopleWaitedFor(match);

/** Whom reminders are to ping, now or later, of those who are waited for and have not asked for quiet. */
async function verdictsOn(
  store: Store,
  match: Match,
  phase: string,
  called: readonly Called[],
  at: number,
): Promise<(Called & Verdict)[]> {
  const silent = await silentIn(store, match.id, phase);
  const found: (Called & Verdict)[] = [];
  for (const { seat, slot } of called) {
    if (!concerned(match, slot).includes(seat)) continue;
    const people = playersIn(match, [seat]).filter((player) => !silent.includes(player));
    const about = occasion(whatOf(slot), match.row);
    for (const verdict of await judge(store, people, about, at)) found.push({ ...verdict, seat, slot });
  }
  return found.sort((a, b) => a.seat - b.seat);
}

/** Whether a reminder of `phase` still makes sense in a match. */
async function isWorth(store: Store, match: Match, phase: string, at: number): Promise<boolean> {
  const { status, deadline } = match.row;
  if (status !== 'running' || phaseKey(present(match)) !== phase) return false;
  if (deadline !== null && deadline <= at) return false;
  const first = match.game.turn(match.state) <= 1;
  return first || !(await isUntouched(store, match.row, at));
}

function batchOf(job: JobRow, due: readonly JobRow[]): Batch {
  const jobs = due.some(({ key }) => key === job.key) ? due : [job, ...due];
  const whole = jobs.filter((one) => partsOf(one).length === 2);
  const waited = jobs.flatMap((one) => {
    const [, slot, seat] = partsOf(one);
    return seat === undefined ? [] : [{ seat: Number(seat), slot: slot! }];
  });
  return { jobs, lead: whole.at(-1) ?? jobs[0]!, everybody: whole.length > 0, waited };
}

const WHATS: Readonly<Record<string, What>> = {
  [TURN]: 'turn',
  anyone: 'turn',
  half: 'first',
  [ASK]: 'question',
};

/** What a reminder is about, by the second part of its key. */
const whatOf = (slot: string): What => (Object.hasOwn(WHATS, slot) ? WHATS[slot]! : 'last');

const REMINDER = 'reminder:';

const jobIn = ({ slot }: Pick<MessageRow, 'slot'>): string | undefined =>
  slot.startsWith(REMINDER) ? slot.slice(REMINDER.length) : undefined;

/** What is known of the reminders of a match: which one is to stand, if any, and how it reads. */
export interface Reminding {
  readonly row: number | undefined;
  readonly draft: Draft | undefined;
}

/**
 * The reminder that is to stand at a table: the newest one, as long as its phase lasts. One that was not sent yet is judged
 * anew: whoever has acted meanwhile, has left, or wants no more of it is not pinged.
 */
export async function reminding(
  store: Store,
  match: Match,
  table: TableRow,
  rows: readonly MessageRow[],
  question: string | undefined,
  t: Translate,
  at: number,
): Promise<Reminding> {
  const row = rows.findLast((one) => jobIn(one) !== undefined && one.wanted === 'screen');
  const [phase = ''] = (row && jobIn(row)?.split('/')) ?? [];
  const none = { row: undefined, draft: undefined };
  if (!row || match.row.status !== 'running' || phaseKey(present(match)) !== phase) return none;
  const called = (row.data?.called ?? []) as readonly (readonly [Seat, string])[];
  const pairs = called.map(([seat, slot]) => ({ seat, slot }));
  const pinged = pingable(await verdictsOn(store, match, phase, pairs, at), at);
  const unsent = row.state === 'planned' || row.state === 'sending';
  if (unsent && (pinged.length === 0 || !(await isWorth(store, match, phase, at)))) return none;
  const overdue = await anyOverdue(store, match, at);
  return {
    row: row.id,
    draft: reminderScreen(match, pinged, t, { inThread: isThreaded(table), question, overdue }),
  };
}

/** What is to become of the message of a reminder; undefined for any other message. */
export function reminderTarget(row: MessageRow, { row: newest, draft }: Reminding): Target | undefined {
  if (jobIn(row) === undefined) return undefined;
  if (row.id !== newest || !draft) return 'nothing';
  return { show: draft, fixed: true, gone: 'drop', old: 'wait', unsure: 'never' };
}

/** Discord takes 2,000; a question may follow, with people who are called. */
const LONGEST = 1200;
/** So many of those whom its last line names are left where there is no room for all. */
const FEWER = [12, 6, 3, 0] as const;

/** Where a reminder stands. */
interface Place {
  /** In a thread, whose name says which game it is. */
  readonly inThread: boolean;
  /** Where a question to the table stands, for those who are reminded of it. */
  readonly question?: string | undefined;
  /** Somebody has kept the others waiting for so long that they may go on without them. */
  readonly overdue?: boolean;
}

/**
 * Reminds of a turn that is open, or of a question that is: the people in `pinged` are pinged, others for whom it waits
 * are only named.
 */
export function reminderScreen(
  match: Match,
  pinged: Pinged,
  t: Translate,
  { inThread, question, overdue = false }: Place,
): Screen {
  const scene = sceneOf(match.seats, t);
  const phase = present(match);
  const { turn } = phase;
  const place = inThread ? '' : t('round.place', { id: match.id, map: match.map.title });
  const waited = playersIn(match, peopleWaitedFor(match));
  const turned = waited.some((player) => pinged.includes(player));
  const asked = playersIn(match, askedSeats(match)).filter((player) => pinged.includes(player));
  const forTable = turned && phase.kind === 'flip';
  const id = (act: string, ...parts: string[]) => encode(act, match.id, turn, ...parts);
  const { who, rest } = calling(asked.map(mention), t);
  return plain(
    [
      turned && turnLine(match, pinged, scene, place),
      asked.length > 0 && t('reminder.question', { place: turned ? '' : place, who }),
      alsoFor(rest, t),
    ]
      .filter(Boolean)
      .join('\n'),
    [
      row(
        ...(forTable ? [actButton(match, t)] : []),
        button(t(ofGame(match.row.game, 'table.mine')), id('mine'), forTable ? 'grey' : 'blue'),
        ...(asked.length > 0 && question ? [link(t('reminder.toQuestion'), question)] : []),
        ...(turned ? [button(t(ofGame(match.row.game, 'table.hush')), id('quiet', phaseKey(phase)))] : []),
        button(t('life.mute'), id('mute', 'on')),
      ),
      ...(overdue ? [row(button(t('life.playOnWithout'), id('away')))] : []),
    ],
    [],
    pinged,
  );
}

/** What waits for whom, and until when, and who else is waited for. Whoever is pinged stands first. */
function turnLine(match: Match, pinged: Pinged, scene: Scene, place: string): string {
  const { t } = scene;
  const phase = present(match);
  const forTable = phase.kind === 'flip';
  const { deadline, turnAt, startedAt } = match.row;
  const waited = peopleWaitedFor(match).map((seat) => ({ seat, player: personIn(match.seats[seat]!) }));
  const called = waited.filter(({ player }) => pinged.includes(player)).map(({ player }) => mention(player));
  const named = waited.filter(({ player }) => !pinged.includes(player)).map(({ seat }) => scene.names[seat]!);
  const presenter = presenterOf(match.module);
  const open =
    match.game.pace === 'turns' ? t('reminder.turn') : presenter.words.headline(publicView(match), scene);
  const when = ago(deadline ?? turnAt ?? startedAt ?? match.row.createdAt);
  const ofTable = (way: Parameters<typeof ofGame>[1]) => ofGame(match.game.id, way);
  const [what, closes, waits] = forTable
    ? ([
        t(ofTable(phase.turn === 0 ? 'tableAction.reminder.first' : 'tableAction.reminder.next')),
        ofTable('tableAction.reminder.closes'),
        ofTable('tableAction.reminder.open'),
      ] as const)
    : ([open, 'reminder.round.closes', 'reminder.round.open'] as const);
  const { who, rest } = calling([...called, ...named], t);
  const line = t(deadline === null ? waits : closes, { place, what, when, who });
  // Whoever is called must be read, whoever is only named is counted at least.
  const least = rest.filter((one) => called.includes(one)).length;
  return ladder(
    LONGEST,
    [rest.length, ...FEWER].map(
      (most) => () => [line, alsoFor(rest.slice(0, Math.max(least, most)), t)].filter(Boolean).join('\n'),
    ),
  );
}
