import { type Match, seatOf } from '../match/match.ts';
import type { Refusal } from '../match/play.ts';
import { hasComputers } from '../match/seats.ts';
import { type App, t as translate } from './context.ts';
import { mineScreen } from './drafts.ts';
import { endScreen } from './end.ts';
import { lost } from './games.ts';
import { guidance } from './hint.ts';
import { knownPar } from './par.ts';
import { unwritable } from './permissions.ts';
import { soloEndScreen } from './practice.ts';
import { isNoted, noteOf, refusalScreen } from './refusals.ts';
import type { Answer, Origin, Reply } from './request.ts';
import { resultOf } from './result.ts';
import { arrive, contextFor, needed } from './seat.ts';

/** What a person needs to see now in a match, whatever they pressed: features only say that they are to see it. */

/** Draws what a feature answers for whoever asked. */
export async function drawnFor(app: App, origin: Origin, answer: Answer): Promise<Reply> {
  const { mine, note, refused, beside, asks = origin.asks, ...reply } = answer;
  const whose = { ...origin, asks };
  const shown = refused
    ? await refuse(app, whose, refused)
    : mine
      ? await showMine(app, whose, mine, note)
      : undefined;
  const screen = shown?.screen ?? reply.screen;
  if (!screen) return reply;
  const { screen: _, ...others } = reply;
  return beside ? { ...others, whisper: screen } : { ...others, screen };
}

/** The screen that a person needs now in a match: their board, the result, or what others see. `note` goes first. */
async function showMine(app: App, origin: Origin, given: Match, note = ''): Promise<Reply> {
  const t = translate(origin.locale);
  const { match, hello } = await arrive(app, origin, given);
  const what = needed(match, origin.user.id);
  switch (what) {
    case 'run':
      return resultOf(app, origin, match, note);
    case 'practice':
      return {
        screen: hasComputers(match)
          ? endScreen(match, t, origin.theme)
          : await soloEndScreen(match, t, origin.theme, await knownPar(app, match)),
      };
    case 'board': {
      const ctx = contextFor(origin, match);
      const notes = [await unwritable(app, origin, match, t), hello, note, await guidance(app, ctx)];
      return { screen: await mineScreen(ctx, notes.filter(Boolean).join('\n')) };
    }
    default:
      if (what === 'stranger' && match.row.solo) return lost(app, origin);
      return { screen: await refusalScreen(app, origin, what, match, note) };
  }
}

/** One sentence, and the screen that is needed now, or the way to it. */
async function refuse(app: App, origin: Origin, refused: Refusal): Promise<Reply> {
  if (refused.why === 'unknown') return lost(app, origin);
  const { why, match } = refused;
  if (isNoted(why)) return showMine(app, origin, match, noteOf(why, match, translate(origin.locale)));
  // One's own run or practice shows how it went; two taps on its last choice both end there.
  const own = match.row.solo && seatOf(match, origin.user.id) !== undefined;
  if (why === 'over' && own) return showMine(app, origin, match);
  if (why === 'stranger' && match.row.solo) return lost(app, origin);
  return { screen: await refusalScreen(app, origin, why, match) };
}
