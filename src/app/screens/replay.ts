import type { Seat } from '../../games/game.ts';
import { ofGame } from '../../locales.ts';
import type { Match, Phase } from '../../match/match.ts';
import { presenterOf } from '../../presenters.ts';
import type { Theme, Translate } from '../../views/presenter.ts';
import { publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, cut, gallery, menu, rich, row, text, upload } from '../parts.ts';
import { seatPick } from '../picks.ts';

/** A finished match, a round at a time: one private message that is updated in place. */

/** A menu's most options; with as many seats there is no room for one more. */
const OPTIONS = 25;

/** A round that was played to its close. */
export interface Step {
  readonly before: Phase;
  readonly after: Phase;
}

/** Whose board is shown. */
export type Whose = Seat | 'all';

/** The rounds of a match in order. One that an early end cut off is no step: nothing of it became known. */
export function stepsOf({ game, phases }: Match): Step[] {
  const sameRound = (one: Phase) => (other: Phase) => other.kind === 'round' && other.turn === one.turn;
  return phases.flatMap((before, i) => {
    // After a pause the same round lies open once more.
    if (before.kind !== 'round' || phases.findIndex(sameRound(before)) < i) return [];
    const after = phases.slice(i + 1).find((one) => one.kind !== 'pause' && !sameRound(before)(one));
    const cutOff = after?.kind === 'over' && !game.over(after.state);
    return after && !cutOff ? [{ before, after }] : [];
  });
}

/** The board or boards after a round, 1-based, which must be one that `stepsOf` knows. `note` goes first. */
export async function replayScreen(
  match: Match,
  step: number,
  whose: Whose,
  {
    t,
    theme,
    inside = false,
  }: { readonly t: Translate; readonly theme: Theme | null; readonly inside?: boolean },
  note = '',
): Promise<Screen> {
  const steps = stepsOf(match);
  const last = steps.length;
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.row.game);
  const { before, after } = steps[step - 1]!;
  const [then, now] = [publicView(match, before.state), publicView(match, after.state)];
  const shown = match.game.closed?.(then, now, publicView(match)) ?? now;
  const many = match.seats.length > 1 && match.game.pace === 'together';
  const picture =
    whose === 'all'
      ? presenter.pictures.sheet(shown, scene)
      : presenter.pictures.board(shown, scene, { seat: whose });
  const file = await upload(`replay-${match.id}-${step}.png`, picture);
  const news = presenter.words.news(then, now, scene);
  const over = match.game.over(match.state);
  const words = [
    note,
    `## ${presenter.words.headline(match.game.pace === 'turns' ? now : then, scene)}`,
    `-# ${placeOf(match, t)}`,
    ...(news.length > 0 ? news : [t(ofGame(match.row.game, 'replay.quiet'))]),
    step === last ? t(over ? ofGame(match.row.game, 'replay.last') : 'replay.stopped') : '',
  ];
  // Where all play on one board, what it is worth to each of them is told.
  const told =
    match.game.pace === 'turns' ? match.seats.map(({ seat }) => seat) : whose === 'all' ? [] : [whose];
  const below = told
    .map((seat) => {
      const name = scene.names[seat]!;
      const head = told.length > 1 ? name : t(ofGame(match.row.game, 'replay.whose'), { name });
      return `-# ${head} · ${presenter.words.breakdown(shown, seat, scene)}`;
    })
    .join('\n');
  // The last part tells apart buttons that lead to the same round.
  const id = (to: number, part: string, who: Whose = whose) =>
    encode('replay', match.id, 0, String(to), String(who), part);
  const jump = encode('jump', match.id, 0, String(step), String(whose), String(last), match.row.game);
  return rich(
    presenter.pictures.accent(match.map),
    [
      text(cut(words.filter(Boolean).join('\n'), 3000)),
      gallery(file),
      below ? text(below) : undefined,
      // Four are as many as stand side by side on a phone.
      row(
        button('⏮', id(1, 'first'), 'grey', step === 1),
        button('◀', id(Math.max(1, step - 1), 'back'), 'grey', step === 1),
        button('▶', id(Math.min(last, step + 1), 'on'), 'grey', step === last),
        button('⏭', id(last, 'last'), 'grey', step === last),
      ),
      row(
        button(t('replay.step', { step, last }), jump, 'grey', last === 1),
        ...(match.seats.length >= OPTIONS && whose !== 'all'
          ? [button(t('button.sheet'), id(step, 'sheet', 'all'))]
          : []),
        ...(match.row.solo ? [button(t('button.result'), encode('mine', match.id))] : []),
        button(t('button.record'), encode('record', match.id)),
      ),
      many && menu(id(step, 'whose'), t('boards.whose'), picks(match, whose, inside, t)),
    ],
    [file],
  );
}

function picks(match: Match, whose: Whose, inside: boolean, t: Translate) {
  const seats = match.seats.map((_, seat) => ({
    ...seatPick(match.seats, seat, inside, t),
    chosen: seat === whose,
  }));
  const all = { value: 'all', label: t(ofGame(match.row.game, 'table.boards')), chosen: whose === 'all' };
  return seats.length < OPTIONS ? [all, ...seats] : seats;
}

/** "Replay of #214 · Tokyo". */
function placeOf({ id, row: { game, map, day, solo } }: Match, t: Translate): string {
  const title = titleOf(game, map);
  if (day !== null) return t('replay.ofDaily', { day, map: title });
  return solo ? t('replay.ofPractice', { map: title }) : t('replay.ofGame', { id, map: title });
}
