/** Folders in which operators can create agents, and a lookup of existing agents to copy. */
export interface AgentFolders {
  /** Absolute paths of the agent collections that the server was started with. */
  readonly folders: readonly string[];
  /**
   * Returns the absolute path of an agent's folder or file. Undefined if the agent is not stored on
   * this server.
   */
  readonly findAgentPath: (agentId: string) => string | undefined;
  /** Rescans the folders for agents and resolves to the id of the agent at `path`. */
  readonly findAgentAt: (path: string) => Promise<string | undefined>;
}
