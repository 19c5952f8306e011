import type { Grade, TrialRow } from '../../../eval/index.ts';
import type { EvalGrade, EvalTrial } from '../../view/index.ts';

export function toEvalTrial(row: TrialRow): EvalTrial {
  const { task_id, trial, verdict, error, score, messages, grades } = row;
  return {
    taskId: task_id,
    trial,
    verdict,
    error,
    score: verdict === 'error' ? null : score,
    endedBy: row.terminated_reason,
    steps: row.steps,
    toolCalls: row.tool_calls,
    durationS: row.duration_s,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costUsd: row.cost_usd,
    judgeCostUsd: row.judge_cost_usd,
    seed: row.seed,
    startedAt: row.started_at,
    grades: grades.map(toEvalGrade),
    ...(messages && { messages }),
  };
}

function toEvalGrade({ name, passed, score, details, skipped, error }: Grade): EvalGrade {
  const judged = passed ? 'passed' : 'failed';
  const standing = error !== undefined ? 'error' : skipped ? 'skipped' : judged;
  return { name, standing, score, reason: error ?? JSON.stringify(details) };
}
