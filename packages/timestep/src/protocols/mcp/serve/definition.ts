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
import type { DisplayFields, Tool } from '#engine/tools';
import type { Clock } from '#engine/port';
import type { HandoffPolicy } from '../handoff/judge.ts';
import type { CallAgent } from '../handoff/target.ts';
import type { CallTasks } from './call-tasks/call-task.ts';
import type { ListOptions } from './list-options.ts';
import type { ToolCallContext } from './calls/tool-context.ts';

/** An environment to serve over MCP, as data that several connections can share. */
export interface EnvironmentDefinition {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
  readonly tools?: readonly McpTool[];
  readonly prompts?: readonly PromptDefinition[];
  readonly resources?: readonly ResourceDefinition[];
  readonly lists?: ListOptions;
  /** Text of the prompt `system_prompt`, or a function of the agent's name. Default: "You are <name>." */
  readonly systemPrompt?: string | ((agentName: string) => string | Promise<string>);
  /** Value of the prompt's argument `agent_name` if the client does not give it. */
  readonly agentName?: string;
  /** The tool for handing work over to other agents, created by `handoffTool`. Default: none. */
  readonly handoff?: HandoffTool;
  /** If true, the user must approve, by elicitation, each call of a tool without `readOnlyHint`. */
  readonly humanInLoop?: boolean;
  /** Whether calls can become tasks that outlive their request (MCP tasks extension). Not with `configure`. */
  readonly callTasks?: CallTasks;
  /** Registers further features on the SDK's server, which then answers every request, though more slowly. */
  readonly configure?: (server: McpServer) => void;
}

/** Options of handoffs: the allowed agents, the function that calls them, and time limits. */
export interface HandoffOptions extends HandoffPolicy {
  /** Calls an agent from this process, for clients that cannot call agents themselves. */
  readonly callAgent?: CallAgent;
  /** Milliseconds between progress notifications while a caller waits. Default: 15 000. */
  readonly heartbeatMs?: number;
  /** Maximum duration of a handoff, in milliseconds. Default: 24 hours. */
  readonly timeoutMs?: number;
}

/** The tool for handing work over to other agents, with its options. */
export interface HandoffTool {
  readonly options: HandoffOptions;
  /** Creates the tool `handoff`. `clock` times its progress notifications. */
  readonly tool: (clock: Clock) => McpTool;
}

/** A tool of an environment, with its name. */
export interface McpTool extends Tool<never, ToolCallContext> {
  readonly name: string;
}

/** A prompt of an environment. */
export interface PromptDefinition extends DisplayFields {
  readonly name: string;
  /** Schema of the arguments: an object whose values are strings. */
  readonly input?: StandardSchemaWithJSON;
  /** Suggestions for the arguments while a user types them (MCP, Completion). */
  readonly complete?: Completers;
  /** Returns the text of one user message, a list of messages, or a result in MCP's own form. */
  readonly run: (args: never, context: ServerContext) => PromptValue | Promise<PromptValue>;
}

/** Return value of a prompt's `run`. */
export type PromptValue = string | readonly PromptMessage[] | GetPromptResult | InputRequiredResult;

/** A resource of an environment, or a template for many resources. */
export interface ResourceDefinition extends DisplayFields {
  readonly name: string;
  /** The resource's URI, or a URI template (RFC 6570) such as `notes://{id}`. */
  readonly uri: string;
  readonly mimeType?: string;
  /** Suggestions for the variables of the URI template (MCP, Completion). */
  readonly complete?: Completers;
  readonly cacheHint?: CacheHint;
  /** Returns text, bytes, or a result in MCP's own form. */
  readonly read: (
    uri: URL,
    variables: Variables,
    context: ServerContext,
  ) => ResourceValue | Promise<ResourceValue>;
}

/** Return value of a resource's `read`. */
export type ResourceValue = string | Uint8Array | ReadResourceResult | InputRequiredResult;

/** Suggestions: a list that is filtered by the typed text, or a function of that text and the other arguments. */
export type Completer =
  | readonly string[]
  | ((
      typedText: string,
      others: Readonly<Record<string, string>>,
    ) => readonly string[] | Promise<readonly string[]>);

/** Suggestions for values, by the name of the prompt argument or URI variable. */
export type Completers = Readonly<Record<string, Completer>>;

export const SYSTEM_PROMPT = 'system_prompt';

export async function getSystemPromptOrDefault(
  { systemPrompt, agentName }: EnvironmentDefinition,
  requestedName?: string,
): Promise<string> {
  const name = requestedName ?? agentName ?? 'an agent';
  if (systemPrompt === undefined) return `You are ${name}.`;
  return typeof systemPrompt === 'string' ? systemPrompt : systemPrompt(name);
}
