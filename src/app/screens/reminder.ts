import { peopleWaitedFor } from '../../match/course.ts';
import { type Match, phaseKey, present } from '../../match/match.ts';
import type { Translate } from '../../views/look.ts';
import { look, publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, mention, plain, row } from '../parts.ts';

/**
 * Reminds of a turn that is open: the people in `pinged` are pinged, others for whom it waits are only named.
 * `inThread`: its name says which game it is.
 */
export function reminderScreen(
  match: Match,
  pinged: readonly string[],
  t: Translate,
  inThread: boolean,
): Screen {
  const scene = sceneOf(match.seats, t);
  const phase = present(match);
  const { turn } = phase;
  const flips = phase.kind === 'flip';
  const { deadline, turnAt, startedAt } = match.row;
  const who = peopleWaitedFor(match)
    .map((seat) => ({ player: match.seats[seat]!.player, name: scene.names[seat]! }))
    // Whoever is pinged stands first.
    .sort((a, b) => Number(pinged.includes(b.player)) - Number(pinged.includes(a.player)))
    .map(({ player, name }) => (pinged.includes(player) ? mention(player) : name))
    .join(', ');
  const place = inThread
    ? ''
    : t('round.place', { id: match.id, map: titleOf(match.row.game, match.row.map) });
  const seen = look(match.row.game);
  const open = seen.manner === 'turns' ? t('reminder.turn') : seen.headline(publicView(match), scene);
  const what = flips ? t(turn === 0 ? 'reminder.firstCard' : 'reminder.nextCard') : open;
  const when = ago(deadline ?? turnAt ?? startedAt ?? match.row.createdAt);
  const kind = `${flips ? 'flip' : 'round'}.${deadline === null ? 'open' : 'closes'}`;
  const id = (act: string, ...parts: string[]) => encode(act, match.id, turn, ...parts);
  return plain(
    t(`reminder.${kind}`, { place, what, when, who }),
    [
      row(
        ...(flips ? [button(t('button.flip'), id('flip'), 'blue')] : []),
        button(t(`${match.row.game}.table.mine`), id('mine'), flips ? 'grey' : 'blue'),
        button(t(`${match.row.game}.table.hush`), id('quiet', phaseKey(phase))),
      ),
    ],
    [],
    pinged,
  );
}
