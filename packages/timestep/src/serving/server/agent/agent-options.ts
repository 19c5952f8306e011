import type { AgentDescription } from '#protocols/a2a';
import type { NamedTool, SchemaLike, StandardSchema, Tool, ToolFn, ToolSet } from '#engine/tools';
import type { JsonValue } from '#core';
import type { KnownModel } from '#agents/model';
import type {
  AgentChoices,
  AgentFunction,
  OperatorFiles,
  OperatorServers,
  StoreUser,
  ToolEnvironment,
} from '#engine/port';
import type { Environment } from '../environment.ts';
import type { LoopOptions } from '../loop.ts';
import type { Servable } from '../serve-options.ts';

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

/** A record of tools by name, or an environment such as `mcpServer({ url })`. */
export type Toolset = ToolSet | ToolEnvironment;

/** The tools of an agent: a toolset, or an array of named tools and of toolsets. */
export type ToolsOption = Toolset | readonly (NamedTool | Toolset)[];

/** Type of an agent's output, from its option `output`; `undefined` if that may be missing. */
export type OutputOf<Schema extends SchemaLike | undefined> = undefined extends Schema
  ? undefined
  : Schema extends StandardSchema<infer Output>
    ? Output
    : JsonValue;

/** The agent's identity, its model and its tools. */
export interface AgentOptions<Schema extends SchemaLike | undefined = SchemaLike | undefined>
  extends
    Omit<LoopOptions, 'agent' | 'name' | 'output'>,
    Pick<Servable, 'agentTools' | 'scopes'>,
    StoreUser {
  /**
   * Names the agent in addresses, such as `/agents/<agentId>`: at most 128 letters, digits, "-",
   * "_" and ".", beginning with a letter or a digit.
   */
  readonly agentId: string;
  /** Display name of the agent. Default: `agentId`. */
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly skills?: AgentDescription['skills'];
  /** Card fields: provider, pages, icon, media types, extensions and extended card. */
  readonly card?: CardOptions;
  /** A model as `provider/model`, or a function that answers. */
  readonly model: KnownModel | AgentFunction;
  /** The system prompt. */
  readonly instructions?: string;
  /** Tools of the agent, which run in this process unless `toolSite` is set. */
  readonly tools?: ToolsOption;
  /**
   * Schema of the final answer: zod 4, any Standard Schema that converts itself to JSON Schema, or
   * a JSON Schema. The answer is JSON, streamed when it is complete. The model may correct it
   * twice, then the task fails with `output-mismatch`. Default: text.
   */
  readonly output?: Schema;
  /** Whether histories of tasks over A2A include the agent's tool calls. Default `shown`. */
  readonly toolCalls?: AgentDescription['toolCalls'];
  /** The choices that conversations have, such as models and settings. */
  readonly choices?: AgentChoices;
  /** Access for operators to the files of the agent. */
  readonly files?: OperatorFiles;
  /** Access for operators to the MCP servers of the agent. */
  readonly servers?: OperatorServers;
  /**
   * Environment whose tools are served at `/mcp`. The agent uses it in every context unless `environments` is
   * given.
   */
  readonly environment?: Environment;
}

export function isToolEnvironment(tools: Toolset | Tool | ToolFn): tools is ToolEnvironment {
  return 'listTools' in tools && 'callTool' in tools;
}
