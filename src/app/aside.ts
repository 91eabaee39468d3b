import { now } from '../clock.ts';
import type { Translate } from '../locales.ts';
import { tryAside } from '../match/aside.ts';
import { BrokenLog } from '../match/open.ts';
import { button, plain, sentence } from './components.ts';
import { type App, t as translate } from './context.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import type { Origin } from './request.ts';

/** Matches that are put aside, as people see them: a sentence in their place, and everything else goes on. */

/** What `work` comes to, or undefined where it met a match that is put aside. Why is logged once, when it is. */
export async function unlessAside<T>(app: Pick<App, 'log'>, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenLog)) throw error;
    const { match, cause } = error;
    if (cause !== undefined)
      app.log.error({ match, err: cause }, 'a match cannot be replayed and is put aside');
    return undefined;
  }
}

/** At the start of a program: whatever it can carry out goes on. */
export async function takeBackAside(app: Pick<App, 'store' | 'log'>): Promise<void> {
  const { back, still } = await tryAside(app.store, now());
  for (const match of back) app.log.info({ match }, 'a match that was put aside goes on');
  for (const { match, cause } of still) app.log.warn({ match, err: cause }, 'a match is still put aside');
}

/** What somebody is told who presses anything of it. */
export function asideScreen(origin: Pick<Origin, 'locale'>): Screen {
  const t = translate(origin.locale);
  return sentence(t('aside.told'), button(t('button.games'), encode('games')));
}

/** Stands in the place of what may be pressed at its table, and pings nobody. */
export function asideTable(id: number, t: Translate): Screen {
  const screen = plain(t('aside.table', { id }));
  screen.body.attachments = [];
  return screen;
}
