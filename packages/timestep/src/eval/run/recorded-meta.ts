import type { Grader } from '../grader.ts';
import type { RunMeta } from '../run-meta.ts';

type RecordedRunMeta = Omit<RunMeta, 'tasks_sha256' | 'task_count' | 'trials' | 'agent'>;

/** Builds what is the same for all runs over recorded trials. Times in epoch milliseconds. */
export function buildRecordedMeta(
  graders: readonly Grader[],
  startedAt: number,
  endedAt: number,
): RecordedRunMeta {
  return {
    version: 'timestep_eval_v1',
    tasks_path: null,
    seed: 0,
    graders: graders.map(({ name, spec = name }) => spec),
    tools_available: [],
    agent_timeout_s: 0,
    concurrency: 1,
    started_at: new Date(startedAt).toISOString(),
    ended_at: new Date(endedAt).toISOString(),
  };
}
