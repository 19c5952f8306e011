import {
  isJsonObject,
  isToolAllowed,
  type JsonObject,
  type JsonValue,
  type ReplySettings,
  type ToolSchema,
} from '../../core/index.ts';
import type { RequestEcho } from '../wire/response-object.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  createUnsupportedError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { readMetadata, readBoundedString } from './bounded-fields.ts';
import { readField } from './read-field.ts';
import { readEnumField } from './enum-field.ts';
import { readPrompt, type PromptRequest } from './read-prompt.ts';
import { settingsToEcho, readSettings } from './reply-settings.ts';
import { readTools, readToolsEcho } from './offered-tools.ts';

/** A validated request to create a response. Its input is still unparsed. */
export interface CreateRequest {
  readonly model: string | undefined;
  readonly input: string | readonly JsonValue[];
  readonly stream: boolean;
  /**
   * Whether the response continues if its caller disconnects. A background response can also be
   * streamed again.
   */
  readonly background: boolean;
  /** Functions that the caller runs and the model may call. */
  readonly tools: readonly ToolSchema[];
  /** Model settings of the caller, such as `temperature`. */
  readonly settings: ReplySettings;
  /** Fields that describe the caller and the request, such as `metadata` and `user`, unchanged. */
  readonly remarks: JsonObject;
  /** Context id from `metadata.context_id`. Undefined if the caller set none. */
  readonly contextId: string | undefined;
  /** Id of the conversation that the response continues and is added to. */
  readonly conversation: string | undefined;
  /** Agent prompt that is inserted before the input. */
  readonly prompt: PromptRequest | undefined;
  /**
   * Whether the response returns the model's reasoning in encrypted form (`include`), so that the
   * caller can send it back later.
   */
  readonly sealsThoughts: boolean;
  readonly echo: RequestEcho;
}

const LONGEST_IDENTIFIER = 64;

const SERVICE_TIERS = ['auto', 'default', 'flex', 'priority', 'scale'] as const;

/** Request fields that describe the caller and the request. Agents may use them. */
const CALLER_FIELDS = ['metadata', 'user', 'safety_identifier', 'prompt_cache_key'] as const;

/** Reads a request body. Unknown fields are ignored, because the API often gains new ones. */
export function readCreateRequest(body: JsonValue): CreateRequest {
  if (!isJsonObject(body)) throw createWrongTypeError('body', 'an object', body);
  rejectUnsupportedFields(body);
  const settings = readSettings(body);
  const prompt = readPrompt(body);
  const echo = readEcho(body, settings, prompt);
  return {
    model: readField(body, 'model', 'string'),
    input: prompt && body['input'] == null ? [] : readInput(body),
    prompt,
    sealsThoughts: readIncludes(body).includes('reasoning.encrypted_content'),
    stream: readField(body, 'stream', 'boolean') ?? false,
    background: echo.background,
    tools: readTools(body).filter((tool) =>
      isToolAllowed(settings.tool_choice, tool.function.name),
    ),
    settings,
    remarks: Object.fromEntries(
      CALLER_FIELDS.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]])),
    ),
    contextId: readField(echo.metadata, 'context_id', 'string', 'metadata.'),
    conversation: echo.conversation?.id,
    echo,
  };
}

/** Reads the required `input` of a request. */
export function readInput(body: JsonObject): string | readonly JsonValue[] {
  const input = body['input'] ?? undefined;
  if (input === undefined)
    throw createMissingFieldError('input', 'give a string or a list of items');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    throw createWrongTypeError('input', 'a string or a list of items', input);
  }
  if (input.length === 0)
    throw createInvalidValueError('input', 'is empty: give a string or at least one item');
  return input;
}

const RETENTIONS = ['in-memory', 'in_memory', '24h'] as const;

/** Validates fields that have no effect here, so that mistakes in them are still reported. */
function checkUnusedFields(body: JsonObject): void {
  readField(body, 'user', 'string');
  readEnumField(body, 'prompt_cache_retention', '', RETENTIONS);
  const options = readField(body, 'stream_options', 'object') ?? {};
  readField(options, 'include_obfuscation', 'boolean', 'stream_options.');
}

/** Reads `include`, the list of additional output. Unknown names are ignored. */
function readIncludes(body: JsonObject): readonly JsonValue[] {
  const include = readField(body, 'include', 'list') ?? [];
  include.forEach((name, index) => {
    const param = `include[${index}]`;
    if (typeof name !== 'string') throw createWrongTypeError(param, 'a string', name);
    if (name === 'message.output_text.logprobs') {
      throw createUnsupportedError(param, 'token probabilities are not available');
    }
  });
  return include;
}

/** Rejects fields that would silently change the result or its price if they were ignored. */
function rejectUnsupportedFields(body: JsonObject): void {
  if ((readField(body, 'top_logprobs', 'whole number') ?? 0) !== 0) {
    throw createUnsupportedError('top_logprobs', 'token probabilities are not available');
  }
  checkUnusedFields(body);
  // The tier has no effect; the response reports the tier `default` instead.
  readEnumField(body, 'service_tier', '', SERVICE_TIERS);
  const truncation = readField(body, 'truncation', 'string') ?? 'disabled';
  if (truncation === 'auto') {
    throw createUnsupportedError('truncation', 'conversations are never truncated; remove it');
  }
  if (truncation !== 'disabled') throw createInvalidValueError('truncation', 'must be "disabled"');
}

function readEcho(
  body: JsonObject,
  settings: ReplySettings,
  prompt: PromptRequest | undefined,
): RequestEcho {
  const conversation = readConversationId(body);
  return {
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(prompt && { prompt: { ...prompt, version: prompt.version ?? null } }),
    previous_response_id: readField(body, 'previous_response_id', 'string') ?? null,
    instructions: readField(body, 'instructions', 'string') ?? null,
    tools: readToolsEcho(body),
    ...settingsToEcho(settings),
    top_logprobs: 0,
    truncation: 'disabled',
    store: readField(body, 'store', 'boolean') ?? true,
    background: readBackground(body),
    service_tier: 'default',
    metadata: readMetadata(body),
    safety_identifier: readBoundedString(body, 'safety_identifier', LONGEST_IDENTIFIER) ?? null,
    prompt_cache_key: readBoundedString(body, 'prompt_cache_key', LONGEST_IDENTIFIER) ?? null,
  };
}

/** Reads the conversation id, which is a string or an object with an `id`. */
export function readConversationId(body: JsonObject): string | undefined {
  const given = body['conversation'] ?? undefined;
  if (given === undefined) return undefined;
  const id = isJsonObject(given) ? readField(given, 'id', 'string', 'conversation.') : given;
  if (id === undefined)
    throw createMissingFieldError('conversation.id', 'set the id of the conversation');
  if (typeof id !== 'string')
    throw createWrongTypeError('conversation', 'a string or an object', given);
  if (body['previous_response_id'] != null) {
    throw createInvalidValueError(
      'previous_response_id',
      'cannot be used together with conversation',
    );
  }
  if (body['store'] === false) {
    throw createInvalidValueError(
      'conversation',
      'requires a stored response: remove store: false',
    );
  }
  return id;
}

function readBackground(body: JsonObject): boolean {
  const background = readField(body, 'background', 'boolean') ?? false;
  if (background && body['store'] === false) {
    throw createInvalidValueError('background', 'requires a stored response: remove store: false');
  }
  return background;
}
