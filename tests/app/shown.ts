import { boardsScreen } from '../../src/app/boards.ts';
import { t as translate } from '../../src/app/context.ts';
import { choiceScreen, fewerScreen, mineScreen, narrowScreen, previewScreen } from '../../src/app/drafts.ts';
import { endPing, endScreen } from '../../src/app/end.ts';
import type { Draft } from '../../src/app/outbound.ts';
import { drawn } from '../../src/app/outbound.ts';
import type { Pinged, Pings } from '../../src/app/pings.ts';
import { soloEndScreen } from '../../src/app/practice.ts';
import { pagesOf, pagesScreen } from '../../src/app/replay.ts';
import { diaryScreen, type Placement, roundScreen } from '../../src/app/round.ts';
import { ahead, canAct, type SeatContext, seatContext } from '../../src/app/seat.ts';
import { flipScreen } from '../../src/app/tableaction.ts';
import { ofGame, type Translate } from '../../src/locales.ts';
import { type Match, phaseKey, present } from '../../src/match/match.ts';
import { keys } from '../../src/views/menus.ts';
import { userOf } from './positions.ts';
import { unsound } from './sound.ts';

/** All the screens of a match, each with the way it is sent and what stood there before. */

/** What the screens say from now on. */
export let t = translate('en');
export const say = (words: Translate): void => {
  t = words;
};
export const EPHEMERAL = 64;
export const V2 = 1 << 15;

export type Kind = Parameters<typeof unsound>[1];
export type Previous = Parameters<typeof unsound>[2];
export interface Shown {
  readonly what: string;
  readonly screen: Draft;
  readonly kind: Kind;
  readonly previous?: Previous;
}

export const privately = (what: string, screen: Draft): Shown => ({
  what,
  screen,
  kind: 'webhook-edit',
  previous: { flags: EPHEMERAL },
});

export const inPlace = (what: string, screen: Draft): Shown => ({
  what,
  screen,
  kind: 'webhook-edit',
  previous: { flags: EPHEMERAL | V2, components: [{ type: 17, components: [] }] },
});

/** Everybody is pinged. */
export const all: Pings = (people) => people as Pinged;

/** How a table's message comes in tests. */
export const placement = (inThread: boolean, more: Partial<Placement> = {}): Placement => ({
  t,
  theme: 'dark',
  inThread,
  pings: all,
  ...more,
});

export async function* tableScreens(match: Match): AsyncGenerator<Shown> {
  const old = { content: 'x', components: [], attachments: [{ id: '1', filename: 'table.png' }] };
  const { kind } = present(match);
  if (kind === 'round') {
    for (const inThread of [true, false]) {
      yield {
        what: 'round',
        kind: 'create',
        screen: await drawn(roundScreen(match, placement(inThread))),
      };
      const screen = { body: roundScreen(match, placement(inThread)).body };
      yield { what: 'round, edited', kind: 'edit', previous: old, screen };
    }
  }
  if (kind === 'flip') {
    for (const inThread of [true, false])
      yield { what: 'flip', kind: 'create', screen: flipScreen(match, placement(inThread)) };
  }
  for (const phase of match.phases.slice(-4)) {
    const screen = diaryScreen(match, phaseKey(phase), t);
    if (screen) yield { what: 'diary', kind: 'edit', previous: old, screen };
  }
}

/** A step further in, and whatever is still further in there. */
async function* narrowed(ctx: SeatContext, path: readonly string[]): AsyncGenerator<Shown> {
  yield inPlace('narrow', await narrowScreen(ctx, path, t('refuse.illegal')));
  const inner = keys(ctx.presenter.menus, ctx.choices, path, ctx.scene).filter(
    ({ kind }) => kind === 'group',
  );
  for (const key of inner.slice(0, 2)) yield* narrowed(ctx, key.path);
}

/** What would be done next, before it counts: further steps of the turn, or all of it to be kept. */
async function* drafts(ctx: SeatContext): AsyncGenerator<Shown> {
  const { actions } = ctx.choices;
  const samples = [actions[0], actions[Math.floor(actions.length / 2)], actions.at(-1)];
  for (const action of new Set(samples.filter((one) => one !== undefined))) {
    const next = ctx.match.game.pace === 'turns' ? ahead(ctx, action) : undefined;
    if (!next || !canAct(next)) yield inPlace('preview', await previewScreen(ctx, action));
    else {
      yield inPlace('step', await choiceScreen(next));
      const all = keys(next.presenter.menus, next.choices, [], next.scene);
      for (const key of all.filter((one) => one.kind === 'group').slice(0, 2))
        yield* narrowed(next, key.path);
      yield* drafts(next);
    }
  }
}

export async function* seatScreens(match: Match, seat: number): AsyncGenerator<Shown> {
  const running = match.row.status === 'running';
  const kind = present(match).kind;
  for (const asks of match.row.solo ? [true, false] : [false]) {
    if (!running) break;
    const ctx = seatContext(match, seat, t, asks);
    const note = t(ofGame(match.row.game, 'table.stale'), { now: match.row.turn });
    yield privately('mine', await mineScreen(ctx, note));
    if (kind !== 'round') continue;
    yield inPlace('ask', await choiceScreen(ctx, note));
    const all = keys(ctx.presenter.menus, ctx.choices, [], ctx.scene);
    for (const key of all.filter((one) => one.kind === 'group').slice(0, 4)) yield* narrowed(ctx, key.path);
    const { actions } = ctx.choices;
    const samples = [actions[0], actions[Math.floor(actions.length / 2)], actions.at(-1)];
    for (const action of new Set(samples.filter((one) => one !== undefined))) {
      const code = match.game.code(action);
      if (ctx.match.game.pace === 'together' && /^[A-Z]\w*\.\d/.test(code))
        yield inPlace('fewer', await fewerScreen(ctx, code));
    }
    if (ctx.asks) yield* drafts(ctx);
  }
  yield privately('boards', await boardsScreen(match, t, userOf(seat)));
  yield inPlace('one board', await boardsScreen(match, t, userOf(seat), (seat + 1) % match.seats.length));
  yield privately('boards of a watcher', await boardsScreen(match, t, '5', undefined, t('refuse.stranger')));
}

export async function* endScreens(match: Match): AsyncGenerator<Shown> {
  const ping = endPing(match, t, all);
  yield { what: 'end ping', kind: 'create', screen: ping };
  const screen = await drawn(endScreen(match, t));
  yield {
    what: 'end',
    kind: 'edit',
    previous: { content: 'x', components: [], attachments: [] },
    screen: { ...screen, body: { ...screen.body, content: null } as unknown as Draft['body'] },
  };
  for (const n of pagesOf(match, t).keys())
    yield privately('page', await pagesScreen(match, n, { t, theme: null }));
  if (match.seats.length === 1) yield inPlace('solo end', await soloEndScreen(match, t));
}

/** What is wrong with them, and how many there were. */
export async function faultsOf(
  shown: AsyncGenerator<Shown>,
  each: (one: Shown) => string[] = () => [],
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for await (const one of shown) {
    count++;
    for (const fault of [...unsound(one.screen, one.kind, one.previous), ...each(one)])
      faults.push(`${one.what}: ${fault}`);
  }
  return { faults: [...new Set(faults)].slice(0, 20), count };
}
