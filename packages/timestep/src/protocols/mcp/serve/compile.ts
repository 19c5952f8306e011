import type { Icon } from '@modelcontextprotocol/server';
import type { ToolSchema, JsonObject } from '../../../core/index.ts';
import {
  isApprovalRequired,
  compileTool,
  type CompiledTool,
  type DisplayFields,
} from '../../../engine/tools/index.ts';
import type { Clock } from '../../../engine/port/index.ts';
import { buildToolMeta, mcpToToolSchema } from '../convert/tool-from-mcp.ts';
import { McpError } from '../mcp-error.ts';
import {
  hasCompletions,
  hasTask,
  SYSTEM_PROMPT,
  type EnvironmentDefinition,
  type McpTool,
} from './definition.ts';
import { checkListOptions } from './list-options.ts';

/** An environment's definition with the data derived from it, computed once. */
export interface CompiledEnvironment {
  readonly definition: EnvironmentDefinition;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  /** Tools whose arguments are also sent in HTTP headers (MCP 2026-07-28, `x-mcp-header`). */
  readonly toolsWithHeaders: ReadonlySet<CompiledTool>;
  readonly completes: boolean;
  readonly hasTasks: boolean;
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Throws `McpError` if the definition is invalid. */
export function compileEnvironment(
  definition: EnvironmentDefinition,
  clock: Clock,
): CompiledEnvironment {
  const { tools = [], prompts = [], resources = [], handoff } = definition;
  checkListOptions(definition.lists ?? {});
  const all = handoff ? [...tools, handoff.tool(clock)] : tools;
  requireUniqueNames(
    'tool',
    all.map((tool) => tool.name),
  );
  requireUniqueNames('prompt', [SYSTEM_PROMPT, ...prompts.map((prompt) => prompt.name)]);
  requireUniqueNames(
    'resource',
    resources.map((resource) => resource.uri),
  );
  const compiled = all.map((tool) => compileMcpTool(tool));
  return {
    definition,
    tools: new Map(compiled.map((tool) => [tool.name, tool])),
    toolsWithHeaders: new Set(compiled.filter(hasHeaderArguments)),
    completes: hasCompletions(definition),
    hasTasks: all.some(hasTask),
  };
}

export function listToolSchemas(compiled: CompiledEnvironment): ToolSchema[] {
  return [...compiled.tools.values()].map(({ name, tool, input }) => {
    const { annotations, replay } = tool;
    const { _meta: own } = buildToolMeta(
      replay,
      isApprovalRequired(tool, compiled.definition.humanInLoop ?? false),
    );
    return mcpToToolSchema({
      name,
      inputSchema: { ...input.json, type: 'object' },
      ...(annotations && { annotations }),
      ...shownFieldsToMcp(tool, own),
    });
  });
}

function compileMcpTool(tool: McpTool): CompiledTool {
  const { name } = tool;
  if (!NAME.test(name)) {
    throw new McpError(
      'bad-definition',
      `"${name}" is not a valid tool name: use 1 to 128 letters, digits, "_", "-" and "."`,
    );
  }
  return compileTool(name, tool);
}

function hasHeaderArguments({ input }: CompiledTool): boolean {
  return JSON.stringify(input.json).includes('"x-mcp-header"');
}

function requireUniqueNames(kind: string, names: readonly string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return;
  throw new McpError(
    'bad-definition',
    `there are two ${kind}s named ${duplicate}: rename one of them`,
  );
}

/** The entries of `own` override entries of `meta`. */
export function shownFieldsToMcp(
  { title, description, icons, meta }: DisplayFields,
  own?: JsonObject,
): {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Icon[];
  readonly _meta?: Record<string, unknown>;
} {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons && { icons: [...icons] }),
    ...((meta ?? own) && { _meta: { ...meta, ...own } }),
  };
}
