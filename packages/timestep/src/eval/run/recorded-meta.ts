import type { Grader } from '../grader.ts';
import type { RunMeta } from '../run-meta.ts';

type RecordedMeta = Omit<RunMeta, 'tasks_sha256' | 'task_count' | 'trials' | 'agent'>;

/**
 * What `run_meta.json` says of every run of trials that were recorded before and are graded now. Both
 * times are in milliseconds since the epoch.
 */
export function recordedMeta(
  graders: readonly Grader[],
  startedAt: number,
  endedAt: number,
): RecordedMeta {
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
