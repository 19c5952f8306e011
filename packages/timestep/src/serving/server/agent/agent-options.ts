import type { AgentDescription } from '../../../protocols/a2a/index.ts';
import type {
  AgentTools,
  NamedTool,
  SchemaLike,
  StandardSchema,
  Tool,
  ToolFn,
  ToolSet,
} from '../../../engine/tools/index.ts';
import type { JsonValue } from '../../../core/index.ts';
import type { KnownModel } from '../../../agents/model/index.ts';
import type {
  AgentChoices,
  AgentFunction,
  OperatorFiles,
  OperatorServers,
  StoreUser,
  ToolEnvironment,
} from '../../../engine/port/index.ts';
import type { Environment } from '../environment.ts';
import type { LoopOptions } from '../loop.ts';

/** Fields of an agent's card in addition to its name, description and skills. */
export type CardOptions = Pick<
  AgentDescription,
  | 'provider'
  | 'documentationUrl'
  | 'iconUrl'
  | 'inputModes'
  | 'outputModes'
  | 'extensions'
  | 'extended'
>;

/** A set of tools: a record of tools by name, or an environment such as `mcpServer({ url })`. */
export type Toolset = ToolSet | ToolEnvironment;

/**
 * The tools of an agent: a record of tools by name, an environment such as an MCP server, or an array of named
 * tools and of toolsets.
 */
export type ToolsOption = Toolset | readonly (NamedTool | Toolset)[];

/**
 * Type of the output of an agent, from the type of its option `output`. `undefined` if the option may be missing.
 */
export type OutputOf<Schema extends SchemaLike | undefined> = undefined extends Schema
  ? undefined
  : Schema extends StandardSchema<infer Output>
    ? Output
    : JsonValue;

/** The agent's identity, its model and its tools. */
export interface AgentOptions<Schema extends SchemaLike | undefined = SchemaLike | undefined>
  extends Omit<LoopOptions, 'agent' | 'name' | 'output'>, StoreUser {
  /**
   * Names the agent in addresses, such as `/agents/<agentId>`: letters, digits, "-", "_" and ".", 128 at most,
   * beginning with a letter or a digit.
   */
  readonly agentId: string;
  /** The name that people see. Default: `agentId`. */
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly skills?: AgentDescription['skills'];
  /** The other fields of the agent's card: provider, pages, icon, media types, extensions, extended card. */
  readonly card?: CardOptions;
  /** A model as `provider/model`, or a function that answers. */
  readonly model: KnownModel | AgentFunction;
  /** The system prompt. */
  readonly instructions?: string;
  /**
   * The agent's tools. They run in this process (`toolSite: 'server'`) unless `toolSite` is set.
   * Excludes `environment` and `environments`.
   */
  readonly tools?: ToolsOption;
  /**
   * Schema of the final answer: a schema of zod 4, any Standard Schema that can convert itself to JSON Schema, or
   * a JSON Schema. The answer is JSON that matches it; the model is asked twice to correct an answer that does
   * not, and then the task fails with the code `output-mismatch`. Answers are streamed only when they are
   * complete. Default: answers are text.
   */
  readonly output?: Schema;
  /** Whether histories of tasks over A2A include the agent's tool calls. Default `shown`. */
  readonly toolCalls?: AgentDescription['toolCalls'];
  /** Scopes that an access token needs for this agent, if the server requires tokens (`oauth`). */
  readonly scopes?: readonly string[];
  /** Tools by which others call this agent, served at `/tools/mcp` below its address. */
  readonly agentTools?: AgentTools;
  /** The choices that conversations have, such as models and settings. */
  readonly choices?: AgentChoices;
  /** The agent's files, for operators. */
  readonly files?: OperatorFiles;
  /** The agent's MCP servers, for operators. */
  readonly servers?: OperatorServers;
  /**
   * An environment of tools that is served at `/mcp`. It is used for every context unless
   * `environments` is given.
   */
  readonly environment?: Environment;
}

/** True if the toolset is an environment, false if it is a record of tools. */
export function isToolEnvironment(tools: Toolset | Tool | ToolFn): tools is ToolEnvironment {
  return 'listTools' in tools && 'callTool' in tools;
}
