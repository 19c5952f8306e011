import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Message } from '#core';
import { runEpisode } from '#engine/runner';
import { createLanguageModelAgent } from '#agents/model';
import type { StrictRequest } from './server/answer-request.ts';
import type { StrictReply } from './server/strict-reply.ts';
import { startStrictProvider, type StrictProviderOptions } from './start-strict-provider.ts';

const apiKey = 'sk-test';

const packages: readonly (readonly [string, (url: string) => LanguageModelV4])[] = [
  [
    'openai, Responses',
    (url) => createOpenAI({ apiKey, baseURL: `${url}/v1` }).responses('gpt-5-mini'),
  ],
  ['openai, chat', (url) => createOpenAI({ apiKey, baseURL: `${url}/v1` }).chat('gpt-4.1')],
  [
    'openai, chat, reasoning',
    (url) => createOpenAI({ apiKey, baseURL: `${url}/v1` }).chat('gpt-5-mini'),
  ],
  [
    'anthropic',
    (url) => createAnthropic({ apiKey, baseURL: `${url}/v1` }).languageModel('claude-sonnet-4-5'),
  ],
  [
    'google',
    (url) => createGoogle({ apiKey, baseURL: `${url}/v1beta` }).languageModel('gemini-3-pro'),
  ],
  [
    'google, older',
    (url) => createGoogle({ apiKey, baseURL: `${url}/v1beta` }).languageModel('gemini-2.5-flash'),
  ],
  [
    'bedrock',
    (url) =>
      createAmazonBedrock({ apiKey, region: 'eu-west-1', baseURL: url }).languageModel(
        'anthropic.claude-sonnet-4-5-20250929-v1:0',
      ),
  ],
  [
    'openai-compatible',
    (url) =>
      createOpenAICompatible({
        name: 'local',
        apiKey,
        baseURL: `${url}/v1`,
        includeUsage: true,
      }).chatModel('m'),
  ],
];

const tools = {
  get_weather: {
    description: 'The weather of a place.',
    parameters: {
      type: 'object',
      properties: { place: { type: 'string' } },
      required: ['place'],
    } satisfies JsonObject,
    execute: ({ place }: JsonObject) => `sunny in ${place as string}`,
  },
};

function replyOnce({ results }: StrictRequest): StrictReply {
  if (results.length > 0) return { text: results.join(', '), usage: { input: 30, output: 7 } };
  const [a, b] = ['Oakland', 'Berkeley'].map((place) => {
    return { name: 'get_weather', arguments: { place } };
  });
  return {
    reasoning: 'They want the weather.',
    text: 'I look.',
    toolCalls: a && b ? [a, b] : [],
    usage: { input: 20, output: 5, cacheRead: 8 },
  };
}

async function start(options: StrictProviderOptions) {
  const provider = await startStrictProvider(options);
  onTestFinished(() => provider.close());
  return provider;
}

const question: readonly Message[] = [
  { role: 'system', content: 'You know the weather.' },
  { role: 'user', content: 'How is the weather?' },
];

describe.each([true, false])('a turn with tools, streamed: %s', (stream) => {
  it.each(packages)('is completed through %s', async (_name, createModel) => {
    const provider = await start({ reply: replyOnce, dialect: 'openai' });
    const agent = createLanguageModelAgent(createModel(provider.url), { stream });
    const first = await runEpisode(question, agent, { tools });
    expect(first.info).toMatchObject({
      error: null,
      tool_calls: 2,
      input_tokens: 50,
      output_tokens: 12,
    });
    expect(first.messages.at(-1)?.content).toBe('sunny in Oakland, sunny in Berkeley');
    const next: Message = { role: 'user', content: 'Thanks. And now?' };
    const second = await runEpisode([...first.messages, next], agent, { tools });
    expect(second.info.error).toBeNull();
    expect(provider.requests.map(({ refusal }) => refusal)).toEqual(
      provider.requests.map(() => undefined),
    );
    expect(
      provider.requests.map(({ question: asked, results }) => [asked, results.length]),
    ).toEqual([
      ['How is the weather?', 0],
      ['How is the weather?', 2],
      ['Thanks. And now?', 0],
      ['Thanks. And now?', 2],
    ]);
    expect(provider.requests[0]).toMatchObject({ isStreamed: stream, tools: ['get_weather'] });
  });
});

it('answers with the question if nothing else is given', async () => {
  const provider = await start({});
  const [, createModel = () => expect.fail('no package')] = packages[3] ?? [];
  const { messages } = await runEpisode(
    question,
    createLanguageModelAgent(createModel(provider.url)),
  );
  expect(messages.at(-1)?.content).toBe('How is the weather?');
});

it('refuses with status and body, and shows the refused request', async () => {
  const provider = await start({ window: 5 });
  const response = await fetch(`${provider.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'x'.repeat(80) }],
    }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: expect.stringMatching(/> 5 maximum/) as string,
    },
  });
  expect(provider.requests).toMatchObject([{ refusal: { rule: 'anthropic/over-window' } }]);
});

it('refuses what a test asks it to refuse', async () => {
  const provider = await start({
    refuse: ({ question: asked }) =>
      asked.includes('secret')
        ? { rule: 'test', status: 429, body: { error: 'slow down' } }
        : undefined,
  });
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'a secret' }] });
  const response = await fetch(`${provider.url}/v1/chat/completions`, { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([429, { error: 'slow down' }]);
});

it.each([
  ['no JSON', '/v1/responses', new TextEncoder().encode('{'), 400],
  ['invalid UTF-8', '/v1/responses', new Uint8Array([0x22, 0xff, 0x22]), 400],
  ['another path', '/v2/models', new TextEncoder().encode('{}'), 404],
])('refuses %s', async (_name, path, body, status) => {
  const provider = await start({});
  const response = await fetch(`${provider.url}${path}`, { method: 'POST', body });
  expect(response.status).toBe(status);
  expect(provider.requests).toEqual([]);
});

it.each(packages)(
  'is understood when a request is above the window: %s',
  async (_name, createModel) => {
    const provider = await start({ window: 3 });
    const agent = createLanguageModelAgent(createModel(provider.url));
    const { info } = await runEpisode(question, agent);
    expect(info.error).toMatch(/too long/);
  },
);
