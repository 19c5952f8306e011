import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#protocols/http';
import { scriptedAgent } from '#agents/model';
import {
  Environment,
  remoteAgent,
  serve,
  type Agent,
  type Servable,
  type ServeOptions,
  type Serving,
} from './index.ts';
import { streamOverAcp } from './acp-stream.fixture.ts';
import { createCallMessage, createTestAgent } from './agents.fixture.ts';

/** An agent whose tool reports its progress, and then waits until its readers have it. */
function createHelper(): Agent {
  const environment = new Environment({ environmentId: 'archive', agentId: 'helper' });
  environment.tool('dig', { description: 'Digs.' }, async (_, { emit }) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    emit?.({ type: 'progress', text: '40 of 200' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    return 'gold';
  });
  const model = scriptedAgent((messages) =>
    messages.at(-1)?.role === 'tool' ? 'Found gold.' : createCallMessage('dig', {}),
  );
  return createTestAgent('helper', model, { environment, toolSite: 'server' });
}

/** The tool by which MCP clients ask the agent in front. */
const TOOL = { name: 'go', parameters: { type: 'object' }, prompt: 'Go' } as const;

/** Serves an agent that asks another one, and waits for it. */
async function open(child: Servable, options: Partial<ServeOptions> = {}): Promise<Serving> {
  const environment = new Environment({ environmentId: 'desk', agentId: 'front' });
  environment.tool('ask', { description: 'Asks.' }, async (_, { awaited, key, waitFor }) => {
    if (awaited.length > 0) return 'The helper has answered.';
    const message = { role: 'user', content: 'Dig.' } as const;
    const place = { agent: child.agentId, principal: '', messageId: `for ${key}` };
    const { id } = await serving.runner.submit({ ...place, message });
    return waitFor(id);
  });
  const model = scriptedAgent((messages) =>
    messages.at(-1)?.role === 'tool' ? 'Finished' : createCallMessage('ask', {}),
  );
  const agentTools = { list: () => [TOOL], watch: () => () => undefined };
  const traits = { environment, toolSite: 'server', agentTools } as const;
  const front = createTestAgent('front', model, traits);
  const serving = await serve({
    agents: [front, child],
    port: 0,
    database: ':memory:',
    ...options,
  });
  onTestFinished(() => serving.close(0));
  return serving;
}

async function startPeer(port = 0): Promise<string> {
  const serving = await serve({ agents: [createHelper()], port, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return serving.url;
}

async function findClosedAddress(): Promise<string> {
  const server = await listen(() => new Response(), { port: 0 });
  await server.close(0);
  return server.url;
}

interface StreamRequest {
  readonly path: string;
  readonly headers?: object;
  readonly body: object;
  /** Opens a session, and returns the headers that name it. */
  readonly begin?: (post: (body: object) => Promise<Response>) => Promise<object>;
}

/** The headers of MCP, whose clients must accept both. */
const MCP = { accept: 'application/json, text/event-stream' };

function buildToolCall(meta: object): object {
  const _meta = { progressToken: 'p', ...meta };
  const params = { name: 'front_go', arguments: {}, _meta };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

const STREAMS: Readonly<Record<string, StreamRequest>> = {
  'A2A 1.0': {
    path: '/agents/front',
    headers: { 'a2a-version': '1.0' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Go' }] } },
    },
  },
  'A2A 0.3': {
    path: '/agents/front',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/stream',
      params: {
        message: {
          kind: 'message',
          messageId: 'm1',
          role: 'user',
          parts: [{ kind: 'text', text: 'Go' }],
        },
      },
    },
  },
  'AG-UI': {
    path: '/agents/front/agui',
    body: {
      threadId: 't1',
      runId: 'r1',
      state: {},
      messages: [{ id: 'm1', role: 'user', content: 'Go' }],
      tools: [],
      context: [],
      forwardedProps: {},
    },
  },
  Responses: { path: '/v1/responses', body: { model: 'front', input: 'Go', stream: true } },
  'background Responses': {
    path: '/v1/responses',
    body: { model: 'front', input: 'Go', background: true, store: true, stream: true },
  },
  'MCP 2026-07-28': {
    path: '/agents/front/tools/mcp',
    headers: {
      ...MCP,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'front_go',
    },
    body: buildToolCall({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }),
  },
  'MCP 2025-11-25': {
    path: '/agents/front/tools/mcp',
    headers: MCP,
    body: buildToolCall({}),
    async begin(post) {
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const { headers } = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
      const session = headers.get('mcp-session-id') ?? '';
      return { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    },
  },
};

/** Sends a message to the agent in front, and yields what the client receives. */
type Stream = (serving: Serving) => AsyncGenerator<string>;

const CLIENTS: readonly (readonly [protocol: string, stream: Stream])[] = [
  ...Object.entries(STREAMS).map(
    ([protocol, request]) => [protocol, (serving: Serving) => stream(serving, request)] as const,
  ),
  ['ACP', streamOverAcp],
];

/** Yields the data of the events of a stream. */
async function* stream(
  serving: Serving,
  { path, headers, body, begin }: StreamRequest,
): AsyncGenerator<string> {
  const post = async (content: object, session: object = {}): Promise<Response> =>
    serving.fetch(
      new Request(serving.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...headers,
          ...session,
        },
        body: JSON.stringify(content),
      }),
    );
  const response = await post(body, await begin?.(post));
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
}

async function readAll(events: AsyncGenerator<string>): Promise<string> {
  const read: string[] = [];
  for await (const event of events) read.push(event);
  return read.join('\n');
}

it.each(CLIENTS)(
  'shows over %s what the agent of this process does that a call waits for',
  async (_, streamFrom) => {
    const events = await readAll(streamFrom(await open(createHelper())));
    expect(events).toMatch(/dig.*40 of 200.*Finished/s);
  },
);

it.each(CLIENTS)('shows over %s what a remote agent says about its work', async (_, streamFrom) => {
  const events = await readAll(
    streamFrom(await open(remoteAgent(await startPeer(), { agentId: 'helper' }))),
  );
  expect(events).toMatch(/40 of 200.*Finished/s);
});

it.each(CLIENTS)(
  'says over %s why an agent cannot be reached, and that it goes on once it is there',
  async (_, streamFrom) => {
    const url = await findClosedAddress();
    const { host, port } = new URL(url);
    const serving = await open(remoteAgent(url, { agentId: 'helper' }));
    const seen: string[] = [];
    let isUp = false;
    for await (const event of streamFrom(serving)) {
      seen.push(event);
      if (isUp || !event.includes(`waiting for agent helper: cannot reach ${host}`)) continue;
      isUp = true;
      await startPeer(Number(port));
    }
    expect(isUp).toBe(true);
    expect(seen.join('\n')).toMatch(/agent helper continues.*Finished/s);
  },
);

it('says in a retrieved background response, and in its stream, why an agent cannot be reached', async () => {
  const url = await findClosedAddress();
  const { host, port } = new URL(url);
  const serving = await open(remoteAgent(url, { agentId: 'helper' }));
  const body = { model: 'front', input: 'Go', background: true, store: true };
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const begun = await serving.fetch(new Request(`${serving.url}/v1/responses`, init));
  const { id } = (await begun.json()) as { readonly id: string };
  const path = `${serving.url}/v1/responses/${id}`;
  const reason = `waiting for agent helper: cannot reach ${host}`;
  await expect
    .poll(async () => (await serving.fetch(new Request(path))).text())
    .toContain(`"waits_for":"${reason}`);
  const streamed = await serving.fetch(new Request(`${path}?stream=true&starting_after=1`));
  const decoder = new TextDecoder();
  let text = '';
  let isUp = false;
  for await (const chunk of streamed.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (isUp || !text.includes(reason)) continue;
    isUp = true;
    await startPeer(Number(port));
  }
  expect(text).toMatch(/agent helper continues.*Finished/s);
  expect(text).not.toContain('response.created');
  const again = await serving.fetch(new Request(`${path}?stream=true`));
  expect(listNumberedEvents(text)).toEqual(listNumberedEvents(await again.text()).slice(2));
});

/** Lists the events of a stream of responses that all readers receive, with their numbers. */
function listNumberedEvents(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {') && !line.includes('"progress"'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Readonly<Record<string, unknown>>)
    .map(({ sequence_number, type }) => [sequence_number, type]);
}

it.each(['1.0', '0.3'] as const)(
  'pushes over A2A %s why an agent cannot be reached, and that it goes on, each once',
  async (version) => {
    const url = await findClosedAddress();
    const { host, port } = new URL(url);
    const pushed: string[] = [];
    const hook = await listen(
      async (request) => {
        pushed.push(await request.text());
        return new Response();
      },
      { port: 0 },
    );
    onTestFinished(() => hook.close(0));
    const allowedPushHosts = [new URL(hook.url).host];
    const serving = await open(remoteAgent(url, { agentId: 'helper' }), { allowedPushHosts });
    const request = STREAMS[`A2A ${version}`];
    const config = PUSH_CONFIGS[version](hook.url);
    const body = addConfiguration(request?.body ?? {}, config);
    await serving.fetch(
      new Request(`${serving.url}/agents/front`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...request?.headers },
        body: JSON.stringify(body),
      }),
    );
    const countReasons = () =>
      pushed.filter((text) => text.includes(`waiting for agent helper: cannot reach ${host}`))
        .length;
    await expect.poll(countReasons).toBe(1);
    await startPeer(Number(port));
    await expect.poll(() => pushed.at(-1), { timeout: 10_000 }).toMatch(/completed/i);
    expect(countReasons()).toBe(1);
    expect(pushed.filter((text) => text.includes('agent helper continues'))).toHaveLength(1);
    expect(pushed.join()).not.toContain('40 of 200');
  },
);

const PUSH_CONFIGS = {
  '1.0': (url: string) => ({ returnImmediately: true, taskPushNotificationConfig: { url } }),
  '0.3': (url: string) => ({ blocking: false, pushNotificationConfig: { url } }),
};

/** Sends the message of a streaming request without a stream. */
function addConfiguration(body: object, configuration: object): object {
  const { method, params, ...rest } = body as { readonly method: string; readonly params: object };
  const plain = method === 'message/stream' ? 'message/send' : 'SendMessage';
  return { ...rest, method: plain, params: { ...params, configuration } };
}
