import { describe, expect, test } from 'vitest';
import { container, faults, gallery, layout, limit, many, text, V2 } from './limit.ts';

const MEBIBYTE = 1024 * 1024;

describe('files', () => {
  limit('are at most ten', {
    kind: 'create',
    inside: { content: 'x' },
    outside: { content: 'x' },
    says: 'attachments BASE_TYPE_MAX_LENGTH',
    context: { files: many(10, (index) => `${index}.png`) },
    outsideContext: { files: many(11, (index) => `${index}.png`) },
  });
  limit('have at most 10 MiB each', {
    kind: 'create',
    inside: { content: 'x' },
    outside: { content: 'x' },
    says: '40005',
    context: { files: ['a.png'], fileSizes: [10 * MEBIBYTE] },
    outsideContext: { files: ['a.png'], fileSizes: [10 * MEBIBYTE + 1] },
  });
  limit('have at most 25 MiB in all', {
    kind: 'callback',
    inside: { type: 4, data: { content: 'x' } },
    outside: { type: 4, data: { content: 'x' } },
    says: '40005',
    context: { files: ['a', 'b', 'c'], fileSizes: [10 * MEBIBYTE, 10 * MEBIBYTE, 5 * MEBIBYTE] },
    outsideContext: { files: ['a', 'b', 'c'], fileSizes: [10 * MEBIBYTE, 10 * MEBIBYTE, 5 * MEBIBYTE + 1] },
  });
  limit('are listed by the number they are uploaded under', {
    kind: 'create',
    inside: { content: 'x', attachments: [{ id: '0', description: 'A board' }, { id: 1 }] },
    outside: { content: 'x', attachments: [{ id: '0' }, { id: '2' }] },
    says: 'attachments.1.id ATTACHMENT_NOT_FOUND',
    context: { files: ['a.png', 'b.png'] },
  });
  limit('are listed once', {
    kind: 'create',
    inside: { attachments: [{ id: '0' }, { id: '1' }] },
    outside: { attachments: [{ id: '0' }, { id: '0' }] },
    says: 'attachments.1.id SET_TYPE_ALREADY_CONTAINS_VALUE',
    context: { files: ['a.png', 'b.png'] },
  });
  limit('are described in at most 1,024 characters', {
    kind: 'create',
    inside: { attachments: [{ id: '0', description: 'x'.repeat(1024) }] },
    outside: { attachments: [{ id: '0', description: 'x'.repeat(1025) }] },
    says: 'attachments.0.description BASE_TYPE_MAX_LENGTH',
    context: { files: ['a.png'] },
  });
  const previous = { attachments: [{ id: '900000000000000001', filename: 'strip.png' }], content: 'x' };
  limit('that stay at an edit are the message’s own', {
    kind: 'edit',
    inside: { attachments: [{ id: '900000000000000001' }, { id: '0' }] },
    outside: { attachments: [{ id: '900000000000000002' }] },
    says: 'attachments.0.id ATTACHMENT_NOT_FOUND',
    context: { previous, files: ['board.png'] },
  });
  test('that stay at an edit count among the ten', () => {
    const nine = {
      content: 'x',
      attachments: many(9, (i) => ({ id: `90000000000000000${i}`, filename: 'a' })),
    };
    expect(faults('edit', {}, { previous: nine, files: ['a'] })).toEqual([]);
    expect(faults('edit', {}, { previous: nine, files: ['a', 'b'] })).toEqual([
      'attachments BASE_TYPE_MAX_LENGTH',
    ]);
    expect(faults('edit', { attachments: [] }, { previous: nine, files: ['a', 'b'] })).toEqual([]);
  });
});

describe('a file named by a component', () => {
  limit('is uploaded with it', {
    kind: 'create',
    inside: layout(gallery('attachment://board.png')),
    outside: layout(gallery('attachment://bored.png')),
    says: 'components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    context: { files: ['board.png'] },
  });
  const previous = {
    flags: V2,
    attachments: [{ id: '900000000000000001', filename: 'board.png' }],
    components: [text('x')],
  };
  limit('may be one that stays', {
    kind: 'edit',
    inside: layout(container(gallery('attachment://board.png'))),
    outside: { ...layout(container(gallery('attachment://board.png'))), attachments: [] },
    says: 'components.0.components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
    context: { previous },
  });
  limit('is an attachment', {
    kind: 'create',
    inside: layout(gallery('attachment://board.png')),
    outside: layout(gallery('https://example.com/board.png')),
    says: 'components.0.items.0.media.url URL_TYPE_INVALID_SCHEME',
    context: { files: ['board.png'] },
  });
  limit('is an attachment in a file component', {
    kind: 'create',
    inside: layout({ type: 13, file: { url: 'attachment://record.txt' } }),
    outside: layout({ type: 13, file: { url: 'https://example.com/record.txt' } }),
    says: 'components.0.file.url URL_TYPE_INVALID_SCHEME',
    context: { files: ['record.txt'] },
  });
});
