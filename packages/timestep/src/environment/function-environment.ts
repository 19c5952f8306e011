import type { ToolSchema } from '../core/index.ts';
import type { ToolEnvironment } from '../port/index.ts';
import { callCompiled, compileTool, probeChecked, type CompiledTool } from './compiled-tool.ts';
import type { ToolSet } from './tool.ts';

/** The schemas of a tool set, as models see them. Throws `ToolError`. */
export function buildToolsSchema(tools: ToolSet): ToolSchema[] {
  return compiled(tools).map(({ schema }) => schema);
}

/** An environment made of tools of this process. Throws `ToolError`. */
export function functionEnvironment(tools: ToolSet, systemPrompt?: string): ToolEnvironment {
  const all = compiled(tools);
  const schemas = all.map(({ schema }) => schema);
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  return {
    listTools: () => schemas,
    ...(systemPrompt !== undefined && { systemPrompt: async () => systemPrompt }),
    callTool(call, context) {
      const tool = byName.get(call.name);
      if (!tool) return Promise.reject(new Error(`unknown_tool:${call.name}`));
      return callCompiled(tool, call.arguments, context);
    },
    async probeTool(call, context) {
      const tool = byName.get(call.name);
      if (!tool) return 'unknown';
      return probeChecked(tool.tool.probe, tool.input, call.arguments, context);
    },
  };
}

function compiled(tools: ToolSet): CompiledTool[] {
  return Object.entries(tools).map(([name, tool]) => compileTool(name, tool));
}
