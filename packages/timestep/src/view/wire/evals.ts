import type { Message } from '../../core/index.ts';

/** A run of the folder, by what was asked for. */
export interface EvalRunLine {
  /** The name of its folder. */
  readonly name: string;
  readonly agent: string;
  /** The name of the file of tasks, or the beginning of the digest of its tasks. */
  readonly suite: string;
  /** Runs with the same digest have the same tasks, and can be compared. */
  readonly tasksDigest: string;
  /** Times are in ISO 8601. */
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** The runs of a folder, the newest first. */
export interface EvalRunList {
  /** Absent where the server has no folder of runs. */
  readonly folder?: string;
  readonly runs: readonly EvalRunLine[];
}

/** A share or a score with its interval at 95 %. */
export interface EvalEstimate {
  readonly mean: number;
  readonly interval?: { readonly low: number; readonly high: number };
}

/** How much of a run there is, and how it stands. */
export interface EvalRunSummary extends EvalRunLine {
  readonly isGoing: boolean;
  /** True where it goes on in the server, which can stop it. */
  readonly canBeStopped: boolean;
  readonly planned: number;
  /** Trials that are recorded. */
  readonly trials: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Of the trials that did not break; `null` where there are none. */
  readonly passRate: EvalEstimate | null;
  /** US dollars; `null` where any part is unknown. */
  readonly costUsd: number | null;
}

/** pass@k and pass^k; `null` where some task has fewer than k trials. */
export interface EvalPassPoint {
  readonly k: number;
  readonly any: EvalEstimate | null;
  readonly all: EvalEstimate | null;
}

/** A reason for which trials failed or broke. */
export interface EvalReason {
  readonly name: string;
  readonly reason: string;
  readonly times: number;
}

/** One trial in the grid of a run. */
export interface EvalTrialLine {
  /** Counts from 0. */
  readonly trial: number;
  readonly verdict: EvalVerdict;
  /** The graders that did not pass; `agent` or `environment` where that broke. */
  readonly failing: readonly string[];
}

/** What the grades of a trial come to; a trial that broke is neither passed nor failed. */
export type EvalVerdict = 'passed' | 'failed' | 'error';

/** One task of a run with its trials. */
export interface EvalTaskLine {
  readonly id: string;
  /** The texts in `metadata.tags`, where the file of tasks is still the one that was run. */
  readonly tags: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly meanScore: number | null;
  /** US dollars of all its trials; `null` where any is unknown. */
  readonly costUsd: number | null;
  /** The graders that failed or broke, the most frequent first. */
  readonly failing: readonly EvalReason[];
  readonly trials: readonly EvalTrialLine[];
}

/** Everything of a run but its transcripts. Tasks come worst first. */
export interface EvalRunView extends EvalRunSummary {
  readonly seed: number;
  readonly graders: readonly string[];
  readonly meanScore: EvalEstimate | null;
  readonly passes: readonly EvalPassPoint[];
  /** US dollars of the trials whose cost is known. */
  readonly knownCostUsd: number;
  readonly trialsOfUnknownCost: number;
  readonly judgeCostUsd: number | null;
  readonly totalTokens: number;
  /** Seconds of all trials together. */
  readonly durationS: number;
  readonly broke: readonly EvalReason[];
  readonly tasks: readonly EvalTaskLine[];
}

/** What a grader said of a trial. */
export interface EvalGrade {
  readonly name: string;
  readonly standing: 'passed' | 'failed' | 'skipped' | 'error';
  readonly score: number;
  /** The error of the grader, or what it found as JSON text. */
  readonly reason: string;
}

/** One trial: its figures, its grades and its transcript. */
export interface EvalTrial {
  readonly taskId: string;
  readonly trial: number;
  readonly verdict: EvalVerdict;
  readonly error: string | null;
  /** `null` where the trial broke. */
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
  /** In ISO 8601. */
  readonly startedAt: string;
  readonly grades: readonly EvalGrade[];
  /** Absent in a run that keeps no transcripts. */
  readonly messages?: readonly Message[];
}

/** A task whose share of passed trials has changed. */
export interface EvalChange {
  readonly taskId: string;
  readonly before: number;
  readonly after: number;
}

/** Two runs of the same tasks. */
export interface EvalComparison {
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'too-few-tasks' | 'broken';
  /** Tasks with a judged trial in both runs. */
  readonly tasks: number;
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** The share of passed trials after minus that before, over tasks. */
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly pValue: number;
  readonly regressions: readonly EvalChange[];
  readonly improvements: readonly EvalChange[];
  readonly before: EvalRunSummary;
  readonly after: EvalRunSummary;
}
