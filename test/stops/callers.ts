import { AgentCard, SendMessageRequest, Task } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';

const A2A_1_0 = { 'a2a-version': '1.0' };
const MCP_REVISION = '2026-07-28';

const CLIENTS = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new GrpcTransportFactory()],
    preferredTransports: ['GRPC'],
  }),
);

/** How a call ended, as its caller saw it. */
export type Seen = 'completed' | 'failed' | 'cut' | 'refused';

export interface Caller {
  readonly name: string;
  /** Whether the task is in the log after the call. */
  readonly isStored: boolean;
  /** Sends a message with an id of its own. */
  readonly ask: (server: ServerAddress, text: string, id: string) => Promise<Answer>;
}

/** Where a server answers. */
export interface ServerAddress {
  readonly url: string;
  /** Host and port of gRPC. */
  readonly grpc: string;
}

/** What a caller received until the answer ended or the connection was cut. */
interface Answer {
  readonly text: string;
  readonly isRefused: boolean;
}

const inA2a =
  (method: string) =>
  (text: string, messageId: string): object => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { message: { role: 'ROLE_USER', messageId, parts: [{ text }] } },
  });

const inOldA2a =
  (method: string) =>
  (text: string, messageId: string): object => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      message: { kind: 'message', role: 'user', messageId, parts: [{ kind: 'text', text }] },
    },
  });

const inRest = (text: string, messageId: string): object => ({
  message: { role: 'ROLE_USER', messageId, parts: [{ text }] },
});

/** A caller of each protocol. */
export const CALLERS: readonly Caller[] = [
  createHttpCaller('a2a', '/agents/desk', inA2a('SendMessage')),
  createHttpCaller('a2a-stream', '/agents/desk', inA2a('SendStreamingMessage')),
  createHttpCaller('a2a-rest', '/agents/desk/message:send', inRest),
  createHttpCaller('a2a-rest-stream', '/agents/desk/message:stream', inRest),
  createHttpCaller('a2a-0.3', '/agents/desk', inOldA2a('message/send'), { 'a2a-version': '0.3' }),
  createHttpCaller('a2a-0.3-stream', '/agents/desk', inOldA2a('message/stream'), {
    'a2a-version': '0.3',
  }),
  { name: 'a2a-grpc', isStored: true, ask: askOverGrpc },
  createHttpCaller('responses', '/v1/responses', (input) => ({ model: 'desk', input })),
  createHttpCaller('responses-stream', '/v1/responses', (input) => ({
    model: 'desk',
    input,
    stream: true,
  })),
  { name: 'responses-socket', isStored: true, ask: askOverSocket },
  {
    ...createHttpCaller('completions', '/v1/chat/completions', (content) => ({
      model: 'desk',
      messages: [{ role: 'user', content }],
    })),
    isStored: false,
  },
  createHttpCaller('agui', '/agents/desk/agui', (content, id) => ({
    threadId: `thread-${id}`,
    runId: `run-${id}`,
    messages: [{ id, role: 'user', content }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  })),
  {
    ...createHttpCaller(
      'mcp',
      '/agents/desk/mcp',
      (text) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'work',
          arguments: { text },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': MCP_REVISION,
            'io.modelcontextprotocol/clientInfo': { name: 'stops', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
      { 'mcp-protocol-version': MCP_REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'work' },
    ),
    isStored: false,
  },
];

function createHttpCaller(
  name: string,
  path: string,
  createBody: (text: string, id: string) => object,
  headers: Readonly<Record<string, string>> = A2A_1_0,
): Caller {
  return {
    name,
    isStored: true,
    async ask({ url }, message, id) {
      let text = '';
      try {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
          body: JSON.stringify(createBody(message, id)),
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream());
        for await (const piece of reader ?? []) text += piece;
        return { text, isRefused: response.status !== 200 && !text.includes('server_stopping') };
      } catch {
        // A cut connection is one of the ends.
        return { text, isRefused: false };
      }
    },
  };
}

async function askOverSocket({ url }: ServerAddress, input: string): Promise<Answer> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let text = '';
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ type: 'response.create', model: 'desk', input })),
  );
  socket.addEventListener('message', ({ data }) => {
    text += String(data);
    if (/"type":"(?:error|response\.(?:completed|failed|incomplete))"/.test(String(data))) close();
  });
  socket.addEventListener('close', () => close());
  socket.addEventListener('error', () => close());
  await closed;
  socket.close();
  return { text, isRefused: false };
}

async function askOverGrpc({ grpc }: ServerAddress, text: string, id: string): Promise<Answer> {
  const message = { role: 'ROLE_USER', messageId: id, parts: [{ text }] };
  const request = SendMessageRequest.fromJSON({ tenant: 'desk', message });
  try {
    const card = AgentCard.fromJSON({
      name: 'desk',
      supportedInterfaces: [
        { url: grpc, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: 'desk' },
      ],
    });
    const client = await CLIENTS.createFromAgentCard(card);
    const task = await client.sendMessage(request);
    return { text: JSON.stringify(Task.toJSON(task as Task)), isRefused: false };
  } catch {
    return { text: '', isRefused: false };
  }
}

// The code `stream-broken` says that the stream of a run failed, and not the run.
const FAILED =
  /TASK_STATE_(FAILED|CANCELED|REJECTED)|"state":"(?:failed|canceled|rejected)"|"isError":true|"status":"failed"|"RUN_ERROR","code":"(?!stream-broken)/;

/** Makes a call and reads its answer to the end. */
export async function call(
  server: ServerAddress,
  caller: Caller,
  key: string,
  ms: number,
): Promise<Seen> {
  const { text, isRefused } = await caller.ask(server, `${key} takes ${ms}`, key);
  if (isRefused) return 'refused';
  if (text.includes(`done-${key}`)) return 'completed';
  return FAILED.test(text) ? 'failed' : 'cut';
}
