import { type Context, Hono } from 'hono';
import { isRefusal, refusal } from './errors.ts';
import type { Fault } from './faults.ts';
import type { Gateway } from './gateway.ts';
import type { Limit } from './limits.ts';
import { bits, PERMISSION, type Permission } from './permissions.ts';
import { guildCreateJson, roleJson } from './present.ts';
import type { Api } from './rest/api.ts';
import { removeChannel, removeMessage } from './rest/threads.ts';
import { addChannel, addPerson, join } from './seed.ts';
import type { Channel, ChannelType, Overwrite, Person } from './shapes.ts';
import { announceChannel, changeChannel, changeState } from './threads.ts';
import { belongs, channelOf, guildOf, personOf, seat, tokenOf, type World, whoHas } from './world.ts';

interface ChannelChange {
  /** Permissions that the bot is denied; the list replaces the one before. */
  deny?: Permission[];
  /** Permissions that everybody is denied; the list replaces the one before. */
  denyEveryone?: Permission[];
  /** Ids of the people and roles that see the channel, beside the bot; null: everybody does. */
  only?: string[] | null;
  locked?: boolean;
  archived?: boolean;
}

function change(world: World, channel: Channel, body: ChannelChange): void {
  if (channel.thread) return void changeState(world, channel, body);
  for (const name of [...(body.deny ?? []), ...(body.denyEveryone ?? [])])
    if (!(name in PERMISSION)) throw new Error(`There is no permission of the name ${name}`);
  const replace = (list: Overwrite[], id: string, type: 0 | 1, names: Permission[]) => [
    ...list.filter((o) => o.id !== id),
    ...(names.length > 0 ? [{ id, type, allow: '0', deny: String(bits(...names)) }] : []),
  ];
  let overwrites = channel.overwrites;
  if (body.deny) overwrites = replace(overwrites, world.app, 1, body.deny);
  if (body.denyEveryone) overwrites = replace(overwrites, channel.guild_id ?? '', 0, body.denyEveryone);
  if (body.only !== undefined) overwrites = closedBut(world, channel, body.only);
  changeChannel(world, { ...channel, overwrites });
}

/** The overwrites of a channel that only some people, and the bot, may view. They replace all others. */
function closedBut(world: World, channel: Channel, only: string[] | null): Overwrite[] {
  if (only === null) return [];
  const view = String(bits('ViewChannel'));
  const { roles } = guildOf(world, channel.guild_id ?? '');
  return [
    { id: channel.guild_id ?? '', type: 0, allow: '0', deny: view },
    ...[...only, world.app].map(
      (id): Overwrite => ({ id, type: roles.some((role) => role.id === id) ? 0 : 1, allow: view, deny: '0' }),
    ),
  ];
}

/** Gives a role to some members of a guild, and takes it from all others. */
function giveRole(world: World, guild: string, role: string, users: readonly string[]): void {
  for (const member of world.store.members.all(guild)) {
    const others = member.roles.filter((id) => id !== role);
    const roles = users.includes(member.user_id) ? [...others, role] : others;
    world.store.members.put(seat(guild, member.user_id), { ...member, roles }, guild);
  }
}

