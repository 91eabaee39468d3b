import { expect, test } from 'vitest';
import { withMentions } from '../../src/playground/page/names.ts';

/** Names that somebody writes on the page, as the mentions that they stand for. */

const PEOPLE = [
  { id: '1', name: 'Ann' },
  { id: '2', name: 'Ann Marie' },
  { id: '3', name: 'metro' },
  { id: '4', name: 'a.b (c)' },
];

test.each([
  ['@metro', '<@3>'],
  ['hello @Metro, and @ANN!', 'hello <@3>, and <@1>!'],
  ['@Ann Marie and @Ann', '<@2> and <@1>'],
  ['@a.b (c)', '<@4>'],
  ['@Annabel @everyone ann@metro <@3>', '@Annabel @everyone ann@metro <@3>'],
])('%s', (written, sent) => {
  expect(withMentions(written, PEOPLE)).toBe(sent);
});

test('of nobody', () => {
  expect(withMentions('@Ann', [])).toBe('@Ann');
});
