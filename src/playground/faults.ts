import { matches } from './requests.ts';

/** Something that is to go wrong with requests of the bot. */
export interface Fault {
  /** Default: any. */
  method?: string;
  /** A route as in `requests.ts`, or `*`. */
  route?: string;
  /** Answer with this status, and Discord's code if there is one. A code that is known brings its status and text. */
  status?: number;
  code?: number;
  message?: string;
  /** Seconds to say with a 429. */
  retry_after?: number;
  global?: boolean;
  /** Milliseconds to wait before anything else. */
  delay?: number;
  /** Cut the connection instead of answering. */
  drop?: boolean;
  /** Do the work first and only then answer with the error, or cut the connection. */
  after?: boolean;
  /** How often; default: until it is taken away. */
  times?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that hits a request, counted as used. */
  take(method: string, path: string): Fault | undefined;
}

/** The faults asked for; the one added last comes first. */
export function makeFaults(): Faults {
  const faults: Fault[] = [];
  return {
    add: (fault) => void faults.unshift({ ...fault }),
    clear: () => void faults.splice(0),
    take: (method, path) => {
      const found = faults.find(
        (fault) =>
          (fault.times ?? 1) > 0 && (fault.method ?? method) === method && matches(fault.route ?? '*', path),
      );
      if (found?.times !== undefined) found.times--;
      return found;
    },
  };
}
