import { now } from '../clock.ts';
import { ofGame, type Translate } from '../locales.ts';
import { type Match, seatOf, turnOf } from '../match/match.ts';
import type { Reason } from '../match/play.ts';
import { heldNewest } from '../match/restraint.ts';
import { mayMove } from '../match/rights.ts';
import { standsAt } from '../store/tables.ts';
import { ago, button, link, linkOf, type row, sentence } from './components.ts';
import { type App, sceneOf, t as translate } from './context.ts';
import { encode } from './ids.ts';
import type { Screen } from './outbound.ts';
import { needs } from './permissions.ts';
import { takeButtons } from './picks.ts';
import { managesTable, type Origin } from './request.ts';
import { pauseLine } from './standstill.ts';

/** What somebody is told in a match whose press changed nothing, and what leads on from there. */

/** Reasons that need no screen of their own: a note above what is needed now. */
const NOTED = ['seated', 'running', 'asked', 'few', 'concerned', 'stale', 'illegal', 'often'] as const;
type Noted = (typeof NOTED)[number];

export const isNoted = (why: Reason): why is Noted => (NOTED as readonly Reason[]).includes(why);

/** The note above the screen that is needed now. */
export function noteOf(why: Noted, match: Match, t: Translate): string {
  switch (why) {
    case 'stale':
      return t(ofGame(match.row.game, 'table.stale'), { now: turnOf(match) });
    case 'seated':
    case 'illegal':
    case 'often':
      return t(`refuse.${why}`);
    default:
      return t(`life.refuse.${why}`);
  }
}

/** One sentence about such a match, and where to go from there. `note` goes before it. */
export async function refusalScreen(
  app: App,
  origin: Origin,
  why: Exclude<Reason, Noted>,
  match: Match,
  note = '',
): Promise<Screen> {
  const t = translate(origin.locale);
  const user = origin.user.id;
  const scene = sceneOf(match.seats, t);
  const id = (act: string, turn = turnOf(match)) => encode(act, match.id, turn);
  const say = (words: string, ...buttons: Parameters<typeof row>): Screen =>
    sentence([note, words].filter(Boolean).join('\n'), ...buttons);
  const allBoards = button(t(ofGame(match.row.game, 'table.boards')), id('boards'));
  const mine =
    seatOf(match, user) === undefined
      ? []
      : [button(t(ofGame(match.row.game, 'table.mine')), id('mine'), 'blue')];
  const newTable = button(t('button.newTable'), encode('newtable', 0, 0, match.row.game), 'blue');
  switch (why) {
    case 'stranger':
      return say(t('refuse.stranger'), ...takeButtons(match, scene, user, 3), allBoards, newTable);
    case 'over': {
      const stands = await standsAt(app.store, match.id);
      const url = linkOf(match.row.guild, stands?.channel, stands?.message);
      return say(
        t('refuse.over', { when: ago(match.row.endedAt ?? 0) }),
        ...(url ? [link(t('button.result'), url)] : []),
        allBoards,
        button(t('replay.button'), encode('replay', match.id), 'blue'),
        button(t('film.button'), encode('film', match.id)),
      );
    }
    case 'operator':
      return say(
        t(ofGame(match.game.id, 'tableAction.refused'), { name: scene.names[match.operator]! }),
        allBoards,
      );
    case 'host':
      return say(t('refuse.host', { name: scene.names[match.host]! }), ...mine, allBoards);
    case 'paused': {
      const seat = seatOf(match, user);
      const plays =
        seat !== undefined && (match.standing[seat] === 'here' || match.standing[seat] === 'away');
      const unwritten = match.paused?.by === 'bot';
      const moves = unwritten && mayMove(match, user, managesTable(origin, match));
      return say(
        [pauseLine(match, scene), unwritten ? await needs(app, match, t) : ''].filter(Boolean).join('\n'),
        ...(moves && origin.guild === match.row.guild
          ? [button(t('button.moveHere'), encode('movehere', match.id), 'blue')]
          : []),
        ...(plays ? [button(t('button.goOn'), id('go'), 'blue')] : []),
        allBoards,
        ...(seat === undefined ? [] : [button(t('button.more'), id('more'))]),
      );
    }
    case 'left':
      return say(t('life.refuse.left'), button(t('life.comeBack'), id('back'), 'blue'), allBoards);
    case 'dropped':
      return say(t('life.refuse.dropped'), allBoards);
    case 'patience':
      return say(t('life.refuse.patience'), ...mine, allBoards);
    case 'heldEnd':
    case 'heldKick': {
      const { until } = heldNewest(match, why === 'heldEnd' ? 'end' : 'off', now()) ?? {
        until: null,
      };
      const words =
        until === null
          ? t('life.refuse.heldQuestionTurn')
          : t('life.refuse.heldQuestion', { when: ago(until) });
      return say(words, ...mine, allBoards);
    }
    case 'heldPause':
      return say(t('life.refuse.heldPause'), ...mine, allBoards);
    case 'heldBefore':
      return say(t('life.refuse.heldBefore'), allBoards, newTable);
    case 'gaveUp':
      return say(t('life.refuse.gaveUp'), allBoards, newTable);
    case 'unwelcome':
      return say(t('refuse.unwelcome'), allBoards, newTable);
    case 'taken':
      return say(t('life.refuse.taken'), ...takeButtons(match, scene, user, 3), allBoards, newTable);
    case 'interested':
      return say(t('life.refuse.interested'), ...mine, allBoards);
  }
}

/** Said where more comes at once than can be done. */
export const busyScreen = (t: Translate): Screen => sentence(t('problem.busy'));

/** Our fault: the player may try again, and has a number that stands in the log. */
export const faultScreen = (number: string, t: Translate): Screen =>
  sentence(t('problem.fault', { number }), button(t('button.tryAgain'), encode('games'), 'blue'));
