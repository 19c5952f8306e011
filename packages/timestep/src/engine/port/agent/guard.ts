import type { AssistantMessage, JsonObject, Message } from '#core';
import type { TaskMeta } from './agent-fn.ts';
import type { ToolInvocation, ToolResult } from './tool-environment.ts';

/** Checks what models and tools receive and return. `undefined` allows; a thrown error blocks. */
export interface Guard {
  readonly name: string;
  /** Checks a transcript. A change applies to this model call only. A block fails the task. */
  beforeModel?(messages: readonly Message[], site: GuardContext): GuardResult<readonly Message[]>;
  /** Checks a reply. A block fails the task. For `ask`, the reason is asked as a question. */
  afterModel?(reply: AssistantMessage, site: GuardContext): GuardResult<AssistantMessage>;
  /** Checks a tool call. A blocked call is not made, and the model reads the reason. */
  beforeTool?(call: ToolInvocation, site: GuardContext): GuardResult<JsonObject>;
  /** Checks a tool result. The model reads the changed result, or why it is blocked. No `ask`. */
  afterTool?(result: ToolResult, call: ToolInvocation, site: GuardContext): GuardResult<ToolResult>;
}

/** The task of a guard check, and a signal that aborts with it. */
export interface GuardContext {
  readonly task: TaskMeta;
  readonly signal: AbortSignal;
}

/** Decision of a guard, directly or as a promise. */
export type GuardResult<To> =
  | GuardDecision<To>
  | undefined
  | Promise<GuardDecision<To> | undefined>;

/** Decision of a guard. `to` is the value that replaces the checked one. */
export type GuardDecision<To> =
  | { readonly action: 'allow'; readonly reason?: string }
  | { readonly action: 'change'; readonly to: To; readonly reason: string }
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'ask'; readonly reason: string };
