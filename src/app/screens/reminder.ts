import { ofGame } from '../../locales.ts';
import { type Match, phaseKey, present } from '../../match/match.ts';
import { askedSeats } from '../../match/question.ts';
import { peopleWaitedFor, playersIn } from '../../match/timeline.ts';
import { presenterOf } from '../../presenters.ts';
import { andMore, commas, ladder } from '../../views/lists.ts';
import type { Scene, Translate } from '../../views/presenter.ts';
import { ago, button, link, mention, plain, row } from '../components.ts';
import { publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import type { Pinged } from '../pings.ts';

/** Discord takes 2,000; a question may follow, with people who are called. */
const LONGEST = 1200;
/** So many are named where there is no room for all. */
const FEWER = [12, 6, 3] as const;

/** Where a reminder stands. */
interface Place {
  /** In a thread, whose name says which game it is. */
  readonly inThread: boolean;
  /** Where a question to the table stands, for those who are reminded of it. */
  readonly question?: string | undefined;
  /** Somebody has kept the others waiting for so long that they may go on without them. */
  readonly overdue?: boolean;
}

/**
 * Reminds of a turn that is open, or of a question that is: the people in `pinged` are pinged, others for whom it waits
 * are only named.
 */
export function reminderScreen(
  match: Match,
  pinged: Pinged,
  t: Translate,
  { inThread, question, overdue = false }: Place,
): Screen {
  const scene = sceneOf(match.seats, t);
  const phase = present(match);
  const { turn } = phase;
  const place = inThread
    ? ''
    : t('round.place', { id: match.id, map: titleOf(match.row.game, match.row.map) });
  const waited = playersIn(match, peopleWaitedFor(match));
  const turned = waited.some((player) => pinged.includes(player));
  const asked = playersIn(match, askedSeats(match)).filter((player) => pinged.includes(player));
  const flips = turned && phase.kind === 'flip';
  const id = (act: string, ...parts: string[]) => encode(act, match.id, turn, ...parts);
  return plain(
    [
      turned && turnLine(match, pinged, scene, place),
      asked.length > 0 &&
        t('reminder.question', { place: turned ? '' : place, who: asked.map(mention).join(', ') }),
    ]
      .filter(Boolean)
      .join('\n'),
    [
      row(
        ...(flips ? [button(t('button.flip'), id('flip'), 'blue')] : []),
        button(t(ofGame(match.row.game, 'table.mine')), id('mine'), flips ? 'grey' : 'blue'),
        ...(asked.length > 0 && question ? [link(t('reminder.toQuestion'), question)] : []),
        ...(turned ? [button(t(ofGame(match.row.game, 'table.hush')), id('quiet', phaseKey(phase)))] : []),
        button(t('life.mute'), id('mute', 'on')),
      ),
      ...(overdue ? [row(button(t('life.playOnWithout'), id('away')))] : []),
    ],
    [],
    pinged,
  );
}

/** What waits for whom, and until when. Whoever is pinged stands first. */
function turnLine(match: Match, pinged: Pinged, scene: Scene, place: string): string {
  const { t } = scene;
  const phase = present(match);
  const flips = phase.kind === 'flip';
  const { deadline, turnAt, startedAt } = match.row;
  const waited = peopleWaitedFor(match).map((seat) => ({ seat, player: match.seats[seat]!.player }));
  const called = waited.filter(({ player }) => pinged.includes(player)).map(({ player }) => mention(player));
  const named = waited.filter(({ player }) => !pinged.includes(player)).map(({ seat }) => scene.names[seat]!);
  const presenter = presenterOf(match.row.game);
  const open =
    match.game.pace === 'turns' ? t('reminder.turn') : presenter.words.headline(publicView(match), scene);
  const what = flips ? t(phase.turn === 0 ? 'reminder.firstCard' : 'reminder.nextCard') : open;
  const when = ago(deadline ?? turnAt ?? startedAt ?? match.row.createdAt);
  const [waits, until] = [flips ? 'flip' : 'round', deadline === null ? 'open' : 'closes'] as const;
  const line = (who: string) => t(`reminder.${waits}.${until}`, { place, what, when, who });
  const all = [...called, ...named];
  // Whoever is called must be read, whoever is only named may be counted.
  return ladder(LONGEST, [
    () => line(commas(t, all)),
    ...FEWER.map((most) => () => line(andMore(t, all, Math.max(called.length, most)))),
  ]);
}
