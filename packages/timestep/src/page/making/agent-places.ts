/** Where operators may make agents, and which agents are there to be copied. */
export interface AgentPlaces {
  /** Folders of several agents that the server was started with, absolute. */
  readonly folders: readonly string[];
  /** The folder or the file of an agent, absolute; `undefined` for one that is elsewhere. */
  readonly pathOf: (agentId: string) => string | undefined;
  /** Looks for agents now, and resolves to the id of the one at a path. */
  readonly found: (path: string) => Promise<string | undefined>;
}
