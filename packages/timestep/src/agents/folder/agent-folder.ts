import type { JsonObject } from '#core';
import type { AgentTool, PermissionRules } from '#engine/tools';
import type { EnvironmentVariables } from '#agents/model';
import type { FolderProblem } from './problem.ts';
import type { CommandFile } from './read/command-file.ts';
import type { InternalServer } from './read/servers/internal-server.ts';
import type { Note } from './read/notes.ts';
import type { PinnedTools } from './read/permissions/pins.ts';
import type { SkillFile } from './read/skill-file.ts';
import type { Mode, ToolPermission } from './read/servers/tool-offer.ts';
import type { ToolServer } from './read/servers/tool-server.ts';

/** A skill in the agent's A2A card. */
export interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
}

/** Optional facts in the agent's A2A card. */
export interface CardFacts {
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
}

/** The metadata of an agent. */
export interface AgentMetadata {
  readonly name: string;
  readonly description?: string;
  readonly version: string;
  readonly mode: Mode;
  /** Skills in the agent's A2A card, not skill files. */
  readonly cardSkills: readonly CardSkill[];
  readonly card?: CardFacts;
  /** Tools that the agent offers to other agents; empty unless the agent's mode is `tools`. */
  readonly agentTools: readonly AgentTool[];
  /** Absolute paths and addresses of agents that this agent may call. */
  readonly agents?: readonly string[];
}

/** A parsed agent folder. Reading it starts no server and no model. */
export interface AgentFolder extends AgentMetadata {
  /** Absolute path of the folder, or of the folder that contains a single-file agent. */
  readonly path: string;
  /** JSON Schema of the agent's final answers. Undefined if they are text. */
  readonly output?: JsonObject;
  readonly settings: FolderSettings;
  /** Permission rules for tool calls. They take precedence over the settings of each tool. */
  readonly permissions: PermissionRules;
  /** Definitions of tools to which the allow rules are bound. Undefined if they are not bound. */
  readonly pins?: PinnedTools;
  readonly prompt: string;
  readonly agentsMd?: string;
  readonly references: readonly Note[];
  readonly rules: readonly Note[];
  /** Skills that the agent can load. Contains only their names and descriptions. */
  readonly skills: readonly SkillFile[];
  /** Texts that users of a conversation send by slash commands. */
  readonly commands?: readonly CommandFile[];
  readonly servers: readonly ToolServer[];
  readonly disabledServers?: readonly string[];
  /** Built-in tool servers of this process, with which the agent reads and edits itself. */
  readonly internalServers: readonly InternalServer[];
  /** Variables of the folder, which override those of the process. They contain secrets. */
  readonly env: EnvironmentVariables;
  /** Contents of `tsagent.json`, including unknown fields. Secrets are unresolved. */
  readonly written: JsonObject;
  /** Problems that do not prevent the agent from being used. */
  readonly warnings: readonly FolderProblem[];
}

/** Settings of the folder. If a setting is undefined, the program that runs the agent chooses. */
export interface FolderSettings {
  /** Model name in the form `provider/model` or `provider:model`. */
  readonly model?: string;
  /** Models that answer, in this order, when the folder's own model fails. */
  readonly fallbackModels?: readonly string[];
  /**
   * Embedding model, as `provider/model`, `local` or `none`. Undefined: the sentence model of
   * `@timestep-ai/embedder` if it is installed, otherwise none.
   */
  readonly embeddingModel?: string;
  readonly temperature?: number;
  readonly topP?: number;
  /** Maximum number of output tokens of a reply. */
  readonly maxTokens?: number;
  /** Whether the provider is asked to cache the prompt; `1h` asks it to do so for an hour. Default: true. */
  readonly promptCaching?: boolean | '1h';
  /** Maximum number of model calls for the answer to one message. */
  readonly maxSteps?: number;
  /** Maximum seconds in which a reply shows no output. */
  readonly timeoutS?: number;
  /** Maximum seconds of a whole reply. */
  readonly totalTimeoutS?: number;
  /** Maximum seconds that a message waits for a model that fails. */
  readonly modelPatienceS?: number;
  readonly toolPermission: ToolPermission;
  /** Whether the model may ask the user questions, if there is a user. Default: true. */
  readonly askUser?: boolean;
}

/** Converts an agent's name to a form for URLs: lowercase words with dashes. */
export function nameToAgentId(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'agent';
}
