import { isId } from './clock.ts';

/**
 * A path with ids and tokens replaced: `/channels/:id/messages/:id`,
 * `/webhooks/:id/:token/messages/@original`.
 */
export function routeOf(path: string): string {
  const parts = path.split('/');
  return parts
    .map((part, index) => {
      if (isId(part)) return ':id';
      const secret = index === 3 && (parts[1] === 'webhooks' || parts[1] === 'interactions');
      return secret ? ':token' : part;
    })
    .join('/');
}

/**
 * Whether a path is of a route; a part of the route that begins with a colon stands for any one part, `*` for
 * any path.
 */
export function matches(route: string, path: string): boolean {
  if (route === '*') return true;
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
  );
}

/**
 * Whether a request comes from this machine's own pages and programs. The tokens are no secrets, so a page of
 * some other site, open in the same browser, must not be able to speak here: neither by its own origin nor by
 * a name made to point at this machine.
 */
export function isOwn(host: string | undefined, origin: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name)) return false;
  return origin === undefined || origin === `http://${host}`;
}
