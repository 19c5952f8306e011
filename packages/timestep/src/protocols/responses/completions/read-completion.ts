import {
  createFields,
  isJsonObject,
  readFlag,
  readList,
  readNumber,
  readObject,
  readText,
  readTexts,
  readValue,
  reportMissing,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import { readCreateRequest, type CreateRequest } from '../read/create-request.ts';
import { FIELD_RULES, readNamedFields, requireBodyFields } from '../read/responses-fields.ts';
import { ResponsesError, createUnsupportedError } from '../wire/responses-error.ts';
import { messagesToItems } from './read-messages.ts';
import { readStopTexts } from './stop-texts.ts';

/** A chat completion request as a request for a response that is not stored. */
export interface ChatCompletionRequest {
  readonly create: CreateRequest;
  readonly stream: boolean;
  readonly includesUsage: boolean;
  /** Stop texts, before the first of which the answer ends. */
  readonly stops: readonly string[];
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

/** Reads the body of `POST /v1/chat/completions`. Unknown fields are ignored. */
export function readChatCompletionRequest(body: JsonValue): ChatCompletionRequest {
  const fields = requireBodyFields(body);
  rejectUnsupportedFields(fields);
  if (!readList(fields, 'messages')?.length)
    reportMissing(fields, 'messages', 'give at least one message');
  const limit = readNumber(fields, 'max_completion_tokens') ?? readNumber(fields, 'max_tokens');
  const effort = readText(fields, 'reasoning_effort');
  const asked = {
    ...readNamedFields(fields, SHARED_FIELDS),
    input: messagesToItems(fields),
    tools: (readList(fields, 'tools') ?? []).map(toolToResponses),
    tool_choice: toolChoiceToResponses(readValue(fields, 'tool_choice') ?? null),
    text: readTextSettings(fields),
    max_output_tokens: limit ?? null,
    reasoning: effort === undefined ? null : { effort },
    store: false,
  };
  const options = readObject(fields, 'stream_options');
  return {
    create: readCreateRequest(asked),
    stream: readFlag(fields, 'stream') ?? false,
    includesUsage: (options && readFlag(options, 'include_usage')) ?? false,
    stops: readStopTexts(fields),
  };
}

/** Rejects fields that would change the result if they were ignored. */
function rejectUnsupportedFields(body: Fields): void {
  if ((readNumber(body, 'n', { isWhole: true }) ?? 1) !== 1) {
    throw createUnsupportedError(
      'n',
      'only one completion per request is supported; send another request for more',
    );
  }
  if (readFlag(body, 'logprobs') === true) {
    throw createUnsupportedError('logprobs', 'token probabilities are not available');
  }
  if (readFlag(body, 'store') === true) {
    throw createUnsupportedError('store', 'chat completions are not stored: use /v1/responses');
  }
  for (const name of ['logit_bias', 'audio', 'functions', 'function_call'] as const) {
    if (canFieldChangeReply(readValue(body, name))) throw createUnsupportedError(name, 'remove it');
  }
  const others = (readTexts(body, 'modalities') ?? []).filter((name) => name !== 'text');
  if (others.length > 0) throw createUnsupportedError('modalities', 'replies are text only');
}

/**
 * Returns whether the value of an unsupported field would change the reply: empty values and defaults would not.
 */
function canFieldChangeReply(value: JsonValue | undefined): boolean {
  if (value === undefined || value === 'none' || value === 'auto') return false;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}

function toolToResponses(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool) || tool['type'] !== 'function') return tool;
  return {
    type: 'function',
    ...readObject(createFields(tool, FIELD_RULES, 'tools'), 'function')?.object,
  };
}

function toolChoiceToResponses(choice: JsonValue): JsonValue {
  if (!isJsonObject(choice)) return choice;
  if (choice['type'] === 'function') return toolToResponses(choice);
  if (choice['type'] !== 'allowed_tools') return choice;
  const allowed = readObject(createFields(choice, FIELD_RULES, 'tool_choice'), 'allowed_tools');
  const tools = allowed && readList(allowed, 'tools');
  return {
    type: 'allowed_tools',
    mode: allowed?.object['mode'] ?? null,
    tools: (tools ?? []).map(toolToResponses),
  };
}

function readTextSettings(body: Fields): JsonObject {
  const format = readObject(body, 'response_format');
  const schema = format && readObject(format, 'json_schema');
  return {
    format: format ? { type: format.object['type'] ?? null, ...schema?.object } : null,
    verbosity: readValue(body, 'verbosity') ?? null,
  };
}

const RENAMED_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^max_output_tokens/, 'max_completion_tokens'],
  [/^reasoning\.effort/, 'reasoning_effort'],
  [/^text\.verbosity/, 'verbosity'],
  [/^text\.format\.type/, 'response_format.type'],
  [/^text\.format\./, 'response_format.json_schema.'],
  [/^(tools\[\d+\])\./, '$1.function.'],
  [/^input/, 'messages'],
];

/** Renames the field that a `ResponsesError` names to its name in Chat Completions. */
export function renameParamInError(thrown: unknown): unknown {
  if (!(thrown instanceof ResponsesError) || thrown.param === null) return thrown;
  const { status, code, message, param } = thrown;
  const found = RENAMED_FIELDS.find(([pattern]) => pattern.test(param));
  if (!found) return thrown;
  const name = param.replace(...found);
  return new ResponsesError(status, code, message.replace(param, name), name);
}
