import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { messageToSubmission } from './message-to-submission.ts';

const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] };

it('reads a first message', () => {
  const params = { message: { ...message, metadata: { a: 1, b: 1 } }, metadata: { b: 2 } };
  expect(messageToSubmission(params)).toEqual({
    submission: {
      messageId: 'm1',
      message: { role: 'user', content: 'hello' },
      metadata: { a: 1, b: 1 },
      start: { metadata: { a: 1, b: 2 } },
    },
    returnImmediately: false,
    historyLength: undefined,
    acceptedOutputModes: [],
  });
});

it('reads a message of several parts to a task, with everything else it may carry', () => {
  const parts = [
    { data: { tool_results: [{ call_id: 'c', output: 'sunny' }] } },
    { text: 'look' },
    { data: [1] },
  ];
  const params = {
    message: { ...message, parts, taskId: 't1', contextId: 'c1', metadata: { a: 1 } },
    configuration: {
      returnImmediately: true,
      historyLength: 0,
      acceptedOutputModes: ['text/plain'],
    },
    metadata: { trace: 'x' },
    tenant: '',
    unheardOf: true,
  };
  expect(messageToSubmission(params)).toEqual({
    submission: {
      messageId: 'm1',
      taskId: 't1',
      contextId: 'c1',
      metadata: { a: 1 },
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'data', data: [1] },
        ],
      },
      results: [{ callId: 'c', output: 'sunny' }],
    },
    returnImmediately: true,
    historyLength: 0,
    acceptedOutputModes: ['text/plain'],
  });
});

it('says nothing of a task of which nothing was said', () => {
  expect(messageToSubmission({ message }).submission).not.toHaveProperty('start');
});

it('takes empty ids for absent ones', () => {
  const params = { message: { ...message, taskId: '', contextId: null } };
  const { submission } = messageToSubmission(params);
  expect(submission).not.toHaveProperty('taskId');
  expect(submission).not.toHaveProperty('contextId');
});

it('has no message where there are only results', () => {
  const parts = [{ data: { tool_results: [{ call_id: 'c', output: 'sunny' }] } }];
  const { submission } = messageToSubmission({ message: { ...message, parts } });
  expect(submission).not.toHaveProperty('message');
});

it.each<[string, JsonValue, string]>([
  ['parameters that are a list', [], 'params must be an object'],
  ['no message', {}, 'message must be an object'],
  ['a message that is text', { message: 'hello' }, 'message must be an object'],
  ['no message id', wrong({ messageId: '' }), 'message.messageId must be a non-empty string'],
  ['a number as message id', wrong({ messageId: 7 }), 'message.messageId must be a string'],
  ['no role', wrong({ role: null }), 'message.role must be "ROLE_USER" (in 0.3: "user")'],
  ['an unknown role', wrong({ role: 'user' }), 'message.role must be "ROLE_USER" (in 0.3: "user")'],
  [
    "the agent's role",
    wrong({ role: 'ROLE_AGENT' }),
    'message.role must be "ROLE_USER" (in 0.3: "user")',
  ],
  ['a number as task id', wrong({ taskId: 7 }), 'message.taskId must be a string'],
  ['an object as context id', wrong({ contextId: {} }), 'message.contextId must be a string'],
  ['text as metadata', wrong({ metadata: 'x' }), 'message.metadata must be an object'],
  [
    'text as extensions',
    wrong({ extensions: 'x' }),
    'message.extensions must be an array of strings',
  ],
  [
    'numbers as references',
    wrong({ referenceTaskIds: [1] }),
    'message.referenceTaskIds must be an array of strings',
  ],
  ['a list as configuration', { message, configuration: [] }, 'configuration must be an object'],
  [
    'a negative history',
    { message, configuration: { historyLength: -1 } },
    'configuration.historyLength must be a whole number from 0 to 2147483647',
  ],
  [
    'half a message of history',
    { message, configuration: { historyLength: 0.5 } },
    'configuration.historyLength must be a whole number from 0 to 2147483647',
  ],
  [
    'words for a truth value',
    { message, configuration: { returnImmediately: 'yes' } },
    'configuration.returnImmediately must be true or false',
  ],
])('refuses %s', (_name, params, text) => {
  expect(() => messageToSubmission(params)).toThrow(
    expect.objectContaining({ code: 'invalid-params', message: text }),
  );
});

it('reads where to tell what happens to the task', () => {
  const configuration = { taskPushNotificationConfig: { url: 'https://x.example', token: 't' } };
  expect(messageToSubmission({ message, configuration }).push).toEqual({
    id: 'default',
    url: 'https://x.example',
    token: 't',
  });
});

function wrong(fields: JsonObject): JsonObject {
  return { message: { ...message, ...fields } };
}
