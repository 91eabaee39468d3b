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
  /** Permissions the bot is denied here; the list replaces the one before. */
  deny?: Permission[];
  /** Permissions everybody is denied. */
  denyEveryone?: Permission[];
  /** Ids of the people and roles who see it beside the bot, and nobody else; null: everybody sees it again. */
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

/** Overwrites of a channel that only some may view, in the place of all others. */
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

/** Routes of guilds: the bot is taken out, put back in, or cut off for a while. */
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
    for (const member of world.store.members.all(guild.id)) {
      const others = member.roles.filter((id) => id !== role.id);
      const roles = members.includes(member.user_id) ? [...others, role.id] : others;
      world.store.members.put(seat(guild.id, member.user_id), { ...member, roles }, guild.id);
    }
    return c.json(role);
  });
  app.delete('/guilds/:id/roles/:role', (c) => {
    const guild = guildOf(world, c.req.param('id'));
    const role_id = c.req.param('role');
    const left = guild.roles.filter((role) => role.id !== role_id);
    world.store.guilds.put(guild.id, { ...guild, roles: left });
    for (const member of world.store.members.all(guild.id)) {
      const roles = member.roles.filter((id) => id !== role_id);
      world.store.members.put(seat(guild.id, member.user_id), { ...member, roles }, guild.id);
    }
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
}

/** Routes of people: new ones, their names and languages, and whether they take direct messages. */
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

/** Routes of tokens, which are revoked and given back, and of the gateway. */
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
 * What tests use to look behind the scenes and to make things go wrong; needs no token, and is no part of
 * Discord. All below `/_`, with JSON bodies:
 *
 * - `GET /requests?since=n`: what the bot asked, in order, with the answers (`Entry`).
 * - `POST /faults` a `Fault`, `DELETE /faults`: requests of the bot that go wrong. `{route: '/users/@me/channels', code:
 *   40003}` is Discord that opens no direct messages for now; `{status: 429, code: 30046,
 *   retry_after}` on `/channels/:id/messages/:id` is Discord tired of edits.
 * - `POST /limits` a `Limit`, `DELETE /limits`: rate limits. `{old: true, route: '*', limit, per}` limits the edits of
 *   messages older than an hour by the clock (30046).
 * - `POST /people` `{name, locale?, guild?}`: a person, made if there is none of the name; `PUT /people/:id`
 *   `{locale?, global_name?, installed?}`, the last whether they brought the app along; `PUT /people/:id/dm` `{closed}`, also `POST /dms` `{user, open}`: the bot's direct
 *   messages are refused (50007) or taken again.
 * - `DELETE /guilds/:id/members/:user`: somebody leaves a server; `PUT` there `{nick}`: what they go by in it, or null.
 * - `PUT /channels/:id` `{deny?, denyEveryone?, only?, locked?, archived?}`: names of permissions taken away from
 *   the bot or from everybody, given back by a shorter list (50013; 50001 without `ViewChannel`); `only`, ids of people
 *   and roles who still see it, beside the bot, or null for everybody; a thread locked, archived or opened again. A thread
 *   is archived, too, when the clock is past its time.
 * - `DELETE /channels/:id`, `DELETE /messages/:id`: a channel or thread, or a message, is deleted.
 * - `DELETE /guilds/:id`: the bot is removed from a server; `POST /guilds/:id`: it is back, or the server's outage is
 *   over; `POST /guilds/:id/unavailable`: an outage begins.
 * - `POST /guilds/:id/channels` `{name, type?}`: a new channel, of text if nothing is said.
 * - `POST /guilds/:id/roles` `{name, members?, permissions?}`: a role, made (with permissions by name) if there is none
 *   of the name; those members have it, and nobody else. `DELETE /guilds/:id/roles/:role`: a role is deleted.
 * - `DELETE /tokens/:token`: a token is revoked (401; the gateway closes its sessions with 4004), `PUT` there: it is good
 *   again.
 * - `POST /gateway` `{do, quiet?}`: `drop` (for `quiet` milliseconds no session begins or is resumed), `reconnect` or
 *   `invalid` to the bot's connections, `replay` of the last interaction;
 *   `GET /gateway`: how many connections of the bot are open.
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
