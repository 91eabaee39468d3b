import { startOf } from '../../daily/days.ts';
import { mapOfDay } from '../../daily/runs.ts';
import { mapOf } from '../../match/match.ts';
import type { Theme, Translate } from '../../views/look.ts';
import { signed } from '../../views/numbers.ts';
import { look, sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import { called } from '../names.ts';
import type { Screen } from '../outbound.ts';
import { ago, button, gallery, rich, row, text, upload } from '../parts.ts';

const MEDALS = ['🥇', '🥈', '🥉'];
/** So many names share a medal; more are counted. */
const NAMES = 3;

/** A run of yesterday by somebody of this server. */
export interface Played {
  /** As it is stored. */
  readonly name: string;
  readonly score: number;
}

/**
 * The message of a day: its map, and yesterday's podium, the best first in `played`. Nobody is pinged. When the day is
 * `over` it has no buttons.
 */
export async function dailyScreen(
  game: string,
  day: number,
  played: readonly Played[],
  over: boolean,
  t: Translate,
  theme: Theme | null = null,
): Promise<Screen> {
  const map = mapOf(game, mapOfDay(game, day).id);
  const seen = look(game);
  const drawn = seen.map(map, sceneOf([], t, theme));
  const alt = t('announce.alt', { day, map: mapOfDay(game, day).title, about: seen.about(map, { t }) });
  const picture = await upload(`daily-${game}-${day}.png`, { ...drawn, alt });
  return rich(
    seen.accent(map),
    [
      gallery(picture),
      text(wordsOf(game, day, played, t)),
      !over &&
        row(
          button(t('announce.play'), encode('daily', 0, 0, game), 'green'),
          button(t('announce.table'), encode('leaders', 0, 0, game)),
        ),
      !over && text(`-# ${t('announce.until', { when: ago(startOf(day + 1)) })}`),
    ],
    [picture],
  );
}

function wordsOf(game: string, day: number, played: readonly Played[], t: Translate): string {
  const head = t('announce.title', { day, map: mapOfDay(game, day).title });
  return [`## 📅 ${head}`, t('announce.about'), ...(day > 1 ? [podium(game, day - 1, played, t)] : [])].join(
    '\n',
  );
}

/** "Yesterday, Osaka: 🥇 Dia 44 · 🥈 Ann 41 · 🥉 Ben and Eli 36 · 19 played here". */
function podium(game: string, day: number, played: readonly Played[], t: Translate): string {
  const head = `**${t('announce.yesterday', { map: mapOfDay(game, day).title })}**`;
  if (played.length === 0) return `${head} ${t('announce.nobody')}`;
  const scores = [...new Set(played.map(({ score }) => score))];
  const places = scores.flatMap((score) => {
    const rank = played.findIndex((run) => run.score === score);
    const medal = MEDALS[rank];
    const names = played.filter((run) => run.score === score).map(({ name }) => called(name, t));
    return medal === undefined ? [] : [`${medal} ${together(names, t)} ${signed(score)}`];
  });
  return `${head} ${[...places, t('announce.count', { count: played.length })].join(' · ')}`;
}

function together(names: readonly string[], t: Translate): string {
  const [first, ...others] = names;
  if (others.length === 0) return first!;
  const shown = names.slice(0, NAMES);
  const more = names.length - shown.length;
  if (more > 0) return t('announce.more', { names: shown.join(', '), count: more });
  return t('announce.and', { names: shown.slice(0, -1).join(', '), last: shown.at(-1)! });
}
