import {
  isJsonObject,
  isToolAllowed,
  createFields,
  readFlag,
  readId,
  readList,
  readNumber,
  readObject,
  readText,
  readValue,
  readWord,
  reportField,
  reportFieldType,
  reportMissing,
  requireId,
  requireObject,
  requireText,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ReplySettings,
  type ToolSchema,
} from '#core';
import type { RequestEcho } from '../wire/response-object.ts';
import { createUnsupportedError } from '../wire/responses-error.ts';
import { readPrompt, type PromptRequest } from './read-prompt.ts';
import { addDefaultsToSettings, readSettings } from './reply-settings.ts';
import { readTools } from './offered-tools.ts';
import {
  FIELD_RULES,
  readNamedFields,
  readBoundedString,
  readMetadata,
  requireBodyFields,
} from './responses-fields.ts';

/** A request for a response. Its input items are not parsed yet. */
export interface CreateRequest {
  readonly model: string | undefined;
  readonly input: string | readonly JsonValue[];
  readonly stream: boolean;
  /** Functions that the caller executes. */
  readonly tools: readonly ToolSchema[];
  readonly settings: ReplySettings;
  /** Fields such as `metadata` and `user`, unchanged. */
  readonly remarks: JsonObject;
  /** Context id of the task, from `metadata.context_id`. */
  readonly contextId: string | undefined;
  /** Prompt template that is inserted before the input. */
  readonly prompt: PromptRequest | undefined;
  /** Whether the caller requests the model's reasoning in encrypted form (`include`). */
  readonly sealsThoughts: boolean;
  readonly echo: RequestEcho;
}

const LONGEST_IDENTIFIER = 64;

const RETENTIONS = ['in-memory', 'in_memory', '24h'] as const;
const SERVICE_TIERS = ['auto', 'default', 'flex', 'priority', 'scale'] as const;

/** Fields that describe the caller, which agents may use. */
const CALLER_FIELDS = ['metadata', 'user', 'safety_identifier', 'prompt_cache_key'] as const;

/** Reads a request for a response. Unknown fields are ignored, because the API often gains new fields. */
export function readCreateRequest(given: JsonValue): CreateRequest {
  const body = requireBodyFields(given);
  rejectUnsupportedFields(body);
  const settings = readSettings(body);
  const prompt = readPrompt(body);
  const offered = readTools(body);
  const echo = { ...readRequestEcho(body, settings, prompt), tools: offered.echo };
  return {
    model: readText(body, 'model'),
    input: prompt && readValue(body, 'input') === undefined ? [] : readInput(body),
    prompt,
    sealsThoughts: readIncludesAllowingUnknown(body).includes('reasoning.encrypted_content'),
    stream: readFlag(body, 'stream') ?? false,
    tools: offered.schemas.filter((tool) =>
      isToolAllowed(settings.tool_choice, tool.function.name),
    ),
    settings,
    remarks: readNamedFields(body, CALLER_FIELDS),
    contextId: readId(createFields(echo.metadata, FIELD_RULES, 'metadata'), 'context_id'),
    echo,
  };
}

export function readInput(body: Fields): string | readonly JsonValue[] {
  const input = readValue(body, 'input');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    if (input === undefined) reportMissing(body, 'input', 'give a string or a list of items');
    return reportFieldType(body, 'input', 'a string or a list of items') ?? [];
  }
  if (input.length === 0)
    reportField(body, 'input', 'is empty: give a string or at least one item');
  return input;
}

/** Reads the list `include`. Unknown names are ignored. */
function readIncludesAllowingUnknown(body: Fields): readonly JsonValue[] {
  const include = readList(body, 'include') ?? [];
  include.forEach((name, index) => {
    const param = `include[${index}]`;
    requireText(createFields({ [param]: name }, FIELD_RULES), param);
    if (name === 'message.output_text.logprobs') {
      throw createUnsupportedError(param, 'token probabilities are not available');
    }
  });
  return include;
}

/** Rejects unsupported fields that would change the result or its price. */
function rejectUnsupportedFields(body: Fields): void {
  if ((readNumber(body, 'top_logprobs', { isWhole: true }) ?? 0) !== 0) {
    throw createUnsupportedError('top_logprobs', 'token probabilities are not available');
  }
  // Invalid values of fields without effect are still reported.
  readText(body, 'user');
  readWord(body, 'prompt_cache_retention', RETENTIONS);
  readWord(body, 'service_tier', SERVICE_TIERS);
  const options = readObject(body, 'stream_options');
  if (options) readFlag(options, 'include_obfuscation');
  const truncation = readText(body, 'truncation') ?? 'disabled';
  if (truncation === 'auto') {
    throw createUnsupportedError('truncation', 'conversations are never truncated; remove it');
  }
  if (truncation !== 'disabled') reportField(body, 'truncation', 'must be "disabled"');
}

function readRequestEcho(
  body: Fields,
  settings: ReplySettings,
  prompt: PromptRequest | undefined,
): Omit<RequestEcho, 'tools'> {
  const conversation = readConversationId(body);
  const background = readFlag(body, 'background') ?? false;
  if (background && body.object['store'] === false) reportField(body, 'background', NEEDS_STORE);
  return {
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(prompt && { prompt: { ...prompt, version: prompt.version ?? null } }),
    previous_response_id: readId(body, 'previous_response_id') ?? null,
    instructions: readText(body, 'instructions') ?? null,
    ...addDefaultsToSettings(settings),
    top_logprobs: 0,
    truncation: 'disabled',
    store: readFlag(body, 'store') ?? true,
    background,
    service_tier: 'default',
    metadata: readMetadata(body),
    safety_identifier: readBoundedString(body, 'safety_identifier', LONGEST_IDENTIFIER) ?? null,
    prompt_cache_key: readBoundedString(body, 'prompt_cache_key', LONGEST_IDENTIFIER) ?? null,
  };
}

/** Reads a conversation id: a string, or an object with an `id`. */
export function readConversationId(body: Fields): string | undefined {
  const given = readValue(body, 'conversation');
  if (given === undefined) return undefined;
  if (typeof given !== 'string' && !isJsonObject(given))
    return reportFieldType(body, 'conversation', 'a string or an object');
  const id =
    typeof given === 'string'
      ? readId(body, 'conversation')
      : requireId(requireObject(body, 'conversation'), 'id', 'set the id of the conversation');
  if (readValue(body, 'previous_response_id') !== undefined)
    reportField(body, 'previous_response_id', 'cannot be used together with conversation');
  if (body.object['store'] === false) reportField(body, 'conversation', NEEDS_STORE);
  return id;
}

const NEEDS_STORE = 'requires a stored response: remove store: false';
