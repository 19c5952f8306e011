import type { JsonObject, JsonValue } from '#core';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { splitText, type FullReply, type StrictFinish } from '../server/strict-reply.ts';
import {
  buildSummary,
  encodeSseEventText,
  EVENT_STREAM,
  type CodecContext,
  type SummaryEntry,
  type WireCodec,
} from '../server/wire-codec.ts';
import type { StreamQuirks } from './chat-facts.ts';
import { CHAT_DIALECTS } from './dialects.ts';
import { findChatRefusal } from './find-chat-refusal.ts';
import { joinTexts } from './join-texts.ts';

const FINISH: Readonly<Record<StrictFinish, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
};

function listChatSummaryEntries(messages: JsonValue | undefined): SummaryEntry[] {
  return listItemsOrEmptyObjects(messages).flatMap(({ role, content }): SummaryEntry[] => {
    if (role === 'user') return [{ kind: 'user', text: joinTexts(content) }];
    return role === 'tool' ? [{ kind: 'result', text: joinTexts(content) }] : [];
  });
}

function encodeCalls({ calls }: FullReply): JsonObject[] {
  return calls.map(({ id, name, args }) => {
    return { id, type: 'function', function: { name, arguments: args } };
  });
}

function encodeUsage({ usage }: FullReply): JsonObject {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  };
}

/**
 * Builds the field with the reasoning, whose name differs between servers; OpenAI has no such
 * field.
 */
function buildReasoningField(text: string | undefined, { dialect }: CodecContext): JsonObject {
  const { reasoningField: field } = CHAT_DIALECTS[dialect];
  return text === undefined || field === undefined ? {} : { [field]: text };
}

function listCallDeltas(reply: FullReply, { dialect }: CodecContext): JsonObject[] {
  const { index, repeatsIds, wholeArguments }: StreamQuirks = CHAT_DIALECTS[dialect].stream ?? {};
  return reply.calls.flatMap(({ id, name, args }, at): JsonObject[] => {
    const [first = '', ...rest] = wholeArguments ? [args] : splitText(args);
    const place = index === 'absent' ? {} : { index: index === 'zero' ? 0 : at };
    const head = { ...place, id, type: 'function' };
    return [
      { ...head, function: { name, arguments: first } },
      ...rest.map((piece) => {
        return { ...place, ...(repeatsIds && { id }), function: { arguments: piece } };
      }),
    ];
  });
}

function createReplyDeltas(reply: FullReply, context: CodecContext): JsonObject[] {
  return [
    { role: 'assistant', content: '' },
    ...splitText(reply.reasoning ?? '').map((piece) => buildReasoningField(piece, context)),
    ...splitText(reply.text).map((content) => ({ content })),
    ...listCallDeltas(reply, context).map((call) => ({ tool_calls: [call] })),
  ];
}

/** Codec of OpenAI Chat Completions, in all dialects. */
export const chatCodec: WireCodec = {
  streamType: EVENT_STREAM,
  findRefusal: (body, { dialect, window }) => findChatRefusal(body, dialect, window),
  summarize: ({ messages, tools }) =>
    buildSummary(
      listChatSummaryEntries(messages),
      listItemsOrEmptyObjects(tools).map((tool) =>
        toTextOrEmpty(toObject(tool['function'])['name']),
      ),
    ),
  createCallId: ({ dialect }) => CHAT_DIALECTS[dialect].createCallId,
  encode(reply, _body, context) {
    const { text, reasoning, seed, finish } = reply;
    const calls = encodeCalls(reply);
    const message = {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...buildReasoningField(reasoning, context),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      id: `chatcmpl-${seed}`,
      object: 'chat.completion',
      created: 0,
      model: context.model,
      choices: [{ index: 0, message, finish_reason: FINISH[finish] }],
      usage: encodeUsage(reply),
    };
  },
  encodeStream(reply, { stream_options: options }, context) {
    const head = {
      id: `chatcmpl-${reply.seed}`,
      object: 'chat.completion.chunk',
      created: 0,
      model: context.model,
    };
    const chunks: JsonObject[] = createReplyDeltas(reply, context).map((delta) => {
      return { ...head, choices: [{ index: 0, delta, finish_reason: null }] };
    });
    chunks.push({
      ...head,
      choices: [{ index: 0, delta: {}, finish_reason: FINISH[reply.finish] }],
    });
    if (toObject(options)['include_usage'] === true) {
      chunks.push({ ...head, choices: [], usage: encodeUsage(reply) });
    }
    return [...chunks.map((chunk) => encodeSseEventText(chunk)), encodeSseEventText('[DONE]')];
  },
};
