import type { AgentSkill, FetchFn } from '../a2a/index.ts';
import type { KeptAgent } from './kept-agents.ts';
import type { DelegationBounds, JsonObject } from '../core/index.ts';
import type {
  AgentCalls,
  AgentFolder,
  FolderProblem,
  LoadFolderOptions,
  Mode,
} from '../folder/index.ts';
import type { Clock } from '../port/index.ts';
import type { Servables } from '../server/index.ts';

/** How an agent was found when it was last looked at. */
export interface AgentHealth {
  /** `away`: it may come back by itself. `bad`: something is to be mended. */
  readonly state: 'ok' | 'away' | 'bad';
  /** What is wrong and what to do; absent where nothing is. */
  readonly why?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a catalog knows of an agent. */
export interface CatalogEntry {
  /** Names the agent in addresses; no other agent of the catalog has it. */
  readonly agentId: string;
  /** The name for people. */
  readonly name: string;
  readonly description: string;
  /** The agent's own version; empty where it says none. */
  readonly version: string;
  readonly skills: readonly AgentSkill[];
  /** Absent for a peer, which does not say, and for an agent that could not be read yet. */
  readonly mode?: Mode;
  /** The path of its folder or file, absolute, or its address. */
  readonly source: string;
  readonly kind: 'path' | 'address';
  /** The version of A2A that is spoken with a peer. */
  readonly protocolVersion?: '1.0' | '0.3';
  /** The card of a peer, as it was sent. */
  readonly card?: JsonObject;
  readonly health: AgentHealth;
  /** Mistakes in its files; of an agent that could be read before, the last good files are in use. */
  readonly problems: readonly FolderProblem[];
  /** `false`: it is not a source, but an agent of the catalog names it, and such agents alone reach it. */
  readonly isExposed?: false;
}

/** A path or an address; an agent at an address has the name that its user gave it, where that is known. */
export type CatalogSource = string | (Partial<KeptAgent> & Pick<KeptAgent, 'source'>);

/** Agents by name, of paths and addresses, followed while they change. */
export interface Catalog {
  /** All agents, in the order of their sources; those that cannot be used as well. */
  list(): readonly CatalogEntry[];
  /** Finds an agent by its id, its source or its name for people, in constant time. */
  find(nameOrSource: string): CatalogEntry | undefined;
  /** Adds a path or an address, and resolves to its agents; a folder may hold several. */
  add(source: string): Promise<readonly CatalogEntry[]>;
  /** Takes out a source, by itself or by the name of its agent. Rejects with `CatalogError`. */
  remove(nameOrSource: string): Promise<void>;
  /** Looks at all sources now. */
  refresh(): Promise<void>;
  /** The agents that can be asked. They are loaded when they are first asked. */
  readonly servables: Servables;
  /** The tools with which agents call those that they name, for agents that are loaded apart. */
  readonly agentCalls: AgentCalls;
  /** Calls `onChange` after each change; the returned function ends that. */
  watch(onChange: () => void): () => void;
  /** Ends watching, and the tools' servers of all agents. */
  close(): Promise<void>;
}

/** How agents of a catalog are loaded and reached. */
export interface CatalogOptions {
  /** How agents of paths are loaded. */
  readonly load?: Omit<LoadFolderOptions, 'watch' | 'agentCalls'>;
  /** How far calls of agents by agents of the catalog may go. */
  readonly delegation?: DelegationBounds;
  /** Receives the folder of an agent when it is loaded. */
  readonly onLoaded?: (folder: AgentFolder) => void;
  /** A secret that servers of one owner share; see `ServeOptions.delegationKey`. */
  readonly delegationKey?: string;
  /** Sent to an address, such as `authorization`. */
  readonly headersFor?: (address: string) => Readonly<Record<string, string>> | undefined;
  readonly fetch?: FetchFn;
  /** Milliseconds that an address may take to send its card. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /** `false`: sources are looked at once, and when `refresh` is called. Default true. */
  readonly isFollowed?: boolean;
  /** `false`: opening asks no address for its card; `refresh` does. Default true. */
  readonly asksAddresses?: boolean;
  /** `false`: agents that agents name are not opened, and cannot be called. Default true. */
  readonly opensNamed?: boolean;
  /** When cards of addresses are looked at again. */
  readonly clock?: Clock;
}
