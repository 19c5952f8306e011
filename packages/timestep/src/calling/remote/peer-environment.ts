import { approvalOf, isApprovalCall } from '../../a2a/index.ts';
import type { ToolCall, ToolSchema } from '../../core/index.ts';
import { connectEnvironment, type ConnectedEnvironment } from '../../mcp/index.ts';
import type { ToolEnvironment } from '../../port/index.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { connectionPool } from '../client/connection-pool.ts';

/** How the environment is reached, and where its handoffs may go. */
export interface PeerEnvironmentOptions extends Pick<
  ClientOptions,
  'handoff' | 'patienceMs' | 'answerLimit'
> {
  /** Sent to the environment alone. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The tools that an agent behind A2A offers to those that ask it. */
export interface PeerEnvironment extends ToolEnvironment {
  close(): Promise<void>;
}

/**
 * The environment at an address, connected when the agent first asks for a call: most agents ask for
 * none, and have no environment. Calls that the agent makes itself once they are approved wait for a
 * person's decision, and their results say no more than that.
 */
export function peerEnvironment(
  url: string,
  { headers, ...options }: PeerEnvironmentOptions = {},
): PeerEnvironment {
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
      const approvals = calls.filter(({ id }) => isApprovalCall(id)).map(schemaOf);
      const names = new Set(calls.filter(({ id }) => !isApprovalCall(id)).map(nameOf));
      if (names.size === 0) return approvals;
      const listed = await (await pool.get(url)).listTools(signal);
      return [...listed.filter((tool) => names.has(tool.function.name)), ...approvals];
    },
    judgeCall: ({ id }) => (isApprovalCall(id) ? { verdict: 'ask' } : undefined),
    async callTool(call, context) {
      if (isApprovalCall(call.id)) return { content: approvalOf(call.arguments) };
      return (await pool.get(url)).callTool(call, context);
    },
    async close() {
      await Promise.all([pool.close(), client.close()]);
    },
  };
}

function nameOf({ function: { name } }: ToolCall): string {
  return name;
}

/** A call that is only decided about may be decided about again. */
function schemaOf(call: ToolCall): ToolSchema {
  const parameters = { type: 'object' };
  return { type: 'function', function: { name: nameOf(call), parameters }, replay: 'safe' };
}
