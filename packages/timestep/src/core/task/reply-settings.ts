import type { JsonObject } from '../data/json.ts';
import { listRequestReplies } from './request-replies.ts';
import type { Task } from './task.ts';

/** The caller's settings for replies, named as in OpenAI Responses. Undefined: the agent's own. */
export interface ReplySettings {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** Maximum number of tokens of all replies to one request together, including reasoning. */
  readonly max_output_tokens?: number;
  /** Maximum number of calls of the agent's own tools in all replies to one request together. */
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

/** Length of an answer, in OpenAI's terms. */
export type Verbosity = 'low' | 'medium' | 'high';

/** Output format of an answer. `schema` is JSON Schema; without `strict` it may be only a hint. */
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

/** Minimum token limit. Providers accept no smaller limit, and a shorter reply is useless. */
const MIN_OUTPUT_TOKENS = 16;

/**
 * Returns the settings of a task's next reply, less the tokens of earlier replies to the request; 0
 * allows no further reply. Only the first reply can be forced to call a tool, because otherwise no
 * reply would be the last.
 */
export function getNextReplySettings(task: Task): ReplySettings | undefined {
  const { settings } = task.origin;
  if (settings === undefined) return undefined;
  const { tool_choice, max_output_tokens, max_tool_calls: _heeded, ...rest } = settings;
  const replies = listRequestReplies(task);
  const tokens = replies.reduce((sum, { usage }) => sum + (usage?.completion_tokens ?? 0), 0);
  const left = (max_output_tokens ?? 0) - tokens;
  return {
    ...rest,
    ...(tool_choice !== undefined && {
      tool_choice: replies.length === 0 ? tool_choice : withoutForcedCall(tool_choice),
    }),
    ...(max_output_tokens !== undefined && {
      max_output_tokens: replies.length > 0 && left < MIN_OUTPUT_TOKENS ? 0 : left,
    }),
  };
}

/** Returns whether a tool choice allows the model to call the named tool. */
export function isToolAllowed(choice: ToolChoice | undefined, name: string): boolean {
  if (choice === 'none') return false;
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return true;
  return choice.mode !== 'none' && choice.tools.some((tool) => tool.name === name);
}

function withoutForcedCall(choice: ToolChoice): ToolChoice {
  if (typeof choice === 'string') return choice === 'required' ? 'auto' : choice;
  if (choice.type === 'function') return 'auto';
  return choice.mode === 'required' ? { ...choice, mode: 'auto' } : choice;
}
