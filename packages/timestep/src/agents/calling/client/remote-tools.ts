import { formatApprovalAsJson, isApprovalCall } from '#protocols/a2a';
import type { ToolCall, ToolSchema } from '#core';
import type { ConnectedEnvironment } from '#protocols/mcp';
import type { ToolEnvironment } from '#engine/port';

/** Creates the tools of an A2A agent, whose MCP server is connected by the first call. */
export function createRemoteToolEnvironment(
  connect: () => Promise<ConnectedEnvironment>,
): ToolEnvironment {
  return {
    listTools: () => [],
    async findTools(calls, signal) {
      const approvals = calls
        .filter(({ id }) => isApprovalCall(id))
        .map((call) => ({ ...buildUntypedToolSchema(call), replay: 'safe' }) as const);
      const called = calls.filter(({ id }) => !isApprovalCall(id));
      const names = new Set(called.map((call) => call.function.name));
      if (names.size === 0) return approvals;
      const listed = await (await connect()).listTools(signal);
      return [...listed.filter((tool) => names.has(tool.function.name)), ...approvals];
    },
    judgeCall: ({ id }) => (isApprovalCall(id) ? { verdict: 'ask' } : undefined),
    async callTool(call, context) {
      if (isApprovalCall(call.id)) return { content: formatApprovalAsJson(call.arguments) };
      return (await connect()).callTool(call, context);
    },
  };
}

export function buildUntypedToolSchema({ function: { name } }: ToolCall): ToolSchema {
  return { type: 'function', function: { name, parameters: { type: 'object' } } };
}
