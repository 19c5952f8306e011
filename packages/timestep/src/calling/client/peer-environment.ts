import { createApprovalResult, isApprovalCall } from '../../a2a/index.ts';
import type { ToolCall, ToolSchema } from '../../core/index.ts';
import type { ConnectedEnvironment } from '../../mcp/index.ts';
import type { ToolEnvironment } from '../../port/index.ts';

/**
 * The tools that an agent behind A2A offers to those that ask it. They are connected when the agent first asks for
 * a call: most agents ask for none, and have no environment. Calls that the agent makes itself once they are
 * approved wait for a person's decision, and their results say no more than that.
 */
export function peerEnvironment(connect: () => Promise<ConnectedEnvironment>): ToolEnvironment {
  return {
    listTools: () => [],
    async findTools(calls, signal) {
      const approvals = calls.filter(({ id }) => isApprovalCall(id)).map(schemaOf);
      const names = new Set(calls.filter(({ id }) => !isApprovalCall(id)).map(nameOf));
      if (names.size === 0) return approvals;
      const listed = await (await connect()).listTools(signal);
      return [...listed.filter((tool) => names.has(tool.function.name)), ...approvals];
    },
    judgeCall: ({ id }) => (isApprovalCall(id) ? { verdict: 'ask' } : undefined),
    async callTool(call, context) {
      if (isApprovalCall(call.id)) return { content: createApprovalResult(call.arguments) };
      return (await connect()).callTool(call, context);
    },
  };
}

function nameOf({ function: { name } }: ToolCall): string {
  return name;
}

/** A call that is only decided about may be decided about again. */
function schemaOf(call: ToolCall): ToolSchema {
  return { ...toolOf(call), replay: 'safe' };
}

/** The tool of a call, which takes any arguments. */
export function toolOf(call: ToolCall): ToolSchema {
  return { type: 'function', function: { name: nameOf(call), parameters: { type: 'object' } } };
}
