import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { readField } from '../read/read-field.ts';
import { readCreateRequest, type CreateRequest } from '../read/create-request.ts';
import {
  createMissingFieldError,
  ResponsesError,
  createUnsupportedError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { messagesToItems } from './read-messages.ts';

/** A chat completion request, converted to a request for a response that is not stored. */
export interface CompletionRequest {
  readonly create: CreateRequest;
  readonly stream: boolean;
  /** Whether the last chunk of a stream reports token usage. */
  readonly includesUsage: boolean;
}

/** Fields with the same name and meaning in Chat Completions and Responses. */
const SHARED_FIELDS = [
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
export function readCompletionRequest(body: JsonValue): CompletionRequest {
  if (!isJsonObject(body)) throw createWrongTypeError('body', 'an object', body);
  rejectUnsupportedFields(body);
  const messages = readField(body, 'messages', 'list');
  if (!messages || messages.length === 0)
    throw createMissingFieldError('messages', 'give at least one message');
  const limit =
    readField(body, 'max_completion_tokens', 'number') ?? readField(body, 'max_tokens', 'number');
  const effort = readField(body, 'reasoning_effort', 'string');
  const asked: JsonObject = {
    ...Object.fromEntries(
      SHARED_FIELDS.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]])),
    ),
    input: messagesToItems(messages),
    tools: (readField(body, 'tools', 'list') ?? []).map(toolToResponses),
    tool_choice: toolChoiceToResponses(body['tool_choice'] ?? null),
    text: readTextSettings(body),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...(effort !== undefined && { reasoning: { effort } }),
    store: false,
  };
  const options = readField(body, 'stream_options', 'object') ?? {};
  return {
    create: readCreateRequest(asked),
    stream: readField(body, 'stream', 'boolean') ?? false,
    includesUsage: readField(options, 'include_usage', 'boolean', 'stream_options.') ?? false,
  };
}

/** Rejects fields that would silently change the result if they were ignored. */
function rejectUnsupportedFields(body: JsonObject): void {
  if ((readField(body, 'n', 'whole number') ?? 1) !== 1) {
    throw createUnsupportedError(
      'n',
      'only one completion per request is supported; send another request for more',
    );
  }
  if (readField(body, 'logprobs', 'boolean') === true) {
    throw createUnsupportedError('logprobs', 'token probabilities are not available');
  }
  for (const name of ['stop', 'logit_bias', 'audio', 'functions', 'function_call'] as const) {
    if (body[name] != null) throw createUnsupportedError(name, 'remove it');
  }
}

function toolToResponses(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool) || tool['type'] !== 'function') return tool;
  return { type: 'function', ...readField(tool, 'function', 'object', 'tools.') };
}

function toolChoiceToResponses(choice: JsonValue): JsonValue {
  if (!isJsonObject(choice)) return choice;
  if (choice['type'] === 'function') return toolToResponses(choice);
  if (choice['type'] !== 'allowed_tools') return choice;
  const allowed = readField(choice, 'allowed_tools', 'object', 'tool_choice.') ?? {};
  const tools = readField(allowed, 'tools', 'list', 'tool_choice.allowed_tools.') ?? [];
  return {
    type: 'allowed_tools',
    mode: allowed['mode'] ?? null,
    tools: tools.map(toolToResponses),
  };
}

function readTextSettings(body: JsonObject): JsonObject {
  const format = readField(body, 'response_format', 'object');
  const schema = format && readField(format, 'json_schema', 'object', 'response_format.');
  return {
    format: format ? { type: format['type'] ?? null, ...schema } : null,
    verbosity: body['verbosity'] ?? null,
  };
}

/** Maps field paths of Responses to those of Chat Completions. */
const RENAMED_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^max_output_tokens/, 'max_completion_tokens'],
  [/^reasoning\.effort/, 'reasoning_effort'],
  [/^text\.verbosity/, 'verbosity'],
  [/^text\.format\.type/, 'response_format.type'],
  [/^text\.format\./, 'response_format.json_schema.'],
  [/^(tools\[\d+\])\./, '$1.function.'],
  [/^input/, 'messages'],
];

/**
 * Renames the field in a `ResponsesError` to its Chat Completions name. Returns other errors
 * unchanged.
 */
export function renameErrorParam(thrown: unknown): unknown {
  if (!(thrown instanceof ResponsesError) || thrown.param === null) return thrown;
  const { status, code, message, param } = thrown;
  const found = RENAMED_FIELDS.find(([pattern]) => pattern.test(param));
  if (!found) return thrown;
  const name = param.replace(...found);
  return new ResponsesError(status, code, message.replace(param, name), name);
}
