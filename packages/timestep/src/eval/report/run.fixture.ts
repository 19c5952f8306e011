import type { RunMeta } from '../run-meta.ts';
import type { TrialRow, Verdict } from '../trial.ts';

export function metaWith(more: Partial<RunMeta> = {}): RunMeta {
  return {
    version: 'timestep_eval_v1',
    tasks_path: null,
    tasks_sha256: '0123456789abcdef',
    task_count: 2,
    trials: 2,
    seed: 0,
    agent: 'an agent',
    graders: ['FinalContains'],
    tools_available: [],
    agent_timeout_s: 120,
    concurrency: 4,
    started_at: '2026-01-01T00:00:00.000Z',
    ended_at: '2026-01-01T00:02:05.000Z',
    ...more,
  };
}

export function rowWith(
  task_id: string,
  trial: number,
  verdict: Verdict,
  more: Partial<TrialRow> = {},
): TrialRow {
  const passed = verdict === 'passed';
  return {
    task_id,
    trial,
    seed: 0,
    verdict,
    passed,
    score: Number(passed),
    terminated_reason: verdict === 'error' ? 'error' : 'final_answer',
    error: verdict === 'error' ? 'no line' : null,
    steps: 1,
    tool_calls: 0,
    duration_s: 1,
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    cost_usd: 0.5,
    judge_cost_usd: 0,
    started_at: '',
    grades:
      verdict === 'error'
        ? []
        : [{ name: 'FinalContains', passed, score: Number(passed), details: { expected: 'x' } }],
    messages: [{ role: 'user', content: `${task_id} ${trial}` }],
    ...more,
  };
}
