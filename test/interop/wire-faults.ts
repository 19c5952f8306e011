import { serve, Agent, type OpenBackend } from '@timestep-ai/timestep';
import type { JsonObject, JsonValue } from '@timestep-ai/timestep/core';

/** Values that no client may send as an id, by what is wrong with them. */
const FAULTS: Readonly<Record<string, JsonValue>> = {
  NUL: 'a\0b',
  'a control character': 'a\nb',
  'half a character': 'a\ud83d',
  'a long id': 'x'.repeat(70_000),
  'a number': 5,
  'an object': { a: 1 },
};

/** A request with one wrong field. */
interface Asked {
  readonly path: string;
  readonly body?: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path of a field in the answer to a wrong value, and the request that sends the value. */
type FieldRequest = readonly [field: string, ask: (wrong: JsonValue) => Asked];

const V1 = { 'a2a-version': '1.0' };
const USER = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
const MODEL = { model: 'echo', input: 'hi' };
const RUN = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'hi' }] };
const PUSH = { url: 'https://example.com/hook' };

const rpc =
  (method: string, params: (wrong: JsonValue) => JsonValue, headers = V1) =>
  (wrong: JsonValue): Asked => ({
    path: '/',
    body: { jsonrpc: '2.0', id: 1, method, params: params(wrong) },
    headers,
  });
const rpc03 = (method: string, params: (wrong: JsonValue) => JsonValue) =>
  rpc(method, params, {} as typeof V1);
const rest = (message: JsonObject): Asked => ({
  path: '/message:send',
  body: { message: { ...USER, ...message } },
  headers: V1,
});
const say03 = (message: JsonObject): JsonValue => ({
  message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }], ...message },
});
const responses = (fields: JsonObject): Asked => ({
  path: '/v1/responses',
  body: { ...MODEL, ...fields },
});
const item = (one: JsonValue): Asked => responses({ input: [one] });
const chat = (...messages: JsonValue[]): Asked => ({
  path: '/v1/chat/completions',
  body: { model: 'echo', messages },
});
const run = (fields: JsonObject): Asked => ({ path: '/agui', body: { ...RUN, ...fields } });

/** Every field of a request body in which a client names something by an id. */
const PLACES: Readonly<Record<string, readonly FieldRequest[]>> = {
  'A2A 1.0 over JSON-RPC': [
    ['message.messageId', rpc('SendMessage', (id) => ({ message: { ...USER, messageId: id } }))],
    ['message.taskId', rpc('SendMessage', (id) => ({ message: { ...USER, taskId: id } }))],
    ['message.contextId', rpc('SendMessage', (id) => ({ message: { ...USER, contextId: id } }))],
    [
      'message.messageId',
      rpc('SendStreamingMessage', (id) => ({ message: { ...USER, messageId: id } })),
    ],
    [
      'message.referenceTaskIds',
      rpc('SendMessage', (id) => ({ message: { ...USER, referenceTaskIds: [id] } })),
    ],
    ['id', rpc('GetTask', (id) => ({ id }))],
    ['id', rpc('CancelTask', (id) => ({ id }))],
    ['id', rpc('SubscribeToTask', (id) => ({ id }))],
    ['contextId', rpc('ListTasks', (contextId) => ({ contextId }))],
    ['taskId', rpc('GetTaskPushNotificationConfig', (taskId) => ({ taskId, id: 'p' }))],
    [
      'taskPushNotificationConfig.id',
      rpc('SendMessage', (id) => ({
        message: USER,
        configuration: { taskPushNotificationConfig: { ...PUSH, id } },
      })),
    ],
  ],
  'A2A 1.0 over REST': [
    ['message.messageId', (messageId) => rest({ messageId })],
    ['message.taskId', (taskId) => rest({ taskId })],
    ['message.contextId', (contextId) => rest({ contextId })],
  ],
  'A2A 0.3 over JSON-RPC': [
    ['message.messageId', rpc03('message/send', (messageId) => say03({ messageId }))],
    ['message.contextId', rpc03('message/send', (contextId) => say03({ contextId }))],
    ['message.taskId', rpc03('message/stream', (taskId) => say03({ taskId }))],
    ['id', rpc03('tasks/get', (id) => ({ id }))],
    ['id', rpc03('tasks/cancel', (id) => ({ id }))],
  ],
  'A2A 0.3 over REST': [
    [
      'message.messageId',
      (messageId) => ({
        path: '/v1/message:send',
        body: { message: { messageId, role: 'ROLE_USER', content: [{ text: 'hi' }] } },
      }),
    ],
  ],
  Responses: [
    ['previous_response_id', (id) => responses({ previous_response_id: id })],
    ['conversation', (id) => responses({ conversation: typeof id === 'object' ? { id: 5 } : id })],
    ['conversation.id', (id) => responses({ conversation: { id } })],
    ['metadata', (id) => responses({ metadata: { context_id: id } })],
    [
      'input[0].call_id',
      (call_id) => item({ type: 'function_call', call_id, name: 'f', arguments: '{}' }),
    ],
    ['input[0].call_id', (call_id) => item({ type: 'function_call_output', call_id, output: 'x' })],
    ['input[0].id', (id) => item({ type: 'message', role: 'user', content: 'hi', id })],
    [
      'input[0].approval_request_id',
      (id) => item({ type: 'mcp_approval_response', approval_request_id: id, approve: true }),
    ],
    [
      'input[0].content[0].file_id',
      (file_id) => item({ role: 'user', content: [{ type: 'input_file', file_id }] }),
    ],
  ],
  'Chat Completions': [
    [
      'tool_calls[0].id',
      (id) =>
        chat({
          role: 'assistant',
          tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
        }),
    ],
    ['tool_call_id', (id) => chat({ role: 'tool', tool_call_id: id, content: 'x' })],
  ],
  'AG-UI': [
    ['threadId', (threadId) => run({ threadId })],
    ['runId', (runId) => run({ runId })],
    ['parentRunId', (parentRunId) => run({ parentRunId })],
    ['messages[0].id', (id) => run({ messages: [{ id, role: 'user', content: 'hi' }] })],
    [
      'messages[0].toolCallId',
      (toolCallId) => run({ messages: [{ id: 'm', role: 'tool', toolCallId, content: 'x' }] }),
    ],
    [
      'messages[0].toolCalls[0].id',
      (id) =>
        run({
          messages: [
            {
              id: 'm',
              role: 'assistant',
              toolCalls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
            },
          ],
        }),
    ],
    [
      'resume[0].interruptId',
      (interruptId) => run({ resume: [{ interruptId, status: 'resolved' }] }),
    ],
  ],
};

