import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
} from '../../core/index.ts';
import type { FunctionToolEcho, RequestEcho } from '../wire/response-object.ts';
import { invalidValue, missing, unsupported, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';
import { offeredTools, readToolChoice, readTools } from './tools.ts';

/** A request to create a response, checked; its input is still as it came. */
export interface CreateRequest {
  readonly model: string | undefined;
  readonly input: string | readonly JsonValue[];
  readonly stream: boolean;
  /** Whether it is generated whoever listens, and can be listened to again. */
  readonly background: boolean;
  /** The functions of the caller that the model may call. */
  readonly tools: readonly ToolSchema[];
  /** What the caller set of how to answer, as it came; for agents that heed it. */
  readonly settings: JsonObject;
  /** The conversation's context where the caller names one, as `metadata.context_id`. */
  readonly contextId: string | undefined;
  readonly echo: RequestEcho;
}

/** Settings an agent may heed; everything else about a request is dealt with here. */
const SETTINGS = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'top_logprobs',
  'max_output_tokens',
  'max_tool_calls',
  'parallel_tool_calls',
  'tool_choice',
  'text',
  'reasoning',
  'truncation',
  'metadata',
  'user',
  'safety_identifier',
] as const;

/** Reads a request body. Fields it does not know are ignored, as new ones appear all the time. */
export function readRequest(body: JsonValue): CreateRequest {
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  refuseUnsupported(body);
  const echo = readEcho(body);
  return {
    model: field(body, 'model', 'string'),
    input: readInput(body),
    stream: field(body, 'stream', 'boolean') ?? false,
    background: echo.background,
    tools: offeredTools(readTools(body), echo.tool_choice),
    settings: Object.fromEntries(
      SETTINGS.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]])),
    ),
    contextId: field(echo.metadata, 'context_id', 'string', 'metadata.'),
    echo,
  };
}

function readInput(body: JsonObject): string | readonly JsonValue[] {
  const input = body['input'] ?? undefined;
  if (input === undefined) throw missing('input', 'give a string or a list of items');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    throw wrongType('input', 'a string or a list of items', input);
  }
  if (input.length === 0)
    throw invalidValue('input', 'is empty: give a string or at least one item');
  return input;
}

/** To ignore these would change what the caller is told or charged for without a word. */
function refuseUnsupported(body: JsonObject): void {
  if (body['conversation'] != null) {
    throw unsupported('conversation', 'continue with previous_response_id');
  }
  if (body['prompt'] != null) throw unsupported('prompt', 'send instructions and input');
}

function readEcho(body: JsonObject): RequestEcho {
  return {
    previous_response_id: field(body, 'previous_response_id', 'string') ?? null,
    instructions: field(body, 'instructions', 'string') ?? null,
    tools: readTools(body).map(echoOf),
    tool_choice: readToolChoice(body),
    parallel_tool_calls: field(body, 'parallel_tool_calls', 'boolean') ?? true,
    text: readText(body),
    reasoning: readReasoning(body),
    temperature: field(body, 'temperature', 'number') ?? 1,
    top_p: field(body, 'top_p', 'number') ?? 1,
    presence_penalty: field(body, 'presence_penalty', 'number') ?? 0,
    frequency_penalty: field(body, 'frequency_penalty', 'number') ?? 0,
    top_logprobs: field(body, 'top_logprobs', 'whole number') ?? 0,
    max_output_tokens: readLimit(body, 'max_output_tokens'),
    max_tool_calls: readLimit(body, 'max_tool_calls'),
    truncation: readTruncation(body),
    store: field(body, 'store', 'boolean') ?? true,
    background: readBackground(body),
    service_tier: 'default',
    metadata: field(body, 'metadata', 'object') ?? {},
    safety_identifier: field(body, 'safety_identifier', 'string') ?? null,
    prompt_cache_key: field(body, 'prompt_cache_key', 'string') ?? null,
  };
}

function readBackground(body: JsonObject): boolean {
  const background = field(body, 'background', 'boolean') ?? false;
  if (background && body['store'] === false) {
    throw invalidValue('background', 'needs the response to be stored: leave out store: false');
  }
  return background;
}

function readLimit(body: JsonObject, name: string): number | null {
  const limit = field(body, name, 'whole number') ?? null;
  if (limit !== null && limit < 1) throw invalidValue(name, `must be at least 1, not ${limit}`);
  return limit;
}

function readTruncation(body: JsonObject): 'auto' | 'disabled' {
  const truncation = field(body, 'truncation', 'string') ?? 'disabled';
  if (truncation !== 'auto' && truncation !== 'disabled') {
    throw invalidValue('truncation', 'must be "auto" or "disabled"');
  }
  return truncation;
}

function readText(body: JsonObject): JsonObject {
  const text = field(body, 'text', 'object') ?? {};
  const format = field(text, 'format', 'object', 'text.') ?? { type: 'text' };
  const verbosity = field(text, 'verbosity', 'string', 'text.');
  const filled =
    format['type'] === 'json_schema'
      ? { ...format, description: format['description'] ?? null, strict: format['strict'] ?? false }
      : format;
  return { format: filled, ...(verbosity !== undefined && { verbosity }) };
}

function readReasoning(body: JsonObject): JsonObject {
  const reasoning = field(body, 'reasoning', 'object') ?? {};
  return { effort: reasoning['effort'] ?? null, summary: reasoning['summary'] ?? null };
}

function echoOf({ function: offered }: ToolSchema): FunctionToolEcho {
  const { name, description = null, parameters, strict = null } = offered;
  return { type: 'function', name, description, parameters, strict };
}
