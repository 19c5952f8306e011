import type { ToolSchema } from '../../core/index.ts';
import type { Clock } from '../../port/index.ts';
import { buildToolMeta } from '../convert/tool-meta.ts';
import { hoistArguments, hoistResult, type HoistedSchema } from '../../environment/index.ts';
import { mcpToToolSchema } from '../convert/tool-from-mcp.ts';
import { handoffTool } from '../handoff/tool.ts';
import { McpError } from '../mcp-error.ts';
import { asksFirst } from './asks-first.ts';
import { hasCompletions } from './completers.ts';
import { hasTask, type EnvironmentDefinition, type ToolDefinition } from './definition.ts';
import { checkListOptions } from './list-options.ts';
import { shownFields } from './shown-fields.ts';
import { SYSTEM_PROMPT } from './system-prompt.ts';

/** A definition with everything that would otherwise be computed again for every request. */
export interface CompiledEnvironment {
  readonly definition: EnvironmentDefinition;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  /** Whether anything can be completed. */
  readonly completes: boolean;
  /** Whether calls of any tool may be tasks. */
  readonly hasTasks: boolean;
}

export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly input: HoistedSchema;
  readonly output: HoistedSchema | undefined;
  /** Whether arguments come in headers as well (MCP 2026-07-28, `x-mcp-header`). */
  readonly hasHeaders: boolean;
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
  const all = handoff ? [...tools, handoffTool(handoff, clock)] : tools;
  unique(
    'tool',
    all.map((tool) => tool.name),
  );
  unique('prompt', [SYSTEM_PROMPT, ...prompts.map((prompt) => prompt.name)]);
  unique(
    'resource',
    resources.map((resource) => resource.uri),
  );
  return {
    definition,
    tools: new Map(all.map((tool) => [tool.name, compileTool(tool)])),
    completes: hasCompletions(definition),
    hasTasks: all.some(hasTask),
  };
}

/** The tools as models see them. */
export function toolSchemas(compiled: CompiledEnvironment): ToolSchema[] {
  return [...compiled.tools.values()].map(({ definition: tool, input }) => {
    const { name, annotations, replay } = tool;
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

function compileTool(definition: ToolDefinition): CompiledTool {
  const { name, input, output } = definition;
  if (!NAME.test(name)) {
    throw new McpError(
      'bad-definition',
      `"${name}" is not a name for a tool: use 1 to 128 letters, digits, "_", "-" and "."`,
    );
  }
  const hoisted = hoistArguments(name, input);
  return {
    definition,
    input: hoisted,
    output: hoistResult(name, output),
    hasHeaders: JSON.stringify(hoisted.json).includes('"x-mcp-header"'),
  };
}

function unique(kind: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new McpError('bad-definition', `there are two ${kind}s named ${twice}: rename one`);
}
