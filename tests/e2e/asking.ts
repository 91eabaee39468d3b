import type { Person, Place } from './person.ts';
import type { World } from './world.ts';

/** What a person's client asks Discord for beside the bot. */
export async function ask<T = { id: string }>(
  world: World,
  person: Pick<Person, 'name'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${world.url}/api/v10${path}`, {
    method,
    headers: { authorization: `person-${person.name.toLowerCase()}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Begins a thread below a channel of the first server, or a post in a forum. */
export async function threadIn(
  world: World,
  person: Person,
  channel: string,
  body: { name: string; type?: number; message?: { content: string } },
): Promise<Place> {
  const above = world.place(channel);
  const { id } = await ask(world, person, 'POST', `/channels/${above.channel}/threads`, body);
  return { guild: above.guild, channel: id };
}

/** Adds somebody, or the bot, to a thread. */
export const addTo = (world: World, person: Person, { channel }: Place, who: string): Promise<void> =>
  ask(world, person, 'PUT', `/channels/${channel}/thread-members/${who}`);

/** The bot's own id. */
export async function botId(world: World): Promise<string> {
  const [id] = (await world.requests()).flatMap(({ path }) => /^\/applications\/(\d+)/.exec(path)?.[1] ?? []);
  if (!id) throw new Error('The bot has told no commands.');
  return id;
}
