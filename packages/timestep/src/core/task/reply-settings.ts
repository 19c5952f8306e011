import type { JsonObject } from '../data/json.ts';

/** The caller's settings for replies, named as in OpenAI Responses. Undefined: the agent's own. */
export interface ReplySettings {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** Maximum number of tokens of all replies to one request, including reasoning. */
  readonly max_output_tokens?: number;
  /** Maximum number of calls of the agent's own tools in all replies to one request. */
  readonly max_tool_calls?: number;
  readonly parallel_tool_calls?: boolean;
  readonly tool_choice?: ToolChoice;
  readonly text?: { readonly format?: TextFormat; readonly verbosity?: Verbosity };
  readonly reasoning?: {
    readonly effort?: ReasoningEffort;
    /** Detail of the reasoning summary. Undefined: no summary is requested. */
    readonly summary?: ReasoningSummary;
  };
}

/** Reasoning effort of a model before it answers, in OpenAI's terms. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Detail of a reasoning summary, in OpenAI's terms. */
export type ReasoningSummary = 'auto' | 'concise' | 'detailed';

/** How long the model's answers should be, named as in the OpenAI API. */
export type Verbosity = 'low' | 'medium' | 'high';

/** Output format of an answer. `schema` is JSON Schema, which may be only a hint unless `strict` is set. */
export type TextFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly schema: JsonObject;
      readonly description?: string;
      readonly strict?: boolean;
    };

/** Whether the model may (`auto`), must not (`none`) or must (`required`) call tools. */
export type ToolChoiceMode = 'auto' | 'none' | 'required';

/** A tool that the caller names in a tool choice. */
export interface NamedTool {
  readonly type: 'function';
  readonly name: string;
}

/** Tools that the caller wants the model to call, in the format of OpenAI Responses. */
export type ToolChoice =
  | ToolChoiceMode
  | NamedTool
  | {
      readonly type: 'allowed_tools';
      readonly mode: ToolChoiceMode;
      readonly tools: readonly NamedTool[];
    };

/** Returns whether a tool choice allows the model to call the named tool. */
export function isToolAllowed(choice: ToolChoice | undefined, name: string): boolean {
  if (choice === 'none') return false;
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return true;
  return choice.mode !== 'none' && choice.tools.some((tool) => tool.name === name);
}
