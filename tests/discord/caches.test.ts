import { Client, GatewayIntentBits } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { CACHES } from '../../src/discord/caches.ts';

/** What discord.js keeps in memory, through its own door for what the gateway sends. */

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.destroy();
});

const user = (id: string) => ({ id, username: `u${id}`, discriminator: '0', avatar: null });
const GUILD = {
  id: '10',
  name: 'Club',
  owner_id: '2',
  roles: [{ id: '10', name: '@everyone', permissions: '1024', position: 0, color: 0 }],
  channels: [{ id: '20', type: 0, name: 'metro', guild_id: '10', permission_overwrites: [] }],
  members: ['1', '2', '3'].map((id) => ({ user: user(id), roles: [], joined_at: '2026-01-01T00:00:00Z' })),
  emojis: [{ id: '30', name: 'train', roles: [] }],
};

test('of a server its channels, roles and the bot itself are kept, and no people, messages or emoji', () => {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], makeCache: CACHES });
  clients.push(client);
  // The bot is user 1.
  Object.assign(client, { user: { ...user('1'), client } });
  const guilds = client.guilds as unknown as {
    _add(data: unknown): NonNullable<ReturnType<typeof client.guilds.resolve>>;
  };
  const guild = guilds._add(GUILD);
  const channel = guild.channels.cache.get('20')!;
  if (!channel.isTextBased()) throw new Error('No text channel.');
  (channel.messages as unknown as { _add(data: unknown): unknown })._add({
    id: '40',
    channel_id: '20',
    author: user('2'),
    content: 'hello',
  });
  expect([...guild.members.cache.keys()]).toEqual(['1']);
  expect(guild.channels.cache.size).toBe(1);
  expect(guild.roles.cache.size).toBe(1);
  expect(guild.emojis.cache.size).toBe(0);
  expect(channel.messages.cache.size).toBe(0);
  expect([...client.users.cache.keys()].filter((id) => id !== '1')).toEqual([]);
  expect(channel.permissionsFor(guild.members.me!).bitfield).toBe(1024n);
});
