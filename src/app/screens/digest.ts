import { ofGame } from '../../locales.ts';
import type { Translate } from '../../views/presenter.ts';
import { titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, rich, row, text } from '../parts.ts';

const BLUE = 0x5865f2;
/** More are counted. */
const SHOWN = 10;

/** A game that waits for somebody. */
export interface Waiting {
  readonly id: number;
  readonly game: string;
  readonly map: string;
  readonly turn: number;
  readonly since: number;
  readonly deadline: number | null;
  readonly link: string | null;
}

/** One message for all games that wait for somebody; `waiting` is in the order it is shown and never empty. */
export function digestScreen(waiting: readonly Waiting[], t: Translate): Screen {
  const more = waiting.length - SHOWN;
  const lines = [
    `## ${t('reminder.digest.title', { count: waiting.length })}`,
    ...waiting.slice(0, SHOWN).map((one) => line(one, t)),
    ...(more > 0 ? [t('reminder.digest.more', { count: more })] : []),
    `-# ${t('reminder.digest.note')}`,
  ];
  return rich(BLUE, [
    text(lines.join('\n')),
    row(
      button(t('button.games'), encode('games'), 'blue'),
      button(t('reminder.digest.change'), encode('settings')),
    ),
  ]);
}

function line({ id, game, map, turn, since, deadline, link }: Waiting, t: Translate): string {
  const parts = [
    `🟡 **${t('games.name', { id, map: titleOf(game, map) })}**`,
    t('games.state.mine', { at: t(ofGame(game, 'table.at'), { turn }) }),
    t('games.since', { when: ago(since) }),
    ...(deadline === null ? [] : [t('reminder.digest.closes', { when: ago(deadline) })]),
    ...(link ? [`[${t('games.link')}](${link})`] : []),
  ];
  return parts.join(' · ');
}
