import type { JsonObject, JsonValue, Limits, Message } from '../core/index.ts';

/**
 * One task of a suite, in the form of task files: names and units are those of the file. Unknown
 * fields are kept, for graders of programs.
 */
export interface SuiteTask {
  /** Stable: 12 hexadecimal digits of the task's SHA-256 where the file has none. */
  readonly id: string;
  readonly messages: readonly Message[];
  /** The tools the agent may call; absent means all. */
  readonly tools_allowed?: readonly string[];
  readonly expected?: JsonObject;
  readonly limits?: SuiteLimits;
  readonly metadata?: JsonObject;
  readonly [field: string]: unknown;
}

/** Bounds of a trial. The last four are judged by graders; the others end the episode. */
export interface SuiteLimits extends Partial<Limits> {
  readonly max_tokens?: number;
  readonly max_cost_usd?: number;
  readonly max_tool_calls?: number;
  readonly min_tool_calls?: number;
}

/** What a task expects under a name, where it expects anything. */
export function expectedOf(task: SuiteTask, name: string): JsonValue | undefined {
  return task.expected?.[name];
}
