import { now } from '../clock.ts';
import { present, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { handFlipping, flip as turnCard } from '../match/play.ts';
import { mayFlip } from '../match/rights.ts';
import { isHere } from '../match/timeline.ts';
import { menu, rich, sentence, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { stopAt } from './gate.ts';
import { encode } from './ids.ts';
import { seatPick } from './picks.ts';
import type { Press } from './request.ts';
import { type Answer, besidePublic, type Origin, within } from './request.ts';

/** What is played for the table itself, by who may act for it: cards that are turned by hand. */

const BLUE = 0x5865f2;

/** Turns the next card. */
export const flip: Press = async (app, press, id) => {
  const done = await turnCard(app.store, { match: id.match, user: press.user.id, turn: id.turn, at: now() });
  if (done.ok) {
    app.refresh(id.match);
    if (!press.personal) return {};
    return { mine: done.match };
  }
  return besidePublic(press, { refused: done });
};

/** Hand on the flipping: asks to whom. */
export const hand: Press = async (app, press, id) => {
  const match = await open(app.store, id.match);
  if (!match) return lost(app, press);
  const t = translate(press.locale);
  if (match.row.status === 'over') return { refused: { why: 'over', match } };
  if (!mayFlip(match, press.user.id)) return { refused: { why: 'flipper', match } };
  const picks = match.seats
    .map((_, seat) => seatPick(match.seats, seat, within(press, match), t))
    .filter(({ value }) => Number(value) !== match.flipper && isHere(match, Number(value)));
  if (picks.length === 0) return { screen: sentence(t('flip.nobody')) };
  return {
    screen: rich(BLUE, [
      text(t('flip.toWhom')),
      menu(encode('handto', match.id, turnOf(match)), t('flip.who'), picks),
    ]),
  };
};

export const handTo: Press = async (app, press, id) => {
  const to = Number(press.values[0]);
  const done = await handFlipping(app.store, {
    match: id.match,
    user: press.user.id,
    turn: id.turn,
    to,
    at: now(),
  });
  if (!done.ok) return { refused: done };
  app.refresh(id.match);
  const t = translate(press.locale);
  const name = sceneOf(done.match.seats, t).names[done.match.flipper]!;
  return { screen: sentence(t('flip.handed', { name })) };
};

/** `/… flip`: as the button, for the match that is meant here. */
export async function flipCommand(app: App, origin: Origin, id: number): Promise<Answer> {
  const t = translate(origin.locale);
  const stop = await stopAt(app, origin, id);
  if (stop) return stop;
  const match = await open(app.store, id);
  if (!match) return lost(app, origin);
  if (match.row.options.flip !== 'manual') return { mine: match, note: t('flip.auto') };
  const turn = turnOf(match);
  if (present(match).kind === 'round') return { mine: match, note: t('flip.round', { turn }) };
  const done = await turnCard(app.store, { match, user: origin.user.id, turn, at: now() });
  if (!done.ok) return { refused: done };
  app.refresh(id);
  return { mine: done.match, note: t('flip.turned') };
}
