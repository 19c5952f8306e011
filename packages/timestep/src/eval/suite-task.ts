import type { JsonObject, Limits, Message } from '#core';

/** One task in the form of task files. Unknown fields are kept, for custom graders. */
export interface SuiteTask {
  /** Stable id. Default: the first 12 hexadecimal digits of the task's SHA-256. */
  readonly id: string;
  readonly messages: readonly Message[];
  /** Names of the tools that the agent may call. Undefined: all tools. */
  readonly tools_allowed?: readonly string[];
  readonly expected?: JsonObject;
  readonly limits?: SuiteLimits;
  readonly metadata?: JsonObject;
  readonly [field: string]: unknown;
}

/** Limits of a task. Graders judge the two limits of tool calls; the others end the episode. */
export interface SuiteLimits extends Partial<Limits> {
  readonly max_tokens?: number;
  readonly max_cost_usd?: number;
  readonly max_tool_calls?: number;
  readonly min_tool_calls?: number;
}
