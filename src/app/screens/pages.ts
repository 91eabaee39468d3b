import { keyOf } from '../../locales.ts';
import type { Match } from '../../match/match.ts';
import { presenterOf } from '../../presenters.ts';
import type { Page, Theme, Translate } from '../../views/presenter.ts';
import { publicView, sceneOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, cut, gallery, menu, rich, row, text, upload } from '../parts.ts';

/** What a game that has ended shows besides its board: one private message, a picture a page. */

/** The pages of a match; none while it runs, or where its game has none. */
export const pagesOf = (match: Match, t: Translate, theme: Theme | null = null): readonly Page[] =>
  match.game.over(match.state)
    ? (presenterOf(match.row.game).pictures.pages?.(publicView(match), sceneOf(match.seats, t, theme)) ?? [])
    : [];

/** One page, 0-based; the nearest there is. Throws for a match without any. */
export async function pagesScreen(
  match: Match,
  at: number,
  { t, theme }: { readonly t: Translate; readonly theme: Theme | null },
): Promise<Screen> {
  const pages = pagesOf(match, t, theme);
  const last = pages.length - 1;
  const n = Math.min(Math.max(at, 0), last);
  const page = pages[n];
  if (!page) throw new Error(`${match.row.game} has no pages.`);
  const file = await upload(`page-${match.id}-${n + 1}.png`, page.picture);
  // The last part tells apart buttons that lead to the same page.
  const id = (to: number, part: string) => encode('pages', match.id, 0, String(to), part);
  return rich(
    presenterOf(match.row.game).pictures.accent(match.map),
    [
      text(cut(`## ${page.title}\n${page.text}`, 3000)),
      gallery(file),
      menu(
        encode('pages', match.id, 0),
        t(keyOf(`end.pages.${match.row.game}`)),
        pages.map(({ label }, i) => ({ value: String(i), label, chosen: i === n })),
      ),
      row(button('◀', id(n - 1, 'back'), 'grey', n === 0), button('▶', id(n + 1, 'on'), 'grey', n === last)),
    ],
    [file],
  );
}
