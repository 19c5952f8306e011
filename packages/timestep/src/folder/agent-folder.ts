import type { JsonObject } from '../core/index.ts';
import type { EnvironmentVariables } from '../model/index.ts';
import type { Note } from './note.ts';
import type { Mode, ToolPermission } from './tool-offer.ts';
import type { ToolServer } from './tool-server.ts';

/** What an agent can be asked for, as its A2A card says. */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
}

/** An agent's folder as data, with nothing started. */
export interface AgentFolder {
  /** The folder, absolute. */
  readonly path: string;
  readonly name: string;
  readonly description?: string;
  readonly version: string;
  readonly mode: Mode;
  readonly skills: readonly Skill[];
  readonly settings: FolderSettings;
  /** The instructions for the model, without rules and references. */
  readonly prompt: string;
  readonly references: readonly Note[];
  readonly rules: readonly Note[];
  readonly servers: readonly ToolServer[];
  /** Variables of the folder, which override those of the process. They hold secrets. */
  readonly env: EnvironmentVariables;
  /** All that `tsagent.json` says, unknown fields included, with secrets as they are written there. */
  readonly written: JsonObject;
}

/** An absent setting is chosen by the program that runs the agent. */
export interface FolderSettings {
  /** As `provider/model` or `provider:model`. */
  readonly model?: string;
  readonly temperature?: number;
  readonly topP?: number;
  /** Most tokens of one reply. */
  readonly maxTokens?: number;
  /** Model calls in answer to one message. */
  readonly maxSteps?: number;
  readonly toolPermission: ToolPermission;
}
