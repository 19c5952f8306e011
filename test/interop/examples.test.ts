import { randomUUID } from 'node:crypto';
import { SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk';
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as McpClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as AnyTransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { TaskStatusUpdateEvent } from 'a2a-sdk-0.3';
import { ClientFactory as ClientFactory03 } from 'a2a-sdk-0.3/client';
import OpenAI, { NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, runExample, startExamples, type RunningExamples } from './running-examples.ts';

const QUESTION = "What's the weather in Oakland?";
const ANSWER = /72°F and sunny, with a humidity level of 65%/;
const OBSERVED = JSON.stringify({
  location: 'Oakland',
  temperature_f: 72,
  condition: 'sunny',
  humidity: 65,
  source: 'sample observation',
});

let examples: RunningExamples;
beforeAll(async () => {
  examples = await startExamples();
});
afterAll(async () => {
  // The last test stops them; this is for when one before it failed.
  await examples.stop();
});

/** The seed's messages, as the wire has them in 1.0. */
function question(): object {
  return { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: QUESTION }] };
}

function results(
  task: { readonly id: string; readonly contextId: string },
  callId: string,
): object {
  const result = { call_id: callId, name: 'get_weather', output: OBSERVED };
  const { id: taskId, contextId } = task;
  const parts = [{ data: { tool_results: [result] } }];
  return { messageId: randomUUID(), role: 'ROLE_USER', taskId, contextId, parts };
}

interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: {
    readonly state: string;
    readonly message?: {
      readonly parts: readonly { readonly text?: string; readonly data?: ToolCalls }[];
    };
  };
  readonly history?: readonly unknown[];
}

interface ToolCalls {
  readonly tool_calls: readonly {
    readonly call_id: string;
    readonly name: string;
    readonly arguments: object;
  }[];
}

function callsOf(status: WireTask['status']): ToolCalls['tool_calls'] {
  return status.message?.parts.flatMap((part) => part.data?.tool_calls ?? []) ?? [];
}

describe('npm start -- --once', () => {
  it('answers, tells every hop, and exits with 0', async () => {
    const { output, code } = await outcomeOf(runExample('examples/start.ts', ['--once']));
    expect(code).toBe(0);
    const story = [
      /personal assistant: "What's/,
      /tools\/call handoff/,
      /sampling\/createMessage/,
      /weather assistant: "What's/,
      /tools\/call get_weather/,
      /is completed/,
    ];
    const told = story.map((step) => output.search(step));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told).not.toContain(-1);
    expect(output.trim().split('\n').at(-1)).toMatch(ANSWER);
  });

  it('explains itself', async () => {
    const { output, code } = await outcomeOf(runExample('examples/start.ts', ['--help']));
    expect([code, output]).toEqual([0, expect.stringContaining('npm start -- --once')]);
  });
});

describe.each([
  ['JSON-RPC', 'JSONRPC'],
  ['REST', 'HTTP+JSON'],
])('the A2A SDK 1.3 over %s', (_name, protocol) => {
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(), new RestTransportFactory()],
    preferredTransports: [protocol],
  });
  const request = (message: object) => SendMessageRequest.fromJSON({ message });

  it('sends, runs the tool, and sends its result', async () => {
    const client = await factory.createFromUrl(examples.weather);
    const paused = Task.toJSON((await client.sendMessage(request(question()))) as Task) as WireTask;
    expect(paused.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const [call] = callsOf(paused.status);
    expect(call).toMatchObject({ name: 'get_weather', arguments: { location: 'Oakland' } });
    const answered = await client.sendMessage(request(results(paused, call?.call_id ?? '')));
    const task = Task.toJSON(answered as Task) as WireTask;
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.status.message?.parts[0]?.text).toMatch(ANSWER);
    expect(task.history).toHaveLength(4);
  });

  it('streams', async () => {
    const client = await factory.createFromUrl(examples.weather);
    const first = await streamed(client.sendMessageStream(request(question())));
    expect(first.states).toEqual(['submitted', 'working', 'input-required']);
    const callId = first.calls[0]?.call_id ?? '';
    const second = await streamed(client.sendMessageStream(request(results(first, callId))));
    expect(second.states.at(-1)).toBe('completed');
    expect(second.text).toMatch(ANSWER);
    expect(second.chunks).toBeGreaterThan(5);
  });
});

interface Streamed {
  id: string;
  contextId: string;
  states: string[];
  calls: ToolCalls['tool_calls'];
  text: string;
  chunks: number;
}

