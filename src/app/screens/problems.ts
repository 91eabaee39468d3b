import type { Translate } from '../../views/look.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, plain, row } from '../parts.ts';

/** A sentence, and the buttons that lead on from it. */
export const sentence = (words: string, ...buttons: Parameters<typeof row>): Screen =>
  plain(words, buttons.length > 0 ? [row(...buttons)] : [], []);

/** Names the rights that are missing, who can give them, and where. */
export function rightsScreen(
  lacking: readonly string[],
  channel: string,
  onlyThread: boolean,
  opening: readonly string[],
  t: Translate,
): Screen {
  const names = lacking.map((name) => `**${name}**`).join(', ');
  return sentence(
    t('problem.rights', { channel: `<#${channel}>`, names }),
    button(t('button.checkAgain'), encode('newtable', 0, 0, ...opening), 'blue'),
    ...(onlyThread ? [button(t('button.noThread'), encode('newtable', 0, 1, ...opening))] : []),
  );
}

/** Our fault: the player may try again, and has a number that stands in the log. */
export const faultScreen = (number: string, t: Translate): Screen =>
  sentence(t('problem.fault', { number }), button(t('button.tryAgain'), encode('games'), 'blue'));
