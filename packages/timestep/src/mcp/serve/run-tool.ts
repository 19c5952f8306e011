import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { brokenPromise, check, wrongArguments } from '../../environment/index.ts';
import { asksForInput, resultToMcp, toolError } from '../convert/result-to-mcp.ts';
import { asksFirst, nobodyToAsk } from './asks-first.ts';
import type { CompiledTool } from './compile.ts';
import type { ToolCallContext } from './tool-context.ts';

/** Runs a tool whose arguments have been checked. Rejects with what the function throws. */
export async function runTool(
  tool: CompiledTool,
  args: unknown,
  context: ToolCallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const value: unknown = await tool.definition.run(args as never, context);
  return resultToMcp(value, tool.output !== undefined);
}

/**
 * Checks the arguments, runs the tool within the process and checks what it returns. It never
 * rejects.
 */
export async function callChecked(
  tool: CompiledTool,
  args: unknown,
  context: ToolCallContext,
  humanInLoop = false,
): Promise<CallToolResult> {
  const { name } = tool.definition;
  const checked = await check(tool.input, args);
  if (!checked.ok) return toolError(wrongArguments(name, checked.issues));
  try {
    const isRefused = !context.approved && asksFirst(tool.definition, humanInLoop);
    if (isRefused) return nobodyToAsk(tool.definition);
    const result = await runTool(tool, checked.value, context);
    if (asksForInput(result)) {
      return toolError(`tool ${name} asks its caller for input, which only an MCP client can give`);
    }
    if (!tool.output || result.isError === true) return result;
    const returned = await check(tool.output, result.structuredContent);
    if (returned.ok) return result;
    return toolError(brokenPromise(name, returned.issues));
  } catch (thrown) {
    return toolError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
