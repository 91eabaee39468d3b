import { isId } from './snowflake.ts';

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
