import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#core';
import { runEpisode } from '#engine/runner';
import { encodeAwsEvent } from './aws-event.fixture.ts';
import { createAgent } from './create-agent.ts';
import {
  briskClock,
  createChatChunk,
  question,
  sendEvents,
  startWireServer,
  type Answer,
} from './wire.fixture.ts';

const ARGUMENTS = '{"location":"Oakland"}';
const FUNCTION = { name: 'get_weather', arguments: ARGUMENTS };
const CHAT_CALL = { index: 0, id: 'call_0001', type: 'function', function: FUNCTION };
const CHAT: readonly JsonObject[] = [createChatChunk({ tool_calls: [CHAT_CALL] })];

const ITEM = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather' };

const RESPONSES: readonly JsonObject[] = [
  {
    type: 'response.created',
    sequence_number: 0,
    response: { id: 'resp_1', object: 'response', created_at: 0, model: 'm', output: [] },
  },
  {
    type: 'response.output_item.added',
    sequence_number: 1,
    output_index: 0,
    item: { ...ITEM, arguments: '', status: 'in_progress' },
  },
  {
    type: 'response.function_call_arguments.delta',
    sequence_number: 2,
    item_id: 'fc_1',
    output_index: 0,
    delta: ARGUMENTS,
  },
  {
    type: 'response.output_item.done',
    sequence_number: 3,
    output_index: 0,
    item: { ...ITEM, arguments: ARGUMENTS, status: 'completed' },
  },
];

const ANTHROPIC: readonly JsonObject[] = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
  },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: ARGUMENTS },
  },
  { type: 'content_block_stop', index: 0 },
];

const GEMINI_CALL = { functionCall: { name: 'get_weather', args: { location: 'Oakland' } } };
const GEMINI: readonly JsonObject[] = [
  { candidates: [{ content: { role: 'model', parts: [GEMINI_CALL] }, index: 0 }] },
];

const BEDROCK: readonly (readonly [string, JsonObject])[] = [
  ['messageStart', { role: 'assistant' }],
  [
    'contentBlockStart',
    { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'tool_1', name: 'get_weather' } } },
  ],
  ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: ARGUMENTS } } }],
  ['contentBlockStop', { contentBlockIndex: 0 }],
];

/** Complete tool calls on each wire, without the event that ends a reply. */
const WIRES: readonly (readonly [string, readonly JsonObject[]])[] = [
  ...['openai-compatible', 'openrouter', 'mistral', 'deepseek', 'xai', 'groq'].map(
    (name) => [`${name}/m`, CHAT] as const,
  ),
  ['openai/gpt-x', RESPONSES],
  ['anthropic/claude-x', ANTHROPIC],
  [
    'anthropic/claude-y',
    [
      ...ANTHROPIC,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    ],
  ],
  ['google/gemini-x', GEMINI],
];

const SENTENCE = /ended before it was complete|sent an invalid or incomplete reply/;

/** Runs an agent whose tool counts its calls. */
async function run(model: string, answer: Answer) {
  const server = await startWireServer(answer);
  onTestFinished(() => server.close());
  let calls = 0;
  const get_weather = {
    description: 'The weather of a place.',
    parameters: { type: 'object', properties: { location: { type: 'string' } } } as const,
    execute: () => `sunny ${(calls += 1)}`,
  };
  const api = model.startsWith('openai/') ? 'responses' : 'chat';
  const env = { AWS_REGION: 'us-east-1' };
  const agent = createAgent({ model, apiKey: 'k', baseUrl: `${server.url}/v1`, env, api });
  const { info } = await runEpisode(question, agent, {
    tools: { get_weather },
    clock: briskClock,
  });
  return { info, calls, requests: server.requests.length };
}

it.each(WIRES)('%s: no tool of a reply runs that lacks its end', async (model, events) => {
  const { info, calls, requests } = await run(model, (_request, response) =>
    sendEvents(response, events),
  );
  expect([calls, info.tool_calls, requests]).toEqual([0, 0, 2]);
  expect(info.error).toMatch(SENTENCE);
});

it('bedrock: no tool of a reply runs that lacks its end', async () => {
  const { info, calls, requests } = await run('bedrock/m', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    response.end(Buffer.concat(BEDROCK.map(encodeAwsEvent)));
  });
  expect([calls, info.tool_calls, requests]).toEqual([0, 0, 2]);
  expect(info.error).toMatch(SENTENCE);
});

it.each([
  ['openrouter/m', [...CHAT, createChatChunk({}, 'tool_calls')]],
  ['bedrock/m', undefined],
] as const)('%s: the tool runs if the reply has its end', async (model, chat) => {
  const { info, calls } = await run(model, (_request, response, nth) => {
    if (chat) {
      const text = [createChatChunk({ content: 'Sunny.' }, 'stop')];
      return sendEvents(response, nth === 1 ? chat : text, 'done');
    }
    const ended = [...BEDROCK, ['messageStop', { stopReason: 'tool_use' }] as const];
    const text = [
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Sunny.' } }],
      ['messageStop', { stopReason: 'end_turn' }],
    ] as const;
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
    response.end(Buffer.concat((nth === 1 ? ended : text).map(encodeAwsEvent)));
  });
  expect([calls, info.terminated_reason]).toEqual([1, 'final_answer']);
});
