import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HANDOFF_EXTENSION } from '../extension.ts';

/** The caller of a tool: the revision it speaks and what it can be asked to do. */
export interface Peer {
  readonly era: 'modern' | 'legacy';
  readonly capabilities: ClientCapabilities | undefined;
}

/**
 * Whether a client makes handoffs itself. Sampling alone is not enough: an editor that lets its own model
 * answer would pass as the agent that was meant, so the client must declare that it knows handoffs.
 */
export function makesHandoffs({ capabilities }: Peer): boolean {
  const { sampling, extensions } = capabilities ?? {};
  return sampling !== undefined && extensions?.[HANDOFF_EXTENSION] !== undefined;
}
