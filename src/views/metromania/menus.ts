import { DIGS } from '../../games/metromania/legal.ts';
import { codeOf } from '../../games/metromania/parse.ts';
import type { Action, View } from '../../games/metromania/state.ts';
import { commas, cut } from '../lists.ts';
import type { Confirmation, Entry, MenuPage, Scene } from '../presenter.ts';
import { along, effects, grown, pointsOf, turnAfter, whereto, whither } from './effects.ts';
import { choiceOf, choicesOn, GROUPS, groupsOf, opening, pagesWith } from './numbering.ts';
import { companyName, type Speech } from './words.ts';

/** How a turn is chosen: its pages, what they ask, and what each choice would do. */

/** Discord's limits of a menu's texts and of our buttons, in UTF-16 units. */
const LABEL = 100;
const BUTTON = 34;

type T = Pick<Scene, 't'>;

function ask(view: View, scene: Speech, [step]: readonly string[] = []): string {
  const { t, names } = scene;
  const { setting, mover, bonus, doing, lines, seat, over } = view;
  if (over) return t('metromania.ask.over');
  if (setting.owners[mover] !== seat)
    return t('metromania.ask.other', { name: companyName(view, mover, scene, names) });
  if (bonus !== null) return t('metromania.ask.bonus', { line: lines[bonus]!.number });
  const n = doing.tunnels.length + 1;
  const group = groupsOf(view).find((one) => one === step);
  if (group?.startsWith('l')) {
    const builds = choicesOn(view, group).some(({ action }) => action.kind === 'station');
    return t(`metromania.ask.${builds ? 'digOrBuild' : 'digOn'}`, { line: group.slice(1), n, most: DIGS });
  }
  if (group === 'start') return t('metromania.ask.start', { line: startedIn(view) });
  if (group === 'stations') return t('metromania.ask.station.any');
  if (group !== undefined) return t('metromania.ask.which', { what: stepName(view, group, scene) });
  if (n > 1) return t('metromania.ask.next', { n, most: DIGS });
  const begun = lines.some((line) => line.company === mover && line.side !== null);
  const which = setting.advanced ? (mover % 2 === 0 ? 'firstOf' : 'secondOf') : 'any';
  return t(`metromania.ask.${begun ? workOf(view) : 'first'}.${which}`);
}

/** What a turn may be spent on now. */
function workOf({ legal }: View): 'turn' | 'dig' | 'station' {
  const builds = legal.some(({ kind }) => kind === 'station');
  const digs = legal.some(({ kind }) => kind === 'dig' || kind === 'start');
  return builds && !digs ? 'station' : digs && !builds ? 'dig' : 'turn';
}

/** What a page asks, what its menu says, and the small print. */
export const page = (view: View, path: readonly string[] | undefined, scene: Speech): MenuPage => ({
  title: ask(view, scene, path),
  prompt: scene.t(`metromania.pick.${path?.length === 0 ? 'kind' : 'number'}`),
  // The first page names only kinds.
  note: view.legal.length > 0 && path?.length !== 0 ? scene.t('metromania.note') : '',
});

/** What a first page has now, and what stands on another, by its numbers; none for those who do not move. */
export const places = (view: View, path: readonly string[] = []): string[] =>
  path.length === 0 ? groupsOf(view) : choicesOn(view, path[0]).map(({ action }) => codeOf(action));

/** The pages that an action stands on, then its text, which means the same for ever. */
export const paths = (view: View, action: Action): string[][] =>
  pagesWith(view, action).map((group) => [group, codeOf(action)]);

/** Where choosing begins. */
export const opens = (view: View): string[] => {
  const group = opening(view);
  return group === undefined ? [] : [group];
};

/** The number of the line that may be started. */
const startedIn = ({ legal, lines }: View): number =>
  legal.flatMap((one) => (one.kind === 'start' ? [lines[one.line]!.number] : []))[0] ?? 1;

/** The name of a page: "Line 2". */
function stepName(view: View, step: string, { t }: T): string {
  const group = GROUPS.find((one) => one === step);
  if (group === 'start') return t('metromania.group.start', { line: startedIn(view) });
  if (group === 'stations' || group === 'bonus') return t(`metromania.group.${group}`);
  if (group === undefined) return step;
  return t(group.startsWith('l') ? 'metromania.line' : 'metromania.group.stationsOf', {
    line: group.slice(1),
  });
}

export function narrow(view: View, path: readonly string[], scene: T): Entry {
  const { t } = scene;
  const name = stepName(view, path[0] ?? '', scene);
  const line = view.lines.findIndex(
    ({ company, number }) => company === view.mover && path[0] === `l${number}`,
  );
  const ways = t('metromania.choices', { count: choicesOn(view, path[0]).length });
  const long = line < 0 ? [] : [t('metromania.tunnels', { count: view.lines[line]!.tunnels.length })];
  return {
    button: cut(name, BUTTON),
    label: cut(name, LABEL),
    description: cut(commas(t, [...long, ways]), LABEL),
    good: false,
  };
}

/** How many of some parts a menu's text can have. */
const most = (parts: readonly string[], text: (count: number) => string): number =>
  parts.findLastIndex((_, i) => text(i + 1).length <= LABEL) + 1;

/** An entry for an action, numbered as in the picture of its page. */
export function entry(
  view: View,
  action: Action,
  after: View,
  scene: Speech,
  path: readonly string[] = [],
): Entry {
  const { t } = scene;
  const skip = action.kind === 'bonus' && action.vertex === null;
  const tunnel = action.kind === 'dig' || action.kind === 'start';
  const key = skip ? t('metromania.group.none') : (choiceOf(view, action, path[0])?.label ?? '');
  const does = effects(view, action, after, scene);
  const what = whereto(view, action, scene);
  const label = (count: number): string =>
    t('metromania.numbered', { key, what: commas(t, [what, ...does.slice(0, count)]) });
  const fits = most(does, label);
  const gained = pointsOf(turnAfter(view, after)) - pointsOf(view.doing);
  // What it does names its points already.
  const below = [...does.slice(fits), ...whither(view, action, after, scene)];
  // Discord takes no empty line.
  const description = (count: number): string =>
    commas(t, below.slice(0, count)) || t(`metromania.${skip ? 'asItIs' : tunnel ? 'nothing' : 'bare'}`);
  return {
    button: cut(key, BUTTON),
    label: cut(label(fits), LABEL),
    description: cut(description(most(below, description)), LABEL),
    good: gained > 0 || turnAfter(view, after).ended.length > view.doing.ended.length,
  };
}

/** A step of a draft: what it is and what follows from it; the end of a turn says what all of it brings. */
export function confirm(view: View, action: Action, after: View, scene: Speech): Confirmation {
  const { t } = scene;
  // In chat names are markup-free by being escaped.
  const said = { ...scene, spoken: scene.names };
  const title = commas(t, [
    action.kind === 'dig' ? along(action, scene) : whereto(view, action, scene),
    ...effects(view, action, after, said),
  ]);
  const turn = turnAfter(view, after);
  const text = [
    ...grown(after, turn, said).map(capital),
    t('metromania.turnGains', { count: pointsOf(turn) }),
    `-# ${t('metromania.final')}`,
  ].join('\n');
  return { title: capital(title), text };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
