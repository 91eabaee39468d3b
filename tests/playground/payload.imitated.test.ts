import { describe, expect, test } from 'vitest';
import type { Kind } from '../../src/playground/payload/schema.ts';
import { published } from '../../src/playground/payload.ts';
import { button, container, faults, gallery, layout, menu, row, rows, text } from './limit.ts';

/** What Discord would take and the playground leaves out is refused, never dropped in silence. */

const refused = (kind: Kind, body: unknown, ...paths: string[]): void => {
  expect(published(kind, body)).toEqual([]);
  expect(faults(kind, body, { files: ['a.png'] })).toEqual(paths.map((path) => `${path} NOT_IMITATED`));
};

describe('a message', () => {
  test.each([
    ['embeds', [{ title: 'x' }]],
    ['poll', { question: { text: 'x' }, answers: [{ poll_media: { text: 'x' } }] }],
    ['sticker_ids', ['1']],
    ['message_reference', { message_id: '1' }],
    ['tts', true],
    ['flags', 1 << 12],
    ['flags', 1 << 2],
  ])('with %s', (field, value) => refused('create', { content: 'x', [field]: value }, field));

  test('may say of these that there are none', () => {
    const none = { embeds: [], poll: null, sticker_ids: [], tts: false };
    expect(faults('create', { content: 'x', ...none })).toEqual([]);
  });

  test('that pings roles, or whole kinds', () => {
    const pinging = (allowed_mentions: object) => ({ content: 'x', allowed_mentions });
    refused('create', pinging({ parse: ['users'] }), 'allowed_mentions.parse');
    refused('create', pinging({ roles: ['1'] }), 'allowed_mentions.roles');
    refused('create', pinging({ replied_user: true }), 'allowed_mentions.replied_user');
  });
});

describe('components', () => {
  const accessory = button('a');
  const media = { url: 'attachment://a.png' };
  test.each([
    ['a section', { type: 9, components: [text('x')], accessory }],
    ['a separator', { type: 14 }],
  ])('such as %s', (_, component) => {
    refused('create', layout(component), 'components.0.type');
    refused('webhook-edit', layout(container(component)), 'components.0.components.0.type');
  });

  const inner = 'components.0.components.0';
  test.each([
    ['type', { type: 7, custom_id: 'a' }],
    ['emoji', button('a', { emoji: { name: '🏁' } })],
    ['options.0.emoji', menu('a', { options: [{ label: 'x', value: 'x', emoji: { name: '🏁' } }] })],
  ])('with %s', (field, component) => refused('create', rows(row(component)), `${inner}.${field}`));

  test('that sell something', () => {
    const premium = { type: 2, style: 6, sku_id: '1' };
    refused('create', rows(row(premium)), `${inner}.sku_id`, `${inner}.style`);
  });

  test('that hide something', () => {
    const item = { media, spoiler: true };
    refused('create', layout({ type: 12, items: [item] }), 'components.0.items.0.spoiler');
    refused('create', layout({ ...container(gallery(media.url)), spoiler: true }), 'components.0.spoiler');
    refused('create', layout({ type: 13, file: media, spoiler: true }), 'components.0.spoiler');
  });
});

describe('a form', () => {
  const form = (...components: object[]) => ({
    type: 9,
    data: { custom_id: 'm', title: 'Name', components },
  });
  const input = { type: 4, custom_id: 'a', style: 1 };
  const label = (component: object, more: object = {}) => ({ type: 18, label: 'x', component, ...more });
  test.each([
    ['texts', text('x'), '0.type'],
    ['rows', row({ ...input, label: 'x' }), '0.type'],
    ['menus', label(menu('a')), '0.component.type'],
    ['descriptions', label(input, { description: 'x' }), '0.description'],
  ])('with %s', (_, component, path) => refused('callback', form(component), `data.components.${path}`));
});

test('an answer that starts an activity is none', () => {
  expect(faults('callback', { type: 12 })).toEqual(['type BASE_TYPE_CHOICES']);
});

describe('a command', () => {
  const command = (more: object) => [{ name: 'metrox', description: 'x', ...more }];
  const option = (more: object) => command({ options: [{ type: 3, name: 'a', description: 'x', ...more }] });
  test.each([
    ['on a person', [{ type: 2, name: 'Show' }], '0.type'],
    ['with groups of subcommands', option({ type: 2, options: [] }), '0.options.0.type'],
    ['with a channel', option({ type: 7 }), '0.options.0.type'],
    ['with a role', option({ type: 8 }), '0.options.0.type'],
    ['with a decimal number', option({ type: 10 }), '0.options.0.type'],
    ['with a file', option({ type: 11 }), '0.options.0.type'],
    ['with a length', option({ min_length: 2 }), '0.options.0.min_length'],
  ])('%s', (_, body, path) => refused('commands', body, path));
});
