import { now } from '../clock.ts';
import { STRENGTHS, type Strength } from '../games/strength.ts';
import { keyOf, type Translate } from '../locales.ts';
import * as lobby from '../match/lobby.ts';
import { mayLead } from '../match/rights.ts';
import { isComputer } from '../match/seats.ts';
import { moduleOf, strengthsOf } from '../modules.ts';
import { load } from '../store/matches.ts';
import type { Stored } from '../store/rows.ts';
import { PONDERS } from '../store/schema.ts';
import { button, menu, rich, row, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { refuse, stateOf } from './joining.ts';
import { accentOf, peopleText } from './lobby.ts';
import type { Screen } from './outbound.ts';
import type { Answer, Press, PressRequest } from './request.ts';

/** Computers in a lobby: the page on which its host seats them and takes them off, and its presses. */

/** So many keys fit into a row. */
const WIDE = 5;

/** How well a computer plays, in a word. */
export const strengthWord = (strength: Strength, t: Translate): string =>
  t(keyOf(`computer.strength.${strength}`));

/** The page for the host. */
export function computersScreen(stored: Stored, t: Translate, note = ''): Screen {
  const { row: match, seats } = stored;
  const { names, spoken } = sceneOf(seats, t);
  const full = seats.length >= match.capacity;
  const keys = seats.flatMap((one, at) =>
    isComputer(one)
      ? [
          button(
            t('computer.off', { name: spoken[at]! }),
            encode('uncomputer', match.id, 0, String(one.seat)),
          ),
        ]
      : [],
  );
  const rows = Array.from({ length: Math.ceil(keys.length / WIDE) }, (_, i) =>
    row(...keys.slice(i * WIDE, (i + 1) * WIDE)),
  );
  return rich(accentOf(stored), [
    text(
      [
        `## ${t('computer.title')}`,
        note,
        t(full ? 'lobby.full' : 'lobby.seats', { n: seats.length, most: match.capacity }),
        peopleText(stored, names),
        t('computer.note'),
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    row(
      ...strengthsOf(moduleOf(match.game)).map((strength) =>
        button(
          t('computer.add', { strength: strengthWord(strength, t) }),
          encode('addcomputer', match.id, 0, strength),
          'green',
          full,
        ),
      ),
    ),
    ...rows,
    // Where all choose at once nobody sees when one has chosen.
    moduleOf(match.game).rules.pace === 'turns' &&
      menu(
        encode('ponder', match.id),
        t('computer.ponders'),
        PONDERS.map((one) => ({
          value: one,
          label: t(keyOf(`computer.ponder.${one}`)),
          chosen: one === match.ponders,
        })),
      ),
    row(button(t('button.done'), encode('done', match.id), 'blue')),
  ]);
}

export const computers: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby' || !mayLead(stored, press.user.id))
    return refuse(press, stored, stateOf(stored));
  return { screen: computersScreen(stored, translate(press.locale)) };
};

export const addComputer: Press = async (app, press, { match, parts: [wanted] }) => {
  const strength = STRENGTHS.find((one) => one === wanted);
  if (strength === undefined) return refuse(press, undefined, 'unknown');
  const done = await lobby.addComputer(app.store, match, press.user.id, now(), strength);
  return settled(app, press, done);
};

export const removeComputer: Press = async (app, press, { match, parts: [seat] }) =>
  settled(app, press, await lobby.removeComputer(app.store, match, press.user.id, now(), Number(seat)));

/** How long computers take for their turns. */
export const ponder: Press = async (app, press, { match }) => {
  const ponders = PONDERS.find((one) => one === press.values[0]);
  if (ponders === undefined) return refuse(press, undefined, 'unknown');
  return settled(app, press, await lobby.configure(app.store, match, press.user.id, now(), { ponders }));
};

/** The page as it is now. One that was taken off already is not there any more, which is what was asked for. */
function settled(app: App, press: PressRequest, done: lobby.Lobbied): Answer {
  const t = translate(press.locale);
  const { stored } = done;
  if (done.ok) app.refresh(done.stored);
  else if (!stored || (done.why !== 'full' && done.why !== 'illegal')) return refuse(press, stored, done.why);
  return { screen: computersScreen(stored!, t) };
}
