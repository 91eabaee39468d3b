import type { Line, Open, Vertex } from './state.ts';

/** Where lines meet: a new tunnel brings a station to each vertex at which it meets another line. */

/** The other lines that the last tunnel of a line meets at one of its two vertices. */
export interface Meeting {
  /** It begins on them, splits off from them, or joins them. */
  readonly kind: 'starts' | 'splits' | 'joins';
  readonly vertex: Vertex;
  readonly lines: readonly number[];
}

/** What the last tunnel of a line meets, from its beginning to its end. A line that has its edge, too, is not met at its end. */
export function meetingsOf({ lines }: Pick<Open, 'lines'>, line: number): Meeting[] {
  const { vertices } = lines[line]!;
  const [before, from, to] = [vertices.at(-3), vertices.at(-2)!, vertices.at(-1)!];
  const others = (meets: (other: Line) => boolean): number[] => {
    const met: number[] = [];
    for (const [at, other] of lines.entries()) if (at !== line && meets(other)) met.push(at);
    return met;
  };
  const meetings: Meeting[] = [
    before === undefined
      ? { kind: 'starts', vertex: from, lines: others((other) => other.vertices.includes(from)) }
      : {
          kind: 'splits',
          vertex: from,
          lines: others((other) => runsAlong(other, before, from) && !runsAlong(other, from, to)),
        },
    {
      kind: 'joins',
      vertex: to,
      lines: others((other) => other.vertices.includes(to) && !runsAlong(other, from, to)),
    },
  ];
  return meetings.filter((meeting) => meeting.lines.length > 0);
}

/** Whether a line has the edge between two vertices. */
function runsAlong({ vertices }: Line, one: Vertex, other: Vertex): boolean {
  const at = vertices.indexOf(one);
  return at >= 0 && (vertices[at - 1] === other || vertices[at + 1] === other);
}
