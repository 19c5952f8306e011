import type { ToolSchema } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import { buildToolMeta } from '../convert/tool-meta.ts';
import { asksFirst, compileTool, type CompiledTool } from '../../environment/index.ts';
import { mcpToToolSchema } from '../convert/tool-from-mcp.ts';
import { McpError } from '../mcp-error.ts';
import { hasCompletions } from './completers.ts';
import { hasTask, type EnvironmentDefinition, type McpTool } from './definition.ts';
import { checkListOptions } from './list-options.ts';
import { shownFields } from './shown-fields.ts';
import { SYSTEM_PROMPT } from './system-prompt.ts';

/** A definition with everything that would otherwise be computed again for every request. */
export interface CompiledEnvironment {
  readonly definition: EnvironmentDefinition;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  /** The tools whose arguments come in headers as well (MCP 2026-07-28, `x-mcp-header`). */
  readonly headed: ReadonlySet<CompiledTool>;
  /** Whether anything can be completed. */
  readonly completes: boolean;
  /** Whether calls of any tool may be tasks. */
  readonly hasTasks: boolean;
}

/** What the protocol allows in a tool's name. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Compiles a definition. Throws `McpError` when it cannot be served. */
export function compileEnvironment(
  definition: EnvironmentDefinition,
  clock: Clock,
): CompiledEnvironment {
  const { tools = [], prompts = [], resources = [], handoff } = definition;
  checkListOptions(definition.lists ?? {});
  const all = handoff ? [...tools, handoff.tool(clock)] : tools;
  unique(
    'tool',
    all.map((tool) => tool.name),
  );
  unique('prompt', [SYSTEM_PROMPT, ...prompts.map((prompt) => prompt.name)]);
  unique(
    'resource',
    resources.map((resource) => resource.uri),
  );
  const compiled = all.map((tool) => compileNamed(tool));
  return {
    definition,
    tools: new Map(compiled.map((tool) => [tool.name, tool])),
    headed: new Set(compiled.filter(hasHeaders)),
    completes: hasCompletions(definition),
    hasTasks: all.some(hasTask),
  };
}

/** The tools as models see them. */
export function toolSchemas(compiled: CompiledEnvironment): ToolSchema[] {
  return [...compiled.tools.values()].map(({ name, tool, input }) => {
    const { annotations, replay } = tool;
    const { _meta: own } = buildToolMeta(
      replay,
      asksFirst(tool, compiled.definition.humanInLoop ?? false),
    );
    return mcpToToolSchema({
      name,
      inputSchema: { ...input.json, type: 'object' },
      ...(annotations && { annotations }),
      ...shownFields(tool, own),
    });
  });
}

function compileNamed(tool: McpTool): CompiledTool {
  const { name } = tool;
  if (!NAME.test(name)) {
    throw new McpError(
      'bad-definition',
      `"${name}" is not a name for a tool: use 1 to 128 letters, digits, "_", "-" and "."`,
    );
  }
  return compileTool(name, tool);
}

function hasHeaders({ input }: CompiledTool): boolean {
  return JSON.stringify(input.json).includes('"x-mcp-header"');
}

function unique(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new McpError('bad-definition', `there are two ${kind}s named ${twice}: rename one`);
}
