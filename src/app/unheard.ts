import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { Translate } from '../locales.ts';
import { sentence } from './components.ts';
import type { Draft } from './outbound.ts';
import type { Ack, Origin, Reply } from './request.ts';

/** Answers that never arrived: whoever waited for one reads so in the next. */

/** What a message holds: components, nested ones too; characters of its words. */
const MOST = { components: 40, characters: 4000, content: 2000 };

/**
 * An answer that says first that an earlier one, about `match` (0: about none), was lost. The answer itself comes back
 * where there is no room for that.
 */
export function withUnheard(
  reply: Reply,
  match: number,
  { ack, personal }: Pick<Origin, 'personal'> & { readonly ack: Ack },
  t: Translate,
): Reply {
  const words = match === 0 ? t('problem.unheard') : t('problem.unheardIn', { id: match });
  const alone = ack === 'private' || (ack === 'update' && personal);
  const screen = alone && reply.screen ? headed(words, reply.screen) : undefined;
  if (screen) return { ...reply, screen };
  if (!reply.whisper) return { ...reply, whisper: sentence(words) };
  const whisper = headed(words, reply.whisper);
  return whisper ? { ...reply, whisper } : reply;
}

interface Part {
  readonly content?: unknown;
  readonly components?: readonly Part[];
}

const flat = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => [part, ...flat(part.components ?? [])]);

/** A screen with a line before all else; undefined where that does not fit. */
function headed(words: string, screen: Draft): Draft | undefined {
  const { body } = screen;
  const { content, components = [], flags = 0 } = body;
  if (!(Number(flags) & MessageFlags.IsComponentsV2)) {
    const whole = [words, content].filter(Boolean).join('\n\n');
    return whole.length > MOST.content ? undefined : { ...screen, body: { ...body, content: whole } };
  }
  const all = flat(components as readonly Part[]);
  const said = all.reduce((sum, part) => sum + String(part.content ?? '').length, words.length);
  if (all.length >= MOST.components || said > MOST.characters) return undefined;
  const head = { type: ComponentType.TextDisplay as const, content: words };
  return { ...screen, body: { ...body, components: [head, ...components] } };
}
