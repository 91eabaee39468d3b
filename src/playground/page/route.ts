/** Where someone looks: a channel, and perhaps one message in it. */
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

/** The address of a channel on this page; a conversation has no guild. */
export const routeTo = (guild: string | null, channel: string, message?: string): string =>
  `#/channels/${guild ?? '@me'}/${channel}${message === undefined ? '' : `/${message}`}`;

/** What a link to Discord's own pages means here, or null when it leads elsewhere. */
export function routeOfLink(href: string): string | null {
  const url = new URL(href);
  if (url.hostname !== 'discord.com' && url.host !== location.host) return null;
  return pattern.test(url.pathname) ? `#${url.pathname}` : null;
}

const personKey = 'playground.person';

/** Who this window is: named in the address, or as it was before a reload. */
export function readPerson(): string | null {
  return new URLSearchParams(location.search).get('as') ?? sessionStorage.getItem(personKey);
}

/** Makes this window that person, also after a reload; the channel stays. */
export function writePerson(name: string): void {
  sessionStorage.setItem(personKey, name);
  const url = new URL(location.href);
  url.searchParams.set('as', name);
  history.replaceState(null, '', url);
}
