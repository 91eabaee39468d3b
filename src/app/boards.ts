import type { Seat } from '../games/game.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf, turnOf, viewOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { presenterOf } from '../presenters.ts';
import { SHEET, type Theme } from '../views/presenter.ts';
import { button, GREY, gallery, menu, rich, row, sentence, text, upload } from './components.ts';
import { type App, publicView, sceneOf, t as translate } from './context.ts';
import { listGames, lost } from './games.ts';
import { stopAt } from './gate.ts';
import { encode } from './ids.ts';
import { own as ownLobby } from './joining.ts';
import { meant, meantOf, noTable } from './meant.ts';
import { chatName } from './names.ts';
import type { Screen } from './outbound.ts';
import { seatPick } from './picks.ts';
import { type Answer, type Origin, type Press, within } from './request.ts';
import { openLive } from './result.ts';
import { mayView } from './view.ts';

/** "1–9", "10–18" and "19–22": the places whose boards are on each sheet, where there are several. */
function sheets(match: Match, turn: number, shown: number): ReturnType<typeof button>[] {
  const { length } = match.seats;
  const count = length > SHEET ? Math.ceil(length / SHEET) : 0;
  return Array.from({ length: count }, (_, page) => {
    const first = page * SHEET + 1;
    const last = Math.min(first + SHEET - 1, length);
    const label = first === last ? String(first) : `${first}–${last}`;
    return button(label, encode('boards', match.id, turn, 'all', String(page)), 'grey', page === shown);
  });
}

/**
 * One board as everybody knows it, with a menu of all the others. `seat` absent: a sheet of them, the 0-based `page`.
 * `inside`: it is asked for in the server of the table.
 */
export async function boardsScreen(
  match: Match,
  t: Translate,
  user: string,
  seat?: Seat,
  note = '',
  theme: Theme | null = null,
  inside = false,
  page = 0,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = publicView(match);
  const turn = turnOf(match);
  // In turns all play on one board.
  const many = match.seats.length > 1 && match.game.pace === 'together';
  const single = seat !== undefined && (many || match.seats.length === 1);
  const own = seatOf(match, user);
  // On the one board of all, whoever plays sees also what is theirs alone.
  const seen = !many && own !== undefined ? viewOf(match, own) : view;
  const picture = single
    ? presenter.pictures.board(view, scene, { seat })
    : presenter.pictures.sheet(seen, scene, page);
  const file = await upload(`boards-${match.id}-${turn}${page > 0 ? `-${page + 1}` : ''}.png`, picture);
  const head = single
    ? [
        `## ${t(ofGame(match.row.game, 'table.one'), { name: scene.names[seat]!, id: match.id })}`,
        `-# ${presenter.words.breakdown(view, seat, scene)}`,
      ]
    : [`## ${t(ofGame(match.row.game, 'table.all'), { id: match.id })}`];
  const running = match.row.status === 'running';
  const buttons = [
    ...(own !== undefined && running
      ? [button(t('button.choose'), encode('mine', match.id, turn), 'blue')]
      : []),
    ...(single && many ? [button(t('button.sheet'), encode('boards', match.id, turn, 'all'))] : []),
    ...(!single && many ? sheets(match, turn, page) : []),
  ];
  return rich(
    GREY,
    [
      text([note, ...head].filter(Boolean).join('\n')),
      gallery(file),
      many &&
        menu(
          encode('boards', match.id, turn),
          t('boards.whose'),
          match.seats.map((_, i) => ({ ...seatPick(match.seats, i, inside, t), chosen: i === seat })),
        ),
      buttons.length > 0 && row(...buttons),
    ],
    [file],
  );
}

/** Any board, by anybody. The id or the menu names the seat; `all`, or nothing for a watcher: a sheet, the first if none is named. */
export const boards: Press = async (app, press, id) => {
  const match = await open(app.store, id.match);
  const t = translate(press.locale);
  if (!match) return lost(app, press);
  const which = press.values[0] ?? id.parts[0] ?? 'all';
  const seat = which === 'all' || !match.seats[Number(which)] ? undefined : Number(which);
  const last = Math.ceil(match.seats.length / SHEET) - 1;
  const page = seat === undefined ? Math.min(Number(id.parts[1] ?? 0) || 0, last) : 0;
  const inside = within(press, match);
  return { screen: await boardsScreen(match, t, press.user.id, seat, '', press.theme, inside, page) };
};

/** Opens a game from the list, to play it from anywhere. */
export const openGame: Press = async (app, press) => {
  const id = Number(press.values[0]);
  const match = await openLive(app, id);
  return match ? { mine: match } : await ownLobby(app, press, id);
};

/** `/… board`: one's own board to play from; another's as everybody knows it. */
export async function boardCommand(
  app: App,
  origin: Origin,
  game: string,
  player: string | undefined,
  name: string,
): Promise<Answer> {
  const t = translate(origin.locale);
  if (player === undefined || player === origin.user.id) return ownBoard(app, origin, game);
  for (const id of await meantOf(app, player, game, origin)) {
    const match = (await mayView(app, origin, id)) ? await open(app.store, id) : undefined;
    if (match)
      return {
        screen: await boardsScreen(
          match,
          t,
          origin.user.id,
          seatOf(match, player),
          '',
          origin.theme,
          within(origin, match),
        ),
      };
  }
  return { screen: sentence(t('boards.nobody', { name: chatName(name) })) };
}

async function ownBoard(app: App, origin: Origin, game: string): Promise<Answer> {
  const t = translate(origin.locale);
  const [id, ...others] = await meant(app, origin.user.id, game, origin.guild, origin.channel);
  if (others.length > 0) return listGames(app, origin, 0, t('games.several'));
  if (id === undefined) return listGames(app, origin, 0, noTable(origin));
  const stop = await stopAt(app, origin, id);
  if (stop) return stop;
  const match = await open(app.store, id);
  return match ? { mine: match } : await lost(app, origin);
}
