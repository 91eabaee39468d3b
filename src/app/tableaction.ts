import { now } from '../clock.ts';
import { keyOf, ofGame } from '../locales.ts';
import { type Match, present, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { handOn, flip as turnCard } from '../match/play.ts';
import { mayOperate } from '../match/rights.ts';
import { isHere, peopleWaitedFor } from '../match/timeline.ts';
import { foot, screen } from './choosing.ts';
import { BLUE, button, mention, menu, plain, rich, row, sentence, text } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { stopAt } from './gate.ts';
import { encode } from './ids.ts';
import { newsOf } from './news.ts';
import type { Screen } from './outbound.ts';
import { seatPick, takeRows } from './picks.ts';
import { type Answer, besidePublic, type Origin, type Press, within } from './request.ts';
import { closes, happened, type Manner, placeOf, sinceLast, withNews } from './round.ts';
import type { Desk } from './seat.ts';

/** What is played for the table itself, by who may act for it: cards that are turned by hand. */

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
  if (!mayOperate(match, press.user.id)) return { refused: { why: 'operator', match } };
  const picks = match.seats
    .map((_, seat) => seatPick(match.seats, seat, within(press, match), t))
    .filter(({ value }) => Number(value) !== match.operator && isHere(match, Number(value)));
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
  const done = await handOn(app.store, {
    match: id.match,
    user: press.user.id,
    turn: id.turn,
    to,
    at: now(),
  });
  if (!done.ok) return { refused: done };
  app.refresh(id.match);
  const t = translate(press.locale);
  const name = sceneOf(done.match.seats, t).names[done.match.operator]!;
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

/** Between two rounds where cards are turned by hand. */
export async function waitScreen(desk: Desk, note: string): Promise<Screen> {
  const { match, scene } = desk;
  const { t } = scene;
  const own = match.anyone || match.operator === desk.seat;
  const head = [
    note,
    `## ${t('ask.wait')}`,
    own ? t('ask.waitOwn') : t('ask.waitFor', { name: scene.names[match.operator]! }),
  ];
  const flip = own ? [row(button(t('button.flip'), encode('flip', match.id, turnOf(match)), 'blue'))] : [];
  return screen(desk, head, flip, foot(desk));
}

/** Asks the operator, alone, to turn the next card; after a deadline without a flip everybody. */
export function flipScreen(match: Match, manner: Manner): Screen {
  const { t, theme, inThread } = manner;
  const scene = sceneOf(match.seats, t, theme);
  const asked = peopleWaitedFor(match).map((seat) => match.seats[seat]!.player);
  const turn = turnOf(match);
  const news = [...happened(match, scene), ...newsOf(match, scene, sinceLast(match))];
  const place = placeOf(match, t, inThread);
  const who = asked.map(mention).join(' ');
  const ask = turn === 0 ? t('round.flipFirst', { who }) : t('round.flipNext', { who });
  const lines = turn === 0 || news.length > 0 ? news : [t(keyOf(`${match.row.game}.table.quiet`), { turn })];
  const id = (act: string) => encode(act, match.id, turn);
  const first = manner.first === undefined ? '' : `${manner.first}\n`;
  const last = [ask, closes(match, t), manner.outage, manner.resting].filter(Boolean).join(' · ');
  const head = `${first}${place ? `🚇 ${place}\n` : ''}`;
  return plain(
    withNews(lines, t, (told) => `${head}${[...told, last].join('\n')}`),
    [
      row(
        button(t('button.flip'), id('flip'), 'blue'),
        button(t(ofGame(match.row.game, 'table.mine')), id('mine')),
        button(t('button.hand'), id('hand')),
        button(t('button.more'), id('more')),
      ),
      ...takeRows(match, scene),
    ],
    [],
    manner.pings(asked),
  );
}
