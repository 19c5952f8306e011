import type { EpisodeInfo, JsonObject, Message, ToolCallRecord } from '#core';
import type { SuiteTask } from './suite-task.ts';

/** Result of one grader for one trial, as stored in `grades.json`. */
export interface Grade {
  readonly name: string;
  readonly passed: boolean;
  /** Score from 0 to 1. */
  readonly score: number;
  readonly details: JsonObject;
  /**
   * True if the grade does not count: the task has no expectation for the grader (`passed` is true),
   * or the grader's own limit for all tasks could not be checked, since calls were hidden (`passed`
   * is false).
   */
  readonly skipped?: true;
  /** Error of the grader itself. `passed` is then false and does not count. */
  readonly error?: string;
  /** Cost of grading, without the agent. Null if unknown, undefined if free. */
  readonly cost_usd?: number | null;
}

/** Data of a finished trial that graders receive. */
export interface TrialEvidence {
  readonly messages: readonly Message[];
  readonly toolIndex: readonly ToolCallRecord[];
  readonly task: SuiteTask;
  readonly info: EpisodeInfo;
  /** State at the end of the trial, if the environment reports it. See `TrialEnvironment`. */
  readonly outcome: unknown;
  readonly signal: AbortSignal;
}

/** Judges a finished trial. A thrown error counts as an error of the grader, not as a fail. */
export interface Grader {
  readonly name: string;
  /**
   * Key that distinguishes graders with the same name, such as `FinalContains:sun`. Default: the
   * name.
   */
  readonly spec?: string;
  /** Task fields that the grader reads, such as `expected.final_regex`. Undefined: possibly all. */
  readonly reads?: readonly string[];
  /**
   * Whether the grader only judges the calls of one reply, so that the trial needs no final answer.
   */
  readonly needsNoAnswer?: boolean;
  /**
   * Whether the grader is used by default. A default grader does not count as a check of the task.
   */
  readonly isDefaultLimit?: boolean;
  /**
   * Returns whether the grader judges trials of a task; it skips all others. Throws `EvalError` if
   * the task has an expectation that cannot be judged. If undefined, this is unknown before the
   * trial.
   */
  expects?(task: SuiteTask): boolean;
  grade(evidence: TrialEvidence): Grade | Promise<Grade>;
}
