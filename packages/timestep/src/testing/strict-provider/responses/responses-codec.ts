import type { JsonObject, JsonValue } from '#core';
import { joinTexts } from '../chat/join-texts.ts';
import { findOpenAiReasoningModel, isModelReasoning } from '../openai-models.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { splitText, type FullReply } from '../server/strict-reply.ts';
import { createPrefixedIdMaker } from '../server/create-call-id.ts';
import {
  buildSummary,
  encodeSseEventText,
  EVENT_STREAM,
  type CodecContext,
  type SummaryEntry,
  type WireCodec,
} from '../server/wire-codec.ts';
import { signReasoning } from '../signature.ts';
import { findResponsesRefusal } from './find-responses-refusal.ts';

function listResponsesSummaryEntries(input: JsonValue | undefined): SummaryEntry[] {
  if (typeof input === 'string') return [{ kind: 'user', text: input }];
  return listItemsOrEmptyObjects(input).flatMap(
    ({ type, role, content, output }): SummaryEntry[] => {
      if (role === 'user') return [{ kind: 'user', text: joinTexts(content) }];
      return type === 'function_call_output' ? [{ kind: 'result', text: joinTexts(output) }] : [];
    },
  );
}

/** A reasoning model always returns a reasoning item, even if its text is hidden. */
function listOutputItems(
  reply: FullReply,
  body: JsonObject,
  { model }: CodecContext,
): JsonObject[] {
  const { text, reasoning, calls, seed } = reply;
  const items: JsonObject[] = [];
  const { effort } = toObject(body['reasoning']);
  if (reasoning !== undefined || isModelReasoning(findOpenAiReasoningModel(model), effort)) {
    items.push({
      type: 'reasoning',
      id: `rs_${seed}`,
      summary: reasoning === undefined ? [] : [{ type: 'summary_text', text: reasoning }],
      encrypted_content: signReasoning('openai', reasoning ?? seed),
    });
  }
  if (text !== '' || calls.length === 0) {
    items.push({
      type: 'message',
      id: `msg_${seed}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    });
  }
  for (const [index, { id, name, args }] of calls.entries()) {
    const itemId = `fc_${seed}${index}`;
    items.push({
      type: 'function_call',
      id: itemId,
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    });
  }
  return items;
}

function encodeResponse(
  reply: FullReply,
  output: readonly JsonObject[],
  model: string,
): JsonObject {
  const { usage, finish, seed } = reply;
  const isCut = finish === 'length' || finish === 'content-filter';
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter';
  return {
    id: `resp_${seed}`,
    object: 'response',
    created_at: 0,
    model,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason } : null,
    error: null,
    output,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: {
        cached_tokens: usage.cacheRead,
        cache_write_tokens: usage.cacheWrite,
      },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

/** Lists the stream events between the start and the end of an output item. */
function listItemEvents(item: JsonObject, output_index: number): JsonObject[] {
  const at = { item_id: toTextOrEmpty(item['id']), output_index };
  switch (item['type']) {
    case 'reasoning': {
      const text = toTextOrEmpty(listItemsOrEmptyObjects(item['summary'])[0]?.['text']);
      const part = { ...at, summary_index: 0 };
      if (text === '') return [];
      return [
        {
          type: 'response.reasoning_summary_part.added',
          ...part,
          part: { type: 'summary_text', text: '' },
        },
        ...splitText(text).map((delta) => {
          return { type: 'response.reasoning_summary_text.delta', ...part, delta };
        }),
        {
          type: 'response.reasoning_summary_part.done',
          ...part,
          part: { type: 'summary_text', text },
        },
      ];
    }
    case 'message':
      return splitText(joinTexts(item['content'])).map((delta) => {
        return { type: 'response.output_text.delta', ...at, content_index: 0, delta, logprobs: [] };
      });
    default:
      return [
        ...splitText(toTextOrEmpty(item['arguments'])).map((delta) => {
          return { type: 'response.function_call_arguments.delta', ...at, delta };
        }),
        {
          type: 'response.function_call_arguments.done',
          ...at,
          arguments: item['arguments'] ?? '',
        },
      ];
  }
}

/** Returns an output item without content, as it is at its start in a stream. */
function removeItemContent(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'reasoning':
      return { ...item, summary: [] };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    default:
      return { ...item, status: 'in_progress', arguments: '' };
  }
}

/** Codec of OpenAI Responses. */
export const responsesCodec: WireCodec = {
  streamType: EVENT_STREAM,
  findRefusal: (body, { window }) => findResponsesRefusal(body, window),
  summarize: ({ input, tools }) =>
    buildSummary(
      listResponsesSummaryEntries(input),
      listItemsOrEmptyObjects(tools).map(({ name }) => toTextOrEmpty(name)),
    ),
  createCallId: () => createPrefixedIdMaker('call_'),
  encode: (reply, body, context) =>
    encodeResponse(reply, listOutputItems(reply, body, context), context.model),
  encodeStream(reply, body, context) {
    const items = listOutputItems(reply, body, context);
    const response = encodeResponse(reply, items, context.model);
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    const events: JsonObject[] = [{ type: 'response.created', response: begun }];
    for (const [index, item] of items.entries()) {
      events.push({
        type: 'response.output_item.added',
        output_index: index,
        item: removeItemContent(item),
      });
      events.push(...listItemEvents(item, index));
      events.push({ type: 'response.output_item.done', output_index: index, item });
    }
    const isCut = response['status'] === 'incomplete';
    events.push({ type: isCut ? 'response.incomplete' : 'response.completed', response });
    return events.map((event, sequence_number) =>
      encodeSseEventText({ ...event, sequence_number }, toTextOrEmpty(event['type'])),
    );
  },
};
