import { ModalBuilder, TextInputStyle } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { faults, limit, many, menu, options, row, rows, text, V2 } from './limit.ts';

const content = { content: 'x' };

/** A form's field: a line of text under its label. */
function bare(id: string, more: object = {}) {
  return { type: 18, label: 'Name', component: { type: 4, custom_id: id, style: 1, ...more } };
}

describe('an answer', () => {
  const answers = {
    4: { type: 4, data: content },
    5: { type: 5, data: { flags: 64 } },
    6: { type: 6 },
    7: { type: 7, data: content },
    8: { type: 8, data: { choices: [] } },
    9: { type: 9, data: { custom_id: 'm', title: 'Name', components: [bare('a')] } },
  };
  const previous = { content: 'x' };
  for (const [name, allowed, context] of [
    ['a command', [4, 5, 9], { interaction: 'command' }],
    ['a component', [4, 5, 6, 7, 9], { interaction: 'component', previous }],
    ['a form from a command', [4, 5], { interaction: 'modal' }],
    ['a form from a message', [4, 5, 6, 7], { interaction: 'modal', previous }],
    ['an option being typed', [8], { interaction: 'autocomplete' }],
  ] as const)
    test(`to ${name} is of a kind that suits it`, () => {
      for (const [type, body] of Object.entries(answers)) {
        const fits = (allowed as readonly number[]).includes(Number(type));
        expect(faults('callback', body, context), `type ${type}`).toEqual(
          fits ? [] : ['type BASE_TYPE_CHOICES'],
        );
      }
    });
  limit('is of a known kind', {
    kind: 'callback',
    inside: { type: 6 },
    outside: { type: 3 },
    says: 'type BASE_TYPE_CHOICES',
  });
  limit('has a kind', {
    kind: 'callback',
    inside: { type: 6 },
    outside: {},
    says: 'type BASE_TYPE_REQUIRED',
  });
  limit('names faults under its data', {
    kind: 'callback',
    inside: { type: 7, data: rows(row(menu('a'))) },
    outside: { type: 7, data: rows(row(menu('a', { options: options(26) }))) },
    says: 'data.components.0.components.0.options BASE_TYPE_BAD_LENGTH',
  });
  limit('with a message has data', {
    kind: 'callback',
    inside: { type: 4, data: content },
    outside: { type: 4 },
    says: 'data BASE_TYPE_REQUIRED',
  });
  limit('deferred carries the flag for one person only', {
    kind: 'callback',
    inside: { type: 5, data: { flags: 64 } },
    outside: { type: 5, data: { flags: 64 | V2 } },
    says: 'data.flags INTERACTION_DEFERRED_RESPONSE_DATA_INVALID',
  });
  limit('deferred carries no message', {
    kind: 'callback',
    inside: { type: 5, data: {} },
    outside: { type: 5, data: content },
    says: 'data.content INTERACTION_DEFERRED_RESPONSE_DATA_INVALID',
  });
  limit('that only takes note carries nothing', {
    kind: 'callback',
    inside: { type: 6, data: {} },
    outside: { type: 6, data: { flags: 64 } },
    says: 'data.flags INTERACTION_DEFERRED_RESPONSE_DATA_INVALID',
  });
  limit('that changes the message counts it as it was', {
    kind: 'callback',
    inside: { type: 7, data: { components: [text('x')] } },
    outside: { type: 7, data: { components: [text('x')], content: 'x' } },
    says: 'data.content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    context: { interaction: 'component', previous: { flags: V2, components: [text('x')] } },
  });
});

