import type { AnyView, Score, Seat } from '../games/game.ts';
import { keyOf, nameOfGame, ofGame, type Translate } from '../locales.ts';
import { isDeserted, resultHolder } from '../match/entries.ts';
import { recordText } from '../match/export.ts';
import { type Match, stepsOf, turnOf } from '../match/match.ts';
import { open } from '../match/open.ts';
import { hasComputers } from '../match/seats.ts';
import { presenterOf } from '../presenters.ts';
import type { FormerRow } from '../store/rows.ts';
import { and, andMore, commas } from '../views/lists.ts';
import { signed } from '../views/numbers.ts';
import type { Picture, Scene, Theme } from '../views/presenter.ts';
import { alsoFor, calling } from './calling.ts';
import {
  button,
  cut,
  file,
  GOLD,
  GREY,
  gallery,
  link,
  mention,
  plain,
  rich,
  row,
  sketch,
  text,
} from './components.ts';
import { publicView, sceneOf, t as translate } from './context.ts';
import { lost } from './games.ts';
import { encode } from './ids.ts';
import { calledAloud, calledPlain } from './names.ts';
import { nameAt } from './news.ts';
import type { Draft, Screen, Upload } from './outbound.ts';
import type { Pings } from './pings.ts';
import type { Press } from './request.ts';
import { happened } from './round.ts';

/** How a match at a table ended: what its channel is told of it, and its record. */

const MEDALS = ['🥇', '🥈', '🥉'];

/** Ten files a message: the record and nine boards. */
const BOARDS = 9;
const WITH_PARTS = 10;
/** Characters of all words of a message, a little below Discord's limit; at most so many are a game's own. */
const TEXT = 3900;
const REMARK = 1500;
const WITH_MENTION = 12;

interface Place extends Score {
  readonly seat: number;
}

/** People who are to hear of the end and still belong to the table, at most so many; where all have left, nobody. */
export const audience = (match: Match, most = WITH_MENTION): string[] =>
  (isDeserted(match) ? [] : match.seats)
    .filter(({ gone, state }) => !gone && state !== 'kicked')
    .flatMap(({ player }) => player ?? [])
    .slice(0, most);

