import type { EndReason } from './task-state.ts';
import type { Task } from './task.ts';

/** Facts about a finished episode in addition to its transcript, in the format of `info.json`. */
export interface EpisodeInfo {
  readonly task_id: string;
  readonly trial: number;
  readonly seed: number;
  readonly steps: number;
  readonly tool_calls: number;
  readonly duration_s: number;
  readonly terminated_reason: Exclude<EndReason, 'canceled' | 'budget'>;
  readonly error: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  /** Cost in US dollars. `null` if any price is unknown. */
  readonly cost_usd: number | null;
}

/** Summarizes an ended task. End reasons that the format of `info.json` lacks become `error`. */
export function buildEpisodeInfo(task: Task, trial: number): EpisodeInfo {
  const reason = task.end?.reason ?? 'error';
  const error = task.end?.reason === 'canceled' ? 'canceled' : (task.end?.error?.message ?? null);
  return {
    task_id: task.id,
    trial,
    seed: task.origin.seed,
    steps: task.steps,
    tool_calls: task.toolCalls,
    duration_s: (task.updatedAt - task.createdAt) / 1000,
    terminated_reason: reason === 'canceled' || reason === 'budget' ? 'error' : reason,
    error,
    input_tokens: task.usage.prompt_tokens,
    output_tokens: task.usage.completion_tokens,
    total_tokens: task.usage.total_tokens,
    cost_usd: task.costUsd,
  };
}
