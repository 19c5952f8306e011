import { expect, it } from 'vitest';
import { formatLeftQuestion } from './left-question.ts';

it.each([
  [true, 'the user declined to answer: When? (now, later)'],
  [false, 'the user did not answer: When? (now, later)'],
])('says how a question was left', (isDeclined, text) => {
  const question = { text: 'When?', options: ['now', 'later'] };
  expect(formatLeftQuestion({ question, isDeclined })).toBe(text);
});
