import { now } from '../clock.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import type { Asker, Played } from '../match/play.ts';
import { button, sentence } from './components.ts';
import { type App, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode, type Id } from './ids.ts';
import { type Answer, besidePublic, type Press, type PressRequest } from './request.ts';
import { crowned } from './vanished.ts';

/** What all presses at a running table have in common: who may press, and what they are shown then. */

/** What a press says once it is done, about the match as it is then. */
type Says = (match: Match, t: Translate) => string | Promise<string>;

export const askerOf = (press: PressRequest, match: Match): Asker => ({
  match,
  user: press.user.id,
  at: now(),
});

/** The seat that a menu or the id names; -1 when none is. */
export function seatIn(press: PressRequest, id: Id): number {
  const named = press.values[0] ?? id.parts[0];
  return named !== undefined && /^\d{1,2}$/.test(named) ? Number(named) : -1;
}

/** For matches at tables that are not over: alone nobody leaves, and what is over stays as it is. */
export const atTable =
  (show: (app: App, press: PressRequest, id: Id, match: Match, t: Translate) => Promise<Answer>): Press =>
  async (app, press, id) => {
    const match = await open(app.store, id.match);
    if (!match || match.row.solo) return lost(app, press);
    if (match.row.status === 'over') return { refused: { why: 'over', match } };
    return show(app, press, id, match, translate(press.locale));
  };

/** Whether somebody may do it without being the host; then the crown stays where it is. */
export type Otherwise = (match: Match, press: PressRequest) => boolean;

/** As `atTable`, for what only the host may do: where the host has vanished, whoever asks is the host from then on. */
export const asHost =
  (
    show: (app: App, press: PressRequest, id: Id, match: Match, t: Translate) => Promise<Answer>,
    otherwise: Otherwise = () => false,
  ): Press =>
  (app, press, id) =>
    atTable(async (_app, _press, _id, match, t) => {
      const free = otherwise(match, press);
      return show(app, press, id, free ? match : await crowned(app, press, match), t);
    })(app, press, id);

/** What was done, in a sentence, and the screen that is needed now. */
export async function reported(app: App, press: PressRequest, done: Played, says: Says): Promise<Answer> {
  if (!done.ok) return { refused: done };
  if (done.changed) app.refresh(done.match);
  return shown(press, done.match, await says(done.match, translate(press.locale)));
}

/** A sentence about a match, above what is needed now there, or with the way to its boards. */
export function shown(press: PressRequest, match: Match, note: string): Answer {
  if (seatOf(match, press.user.id) !== undefined && match.row.status !== 'over') return { mine: match, note };
  const t = translate(press.locale);
  const boards = encode('boards', match.id, turnOf(match));
  return { screen: sentence(note, button(t(ofGame(match.row.game, 'table.boards')), boards)) };
}

/** A press that the public message itself answers; a refusal stands beside it. */
export const openly =
  (work: (app: App, press: PressRequest, id: Id, match: Match) => Promise<Played>, says: Says): Press =>
  async (app, press, id) => {
    const run = atTable(async (_app, _press, _id, match) => {
      const done = await work(app, press, id, match);
      if (!done.ok || press.personal) return reported(app, press, done, says);
      if (done.changed) app.refresh(done.match);
      return {};
    });
    return besidePublic(press, await run(app, press, id));
  };

/** Whether somebody has a seat that is theirs to play. */
export const isPlaying = (match: Match, user: string): boolean => {
  const seat = seatOf(match, user);
  return seat !== undefined && (match.standing[seat] === 'here' || match.standing[seat] === 'away');
};

/** Makes the ids of what is pressed at a table in its present turn. */
export const idsOf =
  (match: Match) =>
  (act: string, ...parts: readonly string[]) =>
    encode(act, match.id, turnOf(match), ...parts);

/** Asks once more before `act` happens; the way back leads to one's own board. */
export const confirmation = (
  match: Match,
  words: string,
  yes: string,
  no: string,
  act: string,
  ...parts: string[]
) =>
  sentence(words, button(yes, idsOf(match)(act, ...parts), 'red'), button(no, idsOf(match)('stay'), 'blue'));
