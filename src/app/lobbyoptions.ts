import { now } from '../clock.ts';
import { keyOf, type Translate } from '../locales.ts';
import * as lobby from '../match/lobby.ts';
import { LIMITS } from '../match/projection.ts';
import { mayLead, mayTakeOff } from '../match/rights.ts';
import { personIn } from '../match/seats.ts';
import { canDrop } from '../match/timeline.ts';
import { moduleOf } from '../modules.ts';
import { presenterOf } from '../presenters.ts';
import { load } from '../store/matches.ts';
import type { SeatRow, Stored } from '../store/rows.ts';
import { ON_TIMEOUT } from '../store/schema.ts';
import { button, menu, rich, row, sentence, text } from './components.ts';
import { type App, nameAmong, t as translate } from './context.ts';
import { encode } from './ids.ts';
import { refuse, stateOf } from './joining.ts';
import { accentOf, heading, optionsText } from './lobby.ts';
import type { Screen } from './outbound.ts';
import { bearsThreads, lackingAt, standOf } from './permissions.ts';
import { seatPick } from './picks.ts';
import { type Answer, managesTable, type Press, type PressRequest, within } from './request.ts';

/** The options of a lobby, and what its host decides about its people: presses, and the page on which they stand. */

/**
 * The options, for the host to set and for others to read. `manages`: may take people off all the same; `threads`:
 * there can be a thread where the lobby stands.
 */
export function optionsScreen(
  stored: Stored,
  user: string,
  manages: boolean,
  t: Translate,
  note = '',
  inside = false,
  threads = true,
): Screen {
  const { row: match } = stored;
  const module = moduleOf(match.game);
  const { rules: game } = module;
  const presenter = presenterOf(module);
  const head = [`## ${t('lobby.optionsTitle')}`, note];
  const takeOff = mayTakeOff(stored, user, manages) && peopleMenu(stored, user, 'takeoff', inside, t);
  if (!mayLead(stored, user)) {
    const words = [...head, heading(stored, t), optionsText(stored, t, true), t('lobby.optionsRead')];
    return rich(accentOf(stored), [text(words.filter(Boolean).join('\n')), takeOff]);
  }
  const mapPicks = module.maps().map((map) => ({
    value: map.id,
    label: map.title,
    description: presenter.words.about(map, { t }),
    chosen: map.id === match.map,
  }));
  return rich(accentOf(stored), [
    text(head.filter(Boolean).join('\n')),
    mapPicks.length > 1 && menu(encode('set', match.id, 0, 'map'), t('lobby.map'), mapPicks),
    ...game.options.map((option) =>
      menu(
        encode('set', match.id, 0, option.id),
        t(keyOf(`option.${game.id}.${option.id}.title`)),
        option.values.map((value) => ({
          value,
          label: t(keyOf(`option.${game.id}.${option.id}.${value}.label`)),
          chosen: value === (match.options[option.id] ?? option.default),
        })),
      ),
    ),
    menu(
      encode('set', match.id, 0, 'limit'),
      t('lobby.limitTitle'),
      LIMITS.map((limit) => ({
        value: String(limit),
        label: t(`lobby.limits.${limit}`),
        chosen: limit === match.limit,
      })),
    ),
    ...(canDrop(game)
      ? [
          menu(
            encode('set', match.id, 0, 'late'),
            t('lobby.lateTitle'),
            ON_TIMEOUT.map((late) => ({
              value: late,
              label: t(`lobby.lates.${late}`),
              chosen: late === match.onTimeout,
            })),
          ),
        ]
      : []),
    takeOff,
    peopleMenu(stored, user, 'passon', inside, t),
    row(
      // What the button asks for is in its id, so that two taps are not a change and its opposite.
      ...(threads
        ? [
            button(
              t(match.thread ? 'button.threadOn' : 'button.threadOff'),
              encode('thread', match.id, 0, match.thread ? 'off' : 'on'),
            ),
          ]
        : []),
      button(t('button.done'), encode('done', match.id), 'blue'),
    ),
  ]);
}

/** The others in a lobby, of whom somebody is to be taken off or to be the host; none where there are no others. */
function peopleMenu(
  { row: match, seats }: Stored,
  user: string,
  act: 'takeoff' | 'passon',
  inside: boolean,
  t: Translate,
) {
  const picks = seats.flatMap(({ player }, at) =>
    player === null || player === user ? [] : [{ ...seatPick(seats, at, inside, t), value: player }],
  );
  return picks.length > 0 && menu(encode(act, match.id), t(`lobby.people.${act}`), picks);
}

/** Asks once more before somebody is taken off a lobby, to which they cannot come back. */
export const takeOffScreen = ({ row: match, seats }: Stored, seat: SeatRow, t: Translate): Screen =>
  sentence(
    t('lobby.takeOffAsk', { name: nameAmong(seats, seat.player, t) }),
    button(t('life.takeOff'), encode('takeoffnow', match.id, 0, personIn(seat)), 'red'),
    button(t('life.no'), encode('options', match.id), 'blue'),
  );