const placesOf = (match: Match): Place[] =>
  match.game
    .score(match.state)
    .map((score, seat) => ({ ...score, seat }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);

/** The record of a match as a file. */
export const recordFile = (match: Match): Upload => ({
  name: `${match.row.game}-${match.id}.json`,
  data: Buffer.from(recordText(match)),
});

/** The line that pings everybody who wants it; it becomes `endScreen` a moment later. */
export function endPing(match: Match, t: Translate, pings: Pings): Screen {
  const scene = sceneOf(match.seats, t);
  const people = audience(match);
  const score = signed(placesOf(match)[0]!.score);
  const { who, rest } = calling(people.map(mention), t);
  const head = [who, `🏁 **${title(match, scene)}** (${score})`].filter(Boolean).join(' · ');
  return plain([head, alsoFor(rest, t)].filter(Boolean).join('\n'), [], [], pings(people));
}

/** Places, what each score is made of, the boards with the winner first, and the record. */
export function endScreen(match: Match, t: Translate, theme: Theme | null = null): Draft {
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = publicView(match);
  const places = placesOf(match);
  const finale = presenter.pictures.finale?.(view, scene);
  const boards =
    match.game.pace === 'turns'
      ? [
          sketch(`board-${match.id}.png`, presenter.pictures.sheet(view, scene)),
          ...(finale ? [sketch(`finale-${match.id}.png`, finale)] : []),
        ]
      : places
          .slice(0, BOARDS)
          .map(({ seat, rank }) =>
            sketch(`board-${match.id}-${rank}-${seat}.png`, presenter.pictures.board(view, scene, { seat })),
          );
  const record = recordFile(match);
  const views = match.phases.map((phase) => publicView(match, phase.state));
  const said = presenter.words.remark(views, scene);
  const remark = said === null ? null : cut(said, REMARK);
  // Whoever played alone against computers sees it alone.
  const alone = match.row.solo;
  const people = alone ? [] : audience(match).map(mention);
  const words = [
    `## 🏁 ${title(match, scene)}`,
    `-# ${[
      match.map.title,
      t(ofGame(match.row.game, 'table.turns'), { count: turnOf(match) }),
      t('end.took', { time: duration(match, t) }),
      ...(people.length > 0 ? [people.join(' ')] : []),
    ].join(' · ')}`,
    // No message of a next turn tells of the last one.
    ...(match.game.pace === 'turns' ? happened(match, scene) : []),
    ...(isDeserted(match) ? [t('end.deserted')] : []),
    ...(hasComputers(match) ? [t('computer.counts')] : []),
    ...tieOf(match, places, t),
    ...places.map((place, i) => placeLine(match, view, place, scene, i < WITH_PARTS)),
  ];
  return rich(
    GOLD,
    [
      text(cut(words.join('\n'), TEXT - (remark?.length ?? 0))),
      // Side by side a client would cut them to squares that are too small to be read: the winner's board stands alone, and
      // where there is one board for all, each picture does.
      ...(match.game.pace === 'turns'
        ? boards.map((board) => gallery(board))
        : [boards.slice(0, 1), boards.slice(1)].map((some) => some.length > 0 && gallery(...some))),
      remark ? text(remark) : undefined,
      file(record),
      row(
        ...(alone
          ? [button(t('button.newGame'), encode('anew', match.id), 'green')]
          : [button(t('button.rematch'), encode('rematch', match.id), 'green')]),
        button(t('replay.button'), encode('replay', match.id), 'blue'),
        button(t('film.button'), encode('film', match.id)),
        ...((presenter.pictures.pages?.(view, scene).length ?? 0) > 0
          ? [button(t(keyOf(`end.pages.${match.row.game}`)), encode('pages', match.id, 0, '0'))]
          : []),
        button(t(ofGame(match.row.game, 'table.boards')), encode('boards', match.id, turnOf(match))),
      ),
    ],
    [...boards, record],
  );
}

/** Said where the lobby stood: what came of it, and the ways on. `table`: where the result stands. */
export function outcomeScreen(match: Match, table: string, t: Translate, theme: Theme | null = null): Draft {
  const { voided, row: stored } = match;
  const scene = sceneOf(match.seats, t, theme);
  const scores = placesOf(match).map(({ score }) => signed(score));
  const list = scores.length > WITH_PARTS ? andMore(t, scores, WITH_PARTS, 'people') : commas(t, scores);
  const turns = t(ofGame(stored.game, 'table.turns'), { count: turnOf(match) });
  const words = voided
    ? t(`end.void.${voided}`, { id: match.id })
    : t('end.outcome', {
        title: title(match, scene, true),
        facts: [list, turns, t('end.took', { time: duration(match, t) })].join(' · '),
      });
  const card = voided ? [] : [sketch(`result-${match.id}.png`, cardOf(match, scene))];
  return rich(
    voided ? GREY : GOLD,
    [
      text(words),
      card.length > 0 && gallery(...card),
      row(
        link(t('button.goto'), table),
        button(t('button.rematch'), encode('rematch', match.id), 'green'),
        ...(stepsOf(match).length > 0
          ? [
              button(t('replay.button'), encode('replay', match.id), 'blue'),
              button(t('film.button'), encode('film', match.id)),
            ]
          : []),
      ),
    ],
    card,
  );
}

/** The result as a picture: whose win it is stands there as in the words. */
function cardOf(match: Match, scene: Scene): Picture {
  const places = placesOf(match);
  const struck = ({ seat }: Place): boolean => match.standing[seat] === 'dropped';
  const standings = [...places.filter((place) => !struck(place)), ...places.filter(struck)].map((place) => ({
    seat: place.seat,
    score: place.score,
    rank: struck(place) ? null : place.rank,
  }));
  return presenterOf(match.module).pictures.result(publicView(match), holders(match, scene), standings);
}

/** The scene of a result: a seat whose result is not that of who sits there now has the name of who held it. */
export function holders(match: Match, scene: Scene): Scene {
  const named = (own: readonly string[], as: typeof calledPlain): string[] =>
    own.map((name, seat) =>
      isTheirs(match, seat)
        ? name
        : scene.t('end.seatOf', {
            name: as(formerOf(match, seat)?.name ?? match.seats[seat]!.name, scene.t),
          }),
    );
  return {
    ...scene,
    plain: named(scene.plain, calledPlain),
    spoken: named(scene.spoken, calledAloud),
  };
}

function placeLine(match: Match, view: AnyView, place: Place, scene: Scene, withParts: boolean): string {
  const medal = MEDALS[place.rank - 1];
  const name = scene.names[place.seat]!;
  const score = signed(place.score);
  // Struck seats have points and no place.
  if (match.standing[place.seat] === 'dropped') return scene.t('end.struck', { name, score });
  const head = medal ? `${medal} **${name} ${score}**` : `**${place.rank}** ${name} ${score}`;
  return withParts
    ? `${head}\n-# ${presenterOf(match.module).words.breakdown(view, place.seat, scene)}`
    : head;
}

/** What decided between equal scores at the top, or that nothing could. */
function tieOf(match: Match, [first, second]: readonly Place[], t: Translate): string[] {
  if (!first || !second || first.score !== second.score) return [];
  return [
    t(keyOf(`end.${second.rank === 1 ? 'tied' : 'tieBroken'}.${match.row.game}`), {
      score: signed(first.score),
    }),
  ];
}

/** "Ann wins Metro X #214", or who shares it; `past`: "Ann won…". */
function title(match: Match, scene: Scene, past = false): string {
  const { t } = scene;
  const winners = placesOf(match)
    .filter((place) => place.rank === 1)
    .map(({ seat }) => winnerOf(match, seat, scene));
  const values = { game: t(nameOfGame(match.row.game)), id: match.id };
  const tense = past ? 'past' : 'now';
  const [only] = winners;
  if (winners.length === 1 && only) return t(`end.${tense}.wins`, { ...values, name: only });
  if (winners.length > 4) return t(`end.${tense}.sharedBy`, { ...values, count: winners.length });
  return t(`end.${tense}.shared`, { ...values, names: and(t, winners) });
}

/** Whose win it is: that of a seat, where it is nobody's, or not of whoever sits there now. */
function winnerOf(match: Match, seat: Seat, scene: Scene): string {
  if (isTheirs(match, seat)) return scene.names[seat]!;
  return scene.t('end.seatOf', { name: nameAt(match, seat, heldAt(match, seat), scene) });
}

/** Whether a result is that of whoever sits there now. */
function isTheirs(match: Match, seat: Seat): boolean {
  const whose = resultHolder(match, seat);
  return whose === match.seats[seat]!.player || (whose === null && match.standing[seat] !== 'kicked');
}

/** Row of the log at which somebody sat there whose name a seat goes by: the first, or who sits there now. */
const heldAt = (match: Match, seat: Seat): number => (resultHolder(match, seat) === null ? Infinity : 0);

const formerOf = (match: Match, seat: Seat): FormerRow | undefined =>
  match.former.find((one) => one.seat === seat && one.seq >= heldAt(match, seat));

function duration(match: Match, t: Translate): string {
  const minutes = Math.max(1, Math.round(((match.row.endedAt ?? 0) - (match.row.startedAt ?? 0)) / 60_000));
  if (minutes < 60) return t('end.minutes', { count: minutes });
  if (minutes < 48 * 60) return t('end.hours', { count: Math.round(minutes / 60) });
  return t('end.days', { count: Math.round(minutes / 1440) });
}

export const record: Press = async (app, press, { match: id }) => {
  const match = await open(app.store, id);
  const t = translate(press.locale);
  if (match?.row.status !== 'over') return lost(app, press);
  const upload = recordFile(match);
  const screen = rich(GREY, [text(t('end.record')), file(upload)], [upload]);
  // Beside the result, whose buttons lead on.
  return press.personal ? { whisper: screen } : { screen };
};
