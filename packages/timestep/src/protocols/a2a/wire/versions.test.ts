import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import {
  configurationFromA2A03,
  eventFromA2A03,
  messageFromA2A03,
  sendParamsFromA2A03,
  taskFromA2A03,
  sendParamsFromA2A03Rest,
} from './from-a2a-0-3.ts';
import {
  eventToA2A03,
  messageToA2A03,
  taskToA2A03,
  eventToA2A03Rest,
  taskToA2A03Rest,
} from './to-a2a-0-3.ts';
import type { WireEvent, WireMessage, WirePart, WireState, WireTask } from './wire-types.ts';

const parts: WirePart[] = [
  { text: 'hello' },
  { text: 'noted', metadata: { a: 1 } },
  { text: '# a', mediaType: 'text/markdown', filename: 'a.md', metadata: { a: 1 } },
  { data: { b: 1 }, filename: 'b.json' },
  { data: { tool_calls: [] } },
  { data: [1, null] },
  { data: null },
  { data: 'text', metadata: { a: 1 } },
  { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
  { url: 'https://x.example/a' },
];
const message: WireMessage = {
  messageId: 'm1',
  contextId: 'c1',
  taskId: 't1',
  role: 'ROLE_AGENT',
  parts,
  metadata: { a: 1 },
  extensions: ['https://x.example'],
};
const task: WireTask = {
  id: 't1',
  contextId: 'c1',
  status: {
    state: 'TASK_STATE_INPUT_REQUIRED',
    message,
    timestamp: '2026-01-31T12:00:00.000Z',
  },
  artifacts: [{ artifactId: 'answer-1', name: 'answer', parts }],
  history: [message, { ...message, role: 'ROLE_USER' }],
  metadata: { generation: 3 },
};
const statusUpdate: WireEvent = {
  statusUpdate: {
    taskId: 't1',
    contextId: 'c1',
    status: { state: 'TASK_STATE_WORKING' },
    metadata: { generation: 3 },
  },
};
const artifactUpdate: WireEvent = {
  artifactUpdate: {
    taskId: 't1',
    contextId: 'c1',
    artifact: { artifactId: 'answer-1', parts: [{ text: 'it' }] },
    append: true,
    lastChunk: false,
  },
};

it('takes tasks, messages and events to 0.3 and back', () => {
  expect(taskFromA2A03(taskToA2A03(task))).toEqual(task);
  expect(messageFromA2A03(messageToA2A03(message))).toEqual(message);
  for (const event of [{ task }, { message }, statusUpdate, artifactUpdate]) {
    expect(eventFromA2A03(eventToA2A03(event))).toEqual(event);
  }
});

it('writes 0.3 with kinds and lower-case names', () => {
  expect(taskToA2A03(task)).toMatchObject({
    kind: 'task',
    status: { state: 'input-required', message: { kind: 'message', role: 'agent' } },
    history: [{ role: 'agent' }, { role: 'user' }],
  });
  expect(messageToA2A03(message)['parts']).toEqual([
    { kind: 'text', text: 'hello' },
    { kind: 'text', text: 'noted', metadata: { a: 1 } },
    {
      kind: 'text',
      text: '# a',
      metadata: {
        a: 1,
        'https://timestep.dev/a2a/part': { filename: 'a.md', mediaType: 'text/markdown' },
      },
    },
    {
      kind: 'data',
      data: { b: 1 },
      metadata: { 'https://timestep.dev/a2a/part': { filename: 'b.json' } },
    },
    { kind: 'data', data: { tool_calls: [] } },
    { kind: 'data', data: { value: [1, null] }, metadata: { data_part_compat: true } },
    { kind: 'data', data: { value: null }, metadata: { data_part_compat: true } },
    { kind: 'data', data: { value: 'text' }, metadata: { a: 1, data_part_compat: true } },
    { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } },
    { kind: 'file', file: { uri: 'https://x.example/a' } },
  ]);
});

it.each<[WireState, boolean]>([
  ['TASK_STATE_SUBMITTED', false],
  ['TASK_STATE_WORKING', false],
  ['TASK_STATE_INPUT_REQUIRED', true],
  ['TASK_STATE_AUTH_REQUIRED', true],
  ['TASK_STATE_COMPLETED', true],
  ['TASK_STATE_FAILED', true],
  ['TASK_STATE_CANCELED', true],
  ['TASK_STATE_REJECTED', true],
])('says of %s that final is %s', (state, final) => {
  const event = { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state } } };
  expect(eventToA2A03(event)).toMatchObject({ kind: 'status-update', final });
  expect(eventToA2A03Rest(event)).toMatchObject({ statusUpdate: { final } });
  expect(eventToA2A03(event, true)).toMatchObject({ final: false });
  expect(eventToA2A03Rest(event, true)).toMatchObject({ statusUpdate: { final: false } });
});

