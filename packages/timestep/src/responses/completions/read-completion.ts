import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { field } from '../read/field.ts';
import { readRequest, type CreateRequest } from '../read/request.ts';
import { missing, ResponsesError, unsupported, wrongType } from '../wire/responses-error.ts';
import { itemsFromMessages } from './read-messages.ts';

/** A request for a chat completion, as a request for a response that is not stored. */
export interface CompletionRequest {
  readonly create: CreateRequest;
  readonly stream: boolean;
  /** Whether the last piece of a stream has the usage. */
  readonly includesUsage: boolean;
}

/** Fields that mean the same in both APIs. */
const SAME = [
  'model',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'parallel_tool_calls',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'service_tier',
] as const;

/** Reads a request body of `POST /v1/chat/completions`. Unknown fields are ignored. */
export function readCompletion(body: JsonValue): CompletionRequest {
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  refuseUnsupported(body);
  const messages = field(body, 'messages', 'list');
  if (!messages || messages.length === 0) throw missing('messages', 'give at least one message');
  const limit =
    field(body, 'max_completion_tokens', 'number') ?? field(body, 'max_tokens', 'number');
  const effort = field(body, 'reasoning_effort', 'string');
  const asked: JsonObject = {
    ...Object.fromEntries(SAME.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]]))),
    input: itemsFromMessages(messages),
    tools: (field(body, 'tools', 'list') ?? []).map(toolOf),
    tool_choice: choiceOf(body['tool_choice'] ?? null),
    text: textOf(body),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...(effort !== undefined && { reasoning: { effort } }),
    store: false,
  };
  const options = field(body, 'stream_options', 'object') ?? {};
  return {
    create: readRequest(asked),
    stream: field(body, 'stream', 'boolean') ?? false,
    includesUsage: field(options, 'include_usage', 'boolean', 'stream_options.') ?? false,
  };
}

/** Refuses fields that would, if ignored, silently change what the caller receives. */
function refuseUnsupported(body: JsonObject): void {
  if ((field(body, 'n', 'whole number') ?? 1) !== 1) {
    throw unsupported('n', 'one completion is made; ask again for another');
  }
  if (field(body, 'logprobs', 'boolean') === true) {
    throw unsupported('logprobs', 'probabilities of tokens are not known here');
  }
  for (const name of ['stop', 'logit_bias', 'audio', 'functions', 'function_call'] as const) {
    if (body[name] != null) throw unsupported(name, 'leave it out');
  }
}

function toolOf(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool) || tool['type'] !== 'function') return tool;
  return { type: 'function', ...field(tool, 'function', 'object', 'tools.') };
}

function choiceOf(choice: JsonValue): JsonValue {
  if (!isJsonObject(choice)) return choice;
  if (choice['type'] === 'function') return toolOf(choice);
  if (choice['type'] !== 'allowed_tools') return choice;
  const allowed = field(choice, 'allowed_tools', 'object', 'tool_choice.') ?? {};
  const tools = field(allowed, 'tools', 'list', 'tool_choice.allowed_tools.') ?? [];
  return { type: 'allowed_tools', mode: allowed['mode'] ?? null, tools: tools.map(toolOf) };
}

function textOf(body: JsonObject): JsonObject {
  const format = field(body, 'response_format', 'object');
  const schema = format && field(format, 'json_schema', 'object', 'response_format.');
  return {
    format: format ? { type: format['type'] ?? null, ...schema } : null,
    verbosity: body['verbosity'] ?? null,
  };
}

/** The names of fields in this API, where they are others. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^max_output_tokens/, 'max_completion_tokens'],
  [/^reasoning\.effort/, 'reasoning_effort'],
  [/^text\.verbosity/, 'verbosity'],
  [/^text\.format\.type/, 'response_format.type'],
  [/^text\.format\./, 'response_format.json_schema.'],
  [/^(tools\[\d+\])\./, '$1.function.'],
  [/^input/, 'messages'],
];

/** A refusal with the field as this API names it. */
export function refusalOf(thrown: unknown): unknown {
  if (!(thrown instanceof ResponsesError) || thrown.param === null) return thrown;
  const { status, code, message, param } = thrown;
  const found = RENAMED.find(([pattern]) => pattern.test(param));
  if (!found) return thrown;
  const name = param.replace(...found);
  return new ResponsesError(status, code, message.replace(param, name), name);
}
