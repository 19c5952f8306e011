import { createApprovalResult, isApprovalCall } from '../a2a/index.ts';
import { connectionPool, createClient, type ClientOptions } from '../client/index.ts';
import type { ToolCall, ToolSchema } from '../core/index.ts';
import { connectEnvironment, type ConnectedEnvironment } from '../mcp/index.ts';
import type { ToolEnvironment } from '../port/index.ts';

/** How to reach the environment, and addresses that its handoffs may go to. */
export interface RemoteToolsOptions extends Pick<
  ClientOptions,
  'handoff' | 'patienceMs' | 'answerLimit'
> {
  /** Headers that are sent to the environment only. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The tools that a remote A2A agent offers to its callers. */
export interface RemoteTools extends ToolEnvironment {
  close(): Promise<void>;
}

/**
 * Creates the environment of a remote agent. It connects when the agent first requests a call,
 * because most agents request none and have no environment. A call that the agent will run itself
 * only waits for the user's approval; its result contains nothing but the decision.
 */
export function createRemoteTools(
  url: string,
  { headers, ...options }: RemoteToolsOptions = {},
): RemoteTools {
  const client = createClient(options);
  const pool = connectionPool<ConnectedEnvironment>((address) =>
    connectEnvironment(
      { url: address },
      {
        ...options,
        ...(headers && { headers }),
        onHandoff: (target, signal) => client.handOff(target, signal),
      },
    ),
  );
  return {
    listTools: () => [],
    async findTools(calls, signal) {
      const approvals = calls.filter(({ id }) => isApprovalCall(id)).map(callToSchema);
      const names = new Set(calls.filter(({ id }) => !isApprovalCall(id)).map(getCallName));
      if (names.size === 0) return approvals;
      const listed = await (await pool.get(url)).listTools(signal);
      return [...listed.filter((tool) => names.has(tool.function.name)), ...approvals];
    },
    judgeCall: ({ id }) => (isApprovalCall(id) ? { verdict: 'ask' } : undefined),
    async callTool(call, context) {
      if (isApprovalCall(call.id)) return { content: createApprovalResult(call.arguments) };
      return (await pool.get(url)).callTool(call, context);
    },
    async close() {
      await Promise.all([pool.close(), client.close()]);
    },
  };
}

function getCallName({ function: { name } }: ToolCall): string {
  return name;
}

/** Returns the schema of a call that is only approved or denied, which may safely be repeated. */
function callToSchema(call: ToolCall): ToolSchema {
  const parameters = { type: 'object' };
  return { type: 'function', function: { name: getCallName(call), parameters }, replay: 'safe' };
}