async function streamed(events: AsyncIterable<StreamResponse>): Promise<Streamed> {
  const seen: Streamed = { id: '', contextId: '', states: [], calls: [], text: '', chunks: 0 };
  for await (const event of events) {
    const json = StreamResponse.toJSON(event) as {
      task?: WireTask;
      statusUpdate?: { status: WireTask['status'] };
      artifactUpdate?: { artifact: { parts: { text?: string }[] } };
    };
    if (json.task) Object.assign(seen, { id: json.task.id, contextId: json.task.contextId });
    const status = json.task?.status ?? json.statusUpdate?.status;
    if (status) {
      seen.states.push(status.state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-'));
      seen.calls = callsOf(status);
    }
    if (json.artifactUpdate) {
      seen.chunks += 1;
      seen.text += json.artifactUpdate.artifact.parts.map((part) => part.text ?? '').join('');
    }
  }
  return { ...seen, states: [...new Set(seen.states)] };
}

describe('the A2A SDK 0.3.14', () => {
  it('streams, runs the tool, and sends its result', async () => {
    const client = await new ClientFactory03().createFromUrl(examples.weather);
    const parts = [{ kind: 'text' as const, text: QUESTION }];
    const asked = {
      kind: 'message' as const,
      messageId: randomUUID(),
      role: 'user' as const,
      parts,
    };
    let task = { id: '', contextId: '' };
    let last: TaskStatusUpdateEvent | undefined;
    for await (const event of client.sendMessageStream({ message: asked })) {
      if (event.kind === 'task') task = event;
      if (event.kind === 'status-update') last = event;
    }
    expect(last).toMatchObject({ final: true, status: { state: 'input-required' } });
    const part = last?.status.message?.parts.find((each) => each.kind === 'data');
    const calls = part?.data as unknown as ToolCalls | undefined;
    const callId = calls?.tool_calls[0]?.call_id ?? '';
    const result = { call_id: callId, name: 'get_weather', output: OBSERVED };
    const answered = await client.sendMessage({
      message: {
        ...asked,
        messageId: randomUUID(),
        taskId: task.id,
        contextId: task.contextId,
        parts: [{ kind: 'data', data: { tool_results: [result] } }],
      },
    });
    expect(answered).toMatchObject({ kind: 'task', status: { state: 'completed' } });
    expect(JSON.stringify(answered)).toMatch(ANSWER);
  });
});

describe('MCP clients', () => {
  const weather = { name: 'get_weather', arguments: { location: 'Oakland' } };
  const mcp = () => new URL(`${examples.weather}/mcp`);

  it.each(['auto', 'legacy'] as const)('2.4 in %s mode', async (mode) => {
    const client = new McpClient({ name: 't', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(mcp()));
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['get_weather']);
    expect(await client.callTool(weather)).toMatchObject({
      structuredContent: { condition: 'sunny' },
    });
    await client.close();
  });

  it('1.32', async () => {
    const client = new McpClientV1({ name: 't', version: '1' });
    await client.connect(new TransportV1(mcp()) as AnyTransportV1);
    expect(await client.callTool(weather)).toMatchObject({
      structuredContent: { condition: 'sunny' },
    });
    await client.close();
  });

  it('over standard input and output', async () => {
    const client = new McpClient({ name: 't', version: '1' });
    const args = ['--conditions=@timestep/source', 'examples/weather-assistant/stdio.ts'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    expect(await client.callTool(weather)).toMatchObject({
      structuredContent: { condition: 'sunny' },
    });
    await client.close();
  });
});

describe('the OpenAI client 7', () => {
  const openai = () => new OpenAI({ baseURL: `${examples.personal}/v1`, apiKey: 'none' });
  const input = { model: 'personal-assistant', input: QUESTION };

  it('creates, retrieves and deletes', async () => {
    const created = await openai().responses.create(input);
    expect(created.output_text).toMatch(ANSWER);
    expect(created.output[0]).toMatchObject({ type: 'mcp_call', name: 'handoff' });
    expect((await openai().responses.retrieve(created.id)).output).toEqual(created.output);
    await openai().responses.delete(created.id);
    await expect(openai().responses.retrieve(created.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('streams', async () => {
    let text = '';
    const stream = openai().responses.stream(input);
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    expect(text).toMatch(ANSWER);
    expect((await stream.finalResponse()).output_text).toBe(text);
  });
});

describe('the examples as processes of their own', () => {
  it.each(['weather-assistant', 'personal-assistant'])(
    'the test client of %s is content',
    async (name) => {
      const url = name === 'weather-assistant' ? examples.weather : examples.personal;
      const { output, code } = await outcomeOf(runExample(`examples/${name}/client.ts`, [url]));
      expect(code).toBe(0);
      expect(output.trim().split('\n')).toHaveLength(4);
    },
  );
});

it('Ctrl-C ends both assistants in good order', async () => {
  expect(await examples.stop()).toBe(0);
});
