import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HANDOFF_EXTENSION } from '../extension.ts';

/** The caller of a tool: the revision it speaks and what it can be asked to do. */
export interface Peer {
  readonly era: 'modern' | 'legacy';
  readonly capabilities: ClientCapabilities | undefined;
}

/**
 * How a handoff is carried out: the client is asked in the result (2026-07-28) or by a request of
 * its own (2025), the server calls the agent itself, or no side can.
 */
export type HandoffStrategy<Call, CallAgent> =
  | { readonly by: 'result' | 'request'; readonly mcp: Call }
  | { readonly by: 'server'; readonly callAgent: CallAgent }
  | { readonly by: 'nobody' };

/**
 * Chooses the strategy. Sampling alone is not enough: an editor that lets its own model answer
 * would pass as the agent that was meant, so the client must declare that it knows handoffs.
 */
export function strategyFor<Call extends { readonly peer: Peer }, CallAgent>(
  mcp: Call | undefined,
  callAgent: CallAgent | undefined,
): HandoffStrategy<Call, CallAgent> {
  const { sampling, extensions } = mcp?.peer.capabilities ?? {};
  if (mcp && sampling !== undefined && extensions?.[HANDOFF_EXTENSION] !== undefined) {
    return { by: mcp.peer.era === 'modern' ? 'result' : 'request', mcp };
  }
  return callAgent === undefined ? { by: 'nobody' } : { by: 'server', callAgent };
}
