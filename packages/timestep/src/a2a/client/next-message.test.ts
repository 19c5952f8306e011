import { expect, it } from 'vitest';
import type { AssistantMessage, Message } from '../../core/index.ts';
import { nextMessage } from './next-message.ts';

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

it.each<[string, Message[], object]>([
  ['a first question', [{ role: 'system', content: 'Be brief.' }, question], { message: question }],
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
    'what was said since the reply of somebody else',
    [question, strangers, more],
    { message: more },
  ],
  [
    'the last question, where nothing was said since',
    [question, strangers, result],
    { message: question },
  ],
])('sends %s', (_name, messages, sent) => {
  expect(nextMessage(messages, 'key')).toEqual({ messageId: 'key', ...sent });
});

it.each([
  { a2a: 7 },
  { a2a: { taskId: 7, contextId: null, state: 'input-required' } },
  { other: {} },
])('knows no task from %j', (provider) => {
  const messages: Message[] = [question, { ...answer, provider }, more];
  expect(nextMessage(messages, 'key')).toEqual({ messageId: 'key', message: more });
});
