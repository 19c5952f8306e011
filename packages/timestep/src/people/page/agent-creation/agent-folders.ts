/** Folders in which operators can create agents. */
export interface AgentFolders {
  /** Absolute paths of the agent collections that the server was started with. */
  readonly folders: readonly string[];
  /** Undefined if the agent is not stored on this server. */
  readonly findAgentPath: (agentId: string) => string | undefined;
  /** Rescans the folders for agents and resolves to the id of the agent at `path`. */
  readonly findAgentAt: (path: string) => Promise<string | undefined>;
}
