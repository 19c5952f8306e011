import { SendMessageRequest } from '@a2a-js/sdk';
import { HttpAgent } from '@ag-ui/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import * as z from 'zod';
import { createA2AAgent, Agent, serve, tool, type AgentFn } from '@timestep-ai/timestep';
import { describe, expect, it, onTestFinished } from 'vitest';
import { json, officialWays, streamed } from './a2a-official-ways.ts';

const QUESTION = 'Rain in Oslo?';
const DATA = { city: 'Oslo', rain: true };
const JSON_TEXT = '{"city":"Oslo","rain":true}';
const weather = z.object({ city: z.string(), rain: z.boolean() });

/** Calls a tool, then answers with text, then with JSON of a wrong shape, and then as it should. */
const model: AgentFn = (_messages, { key, emit }) => {
  const step = Number(key.split(':').at(-1));
  if (step === 1) {
    const call = { name: 'look', arguments: '{}' };
    const tool_calls = [{ id: 'c1', type: 'function', function: call } as const];
    return { role: 'assistant', content: 'Let me see.', tool_calls };
  }
  const content = ['It rains.', '{"town":"Oslo"}', `\`\`\`json\n${JSON_TEXT}\n\`\`\``][step - 2];
  emit({ type: 'text', text: content ?? '' });
  return { role: 'assistant', content: content ?? '' };
};

function createAgent() {
  const look = tool({ name: 'look', execute: () => 'rain' });
  const ask = { name: 'ask', parameters: { type: 'object' }, prompt: QUESTION };
  const agentTools = { list: () => [ask], watch: () => () => undefined };
  return new Agent({ agentId: 'weather', model, tools: [look], output: weather, agentTools });
}

async function start() {
  const serving = await serve({ agents: [createAgent()], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return { ...serving, url: serving.url, agentUrl: `${serving.url}/agents/weather/` };
}

function openai(url: string): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
}

function question() {
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: QUESTION }] };
  return SendMessageRequest.fromJSON({ message });
}

interface PartJson {
  readonly text?: string;
  readonly data?: unknown;
}

/** The data in the parts of an artifact. */
function dataIn(artifact: { readonly parts?: readonly PartJson[] } | undefined): unknown {
  return artifact?.parts?.find(({ data }) => data !== undefined)?.data;
}

