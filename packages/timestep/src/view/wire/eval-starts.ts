/** What runs of evals can be started from the page. */
export interface EvalChoices {
  /** The folder of suites; absent where the server starts no runs. */
  readonly folder?: string;
  /** Files of tasks in the folder, by name. */
  readonly suites: readonly string[];
  readonly agents: readonly EvalAgentLine[];
}

/** An agent that suites can be run against. */
export interface EvalAgentLine {
  readonly id: string;
  /** As `timestep run --agent` names it. */
  readonly spec: string;
}

/** A run that a person asks for. */
export interface EvalStart {
  /** The name of its folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly suite: string;
  /** The id of an agent. */
  readonly agent: string;
  /** Of each task. */
  readonly trials: number;
  /** Trials at a time. */
  readonly concurrency: number;
}
