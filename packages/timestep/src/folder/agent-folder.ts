import type { JsonObject } from '../core/index.ts';
import type { AgentTool, PermissionRules } from '../environment/index.ts';
import type { EnvironmentVariables } from '../model/index.ts';
import type { InternalServer } from './internal-server.ts';
import type { Note } from './note.ts';
import type { FolderProblem } from './problem.ts';
import type { SkillFile } from './skill-file.ts';
import type { Mode, ToolPermission } from './tool-offer.ts';
import type { ToolServer } from './tool-server.ts';

/** What an agent can be asked for, as its A2A card says. */
export interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
}

/** Who provides an agent, and where its pages and its picture are, as its A2A card says. */
export interface CardFacts {
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
}

/** What an agent says about itself. */
export interface AgentMetadata {
  readonly name: string;
  readonly description?: string;
  readonly version: string;
  readonly mode: Mode;
  /** What the agent's card offers; instructions in files are `skills` of the folder. */
  readonly cardSkills: readonly CardSkill[];
  /** Absent where the files say nothing of it. */
  readonly card?: CardFacts;
  /** What the agent is for others, where its mode is `tools`. */
  readonly agentTools: readonly AgentTool[];
  /** Where the agents are that it may call: paths, absolute, and addresses; absent where it names none. */
  readonly agents?: readonly string[];
}

/** An agent's folder as data, with nothing started. */
export interface AgentFolder extends AgentMetadata {
  /** The folder, absolute; of an agent that is a single file, the folder of that. */
  readonly path: string;
  readonly settings: FolderSettings;
  /** Rules about calls of tools, which come before what each tool says. */
  readonly permissions: PermissionRules;
  /** The instructions for the model, without rules and references. */
  readonly prompt: string;
  /** The text of `AGENTS.md`, which follows the prompt. */
  readonly agentsMd?: string;
  readonly references: readonly Note[];
  readonly rules: readonly Note[];
  /** What the agent can read up on; only names and descriptions are here. */
  readonly skills: readonly SkillFile[];
  readonly servers: readonly ToolServer[];
  /** Names of servers that their file switches off; absent where there are none. */
  readonly disabledServers?: readonly string[];
  /** Servers whose tools are of this process: with them the agent reads and changes itself. */
  readonly internalServers: readonly InternalServer[];
  /** Variables of the folder, which override those of the process. They hold secrets. */
  readonly env: EnvironmentVariables;
  /** All that `tsagent.json` says, unknown fields included, with secrets as they are written there. */
  readonly written: JsonObject;
  /** What could be mended, and does not keep the agent from being used. */
  readonly warnings: readonly FolderProblem[];
}

/** An absent setting is chosen by the program that runs the agent. */
export interface FolderSettings {
  /** As `provider/model` or `provider:model`. */
  readonly model?: string;
  /** Makes the vectors that context is chosen by, beside its words; as `provider/model`. */
  readonly embeddingModel?: string;
  readonly temperature?: number;
  readonly topP?: number;
  /** Most tokens of one reply. */
  readonly maxTokens?: number;
  /** Model calls in answer to one message. */
  readonly maxSteps?: number;
  readonly toolPermission: ToolPermission;
  /** Whether the model may ask the user, where there is one. Default true. */
  readonly askUser?: boolean;
}
