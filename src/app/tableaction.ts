import { now } from '../clock.ts';
import { present, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { handFlipping, flip as turnCard } from '../match/play.ts';
import { mayFlip } from '../match/rights.ts';
import { isHere } from '../match/timeline.ts';
import { menu, rich, sentence, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost, refuse, showMine } from './desk.ts';
import { stopAt } from './gate.ts';
import { encode, type Id } from './ids.ts';
import { seatPick } from './picks.ts';
import { type Origin, type PressRequest, type Reply, within } from './request.ts';

/** What is played for the table itself, by who may act for it: cards that are turned by hand. */

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

const BLUE = 0x5865f2;

/** Turns the next card. */
export const flip: Press = async (app, press, id) => {
  const done = await turnCard(app.store, { match: id.match, user: press.user.id, turn: id.turn, at: now() });
  if (done.ok) {
    app.refresh(id.match);
    if (!press.personal) return {};
    return showMine(app, press, done.match);
  }
  const refused = await refuse(app, press, done);
  return press.personal ? refused : { whisper: refused.screen };
};

/** Hand on the flipping: asks to whom. */
export const hand: Press = async (app, press, id) => {
  const match = await open(app.store, id.match);
  if (!match) return lost(app, press);
  const t = translate(press.locale);
  if (match.row.status === 'over') return refuse(app, press, { why: 'over', match });
  if (!mayFlip(match, press.user.id)) return refuse(app, press, { why: 'flipper', match });
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
  if (!done.ok) return refuse(app, press, done);
  app.refresh(id.match);
  const t = translate(press.locale);
  const name = sceneOf(done.match.seats, t).names[done.match.flipper]!;
  return { screen: sentence(t('flip.handed', { name })) };
};

/** `/… flip`: as the button, for the match that is meant here. */
export async function flipCommand(app: App, origin: Origin, id: number): Promise<Reply> {
  const t = translate(origin.locale);
  const stop = await stopAt(app, origin, id);
  if (stop) return stop;
  const match = await open(app.store, id);
  if (!match) return lost(app, origin);
  if (match.row.options.flip !== 'manual') return showMine(app, origin, match, t('flip.auto'));
  const turn = turnOf(match);
  if (present(match).kind === 'round') return showMine(app, origin, match, t('flip.round', { turn }));
  const done = await turnCard(app.store, { match, user: origin.user.id, turn, at: now() });
  if (!done.ok) return refuse(app, origin, done);
  app.refresh(id);
  return showMine(app, origin, done.match, t('flip.turned'));
}
