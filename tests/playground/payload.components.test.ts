import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  MediaGalleryBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
} from 'discord.js';
import { describe, expect, test } from 'vitest';
import {
  button,
  container,
  faults,
  layout,
  limit,
  many,
  menu,
  options,
  row,
  rows,
  text,
  V2,
} from './limit.ts';

const IN_ROW = 'components.0.components.0';

describe('rows', () => {
  limit('are at most five in a plain message', {
    kind: 'create',
    inside: rows(...many(5, (index) => row(button(`b${index}`)))),
    outside: rows(...many(6, (index) => row(button(`b${index}`)))),
    says: 'components BASE_TYPE_MAX_LENGTH',
  });
  limit('have at most five buttons', {
    kind: 'create',
    inside: rows(row(...many(5, (index) => button(`b${index}`)))),
    outside: rows(row(...many(6, (index) => button(`b${index}`)))),
    says: 'components.0.components BASE_TYPE_BAD_LENGTH',
  });
  limit('are not empty', {
    kind: 'create',
    inside: rows(row(button('a'))),
    outside: rows(row()),
    says: 'components.0.components BASE_TYPE_BAD_LENGTH',
  });
  limit('hold a menu alone', {
    kind: 'create',
    inside: rows(row(menu('a')), row(menu('b')), row(button('c'))),
    outside: rows(row(menu('a'), menu('b')), row(menu('c'), button('d'))),
    says: [
      'components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'components.1.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
  });
  limit('hold no rows', {
    kind: 'create',
    inside: rows(row(button('a'))),
    outside: rows(row(row(button('a')))),
    says: `${IN_ROW} UNION_TYPE_CHOICES`,
  });
});

describe('custom ids', () => {
  limit('have at most 100 characters', {
    kind: 'create',
    inside: rows(row(button('x'.repeat(100)))),
    outside: rows(row(button('x'.repeat(101)))),
    says: `${IN_ROW}.custom_id BASE_TYPE_BAD_LENGTH`,
  });
  limit('have at least one character', {
    kind: 'create',
    inside: rows(row(button('x'))),
    outside: rows(row(button(''))),
    says: `${IN_ROW}.custom_id BASE_TYPE_BAD_LENGTH`,
  });
  limit('are unique in a message, wherever they stand and disabled or not', {
    kind: 'create',
    inside: layout(row(button('a')), container(row(menu('b')))),
    outside: layout(row(button('a', { disabled: true })), container(row(menu('a')))),
    says: 'components.1.components.0.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  });
  limit('have no half surrogate pairs', {
    kind: 'callback',
    inside: { type: 4, data: rows(row(button('m:🚇'))) },
    outside: { type: 4, data: rows(row(button('m:\ud83d'))) },
    says: `data.${IN_ROW}.custom_id STRING_TYPE_CONVERT`,
  });
  limit('do not meet by the ids of components either', {
    kind: 'create',
    inside: layout({ ...text('a'), id: 0 }, { ...text('b'), id: 0 }, { ...text('c'), id: 1 }),
    outside: layout({ ...text('a'), id: 1 }, { ...text('b'), id: 1 }),
    says: 'components.1.id COMPONENT_ID_DUPLICATED',
  });
});

describe('a button', () => {
  const one = (more: object) => rows(row(button('a', more)));
  limit('has a label of at most 80 characters', {
    kind: 'create',
    inside: one({ label: 'x'.repeat(80) }),
    outside: one({ label: 'x'.repeat(81) }),
    says: `${IN_ROW}.label BASE_TYPE_MAX_LENGTH`,
  });
  limit('has a label that is not blank', {
    kind: 'create',
    inside: one({ label: 'x' }),
    outside: one({ label: ' ' }),
    says: `${IN_ROW}.label BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED`,
  });
  limit('that leads somewhere has a url', {
    kind: 'create',
    inside: one({ style: 5, custom_id: undefined, url: 'https://example.com' }),
    outside: one({ style: 5, custom_id: undefined }),
    says: `${IN_ROW}.url BUTTON_COMPONENT_URL_REQUIRED`,
  });
  limit('that leads somewhere has no custom id', {
    kind: 'create',
    inside: one({ style: 5, custom_id: undefined, url: 'discord://-/channels/1/2' }),
    outside: one({ style: 5, url: 'https://example.com' }),
    says: `${IN_ROW}.custom_id BUTTON_COMPONENT_CUSTOM_ID_AND_URL`,
  });
  limit('of another style has a custom id', {
    kind: 'create',
    inside: one({}),
    outside: one({ custom_id: undefined }),
    says: `${IN_ROW}.custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED`,
  });
  limit('of another style has no url', {
    kind: 'create',
    inside: one({}),
    outside: one({ url: 'https://example.com' }),
    says: `${IN_ROW}.custom_id BUTTON_COMPONENT_CUSTOM_ID_AND_URL`,
  });
  limit('leads to http, https or discord', {
    kind: 'create',
    inside: one({ style: 5, custom_id: undefined, url: 'http://example.com' }),
    outside: one({ style: 5, custom_id: undefined, url: 'mailto:ann@example.com' }),
    says: `${IN_ROW}.url URL_TYPE_INVALID_SCHEME`,
  });
  limit('has a url of at most 512 characters', {
    kind: 'create',
    inside: one({ style: 5, custom_id: undefined, url: `https://example.com/${'x'.repeat(492)}` }),
    outside: one({ style: 5, custom_id: undefined, url: `https://example.com/${'x'.repeat(493)}` }),
    says: `${IN_ROW}.url BASE_TYPE_MAX_LENGTH`,
  });
  limit('has a known style', {
    kind: 'create',
    inside: one({ style: 4 }),
    outside: one({ style: 7 }),
    says: `${IN_ROW}.style BASE_TYPE_CHOICES`,
  });
});

describe('a menu', () => {
  const one = (more: object) => rows(row(menu('a', more)));
  limit('has at most 25 options', {
    kind: 'create',
    inside: one({ options: options(25) }),
    outside: one({ options: options(26) }),
    says: `${IN_ROW}.options BASE_TYPE_BAD_LENGTH`,
  });
  limit('has at least one option', {
    kind: 'create',
    inside: one({ options: options(1) }),
    outside: one({ options: [] }),
    says: `${IN_ROW}.options BASE_TYPE_BAD_LENGTH`,
  });
  limit('has each value once', {
    kind: 'create',
    inside: one({ options: options(2) }),
    outside: one({ options: [...options(2), ...options(1)] }),
    says: `${IN_ROW}.options.2.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
  });
  for (const field of ['label', 'value', 'description'])
    limit(`has options whose ${field} is at most 100 characters`, {
      kind: 'create',
      inside: one({ options: [{ label: 'x', value: 'x', [field]: 'x'.repeat(100) }] }),
      outside: one({ options: [{ label: 'x', value: 'x', [field]: 'x'.repeat(101) }] }),
      says: `${IN_ROW}.options.0.${field} BASE_TYPE_MAX_LENGTH`,
    });
  limit('has options with a label', {
    kind: 'create',
    inside: one({ options: [{ label: 'x', value: 'x' }] }),
    outside: one({ options: [{ label: '', value: 'x' }] }),
    says: `${IN_ROW}.options.0.label BASE_TYPE_REQUIRED`,
  });
  limit('has a placeholder of at most 150 characters', {
    kind: 'create',
    inside: one({ placeholder: 'x'.repeat(150) }),
    outside: one({ placeholder: 'x'.repeat(151) }),
    says: `${IN_ROW}.placeholder BASE_TYPE_MAX_LENGTH`,
  });
  limit('asks for no more than it offers', {
    kind: 'create',
    inside: one({ max_values: 3 }),
    outside: one({ max_values: 4 }),
    says: `${IN_ROW}.options BASE_TYPE_BAD_LENGTH`,
  });
  limit('asks for at most 25', {
    kind: 'create',
    inside: one({ options: options(25), max_values: 25 }),
    outside: one({ options: options(25), max_values: 26 }),
    says: `${IN_ROW}.max_values NUMBER_TYPE_MAX`,
  });
  limit('asks for at least none', {
    kind: 'create',
    inside: one({ min_values: 0 }),
    outside: one({ min_values: -1 }),
    says: `${IN_ROW}.min_values NUMBER_TYPE_MIN`,
  });
  limit('has its least number below its most', {
    kind: 'create',
    inside: one({ min_values: 2, max_values: 2 }),
    outside: one({ min_values: 2 }),
    says: `${IN_ROW}.min_values SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX_VALUES`,
  });
  const chosen = (count: number) =>
    options(3).map((option, index) => ({ ...option, default: index < count }));
  limit('has no more chosen beforehand than may be', {
    kind: 'create',
    inside: one({ options: chosen(1) }),
    outside: one({ options: chosen(2) }),
    says: `${IN_ROW} SELECT_COMPONENT_TOO_MANY_DEFAULTS`,
  });
  limit('of people has no more chosen beforehand than may be', {
    kind: 'create',
    inside: rows(row({ type: 5, custom_id: 'a', default_values: [{ type: 'user', id: '1' }] })),
    outside: rows(
      row({ type: 5, custom_id: 'a', default_values: many(2, (i) => ({ type: 'user', id: `${i}` })) }),
    ),
    says: `${IN_ROW} SELECT_COMPONENT_TOO_MANY_DEFAULTS`,
  });
  const five = (last: number) =>
    rows(...many(5, (index) => row(menu(`m${index}`, { options: options(index < 4 ? 25 : last) }))));
  limit('is one of five with fewer than 120 options in all', {
    kind: 'create',
    inside: five(19),
    outside: five(20),
    says: 'components COMPONENT_MAX_TOTAL_OPTIONS_EXCEEDED',
  });
});

test('what the builders of discord.js make passes', () => {
  const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('a').setLabel('F ×2').setStyle(ButtonStyle.Secondary),
    new ButtonBuilder().setURL('https://example.com').setLabel('Rules').setStyle(ButtonStyle.Link),
  );
  const lines = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder().setCustomId('b').setOptions({ label: 'F', value: 'F', description: 'x' }),
  );
  const board = new ContainerBuilder()
    .setAccentColor(0x123456)
    .addTextDisplayComponents(new TextDisplayBuilder().setContent('## Skip 2'))
    .addMediaGalleryComponents(
      new MediaGalleryBuilder().addItems({
        media: { url: 'attachment://board.png' },
        description: 'A board',
      }),
    )
    .addActionRowComponents(buttons)
    .addActionRowComponents(lines);
  const data = JSON.parse(JSON.stringify({ flags: V2 | 64, components: [board] }));
  expect(faults('callback', { type: 4, data }, { files: ['board.png'], interaction: 'command' })).toEqual([]);
  expect(faults('callback', { type: 4, data }, { files: [], interaction: 'command' })).toHaveLength(1);
});
