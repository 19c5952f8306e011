import { expect, it } from 'vitest';
import type { JsonObject } from '../data/json.ts';
import type { UserMessage } from './message.ts';
import { DECLINED_ANSWER, messageToAnswer, formatQuestion } from './question.ts';

const one: JsonObject = { type: 'object', properties: { seats: { type: 'integer' } } };
const name: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
const two: JsonObject = { type: 'object', properties: { seats: {}, name: {} } };

it.each<[string, UserMessage['content'], JsonObject, JsonObject | undefined]>([
  ['JSON of an object', '{"seats": 2}', one, { seats: 2 }],
  ['a part of data', [{ type: 'data', data: { seats: 2 } }], two, { seats: 2 }],
  ['a bare number for the only property', ' 2 ', one, { seats: 2 }],
  ['words for the only property', 'two', one, { seats: 'two' }],
  ['digits for a text', '2', name, { name: '2' }],
  ['words where two things are asked', 'two for Ada', two, undefined],
])('reads as data %s', (_, content, schema, data) => {
  const answer = messageToAnswer({ role: 'user', content }, { text: 'What?', schema });
  expect(answer.data).toEqual(data);
});

it('keeps the parts of an answer, and reads no data where none is asked for', () => {
  const content = [{ type: 'text', text: '{"a":1}' }] as const;
  expect(messageToAnswer({ role: 'user', content }, { text: 'What?' })).toEqual({
    question: { text: 'What?' },
    text: '{"a":1}',
    parts: content,
  });
});

it('shows the answers to choose from', () => {
  expect(formatQuestion({ text: 'Which?', options: ['red', 'blue'] })).toBe('Which? (red, blue)');
  expect(formatQuestion({ text: 'Which?' })).toBe('Which?');
});

it('takes a declined question for no data', () => {
  const question = { text: 'Whose?', schema: name };
  expect(messageToAnswer({ role: 'user', content: DECLINED_ANSWER }, question)).toEqual({
    question,
    text: 'I do not want to answer this.',
    isDeclined: true,
  });
});
