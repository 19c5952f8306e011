/** How often agents called each other in the last days. */
export interface CallReport {
  readonly days: number;
  /** Undefined if the database of the server keeps no counts. */
  readonly calls?: readonly AgentCallCount[];
}

/** Number of calls of one agent by another. `caller` is the name in the message of the call. */
export interface AgentCallCount {
  readonly caller: string;
  readonly agent: string;
  readonly calls: number;
}
