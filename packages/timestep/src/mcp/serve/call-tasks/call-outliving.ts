import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../core/index.ts';
import {
  brokenPromise,
  check,
  hoistArguments,
  wrongArguments,
} from '../../../environment/index.ts';
import { asksForInput, toolError } from '../../convert/result-to-mcp.ts';
import { askFirst } from '../approval.ts';
import { runAsking } from '../ask-caller.ts';
import type { CompiledEnvironment, CompiledTool } from '../compile.ts';
import { noTask } from '../run-tool.ts';
import type { CallFacts } from '../tool-context.ts';
import { isCreateTask } from './call-task-to-mcp.ts';
import type { ContextOf } from './register-call-tasks.ts';

const CALL: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, arguments: { type: 'object' } },
  required: ['name'],
};

/**
 * Serves `tools/call` in place of the SDK, which refuses tasks as the results of tools that declare an
 * output.
 */
export function callOutliving(
  server: McpServer,
  compiled: () => CompiledEnvironment,
  contextOf: ContextOf,
): void {
  const { server: requests } = server;
  const params = hoistArguments('tools/call', CALL).standard;
  requests.setRequestHandler('tools/call', { params }, async (given, request) => {
    const { name, arguments: args = {} } = given as { name: string; arguments?: JsonObject };
    const { tools, definition } = compiled();
    const tool = tools.get(name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
    }
    try {
      return await called(tool, args, contextOf(request), definition.humanInLoop ?? false);
    } catch (thrown) {
      return toolError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  });
}

async function called(
  tool: CompiledTool,
  args: JsonObject,
  context: CallFacts,
  humanInLoop: boolean,
): ReturnType<typeof runAsking> {
  const { name } = tool.definition;
  const checked = await check(tool.input, args);
  if (!checked.ok) return toolError(wrongArguments(name, checked.issues));
  const asked = await askFirst(tool.definition, checked.value, humanInLoop, context);
  const result = asked ?? (await runAsking(tool, checked.value, context));
  if (isCreateTask(result)) return context.outlives ? result : noTask(name);
  if (asksForInput(result)) return result;
  if (!tool.output || result.isError === true) return result;
  const returned = await check(tool.output, result.structuredContent);
  return returned.ok ? result : toolError(brokenPromise(name, returned.issues));
}
