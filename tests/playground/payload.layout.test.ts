import { describe } from 'vitest';
import { button, container, gallery, layout, limit, many, row, text, V2 } from './limit.ts';

describe('components of the second kind', () => {
  for (const kind of ['create', 'edit', 'webhook-create', 'webhook-edit'] as const)
    limit(`need their flag (${kind})`, {
      kind,
      inside: { flags: V2, components: [text('x')] },
      outside: { components: [text('x')] },
      says: 'components.0 UNION_TYPE_CHOICES',
    });
  limit('need no flag again at an edit of a message that has it', {
    kind: 'edit',
    inside: { components: [text('x')] },
    outside: { components: [text('x')] },
    says: 'components.0 UNION_TYPE_CHOICES',
    context: { previous: { flags: V2 } },
    outsideContext: { previous: { flags: 0, content: 'x' } },
  });
  limit('have no content beside them', {
    kind: 'create',
    inside: { ...layout(text('x')), content: null },
    outside: { ...layout(text('x')), content: 'x' },
    says: 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  });
  const plain = { flags: 0, content: 'Round 6', attachments: [], components: [] };
  limit('take the place of the text, which has to be cleared', {
    kind: 'edit',
    inside: { ...layout(text('x')), content: null },
    outside: layout(text('x')),
    says: 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    context: { previous: plain },
  });
  limit('stay: the flag cannot go', {
    kind: 'edit',
    inside: { flags: V2 | 64, components: [row(button('a'))] },
    outside: { flags: 64, components: [row(button('a'))] },
    says: 'flags MESSAGE_COMPONENTS_V2_FLAG_CANNOT_BE_REMOVED',
    context: { previous: { flags: V2, components: [text('x')] } },
  });
  limit('stay: text cannot come back', {
    kind: 'webhook-edit',
    inside: { content: null, components: [text('x')] },
    outside: { content: 'x', components: [] },
    says: 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    context: { previous: { flags: V2 | 64, components: [text('x')] } },
  });
  limit('may answer a deferred reply that is for one person', {
    kind: 'webhook-edit',
    inside: layout(text('x')),
    outside: { ...layout(text('x')), content: 'x' },
    says: 'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    context: { previous: { flags: 128 | 64, content: '', components: [], attachments: [] } },
  });

  const forty = (last: number) =>
    layout(
      container(
        ...many(6, (line) => row(...many(5, (place) => button(`${line}${place}`)))),
        ...many(last, () => text('x')),
      ),
    );
  limit('are at most forty, nested ones counted', {
    kind: 'create',
    inside: forty(3),
    outside: forty(4),
    says: 'components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
  });
  limit('have at most 4,000 characters of text in all', {
    kind: 'create',
    inside: layout(text('x'.repeat(2000)), container(text('x'.repeat(2000)))),
    outside: layout(text('x'.repeat(2000)), container(text('x'.repeat(2001)))),
    says: 'components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
  });
  limit('have text that is not empty', {
    kind: 'create',
    inside: layout(text('x')),
    outside: layout(text('')),
    says: 'components.0.content BASE_TYPE_REQUIRED',
  });
  limit('stand at the top only if they may', {
    kind: 'create',
    inside: layout(row(button('a'))),
    outside: layout(button('a')),
    says: 'components.0 UNION_TYPE_CHOICES',
  });
  limit('have no container in a container', {
    kind: 'create',
    inside: layout(container(text('x')), container(text('x'))),
    outside: layout(container(container(text('x')))),
    says: 'components.0.components.0 UNION_TYPE_CHOICES',
  });
  limit('have something in a container', {
    kind: 'create',
    inside: layout(container(text('x'))),
    outside: layout(container()),
    says: 'components.0.components BASE_TYPE_BAD_LENGTH',
  });
  limit('have an accent colour of 24 bits', {
    kind: 'create',
    inside: layout({ ...container(text('x')), accent_color: 0xffffff }),
    outside: layout({ ...container(text('x')), accent_color: 0x1000000 }),
    says: 'components.0.accent_color NUMBER_TYPE_MAX',
  });
  const pictures = (count: number) => gallery(...many(count, () => 'attachment://a.png'));
  limit('have at most ten pictures in a gallery', {
    kind: 'create',
    inside: layout(pictures(10)),
    outside: layout(pictures(11)),
    says: 'components.0.items BASE_TYPE_BAD_LENGTH',
    context: { files: ['a.png'] },
  });
  limit('have at least one picture in a gallery', {
    kind: 'create',
    inside: layout(pictures(1)),
    outside: layout(pictures(0)),
    says: 'components.0.items BASE_TYPE_BAD_LENGTH',
    context: { files: ['a.png'] },
  });
  const described = (length: number) =>
    layout({ type: 12, items: [{ media: { url: 'attachment://a.png' }, description: 'x'.repeat(length) }] });
  limit('describe a picture in at most 1,024 characters', {
    kind: 'create',
    inside: described(1024),
    outside: described(1025),
    says: 'components.0.items.0.description BASE_TYPE_MAX_LENGTH',
    context: { files: ['a.png'] },
  });
});
