import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { AssistantMessage, JsonObject } from '#core';
import { runEpisode } from '#engine/runner';
import { encodeAwsEvent } from './aws-event.fixture.ts';
import { createAgent } from './create-agent.ts';
import {
  briskClock,
  createChatChunk,
  createChatCompletion,
  question,
  sendEvents,
  sendJson,
  startWireServer,
} from './wire.fixture.ts';

type AwsEvent = readonly [type: string, payload: JsonObject];

/** How a wire sends a whole reply, and the pieces from which malformed ones are made. */
interface Wire {
  readonly model: string;
  readonly whole: JsonObject;
  readonly start: readonly JsonObject[] | readonly AwsEvent[];
  readonly unknown: readonly JsonObject[] | readonly AwsEvent[];
  readonly end: readonly JsonObject[] | readonly AwsEvent[];
  /** A whole reply with unknown blocks. Default: the wire has no such replies. */
  readonly odd?: JsonObject;
  /** What the thoughts of the model say of unknown blocks. Default: the package ignores them. */
  readonly remark?: string;
}

const USAGE = { input_tokens: 3, output_tokens: 2 };
const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] };
const ITEM = { type: 'message', id: 'item_1', role: 'assistant', status: 'completed' };
const TEXT = { type: 'output_text', text: 'Sunny.', annotations: [] };
const RESPONSE = { id: 'resp_1', object: 'response', created_at: 0, model: 'm', output: [] };
const gemini = (parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) },
  ],
});

