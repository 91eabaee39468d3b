import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIChannelSelectComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIMessageTopLevelComponent,
  type APISelectMenuOption,
  ButtonStyle,
  ChannelType,
  ComponentType,
  MessageFlags,
  SelectMenuDefaultValueType,
} from 'discord-api-types/v10';
import { localeOf } from '../locales.ts';
import { cut } from '../views/lists.ts';
import { rounded } from '../views/numbers.ts';
import type { Picture } from '../views/presenter.ts';
import { type Draft, drawn, type Screen, type Sketch, type Upload } from './outbound.ts';
import { NOBODY, type Pinged } from './pings.ts';

/** Short names for the pieces of Discord's messages that every screen is made of. */

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What the containers of screens are bordered with. */
export const GREY = 0x6b6f78;
export const BLUE = 0x5865f2;
export const GOLD = 0xffc21a;
export const AMBER = 0xe0a030;
export const RED = 0xd83c3e;

const STYLES = {
  grey: ButtonStyle.Secondary,
  blue: ButtonStyle.Primary,
  green: ButtonStyle.Success,
  red: ButtonStyle.Danger,
} as const;

export type Tone = keyof typeof STYLES;

export const button = (
  label: string,
  id: string,
  tone: Tone = 'grey',
  disabled = false,
): APIButtonComponent => ({
  type: ComponentType.Button,
  style: STYLES[tone],
  label: cut(label, 80),
  custom_id: id,
  ...(disabled ? { disabled } : {}),
});

export const link = (label: string, url: string): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Link,
  label: cut(label, 80),
  url,
});

export const row = (...components: APIButtonComponent[]): Row => ({
  type: ComponentType.ActionRow,
  components,
});

export interface Pick {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly chosen?: boolean;
}

/** A menu of 1 to 25 options. */
export const menu = (id: string, placeholder: string, picks: readonly Pick[]): Row => ({
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.StringSelect,
      custom_id: id,
      placeholder: cut(placeholder, 150),
      options: picks.map(
        (pick): APISelectMenuOption => ({
          value: pick.value,
          label: cut(pick.label, 100),
          ...(pick.description ? { description: cut(pick.description, 100) } : {}),
          ...(pick.chosen ? { default: true } : {}),
        }),
      ),
    },
  ],
});

/** A menu of the server's text channels; `chosen` is the one that it shows. */
export const channelMenu = (id: string, placeholder: string, chosen: string | null): Row => ({
  type: ComponentType.ActionRow,
  components: [
    { ...channelSelect(id, placeholder, NEWS), ...shown(SelectMenuDefaultValueType.Channel, listOf(chosen)) },
  ],
});

/** A menu of up to 25 of the server's channels in which tables can stand, or of none; `chosen` are those that it shows. */
export const channelsMenu = (id: string, placeholder: string, chosen: readonly string[]): Row => ({
  type: ComponentType.ActionRow,
  components: [
    {
      ...channelSelect(id, placeholder, TABLES),
      ...SEVERAL,
      ...shown(SelectMenuDefaultValueType.Channel, chosen),
    },
  ],
});

/** A menu of up to 25 of the server's roles, or of none; `chosen` are those that it shows. */
export const rolesMenu = (id: string, placeholder: string, chosen: readonly string[]): Row => ({
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.RoleSelect,
      custom_id: id,
      placeholder: cut(placeholder, 150),
      ...SEVERAL,
      ...shown(SelectMenuDefaultValueType.Role, chosen),
    },
  ],
});

/** A menu of people, of whom up to so many are picked. */
export const usersMenu = (id: string, placeholder: string, most: number): Row => ({
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.UserSelect,
      custom_id: id,
      placeholder: cut(placeholder, 150),
      min_values: 1,
      max_values: most,
    },
  ],
});

const SEVERAL = { min_values: 0, max_values: 25 } as const;

/** Where the bot announces. */
const NEWS = [ChannelType.GuildText, ChannelType.GuildAnnouncement];
/** Where tables stand: in the channel, in its chat, or in the posts of a forum. */
const TABLES = [...NEWS, ChannelType.GuildVoice, ChannelType.GuildStageVoice, ChannelType.GuildForum];

