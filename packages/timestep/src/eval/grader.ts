import type { EpisodeInfo, JsonObject, Message, ToolCallRecord } from '../core/index.ts';
import type { SuiteTask } from './suite-task.ts';

/** The result of one grader for one trial; the form of `grades.json`. */
export interface Grade {
  readonly name: string;
  readonly passed: boolean;
  /** From 0 to 1. */
  readonly score: number;
  readonly details: JsonObject;
  /**
   * True for a grade that does not count: the task expects nothing that this grader looks at (then
   * `passed` is true), or only a bound for every task could not be observed (then `passed` is
   * false).
   */
  readonly skipped?: true;
  /** The grader itself failed: neither a pass nor a fail. `passed` is false and does not count. */
  readonly error?: string;
  /** US dollars that the grading cost, kept apart from what the agent cost; absent: nothing. */
  readonly cost_usd?: number | null;
}

/** A finished trial, as graders see it. */
export interface TrialEvidence {
  readonly messages: readonly Message[];
  /** The calls of the transcript with their results, in order. */
  readonly toolIndex: readonly ToolCallRecord[];
  readonly task: SuiteTask;
  readonly info: EpisodeInfo;
  /** The state the trial left behind, where its environment gives it; see `TrialEnvironment`. */
  readonly outcome: unknown;
  readonly signal: AbortSignal;
}

/**
 * Judges a finished trial. It returns a grade; what it throws is an error of the grader, which is
 * reported apart from fails.
 */
export interface Grader {
  readonly name: string;
  /** Distinguishes the grader from others of its name, as `FinalContains:sun`; absent: its name. */
  readonly spec?: string;
  /**
   * The fields of a task that it reads, as `expected.final_regex` or `limits.max_tool_calls`;
   * absent: unknown, so that no expectation counts as unread.
   */
  readonly reads?: readonly string[];
  /** True: it judges the calls of one reply, so that a task of one step needs no answer. */
  readonly needsNoAnswer?: boolean;
  /**
   * Whether it judges trials of this task; otherwise it skips them. Throws `EvalError` where the
   * task expects something that cannot be judged. Absent: unknown before the trial.
   */
  expects?(task: SuiteTask): boolean;
  grade(evidence: TrialEvidence): Grade | Promise<Grade>;
}
