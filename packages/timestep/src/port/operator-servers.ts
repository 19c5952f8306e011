import type { JsonObject, JsonValue, Verdict } from '../core/index.ts';
import type { AgentServers } from './agent-servers.ts';

/**
 * The MCP servers of an agent as an operator works with them. All of it rejects where the agent has no such
 * server; secrets are masked everywhere, and long texts are cut.
 */
export interface OperatorServers extends AgentServers {
  /** Servers of this process by which the agent reads and changes itself. */
  internal(): readonly InternalTools[];
  /** How the agent's files describe a server. */
  config(server: string): Promise<ServerDescription>;
  /** Connects where the server is not connected. */
  tools(server: string): Promise<readonly ServerTool[]>;
  /** Calls a tool outside any task. A call that a person has to confirm is made once it is confirmed. */
  call(server: string, call: OperatorCall, signal: AbortSignal): Promise<OperatorCallOutcome>;
  /** The newest messages over the connections of a server, the oldest first. Throws as `log` does. */
  messages(server: string): readonly ServerMessage[];
  resources(server: string): Promise<ServerResources>;
  readResource(server: string, uri: string): Promise<readonly ServerContent[]>;
  prompts(server: string): Promise<readonly ServerPrompt[]>;
  getPrompt(
    server: string,
    prompt: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
  ): Promise<readonly ServerPromptMessage[]>;
  /** What a change of switches would write. Rejects where the agent's files cannot be changed here. */
  planSwitches(server: string, change: SwitchChange): Promise<PlannedEdit>;
  /**
   * Writes what was planned. Rejects with the code `changed-underneath` where the file is not of the version
   * of the plan any more.
   */
  setSwitches(server: string, change: SwitchChange, version: string): Promise<void>;
}

/** A server of this process, whose tools are called in tasks alone. */
export interface InternalTools {
  readonly name: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly permit: Verdict;
  }[];
}

/** How a server is described. */
export interface ServerDescription {
  /** The file, within the agent; absent where no file of its own describes it. */
  readonly path?: string;
  /** As it is written, with secrets that stand there in plain text masked. */
  readonly written: JsonObject;
  /** Whether all calls of the agent ask a person, or none, whatever its tools say; absent: as each tool says. */
  readonly toolPermission?: 'always' | 'never';
  /** Whether its switches can be changed. */
  readonly isEditable: boolean;
}

/** When the model receives a tool. */
export type ToolInclude = 'always' | 'agent' | 'manual';

/** A tool of a server, and what the agent's files say of it. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  /** A JSON Schema of its arguments. */
  readonly parameters: JsonObject;
  readonly permit: Verdict;
  /** False: what holds for all tools of the server. */
  readonly isPermitWritten: boolean;
  readonly include: ToolInclude;
  readonly isIncludeWritten: boolean;
  /** The server itself says that a person decides about each call. */
  readonly asksItself: boolean;
}

/** A call that an operator makes. */
export interface OperatorCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Whether the operator has seen the arguments and confirms the call. */
  readonly isConfirmed: boolean;
}

/** What a call of an operator came to; of `asks` and `denied` the call was not made. */
export type OperatorCallOutcome =
  | { readonly kind: 'done'; readonly result: OperatorCallResult; readonly tookMs: number }
  | { readonly kind: 'asks'; readonly why: string }
  | { readonly kind: 'denied'; readonly why: string };

/** What a tool returned to an operator. */
export interface OperatorCallResult {
  readonly content: string;
  readonly isError: boolean;
  readonly structured?: JsonValue;
  /** How many artifacts it gave beside the text. */
  readonly artifacts: number;
  /** What the tool asks, which is not answered outside a task. */
  readonly question?: string;
}

/** A message of JSON-RPC over a connection. */
export interface ServerMessage {
  /** Counts the messages of the server. */
  readonly number: number;
  /** Counts the connections to the server; ids of messages begin anew with each. */
  readonly connection: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isSent: boolean;
  readonly message: JsonObject;
  readonly isCut: boolean;
}

/** What a server offers to be read. */
export interface ServerResources {
  readonly resources: readonly ServerResource[];
  /** Patterns of addresses, such as `file:///{path}`. */
  readonly templates: readonly ServerResource[];
}

/** A resource or a template of resources. */
export interface ServerResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A part of a resource: text, or how many bytes there are where it is none. */
export type ServerContent = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly bytes: number }
);

/** A prompt of a server, with what it takes. */
export interface ServerPrompt {
  readonly name: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string;
    readonly isRequired: boolean;
  }[];
}

/** A message of a prompt; what is not text is data. */
export interface ServerPromptMessage {
  readonly role: string;
  readonly content: string | JsonValue;
}

/** What is to be different about a tool, or without a tool about all that are not named; `null` takes it back. */
export interface SwitchChange {
  readonly tool?: string;
  readonly permit?: Verdict | null;
  readonly include?: ToolInclude | null;
}

/** What a change would write, to be looked at before. */
export interface PlannedEdit {
  /** Of what is changed; absent where nothing is. */
  readonly version?: string;
  readonly files: readonly { readonly path: string; readonly lines: readonly PlannedLine[] }[];
}

/** A line of a file: as before, taken out, or put in; `gap` stands for lines that stay. */
export interface PlannedLine {
  readonly kind: 'same' | 'old' | 'new' | 'gap';
  readonly text: string;
}
