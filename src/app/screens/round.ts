import type { Match } from '../../match/open.ts';
import type { Scene, Translate } from '../../views/look.ts';
import { look, publicView, sceneOf, titleOf } from '../context.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, mention, menu, plain, row, upload } from '../parts.ts';

/** Discord takes 2,000; the rest is left for an edit that grows. */
const LONGEST = 1900;

/**
 * The table's message in a round: it pings those who are to act. `fresh` brings the picture; an edit leaves it.
 */
export async function roundScreen(
  match: Match,
  t: Translate,
  inThread: boolean,
  fresh: boolean,
): Promise<Screen> {
  const scene = sceneOf(match.seats, t);
  const seen = look(match.row.game);
  const view = publicView(match);
  const files = fresh
    ? [await upload(`table-${match.id}-${turnOf(match)}.png`, seen.table(view, scene))]
    : undefined;
  const waiting = match.game.toAct(match.state);
  const ping = waiting.map((seat) => match.seats[seat]!.player);
  const id = (act: string, ...parts: string[]) => encode(act, match.id, turnOf(match), ...parts);
  const rows = [
    menu(
      id('table', String(match.row.revision)),
      t('round.menu'),
      seen.places(view).map((place) => ({ value: place, ...seen.group(view, [place], scene) })),
    ),
    row(
      button(t('button.mine'), id('mine'), 'blue'),
      button(t('button.boards'), id('boards')),
      button(t('button.rules'), encode('rules', match.id)),
    ),
  ];
  return plain(roundText(match, scene, inThread), rows, files, ping);
}

function roundText(match: Match, scene: Scene, inThread: boolean): string {
  const { t } = scene;
  const seen = look(match.row.game);
  const view = publicView(match);
  const waiting = match.game.toAct(match.state);
  const people = waiting.map((seat) => mention(match.seats[seat]!.player)).join(' ');
  const head = (who: string) =>
    t('round.head', { place: placeOf(match, t, inThread), headline: seen.headline(view, scene), who });
  const hint = seen.hint(view, scene);
  const news = happened(match, scene);
  const tally = tallyOf(match, scene);
  const whole = [head(people), hint, ...news, tally].join('\n');
  if (whole.length <= LONGEST) return whole;
  const brief =
    news.length > 4 ? [...news.slice(0, 4), t('round.moreNews', { count: news.length - 4 })] : news;
  const shorter = [head(people), hint, ...brief, tally].join('\n');
  if (shorter.length <= LONGEST) return shorter;
  return [head(t('round.players', { count: waiting.length })), hint, ...brief, tally].join('\n');
}

/** "#214 Tokyo · " where no thread's name says it. */
const placeOf = (match: Match, t: Translate, inThread: boolean): string =>
  inThread ? '' : t('round.place', { id: match.id, map: titleOf(match.row.game, match.row.map) });

/** What everybody should hear: all that happened since the last time cards or turns lay open. */
export function happened(match: Match, scene: Scene): string[] {
  const { phases } = match;
  const from = Math.max(
    0,
    phases.findLastIndex((phase, i) => i < phases.length - 1 && phase.kind === 'round'),
  );
  const lines: string[] = [];
  for (let i = from; i + 1 < phases.length; i++) {
    const [before, after] = [phases[i]!, phases[i + 1]!];
    lines.push(
      ...look(match.row.game).say(publicView(match, before.state), publicView(match, after.state), scene),
    );
  }
  return lines;
}

function tallyOf(match: Match, scene: Scene): string {
  const { t } = scene;
  const waiting = match.game.toAct(match.state);
  const done = match.seats.filter((seat) => !waiting.includes(seat.seat));
  const first = waiting[0];
  if (done.length === 0) return t('round.nobody');
  if (waiting.length === 1 && first !== undefined)
    return t('round.only', { who: mention(match.seats[first]!.player) });
  if (match.seats.length > 8) return t('round.count', { n: done.length, most: match.seats.length });
  const names = done.map((seat) => scene.names[seat.seat]).join(', ');
  return t('round.some', { n: done.length, most: match.seats.length, names });
}

/** Asks the flipper, alone, to turn the next card. */
export function flipScreen(match: Match, t: Translate, inThread: boolean): Screen {
  const scene = sceneOf(match.seats, t);
  const flipper = match.seats[match.flipper]!;
  const turn = turnOf(match);
  const news = happened(match, scene);
  const place = placeOf(match, t, inThread);
  const who = mention(flipper.player);
  const ask = turn === 0 ? t('round.flipFirst', { who }) : t('round.flipNext', { who });
  const lines = turn === 0 || news.length > 0 ? news : [t('round.quiet', { turn })];
  const id = (act: string) => encode(act, match.id, turn);
  const words = `${place ? `🚇 ${place}\n` : ''}${[...lines, ask].join('\n')}`;
  return plain(
    words,
    [
      row(
        button(t('button.flip'), id('flip'), 'blue'),
        button(t('button.mine'), id('mine')),
        button(t('button.hand'), id('hand')),
      ),
    ],
    [],
    [flipper.player],
  );
}

/** The one line that stays of a phase, or undefined when nothing should. */
export function diaryScreen(match: Match, key: string, t: Translate): Screen | undefined {
  const at = match.phases.findIndex((phase) => `${phase.turn}.${phase.kind}` === key);
  const [phase, next] = [match.phases[at], match.phases[at + 1]];
  if (!phase || !next || phase.kind !== 'round') return undefined;
  const scene = sceneOf(match.seats, t);
  const line = look(match.row.game).diary(
    publicView(match, phase.state),
    publicView(match, next.state),
    scene,
  );
  return plain(line, [], []);
}

/** Stands for a moment where something was to be asked that has been answered since. */
export const passedScreen = (match: Match, t: Translate): Screen => plain(placeOf(match, t, false), [], []);

export const turnOf = (match: Match): number => match.game.turn(match.state);
