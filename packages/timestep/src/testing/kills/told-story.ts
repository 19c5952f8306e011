/** Report of a process that has run a kill test's scenario to its end. */
export interface ToldStory {
  /** Names of the points, at each of which a test may kill it, that this process passed. */
  readonly points: readonly string[];
  readonly tasks: readonly ToldTask[];
  /** Tasks of all agents in the store. */
  readonly total: number;
  /** Tool calls that were executed more than once, because a kill interrupted them. */
  readonly repeated: readonly RepeatedCall[];
  /** Ids of messages whose task was accepted, but was missing after a kill. */
  readonly lost: readonly string[];
  /** Faults that the story's own function `check` found. */
  readonly found: readonly string[];
}

export interface ToldTask {
  readonly messageId: string;
  readonly state: string;
  /** Number of tool results that say that the call was interrupted. */
  readonly interrupted: number;
}

export interface RepeatedCall {
  readonly tool: string;
  /** Whether the tool says that a call may be made again. */
  readonly isAllowed: boolean;
}
