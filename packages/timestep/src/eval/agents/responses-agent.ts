import {
  isJsonObject,
  parseJson,
  trimTrailing,
  type AssistantMessage,
  type ContentPart,
  type JsonObject,
  type JsonValue,
  type Message,
  type ToolCall,
  type ToolSchema,
} from '#core';
import { limitFetch, networkFetch } from '#protocols/http';
import { ModelError, retryAfterMs } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { EvalError } from '../eval-error.ts';

/** Options of an agent behind an OpenAI Responses endpoint. */
export interface ResponsesAgentOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates an agent that calls an OpenAI Responses endpoint. `?model=` selects one of several agents.
 * Tools that the server runs itself do not appear in the transcript.
 */
export function createResponsesAgent(
  address: string,
  options: ResponsesAgentOptions = {},
): AgentFn {
  const { endpoint, model } = splitAgentUrl(address);
  return async (messages, { tools, signal }) => {
    const last = messages.findLastIndex((message) => findResponseId(message) !== undefined);
    const previous = last === -1 ? undefined : findResponseId(messages[last]);
    const body = {
      model,
      input: messages.slice(last + 1).flatMap(messageToItems),
      tools: tools.map(toolToFunction),
      ...(previous !== undefined && { previous_response_id: previous }),
    };
    const headers = { 'content-type': 'application/json', ...options.headers };
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
    const response = await fetchWithFailureCause(endpoint, request);
    if (response.status === 429) throw createRateLimitError(response, endpoint);
    return parseReply(await readJson(response), endpoint);
  };
}

/** Calls `fetch` and adds the cause of a failure to the error message. */
async function fetchWithFailureCause(endpoint: string, request: RequestInit): Promise<Response> {
  try {
    return await limitFetch(networkFetch)(endpoint, request);
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    if (!(cause instanceof Error)) throw thrown;
    const why = cause.message || ('code' in cause ? String(cause.code) : cause.name);
    throw new Error(`cannot reach ${endpoint}: ${why}`, { cause: thrown });
  }
}

function splitAgentUrl(address: string): { readonly endpoint: string; readonly model: string } {
  if (!URL.canParse(address)) {
    throw new EvalError('bad-agent', `agent responses:${address}: "${address}" is not a valid URL`);
  }
  const url = new URL(address);
  const model = url.searchParams.get('model') ?? 'agent';
  const path = trimTrailing(url.pathname, '/');
  const endpoint = path.endsWith('/v1') ? `${path}/responses` : `${path}/v1/responses`;
  return { endpoint: url.origin + endpoint, model };
}

function findResponseId(message: Message | undefined): string | undefined {
  const known = message?.role === 'assistant' ? message.provider?.['responses'] : undefined;
  return isJsonObject(known) && typeof known['id'] === 'string' ? known['id'] : undefined;
}

function messageToItems(message: Message): JsonObject[] {
  switch (message.role) {
    case 'tool': {
      const { tool_call_id: call_id, content: output } = message;
      return [{ type: 'function_call_output', call_id, output }];
    }
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const { content } = message;
      const items = typeof content === 'string' ? content : content.map(partToItem);
      return [{ role: 'user', content: items }];
    }
    case 'assistant': {
      const { content, tool_calls: calls = [] } = message;
      return [
        ...(content ? [{ role: 'assistant', content }] : []),
        ...calls.map(({ id, function: call }) => ({ type: 'function_call', call_id: id, ...call })),
      ];
    }
  }
}

function partToItem(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'data':
      return { type: 'input_text', text: JSON.stringify(part.data) };
    case 'image_url': {
      const { url, detail = 'auto' } = part.image_url;
      return { type: 'input_image', image_url: url, detail };
    }
    case 'file': {
      const { url, filename } = part.file;
      const named = filename === undefined ? {} : { filename };
      const isData = url.startsWith('data:');
      return { type: 'input_file', ...named, ...(isData ? { file_data: url } : { file_url: url }) };
    }
  }
}

function toolToFunction({ function: { name, description, parameters } }: ToolSchema): JsonObject {
  return { type: 'function', name, ...(description !== undefined && { description }), parameters };
}

function createRateLimitError({ status, headers }: Response, endpoint: string): ModelError {
  const wait = retryAfterMs(Object.fromEntries(headers), Date.now());
  const details = { retryable: true, retryAfterMs: wait, status };
  const message = `${endpoint} rate-limited the request (${status})`;
  return new ModelError('rate-limited', message, details);
}

async function readJson(response: Response): Promise<JsonValue> {
  const text = await response.text();
  const value = parseJson(text);
  if (value !== undefined) return value;
  const start = text.slice(0, 200);
  throw new Error(`the response with status ${response.status} is not valid JSON: ${start}`);
}

function parseReply(body: JsonValue, endpoint: string): AssistantMessage {
  if (!isJsonObject(body))
    throw new Error(
      `${endpoint} answered without a JSON object: use the URL of an OpenAI Responses endpoint`,
    );
  const { id, status, output, error, usage } = body;
  if (status !== 'completed' || !Array.isArray(output)) {
    const said = isJsonObject(error) ? error['message'] : undefined;
    const why = typeof said === 'string' ? said : `status ${JSON.stringify(status)}`;
    throw new Error(`${endpoint} did not return an answer: ${why}`);
  }
  const items = (output as JsonValue[]).filter(isJsonObject);
  const calls = items.flatMap(parseToolCall);
  const content = items.flatMap(readItemAnswerTexts).join('\n');
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(isJsonObject(usage) && {
      usage: {
        prompt_tokens: readTokenCount(usage, 'input_tokens'),
        completion_tokens: readTokenCount(usage, 'output_tokens'),
        total_tokens: readTokenCount(usage, 'total_tokens'),
      },
    }),
    provider: { responses: { id: id ?? null } },
  };
}

function parseToolCall(item: JsonObject): ToolCall[] {
  const { type, call_id: id, name, arguments: text } = item;
  if (type !== 'function_call' || typeof id !== 'string' || typeof name !== 'string') return [];
  const call = { name, arguments: typeof text === 'string' ? text : '{}' };
  return [{ id, type: 'function', function: call }];
}

/** Returns the texts of a message item, without artifacts, which are not part of the answer. */
function readItemAnswerTexts({ type, content, artifact }: JsonObject): string[] {
  if (type !== 'message' || !Array.isArray(content) || isJsonObject(artifact)) return [];
  return (content as JsonValue[]).flatMap((part) =>
    isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
}

function readTokenCount(usage: JsonObject, name: string): number {
  const count = usage[name];
  return typeof count === 'number' ? count : 0;
}
