import type { JsonObject } from './json.ts';
import { repliesToRequest } from './request-replies.ts';
import type { Task } from './task.ts';

/**
 * How a caller wants replies to be made; what is absent is left to the agent. Names and meanings are
 * those of OpenAI's Responses, because settings are kept with the task and shared with programs.
 */
export interface ReplySettings {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** Most tokens of all replies to one request together, reasoning included. */
  readonly max_output_tokens?: number;
  /** Most calls of the agent's own tools in all replies to one request together. */
  readonly max_tool_calls?: number;
  readonly parallel_tool_calls?: boolean;
  readonly tool_choice?: ToolChoice;
  readonly text?: { readonly format?: TextFormat; readonly verbosity?: Verbosity };
  readonly reasoning?: {
    readonly effort?: ReasoningEffort;
    /** How much the model is to say of its thinking; absent: nothing is asked for. */
    readonly summary?: ReasoningSummary;
  };
}

/** How long a model is to think before it answers, as OpenAI names it. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** How much a model says of its thinking, as OpenAI names it. */
export type ReasoningSummary = 'auto' | 'concise' | 'detailed';

/** How many words an answer is to have, as OpenAI names it. */
export type Verbosity = 'low' | 'medium' | 'high';

/** `schema` is JSON Schema; without `strict` a provider may take it for a hint. */
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

/** Whether tools may be called (`auto`), may not (`none`) or must be (`required`). */
export type ToolChoiceMode = 'auto' | 'none' | 'required';

/** A tool that a caller names. */
export interface NamedTool {
  readonly type: 'function';
  readonly name: string;
}

/** Which tools a caller wants to be called, as OpenAI Responses writes it. */
export type ToolChoice =
  | ToolChoiceMode
  | NamedTool
  | {
      readonly type: 'allowed_tools';
      readonly mode: ToolChoiceMode;
      readonly tools: readonly NamedTool[];
    };

/** Providers accept no smaller limit, and a shorter reply is of no use. */
const FEWEST_TOKENS = 16;

/**
 * The settings of a task's next reply. What earlier replies to the same request used up of the tokens
 * is gone: 0 says that no further reply is allowed. Only the first reply is forced to call a tool,
 * because otherwise no reply would be the last. The limit of calls is not among them: a runner heeds it.
 */
export function settingsOfNextReply(task: Task): ReplySettings | undefined {
  const { settings } = task.origin;
  if (settings === undefined) return undefined;
  const { tool_choice, max_output_tokens, max_tool_calls: _heeded, ...rest } = settings;
  const replies = repliesToRequest(task);
  const tokens = replies.reduce((sum, { usage }) => sum + (usage?.completion_tokens ?? 0), 0);
  const left = (max_output_tokens ?? 0) - tokens;
  return {
    ...rest,
    ...(tool_choice !== undefined && {
      tool_choice: replies.length === 0 ? tool_choice : unforced(tool_choice),
    }),
    ...(max_output_tokens !== undefined && {
      max_output_tokens: replies.length > 0 && left < FEWEST_TOKENS ? 0 : left,
    }),
  };
}

/** Whether a tool choice allows the model to call the tool of that name. */
export function isOffered(choice: ToolChoice | undefined, name: string): boolean {
  if (choice === 'none') return false;
  if (typeof choice !== 'object' || choice.type !== 'allowed_tools') return true;
  return choice.mode !== 'none' && choice.tools.some((tool) => tool.name === name);
}

function unforced(choice: ToolChoice): ToolChoice {
  if (typeof choice === 'string') return choice === 'required' ? 'auto' : choice;
  if (choice.type === 'function') return 'auto';
  return choice.mode === 'required' ? { ...choice, mode: 'auto' } : choice;
}
