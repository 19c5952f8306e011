import type { Clock, ToolEnvironment, ToolResult } from '../../port/index.ts';
import { makeCall, probeCall, type CompiledTool, type Ran } from '../../environment/index.ts';
import { resultFromMcp } from '../convert/result-from-mcp.ts';
import { mcpFormOf, ranToMcp } from '../convert/ran-to-mcp.ts';
import { asksForInput, toolError } from '../convert/result-to-mcp.ts';
import { compileEnvironment, toolSchemas } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { systemPromptOf } from './system-prompt.ts';
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
  const { humanInLoop = false } = definition;
  return {
    listTools: () => schemas,
    systemPrompt: (agent) => systemPromptOf(definition, agent),
    async callTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return { content: `there is no tool ${call.name}`, isError: true };
      const ran = await makeCall(tool, call.arguments, {
        context: contextWithin(context),
        humanInLoop,
        ownResult: mcpFormOf,
      });
      return resultWithin(tool, ran);
    },
    async probeTool(call, context) {
      const tool = compiled.tools.get(call.name);
      if (!tool) return 'unknown';
      return probeCall(tool, call.arguments, context);
    },
  };
}

/** What a call came to, for a caller that can ask its user and wait for tasks. */
function resultWithin(tool: CompiledTool, ran: Ran): ToolResult {
  if (ran.is === 'question') return { content: '', question: ran.question };
  if (ran.is === 'waits') return { content: '', awaits: ran.awaits };
  const made = ranToMcp(tool, ran);
  const why = `tool ${tool.name} asks its caller for input, which only an MCP client can give`;
  const result = asksForInput(made) ? toolError(why) : made;
  const read = resultFromMcp(result, Number.POSITIVE_INFINITY);
  const artifacts = 'artifacts' in ran && !asksForInput(made) ? ran.artifacts : [];
  return artifacts.length > 0 ? { ...read, artifacts } : read;
}
