import type { AssistantMessage, JsonObject, Message } from '#core';
import type { TaskMeta } from './agent-fn.ts';
import type { ToolInvocation, ToolResult } from './tool-environment.ts';

/** Checks what models and tools receive and return. `undefined` lets it pass; a thrown error blocks it. */
export interface Guard {
  readonly name: string;
  /** Checks a transcript. A change applies to this model call only. A block fails the task. */
  beforeModel?(messages: readonly Message[], site: GuardContext): GuardResult<readonly Message[]>;
  /**
   * Checks a reply. A block fails the task. With `ask`, the user is asked the reason as a question.
   */
  afterModel?(reply: AssistantMessage, site: GuardContext): GuardResult<AssistantMessage>;
  /** Checks a tool call. A blocked call is not made, and the model receives the reason. */
  beforeTool?(call: ToolInvocation, site: GuardContext): GuardResult<JsonObject>;
  /** Checks a tool result. The model receives the changed result, or why it was blocked. Cannot `ask`. */
  afterTool?(result: ToolResult, call: ToolInvocation, site: GuardContext): GuardResult<ToolResult>;
}

/** The task that a guard checks, and a signal that aborts together with the task. */
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
