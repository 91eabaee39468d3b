import { ofGame } from '../locales.ts';
import { seatOf } from '../match/match.ts';
import { type App, t as translate } from './context.ts';
import { lost } from './desk.ts';
import { encode, type Id } from './ids.ts';
import { type Modal, type PressRequest, type Reply, within } from './request.ts';
import { openLive } from './result.ts';
import { boardsScreen } from './screens/boards.ts';
import { pagesOf, pagesScreen } from './screens/pages.ts';
import { replayScreen, stepsOf, type Whose } from './screens/replay.ts';

/** How people, and ids, write the number of a round. */
const ROUND = /^\d{1,4}$/;

type Press = (app: App, press: PressRequest, id: Id) => Promise<Reply>;

/** A round of a finished match. The id's parts: the round, a seat or `all`; a menu's value is the seat. */
export const replay: Press = (app, press, id) =>
  show(app, press, id, () => ({ step: Number(id.parts[0]), whose: press.values[0] ?? id.parts[1] }));

/** A page of a finished match; the id or the menu says which. */
export const pages: Press = async (app, press, id) => {
  const match = await openLive(app, id.match);
  const t = translate(press.locale);
  if (!match || pagesOf(match, t).length === 0) return lost(app, press);
  const at = Number(press.values[0] ?? id.parts[0] ?? 0);
  return { screen: await pagesScreen(match, at, { t, theme: press.theme }) };
};

/** Asks for the number of a round: a form, made from the id alone. */
export function jump({ locale }: PressRequest, { match, parts, game }: Id): Modal {
  const t = translate(locale);
  const [step = '1', whose = '', most = ''] = parts;
  const last = ROUND.test(most) ? most : '1';
  return {
    customId: encode('jumped', match, 0, step, whose),
    title: t(ofGame(game, 'replay.jump')),
    fields: [{ id: 'round', label: t(ofGame(game, 'replay.which'), { last }), max: 4 }],
  };
}

/** Goes where the form said, or says that there is no such round and stays. */
export const jumped: Press = (app, press, id) =>
  show(app, press, id, (last, game) => {
    const [from, whose] = id.parts;
    const written = (press.values[0] ?? '').normalize('NFKC').trim();
    const wanted = ROUND.test(written) ? Number(written) : 0;
    if (wanted >= 1 && wanted <= last) return { step: wanted, whose };
    const note = translate(press.locale)(ofGame(game, 'replay.noSuch'), { count: last });
    return { step: Number(from), whose, note };
  });

interface Wanted {
  readonly step: number;
  readonly whose: string | undefined;
  readonly note?: string;
}

async function show(
  app: App,
  press: PressRequest,
  id: Id,
  want: (last: number, game: string) => Wanted,
): Promise<Reply> {
  const t = translate(press.locale);
  const match = await openLive(app, id.match);
  if (!match) return lost(app, press);
  const seat = seatOf(match, press.user.id);
  const last = stepsOf(match).length;
  if (match.row.status !== 'over' || last === 0) {
    const why = t(match.row.status === 'over' ? ofGame(match.row.game, 'replay.none') : 'replay.running');
    return {
      screen: await boardsScreen(match, t, press.user.id, undefined, why, press.theme, within(press, match)),
    };
  }
  const { step, whose, note } = want(last, match.row.game);
  const at = Number.isInteger(step) ? Math.min(Math.max(1, step), last) : 1;
  return {
    screen: await replayScreen(
      match,
      at,
      boardOf(whose, match.seats.length, seat),
      { t, theme: press.theme, inside: within(press, match) },
      note,
    ),
  };
}

/** The board asked for; where none was: one's own, for a watcher all of them. */
function boardOf(whose: string | undefined, seats: number, own: number | undefined): Whose {
  if (seats === 1) return 0;
  const seat = /^\d{1,2}$/.test(whose ?? '') ? Number(whose) : seats;
  if (seat < seats) return seat;
  return whose === 'all' ? 'all' : (own ?? 'all');
}
