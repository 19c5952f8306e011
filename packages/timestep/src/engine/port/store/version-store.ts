/** Texts of the files that define an agent, by path. Files with secrets are not among them. */
export type AgentTexts = Readonly<Record<string, string>>;

/** One version of an agent's files. */
export interface KeptVersion {
  /**
   * Id of the version: the declared version and a digest, such as `1.4.0+3f2a9c81d07b`. Equal files have
   * equal ids.
   */
  readonly id: string;
  readonly texts: AgentTexts;
}

/** The versions of agents with which tasks began, so that another process goes on with the same ones. */
export interface AgentVersionStore {
  /** Records the version of a task, unless it has one. Returns the id of the version that the task has. */
  pin(taskId: string, version: KeptVersion): Promise<string>;
  /** Reads the files of a version. Undefined if no task has it. */
  read(id: string): Promise<AgentTexts | undefined>;
}
