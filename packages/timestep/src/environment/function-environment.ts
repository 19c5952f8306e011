import type { ToolSchema } from '../core/index.ts';
import type { ToolEnvironment } from '../port/index.ts';
import { contentOf, structuredOf, type Tool, type ToolSet } from './tool.ts';

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;

/** The schemas of a tool set, as models are shown them. */
export function buildToolsSchema(tools: ToolSet): ToolSchema[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, parameters = ANY_OBJECT, replay, needsApproval } = asTool(tool);
    return {
      type: 'function',
      ...(replay && { replay }),
      ...(needsApproval && { needsApproval }),
      function: { name, ...(description && { description }), parameters },
    };
  });
}

/** An environment made of functions of this process. */
export function functionEnvironment(tools: ToolSet, systemPrompt?: string): ToolEnvironment {
  const schemas = buildToolsSchema(tools);
  return {
    listTools: () => schemas,
    ...(systemPrompt !== undefined && { systemPrompt: async () => systemPrompt }),
    async callTool(call, context) {
      const tool = tools[call.name];
      if (!tool) throw new Error(`unknown_tool:${call.name}`);
      if (asTool(tool).needsApproval && context.approved !== true) {
        return { content: `${call.name} needs a person's approval`, isError: true };
      }
      const value = await asTool(tool).execute(call.arguments, context);
      const structured = structuredOf(value);
      return { content: contentOf(value), ...(structured !== undefined && { structured }) };
    },
    async probeTool(call, context) {
      const tool = tools[call.name];
      return (tool && (await asTool(tool).probe?.(call.arguments, context))) ?? 'unknown';
    },
  };
}

function asTool(tool: ToolSet[string]): Tool {
  return typeof tool === 'function' ? { execute: tool } : tool;
}
