import type { JsonObject, JsonValue, Verdict } from '#core';
import type { AgentServers } from './agent-servers.ts';

/**
 * Lets operators inspect and use the MCP servers of an agent. Rejects for an unknown server.
 * Secrets are masked.
 */
export interface OperatorServers extends AgentServers {
  /** Lists the servers inside this process by which the agent reads and changes itself. */
  listInternalTools(): readonly InternalTools[];
  readConfig(server: string): Promise<ServerDescription>;
  listTools(server: string): Promise<readonly ServerTool[]>;
  /** Calls a tool outside any task. A call that needs approval must be confirmed. */
  callTool(server: string, call: OperatorCall, signal: AbortSignal): Promise<OperatorCallOutcome>;
  /** Lists the newest messages on a server's connections, oldest first. Throws like `readLog`. */
  listMessages(server: string): readonly ServerMessage[];
  listResources(server: string): Promise<ServerResources>;
  /** Reads a resource. With `isByApp`, rejects unless the permission rules allow `read_resource`. */
  readResource(server: string, uri: string, isByApp?: boolean): Promise<readonly ServerContent[]>;
  /** Reads the document of an MCP App. Rejects if the resource is not one. */
  readApp(server: string, uri: string): Promise<AppDocument>;
  listPrompts(server: string): Promise<readonly ServerPrompt[]>;
  getPrompt(
    server: string,
    prompt: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
  ): Promise<readonly ServerPromptMessage[]>;
  /** Previews a change of tool settings. Rejects if the agent's files cannot be edited here. */
  previewSwitches(server: string, change: SwitchChange): Promise<PlannedEdit>;
  /**
   * Writes a previewed change. Rejects with `changed-underneath` if the file has another version.
   */
  setSwitches(server: string, change: SwitchChange, version: string): Promise<void>;
}

/** A server inside this process whose tools can be called only in tasks. */
export interface InternalTools {
  readonly name: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly permit: Verdict;
  }[];
}

/** Configuration of an MCP server. */
export interface ServerDescription {
  /** Path relative to the agent's folder. Undefined if no separate file describes the server. */
  readonly path?: string;
  /** The configuration as in the file, with plain-text secrets masked. */
  readonly written: JsonObject;
  /** Approval setting of the server: all calls, or no calls. Undefined: each tool decides. */
  readonly toolPermission?: 'always' | 'never';
  readonly isEditable: boolean;
}

/**
 * When the model receives a tool: always, if the tool is relevant (`agent`), or on a user's request
 * (`manual`).
 */
export type ToolInclude = 'always' | 'agent' | 'manual';

/** A tool of a server, with the settings from the agent's files. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonObject;
  readonly permit: Verdict;
  /** Whether the tool has its own permission setting instead of the one of its server. */
  readonly isPermitWritten: boolean;
  readonly include: ToolInclude;
  readonly isIncludeWritten: boolean;
  readonly asksItself: boolean;
}

/** A tool call that an operator makes. */
export interface OperatorCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly isConfirmed: boolean;
  /** Whether an app of the server makes the call. Tools that are not for apps are then refused. */
  readonly isByApp?: boolean;
}

/** Result of a tool call by an operator. With `asks` or `denied`, the tool did not run. */
export type OperatorCallOutcome =
  | { readonly kind: 'done'; readonly result: OperatorCallResult; readonly tookMs: number }
  | { readonly kind: 'asks'; readonly why: string }
  | { readonly kind: 'denied'; readonly why: string };

/** Result of a tool call that an operator made. */
export interface OperatorCallResult {
  readonly content: string;
  readonly isError: boolean;
  readonly structured?: JsonValue;
  readonly artifacts: number;
  /** Question that the tool asked, which cannot be answered outside a task. */
  readonly question?: string;
}

/** A JSON-RPC message sent or received on a connection. */
export interface ServerMessage {
  readonly number: number;
  /** Connection number, counted per server. Message ids start again in each connection. */
  readonly connection: number;
  /** Time of the message in milliseconds since the epoch. */
  readonly at: number;
  readonly isSent: boolean;
  readonly message: JsonObject;
  readonly isCut: boolean;
}

/** Resources that an MCP server offers. */
export interface ServerResources {
  readonly resources: readonly ServerResource[];
  /** URI templates, such as `file:///{path}`. */
  readonly templates: readonly ServerResource[];
}

/** A resource or a resource template. */
export interface ServerResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A part of a resource: its text, or its size in bytes if it is binary. */
export type ServerContent = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly bytes: number }
);

/** The document of an MCP App (SEP-1865), with the metadata of its resource. */
export interface AppDocument {
  readonly html: string;
  readonly meta?: JsonObject;
}

/** A prompt of a server, with its arguments. */
export interface ServerPrompt {
  readonly name: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string;
    readonly isRequired: boolean;
  }[];
}

/** A message of a prompt. Content other than text is JSON. */
export interface ServerPromptMessage {
  readonly role: string;
  readonly content: string | JsonValue;
}

/**
 * New settings of one tool, or of all tools that have none of their own. `null` removes a setting.
 */
export interface SwitchChange {
  readonly tool?: string;
  readonly permit?: Verdict | null;
  readonly include?: ToolInclude | null;
}

/** A preview of a change to a file, line by line. */
export interface PlannedEdit {
  /** Version of the file to change. Undefined if nothing changes. */
  readonly version?: string;
  readonly files: readonly { readonly path: string; readonly lines: readonly PlannedLine[] }[];
}

/** A line of a file: unchanged, removed or added. `gap` replaces omitted unchanged lines. */
export interface PlannedLine {
  readonly kind: 'same' | 'old' | 'new' | 'gap';
  readonly text: string;
}
