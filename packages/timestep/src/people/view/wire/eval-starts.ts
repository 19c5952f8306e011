/** The options for starting an evaluation run from the dashboard. */
export interface EvalChoices {
  /** Folder of the suites; undefined if the server starts no runs. */
  readonly folder?: string;
  readonly suites: readonly string[];
  readonly agents: readonly EvalAgentChoice[];
}

/** An agent that can be evaluated. */
interface EvalAgentChoice {
  readonly id: string;
  /** Agent spec for `timestep run --agent`. */
  readonly spec: string;
}

/** A request to start an evaluation run. */
export interface StartEvalRequest {
  /** Name of the run's folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly suite: string;
  readonly agent: string;
  readonly trials: number;
  readonly concurrency: number;
}
