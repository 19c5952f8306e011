import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HANDOFF_EXTENSION } from '../extension.ts';

/** The client of a tool call: its protocol era and its declared capabilities. */
export interface Peer {
  readonly era: 'modern' | 'legacy';
  readonly capabilities: ClientCapabilities | undefined;
}

/**
 * True if a client makes handoffs itself. Sampling alone is not enough, because an editor would
 * answer with its own model in the name of the other agent.
 */
export function canMakeHandoffs({ capabilities }: Peer): boolean {
  const { sampling, extensions } = capabilities ?? {};
  return sampling !== undefined && extensions?.[HANDOFF_EXTENSION] !== undefined;
}
