import type { Clock, ToolEnvironment } from '../../port/index.ts';
import { probeChecked } from '../../environment/index.ts';
import { mcpToToolResult } from '../convert/result-from-mcp.ts';
import { compileEnvironment, toolSchemas } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { systemPromptOf } from './system-prompt.ts';
import { callChecked } from './run-tool.ts';
import { contextWithin } from './context-within.ts';
import { wallClock } from './wall-clock.ts';

/**
 * An environment used within the process, without MCP in between: it makes the same checks at a
 * lower cost.
 */
export function environmentWithin(
  definition: EnvironmentDefinition,
  clock: Clock = wallClock,
): ToolEnvironment {
  const compiled = compileEnvironment(definition, clock);
  const schemas = toolSchemas(compiled);
  return {
    listTools: () => schemas,
    systemPrompt: (agent) => systemPromptOf(definition, agent),
    async callTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return { content: `there is no tool ${call.name}`, isError: true };
      const facts = contextWithin(context);
      const ran = await callChecked(tool, call.arguments, facts, definition.humanInLoop);
      if ('question' in ran) return { content: '', question: ran.question };
      if ('awaits' in ran) return { content: '', awaits: ran.awaits };
      const { result, artifacts } = ran;
      const read = mcpToToolResult(result, Number.POSITIVE_INFINITY);
      return artifacts.length > 0 ? { ...read, artifacts } : read;
    },
    async probeTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return 'unknown';
      return probeChecked(tool.definition.probe, tool.input, call.arguments, context);
    },
  };
}
