import { mapOn } from './days.ts';
import type { Place } from './person.ts';

/** A book of dailies that is kept beside the bot's. Whatever is asked of it is counted from the runs, one by one. */

export interface Run {
  readonly player: string;
  readonly day: number;
  readonly match: number;
  state: 'open' | 'finished' | 'unfinished';
  score: number | null;
}

export interface Book {
  /** In the order in which they were begun. */
  readonly runs: Run[];
  runOf(player: string, day: number): Run | undefined;
  /** Days in a row: from today, else from yesterday, else from before a run of yesterday that is still open. */
  streak(player: string, today: number): number;
  /** The newest finished day; 0 without one. */
  last(player: string, today: number): number;
  /** Notes the number by which a run goes before or behind others of its score: the higher goes first. */
  tie(run: Run, tie: number): void;
  /** Among all who have ended that day, or those of them who have used the bot in a server. */
  rank(run: Run, guild?: string): [rank: number, of: number];
  /** The best score on the same map on other days; -Infinity without one. */
  best(run: Run): number;
  /** Somebody uses the bot in a place. */
  enter(player: string, place: Place): Place;
  isMember(player: string, guild: string | null): guild is string;
}

export function openBook(): Book {
  const runs: Run[] = [];
  const members = new Set<string>();
  const ties = new Map<number, number>();
  const ahead = (a: Run, b: Run) =>
    a.score! - b.score! || (ties.get(a.match) ?? 0) - (ties.get(b.match) ?? 0);
  const runOf = (player: string, day: number) => runs.find((run) => run.player === player && run.day === day);
  const finished = (player: string, day: number) => runOf(player, day)?.state === 'finished';
  const ended = () => runs.filter(({ score }) => score !== null);
  return {
    runs,
    runOf,
    streak(player, today) {
      let day = today;
      if (!finished(player, day)) day--;
      if (day === today - 1 && runOf(player, day)?.state === 'open') day--;
      let count = 0;
      for (; finished(player, day); day--) count++;
      return count;
    },
    last(player, today) {
      let day = today;
      while (day > 0 && !finished(player, day)) day--;
      return day;
    },
    tie: ({ match }, tie) => void ties.set(match, tie),
    rank(run, guild) {
      const others = ended().filter(
        (other) => other.day === run.day && (guild === undefined || members.has(`${guild} ${other.player}`)),
      );
      return [1 + others.filter((other) => ahead(other, run) > 0).length, others.length];
    },
    best({ player, day }) {
      const others = ended().filter(
        (other) => other.player === player && other.day !== day && mapOn(other.day) === mapOn(day),
      );
      return Math.max(-Infinity, ...others.map(({ score }) => score!));
    },
    enter(player, place) {
      if (place.guild !== null) members.add(`${place.guild} ${player}`);
      return place;
    },
    isMember: (player, guild): guild is string => guild !== null && members.has(`${guild} ${player}`),
  };
}
