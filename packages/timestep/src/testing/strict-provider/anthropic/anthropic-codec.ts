import type { JsonObject, JsonValue } from '#core';
import { joinTexts } from '../chat/join-texts.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { splitText, type FullReply, type StrictFinish } from '../server/strict-reply.ts';
import { createPrefixedIdMaker } from '../server/create-call-id.ts';
import {
  buildSummary,
  encodeSseEventText,
  EVENT_STREAM,
  type SummaryEntry,
  type WireCodec,
} from '../server/wire-codec.ts';
import { signReasoning } from '../signature.ts';
import { parseArgumentsOrEmpty } from '../server/parse-arguments.ts';
import { findAnthropicRefusal } from './find-anthropic-refusal.ts';
import { listTurns } from './turns.ts';

const FINISH: Readonly<Record<StrictFinish, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
};

function listAnthropicSummaryEntries(messages: JsonValue | undefined): SummaryEntry[] {
  return listTurns(messages)
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => {
      const texts = blocks.filter(({ type }) => type === 'text');
      const results = blocks.filter(({ type }) => type === 'tool_result');
      return [
        ...results.map(({ block }): SummaryEntry => {
          return { kind: 'result', text: joinTexts(block['content']) };
        }),
        {
          kind: 'user',
          text: texts.map(({ block }) => toTextOrEmpty(block['text'])).join(''),
        } as const,
      ];
    });
}

/** A block of the reply, with its start event, its deltas and its final form. */
interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
  readonly full: JsonObject;
}

function createReplyBlocks({ text, reasoning, calls }: FullReply): readonly Block[] {
  const blocks: Block[] = [];
  if (reasoning !== undefined) {
    const signature = signReasoning('anthropic', reasoning);
    const pieces = splitText(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking }));
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [...pieces, { type: 'signature_delta', signature }],
      full: { type: 'thinking', thinking: reasoning, signature },
    });
  }
  if (text !== '') {
    blocks.push({
      start: { type: 'text', text: '' },
      deltas: splitText(text).map((piece) => ({ type: 'text_delta', text: piece })),
      full: { type: 'text', text },
    });
  }
  for (const { id, name, args } of calls) {
    blocks.push({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: splitText(args).map((piece) => {
        return { type: 'input_json_delta', partial_json: piece };
      }),
      full: { type: 'tool_use', id, name, input: parseArgumentsOrEmpty(args) },
    });
  }
  return blocks;
}

function encodeUsage({ usage }: FullReply): JsonObject {
  return {
    input_tokens: usage.input - usage.cacheRead - usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
    output_tokens: usage.output,
  };
}

/** Codec of Anthropic Messages. */
export const anthropicCodec: WireCodec = {
  streamType: EVENT_STREAM,
  findRefusal: (body, { window }) => findAnthropicRefusal(body, window),
  summarize: ({ messages, tools }) =>
    buildSummary(
      listAnthropicSummaryEntries(messages),
      listItemsOrEmptyObjects(tools).map(({ name }) => toTextOrEmpty(name)),
    ),
  createCallId: () => createPrefixedIdMaker('toolu_'),
  encode: (reply, _body, { model }) => ({
    ...encodeMessageWithoutContent(reply, model),
    content: createReplyBlocks(reply).map(({ full }) => full),
    stop_reason: FINISH[reply.finish],
  }),
  encodeStream(reply, _body, { model }) {
    const events: JsonObject[] = [
      { type: 'message_start', message: encodeMessageWithoutContent(reply, model) },
    ];
    for (const [index, { start, deltas }] of createReplyBlocks(reply).entries()) {
      events.push({ type: 'content_block_start', index, content_block: start });
      for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
      events.push({ type: 'content_block_stop', index });
    }
    const delta = { stop_reason: FINISH[reply.finish], stop_sequence: null };
    events.push({ type: 'message_delta', delta, usage: encodeUsage(reply) });
    events.push({ type: 'message_stop' });
    return events.map((event) => encodeSseEventText(event, toTextOrEmpty(toObject(event)['type'])));
  },
};

function encodeMessageWithoutContent(reply: FullReply, model: string): JsonObject {
  return {
    id: `msg_${reply.seed}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: encodeUsage(reply),
  };
}
