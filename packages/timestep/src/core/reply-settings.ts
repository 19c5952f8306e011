import type { JsonObject } from './json.ts';
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
  readonly parallel_tool_calls?: boolean;
  readonly tool_choice?: ToolChoice;
  readonly text?: { readonly format?: TextFormat; readonly verbosity?: Verbosity };
  readonly reasoning?: { readonly effort: ReasoningEffort };
}

/** How long a model is to think before it answers, as OpenAI names it. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

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

/** Providers take no smaller limit, and no reply of use is shorter. */
const FEWEST_TOKENS = 16;

/**
 * The settings of a task's next reply. What earlier replies to the same request used up of the tokens
 * is gone: 0 says that no further reply is allowed. Only the first reply is forced to call a tool,
 * because otherwise no reply would be the last.
 */
export function settingsOfNextReply(task: Task): ReplySettings | undefined {
  const { settings } = task.origin;
  if (settings === undefined) return undefined;
  const { tool_choice, max_output_tokens, ...rest } = settings;
  const { replies, tokens } = repliesToRequest(task);
  const left = (max_output_tokens ?? 0) - tokens;
  return {
    ...rest,
    ...(tool_choice !== undefined && {
      tool_choice: replies === 0 ? tool_choice : unforced(tool_choice),
    }),
    ...(max_output_tokens !== undefined && {
      max_output_tokens: replies > 0 && left < FEWEST_TOKENS ? 0 : left,
    }),
  };
}

/** Whether a tool choice leaves the model a tool of that name. */
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

/**
 * What was replied since the caller last spoke. A reply that asked for a tool of the caller's ended a
 * request: what follows it belongs to the next one.
 */
function repliesToRequest(task: Task): { readonly replies: number; readonly tokens: number } {
  const { history, clientTools } = task.origin;
  const callers = new Set(clientTools.map((tool) => tool.function.name));
  let replies = 0;
  let tokens = 0;
  let link = task.entries;
  while (link !== undefined && link.length > history.length) {
    const { message } = link.last;
    if (message.role === 'user') break;
    if (message.role === 'assistant') {
      if (message.tool_calls?.some((call) => callers.has(call.function.name))) break;
      replies += 1;
      tokens += message.usage?.completion_tokens ?? 0;
    }
    link = link.before;
  }
  return { replies, tokens };
}
