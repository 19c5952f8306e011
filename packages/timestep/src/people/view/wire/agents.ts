import type {
  AgentFileLine,
  AgentToolText,
  Orchestration,
  PlannedEdit,
  ProviderLine,
} from '#engine/port';

/** An agent of a server, as listed in the dashboard. */
export interface AgentSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** False if only agents of the same process can call the agent, which then has no URL. */
  readonly isExposed: boolean;
  readonly skills: readonly AgentSkillSummary[];
  /** Names of the tools that the agent offers to MCP clients. */
  readonly tools: readonly string[];
  /** Ids of the agents that this agent may call; undefined if unknown. */
  readonly calls?: readonly string[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  /** Maximum number of concurrent tasks of the agent; undefined means unlimited. */
  readonly mostRunning?: number;
}

/** A skill that an agent declares in its agent card. */
interface AgentSkillSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

/** The agents of a server, as the page lists them. */
export interface AgentList {
  readonly agents: readonly AgentSummary[];
  /** Protocols over which other programs can call the agents. */
  readonly protocols: readonly ('a2a' | 'agui' | 'responses')[];
  /** Folders in which agents can be created; undefined if there are none. */
  readonly places?: readonly string[];
}

/** A request to create an agent. */
export type CreateAgentRequest = AgentSource & {
  /** One of the folders in which agents can be created. */
  readonly place: string;
  readonly folder: string;
  /** Display name; empty if the imported file contains it. */
  readonly name: string;
};

type AgentSource =
  | {
      readonly kind: 'new';
      readonly prompt: string;
      readonly description?: string;
      /** Model in the form `provider/model`. */
      readonly model?: string;
    }
  | { readonly kind: 'copy'; readonly agentId: string }
  | { readonly kind: 'import'; readonly fileName: string; readonly text: string };

/** The result of creating an agent. */
export interface CreatedAgent {
  /** Absolute path of the agent's folder. */
  readonly path: string;
  /** Id of the agent; undefined if it is not served, for example because of errors in its files. */
  readonly agentId?: string;
  /** Sentences that tell the user what else to know or do about the new agent. */
  readonly notes: readonly string[];
}

/** The editable files of an agent. */
export interface AgentFileList {
  readonly files: readonly AgentFileLine[];
  readonly orchestration?: Orchestration;
  /** Tools that the agent offers to other programs; undefined if the agent talks with users. */
  readonly tools?: readonly AgentToolText[];
  /** Reason why the agent has no editable files. */
  readonly why?: string;
  /** The edit that undoes the newest edit made on the page; undefined if there is none. */
  readonly undo?: PlannedEdit;
  /** Reason why the newest edit cannot be reverted. */
  readonly whyNoUndo?: string;
}

/** The model of an agent, and the model providers it can use. */
export interface AgentModelsList {
  /** The agent's own model; undefined if the agent is a program. */
  readonly own?: string;
  /** Providers to choose from; empty if conversations cannot choose a model. */
  readonly providers: readonly ProviderLine[];
}

/** The models that the files of the agents name, or that programs chose for them. */
export interface OwnModelList {
  /** The agents with a model. Missing: agents that are programs, and agents that cannot be loaded. */
  readonly agents: readonly { readonly agentId: string; readonly model: string }[];
}

/** The result of testing a provider with the configured API key. */
export type ProviderCheck =
  | { readonly provider: string; readonly works: true; readonly models: number }
  | { readonly provider: string; readonly works: false; readonly why: string };
