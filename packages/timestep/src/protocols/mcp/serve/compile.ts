import type { Icon } from '@modelcontextprotocol/server';
import { omitUndefined, type ToolSchema, type JsonObject } from '#core';
import {
  isApprovalRequired,
  compileTool,
  type CompiledTool,
  type DisplayFields,
} from '#engine/tools';
import type { Clock } from '#engine/port';
import { buildToolMeta, mcpToToolSchema } from '../convert/tool-from-mcp.ts';
import { McpError } from '../mcp-error.ts';
import { SYSTEM_PROMPT, type EnvironmentDefinition, type McpTool } from './definition.ts';
import { assertListOptions } from './list-options.ts';

/** An environment's definition, with the data that is derived from it once. */
export interface CompiledEnvironment {
  readonly definition: EnvironmentDefinition;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  /** Names of tools whose arguments are also sent in HTTP headers (MCP 2026-07-28, `x-mcp-header`). */
  readonly toolsWithHeaders: ReadonlySet<CompiledTool>;
  readonly completes: boolean;
  readonly hasTasks: boolean;
  /** Cached results of list methods and of `server/discover`, as JSON, by method. */
  readonly listResults: Map<string, string>;
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export function compileEnvironment(
  definition: EnvironmentDefinition,
  clock: Clock,
): CompiledEnvironment {
  const { tools = [], prompts = [], resources = [], handoff } = definition;
  assertListOptions(definition.lists ?? {});
  const all = handoff ? [...tools, handoff.tool(clock)] : tools;
  requireUniqueNames('tool', all, ({ name }) => name);
  requireUniqueNames('prompt', [{ name: SYSTEM_PROMPT }, ...prompts], ({ name }) => name);
  requireUniqueNames('resource', resources, ({ uri }) => uri);
  const compiled = all.map((tool) => compileToolWithValidName(tool));
  return {
    definition,
    tools: new Map(compiled.map((tool) => [tool.name, tool])),
    toolsWithHeaders: new Set(compiled.filter(hasArgumentsInHeaders)),
    completes: [...prompts, ...resources].some(({ complete }) => complete !== undefined),
    hasTasks: all.some(({ task = 'forbidden' }) => task !== 'forbidden'),
    listResults: new Map(),
  };
}

export function listToolSchemas(compiled: CompiledEnvironment): ToolSchema[] {
  return [...compiled.tools.values()].map((tool) => {
    const inputSchema = { ...tool.input.json, type: 'object' } as const;
    return mcpToToolSchema({ name: tool.name, inputSchema, ...getShownToolFields(tool, compiled) });
  });
}

export function getShownToolFields(
  { tool }: CompiledTool,
  { definition: { humanInLoop = false } }: CompiledEnvironment,
): ShownFields & { readonly annotations?: NonNullable<McpTool['annotations']> } {
  const { annotations, replay } = tool;
  const { _meta: own } = buildToolMeta(replay, isApprovalRequired(tool, humanInLoop));
  return { ...(annotations && { annotations }), ...shownFieldsToMcp(tool, own) };
}

function compileToolWithValidName(tool: McpTool): CompiledTool {
  const { name } = tool;
  if (!NAME.test(name)) {
    const why = 'is not a valid tool name: use 1 to 128 letters, digits, "_", "-" and "."';
    throw new McpError('bad-definition', `"${name}" ${why}`);
  }
  return compileTool(name, tool);
}

function hasArgumentsInHeaders({ input }: CompiledTool): boolean {
  return JSON.stringify(input.json).includes('"x-mcp-header"');
}

function requireUniqueNames<T>(
  kind: string,
  parts: readonly T[],
  getName: (part: T) => string,
): void {
  const names = parts.map(getName);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return;
  const message = `there are two ${kind}s named ${duplicate}: rename one of them`;
  throw new McpError('bad-definition', message);
}

interface ShownFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Icon[];
  readonly _meta?: Record<string, unknown>;
}

/** Converts display fields to MCP. Entries of `own` override entries of `meta`. */
export function shownFieldsToMcp(
  { title, description, icons, meta }: DisplayFields,
  own?: JsonObject,
): ShownFields {
  const _meta = (meta ?? own) && { ...meta, ...own };
  return omitUndefined({ title, description, icons: icons && [...icons], _meta });
}
