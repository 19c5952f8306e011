import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { fromProtoJson } from './from-proto-json.ts';

const send = {
  message: {
    messageId: 'm1',
    taskId: 't1',
    contextId: 'c1',
    role: 'ROLE_USER',
    parts: [{ raw: 'aGk=', mediaType: 'text/plain' }, { data: { task_id: 'mine', role: 1 } }],
    metadata: { message_id: 'mine', state: 3 },
    referenceTaskIds: ['t0'],
  },
  configuration: {
    acceptedOutputModes: ['text/plain'],
    returnImmediately: true,
    historyLength: '3',
    taskPushNotificationConfig: { taskId: 't1', id: '1', url: 'https://x.example' },
  },
};

/** The same request under the names of the protocol buffer, and with numbers for enums. */
const sent = {
  message: {
    message_id: 'm1',
    task_id: 't1',
    context_id: 'c1',
    role: 1,
    parts: [{ raw: 'aGk=', media_type: 'text/plain' }, { data: { task_id: 'mine', role: 1 } }],
    metadata: { message_id: 'mine', state: 3 },
    reference_task_ids: ['t0'],
  },
  configuration: {
    accepted_output_modes: ['text/plain'],
    return_immediately: true,
    history_length: '3',
    task_push_notification_config: { task_id: 't1', id: '1', url: 'https://x.example' },
  },
};

it.each<readonly [string, JsonValue, JsonValue]>([
  ['a request', sent, send],
  ['the form of this room', send, send],
  [
    'a filter',
    { status: 6, page_size: '10' },
    { status: 'TASK_STATE_INPUT_REQUIRED', pageSize: '10' },
  ],
  ['a filter of a query', { status: '3' }, { status: 'TASK_STATE_COMPLETED' }],
  [
    'an event',
    { status_update: { task_id: 't', status: { state: 7 } } },
    { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_REJECTED' } } },
  ],
  ['a number that no state has', { status: 99 }, { status: 99 }],
  ['both names', { task_id: 'old', taskId: 'new' }, { taskId: 'new' }],
  ['unknown fields', { my_field: 1, parts: 'x' }, { my_field: 1, parts: 'x' }],
  ['what is no object', 'task_id', 'task_id'],
])('reads %s', (_what, given, read) => {
  expect(fromProtoJson(given)).toEqual(read);
});

it('keeps a field that is called __proto__ a field', () => {
  const read = fromProtoJson(JSON.parse('{"__proto__":{"task_id":"t"}}'));
  expect(JSON.stringify(read)).toBe('{"__proto__":{"taskId":"t"}}');
});

it('leaves alone what is nested deeper than any message', () => {
  let deep: JsonValue = { task_id: 't' };
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(() => fromProtoJson(deep)).not.toThrow();
});