const channelSelect = (
  id: string,
  placeholder: string,
  types: readonly ChannelType[],
): APIChannelSelectComponent => ({
  type: ComponentType.ChannelSelect,
  custom_id: id,
  placeholder: cut(placeholder, 150),
  channel_types: [...types],
});

const listOf = (one: string | null): string[] => (one === null ? [] : [one]);

const shown = <T extends SelectMenuDefaultValueType>(type: T, ids: readonly string[]) =>
  ids.length === 0 ? {} : { default_values: ids.slice(0, 25).map((id) => ({ id, type })) };

export const text = (content: string): APIComponentInContainer => ({
  type: ComponentType.TextDisplay,
  content,
});

/** Pictures (or any uploads) shown together. */
export const gallery = (...files: readonly Omit<Upload, 'data'>[]): APIComponentInContainer => ({
  type: ComponentType.MediaGallery,
  items: files.map((file) => ({
    media: { url: `attachment://${file.name}` },
    ...(file.description ? { description: file.description } : {}),
  })),
});

export const file = (upload: { readonly name: string }): APIComponentInContainer => ({
  type: ComponentType.File,
  file: { url: `attachment://${upload.name}` },
});

/** Nobody is pinged unless named here. */
const mentions = (ping: Pinged) => ({ parse: [], users: [...ping] });

/** A message with components V2 in one container: pictures between words and buttons. */
export function rich<File extends Upload | Sketch = Upload>(
  accent: number,
  components: readonly (APIComponentInContainer | false | undefined)[],
  files: readonly File[] = [],
): { readonly body: Screen['body']; readonly files: readonly File[] } {
  const inner = components.filter((part): part is APIComponentInContainer => Boolean(part));
  const container: APIMessageTopLevelComponent = {
    type: ComponentType.Container,
    accent_color: accent,
    components: inner,
  };
  return {
    body: { flags: MessageFlags.IsComponentsV2, components: [container], allowed_mentions: mentions(NOBODY) },
    files,
  };
}

/** An ordinary message: the only kind whose ping shows its words on a phone. */
export function plain<File extends Upload | Sketch = Upload>(
  content: string,
  rows: readonly Row[] = [],
  files: readonly File[] | undefined = [],
  ping: Pinged = NOBODY,
): Draft & { readonly files?: readonly File[] } {
  return {
    body: { content: cut(content, 2000), components: [...rows], allowed_mentions: mentions(ping) },
    files,
  };
}

/** A picture as a file of a message. */
export const sketch = (name: string, picture: Omit<Picture, 'width' | 'height'>): Sketch => ({
  name,
  description: cut(picture.alt, 1024),
  draw: () => picture.draw(),
});

/** Draws a picture into an upload. */
export async function upload(name: string, picture: Picture): Promise<Upload> {
  const { files = [] } = await drawn({ body: {}, files: [sketch(name, picture)] });
  return files[0]!;
}

export { cut };

/** "in 3 hours", counting by itself. */
export const ago = (at: number): string => `<t:${Math.floor(at / 1000)}:R>`;
/** "24 December 2026 09:00". */
export const day = (at: number): string => `<t:${Math.floor(at / 1000)}:f>`;
export const mention = (id: string): string => `<@${id}>`;
export const channelMention = (id: string): string => `<#${id}>`;
export const roleMention = (id: string): string => `<@&${id}>`;

/** Where a message stands, as Discord's clients know it. */
export function linkOf(
  guild: string | null,
  channel: string | null | undefined,
  message: string | null | undefined,
): string | null {
  if (!channel) return null;
  return `https://discord.com/channels/${guild ?? '@me'}/${channel}${message ? `/${message}` : ''}`;
}

/** A number as a language writes it, to one decimal, with a real minus sign: "1,612", "29.4", "−4". */
export const grouped = (n: number, locale: string): string => rounded(n, localeOf(locale));

/** A sentence, and the buttons that lead on from it. */
export const sentence = (words: string, ...buttons: Parameters<typeof row>): Screen =>
  plain(words, buttons.length > 0 ? [row(...buttons)] : [], []);
