import type { AgentSkill, FetchFn } from '#protocols/a2a';
import type { SavedAgent } from './known-agents-file.ts';
import type { DelegationBounds, JsonObject } from '#core';
import type { AgentCalls, AgentFolder, FolderProblem, Mode } from '#agents/folder';
import type { LoadFolderOptions } from '#agents/agent';
import type { Clock } from '#engine/port';
import type { Servables } from '#serving/server';

/** Whether an agent can be used, as found when it was last checked. */
export interface AgentHealth {
  /** `away`: unreachable, but may recover by itself. `bad`: a user must fix something. */
  readonly state: 'ok' | 'away' | 'bad';
  /** Text that says what is wrong with the agent and how to fix it. */
  readonly why?: string;
  /** Time of the check in milliseconds since the epoch. */
  readonly at: number;
}

/** An agent in the catalog. */
export interface CatalogEntry {
  /** Identifies the agent in URLs. Unique in the catalog. */
  readonly agentId: string;
  /** Name of the agent as users see it. */
  readonly name: string;
  readonly description: string;
  /** Version of the agent; empty if the agent has no version. */
  readonly version: string;
  readonly skills: readonly AgentSkill[];
  /**
   * Whether the agent talks to a user or works alone (`mode` in `tsagent.json`). Undefined for a
   * remote agent, or if the agent could not be read yet.
   */
  readonly mode?: Mode;
  /** The absolute path of the agent's folder or file, or its address. */
  readonly source: string;
  readonly kind: 'path' | 'address';
  /** The A2A version used with a remote agent. */
  readonly protocolVersion?: '1.0' | '0.3';
  /** The unchanged card of a remote agent. */
  readonly card?: JsonObject;
  readonly health: AgentHealth;
  /** Errors in the agent's files. The last valid files are still used. */
  readonly problems: readonly FolderProblem[];
  /** Set to `false` if only agents of the catalog that list this agent can call it. */
  readonly isExposed?: false;
}

/** A path or a URL, with the name that the user gave the agent. */
export type CatalogSource = string | (Partial<SavedAgent> & Pick<SavedAgent, 'source'>);

/** Agents by name, from paths and URLs that are watched for changes. */
export interface Catalog {
  /** All agents in the order in which their sources were added, including agents with errors. */
  list(): readonly CatalogEntry[];
  /** Finds an agent by id, source or display name, in constant time. */
  find(nameOrSource: string): CatalogEntry | undefined;
  /** Adds a path or a URL and resolves to its agents. A folder can contain several. */
  add(source: string): Promise<readonly CatalogEntry[]>;
  /** Removes a source, or the source of an agent's name. Rejects with `CatalogError`. */
  remove(nameOrSource: string): Promise<void>;
  /** Checks all sources for changes now. */
  refresh(): Promise<void>;
  /** The agents without errors. Each is loaded when it is first called. */
  readonly servables: Servables;
  /** Creates tools for calls between agents, for agents that are loaded outside the catalog. */
  readonly agentCalls: AgentCalls;
  /** Calls `onChange` after each change, until the returned function is called. */
  watch(onChange: () => void): () => void;
  /** Stops watching and closes the tool servers of all agents. */
  close(): Promise<void>;
}

/** Options for loading and reaching the agents of a catalog. */
export interface CatalogOptions {
  readonly load?: Omit<LoadFolderOptions, 'watch' | 'agentCalls'>;
  /** Limits for calls between agents of the catalog. */
  readonly delegation?: DelegationBounds;
  /** Called with the folder of an agent when the agent is loaded. */
  readonly onLoaded?: (folder: AgentFolder) => void;
  /** Secret shared by servers of the same owner; see `ServeOptions.delegationKey`. */
  readonly delegationKey?: string;
  /** Returns request headers for a URL, such as `authorization`. */
  readonly headersFor?: (address: string) => Readonly<Record<string, string>> | undefined;
  readonly fetch?: FetchFn;
  /** Timeout in milliseconds for reading the agent card at an address. Default: 10,000. */
  readonly cardTimeoutMs?: number;
  /**
   * Whether sources are watched for changes. If false, only `refresh` checks them. Default: true.
   */
  readonly isFollowed?: boolean;
  /** Whether `openCatalog` already requests agent cards, not only `refresh`. Default: true. */
  readonly asksAddresses?: boolean;
  /**
   * Whether agents listed in the files of other agents are opened and can be called. Default: true.
   */
  readonly opensNamed?: boolean;
  /** Clock for the times at which agent cards are requested again. */
  readonly clock?: Clock;
}
