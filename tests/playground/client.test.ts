import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  ContainerBuilder,
  Events,
  GatewayIntentBits,
  type Interaction,
  MediaGalleryBuilder,
  MessageFlags,
  ModalBuilder,
  Partials,
  RESTJSONErrorCodes,
  TextDisplayBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDiscord } from '../../src/playground/server.ts';
import { ask, connect, type Line, type Loose, PNG } from './club.ts';

// The real, unmodified client of discord.js; only the address of the API is another.

let discord: Awaited<ReturnType<typeof startDiscord>>;
let client: Client<true>;
let ann: Line;
let guild: Loose;
let commands: Loose[];

const nextInteraction = () =>
  new Promise<Interaction>((resolve) => client.once(Events.InteractionCreate, resolve));
const place = (name: string): string => guild.channels.find((c: Loose) => c.name === name).id;

async function press(body: Loose): Promise<Interaction> {
  const coming = nextInteraction();
  const reply = await ask(discord, 'person-ann', 'POST', '/interactions', {
    application_id: client.application.id,
    guild_id: guild.id,
    channel_id: place('metro'),
    ...body,
  });
  expect(reply.status).toBe(204);
  return coming;
}

async function use(name: string, options: object[] = [], type = 2) {
  const { id } = commands.find((c) => c.name === name);
  const interaction = await press({ type, data: { id, name, type: 1, options } });
  if (!interaction.isChatInputCommand()) throw new Error('not a command');
  return interaction;
}

const row = (...buttons: ButtonBuilder[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(buttons);
const button = (id: string) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary);

beforeAll(async () => {
  discord = await startDiscord({ limits: 'real' });
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds],
    partials: [Partials.Channel],
    rest: { api: `${discord.url}/api` },
  });
  const ready = new Promise((resolve) => starting.once(Events.ClientReady, resolve));
  await starting.login(discord.token);
  await ready;
  client = starting as Client<true>;
  await client.application.commands.set([
    { name: 'hi', description: 'Says hello' },
    {
      name: 'show',
      description: 'Shows a board',
      options: [
        { type: 6, name: 'player', description: 'Whose' },
        { type: 3, name: 'map', description: 'Which', autocomplete: true },
      ],
    },
  ]);
  ann = connect(discord, 'person-ann');
  [guild] = (await ann.next('READY')).guilds;
  const index = await ask(discord, 'person-ann', 'GET', `/guilds/${guild.id}/application-command-index`);
  commands = index.body.application_commands;
});

afterAll(async () => {
  ann.close();
  await client.destroy();
  await discord.close();
});

it('logs in and knows its guilds and channels', () => {
  expect(client.user.username).toBe('metro');
  expect(client.guilds.cache.map((g) => g.name)).toEqual(['Metro Club', 'Night Line']);
  expect(client.channels.cache.get(place('quiet'))).toMatchObject({
    name: 'quiet',
    type: ChannelType.GuildText,
  });
});

it('registers commands', async () => {
  expect((await client.application.commands.fetch()).map((c) => c.name)).toEqual(['hi', 'show']);
});

it('defers, then edits its answer with a picture in Components V2', async () => {
  const interaction = await use('show', [
    { type: 6, name: 'player', value: guild.members.find((m: Loose) => m.user.username === 'ben').user.id },
  ]);
  expect(interaction.options.getUser('player')?.username).toBe('ben');
  expect(interaction.options.getMember('player')).not.toBeNull();
  expect(interaction.appPermissions.has('AttachFiles')).toBe(true);
  expect(interaction.inCachedGuild()).toBe(true);
  await interaction.deferReply();
  const message = await interaction.editReply({
    flags: MessageFlags.IsComponentsV2,
    components: [
      new ContainerBuilder()
        .addTextDisplayComponents(new TextDisplayBuilder().setContent('## Board'))
        .addMediaGalleryComponents(
          new MediaGalleryBuilder().addItems({
            media: { url: 'attachment://board.png' },
            description: 'A board',
          }),
        )
        .addActionRowComponents(row(button('mine'))),
    ],
    files: [new AttachmentBuilder(PNG, { name: 'board.png' })],
  });
  const shown = await ann.next('MESSAGE_UPDATE', (d) => d.id === message.id);
  const media = shown.components[0].components[1].items[0].media;
  expect(media).toMatchObject({ width: 3, height: 2 });
  expect(Buffer.from(await (await fetch(media.url)).arrayBuffer()).equals(PNG)).toBe(true);
});

