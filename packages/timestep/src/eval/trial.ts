import type { EpisodeInfo, Message, ToolCallRecord } from '../core/index.ts';
import type { ToolEnvironment } from '../port/index.ts';
import type { Grade } from './grader.ts';
import type { SuiteTask } from './suite-task.ts';

/** `error`: the agent, the environment or a grader broke; such a trial is neither passed nor failed. */
export type Verdict = 'passed' | 'failed' | 'error';

/** One line of `results.jsonl`: everything known of one trial. The file is the source of truth. */
export interface TrialRow {
  readonly task_id: string;
  /** Counts from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly verdict: Verdict;
  /** True for `passed`. */
  readonly passed: boolean;
  /** Mean of the scores of the grades that count, from 0 to 1. */
  readonly score: number;
  readonly terminated_reason: EpisodeInfo['terminated_reason'];
  /** The error of the agent or the environment. */
  readonly error: string | null;
  /** With the verdict `error`: what broke first; the reason of a broken grader is in its grade. */
  readonly broken_by?: 'agent' | 'environment' | 'grader';
  readonly steps: number;
  readonly tool_calls: number;
  readonly duration_s: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  /** US dollars that the agent cost; `null` where the cost is unknown. */
  readonly cost_usd: number | null;
  /** US dollars that the graders cost. */
  readonly judge_cost_usd: number | null;
  readonly started_at: string;
  /** The trace of the trial, where traces are exported. */
  readonly trace_id?: string;
  readonly grades: readonly Grade[];
  /** Absent in a run that keeps no transcripts. */
  readonly messages?: readonly Message[];
}

/** A finished trial with its record and its transcript. */
export interface Trial {
  readonly task: SuiteTask;
  readonly row: TrialRow;
  readonly messages: readonly Message[];
  readonly toolIndex: readonly ToolCallRecord[];
}

/** Where one trial happens: made for it, and closed after it. */
export interface TrialEnvironment {
  readonly tools: ToolEnvironment;
  /**
   * The state that the trial leaves behind, for graders of outcomes. Called once, after the trial.
   */
  readonly outcome?: () => unknown;
  readonly close?: () => Promise<void> | void;
}

/** Makes the environment of a trial. */
export type MakeEnvironment = (
  task: SuiteTask,
  trial: number,
) => TrialEnvironment | Promise<TrialEnvironment>;
