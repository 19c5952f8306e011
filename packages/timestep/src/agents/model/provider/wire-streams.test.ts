import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import { runEpisode } from '#engine/runner';
import { createAgent } from './create-agent.ts';
import {
  createChatChunk,
  createChatCompletion,
  question,
  sendEvents,
  sendJson,
  startWireServer,
  weatherTools,
} from './wire.fixture.ts';

const first = '{"location":"Oakland"}';
const second = '{"location":"Berkeley"}';
const usage = { prompt_tokens: 50, completion_tokens: 12, total_tokens: 62 };

function call(args: string, rest: JsonObject = {}, name?: string): JsonObject {
  return { ...rest, function: { ...(name !== undefined && { name }), arguments: args } };
}

const named = (args: string, rest: JsonObject): JsonObject => call(args, rest, 'get_weather');
const chunk = (...calls: JsonObject[]): JsonObject => createChatChunk({ tool_calls: calls });
const end = (reason: string | null = 'tool_calls'): JsonObject => createChatChunk({}, reason);
const lastUsage = { ...createChatChunk({}), choices: [], usage };

/** Streams as servers send them that differ from OpenAI, all with the same two calls. */
const streams: readonly (readonly [string, string, readonly JsonObject[]])[] = [
  [
    'fireworks',
    'the id in every chunk, and calls that interleave',
    [
      chunk(named('', { index: 0, id: 'a' })),
      chunk(named('', { index: 1, id: 'b' })),
      chunk(call(first.slice(0, 9), { index: 0, id: 'a' })),
      chunk(call(second.slice(0, 5), { index: 1, id: 'b' })),
      chunk(call(first.slice(9), { index: 0, id: 'a' })),
      chunk(call(second.slice(5), { index: 1, id: 'b' })),
      end(),
      lastUsage,
    ],
  ],
  [
    'ollama',
    'whole calls with the same index',
    [
      chunk(named(first, { index: 0, id: 'a' })),
      chunk(named(second, { index: 0, id: 'b' })),
      end(),
      lastUsage,
    ],
  ],
  [
    'google-like servers',
    'whole calls without an index',
    [chunk(named(first, { id: 'a' })), chunk(named(second, { id: 'b' })), end(), lastUsage],
  ],
  [
    'vllm',
    'the name only after the id, and later chunks without an id',
    [
      chunk({ index: 0, id: 'a', type: 'function', function: { name: 'get_weather' } }),
      chunk(call(first, { index: 0, id: null })),
      chunk({ index: 1, id: 'b', type: 'function', function: { name: 'get_weather' } }),
      chunk(call(second, { index: 1 })),
      end(),
      lastUsage,
    ],
  ],
  [
    'mistral',
    'the usage in the last chunk, and the reason `stop`',
    [
      chunk(
        named(first, { index: 0, id: 'aaaaaaaaa' }),
        named(second, { index: 1, id: 'bbbbbbbbb' }),
      ),
      { ...end('stop'), usage },
    ],
  ],
  [
    'azure',
    'a first chunk without a choice',
    [
      { ...createChatChunk({}), choices: [] },
      chunk(named(first, { index: 0, id: 'a', type: 'function' })),
      chunk(named(second, { index: 1, id: 'b', type: 'function' })),
      end(),
      lastUsage,
    ],
  ],
];

async function run(provider: string, chunks: readonly JsonObject[]) {
  const known = provider === 'google-like servers' ? 'openai-compatible' : provider;
  const server = await startWireServer((_, response, nth) => {
    const said = [createChatChunk({ content: 'Sunny.' }), createChatChunk({}, 'stop')];
    sendEvents(response, nth === 1 ? chunks : said, 'done');
  });
  onTestFinished(() => server.close());
  const place = { apiKey: 'k', baseUrl: `${server.url}/v1`, env: {} };
  const agent = createAgent({ model: `${known}/m`, api: 'chat', retries: 1, ...place });
  const episode = await runEpisode(question, agent, { tools: weatherTools });
  return { ...episode, requests: server.requests };
}

it.each(streams)('reads calls of %s: %s', async (provider, _, chunks) => {
  const { messages, info } = await run(provider, chunks);
  expect(info).toMatchObject({ error: null, tool_calls: 2, input_tokens: 50, output_tokens: 12 });
  expect(messages.at(-3)).toMatchObject({ role: 'tool', content: 'sunny in Oakland' });
  expect(messages.at(-2)).toMatchObject({ role: 'tool', content: 'sunny in Berkeley' });
});

it('reads the reasoning of Mistral, and sends it back in its form', async () => {
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }];
  const { requests } = await run('mistral', [
    createChatChunk({ content: thinking }),
    chunk(named(first, { index: 0, id: 'aaaaaaaaa' })),
    end(),
  ]);
  expect(requests[1]?.text).toContain(
    '{"type":"thinking","thinking":[{"type":"text","text":"hm"}]',
  );
});

describe.each([
  ['zai', 'network_error'],
  ['deepseek', 'insufficient_system_resource'],
])('a reply of %s that ended with %s', (provider, reason) => {
  it('is asked for again where it was streamed', async () => {
    const cut = [createChatChunk({ content: 'The weath' }), end(reason)];
    const { messages, requests } = await run(provider, cut);
    expect(messages.at(-1)).toMatchObject({ content: 'Sunny.' });
    expect(requests).toHaveLength(2);
  });

  it('is asked for again where it was not streamed', async () => {
    const server = await startWireServer((_, response, nth) => {
      const whole = createChatCompletion(nth === 1 ? 'The weath' : 'Sunny.');
      const message = { role: 'assistant', content: 'The weath' };
      const cut = { ...whole, choices: [{ index: 0, message, finish_reason: reason }] };
      sendJson(response, nth === 1 ? cut : whole);
    });
    onTestFinished(() => server.close());
    const place = { apiKey: 'k', baseUrl: `${server.url}/v1`, env: {} };
    const agent = createAgent({ model: `${provider}/m`, stream: false, retries: 1, ...place });
    const { messages } = await runEpisode(question, agent);
    expect(messages.at(-1)).toMatchObject({ content: 'Sunny.' });
  });
});
