import type { Translate } from '../../views/presenter.ts';
import { encode } from '../ids.ts';
import type { Screen } from '../outbound.ts';
import { button, plain, row } from '../parts.ts';

/** A sentence, and the buttons that lead on from it. */
export const sentence = (words: string, ...buttons: Parameters<typeof row>): Screen =>
  plain(words, buttons.length > 0 ? [row(...buttons)] : [], []);

/**
 * Names the rights that are missing, who can give them, and where. `again`: the id that opens the table once they are
 * there; `plain`: the one that opens it without a thread, where that would do.
 */
export function rightsScreen(
  lacking: readonly string[],
  channel: string,
  again: string,
  plain: string | undefined,
  t: Translate,
): Screen {
  const names = lacking.map((name) => `**${name}**`).join(', ');
  return sentence(
    t('problem.rights', { channel: `<#${channel}>`, names }),
    button(t('button.checkAgain'), again, 'blue'),
    ...(plain === undefined ? [] : [button(t('button.noThread'), plain)]),
  );
}

/** Our fault: the player may try again, and has a number that stands in the log. */
export const faultScreen = (number: string, t: Translate): Screen =>
  sentence(t('problem.fault', { number }), button(t('button.tryAgain'), encode('games'), 'blue'));
