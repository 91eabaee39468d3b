/** What an audit found wrong: in which part, and what. */
export interface Finding {
  readonly part: 'log' | 'choices' | 'rows' | 'jobs' | 'chat' | 'program' | 'traffic' | 'memory' | 'players';
  readonly words: string;
}

export const finding = (part: Finding['part'], words: string): Finding => ({ part, words });
