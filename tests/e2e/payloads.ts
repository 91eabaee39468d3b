import { published } from '../../src/playground/payload.ts';
import { pingFaults } from '../lib/pings.ts';
import type { Asked, World } from './world.ts';

type Kind = Parameters<typeof published>[0];

/** Which of Discord's published shapes a request of the bot must have. */
export function kindOf(asked: Pick<Asked, 'method' | 'path'>): Kind | undefined {
  const path = asked.path.replace(/^.*\/v10/, '').split('?')[0]!;
  if (asked.method === 'POST' && /^\/channels\/\d+\/messages$/.test(path)) return 'create';
  if (asked.method === 'PATCH' && /^\/channels\/\d+\/messages\/\d+$/.test(path)) return 'edit';
  if (asked.method === 'POST' && /^\/interactions\/\d+\/[^/]+\/callback$/.test(path)) return 'callback';
  if (asked.method === 'POST' && /^\/webhooks\/\d+\/[^/]+$/.test(path)) return 'webhook-create';
  if (asked.method === 'PATCH' && /^\/webhooks\/\d+\/[^/]+\/messages\/[^/]+$/.test(path))
    return 'webhook-edit';
  if (asked.method === 'PUT' && /\/commands$/.test(path)) return 'commands';
  if (asked.method === 'POST' && /\/threads$/.test(path)) return 'thread';
  return undefined;
}

/** What Discord's published schema finds wrong in anything the bot sent. */
export async function faultsOf(world: World): Promise<{ faults: string[]; checked: number }> {
  const faults: string[] = [];
  let checked = 0;
  const requests = await world.requests();
  for (const asked of requests) {
    const kind = kindOf(asked);
    if (!kind) continue;
    checked++;
    for (const fault of published(kind, asked.body)) {
      faults.push(`${asked.method} ${asked.path}: ${fault.path.join('.')}: ${fault.message}`);
    }
    // A first answer that had to wait is tried again, and one of the tries finds the other.
    const again = kind === 'callback' && requests.filter(({ path }) => path === asked.path).length > 1;
    // After three seconds it is refused: on a machine that has more to do that says nothing of the bot.
    const late = kind === 'callback' && asked.status === 404;
    if (asked.status >= 400 && !again && !late)
      faults.push(`${asked.method} ${asked.path}: refused with ${asked.status}`);
    const mentions = (asked.body as { allowed_mentions?: unknown })?.allowed_mentions;
    if (kind !== 'callback' && kind !== 'commands' && kind !== 'thread' && !mentions) {
      faults.push(`${asked.method} ${asked.path}: no allowed_mentions`);
    }
    if (kind === 'create' || kind === 'edit')
      for (const fault of pingFaults(asked.body ?? {}))
        faults.push(`${asked.method} ${asked.path}: ${fault}`);
  }
  return { faults, checked };
}
