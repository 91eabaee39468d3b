import { thoughtOf } from '../match/thinking.ts';
import { strengthsOf } from '../modules.ts';
import { mayHint } from './choosing.ts';
import { atSteps, choiceScreen, mineScreen } from './drafts.ts';
import type { Press } from './request.ts';
import { actionOf, canAct } from './seat.ts';

/** Tells somebody who practises what the strongest computer would do there, from what they see themselves. */
export const hint: Press = (app, press, id) =>
  atSteps(app, press, id, async (ctx, note) => {
    const { match, seat, choices, scene } = ctx;
    const strength = strengthsOf(match.module).at(-1);
    if (!mayHint(match) || strength === undefined || !canAct(ctx))
      return { screen: await mineScreen(ctx, note) };
    const action = actionOf(ctx, await app.think(thoughtOf(match, { seat, strength, view: choices.view })));
    if (action === undefined) throw new Error('What a computer hints at is not legal.');
    const does = ctx.presenter.menus.effect(choices.view, action, choices.foresee(action), scene);
    const words = scene.t('hint.text', { what: does.label, why: does.description });
    return { screen: await choiceScreen(ctx, [note, words].filter(Boolean).join('\n')) };
  });
