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
