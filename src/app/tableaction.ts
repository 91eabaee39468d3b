import { now } from '../clock.ts';
import type { Translate } from '../locales.ts';
import { ofGame } from '../locales.ts';
import { type Match, present, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { handOn, playForTable } from '../match/play.ts';
import { mayOperate } from '../match/rights.ts';
import { isHere, peopleWaitedFor, playersIn } from '../match/timeline.ts';
import { alsoFor, calling } from './calling.ts';
import { foot, screen } from './choosing.ts';
import { BLUE, button, mention, menu, plain, rich, row, sentence, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { stopAt } from './gate.ts';
import { encode } from './ids.ts';
import { newsOf } from './news.ts';
import type { Draft, Screen } from './outbound.ts';
import { seatPick, takeRows } from './picks.ts';
import { type Answer, besidePublic, type Origin, type Press, within } from './request.ts';
import { closes, happened, type Placement, placeOf, sinceLast, withNews } from './round.ts';
import type { SeatContext } from './seat.ts';

/** What is played for the table itself: its operator does it between two rounds, or has another do so from then on. */

/** Plays it. */
export const act: Press = async (app, press, { match, turn }) => {
  const done = await playForTable(app.store, { match, user: press.user.id, turn, at: now() });
  if (!done.ok) return besidePublic(press, { refused: done });
  app.refresh(done.match);
  return press.personal ? { mine: done.match } : {};
};

/** Asks who is to act for the table from now on. */
export const hand: Press = async (app, press, id) => {
  const match = await open(app.store, id.match);
  if (!match) return lost(app, press);
  const t = translate(press.locale);
  if (match.row.status === 'over') return { refused: { why: 'over', match } };
  if (!mayOperate(match, press.user.id)) return { refused: { why: 'operator', match } };
  const picks = match.seats
    .map((_, seat) => seatPick(match.seats, seat, within(press, match), t))
    .filter(({ value }) => Number(value) !== match.operator && isHere(match, Number(value)));
  if (picks.length === 0) return { screen: sentence(t(ofGame(match.game.id, 'tableAction.nobody'))) };
  return {
    screen: rich(BLUE, [
      text(t(ofGame(match.game.id, 'tableAction.toWhom'))),
      menu(encode('handto', match.id, turnOf(match)), t('life.who'), picks),
    ]),
  };
};

/** Has whoever was picked act for the table from now on. */
export const handTo: Press = async (app, press, { match: id, turn }) => {
  const to = Number(press.values[0]);
  const done = await handOn(app.store, { match: id, user: press.user.id, turn, to, at: now() });
  if (!done.ok) return { refused: done };
  app.refresh(done.match);
  const { match } = done;
  const t = translate(press.locale);
  const name = sceneOf(match.seats, t).names[match.operator]!;
  return { screen: sentence(t(ofGame(match.game.id, 'tableAction.handedOn'), { name })) };
};

/** As the button, for the match that a command means. */
export async function tableCommand(app: App, origin: Origin, id: number): Promise<Answer> {
  const t = translate(origin.locale);
  const stop = await stopAt(app, origin, id);
  if (stop) return stop;
  const match = await open(app.store, id);
  if (!match) return lost(app, origin);
  const { game } = match;
  if (!isByHand(match)) return { mine: match, note: t(ofGame(game.id, 'tableAction.byItself')) };
  const turn = turnOf(match);
  if (present(match).kind === 'round')
    return { mine: match, note: t(ofGame(game.id, 'tableAction.tooEarly'), { turn }) };
  const done = await playForTable(app.store, { match, user: origin.user.id, turn, at: now() });
  if (!done.ok) return { refused: done };
  app.refresh(done.match);
  return { mine: done.match, note: t(ofGame(game.id, 'tableAction.done')) };
}

/** Whether a person does it, as the options of a match say. */
const isByHand = ({ game: { tableAction }, row }: Match): boolean =>
  tableAction !== undefined && row.options[tableAction.when.option] === tableAction.when.value;

/** The button that plays it. */
export const actButton = (match: Match, t: Translate) =>
  button(t(ofGame(match.game.id, 'tableAction.act')), encode('flip', match.id, turnOf(match)), 'blue');

/** What a seat sees between two rounds, until it is played. */
export async function waitScreen(ctx: SeatContext, note: string): Promise<Draft> {
  const { match, scene } = ctx;
  const { t } = scene;
  const own = match.anyone || match.operator === ctx.seat;
  const head = [
    note,
    `## ${t(ofGame(match.game.id, 'tableAction.wait'))}`,
    own
      ? t(ofGame(match.game.id, 'tableAction.waitOwn'))
      : t(ofGame(match.game.id, 'tableAction.waitFor'), { name: scene.names[match.operator]! }),
  ];
  return screen(ctx, head, own ? [row(actButton(match, t))] : [], foot(ctx));
}

/** Asks the operator, alone, to play it; after a deadline that passed without it everybody. */
export function flipScreen(match: Match, placement: Placement): Screen {
  const { t, theme, inThread } = placement;
  const scene = sceneOf(match.seats, t, theme);
  const asked = playersIn(match, peopleWaitedFor(match));
  const turn = turnOf(match);
  const news = [...happened(match, scene), ...newsOf(match, scene, sinceLast(match))];
  const place = placeOf(match, t, inThread);
  const { who, rest } = calling(asked.map(mention), t);
  const ask = t(ofGame(match.game.id, turn === 0 ? 'tableAction.first' : 'tableAction.next'), { who, place });
  const lines =
    turn === 0 || news.length > 0 ? news : [t(ofGame(match.game.id, 'tableAction.quiet'), { turn })];
  const id = (word: string) => encode(word, match.id, turn);
  const small = [closes(match, t), placement.outage, placement.resting].filter(Boolean).join(' · ');
  return plain(
    withNews(lines, t, (reported) =>
      [ask, placement.reason, ...reported, small, alsoFor(rest, t)].filter(Boolean).join('\n'),
    ),
    [
      row(
        actButton(match, t),
        button(t(ofGame(match.game.id, 'table.mine')), id('mine')),
        button(t(ofGame(match.game.id, 'tableAction.handOn')), id('hand')),
        button(t('button.more'), id('more')),
      ),
      ...takeRows(match, scene),
    ],
    [],
    placement.pings(asked),
  );
}
