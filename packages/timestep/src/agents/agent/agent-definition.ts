import type { JsonObject, Limits } from '#core';
import type {
  ServerLine,
  LoginStore,
  AgentFn,
  OperatorFiles,
  OperatorServers,
  AgentChoices,
  SessionStore,
  VectorStore,
  AgentVersionStore,
} from '#engine/port';
import type { ToolSet, AgentTools } from '#engine/tools';
import type { MissingTool } from '#agents/agent-tools';
import type { AgentCalls, AgentFolder, CardSkill, CardFacts, FolderAllows } from '#agents/folder';
import type { FolderModelOptions } from './folder-model.ts';
import type { LiveEnvironment } from './live-environment.ts';

/** Options for loading an agent's folder, some of which replace parts of the folder. */
export interface LoadFolderOptions extends FolderModelOptions {
  /** Tools that run in this process, without a name prefix. */
  readonly tools?: ToolSet;
  /** Creates tools for calling the agents that the folder lists. Default: no such tools. */
  readonly agentCalls?: AgentCalls;
  /** Called once for each MCP server or tool that becomes unavailable. */
  readonly onLeftOut?: (leftOut: MissingTool) => void;
  /**
   * Called once for each start of an MCP server that takes longer than usual, with the seconds so
   * far.
   */
  readonly onSlowStart?: (server: string, seconds: number) => void;
  /**
   * Called with each line that an MCP server writes to standard error or logs, with secrets masked.
   */
  readonly onServerLine?: (server: string, line: ServerLine) => void;
  /** The logins of the user who runs the agent, for servers that require a login. */
  readonly logins?: LoginStore;
  /**
   * Whether the files are watched for changes. If false, they are checked only when a task starts.
   */
  readonly watch?: boolean;
  /** Called with the error if changed files are invalid. The last valid files stay in use. */
  readonly onBroken?: (why: unknown) => void;
  /**
   * Whether to trust the permissions of the files at a path, which let tool calls run without a
   * user's approval. Called again after each change of the files. Default: trust, because the
   * program names the folder.
   */
  readonly trusts?: (allows: FolderAllows, path: string) => boolean;
  /** Called with the new folder after its files have changed. */
  readonly onChanged?: (folder: AgentFolder) => void;
}

/** An agent created from a folder, ready to be served: `new Agent(definition)`. */
export interface AgentDefinition {
  /** Id of the agent: its name in lower case, in a form for URLs. */
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly CardSkill[];
  readonly card?: CardFacts;
  /** JSON Schema of the agent's final answers, as it was when the agent was loaded. */
  readonly output?: JsonObject;
  /** The model function. It adds no system prompt, which is part of the `environment`. */
  readonly model: AgentFn;
  readonly limits: Partial<Limits>;
  /** Tools run on the server, because clients do not know the servers of the folder. */
  readonly toolSite: 'server';
  readonly environments: { readonly default: LiveEnvironment };
  /** `none` if the model does not see earlier messages, as for agents that answer no users. */
  readonly history?: 'none';
  /** `hidden` if callers see only results, as for agents without a user. */
  readonly toolCalls?: 'hidden';
  /** Tools that the agent offers to other agents. Undefined unless its mode is `tools`. */
  readonly agentTools?: AgentTools;
  readonly files: OperatorFiles;
  /** Status of the folder's MCP servers, according to its current files. */
  readonly servers: OperatorServers;
  readonly choices: AgentChoices;
  /** The agent's folder, as it was when the agent was loaded. */
  readonly folder: AgentFolder;
  /** Checks the files. Resolves to the newest valid folder. */
  refresh(): Promise<AgentFolder>;
  /**
   * Sets the session store for the agent's tools. If it is a promise, the tools wait for the store.
   */
  readonly useSessions: (sessions: SessionStore | Promise<SessionStore>) => void;
  /** Sets the store of embedding vectors. Without it, each process computes them. */
  readonly useVectors: (vectors: VectorStore | Promise<VectorStore>) => void;
  /** Sets the store of versions. Without it, a task that another process resumes continues with the newest version. */
  readonly useVersions: (versions: Promise<AgentVersionStore | undefined>) => void;
  /** Closes the processes and connections of the folder's servers. */
  close(): Promise<void>;
}
