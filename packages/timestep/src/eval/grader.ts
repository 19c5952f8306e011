import type { EpisodeInfo, JsonObject, Message, ToolCallRecord } from '../core/index.ts';
import type { SuiteTask } from './suite-task.ts';

/** Result of one grader for one trial, as stored in `grades.json`. */
export interface Grade {
  readonly name: string;
  readonly passed: boolean;
  /** Score from 0 to 1. */
  readonly score: number;
  readonly details: JsonObject;
  /**
   * True if the grade does not count. Either the task has no expectation that this grader checks
   * (`passed` is then true), or the grader only has a limit for all tasks and could not observe it
   * (`passed` is then false).
   */
  readonly skipped?: true;
  /**
   * Error of the grader itself. The grade is then neither a pass nor a fail: `passed` is false and
   * does not count.
   */
  readonly error?: string;
  /**
   * Cost of grading in US dollars, separate from the agent's cost. Null if unknown, undefined if
   * free.
   */
  readonly cost_usd?: number | null;
}

/** Data of a finished trial that graders receive. */
export interface TrialEvidence {
  readonly messages: readonly Message[];
  /** Tool calls of the transcript with their results, in order. */
  readonly toolIndex: readonly ToolCallRecord[];
  readonly task: SuiteTask;
  readonly info: EpisodeInfo;
  /** State at the end of the trial, if the environment reports it. See `TrialEnvironment`. */
  readonly outcome: unknown;
  readonly signal: AbortSignal;
}

/**
 * Judges a finished trial. A thrown error is recorded as an error of the grader, separately from
 * failed grades.
 */
export interface Grader {
  readonly name: string;
  /**
   * Spec that distinguishes graders of the same name, such as `FinalContains:sun`. Default: the
   * name.
   */
  readonly spec?: string;
  /**
   * Task fields that the grader reads, such as `expected.final_regex` or `limits.max_tool_calls`.
   * If undefined, the fields are unknown and no expectation counts as unread.
   */
  readonly reads?: readonly string[];
  /**
   * True if the grader judges the calls of a single reply, so that a task with one step needs no
   * final answer.
   */
  readonly needsNoAnswer?: boolean;
  /**
   * Returns whether the grader judges trials of a task; it skips all others. Throws `EvalError` if
   * the task has an expectation that cannot be judged. If undefined, this is unknown before the
   * trial.
   */
  expects?(task: SuiteTask): boolean;
  grade(evidence: TrialEvidence): Grade | Promise<Grade>;
}
