import { hasDaily } from '../daily/runs.ts';
import { findModule } from '../modules.ts';
import { asideScreen, unlessAside } from './aside.ts';
import * as boards from './boards.ts';
import * as computers from './computers.ts';
import type { App } from './context.ts';
import * as daily from './daily.ts';
import * as drafts from './drafts.ts';
import { record } from './end.ts';
import * as ending from './ending.ts';
import { film } from './film.ts';
import { games, lost } from './games.ts';
import { gate } from './gate.ts';
import { hint } from './hint.ts';
import { decode, type Id } from './ids.ts';
import * as joining from './joining.ts';
import * as leaderboard from './leaderboard.ts';
import * as options from './lobbyoptions.ts';
import { more } from './more.ts';
import { drawnFor } from './needed.ts';
import { bestRecord } from './par.ts';
import * as people from './people.ts';
import * as practice from './practice.ts';
import { privacyPress } from './privacy.ts';
import { muteTable, quietRound } from './quiet.ts';
import * as replays from './replay.ts';
import type { Ack, Answer, Modal, Press, PressRequest } from './request.ts';
import { awayForm, awaySet, retreatPress } from './retreat.ts';
import { review } from './review.ts';
import { rules, tutorial } from './rules.ts';
import { serverPress } from './server.ts';
import * as settings from './settings.ts';
import * as statistics from './statistics.ts';
import * as table from './tableaction.ts';
import { newTable, rematch } from './tablerequest.ts';

/** Every button and menu, by the first word of its id. */

const PRESSES: Readonly<Record<string, Press>> = {
  join: joining.join,
  leave: joining.leave,
  start: joining.start,
  options: options.options,
  set: options.set,
  thread: options.thread,
  takeoff: options.takeOff,
  takeoffnow: options.takeOffNow,
  passon: options.passOn,
  computers: computers.computers,
  addcomputer: computers.addComputer,
  uncomputer: computers.removeComputer,
  ponder: computers.ponder,
  lobbyhere: joining.here,
  done: options.done,
  cancel: joining.cancel,
  close: joining.close,
  keepit: joining.keepIt,
  reopen: joining.reopen,
  solo: joining.solo,
  newtable: newTable,
  table: drafts.table,
  pick: drafts.pick,
  play: drafts.playCode,
  try: drafts.tryCode,
  always: drafts.always,
  asks: drafts.asks,
  ask: drafts.ask,
  mine: drafts.mine,
  fewer: drafts.fewer,
  boards: boards.boards,
  flip: table.act,
  hand: table.hand,
  handto: table.handTo,
  more,
  quit: people.quit,
  quitnow: people.quitNow,
  stay: people.stay,
  back: people.back,
  kick: people.kick,
  kickask: people.kickAsk,
  kicknow: people.kickNow,
  away: people.away,
  awayask: people.awayAsk,
  awaynow: people.awayNow,
  crown: people.crown,
  crownnow: people.crownNow,
  pause: ending.pause,
  go: ending.go,
  askend: ending.askEnd,
  agree: ending.agree,
  playon: ending.playOn,
  endall: ending.endAll,
  endnow: ending.endNow,
  take: people.take,
  sit: people.sit,
  movehere: ending.moveHere,
  open: boards.openGame,
  games,
  rules,
  tutorial,
  rematch,
  record,
  practice: practice.practice,
  practise: practice.practise,
  daily: daily.dailyPress,
  begin: daily.begin,
  goon: daily.goOn,
  closerun: daily.closeRun,
  closerunnow: daily.closeRunNow,
  share: daily.share,
  earlier: daily.earlier,
  earlierday: daily.earlierDay,
  privacy: privacyPress,
  server: serverPress,
  settings: settings.settingsPress,
  quiethours: settings.quietHours,
  hoursset: settings.hoursSet,
  zoneset: settings.zoneSet,
  quiet: quietRound,
  mute: muteTable,
  retreat: retreatPress,
  awayset: awaySet,
  leaders: leaderboard.leaders,
  stats: statistics.stats,
  poststats: statistics.postStats,
  hint,
  guided: practice.guided,
  review,
  par: practice.par,
  bestrecord: bestRecord,
  same: practice.again(true),
  anew: practice.again(false),
  replay: replays.replay,
  film,
  pages: replays.pages,
  jumped: replays.jumped,
};

/** Acts that are of a game with a daily. */
const DAILIES: ReadonlySet<string> = new Set(['practise', 'daily', 'begin', 'earlier', 'earlierday']);

/** Whether the game that an id names is none (any more), or has not what is asked for. */
const isOutdated = ({ act, game }: Id): boolean =>
  DAILIES.has(act) ? !hasDaily(game) : findModule(game) === undefined;

/** The first words of all ids that are served. */
export const ACTS: readonly string[] = Object.keys(PRESSES);

/** Presses that (may) open a modal; it is made without waiting for anything, from the press alone. */
const MODALS: Readonly<Record<string, (press: PressRequest, id: Id) => Modal | undefined>> = {
  quiethours: settings.quietForm,
  ownhours: settings.ownHours,
  retreat: awayForm,
  ownzone: settings.ownZone,
  jump: replays.jump,
};

/** Presses whose answer is the public message itself; a refusal is a private message beside it. */
const UPDATES = new Set(['join', 'leave', 'start', 'flip', 'rematch', 'go', 'agree', 'playon']);

/** Presses whose answer takes seconds: a message of its own says so at once. */
const SLOW = new Set(['film']);

/** The first words of all ids that open a modal. */
export const FORMS: readonly string[] = Object.keys(MODALS);

/** What becomes of a press, as its id alone says; it is decoded once, and nothing is read or waited for. */
export interface Route {
  /** How the press is acknowledged. */
  readonly ack: Ack;
  /** The match that it is about; 0: none. */
  readonly match: number;
  /** The modal that is all its answer, in the language of `press`, which was pressed; undefined where there is none. */
  modal(press: PressRequest): Modal | undefined;
  /** Answers it. A button that is not known (any more) leads to the player's games. */
  run(app: App, press: PressRequest): Promise<Answer>;
}

export function route(pressed: PressRequest): Route {
  const id = decode(pressed.customId);
  const known = id && !isOutdated(id) ? id : undefined;
  const modal = (press: PressRequest): Modal | undefined =>
    known && Object.hasOwn(MODALS, known.act) ? MODALS[known.act]!(press, known) : undefined;
  const act = id?.act ?? '';
  const deferred = (pressed.personal && !SLOW.has(act)) || UPDATES.has(act) ? 'update' : 'private';
  const ack = modal(pressed) ? 'modal' : deferred;
  return { ack, match: id?.match ?? 0, modal, run: (app, press) => answer(app, press, known) };
}

async function answer(app: App, press: PressRequest, id: Id | undefined): Promise<Answer> {
  const run = id && Object.hasOwn(PRESSES, id.act) ? PRESSES[id.act] : undefined;
  if (!id || !run) return lost(app, press);
  const stop = await gate(app, press, id);
  const reply = stop
    ? undefined
    : await unlessAside(app, async () => drawnFor(app, press, await run(app, press, id)));
  if (reply) return reply;
  const answered = stop ?? { screen: asideScreen(press) };
  // The public message is not replaced by what one person is told.
  return UPDATES.has(id.act) && !press.personal ? { whisper: answered.screen } : answered;
}
