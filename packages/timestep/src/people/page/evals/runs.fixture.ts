import type { RunMeta, TrialRow, Verdict } from '#eval';

const META: RunMeta = {
  version: 'timestep_eval_v1',
  agent: 'an agent',
  graders: ['FinalContains'],
  seed: 0,
  task_count: 2,
  trials: 2,
  tasks_path: null,
  tasks_sha256: '0123456789abcdef',
  tools_available: [],
  concurrency: 4,
  agent_timeout_s: 120,
  started_at: '2026-01-01T00:00:00.000Z',
};

/** Creates the metadata of a run, with overrides. */
export function createRunMeta(more: Partial<RunMeta> = {}): RunMeta {
  return { ...META, ...more };
}

/** Creates a trial with one grade. A trial that errored has no grades. */
export function createTrialRow(
  taskId: string,
  trial: number,
  verdict: Verdict,
  more: Partial<TrialRow> = {},
): TrialRow {
  const passed = verdict === 'passed';
  const score = passed ? 1 : 0;
  const isBroken = verdict === 'error';
  return {
    task_id: taskId,
    trial,
    verdict,
    passed,
    score,
    seed: 0,
    started_at: '',
    duration_s: 1,
    steps: 1,
    tool_calls: 0,
    total_tokens: 2,
    input_tokens: 1,
    output_tokens: 1,
    judge_cost_usd: 0,
    cost_usd: 0.5,
    error: isBroken ? 'no line' : null,
    terminated_reason: isBroken ? 'error' : 'final_answer',
    grades: isBroken ? [] : [{ name: 'FinalContains', passed, score, details: { expected: 'x' } }],
    ...more,
  };
}