/** Routes of guilds, their channels and roles. */
function addGuilds(app: Hono, world: World): void {
  app.delete('/guilds/:id', (c) => {
    const guild = guildOf(world, c.req.param('id'));
    world.store.members.remove(seat(guild.id, world.app));
    world.store.guilds.put(guild.id, { ...guild, commands_only: c.req.query('commands') === 'stay' });
    world.emit('GUILD_DELETE', { id: guild.id }, { bot: true });
    return c.json({});
  });
  app.post('/guilds/:id/unavailable', (c) => {
    const guild = guildOf(world, c.req.param('id'));
    world.store.guilds.put(guild.id, { ...guild, unavailable: true });
    world.emit('GUILD_DELETE', { id: guild.id, unavailable: true }, { bot: true });
    return c.json({});
  });
  app.post('/guilds/:id/channels', async (c) => {
    const guild = guildOf(world, c.req.param('id'));
    const { name, type } = await c.req.json<{ name: string; type?: ChannelType }>();
    const channel = addChannel(world, guild.id, name, type);
    announceChannel(world, 'CREATE', channel);
    return c.json({ id: channel.id });
  });
  app.post('/guilds/:id/roles', async (c) => {
    const guild = guildOf(world, c.req.param('id'));
    const asked = await c.req.json<{ name: string; members?: string[]; permissions?: Permission[] }>();
    const { name, members = [], permissions = [] } = asked;
    const known = guild.roles.find((role) => role.name === name);
    const role = known ?? {
      id: world.id(),
      name,
      permissions: String(bits(...permissions)),
      position: guild.roles.length,
      managed: false,
    };
    if (!known) {
      world.store.guilds.put(guild.id, { ...guild, roles: [...guild.roles, role] });
      world.emit(
        'GUILD_ROLE_CREATE',
        { guild_id: guild.id, role: roleJson(world, role) },
        { bot: true, people: (user) => belongs(world, guild.id, user) },
      );
    }
    giveRole(world, guild.id, role.id, members);
    return c.json(role);
  });
  app.delete('/guilds/:id/roles/:role', (c) => {
    const guild = guildOf(world, c.req.param('id'));
    const role_id = c.req.param('role');
    const left = guild.roles.filter((role) => role.id !== role_id);
    world.store.guilds.put(guild.id, { ...guild, roles: left });
    giveRole(world, guild.id, role_id, []);
    const people = (user: string) => belongs(world, guild.id, user);
    world.emit('GUILD_ROLE_DELETE', { guild_id: guild.id, role_id }, { bot: true, people });
    return c.json({});
  });
  app.post('/guilds/:id', (c) => {
    const guild = { ...guildOf(world, c.req.param('id')), unavailable: false, commands_only: false };
    world.store.guilds.put(guild.id, guild);
    if (!belongs(world, guild.id, world.app)) join(world, guild, world.app);
    world.emit('GUILD_CREATE', guildCreateJson(world, guild, world.app), { bot: true });
    return c.json({});
  });
  app.put('/guilds/:id', async (c) => {
    const { preferred_locale } = await c.req.json<{ preferred_locale: string }>();
    const guild = { ...guildOf(world, c.req.param('id')), preferred_locale };
    world.store.guilds.put(guild.id, guild);
    const { channels: _, members: __, threads: ___, ...told } = guildCreateJson(world, guild, world.app);
    world.emit('GUILD_UPDATE', told, { bot: true });
    return c.json({});
  });
}

/** Routes of people. */
function addPeople(app: Hono, world: World): void {
  app.post('/people', async (c) => {
    const { name, locale, guild } = await c.req.json<{ name: string; locale?: string; guild?: string }>();
    const taken = world.store.people.all().find((p) => p.global_name === name);
    if (taken) return c.json({ ...taken, token: tokenOf(taken) });
    const person = addPerson(world, name, locale);
    const home = guild ? guildOf(world, guild) : world.store.guilds.all()[0];
    if (home) join(world, home, person.id);
    return c.json({ ...person, token: tokenOf(person) });
  });
  const change = async (c: Context) => {
    const person = personOf(world, c.req.param('id') ?? '');
    type Change = Partial<Pick<Person, 'locale' | 'global_name' | 'installed' | 'closed'>>;
    world.store.people.put(person.id, { ...person, ...(await c.req.json<Change>()) });
    return c.json({});
  };
  app.put('/people/:id', change);
  app.put('/people/:id/dm', change);
}

/** Routes of the application, its tokens and the gateway. */
function addGateway(app: Hono, world: World, gateway: Gateway): void {
  app.delete('/tokens/:token', (c) => {
    const token = c.req.param('token');
    const person = whoHas(world, token);
    world.revoked.add(token);
    if (person) gateway.expel(person.id);
    return c.json({});
  });
  app.put('/tokens/:token', (c) => {
    world.revoked.delete(c.req.param('token'));
    return c.json({});
  });
  app.put('/application', async (c) => {
    world.portal = await c.req.json<object>();
    return c.json({});
  });
  app.post('/gateway', async (c) => {
    const { do: what, quiet } = await c.req.json<{ do: string; quiet?: number }>();
    if (what === 'drop') gateway.drop(quiet);
    else if (what === 'reconnect') gateway.reconnect();
    else if (what === 'invalid') gateway.invalidate();
    else if (what === 'replay') return c.json({ replayed: gateway.replay() });
    else return c.json({ message: 'do is one of drop, reconnect, invalid, replay' }, 400);
    return c.json({});
  });
  app.get('/gateway', (c) => c.json({ bots: gateway.bots() }));
}

