import {
  isJsonObject,
  isOffered,
  type JsonObject,
  type JsonValue,
  type ReplySettings,
  type ToolSchema,
} from '../../core/index.ts';
import type { RequestEcho } from '../wire/response-object.ts';
import { invalidValue, missing, unsupported, wrongType } from '../wire/responses-error.ts';
import { metadataIn, textUpTo } from './bounds.ts';
import { field } from './field.ts';
import { oneOf } from './one-of.ts';
import { readPrompt, type PromptRequest } from './prompt.ts';
import { echoOfSettings, readSettings } from './settings.ts';
import { readTools, readToolsEcho } from './tools.ts';

/** A request to create a response, checked; its input is unchanged. */
export interface CreateRequest {
  readonly model: string | undefined;
  readonly input: string | readonly JsonValue[];
  readonly stream: boolean;
  /** Whether it is generated even if its caller is gone, and can be streamed again. */
  readonly background: boolean;
  /** The functions of the caller that the model may call. */
  readonly tools: readonly ToolSchema[];
  /** The caller's settings for replies. */
  readonly settings: ReplySettings;
  /** What the caller says about itself and the request, unchanged. */
  readonly remarks: JsonObject;
  /** The conversation's context where the caller names one, as `metadata.context_id`. */
  readonly contextId: string | undefined;
  /** The id of the conversation that the response continues, and becomes a part of. */
  readonly conversation: string | undefined;
  /** The prompt of the agent that stands before the input. */
  readonly prompt: PromptRequest | undefined;
  /** Whether the caller keeps what the model thought, encrypted (`include`). */
  readonly sealsThoughts: boolean;
  readonly echo: RequestEcho;
}

const LONGEST_IDENTIFIER = 64;

const SERVICE_TIERS = ['auto', 'default', 'flex', 'priority', 'scale'] as const;

/** What a caller says about itself and its request; for agents that use it. */
const REMARKS = ['metadata', 'user', 'safety_identifier', 'prompt_cache_key'] as const;

/** Reads a request body. Unknown fields are ignored, because new ones appear often. */
export function readRequest(body: JsonValue): CreateRequest {
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  refuseUnsupported(body);
  const settings = readSettings(body);
  const prompt = readPrompt(body);
  const echo = readEcho(body, settings, prompt);
  return {
    model: field(body, 'model', 'string'),
    input: prompt && body['input'] == null ? [] : readInput(body),
    prompt,
    sealsThoughts: readIncludes(body).includes('reasoning.encrypted_content'),
    stream: field(body, 'stream', 'boolean') ?? false,
    background: echo.background,
    tools: readTools(body).filter((tool) => isOffered(settings.tool_choice, tool.function.name)),
    settings,
    remarks: Object.fromEntries(
      REMARKS.flatMap((name) => (body[name] == null ? [] : [[name, body[name]]])),
    ),
    contextId: field(echo.metadata, 'context_id', 'string', 'metadata.'),
    conversation: echo.conversation?.id,
    echo,
  };
}

/** The input of a request; it must have some. */
export function readInput(body: JsonObject): string | readonly JsonValue[] {
  const input = body['input'] ?? undefined;
  if (input === undefined) throw missing('input', 'give a string or a list of items');
  if (typeof input !== 'string' && !Array.isArray(input)) {
    throw wrongType('input', 'a string or a list of items', input);
  }
  if (input.length === 0)
    throw invalidValue('input', 'is empty: give a string or at least one item');
  return input;
}

const RETENTIONS = ['in-memory', 'in_memory', '24h'] as const;

/** Fields that change nothing here are still what the API says, so that a mistake is found. */
function checkHints(body: JsonObject): void {
  field(body, 'user', 'string');
  oneOf(body, 'prompt_cache_retention', '', RETENTIONS);
  const options = field(body, 'stream_options', 'object') ?? {};
  field(options, 'include_obfuscation', 'boolean', 'stream_options.');
}

/** What a response is to have beside the usual; names that are not known here are ignored. */
function readIncludes(body: JsonObject): readonly JsonValue[] {
  const include = field(body, 'include', 'list') ?? [];
  include.forEach((name, index) => {
    const param = `include[${index}]`;
    if (typeof name !== 'string') throw wrongType(param, 'a string', name);
    if (name === 'message.output_text.logprobs') {
      throw unsupported(param, 'probabilities of tokens are not known here');
    }
  });
  return include;
}

/** Refuses fields that would, if ignored, silently change what the caller receives or pays for. */
function refuseUnsupported(body: JsonObject): void {
  if ((field(body, 'top_logprobs', 'whole number') ?? 0) !== 0) {
    throw unsupported('top_logprobs', 'probabilities of tokens are not known here');
  }
  checkHints(body);
  // All requests are served alike, which callers find in the response.
  oneOf(body, 'service_tier', '', SERVICE_TIERS);
  const truncation = field(body, 'truncation', 'string') ?? 'disabled';
  if (truncation === 'auto') {
    throw unsupported('truncation', 'conversations are not cut; leave it out');
  }
  if (truncation !== 'disabled') throw invalidValue('truncation', 'must be "disabled"');
}

function readEcho(
  body: JsonObject,
  settings: ReplySettings,
  prompt: PromptRequest | undefined,
): RequestEcho {
  const conversation = readConversation(body);
  return {
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(prompt && { prompt: { ...prompt, version: prompt.version ?? null } }),
    previous_response_id: field(body, 'previous_response_id', 'string') ?? null,
    instructions: field(body, 'instructions', 'string') ?? null,
    tools: readToolsEcho(body),
    ...echoOfSettings(settings),
    top_logprobs: 0,
    truncation: 'disabled',
    store: field(body, 'store', 'boolean') ?? true,
    background: readBackground(body),
    service_tier: 'default',
    metadata: metadataIn(body),
    safety_identifier: textUpTo(body, 'safety_identifier', LONGEST_IDENTIFIER) ?? null,
    prompt_cache_key: textUpTo(body, 'prompt_cache_key', LONGEST_IDENTIFIER) ?? null,
  };
}

/** A conversation by its id, alone or in an object. */
export function readConversation(body: JsonObject): string | undefined {
  const given = body['conversation'] ?? undefined;
  if (given === undefined) return undefined;
  const id = isJsonObject(given) ? field(given, 'id', 'string', 'conversation.') : given;
  if (id === undefined) throw missing('conversation.id', 'name the conversation');
  if (typeof id !== 'string') throw wrongType('conversation', 'a string or an object', given);
  if (body['previous_response_id'] != null) {
    throw invalidValue('previous_response_id', 'cannot be given together with conversation');
  }
  if (body['store'] === false) {
    throw invalidValue('conversation', 'needs the response to be stored: leave out store: false');
  }
  return id;
}

function readBackground(body: JsonObject): boolean {
  const background = field(body, 'background', 'boolean') ?? false;
  if (background && body['store'] === false) {
    throw invalidValue('background', 'needs the response to be stored: leave out store: false');
  }
  return background;
}
