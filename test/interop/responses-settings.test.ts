import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import type { Responses } from 'openai/resources/responses/responses';
import { afterEach, describe, expect, it } from 'vitest';
import { Agent, createAgent, Environment, serve } from '@timestep-ai/timestep';

const FORMAT = {
  type: 'json_schema',
  name: 'weather',
  strict: true,
  schema: {
    type: 'object',
    properties: { sky: { type: 'string' } },
    required: ['sky'],
    additionalProperties: false,
  },
} as const;

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 64 },
  completion_tokens_details: { reasoning_tokens: 12 },
};

/** What the fake model is to say; a call is made where there is no result of one yet. */
interface Script {
  readonly content?: string;
  readonly finish?: string;
  readonly call?: string;
}

type Body = Readonly<Record<string, unknown>>;

let model: Server | undefined;
let serving: Awaited<ReturnType<typeof serve>> | undefined;
const asked: Body[] = [];

afterEach(async () => {
  await serving?.close(0);
  model?.closeAllConnections();
  model?.close();
  asked.length = 0;
});

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return JSON.parse(text) as Body;
}

/** A provider of chat completions that keeps what it is asked. */
async function provider({ content = '', finish = 'stop', call }: Script): Promise<string> {
  model = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      asked.push(body);
      const messages = body['messages'] as readonly { readonly role: string }[];
      const calls = call !== undefined && messages.at(-1)?.role !== 'tool';
      const delta = calls
        ? {
            tool_calls: [
              { index: 0, id: 'c1', type: 'function', function: { name: call, arguments: '{}' } },
            ],
          }
        : { content };
      const chunk = (choices: readonly object[], more: object = {}) =>
        response.write(
          `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices, ...more })}\n\n`,
        );
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      chunk([{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }]);
      chunk([{ index: 0, delta: {}, finish_reason: calls ? 'tool_calls' : finish }]);
      chunk([], { usage: USAGE });
      response.end('data: [DONE]\n\n');
    })();
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  return `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
}

async function client(script: Script, toolSite: 'client' | 'server' = 'server'): Promise<OpenAI> {
  const baseUrl = await provider(script);
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  environment.tool('sky.now', { description: 'The sky.' }, () => 'blue');
  const agent = new Agent({
    agentId: 'weather',
    name: 'Weather',
    model: createAgent({ model: 'openai/some', baseUrl, apiKey: 'k', env: {}, retries: 0 }),
    environment,
    toolSite,
  });
  serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  return new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: 'k', maxRetries: 0 });
}

const request = { model: 'weather', input: 'how is the sky?' } as const;

describe('the openai client, a server of ours, and a provider', () => {
  it.each(['client', 'server'] as const)(
    'hands every setting to the model, and parses what it replies (tool site %s)',
    async (toolSite) => {
      const openai = await client(
        { content: '{"sky":"blue"}', call: 'sky_now_08ac4300' },
        toolSite,
      );
      const settings = {
        temperature: 0.3,
        top_p: 0.9,
        max_output_tokens: 500,
        parallel_tool_calls: false,
        reasoning: { effort: 'low' },
        tool_choice: { type: 'function', name: 'sky.now' },
      } as const;
      const text = { format: FORMAT, verbosity: 'low' } as const;
      const response = await openai.responses.parse({ ...request, ...settings, text });
      expect(response.output_parsed).toEqual({ sky: 'blue' });
      expect(response).toMatchObject({
        status: 'completed',
        ...settings,
        reasoning: { effort: 'low' },
      });
      const heeded = {
        temperature: 0.3,
        top_p: 0.9,
        parallel_tool_calls: false,
        reasoning_effort: 'low',
        verbosity: 'low',
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'weather', strict: true, schema: FORMAT.schema },
        },
      };
      expect(asked).toMatchObject([
        {
          ...heeded,
          max_tokens: 500,
          tool_choice: { type: 'function', function: { name: 'sky_now_08ac4300' } },
          tools: [{ function: { name: 'sky_now_08ac4300' } }],
        },
        // Some of the tokens are used up, and nothing is forced after a call.
        { ...heeded, max_tokens: 480, tool_choice: 'auto' },
      ]);
      expect(response.output).toMatchObject([
        { type: 'mcp_call', name: 'sky.now', output: 'blue' },
        { type: 'message' },
      ]);
    },
  );

  it('tells tokens as the provider did', async () => {
    const openai = await client({ content: 'blue' });
    const { usage } = await openai.responses.create(request);
    expect(usage).toMatchObject({
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 64 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 12 },
      total_tokens: 120,
    });
  });

  it.each([
    ['length', 'Blue and', 'max_output_tokens'],
    ['content_filter', 'Blue and', 'content_filter'],
    ['length', '', 'max_output_tokens'],
    ['content_filter', '', 'content_filter'],
  ])('is incomplete where the reply ends by %s after "%s"', async (finish, content, reason) => {
    const openai = await client({ content, finish });
    const whole = await openai.responses.create(request);
    expect(whole).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason },
      output_text: content,
    });
    const events: Responses.ResponseStreamEvent[] = [];
    for await (const event of await openai.responses.create({ ...request, stream: true })) {
      events.push(event);
    }
    const last = events.at(-1);
    expect(last).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason } },
    });
    const items = events.filter((event) => event.type === 'response.output_item.done');
    expect(items.map(({ item }) => item)).toMatchObject(
      content === ''
        ? []
        : [{ type: 'message', status: 'incomplete', content: [{ text: content }] }],
    );
  });

  it('is incomplete where an earlier reply has used up the tokens', async () => {
    const openai = await client({ content: 'blue', call: 'sky_now_08ac4300' });
    const response = await openai.responses.create({ ...request, max_output_tokens: 30 });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: { output_tokens: 20 },
    });
    expect(asked).toHaveLength(1);
  });

  it('fails, and names the setting, where the model cannot heed it', async () => {
    const openai = await client({ content: 'blue' });
    const tool_choice = { type: 'function', name: 'sea.now' } as const;
    expect(await openai.responses.create({ ...request, tool_choice })).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/does not support tool_choice/) as string },
    });
    await expect(openai.responses.create({ ...request, truncation: 'auto' })).rejects.toMatchObject(
      {
        status: 400,
        param: 'truncation',
        code: 'unsupported_parameter',
      },
    );
    expect(asked).toEqual([]);
  });

  it('offers the model no tool where the caller wants none', async () => {
    const openai = await client({ content: 'blue' });
    await openai.responses.create({ ...request, tool_choice: 'none' });
    expect(asked[0]).not.toHaveProperty('tools');
  });
});