it('writes 0.3 over REST as its protocol buffers do', () => {
  expect(taskToA2A03Rest({ ...task, status: { state: 'TASK_STATE_CANCELED' } })).toMatchObject({
    status: { state: 'TASK_STATE_CANCELLED' },
    artifacts: [{ artifactId: 'answer-1' }],
  });
  expect(eventToA2A03Rest({ message })).toMatchObject({ msg: { role: 'ROLE_AGENT' } });
  expect(eventToA2A03Rest({ task })).toMatchObject({ task: { history: [{}, {}] } });
  expect(eventToA2A03Rest(artifactUpdate)).toMatchObject({ artifactUpdate: { append: true } });
  const { msg } = eventToA2A03Rest({ message }) as { msg: JsonObject };
  expect(msg).not.toHaveProperty('parts');
  expect(msg['content']).toEqual([
    { text: 'hello' },
    { text: 'noted' },
    { text: '# a' },
    { data: { data: { b: 1 } } },
    { data: { data: { tool_calls: [] } } },
    { data: { data: { value: [1, null] } } },
    { data: { data: { value: null } } },
    { data: { data: { value: 'text' } } },
    { file: { fileWithBytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } },
    { file: { fileWithUri: 'https://x.example/a' } },
  ]);
});

it('reads what SDKs send over 0.3 REST, and what the specification describes', () => {
  const read = {
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hi' }, { data: { a: 1 } }] },
    configuration: { returnImmediately: false, taskPushNotificationConfig: {} },
  };
  const content = [{ text: 'hi' }, { data: { data: { a: 1 } } }];
  const request = { messageId: 'm1', role: 'ROLE_USER', content };
  const configuration = { blocking: true, pushNotification: {} };
  expect(sendParamsFromA2A03Rest({ request, configuration })).toEqual(read);
  const described = {
    message: {
      kind: 'message',
      messageId: 'm1',
      role: 'user',
      parts: [
        { kind: 'text', text: 'hi' },
        { kind: 'data', data: { a: 1 } },
      ],
    },
    configuration: { blocking: true, pushNotificationConfig: {} },
  };
  expect(sendParamsFromA2A03Rest(described)).toEqual(read);
  const files = [
    { file: { fileWithBytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } },
    { file: { fileWithUri: 'https://x.example/a' } },
  ];
  expect(sendParamsFromA2A03Rest({ request: { content: files } })).toEqual({
    message: {
      parts: [
        { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
        { url: 'https://x.example/a' },
      ],
    },
  });
});

it.each<[JsonValue, JsonValue]>([
  [{}, {}],
  [{ blocking: true }, { returnImmediately: false }],
  [{ blocking: false }, { returnImmediately: true }],
  [{ blocking: 'no' }, { returnImmediately: 'no' }],
  [{ historyLength: 1 }, { historyLength: 1 }],
  ['text', 'text'],
])('reads the configuration %j as %j', (given, read) => {
  expect(configurationFromA2A03(given)).toEqual(read);
});

it('tells parts by what they hold, with or without a kind', () => {
  const given = { role: 'user', parts: [{ text: 'a' }, { data: { b: 1 } }, { kind: 'video' }, 7] };
  expect(messageFromA2A03(given)).toEqual({
    role: 'ROLE_USER',
    parts: [{ text: 'a' }, { data: { b: 1 } }, { unsupported: { kind: 'video' } }, 7],
  });
});

it.each<JsonValue>([
  7,
  null,
  [],
  {},
  { message: 7 },
  { message: { parts: 'x', role: 'boss' } },
  { request: { content: 'x' } },
  { message: { parts: [{ file: 7 }] } },
  { configuration: [] },
])('passes %j on for the reader of 1.0 to refuse', (params) => {
  expect(() => sendParamsFromA2A03(params)).not.toThrow();
  expect(() => sendParamsFromA2A03Rest(params)).not.toThrow();
});

it('reads states that only 0.3 knows, and no state at all, as none', () => {
  for (const state of ['unknown', 7]) {
    expect(taskFromA2A03({ status: { state } })).toEqual({
      status: { state: 'TASK_STATE_UNSPECIFIED' },
    });
  }
  expect(eventFromA2A03({ kind: 'something' })).toEqual({ kind: 'something' });
});
