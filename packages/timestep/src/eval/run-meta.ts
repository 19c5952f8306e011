/** The form of `run_meta.json`, which describes a run. */
export interface RunMeta {
  readonly version: 'timestep_eval_v1';
  readonly tasks_path: string | null;
  /** SHA-256 of the canonical JSON of all tasks in order: runs of other tasks are not comparable. */
  readonly tasks_sha256: string;
  readonly task_count: number;
  readonly trials: number;
  /** How many trials the complete run has; absent: `trials` of each task. */
  readonly trial_count?: number;
  readonly seed: number;
  /** The agent's name, without secrets. */
  readonly agent: string;
  /** Graders by their specs, with their arguments. */
  readonly graders: readonly string[];
  /** The environment's name, without secrets; absent: it had none. */
  readonly environment?: string;
  readonly tools_available: readonly string[];
  readonly agent_timeout_s: number;
  readonly concurrency: number;
  readonly started_at: string;
  /** Broken trials that were removed to be run again; absent: none. */
  readonly retried?: number;
  /** Absent while the run goes on, or where it was interrupted. */
  readonly ended_at?: string;
}
