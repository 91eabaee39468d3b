import type { Seat } from '../../games/game.ts';
import { ofGame } from '../../locales.ts';
import { type Match, seatOf, turnOf } from '../../match/match.ts';
import { presenterOf } from '../../presenters.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { button, gallery, menu, rich, row, text, upload } from '../components.ts';
import { publicView, sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { seatPick } from '../picks.ts';

const GREY = 0x6b6f78;

/**
 * One board as everybody knows it, with a menu of all the others. `seat` absent: all on one sheet. `inside`: it is asked
 * for in the server of the table.
 */
export async function boardsScreen(
  match: Match,
  t: Translate,
  user: string,
  seat?: Seat,
  note = '',
  theme: Theme | null = null,
  inside = false,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.row.game);
  const view = publicView(match);
  const turn = turnOf(match);
  // In turns all play on one board.
  const many = match.seats.length > 1 && match.game.pace === 'together';
  const single = seat !== undefined && (many || match.seats.length === 1);
  const picture = single
    ? presenter.pictures.board(view, scene, { seat })
    : presenter.pictures.sheet(view, scene);
  const file = await upload(`boards-${match.id}-${turn}.png`, picture);
  const head = single
    ? [
        `## ${t(ofGame(match.row.game, 'table.one'), { name: scene.names[seat]!, id: match.id })}`,
        `-# ${presenter.words.breakdown(view, seat, scene)}`,
      ]
    : [`## ${t(ofGame(match.row.game, 'table.all'), { id: match.id })}`];
  const own = seatOf(match, user);
  const running = match.row.status === 'running';
  const buttons = [
    ...(own !== undefined && running
      ? [button(t('button.choose'), encode('mine', match.id, turn), 'blue')]
      : []),
    ...(single && many ? [button(t('button.sheet'), encode('boards', match.id, turn, 'all'))] : []),
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
