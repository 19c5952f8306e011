/** Contents of `run_meta.json`, which describes a run. */
export interface RunMeta {
  readonly version: 'timestep_eval_v1';
  readonly tasks_path: string | null;
  /** SHA-256 of the canonical JSON of all tasks. Only runs with the same value can be compared. */
  readonly tasks_sha256: string;
  readonly task_count: number;
  readonly trials: number;
  /** Number of trials in the complete run. Default: `trials` per task. */
  readonly trial_count?: number;
  readonly seed: number;
  /** Name of the evaluated agent, without secrets. */
  readonly agent: string;
  readonly graders: readonly string[];
  /** Name of the environment, without secrets. Undefined if the run had no environment. */
  readonly environment?: string;
  readonly tools_available: readonly string[];
  readonly agent_timeout_s: number;
  readonly concurrency: number;
  readonly started_at: string;
  /** Number of errored trials that were removed to be run again. Default: 0. */
  readonly retried?: number;
  /** End time of the run. Undefined while the run is in progress or if it was interrupted. */
  readonly ended_at?: string;
}
