import type { App } from '../app/context.ts';

/** Work that looks into the database again and again for what is due. */
export interface Job {
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** Does `work` at once and then again after each `every` milliseconds, one at a time. What it throws is logged. */
export function repeat(app: Pick<App, 'log'>, what: string, every: number, work: () => Promise<void>): Job {
  let under: Promise<void> | undefined;
  const look = (): void => {
    under ??= work()
      .catch((error) => app.log.error({ err: error }, `${what} failed`))
      .finally(() => {
        under = undefined;
      });
  };
  look();
  const timer = setInterval(look, every);
  return {
    stop: async () => {
      clearInterval(timer);
      await under;
    },
  };
}
