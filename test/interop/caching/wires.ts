import type { JsonObject } from '@timestep-ai/timestep/core';
import type { CacheCount } from '@timestep-ai/timestep/testing';

/** What a model replies: a text, or tool calls. */
export type Reply = { readonly text: string } | { readonly calls: readonly ToolUse[] };

interface ToolUse {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** A reply with the tokens of its request that were read from a cache and written to it. */
export interface CountedReply {
  readonly reply: Reply;
  readonly count: CacheCount;
}

/** Writes the response body of one API. */
export type WriteReply = (counted: CountedReply) => JsonObject;

const OUTPUT_TOKENS = 100;

export const WIRES = {
  messages: ({ reply, count: { tokens, read, written } }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content:
      'text' in reply
        ? [{ type: 'text', text: reply.text }]
        : reply.calls.map(({ id, tool: name, input }) => ({ type: 'tool_use', id, name, input })),
    stop_reason: 'text' in reply ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: tokens - read - written,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      output_tokens: OUTPUT_TOKENS,
    },
  }),
  chat: ({ reply, count }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: 'text' in reply ? 'stop' : 'tool_calls',
        message:
          'text' in reply
            ? { role: 'assistant', content: reply.text }
            : {
                role: 'assistant',
                content: null,
                tool_calls: reply.calls.map(({ id, tool: name, input }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              },
      },
    ],
    usage: {
      prompt_tokens: count.tokens,
      completion_tokens: OUTPUT_TOKENS,
      total_tokens: count.tokens + OUTPUT_TOKENS,
      prompt_tokens_details: { cached_tokens: count.read, cache_write_tokens: count.written },
    },
  }),
  responses: ({ reply, count }) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    model: 'm',
    status: 'completed',
    output:
      'text' in reply
        ? [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: reply.text, annotations: [] }],
            },
          ]
        : reply.calls.map(({ id, tool: name, input }) => ({
            type: 'function_call',
            id: `fc_${id}`,
            call_id: id,
            name,
            arguments: JSON.stringify(input),
            status: 'completed',
          })),
    usage: {
      input_tokens: count.tokens,
      input_tokens_details: { cached_tokens: count.read, cache_write_tokens: count.written },
      output_tokens: OUTPUT_TOKENS,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: count.tokens + OUTPUT_TOKENS,
    },
  }),
  gemini: ({ reply, count }) => ({
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          role: 'model',
          parts:
            'text' in reply
              ? [{ text: reply.text }]
              : reply.calls.map(({ tool: name, input: args }) => ({
                  functionCall: { name, args },
                })),
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: count.tokens,
      cachedContentTokenCount: count.read,
      candidatesTokenCount: OUTPUT_TOKENS,
      totalTokenCount: count.tokens + OUTPUT_TOKENS,
    },
  }),
  converse: ({ reply, count: { tokens, read, written } }) => ({
    output: {
      message: {
        role: 'assistant',
        content:
          'text' in reply
            ? [{ text: reply.text }]
            : reply.calls.map(({ id: toolUseId, tool: name, input }) => ({
                toolUse: { toolUseId, name, input },
              })),
      },
    },
    stopReason: 'text' in reply ? 'end_turn' : 'tool_use',
    metrics: { latencyMs: 1 },
    usage: {
      inputTokens: tokens - read - written,
      outputTokens: OUTPUT_TOKENS,
      totalTokens: tokens + OUTPUT_TOKENS,
      cacheReadInputTokens: read,
      cacheWriteInputTokens: written,
    },
  }),
} as const satisfies Record<string, WriteReply>;
