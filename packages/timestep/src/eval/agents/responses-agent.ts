import {
  isJsonObject,
  withoutTrailing,
  type AssistantMessage,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type Message,
  type ToolCall,
  type ToolSchema,
} from '../../core/index.ts';
import { boundedFetch } from '../../http/index.ts';
import { ModelError, retryAfterMs } from '../../model/index.ts';
import type { AgentFn } from '../../port/index.ts';
import { EvalError } from '../eval-error.ts';

/** Headers of the requests to an agent behind OpenAI Responses. */
export interface ResponsesAgentOptions {
  /** Sent with every request, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An agent behind OpenAI Responses, at the address of its server; `?model=` names it where the
 * server has several. Its functions are the tools of the episode; tools that it runs itself are not
 * seen here. A conversation is continued by `previous_response_id`, which the reply's `provider`
 * remembers.
 */
export function responsesAgent(address: string, options: ResponsesAgentOptions = {}): AgentFn {
  const { endpoint, model } = placeOf(address);
  return async (messages, { tools, signal }) => {
    const last = messages.findLastIndex((message) => previousIn(message) !== undefined);
    const previous = last === -1 ? undefined : previousIn(messages[last]);
    const body = {
      model,
      input: messages.slice(last + 1).flatMap(itemsOf),
      tools: tools.map(functionOf),
      ...(previous !== undefined && { previous_response_id: previous }),
    };
    const response = await answered(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
      signal,
    });
    if (response.status === 429) throw refusalOf(response, endpoint);
    return replyIn(await jsonOf(response), endpoint);
  };
}

/** `fetch`, with the reason of a failure in the message. */
async function answered(endpoint: string, request: RequestInit): Promise<Response> {
  try {
    return await boundedFetch(fetch)(endpoint, request);
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    if (!(cause instanceof Error)) throw thrown;
    const why = cause.message || ('code' in cause ? String(cause.code) : cause.name);
    throw new Error(`cannot reach ${endpoint}: ${why}`, { cause: thrown });
  }
}

function placeOf(address: string): { readonly endpoint: string; readonly model: string } {
  if (!URL.canParse(address)) {
    throw new EvalError('bad-agent', `responses:${address}: "${address}" is not an address`);
  }
  const url = new URL(address);
  const model = url.searchParams.get('model') ?? 'agent';
  const path = withoutTrailing(url.pathname, '/');
  const endpoint = path.endsWith('/v1') ? `${path}/responses` : `${path}/v1/responses`;
  return { endpoint: url.origin + endpoint, model };
}

function previousIn(message: Message | undefined): string | undefined {
  const known = message?.role === 'assistant' ? message.provider?.['responses'] : undefined;
  return isJsonObject(known) && typeof known['id'] === 'string' ? known['id'] : undefined;
}

function itemsOf(message: Message): JsonObject[] {
  switch (message.role) {
    case 'tool':
      return [
        { type: 'function_call_output', call_id: message.tool_call_id, output: message.content },
      ];
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const { content } = message;
      return [
        { role: 'user', content: typeof content === 'string' ? content : content.map(partOf) },
      ];
    }
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: text } }) => {
          return { type: 'function_call', call_id: id, name, arguments: text };
        },
      );
      return [
        ...(message.content ? [{ role: 'assistant', content: message.content }] : []),
        ...calls,
      ];
    }
  }
}

function partOf(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'data':
      return { type: 'input_text', text: JSON.stringify(part.data) };
    case 'image_url':
      return {
        type: 'input_image',
        image_url: part.image_url.url,
        detail: part.image_url.detail ?? 'auto',
      };
    case 'file': {
      const { url, filename } = part.file;
      const named = filename === undefined ? {} : { filename };
      const isData = url.startsWith('data:');
      return { type: 'input_file', ...named, ...(isData ? { file_data: url } : { file_url: url }) };
    }
  }
}

function functionOf({ function: { name, description, parameters } }: ToolSchema): JsonObject {
  return { type: 'function', name, ...(description !== undefined && { description }), parameters };
}

function refusalOf({ status, headers }: Response, endpoint: string): ModelError {
  const wait = retryAfterMs(Object.fromEntries(headers), Date.now());
  const details = { retryable: true, retryAfterMs: wait, status };
  return new ModelError('rate-limited', `${endpoint} limits the rate (${status})`, details);
}

async function jsonOf(response: Response): Promise<JsonValue> {
  const text = await response.text();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new Error(`status ${response.status} and no JSON: ${text.slice(0, 200)}`);
  }
}

function replyIn(body: JsonValue, endpoint: string): AssistantMessage {
  if (!isJsonObject(body)) throw new Error(`${endpoint} answered with no response object`);
  const { id, status, output, error, usage } = body;
  if (status !== 'completed' || !Array.isArray(output)) {
    const said = isJsonObject(error) ? error['message'] : undefined;
    const why = typeof said === 'string' ? said : `status ${JSON.stringify(status)}`;
    throw new Error(`${endpoint} gave no answer: ${why}`);
  }
  const items = (output as JsonValue[]).filter(isJsonObject);
  const calls = items.flatMap(callIn);
  const content = items.flatMap(textsIn).join('\n');
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(isJsonObject(usage) && {
      usage: {
        prompt_tokens: countIn(usage, 'input_tokens'),
        completion_tokens: countIn(usage, 'output_tokens'),
        total_tokens: countIn(usage, 'total_tokens'),
      },
    }),
    provider: { responses: { id: id ?? null } },
  };
}

function callIn(item: JsonObject): ToolCall[] {
  const { type, call_id: id, name, arguments: text } = item;
  if (type !== 'function_call' || typeof id !== 'string' || typeof name !== 'string') return [];
  return [
    { id, type: 'function', function: { name, arguments: typeof text === 'string' ? text : '{}' } },
  ];
}

/** What the agent says; a message that shows an artifact of an agent of ours is not said. */
function textsIn({ type, content, artifact }: JsonObject): string[] {
  if (type !== 'message' || !Array.isArray(content) || isJsonObject(artifact)) return [];
  return (content as JsonValue[]).flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
}

function countIn(usage: JsonObject, name: string): number {
  const count = usage[name];
  return typeof count === 'number' ? count : 0;
}
