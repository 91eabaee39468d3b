/** What the address names: a channel, and perhaps one of its messages. */
export interface Route {
  readonly channel: string | null;
  readonly message: string | null;
}

const pattern = /\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** Reads `#/channels/guild/channel/message`. */
export function readRoute(hash: string): Route {
  const match = pattern.exec(hash);
  return { channel: match?.[1] ?? null, message: match?.[2] ?? null };
}

/** The address of a channel on this page; for direct messages the guild is null. */
export const routeTo = (guild: string | null, channel: string, message?: string): string =>
  `#/channels/${guild ?? '@me'}/${channel}${message === undefined ? '' : `/${message}`}`;

/** The address on this page that a link to a channel at Discord stands for; null for any other link. */
export function routeOfLink(href: string): string | null {
  const url = new URL(href);
  if (url.hostname !== 'discord.com' && url.host !== location.host) return null;
  return pattern.test(url.pathname) ? `#${url.pathname}` : null;
}

const personKey = 'playground.person';

/** The person that this window speaks for: named in the address, or as before a reload. */
export function readPerson(): string | null {
  return new URLSearchParams(location.search).get('as') ?? sessionStorage.getItem(personKey);
}

/** Makes this window speak for a person, also after a reload; the channel stays. */
export function writePerson(name: string): void {
  sessionStorage.setItem(personKey, name);
  const url = new URL(location.href);
  url.searchParams.set('as', name);
  history.replaceState(null, '', url);
}