it('answers a press by an update, and to one person alone', async () => {
  const channel = await client.channels.fetch(place('metro'));
  if (!channel?.isSendable()) throw new Error('cannot send');
  const table = await channel.send({
    content: 'table',
    components: [row(button('press'))],
    files: [{ attachment: PNG, name: 'a.png' }],
  });
  expect(table.attachments.first()).toMatchObject({ width: 3, height: 2 });
  const data = { component_type: 2, custom_id: 'press' };
  const first = await press({ type: 3, message_id: table.id, data });
  if (!first.isButton()) throw new Error('not a button');
  expect(first.message.id).toBe(table.id);
  await first.update({ content: 'pressed', attachments: [] });
  const changed = await ann.next('MESSAGE_UPDATE', (d) => d.id === table.id);
  expect([changed.content, changed.attachments]).toEqual(['pressed', []]);
  const second = await press({ type: 3, message_id: table.id, data });
  if (!second.isButton()) throw new Error('not a button');
  await second.deferUpdate();
  const secret = await second.followUp({ content: 'psst', flags: MessageFlags.Ephemeral });
  expect(secret.flags.has(MessageFlags.Ephemeral)).toBe(true);
  await ann.next('MESSAGE_CREATE', (d) => d.id === secret.id && d.flags === 64);
  await second.editReply({ content: 'pressed twice' });
  expect((await ann.next('MESSAGE_UPDATE', (d) => d.content === 'pressed twice')).id).toBe(table.id);
  const again = await second.followUp({ content: 'public' });
  await second.deleteReply(again);
  await ann.next('MESSAGE_DELETE', (d) => d.id === again.id);
});

it('answers with the response, and further answers', async () => {
  const interaction = await use('hi');
  const response = await interaction.reply({ content: 'hello', withResponse: true });
  expect(response.resource?.message?.content).toBe('hello');
  const further = await interaction.followUp('more');
  expect(further.reference?.messageId).toBe(response.resource?.message?.id);
  expect((await interaction.fetchReply()).id).toBe(response.resource?.message?.id);
  await expect(interaction.deferReply()).rejects.toThrow();
});

it('completes options', async () => {
  const { id } = commands.find((c) => c.name === 'show');
  const interaction = await press({
    type: 4,
    nonce: '5',
    data: { id, name: 'show', type: 1, options: [{ type: 3, name: 'map', value: 'to', focused: true }] },
  });
  if (!interaction.isAutocomplete()) throw new Error('not an autocomplete');
  expect(interaction.options.getFocused()).toBe('to');
  await interaction.respond([{ name: 'Tokyo', value: 'tokyo' }]);
  const heard = await ann.next('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE');
  expect(heard.choices).toMatchObject([{ name: 'Tokyo', value: 'tokyo' }]);
});

it('shows a modal and reads it', async () => {
  const interaction = await use('hi');
  await interaction.showModal(
    new ModalBuilder()
      .setCustomId('jump')
      .setTitle('Jump')
      .addLabelComponents((label) =>
        label
          .setLabel('Round')
          .setTextInputComponent((input) => input.setCustomId('round').setStyle(TextInputStyle.Short)),
      ),
  );
  const modal = await ann.next('INTERACTION_MODAL_CREATE');
  const sent = await press({
    type: 5,
    data: {
      id: modal.id,
      custom_id: 'jump',
      components: [{ type: 18, component: { type: 4, custom_id: 'round', value: '12' } }],
    },
  });
  if (!sent.isModalSubmit()) throw new Error('not a modal');
  expect(sent.fields.getTextInputValue('round')).toBe('12');
  await sent.reply({ content: 'jumped', flags: MessageFlags.Ephemeral });
});

it('reads a menu of users', async () => {
  const channel = client.channels.cache.get(place('metro'));
  if (!channel?.isSendable()) throw new Error('cannot send');
  const menu = new UserSelectMenuBuilder().setCustomId('who');
  const message = await channel.send({
    content: 'who?',
    components: [new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(menu)],
  });
  const cleo = guild.members.find((m: Loose) => m.user.username === 'cleo').user.id;
  const got = await press({
    type: 3,
    message_id: message.id,
    data: { component_type: 5, custom_id: 'who', values: [cleo] },
  });
  if (!got.isUserSelectMenu()) throw new Error('not a menu of users');
  expect(got.users.get(cleo)?.username).toBe('cleo');
  expect(got.members.size).toBe(1);
  await got.deferUpdate();
});