/** Paths and queries with NUL, which name nothing. */
const ADDRESSES: readonly (readonly [
  path: string,
  statuses: readonly number[],
  headers?: object,
])[] = [
  ['/tasks/a%00b', [400], V1],
  ['/tasks?contextId=a%00b', [400], V1],
  ['/v1/tasks/a%00b', [400]],
  ['/v1/responses/resp_%00x', [404]],
  ['/v1/responses/resp_%00x/input_items', [404]],
  ['/v1/conversations/conv_%00x', [404]],
  ['/v1/conversations/conv_%00x/items/a%00', [404]],
  ['/v1/files/file-%00', [404]],
  ['/v1/files/file-%00/content', [404]],
  ['/v1/files?after=a%00', [400]],
  ['/v1/files?purpose=a%00', [200]],
];

/** A server whose agent repeats what it hears, and the internal errors that it has reported. */
export async function openServer(backend: OpenBackend) {
  const errors: unknown[] = [];
  const agent = new Agent({
    agentId: 'echo',
    name: 'echo',
    model: (messages) => messages.findLast(({ role }) => role === 'user')?.content as string,
  });
  const server = await serve({
    agents: [agent],
    port: 0,
    backend,
    onError: (thrown) => errors.push(thrown),
  });
  const send = async ({
    path,
    body,
    headers,
  }: Asked): Promise<{ status: number; text: string }> => {
    const response = await fetch(server.url + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, text: await response.text() };
  };
  return { server, errors, send };
}

/** Returns what is wrong with the answers to all faults. Empty if each is the caller's mistake. */
export async function listWrongAnswers(
  send: (asked: Asked) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [protocol, places] of Object.entries(PLACES)) {
    for (const [field, ask] of places) {
      for (const [fault, value] of Object.entries(FAULTS)) {
        const { status, text } = await send(ask(value));
        const isRefused = [400, 404].includes(status) || text.includes('-32602');
        if (isRefused && text.includes(field)) continue;
        wrong.push(`${protocol}, ${field}, ${fault}: ${status} ${text.slice(0, 200)}`);
      }
    }
  }
  for (const [path, statuses, headers = {}] of ADDRESSES) {
    const { status, text } = await send({ path, headers: { ...headers } });
    if (!statuses.includes(status)) wrong.push(`${path}: ${status} ${text.slice(0, 200)}`);
  }
  return wrong;
}
