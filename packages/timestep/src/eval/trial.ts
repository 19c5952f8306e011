import type { EpisodeInfo, Message } from '#core';
import type { ToolEnvironment } from '#engine/port';
import type { Grade } from './grader.ts';
import type { SuiteTask } from './suite-task.ts';

/** Verdict on a trial. `error`: a part of it errored, so it is neither passed nor failed. */
export type Verdict = 'passed' | 'failed' | 'error';

/** One line of `results.jsonl` with all data of one trial. The file is the source of truth. */
export interface TrialRow extends EpisodeInfo {
  readonly verdict: Verdict;
  readonly passed: boolean;
  /** Mean score, from 0 to 1, of the grades that were neither skipped nor errored. */
  readonly score: number;
  /** The part that errored first, if the verdict is `error`. Grader errors are in the grades. */
  readonly broken_by?: 'agent' | 'environment' | 'grader';
  readonly judge_cost_usd: number | null;
  readonly started_at: string;
  readonly trace_id?: string;
  readonly grades: readonly Grade[];
  /** Transcript. Undefined in a run without transcripts. */
  readonly messages?: readonly Message[];
}

/** Environment of a single trial: created before it and closed after it. */
export interface TrialEnvironment {
  readonly tools: ToolEnvironment;
  /** Returns the state of the environment after the trial, for graders. Called once. */
  readonly outcome?: () => unknown;
  readonly close?: () => Promise<void> | void;
}

/** Creates the environment of a trial. */
export type MakeEnvironment = (
  task: SuiteTask,
  trial: number,
) => TrialEnvironment | Promise<TrialEnvironment>;

/** Builds the key of a trial in `RunRows`. */
export function buildTrialKey(taskId: string, trial: number): string {
  return `${trial} ${taskId}`;
}

/** Measurements of an episode that failed before it called a model or a tool. */
export const EMPTY_EPISODE_INFO: EpisodeInfo = {
  task_id: '',
  trial: 0,
  seed: 0,
  terminated_reason: 'error',
  steps: 0,
  tool_calls: 0,
  duration_s: 0,
  error: null,
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  cost_usd: 0,
};
