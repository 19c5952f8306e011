import { formatForeignName, type JsonObject } from '#core';
import type { FunctionCallItem, OutputItem } from '../wire/response-item.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject, ResponseUsage } from '../wire/response-object.ts';
import { LEFT_OUT } from '../write/waiting-response.ts';
import { createStopCutter, cutAtStop } from './stop-texts.ts';

function getCompletionHeaderFields({ id, created_at, model }: ResponseObject): JsonObject {
  return { id: id.replace('resp_', 'chatcmpl-'), created: created_at, model };
}

export function responseToCompletion(
  response: ResponseObject,
  stops: readonly string[] = [],
): JsonObject {
  const calls = response.output.flatMap((item) =>
    item.type === 'function_call' ? [formatToolCall(item)] : [],
  );
  const texts = response.output.flatMap((item) => findItemTextForCompletion(item, stops) ?? []);
  const message = {
    role: 'assistant',
    content: texts.length > 0 ? texts.join(TEXT_SEPARATOR) : null,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...getCompletionHeaderFields(response),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: getFinishReason(response) }],
    ...(response.usage && { usage: usageToCompletion(response.usage) }),
    ...getOmissions(response),
  };
}

/** Returns metadata about parts that the model did not read, for which the API has no field. */
function getOmissions({ metadata }: ResponseObject): JsonObject | undefined {
  const omissions = metadata[LEFT_OUT];
  return omissions === undefined ? undefined : { metadata: { [LEFT_OUT]: omissions } };
}

const TEXT_SEPARATOR = '\n';

/** Returns the text of an output item. Undefined if a chat completion does not contain it as text. */
function findItemTextForCompletion(
  item: OutputItem,
  stops: readonly string[] = [],
): string | undefined {
  switch (item.type) {
    case 'message':
      return cutAtStop(item.content.map(({ text }) => text).join(''), stops);
    case 'mcp_approval_request':
      return `[${formatForeignName(item.name)} was not called: it requires an approval, which Chat Completions does not support]`;
    case 'reasoning':
    case 'function_call':
    case 'mcp_call':
      return undefined;
  }
}

function formatToolCall({ call_id, name, arguments: text }: FunctionCallItem) {
  return { id: call_id, type: 'function', function: { name, arguments: text } } as const;
}

function getFinishReason({ output, incomplete_details }: ResponseObject): string {
  if (incomplete_details?.reason === 'content_filter') return 'content_filter';
  if (incomplete_details) return 'length';
  return output.some(({ type }) => type === 'function_call') ? 'tool_calls' : 'stop';
}

function usageToCompletion(usage: ResponseUsage): JsonObject {
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    prompt_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
    completion_tokens_details: { reasoning_tokens: usage.output_tokens_details.reasoning_tokens },
  };
}

/** Creates a converter from the events of one response to chunks of a chat completion. */
export function createChunkConverter(
  includesUsage: boolean,
  stops: readonly string[] = [],
): (event: ResponseEvent) => readonly JsonObject[] {
  /** Index of each tool call in the message, by the id of its item. */
  const callIndexes = new Map<string, number>();
  let head: JsonObject | undefined;
  let hasWords = false;
  let cutter = createStopCutter(stops);

  function buildCompletionChunk(rest: JsonObject): JsonObject {
    return {
      ...head,
      object: 'chat.completion.chunk',
      ...rest,
      ...(includesUsage && { usage: null }),
    };
  }
  function buildDeltaChunk(change: JsonObject, finish_reason: string | null = null): JsonObject {
    return buildCompletionChunk({
      choices: [{ index: 0, delta: change, logprobs: null, finish_reason }],
    });
  }
  function buildTextChunk(content: string): JsonObject {
    hasWords = true;
    return buildDeltaChunk({ content });
  }
  function textToChunks(text: string): readonly JsonObject[] {
    return text === '' ? [] : [buildTextChunk(text)];
  }
  function addedItemToChunks(item: OutputItem): readonly JsonObject[] {
    if (item.type === 'function_call') {
      const index = callIndexes.size;
      callIndexes.set(item.id, index);
      return [
        buildDeltaChunk({ tool_calls: [{ index, ...formatToolCall({ ...item, arguments: '' }) }] }),
      ];
    }
    cutter = createStopCutter(stops);
    const between = hasWords && item.type === 'message' ? [buildTextChunk(TEXT_SEPARATOR)] : [];
    const words =
      item.type === 'mcp_approval_request'
        ? [buildTextChunk(findItemTextForCompletion(item) ?? '')]
        : [];
    return [...between, ...words];
  }

  return (event) => {
    switch (event.type) {
      case 'response.created':
        head = getCompletionHeaderFields(event.response);
        return [buildDeltaChunk({ role: 'assistant', content: '', refusal: null })];
      case 'response.output_item.added':
        return addedItemToChunks(event.item);
      case 'response.output_text.delta':
        return textToChunks(cutter.push(event.delta));
      case 'response.output_text.done':
        return textToChunks(cutter.end());
      case 'response.function_call_arguments.delta': {
        const index = callIndexes.get(event.item_id) ?? 0;
        return [buildDeltaChunk({ tool_calls: [{ index, function: { arguments: event.delta } }] })];
      }
      case 'response.completed':
      case 'response.incomplete': {
        const { usage } = event.response;
        const finish = buildDeltaChunk({}, getFinishReason(event.response));
        const last = { ...finish, ...getOmissions(event.response) };
        if (!includesUsage || !usage) return [last];
        return [
          last,
          { ...buildCompletionChunk({ choices: [] }), usage: usageToCompletion(usage) },
        ];
      }
      default:
        return [];
    }
  };
}
