import type { APIUser } from 'discord-api-types/v10';
import { nameOf } from './world.ts';

const hues = [212, 152, 12, 275, 335, 32, 188, 245];

const hueOf = (name: string): number =>
  hues[[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % hues.length]!;

/** The first letters of up to two words of a name; a letter with its accents counts as one. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/u).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** A person's picture: initials on a colour, both from the name. */
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
      style={{ '--hue': String(hueOf(user.username)) }}
      aria-hidden="true"
    >
      {initials(nameOf(user))}
    </span>
  );
}
