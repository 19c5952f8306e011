/** What `run_meta.json` says of a run. */
export interface RunMeta {
  readonly version: 'timestep_eval_v1';
  readonly tasks_path: string | null;
  /** SHA-256 of the canonical JSON of all tasks in order: runs of other tasks are not comparable. */
  readonly tasks_sha256: string;
  readonly task_count: number;
  readonly trials: number;
  /** How many trials there are when all are done; absent: so many of each task. */
  readonly trial_count?: number;
  readonly seed: number;
  /** How the agent was named, without secrets. */
  readonly agent: string;
  /** Graders as they were asked for, with their arguments. */
  readonly graders: readonly string[];
  /** How the environment was named, without secrets; absent: it had no name. */
  readonly environment?: string;
  readonly tools_available: readonly string[];
  readonly agent_timeout_s: number;
  readonly concurrency: number;
  readonly started_at: string;
  /** Trials that had broken and were taken out to be run again; absent: none. */
  readonly retried?: number;
  /** Absent while it runs, or where it was interrupted. */
  readonly ended_at?: string;
}
