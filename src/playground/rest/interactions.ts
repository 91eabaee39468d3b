import type { Hono } from 'hono';
import { answerOf, type Callback, deleteAnswer, editAnswer, firstAnswer, followUp } from '../answer.ts';
import {
  commandIndex,
  commandOf,
  deleteCommand,
  listCommands,
  postCommand,
  putCommands,
  usable,
} from '../commands.ts';
import { refusal } from '../errors.ts';
import type { Draft } from '../messages.ts';
import { need } from '../permissions.ts';
import { callbackJson, commandJson, heldJson, messageJson, visible } from '../present.ts';
import { type Press, takePress } from '../press.ts';
import { belongs, channelOf, guildOf } from '../world.ts';
import { type Api, type Ask, type Env, nothing, param } from './api.ts';

function needApp(api: Api, c: Ask, bot: boolean): void {
  if (param(c, 'app') !== api.world.app) throw refusal(10002);
  if (bot && !c.get('who').bot) throw refusal(50001);
}

/** Registration of commands by the bot, and their lists for people. */
function addCommands(app: Hono<Env>, api: Api): void {
  const { world } = api;
  for (const base of ['/applications/:app/commands', '/applications/:app/guilds/:guild/commands']) {
    const place = (c: Ask, bot = true) => {
      needApp(api, c, bot);
      const guild = c.req.param('guild');
      if (guild && !belongs(world, guildOf(world, guild).id, c.get('who').id)) throw refusal(50001);
      return guild;
    };
    app.get(base, (c) => {
      const translated = c.req.query('with_localizations') === 'true';
      return c.json(listCommands(world, place(c, false)).map((one) => heldJson(one, translated)));
    });
    app.put(base, (c) => c.json(putCommands(world, c.get('body'), place(c)).map(commandJson)));
    app.post(base, (c) => c.json(commandJson(postCommand(world, c.get('body'), place(c))), 201));
    app.get(`${base}/:command`, (c) => c.json(commandJson(commandOf(world, param(c, 'command'), place(c)))));
    app.patch(`${base}/:command`, (c) => {
      const guild = place(c);
      const {
        id: _,
        application_id: __,
        guild_id: ___,
        version: ____,
        ...old
      } = commandOf(world, param(c, 'command'), guild);
      deleteCommand(world, param(c, 'command'), guild);
      return c.json(commandJson(postCommand(world, { ...old, ...(c.get('body') as object) }, guild)));
    });
    app.delete(`${base}/:command`, (c) => {
      deleteCommand(world, param(c, 'command'), place(c));
      return nothing();
    });
  }
  app.get('/channels/:channel/application-command-index', (c) => {
    const channel = channelOf(world, param(c, 'channel'));
    need(world, c.get('who').id, channel);
    return c.json(commandIndex(world, c.get('who').id, channel));
  });
  app.get('/guilds/:guild/application-command-index', (c) => {
    const guild = guildOf(world, param(c, 'guild'));
    const who = c.get('who').id;
    if (!belongs(world, guild.id, who)) throw refusal(10004);
    const { channels } = visible(world, guild.id, who);
    const lists = channels.map((channel) => commandIndex(world, who, channel));
    const first = lists[0] ?? { applications: [], application_commands: [], version: world.app };
    const all = [...listCommands(world), ...listCommands(world, guild.id)];
    const shown = all.filter((command) => channels.some((channel) => usable(world, who, channel, command)));
    return c.json({ ...first, application_commands: shown.map(commandJson) });
  });
}

/** The way of an interaction: a person's press, the bot's first answer, edits of it and further messages. */
export function addInteractions(app: Hono<Env>, api: Api): void {
  const { world } = api;
  addCommands(app, api);
  app.post('/interactions', (c) => {
    if (c.get('who').bot) throw refusal(50001);
    takePress(world, c.get('who'), c.get('body') as Press);
    return nothing();
  });
  app.post('/interactions/:interaction/:token/callback', (c) => {
    const { interaction, message } = firstAnswer(
      world,
      param(c, 'interaction'),
      param(c, 'token'),
      c.get('body') as Callback,
      c.get('uploads'),
    );
    if (c.req.query('with_response') !== 'true') return nothing();
    // Of an answer that was deferred only the id is told.
    const whole = message && (interaction.answer === 4 || interaction.answer === 7);
    return c.json({
      interaction: callbackJson(interaction, message),
      resource: { type: interaction.answer, ...(whole ? { message: messageJson(world, message) } : {}) },
    });
  });
  app.post('/webhooks/:app/:token', (c) => {
    const message = followUp(
      world,
      param(c, 'app'),
      param(c, 'token'),
      c.get('body') as Draft,
      c.get('uploads'),
    );
    return c.json(messageJson(world, message));
  });
  app.get('/webhooks/:app/:token/messages/:message', (c) => {
    const { message } = answerOf(world, param(c, 'app'), param(c, 'token'), param(c, 'message'));
    return c.json(messageJson(world, message));
  });
  app.patch('/webhooks/:app/:token/messages/:message', (c) => {
    const edited = editAnswer(
      world,
      param(c, 'app'),
      param(c, 'token'),
      param(c, 'message'),
      c.get('body') as Draft,
      c.get('uploads'),
    );
    return c.json(messageJson(world, edited));
  });
  app.delete('/webhooks/:app/:token/messages/:message', (c) => {
    deleteAnswer(world, param(c, 'app'), param(c, 'token'), param(c, 'message'));
    return nothing();
  });
}
