import { expect, it } from 'vitest';
import { describeUnknownName } from './unknown-name.ts';

const MANY = Array.from({ length: 25 }, (_, at) => `tool_${at}`);

it.each([
  ['wether', ['weather', 'sky'], 'there is no agent wether: did you mean weather?'],
  ['other', ['weather', 'sky'], 'there is no agent other: there are weather, sky'],
  ['other', [], 'there is no agent other: there is none'],
  ['a\u202e\nb', ['sky\u200b'], 'there is no agent a\\u{202e}\\u{a}b: there are sky\\u{200b}'],
  ['other', MANY, `there is no agent other: there are ${MANY.slice(0, 20).join(', ')} and 5 more`],
])('says what is known instead of %j', (name, known, message) => {
  expect(describeUnknownName('agent', name, known)).toBe(message);
});
