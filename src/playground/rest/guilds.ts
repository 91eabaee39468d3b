import type { Hono } from 'hono';
import { refusal } from '../errors.ts';
import { inGuild, may } from '../permissions.ts';
import { channelJson, memberJson, userJson } from '../present.ts';
import { openDirect } from '../seed.ts';
import { gatewayUrl } from '../sessions.ts';
import type { Guild } from '../shapes.ts';
import { belongs, guildOf, personOf, seat, type World } from '../world.ts';
import { type Api, type Ask, type Env, param } from './api.ts';

function own(world: World, c: Ask): Guild {
  const guild = guildOf(world, param(c, 'guild'));
  if (!belongs(world, guild.id, c.get('who').id)) throw refusal(10004);
  return guild;
}

/** Routes of people, guilds, the application, and the way to the gateway. */
export function addGuilds(app: Hono<Env>, { world }: Api): void {
  app.get('/gateway', (c) => c.json({ url: gatewayUrl(world) }));
  app.get('/gateway/bot', (c) => {
    if (!c.get('who').bot) throw refusal(50001);
    return c.json({
      url: gatewayUrl(world),
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 86_400_000, max_concurrency: 1 },
    });
  });
  app.get('/applications/@me', (c) => {
    const { global_name: name } = personOf(world, world.app);
    return c.json({
      id: world.app,
      name,
      bot: userJson(personOf(world, world.app)),
      bot_require_code_grant: false,
      flags: 0,
      interactions_endpoint_url: null,
      ...world.portal,
    });
  });
  app.get('/users/@me', (c) => c.json({ ...userJson(c.get('who')), locale: c.get('who').locale }));
  app.get('/users/@me/guilds', (c) => {
    const who = c.get('who').id;
    const after = BigInt(c.req.query('after') ?? 0);
    const mine = world.store.members
      .all()
      .filter((m) => m.user_id === who)
      .map((m) => guildOf(world, m.guild_id))
      .filter(({ id }) => BigInt(id) > after)
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .slice(0, Number(c.req.query('limit') ?? 200));
    return c.json(
      mine.map(({ id, name, owner_id }) => ({
        id,
        name,
        owner: owner_id === who,
        permissions: String(inGuild(world, who, id)),
      })),
    );
  });
  app.get('/users/@me/channels', (c) => {
    const who = c.get('who').id;
    const all = world.store.channels.all('direct').filter((d) => d.recipients?.includes(who));
    return c.json(all.map((d) => channelJson(world, d, who)));
  });
  app.post('/users/@me/channels', (c) => {
    const { recipient_id } = c.get('body') as { recipient_id?: string };
    const other = personOf(world, String(recipient_id ?? ''));
    const who = c.get('who');
    if (other.bot === who.bot) throw refusal(50007);
    return c.json(channelJson(world, openDirect(world, who.bot ? other.id : who.id), who.id));
  });
  app.get('/guilds/:guild/channels', (c) => {
    const guild = own(world, c);
    const who = c.get('who').id;
    // The bot gets all channels, a person only those that their client would show.
    const all = world.store.channels.all(guild.id).filter((channel) => !channel.thread);
    const shown = c.get('who').bot ? all : all.filter((channel) => may(world, who, channel, 'ViewChannel'));
    return c.json(shown.map((channel) => channelJson(world, channel, who)));
  });
  app.get('/guilds/:guild/members/:user', (c) => {
    const guild = own(world, c);
    const user = param(c, 'user') === '@me' ? c.get('who').id : param(c, 'user');
    const member = world.store.members.get(seat(guild.id, user));
    if (!member) {
      personOf(world, user);
      throw refusal(10007);
    }
    return c.json(memberJson(world, member));
  });
}