export const options: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  return optionsFor(app, press, stored);
};

const optionsFor = async (app: App, press: PressRequest, stored: Stored, note = ''): Promise<Answer> => {
  const manages = managesTable(press, stored);
  return {
    screen: optionsScreen(
      stored,
      press.user.id,
      manages,
      translate(press.locale),
      note,
      within(press, stored),
      bearsThreads(await standOf(app, press, stored)),
    ),
  };
};

export const set: Press = async (app, press, { match, parts }) => {
  const [what] = parts;
  const [value] = press.values;
  if (what === undefined || value === undefined) return refuse(press, undefined, 'unknown');
  const choice = choiceOf(what, value);
  return configured(app, press, match, choice);
};

function choiceOf(what: string, value: string): lobby.Choice {
  if (what === 'map') return { map: value };
  if (what === 'limit') return { limit: Number(value) };
  const onTimeout = what === 'late' ? ON_TIMEOUT.find((one) => one === value) : undefined;
  return onTimeout ? { onTimeout } : { option: { id: what, value } };
}

/** Gives the game a thread of its own, or none; buttons of old messages do not say which. */
export const thread: Press = async (app, press, { match, parts: [to] }) => {
  const stored = await load(app.store, match);
  if (!stored) return refuse(press, stored, 'unknown');
  const wanted = to === undefined ? !stored.row.thread : to === 'on';
  const sets = stored.row.status === 'lobby' && mayLead(stored, press.user.id);
  const obstacle = wanted && sets ? await threadObstacle(app, press, stored) : '';
  return obstacle
    ? await optionsFor(app, press, stored, obstacle)
    : configured(app, press, match, { thread: wanted });
};

/** Why no thread can be opened where a lobby stands, in words; empty when one can. */
async function threadObstacle(app: App, press: PressRequest, stored: Stored): Promise<string> {
  const t = translate(press.locale);
  const stand = await standOf(app, press, stored);
  if (!bearsThreads(stand)) return t(stand.inThread ? 'lobby.inThread' : 'lobby.noThreads');
  return lackingAt(stand, true);
}

/** Asks whether the one who was picked is to be taken off. */
export const takeOff: Press = async (app, press, { match }) => {
  const stored = await load(app.store, match);
  if (stored?.row.status !== 'lobby') return refuse(press, stored, stateOf(stored));
  const { user } = press;
  if (!mayTakeOff(stored, user.id, managesTable(press, stored))) return refuse(press, stored, 'host');
  const seat = stored.seats.find(({ player }) => player === press.values[0] && player !== user.id);
  return seat
    ? { screen: takeOffScreen(stored, seat, translate(press.locale)) }
    : await optionsFor(app, press, stored);
};

export const takeOffNow: Press = async (app, press, { match, parts: [whom = ''] }) => {
  const found = await load(app.store, match);
  const manages = found !== undefined && managesTable(press, found);
  const done = await lobby.kick(app.store, match, { user: press.user.id, manages, whom, at: now() });
  return decided(app, press, done, (t) => t('life.kicked', { name: nameAmong(found?.seats ?? [], whom, t) }));
};

export const passOn: Press = async (app, press, { match }) => {
  const [whom = ''] = press.values;
  const done = await lobby.handOver(app.store, match, { user: press.user.id, whom, at: now() });
  return decided(app, press, done, (t, { seats }) => t('life.crowned', { name: nameAmong(seats, whom, t) }));
};

/** What was decided about somebody in a lobby; whoever is not there any more can be decided nothing about. */
async function decided(
  app: App,
  press: PressRequest,
  done: lobby.Lobbied,
  says: (t: Translate, stored: Stored) => string,
): Promise<Answer> {
  const t = translate(press.locale);
  if (!done.ok && done.why === 'illegal' && done.stored) return optionsFor(app, press, done.stored);
  if (!done.ok) return refuse(press, done.stored, done.why);
  app.refresh(done.stored);
  if (done.stored.row.status !== 'lobby') return { screen: sentence(t('lobby.closedNow')) };
  return optionsFor(app, press, done.stored, says(t, done.stored));
}

export const done: Press = async (_app, press) => ({
  screen: sentence(translate(press.locale)('lobby.set')),
});

async function configured(
  app: App,
  press: PressRequest,
  match: number,
  choice: lobby.Choice,
): Promise<Answer> {
  const t = translate(press.locale);
  const changed = await lobby.configure(app.store, match, press.user.id, now(), choice);
  if (!changed.ok) return refuse(press, changed.stored, changed.why);
  app.refresh(changed.stored);
  return optionsFor(app, press, changed.stored, t('lobby.set'));
}
