import type { FieldTree } from './field-tree.ts';
import type { JsonObject } from '#core';
import type { PlannedEdit } from './operator-servers.ts';

/** Kind of an agent's file, by its content. */
export type AgentFilePart =
  | 'prompt'
  | 'rule'
  | 'reference'
  | 'skill'
  | 'command'
  | 'settings'
  | 'servers'
  | 'instructions'
  | 'agent';

/** A file of an agent as shown in lists. */
export interface AgentFileLine {
  /** Path of the file relative to the agent's folder, separated by `/`. */
  readonly path: string;
  readonly part: AgentFilePart;
}

/** An agent file opened for editing. */
export interface AgentFileText extends AgentFileLine {
  /** Text without the agent's secret values. */
  readonly text: string;
  readonly version?: string;
  readonly why?: string;
  /** Fields that an editor completes. Undefined for a file without fields. */
  readonly fields?: FieldTree;
}

/** New content of a file. */
export interface FileEdit {
  readonly path: string;
  /** New text of the file. Undefined: the file is deleted. */
  readonly text?: string;
}

/** Whether an agent calls other agents. `partly`: this differs between the tools that it offers. */
export type Orchestration = 'on' | 'off' | 'partly';

/** A tool by which other programs call the agent, as its files describe it. */
export interface AgentToolText {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the tool's arguments, an object. */
  readonly parameters: JsonObject;
  readonly prompt: string;
}

/** A tool to add, change or remove. `before` is its current name, undefined for a new tool. */
export interface AgentToolChange {
  readonly before?: string;
  /** The tool after the change. Undefined: the tool is removed. */
  readonly tool?: AgentToolText;
}

/**
 * A change of an agent: of a file, of whether it calls other agents, or of a tool that it offers.
 */
export type AgentChange =
  | FileEdit
  | { readonly orchestration: Exclude<Orchestration, 'partly'> }
  | { readonly agentTool: AgentToolChange };

/** Lets operators read and change the files of an agent, and preview and undo changes. Errors say what to do. */
export interface OperatorFiles {
  list(): Promise<readonly AgentFileLine[]>;
  read(path: string): Promise<AgentFileText>;
  /** Returns whether the agent calls others. Undefined for a single-file agent, which cannot. */
  getOrchestration(): Promise<Orchestration | undefined>;
  /** Lists the tools that the agent offers. Undefined for an agent that works with users. */
  listTools(): readonly AgentToolText[] | undefined;
  buildPrompt(tool: AgentToolText, given: JsonObject): string;
  /** Previews what a change would write. Rejects if the changed agent could not be loaded. */
  previewChange(change: AgentChange): Promise<PlannedEdit>;
  /**
   * Writes a previewed change. Rejects with `changed-underneath` if the file has another version.
   */
  write(change: AgentChange, version: string | undefined): Promise<void>;
  /** Previews undoing the newest change that this process made. Undefined if there is none. */
  previewUndo(): Promise<PlannedEdit | undefined>;
  /**
   * Undoes the newest change. Rejects with `changed-underneath` if the file has another version.
   */
  undo(version: string | undefined): Promise<void>;
}