describe('choices of an option being typed', () => {
  const choices = (...list: unknown[]) => ({ type: 8, data: { choices: list } });
  const one = (more: object) => choices({ name: 'x', value: 'x', ...more });
  limit('are at most 25', {
    kind: 'callback',
    inside: choices(...many(25, () => ({ name: 'x', value: 'x' }))),
    outside: choices(...many(26, () => ({ name: 'x', value: 'x' }))),
    says: 'data.choices BASE_TYPE_MAX_LENGTH',
  });
  limit('have names of at most 100 characters', {
    kind: 'callback',
    inside: one({ name: 'x'.repeat(100) }),
    outside: one({ name: 'x'.repeat(101) }),
    says: 'data.choices.0.name BASE_TYPE_MAX_LENGTH',
  });
  limit('have names', {
    kind: 'callback',
    inside: one({}),
    outside: one({ name: '' }),
    says: 'data.choices.0.name BASE_TYPE_REQUIRED',
  });
  limit('have values of at most 100 characters', {
    kind: 'callback',
    inside: one({ value: 'x'.repeat(100) }),
    outside: one({ value: 'x'.repeat(101) }),
    says: 'data.choices.0.value BASE_TYPE_MAX_LENGTH',
  });
  test('may be numbers', () => {
    expect(faults('callback', one({ value: 5 }))).toEqual([]);
    expect(faults('callback', one({ value: 0.5 }))).toEqual([]);
    expect(faults('callback', one({ value: true }))).not.toEqual([]);
  });
});

describe('a modal', () => {
  const modal = (components: unknown[], more: object = {}) => ({
    type: 9,
    data: { custom_id: 'm', title: 'Name', components, ...more },
  });
  limit('has at most five components', {
    kind: 'callback',
    inside: modal(many(5, (index) => bare(`i${index}`))),
    outside: modal(many(6, (index) => bare(`i${index}`))),
    says: 'data.components BASE_TYPE_BAD_LENGTH',
  });
  limit('has at least one component', {
    kind: 'callback',
    inside: modal([bare('a')]),
    outside: modal([]),
    says: 'data.components BASE_TYPE_BAD_LENGTH',
  });
  limit('has a title of at most 45 characters', {
    kind: 'callback',
    inside: modal([bare('a')], { title: 'x'.repeat(45) }),
    outside: modal([bare('a')], { title: 'x'.repeat(46) }),
    says: 'data.title BASE_TYPE_MAX_LENGTH',
  });
  limit('has a custom id of at most 100 characters', {
    kind: 'callback',
    inside: modal([bare('a')], { custom_id: 'x'.repeat(100) }),
    outside: modal([bare('a')], { custom_id: 'x'.repeat(101) }),
    says: 'data.custom_id BASE_TYPE_BAD_LENGTH',
  });
  limit('has a custom id', {
    kind: 'callback',
    inside: modal([bare('a')]),
    outside: modal([bare('a')], { custom_id: undefined }),
    says: 'data.custom_id BASE_TYPE_REQUIRED',
  });
  limit('has each id once', {
    kind: 'callback',
    inside: modal([bare('a'), bare('b')]),
    outside: modal([bare('a'), bare('a')]),
    says: 'data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  });
  limit('has inputs in labels only', {
    kind: 'callback',
    inside: modal([bare('a')]),
    outside: modal([bare('a').component]),
    says: 'data.components.0 UNION_TYPE_CHOICES',
  });
  limit('has labels of at most 45 characters', {
    kind: 'callback',
    inside: modal([{ ...bare('a'), label: 'x'.repeat(45) }]),
    outside: modal([{ ...bare('a'), label: 'x'.repeat(46) }]),
    says: 'data.components.0.label BASE_TYPE_MAX_LENGTH',
  });
  limit('has inputs whose least length is below their most', {
    kind: 'callback',
    inside: modal([bare('a', { min_length: 3, max_length: 3 })]),
    outside: modal([bare('a', { min_length: 4, max_length: 3 })]),
    says: 'data.components.0.component.min_length TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX_LENGTH',
  });
  limit('has inputs of at most 4,000 characters', {
    kind: 'callback',
    inside: modal([bare('a', { max_length: 4000 })]),
    outside: modal([bare('a', { max_length: 4001 })]),
    says: 'data.components.0.component.max_length NUMBER_TYPE_MAX',
  });
  test('made with discord.js passes', () => {
    const made = new ModalBuilder()
      .setCustomId('m')
      .setTitle('A seat')
      .addLabelComponents((label) =>
        label
          .setLabel('Name')
          .setTextInputComponent((one) => one.setCustomId('a').setStyle(TextInputStyle.Short)),
      );
    const data = JSON.parse(JSON.stringify(made));
    expect(faults('callback', { type: 9, data }, { interaction: 'component' })).toEqual([]);
    expect(faults('callback', { type: 9, data: { ...data, title: '' } })).toEqual([
      'data.title BASE_TYPE_REQUIRED',
    ]);
  });
});
