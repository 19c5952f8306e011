import { expect, it } from 'vitest';
import type { AssistantMessage, ContentPart, Message } from '#core';
import { buildNextMessage } from './next-message.ts';

const question: Message = { role: 'user', content: 'weather?' };
const asking: AssistantMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
  provider: { a2a: { taskId: 't1', contextId: 'c1', state: 'input-required' } },
};
const answer: AssistantMessage = {
  role: 'assistant',
  content: 'sunny',
  provider: { a2a: { taskId: 't1', contextId: 'c1', state: 'completed' } },
};
const result: Message = { role: 'tool', tool_call_id: 'a', content: 'sunny' };
const more: Message = { role: 'user', content: 'and now?' };
const strangers: Message = { role: 'assistant', content: 'hello' };

const said = (...texts: readonly string[]): ContentPart[] =>
  ['Before the message that follows, this was said:', ...texts].map((text) => ({
    type: 'text',
    text,
  }));

it.each<[string, Message[], object]>([
  ['a first question', [question], { message: question }],
  [
    'instructions with the first question',
    [{ role: 'system', content: 'Be brief.' }, question],
    { message: { role: 'user', content: said('[system]\nBe brief.', 'weather?') } },
  ],
  [
    'instructions once only, where the peer remembers them',
    [{ role: 'system', content: 'Be brief.' }, question, answer, more],
    { contextId: 'c1', message: more },
  ],
  [
    'results to the task that waits for them',
    [question, asking, result],
    {
      taskId: 't1',
      contextId: 'c1',
      results: [{ callId: 'a', name: 'get_weather', output: 'sunny' }],
    },
  ],
  [
    'results and words together',
    [question, asking, result, more],
    {
      taskId: 't1',
      contextId: 'c1',
      results: [{ callId: 'a', name: 'get_weather', output: 'sunny' }],
      message: more,
    },
  ],
  [
    'a new question in the same conversation',
    [question, answer, more],
    { contextId: 'c1', message: more },
  ],
  [
    'several messages as one',
    [question, { role: 'user', content: [{ type: 'data', data: 7 }] }, more],
    {
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'weather?' },
          { type: 'data', data: 7 },
          { type: 'text', text: 'and now?' },
        ],
      },
    },
  ],
  [
    'what others answered, and who said what',
    [question, strangers, more],
    {
      message: {
        role: 'user',
        content: said('[user]\nweather?', '[assistant]\nhello', 'and now?'),
      },
    },
  ],
  [
    'turns of others since the last reply, in the same conversation',
    [question, answer, more, strangers, more],
    {
      contextId: 'c1',
      message: {
        role: 'user',
        content: said('[user]\nand now?', '[assistant]\nhello', 'and now?'),
      },
    },
  ],
  [
    'calls of others with their results, where nothing was said since',
    [question, { ...asking, provider: {} }, result],
    {
      message: {
        role: 'user',
        content: said('[user]\nweather?', '[assistant]\ncalled get_weather({})', '[tool]\nsunny'),
      },
    },
  ],
  [
    'attachments of earlier turns as they are',
    [{ role: 'user', content: [{ type: 'data', data: 7 }] }, strangers, more],
    {
      message: {
        role: 'user',
        content: [
          ...said('[user]'),
          { type: 'data', data: 7 },
          { type: 'text', text: '[assistant]\nhello' },
          { type: 'text', text: 'and now?' },
        ],
      },
    },
  ],
  [
    'everything again to a peer that has no conversations',
    [
      question,
      { ...answer, provider: { a2a: { taskId: 't1', contextId: null, state: 'completed' } } },
      more,
    ],
    {
      message: {
        role: 'user',
        content: said('[user]\nweather?', '[assistant]\nsunny', 'and now?'),
      },
    },
  ],
])('sends %s', (_name, messages, sent) => {
  expect(buildNextMessage(messages, 'key')).toEqual({ messageId: 'key', ...sent });
});

it.each([
  { a2a: 7 },
  { a2a: { taskId: 7, contextId: null, state: 'input-required' } },
  { other: {} },
])('knows no task from %j', (provider) => {
  const messages: Message[] = [question, { ...answer, provider }, more];
  const sent = buildNextMessage(messages, 'key');
  expect(sent).not.toHaveProperty('taskId');
  expect(sent).not.toHaveProperty('contextId');
  expect(sent.message).toEqual({
    role: 'user',
    content: said('[user]\nweather?', '[assistant]\nsunny', 'and now?'),
  });
});