const WIRES: Readonly<Record<string, Wire>> = {
  Anthropic: {
    model: 'anthropic/claude-x',
    whole: {
      ...MESSAGE,
      content: [{ type: 'text', text: 'Sunny.' }],
      stop_reason: 'end_turn',
      usage: USAGE,
    },
    start: [
      { type: 'message_start', message: { ...MESSAGE, stop_reason: null, usage: USAGE } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Sunny.' } },
      { type: 'content_block_stop', index: 0 },
    ],
    unknown: [
      { type: 'content_block_start', index: 1, content_block: { type: 'odd_block', odd: true } },
      { type: 'content_block_delta', index: 1, delta: { type: 'odd_delta', odd: 'x' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'odd_event', odd: true },
    ],
    odd: {
      ...MESSAGE,
      content: [
        { type: 'odd_block', odd: true },
        { type: 'text', text: 'Sunny.', citations: [{ type: 'odd_location' }] },
      ],
      stop_reason: 'end_turn',
      usage: USAGE,
    },
    remark: 'odd_block',
    end: [
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ],
  },
  'OpenAI chat': {
    model: 'openai-compatible/m',
    whole: createChatCompletion('Sunny.'),
    start: [createChatChunk({ content: 'Sunny.' })],
    unknown: [
      createChatChunk({ odd: [{ type: 'odd' }] }),
      { object: 'odd', odd: true, choices: [] },
    ],
    end: [createChatChunk({}, 'stop')],
  },
  Responses: {
    model: 'openai/gpt-x',
    whole: {
      ...RESPONSE,
      status: 'completed',
      output: [{ ...ITEM, content: [TEXT] }],
      usage: USAGE,
    },
    start: [
      { type: 'response.created', sequence_number: 0, response: RESPONSE },
      {
        type: 'response.output_item.added',
        sequence_number: 1,
        output_index: 0,
        item: { ...ITEM, status: 'in_progress', content: [] },
      },
      {
        type: 'response.output_text.delta',
        sequence_number: 2,
        item_id: 'item_1',
        output_index: 0,
        content_index: 0,
        delta: 'Sunny.',
      },
      {
        type: 'response.output_item.done',
        sequence_number: 3,
        output_index: 0,
        item: { ...ITEM, content: [TEXT] },
      },
    ],
    unknown: [
      {
        type: 'response.output_item.added',
        sequence_number: 4,
        output_index: 1,
        item: { type: 'odd_item', id: 'odd_1', status: 'in_progress' },
      },
      { type: 'response.odd.delta', sequence_number: 5, odd: true },
    ],
    end: [
      {
        type: 'response.completed',
        sequence_number: 6,
        response: { ...RESPONSE, status: 'completed', usage: USAGE },
      },
    ],
  },
  Gemini: {
    model: 'google/gemini-x',
    whole: gemini([{ text: 'Sunny.' }], 'STOP'),
    start: [gemini([{ text: 'Sunny.' }])],
    unknown: [gemini([{ oddPart: { odd: true } }])],
    end: [gemini([], 'STOP')],
  },
  Bedrock: {
    model: 'bedrock/m',
    whole: {
      output: { message: { role: 'assistant', content: [{ text: 'Sunny.' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
      metrics: { latencyMs: 1 },
    },
    start: [
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Sunny.' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
    ],
    unknown: [
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { oddDelta: 'x' } }],
      ['oddEvent', { odd: true }],
    ],
    odd: {
      output: {
        message: {
          role: 'assistant',
          content: [
            { oddBlock: {} },
            { reasoningContent: { oddThought: 'x' } },
            { text: 'Sunny.' },
          ],
        },
      },
      stopReason: 'end_turn',
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    },
    remark: 'odd',
    end: [['messageStop', { stopReason: 'end_turn' }]],
  },
};

type Send = (response: ServerResponse, wire: Wire) => void;

function sendStream(response: ServerResponse, events: readonly unknown[]): void {
  const [first] = events;
  if (!Array.isArray(first)) return sendEvents(response, events as readonly JsonObject[], 'done');
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
  response.end(Buffer.concat((events as readonly AwsEvent[]).map(encodeAwsEvent)));
}

function sendText(response: ServerResponse, text: string, type: string): void {
  response.writeHead(200, { 'content-type': type });
  response.end(text);
}

const streamType = ({ model }: Wire): string =>
  model.startsWith('bedrock') ? 'application/vnd.amazon.eventstream' : 'text/event-stream';

const sendGood: Send = (response, { start, end }) => sendStream(response, [...start, ...end]);

/** Malformed replies to a request for a stream. */
const STREAMS: Readonly<Record<string, Send>> = {
  'an empty body': (response) => sendText(response, '', 'application/json'),
  'an empty stream': (response, wire) => sendText(response, '', streamType(wire)),
  'a page instead of data': (response) => sendText(response, '<html>busy</html>', 'text/html'),
  'a stream that is not JSON': (response, wire) =>
    sendText(response, 'data: {"half\n\n', streamType(wire)),
  'a stream of another shape': (response, wire) =>
    sendStream(response, Array.isArray(wire.start[0]) ? [['odd', { ok: true }]] : [{ ok: true }]),
  'a stream without its end': (response, { start }) => {
    const [first] = start;
    if (Array.isArray(first)) return sendStream(response, start);
    sendEvents(response, start as readonly JsonObject[], 'close');
  },
};

/** Malformed replies to a request for a whole reply. */
const WHOLES: Readonly<Record<string, Send>> = {
  'an empty body': (response) => sendText(response, '', 'application/json'),
  'a page instead of data': (response) => sendText(response, '<html>busy</html>', 'text/html'),
  'half of the data': (response) => sendText(response, '{"id":"x","cont', 'application/json'),
  'another shape': (response) => sendJson(response, { ok: true }),
  null: (response) => sendText(response, 'null', 'application/json'),
};

/** Asks a model whose first `bad` replies are malformed. */
async function ask(wire: Wire, stream: boolean, send: Send, bad: number) {
  const server = await startWireServer((_request, response, nth) => {
    if (nth <= bad) return send(response, wire);
    return stream ? sendGood(response, wire) : sendJson(response, wire.whole);
  });
  const { model } = wire;
  const api = model.startsWith('openai/') ? 'responses' : 'chat';
  const env = { AWS_REGION: 'us-east-1' };
  const place = { apiKey: 'k', baseUrl: `${server.url}/v1`, env, api } as const;
  try {
    const agent = createAgent({ model, stream, ...place });
    const { messages, info } = await runEpisode(question, agent, { clock: briskClock });
    const last = messages.findLast((message): message is AssistantMessage => {
      return message.role === 'assistant';
    });
    return {
      last: last?.content,
      thoughts: last?.reasoning,
      info,
      requests: server.requests.length,
    };
  } finally {
    await server.close();
  }
}

const ROWS = Object.entries(WIRES).flatMap(([name, wire]) => [
  ...Object.entries(STREAMS).map(([what, send]) => [name, what, wire, true, send] as const),
  ...Object.entries(WHOLES).map(([what, send]) => [name, what, wire, false, send] as const),
]);

describe.concurrent.each(ROWS)('%s: %s', (_name, _what, wire, stream, send) => {
  it(`is asked for again (stream: ${stream})`, async () => {
    const { last, info, requests } = await ask(wire, stream, send, 1);
    expect([last, info.error, requests]).toEqual(['Sunny.', null, 2]);
  });

  it(`ends in words after some requests (stream: ${stream})`, async () => {
    const { info, requests } = await ask(wire, stream, send, Infinity);
    expect(info.terminated_reason).toBe('error');
    expect(requests).toBeLessThanOrEqual(3);
    expect(info.error).toMatch(
      /incomplete|invalid|neither text|ended before|not a model reply|failed: Expected|failed: Incomplete/,
    );
  });
});

const sendUnknown: Send = (response, { start, unknown, end }) =>
  sendStream(response, [...start, ...unknown, ...end]);

const READ = Object.entries(WIRES).flatMap(([name, wire]) => [
  [name, wire, true] as const,
  ...(wire.odd ? [[name, wire, false] as const] : []),
]);

it.each(READ)(
  '%s: a reply with unknown blocks is read without them (stream: %3$s)',
  async (_name, wire, stream) => {
    const send: Send = (response) =>
      stream ? sendUnknown(response, wire) : sendJson(response, wire.odd ?? {});
    const { last, thoughts, info, requests } = await ask(wire, stream, send, Infinity);
    expect([last, info.error, requests]).toEqual(['Sunny.', null, 1]);
    expect(thoughts ?? 'none').toContain(wire.remark ?? 'none');
  },
);
