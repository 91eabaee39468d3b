import type { Seat } from '../games/game.ts';
import { ofGame, type Translate } from '../locales.ts';
import { isOf } from '../match/events.ts';
import { foresee, type Match } from '../match/match.ts';
import { presenterOf } from '../presenters.ts';
import type { ActionRow } from '../store/rows.ts';
import { commas } from '../views/lists.ts';
import type { Scene } from '../views/presenter.ts';
import { ago } from './components.ts';
import { nameOfFormer, sceneOf } from './context.ts';

/** What happened at a table besides its game, a line each, for everybody. */

/** So many seats that the clock played get a line of their own. */
const ALONE = 3;

/** The lines of the rows from `from` up to `to` of a match's log. */
export function newsOf(match: Match, scene: Scene, from: number, to = match.log.length): string[] {
  const rows = match.log.slice(from, to);
  const lines: string[] = [];
  for (const row of rows) {
    const line = lineOf(match, row, scene);
    if (line) lines.push(line);
  }
  return [...lines, ...playedByClock(match, rows, scene)];
}

function lineOf(match: Match, row: ActionRow, scene: Scene): string | undefined {
  const { t } = scene;
  const event = match.events[row.seq];
  const name = event && 'seat' in event ? nameAt(match, event.seat, row.seq, scene) : '';
  const by = row.user === null ? undefined : nameInMatch(match, row.user, scene);
  switch (event?.kind) {
    case 'leave':
      return t(isOf(match.events[row.seq + 1], 'drop', event.seat) ? 'table.leftDropped' : 'table.left', {
        name,
      });
    case 'kick':
      if (row.by === 'clock') return t('table.kickedByAll', { name });
      return by === undefined ? t('table.kickedByMod', { name }) : t('table.kicked', { name, by });
    case 'sit':
      return t('table.sat', { name, by: by ?? t('privacy.someone') });
    case 'back':
      return t('table.back', { name });
    case 'host':
      return t('table.host', { name });
    case 'operator':
      return row.by === 'clock' ? t(ofGame(match.game.id, 'tableAction.operator'), { name }) : undefined;
    case 'anyone':
      return t(ofGame(match.game.id, 'tableAction.anyone'));
    case 'away':
      if (row.by === 'bot') return t('table.notThere', { name });
      return row.by === 'player'
        ? t('table.setAway', { name, by: by ?? t('privacy.someone') })
        : t('table.away', { name });
    case 'drop':
      return row.by === 'clock' ? t('table.dropped', { name }) : undefined;
    case 'playon':
      return t('table.playOn', { name });
    case 'go':
      return by === undefined ? undefined : t('table.go', { name: by });
  }
  return undefined;
}

/** Whose time was up, and what the clock played for them. */
function playedByClock(match: Match, rows: readonly ActionRow[], scene: Scene): string[] {
  const { t } = scene;
  const late = rows.flatMap((row, i) => {
    const event = match.events[row.seq];
    if (event?.kind !== 'late' && event?.kind !== 'excused') return [];
    const { seat } = event;
    const played = rows.slice(i + 1).find((one) => one.seat === seat && one.by === 'clock');
    return played ? [{ seat, row: played }] : [];
  });
  const name = ({ seat, row }: { seat: Seat; row: ActionRow }) => nameAt(match, seat, row.seq, scene);
  if (late.length > ALONE) {
    const names = commas(scene.t, late.slice(0, ALONE).map(name));
    return [t('table.clockMany', { names, count: late.length - ALONE })];
  }
  return late.map((one) => {
    const what = choiceOf(match, one.row, scene);
    return what === undefined
      ? t('table.clockSome', { name: name(one) })
      : t('table.clock', { what, name: name(one) });
  });
}

/**
 * A choice in words, where what its player would have read says it to everybody; undefined in games of turns, whose news
 * tell what was done.
 */
function choiceOf(match: Match, row: ActionRow, scene: Scene): string | undefined {
  if (match.game.pace === 'turns') return undefined;
  const phase = match.phases.findLast((one) => one.from <= row.seq);
  if (!phase) return undefined;
  const { game } = match;
  const view = game.view(phase.state, row.seat);
  const action = game.parse(phase.state, row.seat, row.code);
  if (action === undefined) return undefined;
  return presenterOf(match.module).menus.effect(view, action, foresee(game, view, row.seat, action), scene)
    .label;
}

/** The name of whoever held a seat when a row was written. */
export function nameAt(match: Match, seat: Seat, seq: number, { t, names }: Scene): string {
  const held = match.former.find((one) => one.seat === seat && one.seq >= seq);
  return held ? nameOfFormer(match, held, t) : (names[seat] ?? t('privacy.someone'));
}

/** The name of somebody who sits or sat at a table; undefined for others. */
export function nameInMatch(match: Match, user: string | null, { t, names }: Scene): string | undefined {
  const seat = match.seats.findIndex(({ player }) => player !== null && player === user);
  if (seat >= 0) return names[seat];
  const before = match.former.find(({ player }) => player === user);
  return before && nameOfFormer(match, before, t);
}

/** Why the clock plays for a seat, and that it is somebody else's. */
const WHYS = ['late', 'excused', 'leave', 'sit'] as const;

/** What the clock played for a seat since its player last did something; empty when it did not. */
export function welcome(match: Match, seat: Seat, t: Translate): string {
  const played = match.log.findLast((row) => row.seat === seat);
  if (played?.by !== 'clock') return '';
  const { events } = match;
  const own = match.log.filter(({ seq }) => WHYS.some((kind) => isOf(events[seq], kind, seat)));
  const sat = ({ seq }: { readonly seq: number }): boolean => events[seq]?.kind === 'sit';
  const before = own.findLast(({ seq }) => seq < played.seq);
  const taken = own.some((row) => row.seq > played.seq && sat(row));
  const since = match.log.findLast((row) => row.seat === seat && row.by !== 'clock')?.seq ?? -1;
  if (taken || !before || sat(before) || before.seq < since) return '';
  const what = choiceOf(match, played, sceneOf(match.seats, t));
  const when = ago(played.at);
  return what === undefined ? t('life.clock', { when }) : t('life.clockPlayed', { what, when });
}
