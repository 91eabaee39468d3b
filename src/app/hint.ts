import { turnOf } from '../match/match.ts';
import { thoughtOf } from '../match/thinking.ts';
import { strengthsOf } from '../modules.ts';
import { mayHint } from './choosing.ts';
import type { App } from './context.ts';
import { atSteps, choiceScreen, mineScreen } from './drafts.ts';
import type { Press } from './request.ts';
import { actionOf, canAct, type SeatContext } from './seat.ts';

/** Tells somebody who practises what the strongest computer would do there, from what they see themselves. */
export const hint: Press = (app, press, id) =>
  atSteps(app, press, id, async (ctx, note) => {
    const words = await hintFor(app, ctx);
    if (words === undefined) return { screen: await mineScreen(ctx, note) };
    return { screen: await choiceScreen(ctx, [note, words].filter(Boolean).join('\n')) };
  });

/** What the strongest computer would do, and why; undefined where nothing is to be chosen, or no hint may be given. */
async function hintFor(app: App, ctx: SeatContext): Promise<string | undefined> {
  const { match, seat, choices, scene } = ctx;
  const strength = strengthsOf(match.module).at(-1);
  if (!mayHint(match) || strength === undefined || !canAct(ctx)) return undefined;
  const action = actionOf(ctx, await app.think(thoughtOf(match, { seat, strength, view: choices.view })));
  if (action === undefined) throw new Error('What a computer hints at is not legal.');
  const does = ctx.presenter.menus.effect(choices.view, action, choices.foresee(action), scene);
  return scene.t('hint.text', { what: does.label, why: does.description });
}

/** Rounds that come with a hint in a guided game. */
const GUIDED = 5;

/** The hint that a guided game gives unasked for a choice of its first rounds; else nothing. */
export async function guidance(app: App, ctx: SeatContext): Promise<string> {
  const { match, scene } = ctx;
  if (!match.row.guided || ctx.choice !== null) return '';
  const { seats, game } = match;
  const round = game.pace === 'turns' ? Math.floor(turnOf(match) / seats.length) + 1 : turnOf(match);
  if (round > GUIDED) return round === GUIDED + 1 ? scene.t('hint.alone') : '';
  return (await hintFor(app, ctx)) ?? '';
}