/**
 * Routes for tests, below `/_`. They need no token, take JSON, and are no part of Discord.
 *
 * What the bot sent:
 * - `GET /requests?since=n`: the bot's requests with a number above n, in order, with their answers (`Entry`).
 *
 * Faults and rate limits:
 * - `POST /faults` with a `Fault`: requests of the bot fail. `{route: '/users/@me/channels', code: 40003}`: no direct
 *   messages can be opened; `{route: '/channels/:id/messages/:id', status: 429, code: 30046, retry_after}`: old messages
 *   were edited too often. `DELETE /faults` removes all.
 * - `POST /limits` with a `Limit`: a route is limited. `{old: true, route: '*', limit, per}`: edits of messages older
 *   than an hour are (30046). `DELETE /limits` removes all.
 *
 * People:
 * - `POST /people` `{name, locale?, guild?}`: adds a person to a server, the first one by default. Answers the person of
 *   that name if there is one.
 * - `PUT /people/:id` `{locale?, global_name?, installed?}`: changes a person; `installed`: whether they installed the
 *   app for themselves. `PUT /people/:id/dm` `{closed}`: whether they refuse the bot's direct messages (50007).
 * - `DELETE /guilds/:id/members/:user`: a person leaves a server. `PUT` there `{nick}`: sets a nickname, or none (null).
 *
 * Channels and messages:
 * - `POST /guilds/:id/channels` `{name, type?}`: adds a channel, a text channel by default.
 * - `PUT /channels/:id` `{deny?, denyEveryone?}`: takes permissions (names) from the bot or from all; a shorter list
 *   gives the others back. `{only}`: ids of the people and roles that see the channel beside the bot, or null for
 *   everybody. `{locked?, archived?}`: changes the state of a thread.
 * - `DELETE /channels/:id`, `DELETE /messages/:id`: deletes a channel or thread, or a message.
 *
 * Servers and roles:
 * - `DELETE /guilds/:id`: the bot is removed from a server; with `?commands=stay` its commands are not.
 *   `POST /guilds/:id`: it is added again, or an outage ends. `POST /guilds/:id/unavailable`: an outage begins.
 *   `PUT /guilds/:id` `{preferred_locale}`: the server has another language.
 * - `POST /guilds/:id/roles` `{name, members?, permissions?}`: makes a role if there is none of the name, and gives it
 *   to those members and nobody else. `DELETE /guilds/:id/roles/:role`: deletes it.
 *
 * Connections:
 * - `PUT /application` `{interactions_endpoint_url?, flags?, …}`: sets what `GET /applications/@me` tells, as on Discord's
 *   developer page; what is not named is as at first.
 * - `DELETE /tokens/:token`: revokes a token (401; close code 4004). `PUT` there: it is valid again.
 * - `GET /gateway`: how many connections the bot has.
 * - `POST /gateway` `{do, quiet?}`: `drop` cuts the bot's connections, and for `quiet` ms no new session; `reconnect`
 *   (op 7) and `invalid` (op 9) are sent to them; `replay` sends the last interaction once more.
 */
export function makeControl(api: Api, gateway: Gateway): Hono {
  const { world } = api;
  const app = new Hono().basePath('/_');
  app.onError((error, c) =>
    isRefusal(error)
      ? c.json(error.body, error.status as 404)
      : c.json({ message: error instanceof Error ? error.message : String(error) }, 400),
  );
  app.post('/faults', async (c) => {
    api.faults.add(await c.req.json<Fault>());
    return c.json({});
  });
  app.delete('/faults', (c) => {
    api.faults.clear();
    return c.json({});
  });
  app.get('/requests', (c) => c.json(api.journal.since(Number(c.req.query('since') ?? 0))));
  app.post('/limits', async (c) => {
    api.limits.set(await c.req.json<Limit>());
    return c.json({});
  });
  app.delete('/limits', (c) => {
    api.limits.clear();
    return c.json({});
  });
  app.delete('/guilds/:id/members/:user', (c) => {
    world.store.members.remove(seat(c.req.param('id'), c.req.param('user')));
    return c.json({});
  });
  app.put('/guilds/:id/members/:user', async (c) => {
    const guild = c.req.param('id');
    const key = seat(guild, c.req.param('user'));
    const member = world.store.members.get(key);
    if (!member) throw refusal(10007);
    world.store.members.put(key, { ...member, ...(await c.req.json<{ nick: string | null }>()) }, guild);
    return c.json({});
  });
  app.put('/channels/:id', async (c) => {
    change(world, channelOf(world, c.req.param('id')), await c.req.json<ChannelChange>());
    return c.json({});
  });
  app.delete('/channels/:id', (c) => {
    removeChannel(world, channelOf(world, c.req.param('id')));
    return c.json({});
  });
  app.delete('/messages/:id', (c) => {
    removeMessage(world, c.req.param('id'));
    return c.json({});
  });
  addPeople(app, world);
  addGuilds(app, world);
  addGateway(app, world, gateway);
  return app;
}
