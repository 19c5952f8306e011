import type {
  AgentFileLine,
  AgentToolText,
  Orchestration,
  PlannedEdit,
  ProviderLine,
} from '../../port/index.ts';

/** An agent that a server has, as the page shows it. */
export interface AgentLine {
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** False: it is found by other agents of the process alone, and has no address. */
  readonly isExposed: boolean;
  readonly skills: readonly AgentSkillLine[];
  /** What it is for MCP clients: its tools by name. */
  readonly tools: readonly string[];
  /** The ids of the agents that it may call; absent: it is not known. */
  readonly calls?: readonly string[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  /** How many of its tasks may run at a time; absent: as many as come. */
  readonly mostRunning?: number;
}

/** What an agent says that it can do. */
export interface AgentSkillLine {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

/** The agents of a server. */
export interface AgentLines {
  readonly agents: readonly AgentLine[];
  /** Folders in which agents may be made; absent: none. */
  readonly places?: readonly string[];
}

/** An agent that is to be made. */
export type AgentOrder = AgentMaking & {
  /** One of the folders in which agents may be made. */
  readonly place: string;
  /** The new folder below it. */
  readonly folder: string;
  /** The name for people; empty where an imported file says it. */
  readonly name: string;
};

type AgentMaking =
  | {
      readonly kind: 'new';
      readonly prompt: string;
      readonly description?: string;
      /** As `provider/model`. */
      readonly model?: string;
    }
  | { readonly kind: 'copy'; readonly agentId: string }
  | { readonly kind: 'import'; readonly fileName: string; readonly text: string };

/** An agent that was made. */
export interface MadeAgent {
  /** Its folder, absolute. */
  readonly path: string;
  /** Absent where the server does not serve it, as one with a mistake. */
  readonly agentId?: string;
  /** What people should know of it, a sentence each. */
  readonly notes: readonly string[];
}

/** The files of an agent that can be changed. */
export interface AgentFileList {
  readonly files: readonly AgentFileLine[];
  /** Whether the agent calls others; absent where that cannot be switched. */
  readonly orchestration?: Orchestration;
  /** What the agent is for others; absent: it works with people. */
  readonly tools?: readonly AgentToolText[];
  /** Why there are none. */
  readonly why?: string;
  /** What would take back the newest edit that was made here; absent: there is none. */
  readonly undo?: PlannedEdit;
  /** Why the newest edit cannot be taken back. */
  readonly whyNoUndo?: string;
}

/** The model of an agent, and the providers that it could ask. */
export interface AgentModelsList {
  /** Absent where a program answers. */
  readonly own?: string;
  /** Empty where no conversation can choose a model. */
  readonly providers: readonly ProviderLine[];
}

/** Whether a provider answers with the key that is set. */
export type ProviderCheck =
  | { readonly provider: string; readonly works: true; readonly models: number }
  | { readonly provider: string; readonly works: false; readonly why: string };
