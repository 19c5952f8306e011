import { describeUnknownName } from '#core';
import type { JsonObject } from '#core';
import {
  addRemarkToResult,
  executeToolCall,
  probeInterruptedCall,
  type CompiledTool,
  type ToolCallOutcome,
} from '#engine/tools';
import type { Clock, ToolContext, ToolEnvironment, ToolResult } from '#engine/port';
import { mcpToToolResult } from '../convert/result-from-mcp.ts';
import { isInputRequest } from '../convert/result-to-mcp.ts';
import { compileEnvironment, listToolSchemas, type CompiledEnvironment } from './compile.ts';
import { getSystemPromptOrDefault, type EnvironmentDefinition } from './definition.ts';
import { createLocalContext } from './calls/tool-context.ts';
import { parseProtocolResult, outcomeToPlainMcpResult } from './calls/outcome-to-mcp.ts';
import { wallClock } from './wall-clock.ts';

/** Creates tools for calls inside this process. Calls are checked in the same way as over MCP. */
export function createLocalEnvironment(
  definition: EnvironmentDefinition,
  clock: Clock = wallClock,
): ToolEnvironment {
  const compiled = compileEnvironment(definition, clock);
  const { humanInLoop = false } = definition;
  return {
    ...createEnvironmentMethods(compiled, async (tool, args, context) => {
      const given = createLocalContext(context);
      const facts = { context: given, humanInLoop, ownResult: parseProtocolResult };
      return outcomeToToolResult(tool, await executeToolCall(tool, args, facts));
    }),
    systemPrompt: (agent) => getSystemPromptOrDefault(definition, agent),
  };
}

export function createEnvironmentMethods(
  compiled: CompiledEnvironment,
  call: (tool: CompiledTool, args: JsonObject, context: ToolContext) => Promise<ToolResult>,
): Required<Pick<ToolEnvironment, 'listTools' | 'callTool' | 'probeTool'>> {
  const schemas = listToolSchemas(compiled);
  const { tools } = compiled;
  return {
    listTools: () => schemas,
    async callTool({ name, arguments: args }, context) {
      const tool = tools.get(name);
      if (tool) return call(tool, args, context);
      return { content: describeUnknownName('tool', name, [...tools.keys()]), isError: true };
    },
    async probeTool({ name, arguments: args }, context) {
      const tool = tools.get(name);
      return tool ? probeInterruptedCall(tool, args, context) : 'unknown';
    },
  };
}

/** Converts the outcome of a call for a caller that can ask its user and wait for tasks. */
function outcomeToToolResult(tool: CompiledTool, ran: ToolCallOutcome): ToolResult {
  if (ran.is === 'question') return { content: '', question: ran.question };
  if (ran.is === 'waits') return { content: '', awaits: ran.awaits };
  if (ran.is === 'failed' && ran.code === 'threw')
    return { content: ran.text, isError: true, thrown: ran.thrown };
  if (ran.is === 'failed' && ran.ran) {
    return addRemarkToResult(outcomeToToolResult(tool, ran.ran), ran.text);
  }
  const result = outcomeToPlainMcpResult(tool, ran);
  if (isInputRequest(result)) {
    const why = `tool ${tool.name} asks its caller for input, which only an MCP client can give`;
    return { content: why, isError: true };
  }
  const read = mcpToToolResult(result, Number.POSITIVE_INFINITY);
  const artifacts = 'artifacts' in ran ? ran.artifacts : [];
  return artifacts.length > 0 ? { ...read, artifacts } : read;
}
