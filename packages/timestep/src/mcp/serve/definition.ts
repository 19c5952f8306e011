import type {
  CacheHint,
  GetPromptResult,
  InputRequiredResult,
  McpServer,
  PromptMessage,
  ReadResourceResult,
  ServerContext,
  StandardSchemaWithJSON,
  Variables,
} from '@modelcontextprotocol/server';
import type { ShownFields, Tool } from '../../environment/index.ts';
import type { Clock } from '../../port/index.ts';
import type { HandoffPolicy } from '../handoff/judge.ts';
import type { CallAgent } from '../handoff/target.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import type { Completers } from './completers.ts';
import type { ListOptions } from './list-options.ts';
import type { ToolCallContext } from './tool-context.ts';

/** An environment as data, which MCP serves. Nothing in it belongs to one connection. */
export interface EnvironmentDefinition {
  readonly name: string;
  readonly version: string;
  /** How to use the environment, for the models of its clients. */
  readonly instructions?: string;
  readonly tools?: readonly McpTool[];
  readonly prompts?: readonly PromptDefinition[];
  readonly resources?: readonly ResourceDefinition[];
  /** How lists of all these are sent. */
  readonly lists?: ListOptions;
  /** The prompt named `system_prompt`, for an agent of that name. Default: "You are <name>." */
  readonly systemPrompt?: string | ((agentName: string) => string | Promise<string>);
  /** The agent that `system_prompt` is for when the client names none. */
  readonly agentName?: string;
  /** The tool that hands work to other agents, made by `handoffTool`. Default: none. */
  readonly handoff?: HandoffTool;
  /** Ask a person, by elicitation, before every tool that is not marked `readOnlyHint`. */
  readonly humanInLoop?: boolean;
  /**
   * Serves calls that outlive their requests to clients with MCP's tasks extension. It excludes
   * `configure`.
   */
  readonly callTasks?: CallTasks;
  /**
   * Registers things that this form does not cover, on the server of one request or session. With it, the SDK
   * answers all requests, which takes several times as long.
   */
  readonly configure?: (server: McpServer) => void;
}

/** Where the handoffs of an environment may go, and which function makes them. */
export interface HandoffOptions extends HandoffPolicy {
  /** Makes the call in this process, for clients that cannot make it themselves. */
  readonly callAgent?: CallAgent;
  /** Milliseconds between signs of life while a caller waits. Default 15000. */
  readonly heartbeatMs?: number;
  /** Milliseconds that a handoff may take. Default 24 hours. */
  readonly timeoutMs?: number;
}

/** A tool of an environment, with its name. */
/** The tool that hands work to other agents, and its settings. */
export interface HandoffTool {
  readonly options: HandoffOptions;
  /** Makes the tool with the clock of the server, which times heartbeats. */
  readonly tool: (clock: Clock) => McpTool;
}

export interface McpTool extends Tool<never, ToolCallContext> {
  readonly name: string;
}

/** Whether calls of a tool may be tasks. */
export function hasTask({ task = 'forbidden' }: Pick<McpTool, 'task'>): boolean {
  return task !== 'forbidden';
}

/** A prompt of an environment. */
export interface PromptDefinition extends ShownFields {
  readonly name: string;
  /** An object of strings. */
  readonly input?: StandardSchemaWithJSON;
  /** What clients may offer for its arguments while a person writes them (MCP, Completion). */
  readonly complete?: Completers;
  /** Returns the text of one user message, messages, or a result in MCP's own form. */
  readonly run: (args: never, context: ServerContext) => PromptValue | Promise<PromptValue>;
}

/** What a prompt may return. */
export type PromptValue = string | readonly PromptMessage[] | GetPromptResult | InputRequiredResult;

/** A resource of an environment, or a template of resources. */
export interface ResourceDefinition extends ShownFields {
  readonly name: string;
  /** An address, or an RFC 6570 template such as `notes://{id}`. */
  readonly uri: string;
  readonly mimeType?: string;
  /** What clients may offer for the variables of a template (MCP, Completion). */
  readonly complete?: Completers;
  readonly cacheHint?: CacheHint;
  /** Returns text, bytes, or a result in MCP's own form. */
  readonly read: (
    uri: URL,
    variables: Variables,
    context: ServerContext,
  ) => ResourceValue | Promise<ResourceValue>;
}

/** What a resource may return. */
export type ResourceValue = string | Uint8Array | ReadResourceResult | InputRequiredResult;
