import { DEEP, withDeep } from './deep-text.ts';
import { serveEcho, type Entry } from './entry.ts';

interface Body {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const V1 = { 'a2a-version': '1.0' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

const TEXT = { text: 'hi' };

const say = (more: object, part: object = TEXT): object => ({
  messageId: 'm',
  role: 'ROLE_USER',
  parts: [part],
  ...more,
});

const rpc = (method: string, params: object, headers: Readonly<Record<string, string>>): Body => ({
  path: '/',
  headers,
  body: { jsonrpc: '2.0', id: 1, method, params },
});

const mcp = (method: string, params: object): Body => ({
  path: '/mcp',
  headers: ACCEPT,
  body: { jsonrpc: '2.0', id: 1, method, params },
});

const tool = (parameters: unknown): object => ({ type: 'function', name: 't', parameters });

const BODIES: Readonly<Record<string, Body>> = {
  'A2A data': rpc('SendMessage', { message: say({}, { data: DEEP }) }, V1),
  'A2A metadata': rpc('SendMessage', { message: say({ metadata: { deep: DEEP } }) }, V1),
  'A2A stream': rpc('SendStreamingMessage', { message: say({}, { data: DEEP }) }, V1),
  'A2A REST': { path: '/message:send', headers: V1, body: { message: say({}, { data: DEEP }) } },
  'A2A 0.3 data': rpc(
    'message/send',
    {
      message: {
        kind: 'message',
        messageId: 'm',
        role: 'user',
        parts: [{ kind: 'data', data: DEEP }],
      },
    },
    {},
  ),
  'A2A list': rpc('ListTasks', { contextId: DEEP }, V1),
  'Responses input': { path: '/v1/responses', body: { input: [{ role: 'user', content: DEEP }] } },
  'Responses tools': {
    path: '/v1/responses',
    body: { input: 'hi', tools: [tool({ deep: DEEP })] },
  },
  'Responses metadata': { path: '/v1/responses', body: { input: 'hi', metadata: { deep: DEEP } } },
  'chat completions': {
    path: '/v1/chat/completions',
    body: { model: 'echo', messages: [{ role: 'user', content: 'hi' }], tools: [DEEP] },
  },
  conversations: { path: '/v1/conversations', body: { metadata: { deep: DEEP } } },
  'AG-UI state': {
    path: '/agui',
    headers: ACCEPT,
    body: {
      threadId: 't',
      runId: 'r',
      messages: [{ id: 'u', role: 'user', content: 'hi' }],
      tools: [],
      context: [],
      state: DEEP,
      forwardedProps: DEEP,
    },
  },
  'MCP arguments': mcp('tools/call', { name: 'echo', arguments: { deep: DEEP } }),
  'MCP capabilities': mcp('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { experimental: { deep: DEEP } },
    clientInfo: { name: 'c', version: '1' },
  }),
};

/** Bodies of callers, each sent to a server that must go on answering others. */
export const CALLERS: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(BODIES).map(([name, { path, headers, body }]): [string, Entry] => [
    name,
    async (levels, place) => {
      const serving = await serveEcho(place);
      try {
        const post = async (at: string, text: string, more: object): Promise<Response> =>
          fetch(serving.url + at, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...more },
            body: text,
            signal: AbortSignal.timeout(20_000),
          });
        const response = await post(path, withDeep(body, levels), { ...headers });
        const text = await response.text();
        const isRefused = response.status >= 400 || text.includes('"error"');
        const beside = await post('/v1/responses', '{"input":"hi"}', {});
        const after = (await beside.json()) as { status?: string };
        const { tasks } = await listTasks(serving.url);
        const states = tasks.map(({ status }) =>
          status.state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-'),
        );
        const words = `${response.status}${isRefused ? ' refused' : ''}`;
        return { words, states: [after.status ?? 'no answer', ...states] };
      } finally {
        await serving.close(0);
      }
    },
  ]),
);

interface Listed {
  readonly tasks: readonly { readonly status: { readonly state: string } }[];
}

async function listTasks(url: string): Promise<Listed> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...V1 },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
  });
  const { result } = (await response.json()) as { result: Listed };
  return result;
}
