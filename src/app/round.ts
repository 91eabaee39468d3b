import { type AnyView, TABLE } from '../games/game.ts';
import { keyOf, ofGame, type Translate } from '../locales.ts';
import { type Match, phaseKey, present, turnOf } from '../match/match.ts';
import { hasComputers, peopleIn, personIn } from '../match/seats.ts';
import { computersToAct, playersIn, seatsHere, waitedFor } from '../match/timeline.ts';
import { presenterOf } from '../presenters.ts';
import type { ActionRow } from '../store/rows.ts';
import { andMore, commas, ladder } from '../views/lists.ts';
import type { Scene, Theme } from '../views/presenter.ts';
import { alsoFor, calling } from './calling.ts';
import { ago, button, mention, menu, plain, row, sketch } from './components.ts';
import { publicView, sceneOf } from './context.ts';
import { encode } from './ids.ts';
import { newsOf } from './news.ts';
import type { Draft, Screen } from './outbound.ts';
import { takeRows } from './picks.ts';
import type { Pings } from './pings.ts';

/** Discord takes 2,000; the rest is left for an edit that grows. */
const LONGEST = 1900;
/** So many computers that think are named, the rest is counted. */
const MOST = 3;
/** So many lines of news are told where there is no room for all. */
const FEWER = [4, 3, 2, 1] as const;

/** How a table's message comes: where it stands, and what else it says. */
export interface Placement {
  readonly t: Translate;
  readonly theme: Theme;
  readonly inThread: boolean;
  /** Why it stands here, such as that the table has moved. */
  readonly reason?: string | undefined;
  /** What the last line says of an absence of the bot. */
  readonly outage?: string | undefined;
  /** Who is on vacation, until when. */
  readonly resting?: string | undefined;
  /** Whom it pings of those it names. */
  readonly pings: Pings;
}

/** The table's message in a round: it pings those who are to act. */
export function roundScreen(match: Match, placement: Placement): Draft {
  const { t, theme } = placement;
  const scene = sceneOf(match.seats, t, theme);
  const presenter = presenterOf(match.module);
  const view = publicView(match);
  const files = [
    sketch(
      `table-${match.id}-${turnOf(match)}.png`,
      presenter.pictures.table(view, scene, toldBefore(match)),
    ),
  ];
  const waiting = waitedFor(match);
  const ping = placement.pings(playersIn(match, waiting));
  const id = (act: string, ...parts: string[]) => encode(act, match.id, turnOf(match), ...parts);
  const places = match.game.pace === 'together' ? presenter.menus.places(view, []) : [];
  const rows = [
    ...(places.length > 0
      ? [
          menu(
            id('table', String(match.row.revision)),
            t(keyOf(`${match.row.game}.table.menu`)),
            places.map((place) => {
              const { label, description } = presenter.menus.place(view, [place], scene);
              return { value: place, label, description };
            }),
          ),
        ]
      : []),
    row(
      button(t(ofGame(match.row.game, 'table.mine')), id('mine'), 'blue'),
      button(t(ofGame(match.row.game, 'table.boards')), id('boards')),
      button(t('button.more'), id('more')),
    ),
    ...takeRows(match, scene),
  ];
  return plain(roundText(match, scene, placement), rows, files, ping);
}

