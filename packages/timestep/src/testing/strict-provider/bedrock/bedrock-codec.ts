import type { JsonObject } from '#core';
import { joinTexts } from '../chat/join-texts.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { parseArgumentsOrEmpty } from '../server/parse-arguments.ts';
import { splitText, type FullReply, type StrictFinish } from '../server/strict-reply.ts';
import {
  buildSummary,
  type CodecContext,
  type SummaryEntry,
  type WireCodec,
} from '../server/wire-codec.ts';
import { signReasoning } from '../signature.ts';
import { listBedrockMessages, type BedrockMessage } from './bedrock-facts.ts';
import { encodeAmazonEvent } from './event-stream.ts';
import { findBedrockRefusal } from './find-bedrock-refusal.ts';

const FINISH: Readonly<Record<StrictFinish, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'content_filtered',
};

function listBedrockSummaryEntries({ role, blocks }: BedrockMessage): SummaryEntry[] {
  if (role !== 'user') return [];
  const results = blocks
    .filter(({ toolResult }) => toolResult !== undefined)
    .map(({ toolResult }): SummaryEntry => {
      return { kind: 'result', text: joinTexts(toObject(toolResult)['content']) };
    });
  return [...results, { kind: 'user', text: joinTexts(blocks) }];
}

/** A block of the reply, with its start event and its deltas in a stream. */
interface Block {
  readonly start?: JsonObject;
  readonly deltas: readonly JsonObject[];
  readonly full: JsonObject;
}

function createReplyBlocks({ text, reasoning, calls }: FullReply): Block[] {
  const blocks: Block[] = [];
  if (reasoning !== undefined) {
    const signature = signReasoning('bedrock', reasoning);
    const pieces = splitText(reasoning).map((piece) => ({ reasoningContent: { text: piece } }));
    blocks.push({
      deltas: [...pieces, { reasoningContent: { signature } }],
      full: { reasoningContent: { reasoningText: { text: reasoning, signature } } },
    });
  }
  if (text !== '') {
    blocks.push({ deltas: splitText(text).map((piece) => ({ text: piece })), full: { text } });
  }
  for (const { id, name, args } of calls) {
    blocks.push({
      start: { toolUse: { toolUseId: id, name } },
      deltas: splitText(args).map((input) => ({ toolUse: { input } })),
      full: { toolUse: { toolUseId: id, name, input: parseArgumentsOrEmpty(args) } },
    });
  }
  return blocks;
}

function encodeUsage({ usage }: FullReply): JsonObject {
  return {
    inputTokens: usage.input - usage.cacheRead - usage.cacheWrite,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output,
    cacheReadInputTokens: usage.cacheRead,
    cacheWriteInputTokens: usage.cacheWrite,
  };
}

/**
 * Creates a tool call id. Mistral models behind Bedrock only accept ids of nine letters and digits.
 */
function createBedrockIdMaker({ model }: CodecContext) {
  const isShort = model.includes('mistral');
  return (seed: string, _name: string, index: number): string =>
    isShort ? `${seed.slice(0, 8)}${index % 10}` : `tooluse_${seed}${index}`;
}

/** Codec of Bedrock `Converse` and `ConverseStream`. */
export const bedrockCodec: WireCodec = {
  streamType: 'application/vnd.amazon.eventstream',
  findRefusal: (body, { model, window }) => findBedrockRefusal(body, model, window),
  summarize: ({ messages, toolConfig }) =>
    buildSummary(
      listBedrockMessages(messages).flatMap(listBedrockSummaryEntries),
      listItemsOrEmptyObjects(toObject(toolConfig)['tools'])
        .filter(({ toolSpec }) => toolSpec !== undefined)
        .map(({ toolSpec }) => toTextOrEmpty(toObject(toolSpec)['name'])),
    ),
  createCallId: createBedrockIdMaker,
  encode: (reply) => ({
    output: {
      message: { role: 'assistant', content: createReplyBlocks(reply).map(({ full }) => full) },
    },
    stopReason: FINISH[reply.finish],
    usage: encodeUsage(reply),
    metrics: { latencyMs: 1 },
  }),
  encodeStream(reply) {
    const events = [encodeAmazonEvent('messageStart', { role: 'assistant' })];
    for (const [contentBlockIndex, { start, deltas }] of createReplyBlocks(reply).entries()) {
      if (start) events.push(encodeAmazonEvent('contentBlockStart', { contentBlockIndex, start }));
      for (const delta of deltas) {
        events.push(encodeAmazonEvent('contentBlockDelta', { contentBlockIndex, delta }));
      }
      events.push(encodeAmazonEvent('contentBlockStop', { contentBlockIndex }));
    }
    events.push(encodeAmazonEvent('messageStop', { stopReason: FINISH[reply.finish] }));
    const usage = encodeUsage(reply);
    events.push(encodeAmazonEvent('metadata', { usage, metrics: { latencyMs: 1 } }));
    return events;
  },
};
