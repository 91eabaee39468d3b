import { describe, expect, test } from 'vitest';
import { published } from '../../src/playground/payload.ts';
import { button, faults, layout, limit, many, row, rows, text, V2 } from './limit.ts';

describe('the text of a message', () => {
  for (const kind of ['create', 'edit', 'webhook-create', 'webhook-edit'] as const)
    limit(`has at most 2,000 characters (${kind})`, {
      kind,
      inside: { content: 'x'.repeat(2000) },
      outside: { content: 'x'.repeat(2001) },
      says: 'content BASE_TYPE_MAX_LENGTH',
    });
  limit('is text', {
    kind: 'create',
    inside: { content: '5' },
    outside: { content: 5 },
    says: 'content STRING_TYPE_CONVERT',
  });
  limit('has no half surrogate pairs', {
    kind: 'create',
    inside: { content: '🚇' },
    outside: { content: '🚇'.slice(0, 1) },
    says: 'content STRING_TYPE_CONVERT',
  });
});

describe('an empty message', () => {
  limit('is refused when made', {
    kind: 'create',
    inside: { content: 'x' },
    outside: { content: ' \n', components: [] },
    says: '50006',
  });
  limit('may be a file alone', {
    kind: 'create',
    inside: {},
    outside: {},
    says: '50006',
    context: { files: ['board.png'] },
    outsideContext: {},
  });
  limit('may be a row alone', {
    kind: 'webhook-create',
    inside: { components: [row(button('a'))] },
    outside: { components: [] },
    says: '50006',
  });
  limit('is one of components when it has the flag', {
    kind: 'create',
    inside: layout(text('x')),
    outside: { flags: V2 },
    says: '50006',
    context: { files: ['board.png'] },
  });
  limit('is refused as an answer', {
    kind: 'callback',
    inside: { type: 4, data: { content: 'x' } },
    outside: { type: 4, data: {} },
    says: '50006',
  });
  const previous = { content: 'Round 6', attachments: [{ id: '900000000000000001', filename: 'strip.png' }] };
  limit('is refused when an edit leaves nothing', {
    kind: 'edit',
    inside: { content: '' },
    outside: { content: '', attachments: [] },
    says: '50006',
    context: { previous },
  });
  limit('is what a deferred answer still is', {
    kind: 'webhook-edit',
    inside: { content: 'Here' },
    outside: { allowed_mentions: { parse: [] } },
    says: '50006',
    context: { previous: { flags: 128 | 64, content: '', attachments: [], components: [] } },
  });
  test('is not suspected where the message before is unknown', () => {
    expect(faults('edit', { content: '' })).toEqual([]);
    expect(faults('edit', { content: '', components: [], attachments: [] })).toEqual(['50006']);
  });
});

describe('mentions', () => {
  const ids = (count: number) => many(count, (index) => String(900000000000000000n + BigInt(index)));
  const body = (allowed_mentions: object) => ({ content: 'x', allowed_mentions });
  limit('go to at most a hundred people', {
    kind: 'create',
    inside: body({ users: ids(100) }),
    outside: body({ users: ids(101) }),
    says: 'allowed_mentions.users BASE_TYPE_MAX_LENGTH',
  });
  limit('name a person once', {
    kind: 'create',
    inside: body({ users: ids(2) }),
    outside: body({ users: [...ids(1), ...ids(1)] }),
    says: 'allowed_mentions.users.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
  });
  limit('are of known kinds', {
    kind: 'create',
    inside: body({ parse: [] }),
    outside: body({ parse: ['here'] }),
    says: 'allowed_mentions.parse.0 BASE_TYPE_CHOICES',
  });
  limit('are ids', {
    kind: 'create',
    inside: body({ users: ids(1) }),
    outside: body({ users: ['Ann'] }),
    says: 'allowed_mentions.users.0 NUMBER_TYPE_COERCE',
  });
});

limit('a nonce has at most 25 characters', {
  kind: 'create',
  inside: { content: 'x', nonce: 'n'.repeat(25), enforce_nonce: true },
  outside: { content: 'x', nonce: 'n'.repeat(26), enforce_nonce: true },
  says: 'nonce BASE_TYPE_MAX_LENGTH',
});

test('flags may be a number in text', () => {
  expect(faults('create', { flags: String(V2), components: [text('x')] })).toEqual([]);
});

describe('a thread', () => {
  limit('has a name of at most 100 characters', {
    kind: 'thread',
    inside: { name: 'x'.repeat(100), auto_archive_duration: 10080, type: 11 },
    outside: { name: 'x'.repeat(101) },
    says: 'name BASE_TYPE_MAX_LENGTH',
  });
  limit('has a name', {
    kind: 'thread',
    inside: { name: 'x' },
    outside: { name: ' ' },
    says: 'name BASE_TYPE_REQUIRED',
  });
  limit('rests after an hour, a day, three or seven', {
    kind: 'thread',
    inside: { name: 'x', auto_archive_duration: 60 },
    outside: { name: 'x', auto_archive_duration: 61 },
    says: 'auto_archive_duration BASE_TYPE_CHOICES',
  });
});

describe('the published schema alone', () => {
  test('passes what only the further limits refuse', () => {
    const six = rows(...many(6, (index) => row(button(`b${index}`))));
    expect(published('create', six)).toEqual([]);
    expect(faults('create', six)).not.toEqual([]);
  });
  test('refuses shapes, with their place', () => {
    expect(published('create', rows(row({ ...button('x'.repeat(101)) })))).toMatchObject([
      { path: ['components', 0, 'components', 0, 'custom_id'], code: 'BASE_TYPE_BAD_LENGTH' },
    ]);
    expect(published('callback', { type: 3 })).toMatchObject([{ path: ['type'], code: 'BASE_TYPE_CHOICES' }]);
    expect(published('callback', 'x')).toMatchObject([{ path: [], code: 'MODEL_TYPE_CONVERT' }]);
    expect(published('create', null)).toMatchObject([{ path: [], code: 'BASE_TYPE_REQUIRED' }]);
  });
});
