import type { JsonObject } from '../core/index.ts';
import type { PlannedEdit } from './operator-servers.ts';

/** What a file is in an agent. */
export type AgentFilePart =
  | 'prompt'
  | 'rule'
  | 'reference'
  | 'skill'
  | 'settings'
  | 'servers'
  | 'instructions'
  | 'agent';

/** A file of an agent as lists show it. */
export interface AgentFileLine {
  /** Within the agent, with `/` between its parts. */
  readonly path: string;
  readonly part: AgentFilePart;
}

/** A file of an agent that is open to be changed. */
export interface AgentFileText extends AgentFileLine {
  /** Without the values that the agent keeps secret. */
  readonly text: string;
  /** Of what was read; absent where the file cannot be changed here. */
  readonly version?: string;
  /** Why it cannot be changed here. */
  readonly why?: string;
}

/** What a file is to say. */
export interface FileEdit {
  readonly path: string;
  /** Absent: the file is removed. */
  readonly text?: string;
}

/** Whether an agent calls others; `partly`: some of its tools say one thing, and some the other. */
export type Orchestration = 'on' | 'off' | 'partly';

/** A tool that an agent is for others, as its files describe it. */
export interface AgentToolText {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: JsonObject;
  /** What the agent is asked, with names of arguments in braces. */
  readonly prompt: string;
}

/** A tool that is to be there, or to go; `before` is its name now, absent for a new one. */
export interface AgentToolChange {
  readonly before?: string;
  /** Absent: the tool goes. */
  readonly tool?: AgentToolText;
}

/** What of an agent is to be different: a file, whether it calls others, or a tool that it is for others. */
export type AgentChange =
  | FileEdit
  | { readonly orchestration: Exclude<Orchestration, 'partly'> }
  | { readonly agentTool: AgentToolChange };

/**
 * The files of an agent for operators, who see each change before it is made and can take it back. Methods
 * reject with errors whose message says what to do.
 */
export interface OperatorFiles {
  list(): Promise<readonly AgentFileLine[]>;
  read(path: string): Promise<AgentFileText>;
  /** `undefined` for an agent of a single file, which calls no others. */
  orchestration(): Promise<Orchestration | undefined>;
  /** What the agent is for others; `undefined` for one that works with people. */
  tools(): readonly AgentToolText[] | undefined;
  /** The prompt that a call of a tool would send to the agent. */
  preview(tool: AgentToolText, given: JsonObject): string;
  /** What a change would write. Rejects where the agent could not be read with it. */
  plan(change: AgentChange): Promise<PlannedEdit>;
  /**
   * Writes what was planned. Rejects with the code `changed-underneath` where the file is not of the version
   * of the plan any more.
   */
  write(change: AgentChange, version: string | undefined): Promise<void>;
  /** What would take back the newest edit that was made in this process; `undefined` where there is none. */
  planUndo(): Promise<PlannedEdit | undefined>;
  /** Takes it back. Rejects as `write` does. */
  undo(version: string | undefined): Promise<void>;
}
