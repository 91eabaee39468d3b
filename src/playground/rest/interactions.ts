import type { Hono } from 'hono';
import { answerOf, type Callback, deleteAnswer, editAnswer, firstAnswer, followUp } from '../answer.ts';
import { commandIndex, putCommands } from '../commands.ts';
import { refusal } from '../errors.ts';
import type { Draft } from '../messages.ts';
import { need } from '../permissions.ts';
import { callbackJson, heldJson, messageJson, visible } from '../present.ts';
import { type Press, takePress } from '../press.ts';
import { belongs, channelOf, guildOf } from '../world.ts';
import { type Api, type Ask, type Env, nothing, param } from './api.ts';

/** Routes that register the commands, and list those that a person can use. */
function addCommands(app: Hono<Env>, { world }: Api): void {
  const needApp = (c: Ask): void => {
    if (param(c, 'app') !== world.app) throw refusal(10002);
  };
  app.get('/applications/:app/commands', (c) => {
    needApp(c);
    const translated = c.req.query('with_localizations') === 'true';
    return c.json(world.store.commands.all().map((one) => heldJson(one, translated)));
  });
  app.put('/applications/:app/commands', (c) => {
    needApp(c);
    if (!c.get('who').bot) throw refusal(50001);
    return c.json(putCommands(world, c.get('body')));
  });
  app.get('/channels/:channel/application-command-index', (c) => {
    const channel = channelOf(world, param(c, 'channel'));
    need(world, c.get('who').id, channel);
    return c.json(commandIndex(world, c.get('who').id, [channel]));
  });
  app.get('/guilds/:guild/application-command-index', (c) => {
    const guild = guildOf(world, param(c, 'guild'));
    const who = c.get('who').id;
    if (!belongs(world, guild.id, who)) throw refusal(10004);
    return c.json(commandIndex(world, who, visible(world, guild.id, who).channels));
  });
}

/** Routes of interactions: a person's press, the bot's first answer, edits of it and further messages. */
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
    // The message of a deferred answer is not sent, only its id.
    const whole = message && (interaction.answer === 4 || interaction.answer === 7);
    return c.json({
      interaction: callbackJson(interaction, message),
      resource: { type: interaction.answer, ...(whole ? { message: messageJson(world, message) } : {}) },
    });
  });
  const byToken = (c: Ask) => [world, param(c, 'app'), param(c, 'token')] as const;
  const draft = (c: Ask) => [c.get('body') as Draft, c.get('uploads')] as const;
  app.post('/webhooks/:app/:token', (c) => c.json(messageJson(world, followUp(...byToken(c), ...draft(c)))));
  const path = '/webhooks/:app/:token/messages/:message';
  app.get(path, (c) => c.json(messageJson(world, answerOf(...byToken(c), param(c, 'message')).message)));
  app.patch(path, (c) =>
    c.json(messageJson(world, editAnswer(...byToken(c), param(c, 'message'), ...draft(c)))),
  );
  app.delete(path, (c) => {
    deleteAnswer(...byToken(c), param(c, 'message'));
    return nothing();
  });
}