describe('the same agent gives the same data', () => {
  it('in the process', async () => {
    const agent = createAgent();
    onTestFinished(() => agent.close());
    const { output } = await agent.ask(QUESTION);
    expect(output).toEqual(DATA);
  });

  it.each(officialWays(() => '').filter(({ name }) => name !== 'gRPC'))(
    'over $name, by the official client',
    async ({ name }) => {
      const { agentUrl } = await start();
      const way = officialWays(() => agentUrl).find((one) => one.name === name);
      const client = await way?.connect();
      if (!client) throw new Error('no client');
      const task = json(await client.sendMessage(question()));
      expect(task).toMatchObject({
        status: {
          state: 'TASK_STATE_COMPLETED',
          message: { parts: [{ text: JSON_TEXT }, { data: DATA }] },
        },
        artifacts: [{ artifactId: 'answer-4', parts: [{ text: JSON_TEXT }, { data: DATA }] }],
      });
      expect(JSON.stringify(task)).not.toMatch(/It rains|town|does not match/);
    },
  );

  it('over A2A 1.0, as a stream', async () => {
    const { agentUrl } = await start();
    const client = await officialWays(() => agentUrl)[0]?.connect();
    if (!client) throw new Error('no client');
    const events = await streamed(client.sendMessageStream(question()));
    const updates = events as { artifactUpdate?: { artifact: { parts: PartJson[] } } }[];
    const answers = updates.flatMap(({ artifactUpdate }) => dataIn(artifactUpdate?.artifact) ?? []);
    expect(answers).toEqual([DATA]);
    expect(JSON.stringify(events)).not.toMatch(/It rains|town/);
  });

  it('over A2A, by an agent that asks it, whose text is the JSON once', async () => {
    const { agentUrl } = await start();
    const caller = new Agent({
      agentId: 'caller',
      model: createA2AAgent(agentUrl),
      output: weather,
    });
    onTestFinished(() => caller.close());
    const { text, output } = await caller.ask(QUESTION);
    expect([text, output]).toEqual([JSON_TEXT, DATA]);
  });

  it('over OpenAI Responses, with its schema as the format', async () => {
    const { url } = await start();
    const made = await openai(url).responses.create({ model: 'weather', input: QUESTION });
    expect(JSON.parse(made.output_text)).toEqual(DATA);
    expect(made.text?.format).toMatchObject({
      type: 'json_schema',
      name: 'output',
      schema: { properties: { city: { type: 'string' } } },
    });
    expect(JSON.stringify(made.output)).not.toMatch(/It rains|town|Let me see/);
  });

  it('over OpenAI Responses, as a stream', async () => {
    const { url } = await start();
    const stream = openai(url).responses.stream({ model: 'weather', input: QUESTION });
    let text = '';
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    expect(JSON.parse(text)).toEqual(DATA);
    expect(JSON.parse((await stream.finalResponse()).output_text)).toEqual(DATA);
  });

  it('over Chat Completions, at once and as a stream', async () => {
    const { url } = await start();
    const asked = { model: 'weather', messages: [{ role: 'user', content: QUESTION } as const] };
    const { completions } = openai(url).chat;
    const whole = await completions.create(asked);
    expect(JSON.parse(whole.choices[0]?.message.content ?? '')).toEqual(DATA);
    let text = '';
    for await (const chunk of await completions.create({ ...asked, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(JSON.parse(text)).toEqual(DATA);
  });

  it('over MCP, as structured content of a tool that calls the agent', async () => {
    const { agentUrl } = await start();
    const client = new Client({ name: 'client', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${agentUrl}tools/mcp`)));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools[0]?.outputSchema).toMatchObject({ properties: { rain: { type: 'boolean' } } });
    const result = await client.callTool({ name: 'weather_ask', arguments: {} });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: JSON_TEXT }],
      structuredContent: DATA,
    });
  });

  it('over AG-UI, as the result of the run', async () => {
    const { agentUrl } = await start();
    const agent = new HttpAgent({ url: `${agentUrl}agui` });
    agent.addMessage({ id: 'u1', role: 'user', content: QUESTION });
    const { result } = await agent.runAgent();
    expect(result).toEqual(DATA);
  });
});

it('lists JSON among the output modes of its card', async () => {
  const { agentUrl } = await start();
  const card = (await (await fetch(`${agentUrl}.well-known/agent-card.json`)).json()) as object;
  expect(card).toMatchObject({ defaultOutputModes: ['application/json', 'text/plain'] });
});

it('leaves the format to a caller who names one', async () => {
  const agent = new Agent({ agentId: 'free', model: () => 'It rains.', output: weather });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  const text = { format: { type: 'text' } } as const;
  const made = await openai(serving.url).responses.create({ model: 'free', input: QUESTION, text });
  expect([made.output_text, made.text?.format]).toEqual(['It rains.', { type: 'text' }]);
});

it('fails over every protocol with what is wrong', async () => {
  const agent = new Agent({ agentId: 'free', model: () => 'It rains.', output: weather });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  const made = await openai(serving.url).responses.create({ model: 'free', input: QUESTION });
  expect(made).toMatchObject({ status: 'failed', output: [] });
  expect(made.error?.message).toMatch(/does not match the output schema/);
  const client = await officialWays(() => `${serving.url}/agents/free/`)[0]?.connect();
  const task = client && json(await client.sendMessage(question()));
  expect(task).toMatchObject({ status: { state: 'TASK_STATE_FAILED' } });
  expect(task?.history).toHaveLength(1);
});
