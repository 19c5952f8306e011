import { formatNeedsApproval, type ToolSchema } from '#core';
import type { ToolEnvironment, ToolResult } from '#engine/port';
import { compileTool, type CompiledTool } from './compile-tool.ts';
import { executeToolCall, probeInterruptedCall } from './make-call.ts';
import type { ToolCallOutcome } from './ran.ts';
import { formatValue, type ToolSet } from './tool.ts';

/** Builds the schemas of a tool set, as models receive them. Throws `ToolError` if a tool is invalid. */
export function buildToolsSchema(tools: ToolSet): ToolSchema[] {
  return compileTools(tools).map(({ schema }) => schema);
}

/** Creates an environment from tools of this process. Throws `ToolError` if a tool is invalid. */
export function functionEnvironment(tools: ToolSet, systemPrompt?: string): ToolEnvironment {
  const all = compileTools(tools);
  const schemas = all.map(({ schema }) => schema);
  const findTool = (name: string): CompiledTool | undefined =>
    all.find((tool) => tool.name === name);
  return {
    listTools: () => schemas,
    ...(systemPrompt !== undefined && { systemPrompt: async () => systemPrompt }),
    callTool(call, context) {
      const tool = findTool(call.name);
      if (!tool) return Promise.reject(new Error(`unknown_tool:${call.name}`));
      return executeToolCall(tool, call.arguments, { context }).then((ran) =>
        toToolResult(tool, ran),
      );
    },
    async probeTool(call, context) {
      const tool = findTool(call.name);
      if (!tool) return 'unknown';
      return probeInterruptedCall(tool, call.arguments, context);
    },
  };
}

function compileTools(tools: ToolSet): CompiledTool[] {
  return Object.entries(tools).map(([name, tool]) => compileTool(name, tool));
}

/** Converts the outcome of a tool call to a result for the task loop. Throws the error that the tool threw. */
export function toToolResult(tool: Pick<CompiledTool, 'name'>, ran: ToolCallOutcome): ToolResult {
  switch (ran.is) {
    case 'result': {
      const { value, artifacts } = ran;
      const { content, structured } = formatValue(value);
      if (structured === undefined && artifacts.length === 0) return { content };
      return {
        content,
        ...(structured !== undefined && { structured }),
        ...(artifacts.length > 0 && { artifacts }),
      };
    }
    case 'question':
      return { content: '', question: ran.question };
    case 'waits':
      return { content: '', awaits: ran.awaits };
    case 'unapproved':
      return { content: formatNeedsApproval(tool.name), isError: true };
    case 'failed':
      if (ran.code === 'threw') throw ran.thrown;
      if (ran.ran) return addRemarkToResult(toToolResult(tool, ran.ran), ran.text);
      return { content: ran.text, isError: true };
    case 'raw':
    case 'task':
      throw new Error(
        `tool ${tool.name} returned a raw protocol result, such as a result of MCP, which only a served environment can return: return text or JSON`,
      );
  }
}

/** Adds a remark to the result of a call, and omits the structured data that does not match the schema. */
export function addRemarkToResult(result: ToolResult, remark: string): ToolResult {
  const { structured: _mismatch, content, ...others } = result;
  return { ...others, content: [content, `[${remark}]`].filter((text) => text !== '').join('\n') };
}
