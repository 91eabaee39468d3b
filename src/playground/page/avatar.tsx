import type { APIUser } from 'discord-api-types/v10';
import { nameOf } from './world.ts';

const hues = [212, 152, 12, 275, 335, 32, 188, 245];

const hueOf = (id: string): number =>
  hues[[...id].reduce((sum, digit) => sum * 7 + digit.charCodeAt(0), 0) % hues.length]!;

/** The first letters of a name, as whole characters. */
export function initials(name: string): string {
  const words = name.split(/[\s_.-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** Someone's picture, drawn from the name. */
export function Avatar({
  user,
  size,
}: {
  user: Pick<APIUser, 'id' | 'username' | 'global_name' | 'bot'>;
  size: 'tiny' | 'small' | 'normal';
}) {
  return (
    <span
      class={`avatar ${size}${user.bot ? ' bot' : ''}`}
      style={{ '--hue': String(hueOf(user.id)) }}
      aria-hidden="true"
    >
      {initials(nameOf(user))}
    </span>
  );
}
