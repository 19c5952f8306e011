import type { Message } from '#core';

/** An evaluation run in a list. */
export interface EvalRunListItem {
  readonly name: string;
  readonly agent: string;
  /** Name of the suite file, or the first characters of `tasksDigest`. */
  readonly suite: string;
  /** Digest of the tasks. Two runs with the same digest have the same tasks and can be compared. */
  readonly tasksDigest: string;
  /** Start time of the run in ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** The evaluation runs of a folder, newest first. */
export interface EvalRunList {
  /** Folder of the evaluation runs; undefined if the server has no such folder. */
  readonly folder?: string;
  readonly runs: readonly EvalRunListItem[];
}

/** A proportion or a score with its 95 % confidence interval. */
export interface EvalEstimate {
  readonly mean: number;
  readonly interval?: { readonly low: number; readonly high: number };
}

/** Progress and results of an evaluation run. */
export interface EvalRunSummary extends EvalRunListItem {
  readonly isGoing: boolean;
  /** Whether the run can be stopped, because it runs in this server. */
  readonly canBeStopped: boolean;
  readonly planned: number;
  readonly trials: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Share of passed trials among those without errors; `null` if there are no such trials. */
  readonly passRate: EvalEstimate | null;
  /** Cost in US dollars; `null` if any part is unknown. */
  readonly costUsd: number | null;
}

/** pass@k (`any`) and pass^k (`all`); `null` if a task has fewer than k trials. */
export interface EvalPassPoint {
  readonly k: number;
  readonly any: EvalEstimate | null;
  readonly all: EvalEstimate | null;
}

/** A reason why trials failed or errored, and how often. */
interface EvalReason {
  readonly name: string;
  readonly reason: string;
  readonly times: number;
}

/** One trial in the result grid of a run. */
export interface EvalTrialSummary {
  /** Trial number, starting at 0. */
  readonly trial: number;
  readonly verdict: EvalVerdict;
  /** Graders that did not pass; `agent` or `environment` if one of these threw an error. */
  readonly failing: readonly string[];
}

/** The overall result of a trial. A trial with an error counts neither as passed nor as failed. */
export type EvalVerdict = 'passed' | 'failed' | 'error';

/** One task of an evaluation run with its trials. */
export interface EvalTaskSummary {
  readonly id: string;
  /** Strings in the task's `metadata.tags`; empty if the suite file has changed since the run. */
  readonly tags: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly meanScore: number | null;
  /** Cost of all trials of the task in US dollars; `null` if any is unknown. */
  readonly costUsd: number | null;
  /** Graders that failed or errored, most frequent first. */
  readonly failing: readonly EvalReason[];
  readonly trials: readonly EvalTrialSummary[];
}

/** An evaluation run without its transcripts. Tasks with the worst results come first. */
export interface EvalRunView extends EvalRunSummary {
  readonly seed: number;
  readonly graders: readonly string[];
  readonly meanScore: EvalEstimate | null;
  readonly passes: readonly EvalPassPoint[];
  /** Sum of the known trial costs in US dollars. */
  readonly knownCostUsd: number;
  readonly trialsOfUnknownCost: number;
  readonly judgeCostUsd: number | null;
  readonly totalTokens: number;
  /** Total duration of all trials in seconds. */
  readonly durationS: number;
  readonly broke: readonly EvalReason[];
  readonly tasks: readonly EvalTaskSummary[];
}

/** The result of one grader for a trial. */
export interface EvalGrade {
  readonly name: string;
  readonly standing: 'passed' | 'failed' | 'skipped' | 'error';
  readonly score: number;
  /** Error message of the grader, or its findings as JSON text. */
  readonly reason: string;
}

/** One trial with its metrics, grades and transcript. */
export interface EvalTrial {
  readonly taskId: string;
  readonly trial: number;
  readonly verdict: EvalVerdict;
  readonly error: string | null;
  /** Score of the trial; `null` if the trial errored. */
  readonly score: number | null;
  readonly endedBy: string;
  readonly steps: number;
  readonly toolCalls: number;
  readonly durationS: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
  readonly judgeCostUsd: number | null;
  readonly seed: number;
  /** Start time of the trial in ISO 8601. */
  readonly startedAt: string;
  readonly grades: readonly EvalGrade[];
  /** Transcript of the trial; undefined if the run stores no transcripts. */
  readonly messages?: readonly Message[];
}

/** A task whose pass rate changed between two runs. */
interface EvalChange {
  readonly taskId: string;
  readonly before: number;
  readonly after: number;
}

/** The comparison of two evaluation runs of the same tasks. */
export interface EvalComparison {
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'too-few-tasks' | 'broken';
  /** Number of tasks that have a graded trial in both runs. */
  readonly tasks: number;
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** Pass rate of the later run minus that of the earlier run, averaged over tasks. */
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Bounds of the difference, however the errored and missing trials had ended. */
  readonly bounds?: { readonly low: number; readonly high: number } | null;
  readonly pValue: number;
  readonly regressions: readonly EvalChange[];
  readonly improvements: readonly EvalChange[];
  readonly before: EvalRunSummary;
  readonly after: EvalRunSummary;
}

/** What one trial has answered. */
export interface EvalOutput {
  readonly trial: number;
  readonly verdict: EvalVerdict;
  /** Text of the last reply, or the error of the trial, shortened. Empty if the run keeps no transcripts. */
  readonly text: string;
}

/** The answers of the first trials of one task in two evaluation runs. */
export interface EvalOutputPair {
  readonly taskId: string;
  readonly before?: EvalOutput;
  readonly after?: EvalOutput;
}

/** One page of the tasks of two compared runs, with their answers. */
export interface EvalOutputPage {
  readonly pairs: readonly EvalOutputPair[];
  /** Number of all tasks of both runs. */
  readonly total: number;
}
