import type { Seed } from '../seeds.ts';

const JSON_1_0 = { 'content-type': 'application/json', 'a2a-version': '1.0' };
const REST_1_0 = { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' };
const JSON_0_3 = { 'content-type': 'application/json' };
const HOOK = { id: 'hook', url: 'https://hooks.example/a', token: 'token' };

const MESSAGE = {
  messageId: '{fresh}',
  contextId: 'context',
  role: 'ROLE_USER',
  parts: [
    { text: 'hello', metadata: { a: 1 } },
    { data: { a: [1, 2, { b: null }] } },
    { raw: 'aGVsbG8=', filename: 'hello.txt', mediaType: 'text/plain' },
    { url: 'https://files.example/a.png', mediaType: 'image/png' },
  ],
  metadata: { b: true },
  extensions: ['https://extensions.example/one'],
};
const APPROVAL = { messageId: '{fresh}', taskId: '{waiting}', role: 'ROLE_USER' };
const YES = { ...APPROVAL, parts: [{ text: 'yes' }] };
const CONFIGURATION = { acceptedOutputModes: ['text/plain'], historyLength: 3 };

const MESSAGE_0_3 = {
  kind: 'message',
  messageId: '{fresh}',
  contextId: 'context',
  role: 'user',
  parts: [
    { kind: 'text', text: 'hello' },
    { kind: 'data', data: { a: [1, 2] } },
    { kind: 'file', file: { name: 'a.txt', mimeType: 'text/plain', bytes: 'aGVsbG8=' } },
    {
      kind: 'file',
      file: { name: 'b.png', mimeType: 'image/png', uri: 'https://files.example/b' },
    },
  ],
};
const YES_0_3 = {
  kind: 'message',
  messageId: '{fresh}',
  taskId: '{waiting}',
  role: 'user',
  parts: [{ kind: 'text', text: 'yes' }],
};

export const A2A_SEEDS: readonly Seed[] = [
  ...calls('A2A 1.0 JSON-RPC', '/', JSON_1_0, {
    SendMessage: { message: MESSAGE, configuration: CONFIGURATION },
    SendStreamingMessage: { message: MESSAGE, metadata: {} },
    GetTask: { id: '{task}', historyLength: 2 },
    ListTasks: { contextId: 'context', pageSize: 5, pageToken: '', includeArtifacts: true },
    CancelTask: { id: '{waiting}' },
    SubscribeToTask: { id: '{task}' },
    CreateTaskPushNotificationConfig: { taskId: '{task}', ...HOOK },
    GetTaskPushNotificationConfig: { taskId: '{task}', id: 'hook' },
    ListTaskPushNotificationConfigs: { taskId: '{task}' },
    DeleteTaskPushNotificationConfig: { taskId: '{task}', id: 'hook' },
    GetExtendedAgentCard: {},
  }),
  ...calls('A2A 1.0 approval', '/agents/fuzzed', JSON_1_0, { SendMessage: { message: YES } }),
  ...paths('A2A 1.0 REST', REST_1_0, [
    ['POST', '/message:send', { message: MESSAGE, configuration: CONFIGURATION }],
    ['POST', '/message:stream', { message: MESSAGE }],
    ['GET', '/tasks?contextId=context&pageSize=5&includeArtifacts=true'],
    ['GET', '/tasks/{task}?historyLength=2'],
    ['POST', '/tasks/{waiting}:cancel', {}],
    ['GET', '/tasks/{task}:subscribe'],
    ['POST', '/tasks/{task}/pushNotificationConfigs', HOOK],
    ['GET', '/tasks/{task}/pushNotificationConfigs'],
    ['GET', '/tasks/{task}/pushNotificationConfigs/hook'],
    ['DELETE', '/tasks/{task}/pushNotificationConfigs/hook'],
    ['GET', '/extendedAgentCard'],
  ]),
];

export const A2A_0_3_SEEDS: readonly Seed[] = [
  ...calls('A2A 0.3 JSON-RPC', '/agents/fuzzed', JSON_0_3, {
    'message/send': { message: MESSAGE_0_3, configuration: { blocking: true, historyLength: 1 } },
    'message/stream': { message: MESSAGE_0_3 },
    'tasks/get': { id: '{task}', historyLength: 2 },
    'tasks/cancel': { id: '{waiting}' },
    'tasks/resubscribe': { id: '{task}' },
    'tasks/pushNotificationConfig/set': { taskId: '{task}', pushNotificationConfig: HOOK },
    'tasks/pushNotificationConfig/get': { id: '{task}', pushNotificationConfigId: 'hook' },
    'tasks/pushNotificationConfig/list': { id: '{task}' },
    'tasks/pushNotificationConfig/delete': { id: '{task}', pushNotificationConfigId: 'hook' },
    'agent/getAuthenticatedExtendedCard': {},
  }),
  ...calls('A2A 0.3 approval', '/', JSON_0_3, { 'message/send': { message: YES_0_3 } }),
  ...paths('A2A 0.3 REST', JSON_0_3, [
    ['POST', '/v1/message:send', { message: { ...MESSAGE_0_3, content: [{ text: 'hello' }] } }],
    ['POST', '/v1/message:stream', { message: { ...MESSAGE_0_3, content: [{ text: 'hello' }] } }],
    ['GET', '/v1/tasks/{task}?historyLength=2'],
    ['POST', '/v1/tasks/{waiting}:cancel', {}],
    ['GET', '/v1/tasks/{task}:subscribe'],
    ['POST', '/v1/tasks/{task}/pushNotificationConfigs', { config: HOOK }],
    ['GET', '/v1/tasks/{task}/pushNotificationConfigs'],
    ['DELETE', '/v1/tasks/{task}/pushNotificationConfigs/hook'],
    ['GET', '/v1/card'],
  ]),
];

function calls(
  route: string,
  path: string,
  headers: Seed['headers'] & object,
  params: Readonly<Record<string, unknown>>,
): Seed[] {
  return Object.entries(params).map(([method, given]) => ({
    route,
    method: 'POST',
    path,
    headers,
    body: { jsonrpc: '2.0', id: 1, method, params: given },
  }));
}

function paths(
  route: string,
  headers: Seed['headers'] & object,
  routes: readonly (readonly [method: string, path: string, body?: unknown])[],
): Seed[] {
  return routes.map(([method, path, body]) => ({
    route,
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
  }));
}
