import type { JsonObject } from '../../core/index.ts';
import type { OutputItem } from '../wire/item.ts';
import type { ResponseEvent } from '../wire/response-event.ts';
import type { ResponseObject, ResponseUsage } from '../wire/response-object.ts';

/** What all pieces of one completion have in common. */
interface CompletionHead {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
}

/** The head of the completion that shows a response. */
function headOf({ id, created_at, model }: ResponseObject): CompletionHead {
  return { id: id.replace('resp_', 'chatcmpl-'), created: created_at, model };
}

/** A response that has ended, as a chat completion. */
export function completionOf(response: ResponseObject): JsonObject {
  const calls = response.output.flatMap((item) =>
    item.type === 'function_call' ? [callOf(item)] : [],
  );
  const texts = response.output.flatMap((item) => wordsOf(item) ?? []);
  const message = {
    role: 'assistant',
    content: texts.length > 0 ? texts.join(BETWEEN) : null,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...headOf(response),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(response) }],
    ...(response.usage && { usage: usageOf(response.usage) }),
  };
}

/** What stands between texts of one completion that were said one after the other. */
const BETWEEN = '\n';

/** What an item says to a reader; calls of the agent's own tools are not shown. */
function wordsOf(item: OutputItem): string | undefined {
  switch (item.type) {
    case 'message':
      return item.content.map(({ text }) => text).join('');
    case 'mcp_approval_request':
      return `[${item.name} was not called: it needs an approval, which cannot be given here]`;
    case 'reasoning':
    case 'function_call':
    case 'mcp_call':
      return undefined;
  }
}

interface Called {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function callOf({ call_id, name, arguments: text }: Called) {
  return { id: call_id, type: 'function', function: { name, arguments: text } } as const;
}

/** Why a completion ended, in the words of this API. */
function finishOf({ output, incomplete_details }: ResponseObject): string {
  if (incomplete_details?.reason === 'content_filter') return 'content_filter';
  if (incomplete_details) return 'length';
  return output.some(({ type }) => type === 'function_call') ? 'tool_calls' : 'stop';
}

function usageOf(usage: ResponseUsage): JsonObject {
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    prompt_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
    completion_tokens_details: { reasoning_tokens: usage.output_tokens_details.reasoning_tokens },
  };
}

/** Writes the events of a response as pieces of a completion. */
export interface CompletionWriter {
  write(event: ResponseEvent): readonly JsonObject[];
}

export function completionWriter(includesUsage: boolean): CompletionWriter {
  /** The places of calls among the calls, by item. */
  const places = new Map<string, number>();
  let head: CompletionHead | undefined;
  let hasWords = false;

  function piece(rest: JsonObject): JsonObject {
    return {
      ...head,
      object: 'chat.completion.chunk',
      ...rest,
      ...(includesUsage && { usage: null }),
    };
  }
  function delta(change: JsonObject, finish_reason: string | null = null): JsonObject {
    return piece({ choices: [{ index: 0, delta: change, logprobs: null, finish_reason }] });
  }
  function said(content: string): JsonObject {
    hasWords = true;
    return delta({ content });
  }
  function added(item: OutputItem): readonly JsonObject[] {
    if (item.type === 'function_call') {
      const index = places.size;
      places.set(item.id, index);
      return [delta({ tool_calls: [{ index, ...callOf({ ...item, arguments: '' }) }] })];
    }
    const between = hasWords && item.type === 'message' ? [said(BETWEEN)] : [];
    const words = item.type === 'mcp_approval_request' ? [said(wordsOf(item) ?? '')] : [];
    return [...between, ...words];
  }

  return {
    write(event) {
      switch (event.type) {
        case 'response.created':
          head = headOf(event.response);
          return [delta({ role: 'assistant', content: '', refusal: null })];
        case 'response.output_item.added':
          return added(event.item);
        case 'response.output_text.delta':
          return [said(event.delta)];
        case 'response.function_call_arguments.delta': {
          const index = places.get(event.item_id) ?? 0;
          return [delta({ tool_calls: [{ index, function: { arguments: event.delta } }] })];
        }
        case 'response.completed':
        case 'response.incomplete': {
          const { usage } = event.response;
          const last = delta({}, finishOf(event.response));
          if (!includesUsage || !usage) return [last];
          return [last, { ...piece({ choices: [] }), usage: usageOf(usage) }];
        }
        default:
          return [];
      }
    },
  };
}
