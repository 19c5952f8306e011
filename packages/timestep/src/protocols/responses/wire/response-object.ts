import type { JsonObject, JsonValue } from '#core';
import type { OutputItem } from './response-item.ts';

/** Request fields that a response repeats, with defaults filled in. */
export interface RequestEcho {
  readonly previous_response_id: string | null;
  readonly conversation?: { readonly id: string };
  readonly prompt?: {
    readonly id: string;
    readonly version: string | null;
    readonly variables: Readonly<Record<string, string>>;
  };
  readonly instructions: string | null;
  readonly tools: readonly ToolEcho[];
  readonly tool_choice: JsonValue;
  readonly parallel_tool_calls: boolean;
  readonly text: JsonObject;
  readonly reasoning: JsonObject;
  readonly temperature: number;
  readonly top_p: number;
  readonly presence_penalty: number;
  readonly frequency_penalty: number;
  readonly top_logprobs: number;
  readonly max_output_tokens: number | null;
  readonly max_tool_calls: number | null;
  readonly truncation: 'auto' | 'disabled';
  readonly store: boolean;
  /** Whether the response continues if its caller disconnects, so that it can be streamed again. */
  readonly background: boolean;
  readonly service_tier: 'default';
  readonly metadata: JsonObject;
  readonly safety_identifier: string | null;
  readonly prompt_cache_key: string | null;
}

export type ToolEcho = FunctionToolEcho | NamespaceEcho;

/** A named group of functions, such as those of one server. */
interface NamespaceEcho {
  readonly type: 'namespace';
  readonly name: string;
  readonly description: string | null;
  readonly tools: readonly FunctionToolEcho[];
}

export interface FunctionToolEcho {
  readonly type: 'function';
  readonly name: string;
  readonly description: string | null;
  readonly parameters: JsonObject | null;
  readonly strict: boolean | null;
}

/** Status of a response, named as in the OpenAI API. */
export type ResponseStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'incomplete';

/** The `response` object of the API. Times are in seconds since the epoch. */
export interface ResponseObject extends RequestEcho {
  readonly id: string;
  readonly object: 'response';
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly status: ResponseStatus;
  readonly error: ResponseFailure | null;
  readonly incomplete_details: { readonly reason: string } | null;
  readonly model: string;
  readonly output: readonly OutputItem[];
  readonly usage: ResponseUsage | null;
}

/** Failure of a response. `type` is for clients that read it like an error body. */
export interface ResponseFailure {
  readonly type: 'server_error';
  readonly code: string;
  readonly message: string;
}

/** Token usage of a response, in OpenAI's format. */
export interface ResponseUsage {
  readonly input_tokens: number;
  readonly input_tokens_details: {
    readonly cached_tokens: number;
    readonly cache_write_tokens: number;
  };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
}
