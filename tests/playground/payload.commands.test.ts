import { SlashCommandBuilder } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { faults, limit, many } from './limit.ts';

describe('commands', () => {
  const command = (more: object = {}) => ({ name: 'metrox', description: 'x', ...more });
  const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'x', ...more });
  const one = (more: object) => [command(more)];
  const field = (more: object) => one({ options: [option('a', more)] });
  const choice = (index: number) => ({ name: `c${index}`, value: `v${index}` });
  limit('have names of at most 32 characters', {
    kind: 'commands',
    inside: one({ name: 'x'.repeat(32) }),
    outside: one({ name: 'x'.repeat(33) }),
    says: '0.name BASE_TYPE_MAX_LENGTH',
  });
  for (const [good, bad] of [
    ['metro-x', 'metro x'],
    ['metrox', 'Metrox'],
    ['u_bahn', 'u.bahn'],
    ['地下鉄', '🚇'],
  ])
    limit(`have names such as ${good}, not ${bad}`, {
      kind: 'commands',
      inside: one({ name: good }),
      outside: one({ name: bad }),
      says: '0.name APPLICATION_COMMAND_INVALID_NAME',
    });
  limit('have descriptions', {
    kind: 'commands',
    inside: one({}),
    outside: one({ description: undefined }),
    says: '0.description BASE_TYPE_REQUIRED',
  });
  limit('have descriptions that are not blank', {
    kind: 'commands',
    inside: one({ description: 'x' }),
    outside: one({ description: '' }),
    says: '0.description BASE_TYPE_BAD_LENGTH',
  });
  limit('have descriptions of at most 100 characters', {
    kind: 'commands',
    inside: one({ description: 'x'.repeat(100) }),
    outside: one({ description: 'x'.repeat(101) }),
    says: '0.description BASE_TYPE_MAX_LENGTH',
  });
  limit('have at most 25 options', {
    kind: 'commands',
    inside: one({ options: many(25, (index) => option(`o${index}`)) }),
    outside: one({ options: many(26, (index) => option(`o${index}`)) }),
    says: '0.options BASE_TYPE_MAX_LENGTH',
  });
  limit('have options with proper names', {
    kind: 'commands',
    inside: field({ name: 'map' }),
    outside: field({ name: 'Map' }),
    says: '0.options.0.name APPLICATION_COMMAND_INVALID_NAME',
  });
  limit('have each option once', {
    kind: 'commands',
    inside: one({ options: [option('a'), option('b')] }),
    outside: one({ options: [option('a'), option('a')] }),
    says: '0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
  });
  limit('have at most 25 choices', {
    kind: 'commands',
    inside: field({ choices: many(25, choice) }),
    outside: field({ choices: many(26, choice) }),
    says: '0.options.0.choices BASE_TYPE_MAX_LENGTH',
  });
  limit('have each choice once', {
    kind: 'commands',
    inside: field({ choices: [choice(0), choice(1)] }),
    outside: field({ choices: [choice(0), choice(0)] }),
    says: '0.options.0.choices.1.name APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
  });
  limit('have choices of at most 100 characters', {
    kind: 'commands',
    inside: field({ choices: [{ name: 'x', value: 'x'.repeat(100) }] }),
    outside: field({ choices: [{ name: 'x', value: 'x'.repeat(101) }] }),
    says: '0.options.0.choices.0.value BASE_TYPE_MAX_LENGTH',
  });
  limit('have required options before the others', {
    kind: 'commands',
    inside: one({ options: [option('a', { required: true }), option('b')] }),
    outside: one({ options: [option('a'), option('b', { required: true })] }),
    says: '0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  });
  const sub = (name: string, ...list: unknown[]) => ({ type: 1, name, description: 'x', options: list });
  limit('have required options first in subcommands too', {
    kind: 'commands',
    inside: one({ options: [sub('new', option('a', { required: true }), option('b'))] }),
    outside: one({ options: [sub('new', option('a'), option('b', { required: true }))] }),
    says: '0.options.0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  });
  limit('have subcommands or options, not both', {
    kind: 'commands',
    inside: one({ options: [sub('new'), sub('more')] }),
    outside: one({ options: [sub('new'), option('a')] }),
    says: '0.options.1 APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  });
  limit('have choices or completion, not both', {
    kind: 'commands',
    inside: field({ autocomplete: true }),
    outside: field({ autocomplete: true, choices: [choice(0)] }),
    says: '0.options.0.autocomplete APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES',
  });
  limit('have ranges the right way round', {
    kind: 'commands',
    inside: field({ type: 4, min_value: 2, max_value: 2 }),
    outside: field({ type: 4, min_value: 3, max_value: 2 }),
    says: '0.options.0.min_value APPLICATION_COMMAND_OPTION_RANGE_INVALID',
  });
  limit('have options of known types', {
    kind: 'commands',
    inside: field({ type: 6 }),
    outside: field({ type: 12 }),
    says: '0.options.0 UNION_TYPE_CHOICES',
  });

  // 76 options of 100 characters, three subcommands of 100, `rest` of 4 and `last`, the command's 6 and 1.
  const large = (last: number, more: object = {}) => {
    const list = (count: number) =>
      many(count, (index) => option(`${'o'.repeat(28)}${index + 10}`, { description: 'x'.repeat(70) }));
    const subs = many(3, (index) => ({ ...sub(`sub${index}`, ...list(24)), description: 'x'.repeat(96) }));
    return one({
      options: [...subs, { ...sub('rest', ...list(4)), description: 'x'.repeat(last) }],
      ...more,
    });
  };
  limit('have at most 8,000 characters in all', {
    kind: 'commands',
    inside: large(89),
    outside: large(90),
    says: '0 APPLICATION_COMMAND_TOO_LARGE',
  });
  limit('count with the longest of their translations', {
    kind: 'commands',
    inside: large(89, { name_localizations: { de: 'metro' } }),
    outside: large(89, { name_localizations: { de: 'metroxx' } }),
    says: '0 APPLICATION_COMMAND_TOO_LARGE',
  });
  limit('are at most a hundred', {
    kind: 'commands',
    inside: many(100, (index) => command({ name: `c${index}` })),
    outside: many(101, (index) => command({ name: `c${index}` })),
    says: '30032',
  });
  limit('have each name once', {
    kind: 'commands',
    inside: [command(), command({ name: 'metro' })],
    outside: [command(), command()],
    says: '1.name APPLICATION_COMMANDS_DUPLICATE_NAME',
  });
  limit('answer in known places', {
    kind: 'commands',
    inside: one({ contexts: [0, 1, 2], integration_types: [0, 1] }),
    outside: one({ contexts: [3] }),
    says: '0.contexts.0 BASE_TYPE_CHOICES',
  });
  limit('answer somewhere', {
    kind: 'commands',
    inside: one({ contexts: [0] }),
    outside: one({ contexts: [] }),
    says: '0.contexts BASE_TYPE_REQUIRED',
  });
  limit('are installed in known ways', {
    kind: 'commands',
    inside: one({ integration_types: [1] }),
    outside: one({ integration_types: [2] }),
    says: '0.integration_types.0 BASE_TYPE_CHOICES',
  });
  limit('are installed each way once', {
    kind: 'commands',
    inside: one({ integration_types: [0, 1] }),
    outside: one({ integration_types: [1, 1] }),
    says: '0.integration_types.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
  });
  limit('are translated to languages of Discord', {
    kind: 'commands',
    inside: one({ name_localizations: { de: 'metro' } }),
    outside: one({ name_localizations: { xx: 'metro' } }),
    says: '0.name_localizations.xx BASE_TYPE_CHOICES',
  });
  limit('ask for permissions as a number, in text or not', {
    kind: 'commands',
    inside: one({ default_member_permissions: '32' }),
    outside: one({ default_member_permissions: 'ManageGuild' }),
    says: '0.default_member_permissions NUMBER_TYPE_COERCE',
  });
  limit('come as a list', {
    kind: 'commands',
    inside: [command()],
    outside: command(),
    says: ' LIST_TYPE_CONVERT',
  });
  test('made with discord.js pass', () => {
    const made = new SlashCommandBuilder()
      .setName('metrox')
      .setDescription('Subways')
      .setContexts(0, 1)
      .setIntegrationTypes(0, 1)
      .setDefaultMemberPermissions(32)
      .addSubcommand((one) =>
        one
          .setName('new')
          .setDescription('A table')
          .addStringOption((map) => map.setName('map').setDescription('Which').setAutocomplete(true))
          .addUserOption((who) => who.setName('with').setDescription('Whom')),
      );
    expect(faults('commands', JSON.parse(JSON.stringify([made])))).toEqual([]);
  });
});
