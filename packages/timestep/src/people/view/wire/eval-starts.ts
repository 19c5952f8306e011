export interface EvalChoices {
  /** Folder of the suites; undefined if the server starts no runs. */
  readonly folder?: string;
  readonly suites: readonly string[];
  readonly agents: readonly EvalAgentChoice[];
}

export interface EvalAgentChoice {
  readonly id: string;
  /** Value for `timestep run --agent`. */
  readonly spec: string;
}

export interface StartEvalRequest {
  /** Name of the run's folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly suite: string;
  readonly agent: string;
  readonly trials: number;
  readonly concurrency: number;
}