it('opens a thread, writes in it, archives it', async () => {
  const channel = client.channels.cache.get(place('general'));
  if (channel?.type !== ChannelType.GuildText) throw new Error('no text channel');
  const message = await channel.send('lobby');
  const thread = await message.startThread({ name: 'Metro X #1', autoArchiveDuration: 1440 });
  expect(thread.id).toBe(message.id);
  await thread.send({ content: 'round 1', allowedMentions: { parse: [] } });
  await thread.setArchived(true);
  expect(thread.archived).toBe(true);
  await expect(message.startThread({ name: 'Twice' })).rejects.toMatchObject({ code: 160004 });
  const another = await channel.threads.create({ name: 'Another', type: ChannelType.PublicThread });
  expect(another.name).toBe('Another');
});

it('answers a command in a direct message', async () => {
  const [direct] = (await ask(discord, 'person-ann', 'GET', '/users/@me/channels')).body;
  const { id } = commands.find((c) => c.name === 'hi');
  const interaction = await press({
    type: 2,
    guild_id: undefined,
    channel_id: direct.id,
    data: { id, name: 'hi', type: 1 },
  });
  if (!interaction.isChatInputCommand()) throw new Error('not a command');
  expect([interaction.guildId, interaction.context, interaction.user.username]).toEqual([null, 1, 'ann']);
  expect(interaction.channel?.isDMBased()).toBe(true);
  await interaction.reply('hello');
  expect((await ann.next('MESSAGE_CREATE', (d) => d.channel_id === direct.id)).content).toBe('hello');
});

it('sends direct messages, and learns that they are closed', async () => {
  const cleo = guild.members.find((m: Loose) => m.user.username === 'cleo').user.id;
  const direct = await client.users.createDM(cleo);
  expect((await direct.send('your move')).content).toBe('your move');
  await ask(discord, '', 'PUT', `/_/people/${cleo}/dm`, { closed: true });
  await expect(direct.send('your move')).rejects.toMatchObject({
    code: RESTJSONErrorCodes.CannotSendMessagesToThisUser,
    status: 403,
  });
});

it('gets errors with their codes', async () => {
  const interaction = await use('hi');
  await interaction.reply({ content: 'x' });
  const channel = client.channels.cache.get(place('metro'));
  if (!channel?.isSendable()) throw new Error('cannot send');
  await expect(channel.messages.fetch('1300000000000000001')).rejects.toMatchObject({ code: 10008 });
  await expect(client.channels.fetch('1300000000000000001')).rejects.toMatchObject({ code: 10003 });
  await expect(channel.send({ content: '' })).rejects.toMatchObject({ code: 50006 });
});

it('waits out a rate limit', async () => {
  const channel = client.channels.cache.get(place('quiet'));
  if (!channel?.isSendable()) throw new Error('cannot send');
  const start = Date.now();
  const sent = await Promise.all(Array.from({ length: 7 }, (_, i) => channel.send(`${i}`)));
  expect(new Set(sent.map((m) => m.id)).size).toBe(7);
  expect(Date.now() - start).toBeGreaterThan(3000);
});

it('comes back after a drop and gets what it missed', async () => {
  const resumed = new Promise((resolve) => client.once(Events.ShardResume, resolve));
  const coming = nextInteraction();
  await ask(discord, '', 'POST', '/_/gateway', { do: 'drop' });
  const { id } = commands.find((c) => c.name === 'hi');
  await ask(discord, 'person-ann', 'POST', '/interactions', {
    type: 2,
    application_id: client.application.id,
    channel_id: place('metro'),
    data: { id, name: 'hi', type: 1 },
  });
  await resumed;
  const interaction = await coming;
  if (!interaction.isChatInputCommand()) throw new Error('not a command');
  await interaction.reply('back');
  await ann.next('MESSAGE_CREATE', (d) => d.content === 'back');
});

it('comes back when it is asked to reconnect, and when its session is gone', async () => {
  const resumed = new Promise((resolve) => client.once(Events.ShardResume, resolve));
  await ask(discord, '', 'POST', '/_/gateway', { do: 'reconnect' });
  await resumed;
  const ready = new Promise((resolve) => client.once(Events.ShardReady, resolve));
  await ask(discord, '', 'POST', '/_/gateway', { do: 'invalid' });
  await ready;
  const interaction = await use('hi');
  await interaction.reply('again');
  await ann.next('MESSAGE_CREATE', (d) => d.content === 'again');
});