function roundText(match: Match, scene: Scene, placement: Placement): string {
  const { t } = scene;
  const presenter = presenterOf(match.module);
  const place = placeOf(match, t, placement.inThread);
  const headline = presenter.words.headline(publicView(match), scene);
  const reported = happened(match, scene);
  // Where one plays after the other, the first line says what was just done.
  const latest = match.game.pace === 'turns' ? reported[0] : undefined;
  const earlier = latest === undefined ? reported : reported.slice(1);
  const { who, rest } = calling(playersIn(match, waitedFor(match)).map(mention), t);
  const thinking = who === '' ? computersToAct(match).map((seat) => scene.names[seat]!) : [];
  const news = latest ?? `**${headline}**`;
  const head =
    thinking.length > 0
      ? t('computer.thinks', {
          count: thinking.length,
          names: andMore(t, thinking, MOST, 'people'),
          place,
          news,
        })
      : latest === undefined
        ? t('round.first', { place, headline, who })
        : t('round.next', { place, news, who });
  const small = [
    latest === undefined ? '' : headline,
    tallyOf(match, scene),
    closes(match, t),
    placement.outage ?? '',
    placement.resting ?? '',
  ];
  const told = [...earlier, ...newsOf(match, scene, sinceLast(match))];
  return withNews(told, t, (lines) =>
    [
      head,
      placement.reason,
      presenter.words.hint(publicView(match), scene),
      ...lines,
      small.filter(Boolean).join(' · '),
      alsoFor(rest, t),
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

/** All of the news; ever less of it, and how much more there is; none. */
const shorter = (news: readonly string[], t: Translate): readonly (readonly string[])[] => [
  news,
  ...FEWER.map((most) =>
    news.length > most ? [...news.slice(0, most), t('round.moreNews', { count: news.length - most })] : news,
  ),
  [],
];

/** A message with news: as much of it as leaves room for the rest. */
export const withNews = (
  news: readonly string[],
  t: Translate,
  write: (lines: readonly string[]) => string,
): string =>
  ladder(
    LONGEST,
    shorter(news, t).map((lines) => () => write(lines)),
  );

/** "#214 Tokyo · " where no thread's name says it. */
export const placeOf = (match: Match, t: Translate, inThread: boolean): string =>
  inThread ? '' : t('round.place', { id: match.id, map: match.map.title });

/** When the time of this turn is up; nothing without a limit. */
export const closes = (match: Match, t: Translate): string =>
  match.row.deadline === null ? '' : t('table.closes', { when: ago(match.row.deadline) });

/**
 * Whether nobody was waited for in a phase: the clock played an absent seat at once, and no message told of it, or computers
 * played, of whose moves people are told together.
 */
function passed({ phases, log, events }: Match, i: number): boolean {
  const { from } = phases[i]!;
  const rows = log.slice(from, phases[i + 1]?.from);
  const isLate = (kind: string | undefined) => kind === 'late' || kind === 'excused';
  const unseen = ({ by, seat }: ActionRow): boolean => by === 'clock' || (by === 'bot' && seat !== TABLE);
  return rows.length > 0 && rows.every((row, n) => unseen(row) && !isLate(events[from + n]?.kind));
}

/** The last phase before the present one that had a message; 0 where there is none. */
function lastTold(match: Match): number {
  let at = match.phases.length - 2;
  while (at > 0 && passed(match, at)) at--;
  return Math.max(0, at);
}

/** The last phase before the present one in which somebody had something to choose. */
function lastOpen(match: Match): number {
  let at = lastTold(match);
  while (at > 0 && (match.phases[at]!.kind !== 'round' || passed(match, at))) at--;
  return at;
}

/** What all saw when the last message came, where one plays after the other and the clock may have played in between. */
const toldBefore = (match: Match): AnyView | undefined =>
  match.game.pace === 'turns' && match.phases.length > 1
    ? publicView(match, match.phases[lastOpen(match)]!.state)
    : undefined;

/** Where the rows of the log begin that the present message tells about. What came before a pause was told by then. */
export function sinceLast(match: Match): number {
  const { phases } = match;
  const before = phases[lastTold(match)]!;
  return before.kind === 'pause' || present(match).kind === 'pause'
    ? before.from
    : phases[lastOpen(match)]!.from;
}

/** What everybody should hear of the game: all that happened since the last time cards or turns lay open. */
export function happened(match: Match, scene: Scene): string[] {
  const { phases } = match;
  // The only person at a table with computers knows what they did themselves.
  const known = match.game.pace === 'turns' && peopleIn(match.seats).length === 1 ? 1 : 0;
  const from = Math.min(lastOpen(match) + known, Math.max(0, phases.length - 2));
  const lines: string[] = [];
  for (let i = from; i + 1 < phases.length; i++) {
    const [before, after] = [phases[i]!, phases[i + 1]!];
    lines.push(
      ...presenterOf(match.module).words.news(
        publicView(match, before.state),
        publicView(match, after.state),
        scene,
      ),
    );
  }
  return lines;
}

function tallyOf(match: Match, scene: Scene): string {
  const { t } = scene;
  const waiting = waitedFor(match);
  const here = seatsHere(match);
  const done = here.filter((seat) => !waiting.includes(seat));
  const first = waiting[0];
  // Its first line names the one whose turn it is.
  if (match.game.pace === 'turns') return '';
  // Nobody waits for the only person at a table with computers.
  if (hasComputers(match) && here.length <= 1) return '';
  if (done.length === 0 && (waiting.length !== 1 || match.seats.length === 1)) return t('round.nobody');
  if (waiting.length === 1 && first !== undefined)
    return t('round.only', { who: mention(personIn(match.seats[first]!)) });
  if (here.length > 8) return t('round.count', { n: done.length, most: here.length });
  const names = commas(
    t,
    done.map((seat) => scene.names[seat]!),
  );
  return t('round.some', { n: done.length, most: here.length, names });
}

/** The one line that stays of a phase, or undefined when nothing should. */
export function diaryScreen(match: Match, key: string, t: Translate): Screen | undefined {
  const at = match.phases.findIndex((phase) => phaseKey(phase) === key);
  const [phase, next] = [match.phases[at], match.phases[at + 1]];
  // A turn that was only interrupted comes again.
  if (!phase || !next || phase.kind !== 'round' || next.kind === 'pause') return undefined;
  if (match.voided && next.kind === 'over') return undefined;
  const scene = sceneOf(match.seats, t);
  const line = presenterOf(match.module).words.summary(
    publicView(match, phase.state),
    publicView(match, next.state),
    scene,
  );
  return plain(line, [], []);
}

/** Stands for a moment where something was to be asked that has been answered since. */
export const passedScreen = (match: Match, t: Translate): Screen => plain(placeOf(match, t, false), [], []);
