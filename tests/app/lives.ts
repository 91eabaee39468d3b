import { settle, timeUp } from '../../src/match/autoplay.ts';
import { batchOf } from '../../src/match/batch.ts';
import { project } from '../../src/match/projection.ts';
import { freeSeats, seatsHere, type Timeline, timelineOf, waitedFor } from '../../src/match/timeline.ts';
import type { ActionRow, FormerRow, MatchRow, SeatRow } from '../../src/store/rows.ts';
import { dice } from '../lib/chance.ts';
import { type Setting, seatsOf, storedRow, userOf } from './positions.ts';

/** Matches without a database in which people leave, are late, are replaced, pause, and want to end it. */

const START = Date.UTC(2026, 10, 20);

/** A life at random, as it is after each of so many things that happened. */
export function* lives(
  setting: Setting & { readonly onTimeout: MatchRow['onTimeout'] },
  most: number,
): Generator<Timeline> {
  const roll = dice(setting.seed * 104_729 + setting.seats);
  let row = storedRow(setting, {
    status: 'running',
    startedAt: START,
    turnAt: START,
    onTimeout: setting.onTimeout,
  });
  let seats: SeatRow[] = seatsOf(setting.seats);
  const former: FormerRow[] = [];
  const log: ActionRow[] = [];
  let strangers = setting.seats;
  const one = <T>(all: readonly T[]): T | undefined => all[roll(all.length || 1)];
  for (let n = 0; n < most; n++) {
    const batch = batchOf(timelineOf({ row, seats, former, log: [...log] }));
    const { timeline } = batch;
    const by = (code: string, user: string | null = userOf(0)): void =>
      batch.push({ seat: -1, code, by: user === null ? 'clock' : 'player', user, at: START });
    const here = one(seatsHere(timeline));
    const other = one(seatsHere(timeline));
    const free = one(freeSeats(timeline));
    const deeds: Record<string, () => void> = {
      play: () => {
        for (const seat of waitedFor(timeline)) {
          const action = one(timeline.game.actions(timeline.state, seat));
          if (action !== undefined && timeline.game.toAct(timeline.state).includes(seat))
            batch.push({ seat, code: timeline.game.code(action), by: 'player', user: userOf(0), at: START });
        }
      },
      late: () => timeUp(batch, START),
      leave: () => here !== undefined && by(`/leave.${here}`),
      kick: () => here !== undefined && by(`/kick.${here}`, userOf(timeline.host)),
      back: () => free !== undefined && timeline.standing[free] !== 'kicked' && by(`/back.${free}`),
      sit: () => {
        if (free === undefined) return;
        const was = seats[free]!;
        former.push({
          ...was,
          player: was.player!,
          state: timeline.standing[free]!,
          seq: log.length + batch.rows.length,
        });
        const [newcomer] = seatsOf(++strangers).slice(-1);
        by(`/sit.${free}`, newcomer!.player);
        seats = seats.map((seat) => (seat === was ? { ...newcomer!, seat: free, state: 'here' } : seat));
      },
      pause: () => by(timeline.paused ? '/go' : '/pause'),
      ask: () => here !== undefined && !timeline.question && by(`/ask.${here}.end`),
      askOff: () =>
        here !== undefined && other !== here && !timeline.question && by(`/ask.${here}.off.${other}`),
      agree: () => timeline.question && here !== undefined && by(`/agree.${here}`),
      playon: () => timeline.question && here !== undefined && by(`/playon.${here}`),
      lapse: () => timeline.question && by('/lapse', null),
    };
    const what = roll(3) === 0 ? 'play' : one(Object.keys(deeds))!;
    // Whoever gives up at last gives up for all: most lives should be longer.
    const last = seatsHere(timeline).length < 2 && ['leave', 'kick', 'ask', 'agree'].includes(what);
    if (!last || n > most / 2) deeds[what]!();
    settle(batch, START);
    for (const added of batch.rows) log.push({ ...added, match: row.id, seq: log.length });
    const { status, turn, toAct, row: more } = project(timeline, START);
    row = {
      ...row,
      ...more,
      status,
      turn,
      toAct: [...toAct],
      endedAt: status === 'over' ? START + 9e7 : null,
    };
    const next = timelineOf({ row, seats, former, log: [...log] });
    yield next;
    if (status === 'over') return;
  }
}
